/*
 * What the files of win32/ share. Nothing outside them (and their unit test) includes this header.
 *
 * Inside, a path is UTF-16, absolute, with '\' and the prefix \\?\: so it may be longer than 260 characters and is
 * taken as it is. Functions that fail leave the reason in GetLastError(), and helpers that clean up keep it. More of
 * them are in win32/text.h.
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
#include "platform/environment.h"
#include "platform/read.h"
#include "platform/win32/text.h"

/* Our reason for a path that leads over a link; the system uses the number for the same thing, but nowhere that we
 * call. */
#define WIN32_IS_LINK 681ul /* ERROR_STOPPED_ON_SYMLINK, which not every winerror.h has */

struct held_folders;

struct root {
	/* Open without FILE_SHARE_DELETE: nobody can move the folder away. */
	HANDLE handle;
	wchar_t *full; /* with the prefix and no separator at the end */
	char *path;    /* as the user typed it, or absolute */
	struct held_folders *held;
	/* The volume renames and removes like POSIX: also files that are open, if they may be deleted. */
	bool renames_like_posix;
	/* Of the waits for files that another program has open, for all of them together. */
	unsigned waits_left;
};

/* --- win32/path.c ------------------------------------------------------------------------------------------------- */

/* Does a path say where it begins: on a drive, and not in that drive's working directory, or on another machine? */
bool win32_is_absolute(struct slice path);
/* How the root at `path`, whose absolute form is `full`, is shown: as typed if that is absolute, without separators at
 * the end. */
char *win32_shown(const char *path, const wchar_t *full);
/* The path of `path` below `root`, for free(). NULL (ERROR_INVALID_PARAMETER) unless it is plain: no empty, "." or ".."
 * part, no ':' or '\'. */
wchar_t *win32_below(const struct root *root, const char *path);

/* --- win32/root.c ------------------------------------------------------------------------------------------------- */

/* Where a name lives. Its folder is held open without FILE_SHARE_DELETE, so it cannot be moved or become a link. */
struct win32_place {
	wchar_t *path;
	const wchar_t *name; /* the last part of it */
	HANDLE folder;
	const struct root *root;
	struct held_folder *held; /* NULL: `folder` is the root's, or this place's own */
};

/*
 * Resolves `path` part by part: false (WIN32_IS_LINK) if a part but the last is a link or junction. Held until
 * win32_leave().
 */
bool win32_find(const struct root *root, const char *path, struct win32_place *place);
void win32_leave(struct win32_place *place);

/*
 * The folder `path` below `root` ("" is the root), held as in a place. `access` is asked for besides what holding
 * takes. INVALID_HANDLE_VALUE if it is not there, no folder or a link.
 */
HANDLE win32_open_folder(const struct root *root, const char *path, DWORD access);
/* The same for the folder `name` (one part) in the held folder `parent`. */
HANDLE win32_open_folder_in(HANDLE parent, const wchar_t *name, DWORD access);

/*
 * CreateFileW() that never follows a link: INVALID_HANDLE_VALUE (WIN32_IS_LINK) for one. `info` is filled
 * (CreateFileW() adds the right to that by itself). Waits a little for a file that another program keeps to itself.
 */
HANDLE win32_open(
	const wchar_t *path, DWORD access, DWORD share, DWORD disposition, DWORD flags, FILE_BASIC_INFO *info);
/* The same for what is there under `name` (one part) in the open `folder`: no other part is looked at again. */
HANDLE win32_open_in(HANDLE folder, const wchar_t *name, DWORD access, DWORD share, DWORD flags, FILE_BASIC_INFO *info);
/* The same for what a place names, and as CreateFileW() does it with `disposition`. */
HANDLE win32_open_at(const struct win32_place *place, DWORD access, DWORD share, DWORD disposition, DWORD flags,
	FILE_BASIC_INFO *info);
/* The same, made anew: neither a link nor a folder is what it makes. `flags` may have attributes. No waiting. */
HANDLE win32_create_at(const struct win32_place *place, DWORD access, DWORD flags);

/* --- win32/held.c ------------------------------------------------------------------------------------------------- */

/*
 * Folders below a root that stay open while a run writes, so that the way to each file is gone once, not once for each
 * call. Nothing is kept but between win32_hold_folders() and win32_let_folders_go(). Any thread may call these.
 */
struct held_folders *win32_held_new(void);
void win32_held_free(struct held_folders *held);
void win32_hold_folders(struct root *root);
void win32_let_folders_go(struct root *root);
/* Lets go the folder `path` below the root and what is below that: Windows removes no folder that is open. */
void win32_let_go(const struct root *root, const wchar_t *path);
/*
 * The longest way from the root to `end` (a separator in `path`, or its end) that is held, as a folder that nobody lets
 * go until win32_held_leave(); NULL where none is. `*rest` is what follows in `path`.
 */
struct held_folder *win32_held_find(const struct root *root, wchar_t *path, const wchar_t *end, wchar_t **rest);
/*
 * Keeps `handle`, which is the folder from the root to `end`, and is then the list's to close. NULL: it stays the
 * caller's.
 */
struct held_folder *win32_held_keep(const struct root *root, const wchar_t *path, const wchar_t *end, HANDLE handle);
HANDLE win32_held_handle(const struct held_folder *folder);
void win32_held_leave(const struct root *root, struct held_folder *folder);

/* --- win32/error.c ------------------------------------------------------------------------------------------------ */

/* Is it a reason that says that there is no such thing? */
bool win32_is_absence(DWORD reason);
/* CloseHandle() and free() that keep the last error. */
void win32_close(HANDLE handle);
void win32_free(void *memory);

/* --- win32/write.c ------------------------------------------------------------------------------------------------ */

/* Writes all of `bytes`. False with the last error. */
bool win32_write(HANDLE handle, struct slice bytes);

/* --- win32/system.c ----------------------------------------------------------------------------------------------- */

HANDLE win32_stream_handle(enum stream stream);
/* Gives the console the modes that it had when the program began. */
void win32_put_back_console(void);

/* --- win32/access.c ----------------------------------------------------------------------------------------------- */

/*
 * Gives the file `to` the list of access rights of `from`, as ReplaceFileW() would: who was kept from reading the old
 * text does not read the new one. Both are open, with READ_CONTROL, `to` with WRITE_DAC besides. What the volume does
 * not know is left.
 */
void win32_copy_access(HANDLE from, HANDLE to);

/* --- win32/launch.c ----------------------------------------------------------------------------------------------- */

/* cmd.exe in the system's folder, for free(). */
char *win32_cmd(void);
/*
 * The command line that starts the program `file` with argv[1] and what follows, for free(); `*application` is what
 * CreateProcessW() gets as the program, for free(). A batch file is started by way of cmd.exe. Words for cmd.exe itself
 * go as they are, since it reads its line as no other program does. NULL with ERR_IO where cmd.exe would make something
 * else of an argument of a batch file ('%', '"', line ends).
 */
wchar_t *win32_command_line(const char *file, const char *const *argv, wchar_t **application, struct err *err);
/* The environment as CreateProcessW() takes it: UTF-16, sorted by name without regard to case, for free(). NULL: a text
 * is no UTF-8. */
wchar_t *win32_environment_block(const struct environment *environment);

/* --- win32/streams.c ---------------------------------------------------------------------------------------------- */

/*
 * Gives the file `to` the alternate streams of `from`, which ReplaceFileW() keeps, too. `source` is `from`, open. What
 * cannot be read or written, or the volume does not know, is left
 * (https://learn.microsoft.com/windows/win32/fileio/file-streams).
 */
void win32_copy_streams(HANDLE source, const wchar_t *from, const wchar_t *to);
/* One of them; `stream` is ":name:$DATA". False if it could not be copied; then `to` has none of that name. */
bool win32_copy_stream(const wchar_t *from, const wchar_t *to, const wchar_t *stream);

/* --- win32/rename.c ----------------------------------------------------------------------------------------------- */

/*
 * Gives the file at `from` the name `to`. Something that is there is replaced if `replace`, whether read-only or not,
 * unless it is a folder. What another program has open is waited for, five seconds at most, and, where the volume can
 * do that, replaced if that program allows it to be deleted. False with the reason.
 */
bool win32_rename(const struct win32_place *from, const struct win32_place *to, bool replace);
/* Removes this name of the file or link there; its other names keep the read-only attribute. False with the reason. */
bool win32_remove_name(const struct win32_place *place);
/*
 * Has another program the file open in a way that keeps it from being replaced or removed? The last error stays as
 * it is.
 */
bool win32_is_held(const struct win32_place *place);
/*
 * Sets attributes of the file of that number, whatever its names, on the volume of `folder`. False with the reason.
 */
bool win32_set_attributes_by_id(HANDLE folder, uint64_t file_id, DWORD attributes);

/* --- win32/lock.c ------------------------------------------------------------------------------------------------- */

struct write_ops;
struct file_lock;

/* `lock` and `unlock` of platform/write.h. */
struct file_lock *win32_lock(
	const struct write_ops *ops, struct root *root, const char *path, bool *busy, struct err *err);
void win32_unlock(const struct write_ops *ops, struct file_lock *lock);
/*
 * LockFileEx(), or what a test has in its place. Where it is not supported, the lock is that nobody else may write
 * the file.
 */
typedef BOOL WINAPI win32_lock_file(HANDLE, DWORD, DWORD, DWORD, DWORD, OVERLAPPED *);
struct file_lock *win32_lock_by(
	win32_lock_file *lock_file, struct root *root, const char *path, bool *busy, struct err *err);

/* --- win32/stop.c ------------------------------------------------------------------------------------------------- */

/* Ctrl-C, Ctrl-Break, a closed window and the end of a session come here. Called once. */
void win32_watch_for_stop(void);
/* From here on, what ends the program by an exception is told on standard error: crash.c. */
void win32_watch_for_crashes(void);
LONG WINAPI win32_tell_of_crash(EXCEPTION_POINTERS *crash);
/* From now on such an event does not end the process: see win32_may_go_on(). Until win32_end_writing(). */
void win32_begin_writing(void);
void win32_end_writing(void);
/* False, once, when there was an event. */
bool win32_may_go_on(struct err *err);

/* --- win32/read.c ------------------------------------------------------------------------------------------------- */

int64_t win32_unix_ns(FILETIME time);
FILETIME win32_filetime(int64_t unix_ns);
void win32_fill_stat(const BY_HANDLE_FILE_INFORMATION *info, struct file_stat *out);
/* What keeps a file from being replaced or removed; of a folder the attribute means something else. */
static inline bool win32_is_read_only_file(DWORD attributes)
{
	return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) &&
	       !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

#endif
