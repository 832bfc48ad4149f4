/* What a new process is given, in the form in which Windows takes it. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "base/command_line.h"

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), tail = strlen(end);
	return length >= tail && slice_eq_nocase(slice_of(text + length - tail), slice_of(end));
}

static bool is_cmd(const char *file)
{
	return ends_with(file, "\\cmd.exe") || ends_with(file, "/cmd.exe");
}

char *win32_cmd(void)
{
	wchar_t folder[MAX_PATH];
	struct str path = STR_INIT;
	UINT len = GetSystemDirectoryW(folder, MAX_PATH);
	win32_add_utf8(folder, len < MAX_PATH ? len : 0, &path);
	str_add_cstr(&path, "\\cmd.exe");
	return str_detach(&path);
}

/* Every word in quotes, where only '%' and '"' mean anything to cmd.exe; a backslash in front of the closing quote is
 * one for the program. */
static bool add_batch_word(const char *word, struct str *line)
{
	if (strpbrk(word, "%\"\r\n"))
		return false;
	size_t length = strlen(word), backslashes = 0;
	while (backslashes < length && word[length - 1 - backslashes] == '\\')
		backslashes++;
	str_addf(line, "\"%s", word);
	str_add_repeat(line, '\\', backslashes);
	str_add_char(line, '"');
	return true;
}

/* /s: the first quote and the last are taken away, and nothing else. */
static bool add_batch(const char *file, const char *const *argv, const char *cmd, struct str *line, struct err *err)
{
	command_line_add(line, cmd);
	str_add_cstr(line, " /d /e:on /v:off /s /c \"");
	bool ok = add_batch_word(file, line);
	for (; ok && *argv; argv++) {
		str_add_char(line, ' ');
		ok = add_batch_word(*argv, line);
	}
	str_add_char(line, '"');
	return ok ||
	       err_set(err, ERR_IO,
		       "cannot start the batch file '%s': cmd.exe would change an argument that has '%%', '\"' or "
		       "line ends in it",
		       file);
}

wchar_t *win32_command_line(const char *file, const char *const *argv, wchar_t **application, struct err *err)
{
	struct str line = STR_INIT;
	bool ok = true;
	char *cmd = ends_with(file, ".bat") || ends_with(file, ".cmd") ? win32_cmd() : NULL;
	if (cmd) {
		ok = add_batch(file, argv + 1, cmd, &line, err);
	} else {
		command_line_add(&line, file);
		for (size_t i = 1; argv[i]; i++) {
			if (is_cmd(file))
				str_addf(&line, " %s", argv[i]);
			else
				command_line_add(&line, argv[i]);
		}
	}
	wchar_t *full = win32_absolute(cmd ? cmd : file), *wide = ok ? win32_wide(line.ptr) : NULL;
	*application = full ? win32_without_prefix(full) : NULL;
	if (ok && (!wide || !*application))
		win32_fail(err, GetLastError(), "cannot start '%s'", file);
	if (wide && !*application) {
		free(wide);
		wide = NULL;
	}
	free(full);
	free(cmd);
	str_release(&line);
	return wide;
}

/* By name, as CreateProcessW() wants it: "sorted alphabetically by name, case-insensitive, Unicode order, without
 * regard to locale". */
static int compare_items(const void *a, const void *b)
{
	const wchar_t *left = *(const wchar_t *const *)a, *right = *(const wchar_t *const *)b;
	const wchar_t *left_end = wcschr(left + 1, L'='), *right_end = wcschr(right + 1, L'=');
	int order = CompareStringOrdinal(
		left, left_end ? (int)(left_end - left) : -1, right, right_end ? (int)(right_end - right) : -1, TRUE);
	return order - CSTR_EQUAL;
}

wchar_t *win32_environment_block(const struct environment *environment)
{
	wchar_t **items = xcalloc(environment->count + 1, sizeof(*items)), *block = NULL;
	size_t units = 2, count = 0;
	while (count < environment->count && (items[count] = win32_wide(environment->items[count])) != NULL)
		units += wcslen(items[count++]) + 1;
	if (count == environment->count) {
		qsort(items, count, sizeof(*items), compare_items);
		block = xcalloc(units, sizeof(*block));
		wchar_t *at = block;
		for (size_t i = 0; i < count; i++) {
			size_t len = wcslen(items[i]) + 1;
			wmemcpy(at, items[i], len);
			at += len;
		}
	}
	for (size_t i = 0; i < count; i++)
		free(items[i]);
	free(items);
	return block;
}
