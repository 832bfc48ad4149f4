/* One hunk: its header's numbers, its lines, and whether the one is true of the other. */
#include "text/patch_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/utf8.h"

/* --- the header -------------------------------------------------------------------------------------------------- */

static bool read_number(struct slice line, size_t *at, size_t *out)
{
	size_t begin = *at, value = 0;
	while (*at < line.len && ascii_is_digit(line.ptr[*at]) && value <= PATCH_MAX_LINE_NUMBER)
		value = value * 10 + (size_t)(line.ptr[(*at)++] - '0');
	*out = value;
	return *at > begin && value <= PATCH_MAX_LINE_NUMBER;
}

static bool read_text(struct slice line, size_t *at, const char *text)
{
	if (!slice_starts_with(slice_sub(line, *at, line.len), text))
		return false;
	*at += strlen(text);
	return true;
}

/* "-12,3": a count that is left out is 1. */
static bool read_range(struct slice line, size_t *at, const char *sign, size_t *start, size_t *count)
{
	*count = 1;
	if (!read_text(line, at, sign) || !read_number(line, at, start))
		return false;
	return !read_text(line, at, ",") || read_number(line, at, count);
}

static bool read_header(
	struct patch_reader *reader, struct slice line, bool alone, struct patch_hunk *out, struct err *err)
{
	size_t at = 0;
	if (alone && slice_eq_cstr(slice_trim(line), "@@"))
		return true;
	out->numbered = true;
	if (read_text(line, &at, "@@ ") && read_range(line, &at, "-", &out->old_start, &out->old_count) &&
		read_text(line, &at, " ") && read_range(line, &at, "+", &out->new_start, &out->new_count) &&
		read_text(line, &at, " @@")) {
		out->section = slice_trim(slice_sub(line, at, line.len));
		return true;
	}
	patch_fail(reader, reader->at + at, err, "a hunk's header cannot be read: '" SLICE_FMT "'",
		SLICE_ARG(utf8_excerpt(line)));
	return err_hint(err, "it looks like '@@ -12,7 +12,8 @@'%s", alone ? ", or is '@@' alone" : "");
}

/* --- the lines --------------------------------------------------------------------------------------------------- */

struct hunk_lines {
	struct patch_line *items;
	size_t count, capacity;
	size_t old_count, new_count;
	bool old_ended, new_ended; /* the side's last line was marked as the end of the file */
};

static bool has_side(enum patch_side side, enum patch_side wanted)
{
	return side == PATCH_BOTH || side == wanted;
}

/* "\ No newline at end of file", whatever the language: it belongs to the line above. */
static bool mark_end(struct patch_reader *reader, struct hunk_lines *lines, struct err *err)
{
	struct patch_line *last = lines->count ? &lines->items[lines->count - 1] : NULL;
	if (!last || last->no_eol)
		return patch_fail(
			reader, reader->at, err, "'\\ No newline at end of file' follows no line of the hunk");
	last->no_eol = true;
	lines->old_ended |= has_side(last->side, PATCH_OLD);
	lines->new_ended |= has_side(last->side, PATCH_NEW);
	return true;
}

static bool add_line(
	struct patch_reader *reader, struct slice line, bool crlf, struct hunk_lines *lines, struct err *err)
{
	/* Editors and mail programs take the blank off an empty line of context. */
	char sign = line.len ? line.ptr[0] : ' ';
	if (sign == '\\')
		return mark_end(reader, lines, err);
	struct patch_line added = { .text = slice_sub(line, 1, line.len),
		.crlf = crlf,
		.side = sign == '-'   ? PATCH_OLD
			: sign == '+' ? PATCH_NEW
				      : PATCH_BOTH };
	if (sign != ' ' && sign != '-' && sign != '+') {
		patch_fail(reader, reader->at, err, "this is not a line of a hunk: '" SLICE_FMT "'",
			SLICE_ARG(utf8_excerpt(line)));
		return err_hint(err, "a line begins with a space (both sides), '-' (old) or '+' (new)");
	}
	if ((lines->old_ended && has_side(added.side, PATCH_OLD)) ||
		(lines->new_ended && has_side(added.side, PATCH_NEW)))
		return patch_fail(reader, reader->at, err, "a line follows '\\ No newline at end of file' of its side");
	lines->old_count += has_side(added.side, PATCH_OLD);
	lines->new_count += has_side(added.side, PATCH_NEW);
	VEC_PUSH(lines->items, lines->count, lines->capacity, added);
	return true;
}

static bool fail_counts(struct patch_reader *reader, const struct patch_hunk *hunk, const struct hunk_lines *lines,
	size_t offset, const char *what, bool alone, struct err *err)
{
	patch_fail(reader, offset, err, "the hunk %s than its header says: %zu old and %zu new lines, not %zu and %zu",
		what, lines->old_count, lines->new_count, hunk->old_count, hunk->new_count);
	return err_hint(err,
		alone ? "write '@@' alone to have the lines counted; an empty line of context is one space"
		      : "after editing a diff by hand, fix its counts: `recountdiff` or `git apply --recount` do that");
}

/* Is it what may follow a whole hunk? A line that looks like one more line of it is a count that is not true. */
static bool may_follow(struct slice line)
{
	if (!line.len || line.ptr[0] == '+')
		return !line.len;
	if (line.ptr[0] == ' ')
		return slice_trim(line).len == 0;
	return line.ptr[0] != '-' || slice_starts_with(line, "---") || slice_eq_cstr(slice_trim(line), "--");
}

static bool hunk_goes_on(const struct patch_hunk *hunk, const struct hunk_lines *lines, struct slice line)
{
	if (!hunk->numbered)
		return !slice_starts_with(line, "@@");
	return lines->old_count < hunk->old_count || lines->new_count < hunk->new_count ||
	       slice_starts_with(line, "\\");
}

static bool read_lines(struct patch_reader *reader, bool alone, size_t header, struct patch_hunk *hunk,
	struct hunk_lines *lines, struct err *err)
{
	struct slice line;
	bool crlf;
	size_t next;
	while (patch_line_at(reader, reader->at, &line, &crlf, &next) && hunk_goes_on(hunk, lines, line)) {
		if (hunk->numbered && (slice_starts_with(line, "@@") || slice_starts_with(line, "diff --git ")))
			return fail_counts(reader, hunk, lines, header, "has fewer lines", alone, err);
		if (!add_line(reader, line, crlf, lines, err))
			return false;
		if (hunk->numbered && (lines->old_count > hunk->old_count || lines->new_count > hunk->new_count))
			return fail_counts(reader, hunk, lines, reader->at, "has more lines", alone, err);
		reader->at = next;
		reader->line++;
	}
	if (!hunk->numbered)
		return true;
	if (lines->old_count < hunk->old_count || lines->new_count < hunk->new_count)
		return fail_counts(reader, hunk, lines, header, "has fewer lines", alone, err);
	if (patch_peek(reader, &line) && (alone ? !slice_starts_with(line, "@@") : !may_follow(line)))
		return add_line(reader, line, false, lines, err) &&
		       fail_counts(reader, hunk, lines, reader->at, "has more lines", alone, err);
	return true;
}

/* A diff whose own lines end in CRLF says nothing of the file's line ends, unless there is a second CR. */
static void take_own_line_ends(struct patch_line *line)
{
	line->crlf = slice_ends_with(line->text, "\r");
	line->text.len -= line->crlf;
}

bool patch_read_hunk(struct patch_reader *reader, bool alone, struct patch_hunk *out, struct err *err)
{
	struct slice line = { NULL, 0 };
	struct hunk_lines lines = { 0 };
	bool crlf = false;
	size_t header = reader->at, next = 0;
	patch_line_at(reader, header, &line, &crlf, &next);
	*out = (struct patch_hunk){ .line = reader->line };
	if (!read_header(reader, line, alone, out, err))
		return false;
	reader->at = next;
	reader->line++;
	bool ok = read_lines(reader, alone, header, out, &lines, err);
	if (ok) {
		out->old_count = lines.old_count;
		out->new_count = lines.new_count;
		out->n_lines = lines.count;
		out->lines = arena_alloc(reader->arena, lines.count * sizeof(*out->lines));
		if (lines.count)
			memcpy(out->lines, lines.items, lines.count * sizeof(*out->lines));
		for (size_t i = 0; crlf && i < lines.count; i++)
			take_own_line_ends(&out->lines[i]);
	}
	free(lines.items);
	return ok;
}

bool patch_read_hunks(struct slice text, struct arena *arena, struct patch_hunk **hunks, size_t *n_hunks,
	size_t *error_offset, struct err *err)
{
	struct patch_reader reader = { .text = text, .line = 1, .error_kind = ERR_PATCHSET, .arena = arena };
	struct patch_hunk *items = NULL, hunk;
	size_t count = 0, capacity = 0;
	bool ok = true;
	while (ok && (reader.at < text.len || !count)) {
		ok = patch_read_hunk(&reader, true, &hunk, err);
		if (ok)
			VEC_PUSH(items, count, capacity, hunk);
	}
	*error_offset = reader.error_offset;
	*n_hunks = count;
	*hunks = arena_alloc(arena, count * sizeof(**hunks));
	if (count)
		memcpy(*hunks, items, count * sizeof(**hunks));
	free(items);
	return ok;
}

bool patch_hunk_mixes_line_ends(const struct patch_hunk *hunk)
{
	bool any_crlf = false, any_lf = false;
	for (size_t i = 0; i < hunk->n_lines; i++) {
		any_crlf |= hunk->lines[i].crlf;
		any_lf |= !hunk->lines[i].crlf && !hunk->lines[i].no_eol;
	}
	return any_crlf && any_lf;
}

bool patch_hunk_begins_with_mark(const struct patch_hunk *hunk, enum patch_side side)
{
	for (size_t i = 0; i < hunk->n_lines; i++)
		if (hunk->lines[i].side == PATCH_BOTH || hunk->lines[i].side == side)
			return utf8_mark_len(hunk->lines[i].text) > 0;
	return false;
}
