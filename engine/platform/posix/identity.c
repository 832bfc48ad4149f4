#include "platform/posix/posix.h"

#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include "base/digest/hex.h"
#include "base/digest/sha256.h"
#include "platform/identity.h"

#define KEY_TEXT_BYTES (2 * USER_KEY_BYTES + 1)
#define OVERLAYFS_MAGIC 0x794c7630ul

/* Overlayfs over several volumes numbers its folders anew each time that it has forgotten them. */
static bool look_whether_numbers_last(int fd, bool *last)
{
	*last = true;
#ifdef __linux__
	struct statfs fs;
	if (fstatfs(fd, &fs) != 0)
		return false;
	*last = (unsigned long)fs.f_type != OVERLAYFS_MAGIC;
#else
	(void)fd;
#endif
	return true;
}

/* What only some systems know. False with errno where it cannot be read: that must not look like another folder. */
static bool fill_more(int fd, struct folder_identity *out)
{
#ifdef STATX_BTIME
	struct statx st;
#ifdef STATX_MNT_ID
	const unsigned wanted = STATX_BTIME | STATX_MNT_ID;
#else
	const unsigned wanted = STATX_BTIME;
#endif
	bool last;
	/* An old kernel, or a container that does not let it through. */
	if (statx(fd, "", AT_EMPTY_PATH, wanted, &st) != 0)
		return errno == ENOSYS || errno == EPERM || errno == EINVAL || errno == EOPNOTSUPP;
	if (st.stx_mask & STATX_BTIME)
		out->birth_ns = (int64_t)st.stx_btime.tv_sec * 1000000000 + st.stx_btime.tv_nsec;
	if (!look_whether_numbers_last(fd, &last))
		return false;
	if (out->birth_ns && !last)
		out->file_id = 0;
#ifdef STATX_MNT_ID
	if (st.stx_mask & STATX_MNT_ID)
		out->mount_id = st.stx_mnt_id;
#endif
#else
	(void)fd, (void)out;
#endif
	return true;
}

bool root_identify(struct root *root, const char *path, struct folder_identity *out, struct err *err)
{
#ifdef O_PATH
	int fd = posix_open(root, path, O_PATH, 0);
#else
	int fd = posix_open(root, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
#endif
	struct stat st;
	bool ok = fd >= 0 && fstat(fd, &st) == 0;
	if (ok) {
		*out = (struct folder_identity){
			.file_id = (uint64_t)st.st_ino,
			.volume_id = (uint64_t)st.st_dev,
			.mount_id = (uint64_t)st.st_dev,
			.is_mine = st.st_uid == geteuid(),
			.owner = (uint64_t)st.st_uid,
		};
		ok = fill_more(fd, out);
	}
	int reason = errno;
	if (fd >= 0)
		close(fd);
	return ok || posix_fail(err, reason, "cannot examine '%s'", path[0] ? path : root_path(root));
}

bool platform_has_mounts_in_trees(void)
{
	return true;
}

/* --- keys --------------------------------------------------------------------------------------------------------- */

/* A folder that nobody else can put anything into. */
static bool is_private(int fd)
{
	struct stat st;
	return fstat(fd, &st) == 0 && st.st_uid == geteuid() && (st.st_mode & 022) == 0;
}

/* Opens the folder of a place; -1 where there is none that may be trusted. */
static int open_place(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || is_private(fd))
		return fd;
	close(fd);
	return -1;
}

/* The whole file; false where it is of another length, or cannot be read. */
static bool read_text(int fd, char text[KEY_TEXT_BYTES + 1])
{
	size_t have = 0;
	while (have <= KEY_TEXT_BYTES) {
		ssize_t got = read(fd, text + have, KEY_TEXT_BYTES + 1 - have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got == 0 && have == KEY_TEXT_BYTES;
		have += (size_t)got;
	}
	return false;
}

static bool read_key(int folder, struct user_key *out)
{
	char text[KEY_TEXT_BYTES + 1];
	struct stat st;
	int fd = openat(folder, "key", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() && (st.st_mode & 077) == 0 &&
		  read_text(fd, text) && text[KEY_TEXT_BYTES - 1] == '\n' &&
		  hex_read(out->bytes, USER_KEY_BYTES, slice_from(text, KEY_TEXT_BYTES - 1));
	close(fd);
	return ok;
}

/*
 * Two processes may do this at the same time: the first one to give its key the name has made it. What counts is what
 * can be read again: some volumes have no permission bits, and a key there is everybody's. Both are flushed, or the
 * journal would outlive the key in a power cut.
 */
static bool make_key(int folder, struct user_key *out)
{
	unsigned char random[8];
	char name[sizeof("key.") + 2 * sizeof(random)] = "key.", text[KEY_TEXT_BYTES + 1];
	random_fill(random, sizeof(random));
	hex_write(random, sizeof(random), name + sizeof("key.") - 1);
	random_fill(out->bytes, sizeof(out->bytes));
	hex_write(out->bytes, USER_KEY_BYTES, text);
	text[KEY_TEXT_BYTES - 1] = '\n';
	int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	bool ok = posix_write_fully(fd, slice_from(text, KEY_TEXT_BYTES)) && fsync(fd) == 0;
	ok = close(fd) == 0 && ok;
	if (ok && linkat(folder, name, folder, "key", 0) == 0)
		fsync(folder);
	unlinkat(folder, name, 0);
	return read_key(folder, out);
}

/* Is it an absolute path of a folder of this user? sudo may leave HOME as it was: nothing of root's is to be put
 * there. */
static bool is_own_folder(const char *path)
{
	struct stat st;
	return path && path[0] == '/' && stat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* The home that the system knows of this user, for where the environment tells of none: cron, a service, the next step
 * of a CI job. */
static bool add_known_home(struct str *out)
{
	struct passwd entry, *found = NULL;
	char text[4096];
	bool ok =
		getpwuid_r(geteuid(), &entry, text, sizeof(text), &found) == 0 && found && is_own_folder(entry.pw_dir);
	if (ok)
		str_add_cstr(out, entry.pw_dir);
	return ok;
}

/* Appends "/NAME", and makes that folder if `make`. */
static void step_into(const char *name, bool make, struct str *out)
{
	str_addf(out, "/%s", name);
	if (make)
		mkdir(out->ptr, 0700);
}

/* Where keys are kept, best first; false where there is no such place. `make`: with the folders on the way. */
static bool find_place(int which, bool make, struct str *out)
{
	static const char *const shared[] = { "/var/tmp", "/tmp" };
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char name[32] = "tpatch";
	if (which == 0) {
		if (!is_own_folder(state))
			return false;
		str_add_cstr(out, state);
	} else if (which == 1) {
		if (is_own_folder(home))
			str_add_cstr(out, home);
		else if (!add_known_home(out))
			return false;
		step_into(".local", make, out);
		step_into("state", make, out);
	} else {
		str_add_cstr(out, shared[which - 2]);
		snprintf(name, sizeof(name), "tpatch-%lu", (unsigned long)geteuid());
	}
	step_into(name, make, out);
	return true;
}

/* errno where it says nothing of a key: the system has no more to give, or the disk cannot be read; else 0. */
static int want(void)
{
	return errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == EIO ? errno : 0;
}

/* `*why`: the errno by which it cannot be known whether there is one, or 0. */
static bool key_at(int which, bool make, struct user_key *out, int *why)
{
	struct str path = STR_INIT;
	errno = 0;
	int folder = find_place(which, make, &path) ? open_place(path.ptr) : -1;
	bool ok = folder >= 0 && read_key(folder, out);
	*why = ok ? 0 : want();
	if (!ok && folder >= 0 && make && !*why) {
		ok = make_key(folder, out);
		*why = ok ? 0 : want();
	}
	if (folder >= 0)
		close(folder);
	str_release(&path);
	return ok;
}

bool platform_user_keys(struct user_key keys[USER_KEYS_MAX], size_t *count, struct err *err)
{
	int why = 0;
	*count = 0;
	for (int which = 0; which < USER_KEYS_MAX && !why; which++)
		*count += key_at(which, false, &keys[*count], &why);
	return !why || posix_fail(err, why, "cannot read the key that seals journals");
}

/* One in a better place is made rather than used from a worse one: /var/tmp is swept. */
bool platform_user_key(struct user_key *out, size_t *count, struct err *err)
{
	int why = 0;
	*count = 0;
	for (int which = 0; which < USER_KEYS_MAX && !*count && !why; which++)
		*count = key_at(which, true, out, &why);
	return !why || posix_fail(err, why, "cannot read the key that seals journals");
}
