/* The first byte is the number of context lines; then two texts with a line "%%" between. The diff of the two must make
 * one from the other. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "text/diff.h"

/* A reader of the diff that has its own opinion of the format (POSIX diff -u, and git's "\ No newline at end of
 * file"). */
struct patch {
	struct slice diff; /* what is left of it */
	struct slice old;  /* what is left of the old text */
	struct str made;
	size_t old_line; /* lines of the old text that were taken */
	size_t new_line; /* lines that were made */
	size_t added, removed;
};

/* The next line of `text` with its line end, if it has one. */
static struct slice next_line(struct slice *text)
{
	size_t at = slice_find(*text, SLICE_LITERAL("\n"), 0);
	struct slice line = slice_sub(*text, 0, at == (size_t)-1 ? text->len : at + 1);
	*text = slice_sub(*text, line.len, text->len);
	return line;
}

static size_t number(struct slice *text)
{
	size_t value = 0, digits = 0;
	while (text->len && text->ptr[0] >= '0' && text->ptr[0] <= '9') {
		value = value * 10 + (size_t)(text->ptr[0] - '0');
		*text = slice_sub(*text, 1, text->len);
		digits++;
	}
	MUST(digits > 0);
	return value;
}

static void skip(struct slice *text, const char *word)
{
	MUST(slice_starts_with(*text, word));
	*text = slice_sub(*text, strlen(word), text->len);
}

static void keep_old(struct patch *patch, size_t lines)
{
	for (; patch->old_line < lines; patch->old_line++, patch->new_line++) {
		MUST(patch->old.len > 0);
		str_add(&patch->made, next_line(&patch->old));
	}
}

/* One line of a hunk: its text as it is in the file. */
static void apply_line(struct patch *patch, struct slice line, size_t *n_old, size_t *n_new)
{
	char kind = line.ptr[0];
	struct slice text = slice_sub(line, 1, line.len);
	if (slice_starts_with(patch->diff, "\\")) {
		MUST(slice_eq_cstr(next_line(&patch->diff), "\\ No newline at end of file\n"));
		text.len--;
	}
	if (kind != '+') {
		MUST(*n_old > 0);
		(*n_old)--;
		MUST(slice_eq(text, next_line(&patch->old)));
		patch->old_line++;
	}
	if (kind != '-') {
		MUST(*n_new > 0);
		(*n_new)--;
		str_add(&patch->made, text);
		patch->new_line++;
	}
	patch->added += kind == '+';
	patch->removed += kind == '-';
}

static void apply_hunk(struct patch *patch, size_t context)
{
	struct slice head = next_line(&patch->diff);
	size_t n_old = 1, n_new = 1;
	skip(&head, "@@ -");
	size_t old_begin = number(&head);
	if (slice_starts_with(head, ",")) {
		skip(&head, ",");
		n_old = number(&head);
	}
	skip(&head, " +");
	size_t new_begin = number(&head);
	if (slice_starts_with(head, ",")) {
		skip(&head, ",");
		n_new = number(&head);
	}
	skip(&head, " @@");
	/* Where there are no lines, the number is that of the line before. */
	keep_old(patch, n_old ? old_begin - 1 : old_begin);
	MUST(patch->new_line == (n_new ? new_begin - 1 : new_begin));
	size_t run = 0, changes = 0;
	while (n_old || n_new) {
		struct slice line = next_line(&patch->diff);
		MUST(line.len > 1 && (line.ptr[0] == ' ' || line.ptr[0] == '-' || line.ptr[0] == '+') &&
			slice_ends_with(line, "\n"));
		run = line.ptr[0] == ' ' ? run + 1 : 0;
		changes += line.ptr[0] != ' ';
		MUST(changes || run <= context);
		apply_line(patch, line, &n_old, &n_new);
	}
	MUST(changes && run <= context);
}

static void check_diff(struct slice before, struct slice after, size_t context)
{
	struct str text = STR_INIT;
	struct diff_stat stat = { 99, 99 };
	diff_unified("a b/c.txt", before, after, context, &text, &stat);
	MUST((text.len == 0) == slice_eq(before, after));
	struct patch patch = { .diff = fuzz_exact(str_slice(&text)), .old = before };
	const char *whole = patch.diff.ptr;
	if (patch.diff.len) {
		MUST(slice_eq_cstr(next_line(&patch.diff), "diff --git a/a b/c.txt b/a b/c.txt\n"));
		MUST(slice_starts_with(next_line(&patch.diff), "--- a/a b/c.txt"));
		MUST(slice_starts_with(next_line(&patch.diff), "+++ b/a b/c.txt"));
		while (patch.diff.len)
			apply_hunk(&patch, context);
		str_add(&patch.made, patch.old);
		MUST(slice_eq(str_slice(&patch.made), after));
	}
	MUST(stat.added == patch.added && stat.removed == patch.removed);
	free((char *)whole);
	str_release(&patch.made);
	str_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	size_t context = fuzz_byte(&input) % 8;
	struct slice before = fuzz_exact(fuzz_part(&input)), after = fuzz_exact(input.rest);
	check_diff(before, after, context);
	check_diff(after, before, context);
	free((char *)before.ptr);
	free((char *)after.ptr);
	return 0;
}
