/*
 * Text and reasons between Windows and us, for whoever calls Windows: the files of win32/, and those of programs that
 * use the engine. It needs no header of the system.
 *
 * Names are converted as WTF-8 has it (https://simonsapin.github.io/wtf-8/): NTFS allows half surrogate pairs in names,
 * and they come back as they were.
 */
#ifndef TPATCH_PLATFORM_WIN32_TEXT_H
#define TPATCH_PLATFORM_WIN32_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

/* --- win32/path.c ------------------------------------------------------------------------------------------------- */

/* UTF-16 of `text`, for free(); NULL (ERROR_NO_UNICODE_TRANSLATION) if it is no UTF-8. */
wchar_t *win32_wide(const char *text);
/* Appends `len` units of `wide` as UTF-8. */
void win32_add_utf8(const wchar_t *wide, size_t len, struct str *out);
/* Any path as a user types it, relative to the working directory, as an absolute one with prefix; for free(). NULL: it
 * is no path. */
wchar_t *win32_absolute(const char *path);
/* A path with prefix as most of Windows takes it, if it is short enough for that; for free(). */
wchar_t *win32_without_prefix(const wchar_t *full);

/* --- win32/root.c ------------------------------------------------------------------------------------------------- */

/* Is that a symbolic link or junction? Other reparse points (deduplicated or compressed files, files in a cloud) are
 * what they seem. */
bool win32_is_link(unsigned long attributes, unsigned long reparse_tag);

/* --- win32/error.c ------------------------------------------------------------------------------------------------ */

/* Sets "`format`: `reason` in words" as ERR_IO and returns false. `reason` is what GetLastError() said. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool win32_fail(struct err *err, unsigned long reason, const char *format, ...);
/* As win32_fail(), for the file at `path` (NULL: it is no path): says as well which programs keep it from us, and that
 * its drive is not there. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool win32_fail_at(struct err *err, unsigned long reason, const wchar_t *path, const char *format, ...);
/* Is it a reason that only a program gives that has the file open? */
bool win32_is_held_reason(unsigned long reason);
/* Is it a reason that goes away when another program (a virus scanner, an indexer, an editor) lets the file go? */
bool win32_is_busy(unsigned long reason);
/* Sleeps before another try: 10 ms, 20 ms, 40 ms … False, at once, when `tries` were made. GetLastError() stays as it
 * is. */
bool win32_wait(unsigned *tries, unsigned most);

/* --- win32/holder.c ----------------------------------------------------------------------------------------------- */

/*
 * Adds to `err`, whose message is about the file at `path`, which programs have it open, and what to do; nothing where
 * Windows does not tell (Restart Manager: https://learn.microsoft.com/windows/win32/rstmgr/restart-manager-portal).
 */
void win32_name_holders(struct err *err, const wchar_t *path);

#endif
