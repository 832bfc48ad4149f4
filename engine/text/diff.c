#include "text/diff.h"

#include <stdbool.h>
#include <string.h>

#include "base/path.h"
#include "text/change.h"

/* git cuts a hunk's heading to this many bytes. */
#define HEADING_MAX 80
#define NO_LINE ((size_t)-1)

struct diff {
	struct pieces *before, *after;
	struct line_changes changes;
	size_t context;
	struct slice heading;    /* the heading found last ... */
	size_t heading_searched; /* ... among the old lines before this one */
	struct str *out;
	struct diff_stat stat;
};

/* A run of changes that are printed together, and the lines it spans. */
struct hunk {
	const struct line_change *changes;
	size_t count;
	struct line_change span;
};

static void add_name(struct str *out, const char *prefix, const char *path)
{
	struct str name = STR_INIT;
	str_add_cstr(&name, prefix);
	str_add_cstr(&name, path);
	path_quote(str_slice(&name), out);
	str_release(&name);
}

/* A name with a blank is ended by a tab, so that readers that cut at white space find its end. */
static void add_file_line(struct str *out, const char *marker, const char *prefix, const char *path)
{
	str_add_cstr(out, marker);
	add_name(out, prefix, path);
	str_add_cstr(out, strchr(path, ' ') ? "\t\n" : "\n");
}

static unsigned git_mode(uint32_t mode)
{
	return mode & 0100 ? 0100755 : 0100644;
}

static void add_line(struct str *out, const char *key, const char *path)
{
	str_addf(out, "%s ", key);
	path_quote(slice_of(path), out);
	str_add_char(out, '\n');
}

/* What happens to the file itself, in the order in which git tells it. */
static void add_extended(struct str *out, const struct diff_file *file, bool same_text)
{
	if (!file->old_path) {
		str_addf(out, "new file mode %o\n", git_mode(file->new_mode));
		return;
	}
	if (!file->new_path) {
		str_addf(out, "deleted file mode %o\n", git_mode(file->old_mode));
		return;
	}
	if (git_mode(file->old_mode) != git_mode(file->new_mode))
		str_addf(out, "old mode %o\nnew mode %o\n", git_mode(file->old_mode), git_mode(file->new_mode));
	if (strcmp(file->old_path, file->new_path) == 0)
		return;
	if (same_text)
		str_add_cstr(out, "similarity index 100%\n");
	add_line(out, "rename from", file->old_path);
	add_line(out, "rename to", file->new_path);
}

static void add_header(struct str *out, const struct diff_file *file, bool same_text)
{
	str_add_cstr(out, "diff --git ");
	add_name(out, "a/", file->old_path ? file->old_path : file->new_path);
	str_add_char(out, ' ');
	add_name(out, "b/", file->new_path ? file->new_path : file->old_path);
	str_add_char(out, '\n');
	add_extended(out, file, same_text);
}

static void add_file_lines(struct str *out, const struct diff_file *file)
{
	if (file->old_path)
		add_file_line(out, "--- ", "a/", file->old_path);
	else
		str_add_cstr(out, "--- /dev/null\n");
	if (file->new_path)
		add_file_line(out, "+++ ", "b/", file->new_path);
	else
		str_add_cstr(out, "+++ /dev/null\n");
}

/* An empty range is named by the line before it; a count of one is not written. */
static void add_range(struct str *out, char sign, size_t begin, size_t end)
{
	str_addf(out, "%c%zu", sign, end > begin ? begin + 1 : begin);
	if (end - begin != 1)
		str_addf(out, ",%zu", end - begin);
}

/* The heading for a hunk that begins with the old line `begin`: the one before stays in force until a new one is
 * met. */
static struct slice heading_before(struct diff *diff, size_t begin)
{
	size_t line = pieces_heading(diff->before, diff->heading_searched, begin);
	if (line != NO_LINE)
		diff->heading = slice_trim(slice_sub(pieces_line(diff->before, line), 0, HEADING_MAX));
	diff->heading_searched = begin;
	return diff->heading;
}

static void add_lines(struct diff *diff, char sign, struct pieces *text, size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++) {
		struct slice line = pieces_line(text, i);
		str_add_char(diff->out, sign);
		str_add(diff->out, line);
		if (line.ptr[line.len - 1] != '\n')
			str_add_cstr(diff->out, "\n\\ No newline at end of file\n");
	}
}

static void add_hunk(struct diff *diff, const struct hunk *hunk)
{
	const struct line_change *span = &hunk->span;
	str_add_cstr(diff->out, "@@ ");
	add_range(diff->out, '-', span->before, span->before_end);
	str_add_char(diff->out, ' ');
	add_range(diff->out, '+', span->after, span->after_end);
	str_add_cstr(diff->out, " @@");
	struct slice heading = heading_before(diff, span->before);
	if (heading.len) {
		str_add_char(diff->out, ' ');
		str_add(diff->out, heading);
	}
	str_add_char(diff->out, '\n');

	size_t printed = span->before;
	for (size_t i = 0; i < hunk->count; i++) {
		const struct line_change *change = &hunk->changes[i];
		add_lines(diff, ' ', diff->before, printed, change->before);
		add_lines(diff, '-', diff->before, change->before, change->before_end);
		add_lines(diff, '+', diff->after, change->after, change->after_end);
		printed = change->before_end;
		diff->stat.removed += change->before_end - change->before;
		diff->stat.added += change->after_end - change->after;
	}
	add_lines(diff, ' ', diff->before, printed, span->before_end);
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The hunk that begins with change `first`: changes whose context would touch are one hunk. */
static struct hunk hunk_from(struct diff *diff, size_t first)
{
	const struct line_change *changes = diff->changes.items;
	size_t last = first;
	while (last + 1 < diff->changes.count &&
		(changes[last + 1].before - changes[last].before_end + 1) / 2 <= diff->context)
		last++;
	size_t above = smaller(diff->context, changes[first].before);
	size_t below = smaller(diff->context, pieces_line_count(diff->before) - changes[last].before_end);
	return (struct hunk){
		.changes = changes + first,
		.count = last - first + 1,
		.span = {
			.before = changes[first].before - above,
			.before_end = changes[last].before_end + below,
			.after = changes[first].after - above,
			.after_end = changes[last].after_end + below,
		},
	};
}

static bool changes_file(const struct diff_file *file)
{
	return !file->old_path || !file->new_path || strcmp(file->old_path, file->new_path) != 0 ||
	       git_mode(file->old_mode) != git_mode(file->new_mode);
}

void diff_pieces(const struct diff_file *file, struct pieces *before, struct pieces *after, size_t context,
	struct str *out, struct diff_stat *stat)
{
	struct diff diff = { .before = before, .after = after, .context = context, .out = out };
	line_changes_of_pieces(before, after, file->edits, file->n_edits, &diff.changes);
	bool same_text = diff.changes.count == 0;
	if (!same_text || changes_file(file))
		add_header(out, file, same_text);
	if (!same_text)
		add_file_lines(out, file);
	for (size_t i = 0; i < diff.changes.count;) {
		struct hunk hunk = hunk_from(&diff, i);
		add_hunk(&diff, &hunk);
		i += hunk.count;
	}
	if (stat)
		*stat = diff.stat;
	line_changes_release(&diff.changes);
	pieces_forget_lines(before);
	pieces_forget_lines(after);
}

void diff_files(const struct diff_file *file, size_t context, struct str *out, struct diff_stat *stat)
{
	if (stat)
		*stat = (struct diff_stat){ 0 };
	if (slice_eq(file->before, file->after)) {
		if (changes_file(file))
			add_header(out, file, true);
		return;
	}
	const char *path = file->old_path ? file->old_path : file->new_path;
	const struct edit whole = { .end = (uint32_t)file->before.len, .text = file->after };
	struct diff_file known = *file;
	struct source old, new;
	struct pieces before, after;
	if (!file->edits) {
		known.edits = &whole;
		known.n_edits = 1;
	}
	source_init(&old, path, file->before);
	source_init(&new, path, file->after);
	pieces_init(&before, &old, NULL, 0);
	pieces_init(&after, &new, NULL, 0);
	diff_pieces(&known, &before, &after, context, out, stat);
	pieces_release(&before);
	pieces_release(&after);
	source_release(&old);
	source_release(&new);
}

void diff_unified(const char *path, struct slice before, struct slice after, size_t context, struct str *out,
	struct diff_stat *stat)
{
	diff_files(&(struct diff_file){ .old_path = path, .new_path = path, .before = before, .after = after }, context,
		out, stat);
}
