/* Paths in a diff's headers: quotes, time stamps, folders to strip. */
#include "text/patch_private.h"

#include "base/utf8.h"

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* What an escape behind a backslash stands for, its length in `*len`; git's quote.c. */
static char unescape(struct slice text, size_t at, size_t *len)
{
	static const char letters[] = "abtnvfr"; /* bytes 7 to 13 */
	*len = 1;
	if (at + 2 < text.len && is_octal(text.ptr[at]) && is_octal(text.ptr[at + 1]) && is_octal(text.ptr[at + 2])) {
		*len = 3;
		return (char)((text.ptr[at] - '0') << 6 | (text.ptr[at + 1] - '0') << 3 | (text.ptr[at + 2] - '0'));
	}
	for (size_t i = 0; i + 1 < sizeof(letters); i++)
		if (letters[i] == text.ptr[at])
			return (char)('\a' + i);
	return text.ptr[at];
}

/* Reads a path in quotes into `out`; `*end` is behind the closing one. False where it does not close. */
static bool read_quoted(struct slice text, struct str *out, size_t *end)
{
	for (size_t i = 1; i < text.len; i++) {
		if (text.ptr[i] == '"') {
			*end = i + 1;
			return true;
		}
		if (text.ptr[i] != '\\' || i + 1 == text.len) {
			str_add_char(out, text.ptr[i]);
			continue;
		}
		size_t len;
		str_add_char(out, unescape(text, i + 1, &len));
		i += len;
	}
	return false;
}

/* Does the text begin as `form` says, where every 'd' is a digit? */
static bool has_form(struct slice text, const char *form)
{
	for (size_t i = 0; form[i]; i++)
		if (i >= text.len || (form[i] == 'd' ? text.ptr[i] < '0' || text.ptr[i] > '9' : text.ptr[i] != form[i]))
			return false;
	return true;
}

/* Cuts the time stamp off a path that is not in quotes: behind a tab, or a date behind a blank. */
static struct slice cut_stamp(struct slice text, struct slice *stamp)
{
	size_t end = slice_find(text, SLICE_LITERAL("\t"), 0);
	for (size_t i = 0; end == (size_t)-1 && i < text.len; i++)
		if (text.ptr[i] == ' ' && has_form(slice_sub(text, i, text.len), " dddd-dd-dd dd:dd"))
			end = i;
	*stamp = end == (size_t)-1 ? SLICE_LITERAL("") : slice_trim(slice_sub(text, end, text.len));
	struct slice path = slice_sub(text, 0, end);
	while (end != (size_t)-1 && slice_ends_with(path, " "))
		path.len--;
	return path;
}

static int number_at(struct slice text, size_t at)
{
	return (text.ptr[at] - '0') * 10 + text.ptr[at + 1] - '0';
}

/*
 * Is the time stamp the first moment of 1970, in whatever zone, which diff writes for a file that is not there? Files
 * from reproducible archives are of that day, too.
 */
static bool is_epoch(struct slice stamp)
{
	if (!has_form(stamp, "1970-01-01 dd:dd") && !has_form(stamp, "1969-12-31 dd:dd"))
		return false;
	int minutes = number_at(stamp, 11) * 60 + number_at(stamp, 14) - (stamp.ptr[3] == '9' ? 24 * 60 : 0);
	struct slice rest = slice_sub(stamp, 16, stamp.len);
	if (has_form(rest, ":dd") && number_at(rest, 1) != 0)
		return false;
	rest = slice_sub(rest, has_form(rest, ":dd") ? 3 : 0, rest.len);
	for (bool in_fraction = slice_starts_with(rest, "."); in_fraction && rest.len && rest.ptr[0] != ' ';
		rest = slice_sub(rest, 1, rest.len))
		if (rest.ptr[0] != '.' && rest.ptr[0] != '0')
			return false;
	rest = slice_trim(rest);
	if (has_form(rest, "+dddd") || has_form(rest, "-dddd"))
		minutes -= (rest.ptr[0] == '+' ? 1 : -1) * (number_at(rest, 1) * 60 + number_at(rest, 3));
	return minutes == 0;
}

/* False where the path has too few folders. */
static bool strip_folders(struct slice *path, size_t strip)
{
	for (; strip; strip--) {
		size_t slash = slice_find(*path, SLICE_LITERAL("/"), 0);
		if (slash == (size_t)-1)
			return false;
		while (slash < path->len && path->ptr[slash] == '/')
			slash++;
		*path = slice_sub(*path, slash, path->len);
	}
	while (slice_starts_with(*path, "./"))
		*path = slice_sub(*path, 2, path->len);
	return path->len > 0;
}

bool patch_read_path(
	struct patch_reader *reader, struct slice text, size_t offset, size_t strip, const char **out, struct err *err)
{
	struct str quoted = STR_INIT;
	struct slice path, stamp = SLICE_LITERAL("");
	size_t end;
	if (slice_starts_with(text, "\"") && read_quoted(text, &quoted, &end)) {
		path = str_slice(&quoted);
		stamp = slice_trim(slice_sub(text, end, text.len));
	} else {
		path = cut_stamp(text, &stamp);
	}
	*out = NULL;
	bool is_nothing = slice_eq_cstr(path, "/dev/null") || is_epoch(stamp);
	bool ok = is_nothing || (strip_folders(&path, strip) && slice_find(path, slice_from("", 1), 0) == (size_t)-1);
	if (ok && !is_nothing)
		*out = arena_dup(reader->arena, path);
	if (!ok) {
		patch_fail(reader, offset, err, "path '" SLICE_FMT "' does not begin with the %zu folder%s to strip",
			SLICE_ARG(utf8_excerpt(text)), strip, str_plural(strip));
		err_hint(err, "--strip 0 uses paths as they are");
	}
	str_release(&quoted);
	return ok;
}

/* Both halves have the same length, so the blank between them is in the middle. */
const char *patch_git_path(struct patch_reader *reader, struct slice text, size_t strip)
{
	struct err ignored = ERR_INIT;
	const char *old_path = NULL, *new_path = NULL;
	text = slice_trim(text);
	size_t middle = text.len / 2;
	if (text.len % 2 == 0 || text.ptr[middle] != ' ')
		return NULL;
	bool ok = patch_read_path(reader, slice_sub(text, 0, middle), 0, strip, &old_path, &ignored) &&
		  patch_read_path(reader, slice_sub(text, middle + 1, text.len), 0, strip, &new_path, &ignored);
	err_release(&ignored);
	return ok && old_path && new_path && slice_eq(slice_of(old_path), slice_of(new_path)) ? new_path : NULL;
}
