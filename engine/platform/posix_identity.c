#include "platform/posix.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

#include "base/hex.h"
#include "base/sha256.h"
#include "platform/identity.h"

#define KEY_TEXT_BYTES (2 * USER_KEY_BYTES + 1)
#define OVERLAYFS_MAGIC 0x794c7630ul

/* Overlayfs over several volumes numbers its folders anew each time that it has forgotten them. */
static bool numbers_last(int fd)
{
#ifdef __linux__
	struct statfs fs;
	return fstatfs(fd, &fs) != 0 || (unsigned long)fs.f_type != OVERLAYFS_MAGIC;
#else
	(void)fd;
	return true;
#endif
}

static void fill_more(int fd, struct folder_identity *out)
{
#ifdef STATX_BTIME
	struct statx st;
#ifdef STATX_MNT_ID
	const unsigned wanted = STATX_BTIME | STATX_MNT_ID;
#else
	const unsigned wanted = STATX_BTIME;
#endif
	if (statx(fd, "", AT_EMPTY_PATH, wanted, &st) != 0)
		return;
	if (st.stx_mask & STATX_BTIME)
		out->birth_ns = (int64_t)st.stx_btime.tv_sec * 1000000000 + st.stx_btime.tv_nsec;
	if (out->birth_ns && !numbers_last(fd))
		out->file_id = 0;
#ifdef STATX_MNT_ID
	if (st.stx_mask & STATX_MNT_ID)
		out->mount_id = st.stx_mnt_id;
#endif
#else
	(void)fd, (void)out;
#endif
}

bool root_identify(struct root *root, const char *path, struct folder_identity *out, struct err *err)
{
#ifdef O_PATH
	int fd = posix_open(root, path, O_PATH, 0);
#else
	int fd = posix_open(root, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
#endif
	struct stat st;
	if (fd < 0 || fstat(fd, &st) != 0) {
		int reason = errno;
		if (fd >= 0)
			close(fd);
		return posix_fail(err, reason, "cannot examine '%s'", path[0] ? path : root_path(root));
	}
	*out = (struct folder_identity){
		.file_id = (uint64_t)st.st_ino,
		.volume_id = (uint64_t)st.st_dev,
		.mount_id = (uint64_t)st.st_dev,
		.is_mine = st.st_uid == geteuid(),
		.owner = (uint64_t)st.st_uid,
	};
	fill_more(fd, out);
	close(fd);
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

/* Two processes may do this at the same time: the first one to give its key the name has made it. */
static bool make_key(int folder, struct user_key *out)
{
	char name[32], text[KEY_TEXT_BYTES + 1];
	random_fill(out->bytes, sizeof(out->bytes));
	hex_write(out->bytes, USER_KEY_BYTES, text);
	text[KEY_TEXT_BYTES - 1] = '\n';
	snprintf(name, sizeof(name), "key.%" PRIu64, platform_process_id());
	int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	bool ok = posix_write_fully(fd, slice_from(text, KEY_TEXT_BYTES)) && fsync(fd) == 0;
	ok = close(fd) == 0 && ok;
	ok = ok && linkat(folder, name, folder, "key", 0) == 0;
	unlinkat(folder, name, 0);
	return ok || read_key(folder, out);
}

/* Is it an absolute path of a folder of this user? sudo may leave HOME as it was: nothing of root's is to be put there. */
static bool is_own_folder(const char *path)
{
	struct stat st;
	return path[0] == '/' && stat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid();
}

/* Where keys are kept, the first and the second place; false where the environment tells of none. `make`: with the folders on the way. */
static bool find_place(int which, bool make, struct str *out)
{
	if (which == 1) {
		str_addf(out, "/var/tmp/tpatch-%lu", (unsigned long)geteuid());
	} else {
		const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
		if (state && is_own_folder(state)) {
			str_add_cstr(out, state);
		} else if (home && is_own_folder(home)) {
			str_addf(out, "%s/.local", home);
			if (make)
				mkdir(out->ptr, 0700);
			str_add_cstr(out, "/state");
			if (make)
				mkdir(out->ptr, 0700);
		} else {
			return false;
		}
		str_add_cstr(out, "/tpatch");
	}
	if (make)
		mkdir(out->ptr, 0700);
	return true;
}

static bool key_at(int which, bool make, struct user_key *out)
{
	struct str path = STR_INIT;
	int folder = find_place(which, make, &path) ? open_place(path.ptr) : -1;
	bool ok = folder >= 0 && (make ? make_key(folder, out) : read_key(folder, out));
	if (folder >= 0)
		close(folder);
	str_release(&path);
	return ok;
}

size_t platform_user_keys(struct user_key keys[USER_KEYS_MAX])
{
	size_t count = 0;
	for (int which = 0; which < USER_KEYS_MAX; which++)
		count += key_at(which, false, &keys[count]);
	return count;
}

bool platform_user_key(struct user_key *out)
{
	struct user_key keys[USER_KEYS_MAX];
	if (platform_user_keys(keys)) {
		*out = keys[0];
		return true;
	}
	return key_at(0, true, out) || key_at(1, true, out);
}
