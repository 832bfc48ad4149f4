/* Whose a folder is, which one it is, and a secret by which this user's tpatch knows again what it wrote. */
#ifndef TPATCH_PLATFORM_IDENTITY_H
#define TPATCH_PLATFORM_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "platform/read.h"

#define OWNER_UNKNOWN UINT64_MAX

/* The same folder has the same identity for as long as it is there, moved within its volume too; a copy has another. */
struct folder_identity {
	uint64_t file_id;   /* 0 where it is not lasting and `birth_ns` tells folders apart (overlayfs) */
	uint64_t volume_id; /* may change when the volume is mounted again */
	/* names can be moved between two folders of one mount; where the system does not tell mounts, the volume */
	uint64_t mount_id;
	int64_t birth_ns; /* when it was made, since 1970; 0 where the volume does not know it */
	/* it belongs to the user (POSIX: effective; Windows: or to the owner of what this process makes) */
	bool is_mine;
	uint64_t owner; /* POSIX: the user id; Windows: OWNER_UNKNOWN */
};

/* Of the folder (or file) `path` ("" is the root), no part of which may be a link. ERR_IO where there is none. */
bool root_identify(struct root *root, const char *path, struct folder_identity *out, struct err *err);

/*
 * Can a file lie on another mount than the folder that names it, with no link on the way? False on Windows, where
 * another volume begins at a link.
 */
bool platform_has_mounts_in_trees(void);

#define USER_KEY_BYTES 32
#define USER_KEYS_MAX 4

struct user_key {
	unsigned char bytes[USER_KEY_BYTES];
};

/*
 * The keys of this user that are there, at most USER_KEYS_MAX: in $XDG_STATE_HOME/tpatch, in ~/.local/state/tpatch (the
 * home that the system knows, where HOME names no folder of this user), and, for homes that cannot be written, in
 * /var/tmp/tpatch-UID and /tmp/tpatch-UID; on Windows in %LOCALAPPDATA%\tpatch. One that somebody else owns or could
 * have written does not count. False with ERR_IO where the system has no more open files or memory, or the disk
 * cannot be read: whether there is one is not known.
 */
bool platform_user_keys(struct user_key keys[USER_KEYS_MAX], size_t *count, struct err *err);
/*
 * The key to seal with: of the first of these places that has one or where one can be made; `*count` is 0 where there
 * is none. Errors as above.
 */
bool platform_user_key(struct user_key *out, size_t *count, struct err *err);

#endif
