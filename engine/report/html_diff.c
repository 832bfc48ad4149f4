#include "report/html_diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/mode.h"
#include "report/html_paint.h"
#include "text/change.h"

/* What a page shows of one line. */
#define MAX_LINE_BYTES 2000

struct side {
	struct source source;
	char *paint;
};

struct file {
	const struct change *change;
	struct side before, after;
	struct line_changes changes;
	size_t context;
	bool hides_cr; /* all line ends are CRLF: no need to show them */
};

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool is_inside_character(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

static void append_piece(struct json *list, char letter, struct slice text)
{
	struct str piece = STR_INIT;
	str_add_char(&piece, letter);
	str_add(&piece, text);
	json_append_text(list, str_slice(&piece));
	str_release(&piece);
}

static struct json *line_json(const struct file *file, struct side *side, char sign, size_t line)
{
	struct json *list = json_new_array();
	struct slice text = source_line(&side->source, line);
	const char *paint = side->paint + (text.ptr - side->source.bytes.ptr);
	bool has_end = text.len && text.ptr[text.len - 1] == '\n';
	const char head[] = { sign, has_end ? '\0' : '!', '\0' };
	json_append_text(list, slice_of(head));
	text.len -= has_end;
	if (file->hides_cr && text.len && text.ptr[text.len - 1] == '\r')
		text.len--;
	size_t shown = smaller(text.len, MAX_LINE_BYTES);
	for (size_t at = 0, next; at < shown; at = next) {
		for (next = at + 1; next < shown && (paint[next] == paint[at] || is_inside_character(text.ptr[next]));)
			next++;
		append_piece(list, paint[at], slice_sub(text, at, next));
	}
	if (shown < text.len)
		append_piece(list, 'x', slice_of(" …"));
	return list;
}

static void append_lines(const struct file *file, struct side *side, char sign, size_t begin, size_t end, struct json *out)
{
	for (size_t line = begin; line < end; line++)
		json_append(out, line_json(file, side, sign, line));
}

/* The rules whose edits begin or end in the lines; all of the file's where no edit tells. */
static struct json *rules_json(struct file *file, size_t begin_line, size_t end_line)
{
	const struct change *change = file->change;
	struct json *list = json_new_array();
	size_t begin = source_line_begin(&file->before.source, begin_line), end = source_line_begin(&file->before.source, end_line), count = 0;
	for (size_t r = 0; r < change->n_rules; r++) {
		bool is_here = false;
		for (size_t e = 0; e < change->n_edits && !is_here; e++) {
			const struct edit *edit = &change->edits[e];
			is_here = (edit->owner == change->rules[r] || edit->twin == change->rules[r]) && edit->end >= begin && edit->begin <= end;
		}
		if (is_here) {
			json_append_number(list, (int64_t)change->rules[r]);
			count++;
		}
	}
	for (size_t r = 0; !count && r < change->n_rules; r++)
		json_append_number(list, (int64_t)change->rules[r]);
	return list;
}

/* Changes [first, last] are one hunk: their context would touch. */
static size_t last_of_hunk(const struct file *file, size_t first)
{
	const struct line_change *changes = file->changes.items;
	size_t last = first;
	while (last + 1 < file->changes.count && (changes[last + 1].before - changes[last].before_end + 1) / 2 <= file->context)
		last++;
	return last;
}

static struct json *hunk_json(struct file *file, size_t first, size_t last)
{
	const struct line_change *changes = file->changes.items;
	size_t above = smaller(file->context, changes[first].before);
	size_t below = smaller(file->context, source_line_count(&file->before.source) - changes[last].before_end);
	struct json *hunk = json_new_object(), *lines = json_new_array();
	size_t printed = changes[first].before - above;
	json_put_number(hunk, "old", (int64_t)printed + 1);
	json_put_number(hunk, "new", (int64_t)(changes[first].after - above) + 1);
	json_put(hunk, "rules", rules_json(file, changes[first].before, changes[last].before_end));
	for (size_t i = first; i <= last; i++) {
		append_lines(file, &file->before, ' ', printed, changes[i].before, lines);
		append_lines(file, &file->before, '-', changes[i].before, changes[i].before_end, lines);
		append_lines(file, &file->after, '+', changes[i].after, changes[i].after_end, lines);
		printed = changes[i].before_end;
	}
	append_lines(file, &file->before, ' ', printed, printed + below, lines);
	json_put(hunk, "lines", lines);
	return hunk;
}

static struct json *hunks_json(struct file *file)
{
	struct json *hunks = json_new_array();
	for (size_t i = 0; i < file->changes.count; i++)
		paint_words(&file->before.source, file->before.paint, &file->after.source, file->after.paint, &file->changes.items[i]);
	for (size_t first = 0, last; first < file->changes.count; first = last + 1) {
		last = last_of_hunk(file, first);
		json_append(hunks, hunk_json(file, first, last));
	}
	return hunks;
}

static void put_layout(const struct file *file, struct json *object)
{
	enum eol eol = source_eol(&file->before.source);
	json_put_cstr(object, "eol", file->hides_cr ? "CRLF" : eol == EOL_MIXED ? "mixed" : eol == EOL_CR ? "CR" : "LF");
	if (file->before.source.has_bom)
		json_put_bool(object, "bom", true);
}

static void put_counts(const struct file *file, struct json *object)
{
	size_t added = 0, removed = 0;
	for (size_t i = 0; i < file->changes.count; i++) {
		removed += file->changes.items[i].before_end - file->changes.items[i].before;
		added += file->changes.items[i].after_end - file->changes.items[i].after;
	}
	json_put_number(object, "added", (int64_t)added);
	json_put_number(object, "removed", (int64_t)removed);
}

struct json *html_diff_json(const struct report *report, const struct change *change)
{
	struct file file = { .change = change, .context = report->context };
	struct json *object = json_new_object(), *rules = json_new_array();
	source_init(&file.before.source, change->path, change->before);
	source_init(&file.after.source, change->path, change->after);
	file.before.paint = paint_syntax(&file.before.source);
	file.after.paint = paint_syntax(&file.after.source);
	file.hides_cr = source_eol(&file.before.source) == EOL_CRLF && source_eol(&file.after.source) == EOL_CRLF;
	line_changes_find(&file.before.source, &file.after.source, &file.changes);
	json_put_cstr(object, "path", change->path);
	json_put_cstr(object, "operation", report_operation(change));
	json_put_cstr(object, "newPath", change->new_path);
	if (change->changes_mode)
		json_put_bool(object, "executable", mode_is_executable(change->mode));
	for (size_t i = 0; i < change->n_rules; i++)
		json_append_number(rules, (int64_t)change->rules[i]);
	json_put(object, "rules", rules);
	put_counts(&file, object);
	put_layout(&file, object);
	json_put(object, "hunks", hunks_json(&file));
	line_changes_release(&file.changes);
	free(file.before.paint);
	free(file.after.paint);
	source_release(&file.before.source);
	source_release(&file.after.source);
	return object;
}
