/* A diff's files: headers of every dialect, then their hunks. */
#include "text/patch_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "text/utf16.h"

/* --- paths in headers: quotes, time stamps, folders to strip ------------------------------------------------------ */

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* What an escape after a backslash stands for, its length in `*len`; git's quote.c. */
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

/* Reads a path in quotes into `out`; `*end` is after the closing one. False where it does not close. */
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

/* Cuts the time stamp off a path that is not in quotes: after a tab, or a date after a blank. */
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

/*
 * The path after "--- ", "+++ " or "rename to ": unquoted, without what is after a tab, `strip` folders taken
 * off; *out is NULL for /dev/null and for the time stamp that means the same, the first moment of 1970. ERR_USAGE,
 * placed at `offset`, for a path with too few folders.
 */
static bool patch_read_path(
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
static const char *patch_git_path(struct patch_reader *reader, struct slice text, size_t strip)
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

struct diff_reader {
	struct patch_reader base;
	size_t strip;
	struct patch_file file; /* being read */
	bool in_file, in_git;   /* a header of it was seen; it began with `diff --git` */
	bool has_names;         /* its `---` and `+++` were seen */
	bool is_created, is_deleted;
	struct patch_hunk *hunks;
	size_t n_hunks, hunks_capacity;
	struct patch_file *files;
	size_t n_files, files_capacity;
	size_t preamble; /* where the text before the next file begins */
};

static bool tells_something(const struct diff_reader *r)
{
	return r->n_hunks || r->has_names || r->file.is_binary || r->file.is_rename || r->file.is_copy ||
	       r->file.old_mode || r->file.new_mode;
}

static void end_file(struct diff_reader *r)
{
	if (r->in_file && tells_something(r)) {
		if (r->is_created)
			r->file.old_path = NULL;
		if (r->is_deleted)
			r->file.new_path = NULL;
		r->file.n_hunks = r->n_hunks;
		r->file.hunks = arena_alloc(r->base.arena, r->n_hunks * sizeof(*r->hunks));
		if (r->n_hunks)
			memcpy(r->file.hunks, r->hunks, r->n_hunks * sizeof(*r->hunks));
		/* A git header whose two names cannot be told apart, or that makes and removes at once, is for no
		 * file. */
		if (r->file.old_path || r->file.new_path)
			VEC_PUSH(r->files, r->n_files, r->files_capacity, r->file);
	}
	r->n_hunks = 0;
	r->in_file = r->in_git = r->has_names = r->is_created = r->is_deleted = false;
	r->file = (struct patch_file){ 0 };
}

/* What is between the last hunk and this header is the file's preamble; a header that told nothing hands its own
 * on. */
static void begin_file(struct diff_reader *r)
{
	struct slice preamble = slice_trim(slice_sub(r->base.text, r->preamble, r->base.at));
	if (r->in_file && !r->n_hunks)
		preamble = tells_something(r) ? SLICE_LITERAL("") : r->file.preamble;
	end_file(r);
	r->in_file = true;
	r->file.line = r->base.line;
	r->file.preamble = preamble;
}

/* --- git's extended headers -------------------------------------------------------------------------------------- */

/* Octal digits; a mode of anything but a file is noted. */
static bool take_mode(struct diff_reader *r, struct slice text, unsigned *mode)
{
	enum { KIND = 0170000, REGULAR = 0100000 };
	unsigned value = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '7' || value > 07777777)
			return false;
		value = value << 3 | (unsigned)(text.ptr[i] - '0');
	}
	*mode = value;
	r->file.is_special |= value & KIND && (value & KIND) != REGULAR;
	return true;
}

static bool read_mode(struct diff_reader *r, struct slice text, unsigned *mode, struct err *err)
{
	text = slice_trim(text);
	if (!take_mode(r, text, mode))
		return patch_fail(
			&r->base, r->base.at, err, "'" SLICE_FMT "' is not a file mode", SLICE_ARG(utf8_excerpt(text)));
	return text.len > 0 || patch_fail(&r->base, r->base.at, err, "a file mode is missing");
}

static bool git_mode(struct diff_reader *r, struct slice value, const char *key, struct err *err)
{
	bool is_new = slice_starts_with(slice_of(key), "new");
	r->is_created |= strcmp(key, "new file mode ") == 0;
	r->is_deleted |= strcmp(key, "deleted file mode ") == 0;
	return read_mode(r, value, is_new ? &r->file.new_mode : &r->file.old_mode, err);
}

/* "8d14cbf..19acdd8 120000": a mode that stays is here and nowhere else. */
static bool git_index(struct diff_reader *r, struct slice value, const char *key, struct err *err)
{
	struct slice ids;
	unsigned ignored;
	(void)key;
	(void)err;
	if (slice_cut(&value, ' ', &ids) && value.ptr)
		take_mode(r, slice_trim(value), &ignored);
	return true;
}

/* Paths of renames have no a/ or b/ in front. */
static bool git_rename(struct diff_reader *r, struct slice value, const char *key, struct err *err)
{
	bool is_copy = slice_starts_with(slice_of(key), "copy"), is_from = slice_ends_with(slice_of(key), "from ");
	r->file.is_copy |= is_copy;
	r->file.is_rename |= !is_copy;
	return patch_read_path(&r->base, value, r->base.at, r->strip ? r->strip - 1 : 0,
		is_from ? &r->file.old_path : &r->file.new_path, err);
}

static const struct {
	const char *key;
	bool (*read)(struct diff_reader *r, struct slice value, const char *key, struct err *err);
} git_headers[] = {
	{ "old mode ", git_mode },
	{ "new mode ", git_mode },
	{ "new file mode ", git_mode },
	{ "deleted file mode ", git_mode },
	{ "index ", git_index },
	{ "rename from ", git_rename },
	{ "rename to ", git_rename },
	{ "copy from ", git_rename },
	{ "copy to ", git_rename },
};

static bool read_git_header(struct diff_reader *r, struct slice line, struct err *err)
{
	for (size_t i = 0; i < COUNT_OF(git_headers); i++)
		if (slice_starts_with(line, git_headers[i].key))
			return git_headers[i].read(
				r, slice_sub(line, strlen(git_headers[i].key), line.len), git_headers[i].key, err);
	return true;
}

/* --- where files begin ------------------------------------------------------------------------------------------- */

static bool is_binary_notice(struct slice line)
{
	return slice_starts_with(line, "GIT binary patch") ||
	       (slice_starts_with(line, "Binary files ") && slice_ends_with(line, " differ")) ||
	       slice_starts_with(line, "Cannot display: file marked as a binary type.");
}

/* "Binary files X and Y differ" that is below no header, as GNU diff has it: a file of its own. */
static void read_binary_notice(struct diff_reader *r, struct slice line)
{
	struct slice names = slice_sub(line, strlen("Binary files "), line.len - strlen(" differ"));
	size_t at = 0, and = 0;
	struct err ignored = ERR_INIT;
	while ((at = slice_find(names, SLICE_LITERAL(" and "), at)) != (size_t)-1)
		and = at++;
	begin_file(r);
	r->file.is_binary = true;
	patch_read_path(&r->base, slice_sub(names, and? and+strlen(" and ") : 0, names.len), r->base.at, r->strip,
		&r->file.new_path, &ignored);
	r->file.old_path = r->file.new_path;
	err_release(&ignored);
}

/* "--- X" with "+++ Y" below it. */
static bool is_name_pair(struct diff_reader *r, struct slice line, struct slice *below)
{
	struct slice same;
	bool crlf;
	size_t next, after;
	return slice_starts_with(line, "--- ") && patch_line_at(&r->base, r->base.at, &same, &crlf, &next) &&
	       patch_line_at(&r->base, next, below, &crlf, &after) && slice_starts_with(*below, "+++ ");
}

static void patch_skip(struct patch_reader *reader)
{
	struct slice line;
	bool crlf;
	if (patch_line_at(reader, reader->at, &line, &crlf, &reader->at))
		reader->line++;
}

static bool read_names(struct diff_reader *r, struct slice line, struct slice below, struct err *err)
{
	const char *old_path, *new_path;
	if (!r->in_file || r->has_names || r->n_hunks || r->file.is_binary)
		begin_file(r);
	if (!patch_read_path(&r->base, slice_sub(line, 4, line.len), r->base.at + 4, r->strip, &old_path, err))
		return false;
	patch_skip(&r->base);
	if (!patch_read_path(&r->base, slice_sub(below, 4, below.len), r->base.at + 4, r->strip, &new_path, err))
		return false;
	patch_skip(&r->base);
	/* `diff -u FILE.orig FILE`, as ports and editors write it: one file under two names. */
	if (old_path && new_path && strlen(old_path) == strlen(new_path) + strlen(".orig") &&
		slice_starts_with(slice_of(old_path), new_path) && slice_ends_with(slice_of(old_path), ".orig"))
		old_path = new_path;
	if (!old_path && !new_path)
		return patch_fail(&r->base, r->base.at, err, "a file exists neither before nor after");
	r->file.old_path = old_path;
	r->file.new_path = new_path;
	r->has_names = true;
	return true;
}

static bool read_hunk(struct diff_reader *r, struct err *err)
{
	struct patch_hunk hunk;
	if (!r->has_names) {
		patch_fail(&r->base, r->base.at, err,
			"a hunk has no '---' and '+++' lines above it: which file is it for?");
		return err_hint(err, "keep the header lines of the diff");
	}
	if (!patch_read_hunk(&r->base, false, &hunk, err))
		return false;
	VEC_PUSH(r->hunks, r->n_hunks, r->hunks_capacity, hunk);
	r->preamble = r->base.at;
	return true;
}

static bool is_context_diff(struct diff_reader *r, struct slice line)
{
	struct slice below;
	bool crlf;
	size_t next, after;
	return slice_starts_with(line, "*** ") && patch_line_at(&r->base, r->base.at, &line, &crlf, &next) &&
	       patch_line_at(&r->base, next, &below, &crlf, &after) && slice_starts_with(below, "--- ");
}

static bool refuse_dialect(struct diff_reader *r, struct slice line, struct err *err)
{
	if (slice_starts_with(line, "@@@ ") || slice_starts_with(line, "diff --cc ") ||
		slice_starts_with(line, "diff --combined ")) {
		patch_fail(
			&r->base, r->base.at, err, "this is the combined diff of a merge, which has several old sides");
		return err_hint(err, "`git diff FIRST SECOND` or `git show -m` write one for each");
	}
	patch_fail(&r->base, r->base.at, err, "this is a context diff");
	return err_hint(err, "`diff -u` and `filterdiff --format=unified` write unified ones");
}

static bool is_other_dialect(struct diff_reader *r, struct slice line)
{
	return slice_starts_with(line, "@@@ ") || slice_starts_with(line, "diff --cc ") ||
	       slice_starts_with(line, "diff --combined ") || is_context_diff(r, line);
}

/* Is it a hunk's header with numbers, well-formed or not? */
static bool patch_is_hunk_header(struct slice line)
{
	return slice_starts_with(line, "@@ -") && line.len > 4 && ascii_is_digit(line.ptr[4]);
}

/* One line, or a whole hunk. */
static bool read_step(struct diff_reader *r, struct slice line, struct err *err)
{
	struct slice below;
	if (is_other_dialect(r, line))
		return refuse_dialect(r, line, err);
	if (patch_is_hunk_header(line))
		return read_hunk(r, err);
	if (is_name_pair(r, line, &below))
		return read_names(r, line, below, err);
	if (slice_starts_with(line, "diff --git ")) {
		begin_file(r);
		r->in_git = true;
		r->file.old_path = r->file.new_path =
			patch_git_path(&r->base, slice_sub(line, strlen("diff --git "), line.len), r->strip);
	} else if (slice_starts_with(line, "Index: ") || slice_starts_with(line, "diff -")) {
		begin_file(r);
		if (slice_starts_with(line, "Index: ")) {
			struct err ignored = ERR_INIT;
			patch_read_path(&r->base, slice_sub(line, strlen("Index: "), line.len), r->base.at, r->strip,
				&r->file.new_path, &ignored);
			r->file.old_path = r->file.new_path;
			err_release(&ignored);
		}
	} else if (r->in_file && !r->n_hunks && is_binary_notice(line)) {
		r->file.is_binary = true;
	} else if (is_binary_notice(line) && slice_starts_with(line, "Binary files ")) {
		read_binary_notice(r, line);
	} else if (r->in_git && !r->n_hunks && !read_git_header(r, line, err)) {
		return false;
	}
	patch_skip(&r->base);
	return true;
}

static bool read_diff(struct diff_reader *r, struct err *err)
{
	struct slice line;
	while (patch_peek(&r->base, &line))
		if (!read_step(r, line, err))
			return false;
	end_file(r);
	if (!r->n_files) {
		patch_fail(&r->base, 0, err, "it contains no unified diff");
		return err_hint(err, "`git diff`, `diff -u` and `quilt diff` write one");
	}
	return true;
}

/* --- the whole --------------------------------------------------------------------------------------------------- */

/*
 * Was UTF-8 taken for code page 437 or 850, and made UTF-8 or UTF-16 again? Then the two bytes of a letter with an
 * accent are a box's corner, and one of what these pages have from 80 to BF, which no drawing has beside it.
 * PowerShell's `>` does that.
 */
static bool is_of_another_encoding(struct slice text, size_t *offset)
{
	static const char *const corners[] = { "\xE2\x94\x9C", "\xE2\x94\xAC" }; /* C3 and C2 in both pages */
	static const uint32_t others[] = { 0x192, 0x20A7, 0x2310, 0x2551, 0x2555, 0x2556, 0x2557, 0x255B, 0x255C,
		0x255D, 0x2561, 0x2562, 0x2563, 0x2591, 0x2592, 0x2593 };
	for (size_t i = 0; i < COUNT_OF(corners); i++) {
		for (size_t at = 0; (at = slice_find(text, slice_of(corners[i]), at)) != (size_t)-1; at += 3) {
			uint32_t next = 0;
			bool is_one = utf8_decode(text, at + 3, &next) && next >= 0xA0 && next <= 0xFF;
			for (size_t k = 0; k < COUNT_OF(others); k++)
				is_one = is_one || next == others[k];
			*offset = at;
			if (is_one)
				return true;
		}
	}
	return false;
}

/* The text that is read: UTF-8 without byte order mark, in the arena, for the records point into it. */
static bool take_text(struct patch_reader *reader, struct slice bytes, struct err *err)
{
	if (bytes.len > PATCH_MAX_BYTES)
		return err_set(err, ERR_USAGE, "the diff is larger than %zu MiB", PATCH_MAX_BYTES >> 20);
	enum utf16_order order = utf16_detect(bytes);
	struct str decoded = STR_INIT;
	size_t offset = 0;
	bool ok = order == UTF16_NONE || utf16_decode(bytes, order, &decoded, &offset);
	if (order != UTF16_NONE)
		bytes = str_slice(&decoded);
	else
		bytes = utf8_without_mark(bytes);
	reader->text = slice_from(arena_dup(reader->arena, bytes), bytes.len);
	str_release(&decoded);
	return ok || err_set(err, ERR_USAGE, "the text is marked as UTF-16, but byte %zu is not UTF-16", offset);
}

static bool check_letters(struct patch_reader *reader, struct err *err)
{
	size_t offset;
	if (!is_of_another_encoding(reader->text, &offset))
		return true;
	patch_fail(reader, offset, err, "another program read this text in the wrong encoding");
	return err_hint(err, "`>` in PowerShell does that: let the program write the file, with --output diff=FILE or "
			     "git diff --output=FILE");
}

static void place_error(const struct patch_reader *reader, const char *name, struct err *err)
{
	size_t line = 1, begin = 0;
	for (size_t i = 0; i < reader->error_offset && i < reader->text.len; i++)
		if (reader->text.ptr[i] == '\n') {
			line++;
			begin = i + 1;
		}
	err_at(err, name, line, reader->error_offset - begin + 1);
	if (reader->text.len)
		err_snippet(err, reader->text, reader->error_offset);
}

bool patch_read(struct patch *out, const char *name, struct slice text, size_t strip, struct err *err)
{
	struct diff_reader r = { .base = { .line = 1, .error_kind = ERR_USAGE, .arena = &out->arena }, .strip = strip };
	*out = (struct patch){ 0 };
	bool ok = take_text(&r.base, text, err);
	if (!ok) {
		err_at(err, name, 0, 0);
	} else if (!(ok = check_letters(&r.base, err) && read_diff(&r, err))) {
		place_error(&r.base, name, err);
	} else {
		out->n_files = r.n_files;
		out->files = arena_alloc(&out->arena, r.n_files * sizeof(*out->files));
		memcpy(out->files, r.files, r.n_files * sizeof(*out->files));
		out->trailer = slice_trim(slice_sub(r.base.text, r.preamble, r.base.text.len));
	}
	free(r.files);
	free(r.hunks);
	return ok;
}

void patch_release(struct patch *patch)
{
	arena_release(&patch->arena);
	*patch = (struct patch){ 0 };
}

void patch_hunk_add_side(const struct patch_hunk *hunk, enum patch_side side, struct str *out)
{
	for (size_t i = 0; i < hunk->n_lines; i++) {
		const struct patch_line *line = &hunk->lines[i];
		if (line->side != PATCH_BOTH && line->side != side)
			continue;
		str_add(out, line->text);
		if (!line->no_eol)
			str_add_char(out, '\n');
	}
}
