/*
 * What the win32_*.c files share. Nothing outside them (and their unit test) includes this header.
 *
 * Inside, a path is UTF-16, absolute, with '\' and the prefix \\?\: so it may be longer than 260 characters and is taken as it is. Functions
 * that fail leave the reason in GetLastError(), and helpers that clean up keep it. Names are converted as WTF-8 has it
 * (https://simonsapin.github.io/wtf-8/): NTFS allows half surrogate pairs in names, and they come back as they were.
 */
#ifndef TPATCH_PLATFORM_WIN32_H
#define TPATCH_PLATFORM_WIN32_H

#define WIN32_LEAN_AND_MEAN
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601
#endif
#include <windows.h>

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "platform/read.h"

/* Our reason for a path that leads over a link; the system uses the number for the same thing, but nowhere that we call. */
#define WIN32_IS_LINK 681ul /* ERROR_STOPPED_ON_SYMLINK, which not every winerror.h has */

struct root {
	/* Open without FILE_SHARE_DELETE: nobody can move the folder away. */
	HANDLE handle;
	wchar_t *full; /* with the prefix and no separator at the end */
	char *path;    /* as the user typed it, or absolute */
};

/* --- win32_path.c -------------------------------------------------------------------------------------------------- */

/* UTF-16 of `text`, for free(); NULL (ERROR_INVALID_NAME) if it is no UTF-8. */
wchar_t *win32_wide(const char *text);
/* Appends `len` units of `wide` as UTF-8. */
void win32_add_utf8(const wchar_t *wide, size_t len, struct str *out);
/* Any path as a user types it, relative to the working directory, as an absolute one with prefix; for free(). NULL: it is no path. */
wchar_t *win32_absolute(const char *path);
/* A path with prefix as most of Windows takes it, if it is short enough for that; for free(). */
wchar_t *win32_without_prefix(const wchar_t *full);
/* How the root at `path`, whose absolute form is `full`, is shown: as typed if that is absolute, without separators at the end. */
char *win32_shown(const char *path, const wchar_t *full);
/* The path of `path` below `root`, for free(). NULL (ERROR_INVALID_PARAMETER) unless it is plain: no empty, "." or ".." part, no ':' or '\'. */
wchar_t *win32_below(const struct root *root, const char *path);

/* --- win32_root.c -------------------------------------------------------------------------------------------------- */

/* Where a name lives. Its folder is held open without FILE_SHARE_DELETE, so it cannot be moved or become a link. */
struct win32_place {
	wchar_t *path;
	HANDLE folder;
};

/*
 * Resolves `path` part by part: false (WIN32_IS_LINK) if a part but the last is a link or junction. Held until win32_leave().
 */
bool win32_find(const struct root *root, const char *path, struct win32_place *place);
void win32_leave(struct win32_place *place);

/* The folder `path` below `root` ("" is the root), held as in a place. INVALID_HANDLE_VALUE if it is not there, no folder or a link. */
HANDLE win32_open_folder(const struct root *root, const char *path);

/*
 * CreateFileW() that never follows a link: INVALID_HANDLE_VALUE (WIN32_IS_LINK) for one. `info` is filled (CreateFileW() adds
 * the right to that by itself). Waits a little for a file that another program keeps to itself.
 */
HANDLE win32_open(const wchar_t *path, DWORD access, DWORD share, DWORD disposition, DWORD flags, FILE_BASIC_INFO *info);

/* Is that a symbolic link or junction? Other reparse points (deduplicated or compressed files, files in a cloud) are what they seem. */
bool win32_is_link(DWORD attributes, DWORD reparse_tag);

/* --- win32_error.c ------------------------------------------------------------------------------------------------- */

/* Sets "`format`: `reason` in words" as ERR_IO and returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool win32_fail(struct err *err, DWORD reason, const char *format, ...);

/* Is it a reason that says that there is no such thing? */
bool win32_is_absence(DWORD reason);
/* Is it one that goes away when another program (a virus scanner, an indexer, an editor) lets the file go? */
bool win32_is_busy(DWORD reason);
/* Sleeps before another try: 10 ms, 20 ms, 40 ms … False, at once, when `tries` were made. */
bool win32_wait(unsigned *tries, unsigned most);
/* CloseHandle() and free() that keep the last error. */
void win32_close(HANDLE handle);
void win32_free(void *memory);

/* --- win32_system.c ----------------------------------------------------------------------------------------------- */

HANDLE win32_stream_handle(enum stream stream);

/* --- win32_access.c ------------------------------------------------------------------------------------------------ */

/*
 * Gives the file `to` the list of access rights of `from`, as ReplaceFileW() would: who was kept from reading the old text does not read the
 * new one. What this process may not do, or the volume does not know, is left.
 */
void win32_copy_access(const wchar_t *from, const wchar_t *to);

/* --- win32_lock.c -------------------------------------------------------------------------------------------------- */

struct write_ops;
struct file_lock;

/* `lock` and `unlock` of platform/write.h. */
struct file_lock *win32_lock(const struct write_ops *ops, struct root *root, const char *path, bool *busy, struct err *err);
void win32_unlock(const struct write_ops *ops, struct file_lock *lock);

/* --- win32_holder.c ------------------------------------------------------------------------------------------------ */

/*
 * Adds to `err`, whose message is about the file at `path`, which programs have it open, and what to do; nothing where Windows does not tell
 * (Restart Manager: https://learn.microsoft.com/windows/win32/rstmgr/restart-manager-portal).
 */
void win32_name_holders(struct err *err, const wchar_t *path);

/* --- win32_stop.c -------------------------------------------------------------------------------------------------- */

/* Ctrl-C, Ctrl-Break, a closed window and the end of a session come here. Called once. */
void win32_watch_for_stop(void);
/* From now on such an event does not end the process: see win32_may_go_on(). Until win32_end_writing(). */
void win32_begin_writing(void);
void win32_end_writing(void);
/* False, once, when there was an event. */
bool win32_may_go_on(struct err *err);

/* --- win32_read.c -------------------------------------------------------------------------------------------------- */

int64_t win32_unix_ns(FILETIME time);
FILETIME win32_filetime(int64_t unix_ns);
void win32_fill_stat(const BY_HANDLE_FILE_INFORMATION *info, struct file_stat *out);

#endif
