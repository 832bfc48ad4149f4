#include "report/html_diff.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "base/sort.h"
#include "base/table.h"
#include "lang/document.h"
#include "text/change.h"
#include "text/myers.h"

/* --- colours: a letter for each byte --------------------------------------------------------------------------------
 *
 * c comment, f CMake command, k keyword, m number, s string, p all else; in capitals where the byte is in a word that
 * the change took away or brought.
 */

/* Words of one change, on both sides together, that are compared; what is larger is no change of words. */
#define MAX_WORDS 4000
#define WORD_BUDGET ((uint64_t)1 << 22)

static char name_letter(const struct language *language, struct slice text)
{
	if (!language->binding)
		return language->parse ? 'f' : 'p';
	return language->binding(text, TOKEN_NAME, true) == BINDING_OPERAND ? 'p' : 'k';
}

static char letter_of(const struct language *language, const struct token *token, struct slice text)
{
	switch ((enum token_kind)token->kind) {
	case TOKEN_COMMENT:
		return 'c';
	case TOKEN_NAME:
		return name_letter(language, text);
	case TOKEN_NUMBER:
		return 'm';
	case TOKEN_STRING:
	case TOKEN_BRACKET:
		return 's';
	default:
		return 'p';
	}
}

/* One letter per byte of `source`, by the language that its path tells; the caller frees it with free(). */
static char *paint_syntax(struct source *source)
{
	struct document document;
	char *paint = xmalloc(source->bytes.len + 1);
	memset(paint, 'p', source->bytes.len + 1);
	document_init(&document, source, language_of_path(slice_of(source->path)));
	const struct token_list *tokens = document_tokens(&document);
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		memset(paint + token->begin, letter_of(document.language, token, document_text(&document, i)),
			token->end - token->begin);
	}
	document_release(&document);
	return paint;
}

struct word {
	size_t begin, end;
};

struct words {
	struct word *items;
	size_t count, capacity;
};

/* 0: a byte that is a word of its own. */
static int class_of(char c)
{
	if ((unsigned char)c >= 0x80 || isalnum((unsigned char)c) || c == '_')
		return 1;
	return c == ' ' || c == '\t' ? 2 : 0;
}

static void cut_words(struct slice bytes, size_t begin, size_t end, struct words *out)
{
	for (size_t at = begin, next; at < end; at = next) {
		int class = class_of(bytes.ptr[at]);
		for (next = at + 1; class && next < end && class_of(bytes.ptr[next]) == class;)
			next++;
		struct word word = { at, next };
		VEC_PUSH(out->items, out->count, out->capacity, word);
	}
}

static struct slice word_text(struct slice bytes, const struct words *words, size_t index)
{
	return slice_sub(bytes, words->items[index].begin, words->items[index].end);
}

/* Words of one side as numbers, equal ones alike. Those that the other side does not have are marked at once: the
 * search is spared them. */
struct numbered {
	uint32_t *numbers; /* of the words that both sides have ... */
	uint32_t *words;   /* ... and which words these are */
	size_t count;
	unsigned char *marks; /* of all words: it is not on the other side */
};

enum { OLD_HAS = 1, NEW_HAS = 2, HAS_BITS = 2 };

/* Enters the words into the table: the bits of the sides that have one, above these its number. */
static void enter_words(struct table *table, struct slice bytes, const struct words *words, size_t side)
{
	for (size_t i = 0; i < words->count; i++) {
		size_t *value = table_at(table, word_text(bytes, words, i));
		*value = (*value ? *value : table->count << HAS_BITS) | side;
	}
}

static struct numbered number_words(const struct table *table, struct slice bytes, const struct words *words)
{
	struct numbered out = { xcalloc(words->count + 1, sizeof(*out.numbers)),
		xcalloc(words->count + 1, sizeof(*out.words)), 0, xcalloc(words->count + 1, 1) };
	for (size_t i = 0; i < words->count; i++) {
		size_t value = table_get(table, word_text(bytes, words, i));
		out.marks[i] = (value & (OLD_HAS | NEW_HAS)) != (OLD_HAS | NEW_HAS);
		if (out.marks[i])
			continue;
		out.numbers[out.count] = (uint32_t)(value >> HAS_BITS);
		out.words[out.count++] = (uint32_t)i;
	}
	return out;
}

static void mark_words(struct numbered *side, const unsigned char *flags)
{
	for (size_t i = 0; i < side->count; i++)
		side->marks[side->words[i]] = flags[i];
}

static void numbered_release(struct numbered *side)
{
	free(side->numbers);
	free(side->words);
	free(side->marks);
}

/* Bytes of words that carry meaning, and how many of these stay. */
static void weigh(struct slice bytes, const struct words *words, const unsigned char *marks, size_t *all, size_t *kept)
{
	for (size_t i = 0; i < words->count; i++) {
		struct slice text = word_text(bytes, words, i);
		if (class_of(text.ptr[0]) != 1)
			continue;
		*all += text.len;
		*kept += marks[i] ? 0 : text.len;
	}
}

static void raise_words(char *paint, const struct words *words, const unsigned char *marks)
{
	for (size_t i = 0; i < words->count; i++)
		for (size_t at = words->items[i].begin; marks[i] && at < words->items[i].end; at++)
			paint[at] = (char)toupper((unsigned char)paint[at]);
}

static void compare(struct source *before, char *before_paint, const struct words *old, struct source *after,
	char *after_paint, const struct words *new)
{
	struct table table = { 0 };
	enter_words(&table, before->bytes, old, OLD_HAS);
	enter_words(&table, after->bytes, new, NEW_HAS);
	struct numbered removed = number_words(&table, before->bytes, old),
			added = number_words(&table, after->bytes, new);
	unsigned char *flags = xcalloc(removed.count + added.count + 1, 1);
	size_t all = 0, kept = 0;
	myers_diff(
		removed.numbers, removed.count, added.numbers, added.count, WORD_BUDGET, flags, flags + removed.count);
	mark_words(&removed, flags);
	mark_words(&added, flags + removed.count);
	weigh(before->bytes, old, removed.marks, &all, &kept);
	weigh(after->bytes, new, added.marks, &all, &kept);
	if (3 * kept > all) {
		raise_words(before_paint, old, removed.marks);
		raise_words(after_paint, new, added.marks);
	}
	free(flags);
	numbered_release(&removed);
	numbered_release(&added);
	table_release(&table);
}

/* Raises the letters of words that differ within one change. A change that leaves little as it was is left alone: all
 * of it is new. */
static void paint_words(struct source *before, char *before_paint, struct source *after, char *after_paint,
	const struct line_change *change)
{
	struct words old = { 0 }, new = { 0 };
	if (change->before == change->before_end || change->after == change->after_end)
		return;
	cut_words(before->bytes, source_line_begin(before, change->before),
		source_line_begin(before, change->before_end), &old);
	cut_words(after->bytes, source_line_begin(after, change->after), source_line_begin(after, change->after_end),
		&new);
	if (old.count + new.count <= MAX_WORDS)
		compare(before, before_paint, &old, after, after_paint, &new);
	free(old.items);
	free(new.items);
}

/* What a page shows of one line. */
#define MAX_LINE_BYTES 2000
/* And of one file. */
#define MAX_FILE_LINES ((size_t)50000)

struct side {
	struct source source;
	char *paint;
};

struct file {
	const struct change *change;
	struct side before, after;
	struct line_changes changes;
	size_t context, next_edit;
	size_t n_left; /* changed lines that the page does not show */
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

static void append_lines(
	const struct file *file, struct side *side, char sign, size_t begin, size_t end, struct json *out)
{
	for (size_t line = begin; line < end; line++)
		json_append(out, line_json(file, side, sign, line));
}

/* The rules whose edits begin or end in the lines; all of the file's where no edit tells. Hunks are asked for in their
 * order: edits that end before one are of no other. */
static struct json *rules_json(struct file *file, size_t begin_line, size_t end_line)
{
	const struct change *change = file->change;
	struct json *list = json_new_array();
	size_t begin = source_line_begin(&file->before.source, begin_line),
	       end = source_line_begin(&file->before.source, end_line), *rules = NULL, count = 0, capacity = 0;
	while (file->next_edit < change->n_edits && change->edits[file->next_edit].end < begin)
		file->next_edit++;
	for (size_t e = file->next_edit; e < change->n_edits && change->edits[e].begin <= end; e++) {
		VEC_PUSH(rules, count, capacity, change->edits[e].owner);
		VEC_PUSH(rules, count, capacity, change->edits[e].co_owner);
	}
	if (count)
		sort_stable(rules, count, sizeof(*rules), sort_order_numbers);
	for (size_t i = 0; i < count; i++)
		if (!i || rules[i] != rules[i - 1])
			json_append_number(list, (int64_t)rules[i]);
	for (size_t r = 0; !count && r < change->n_rules; r++)
		json_append_number(list, (int64_t)change->rules[r]);
	free(rules);
	return list;
}

/* Changes [first, last] are one hunk: their context would touch. */
static size_t last_of_hunk(const struct file *file, size_t first)
{
	const struct line_change *changes = file->changes.items;
	size_t last = first;
	while (last + 1 < file->changes.count &&
		(changes[last + 1].before - changes[last].before_end + 1) / 2 <= file->context)
		last++;
	return last;
}

/* Changes [first, last] with lines of context: from line `printed` on, and `below` lines after the last. */
static void append_changes(
	struct file *file, size_t first, size_t last, size_t printed, size_t below, struct json *lines)
{
	const struct line_change *changes = file->changes.items;
	for (size_t i = first; i <= last; i++) {
		append_lines(file, &file->before, ' ', printed, changes[i].before, lines);
		append_lines(file, &file->before, '-', changes[i].before, changes[i].before_end, lines);
		append_lines(file, &file->after, '+', changes[i].after, changes[i].after_end, lines);
		printed = changes[i].before_end;
	}
	append_lines(file, &file->before, ' ', printed, printed + below, lines);
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
	append_changes(file, first, last, printed, below, lines);
	json_put(hunk, "lines", lines);
	return hunk;
}

static void paint_changes(struct file *file)
{
	for (size_t i = 0; i < file->changes.count; i++)
		paint_words(&file->before.source, file->before.paint, &file->after.source, file->after.paint,
			&file->changes.items[i]);
}

static size_t changed_lines(const struct line_change *change)
{
	return change->before_end - change->before + change->after_end - change->after;
}

/* So many lines as a page can show. A change that is longer than that is left out whole, as all after it are. */
static void cut_changes(struct file *file)
{
	size_t kept = 0, lines = 0;
	for (; kept < file->changes.count; kept++) {
		lines += changed_lines(&file->changes.items[kept]) + 2 * file->context;
		if (lines > MAX_FILE_LINES)
			break;
	}
	for (size_t i = kept; i < file->changes.count; i++)
		file->n_left += changed_lines(&file->changes.items[i]);
	file->changes.count = kept;
}

static struct json *hunks_json(struct file *file)
{
	struct json *hunks = json_new_array();
	cut_changes(file);
	paint_changes(file);
	for (size_t first = 0, last; first < file->changes.count; first = last + 1) {
		last = last_of_hunk(file, first);
		json_append(hunks, hunk_json(file, first, last));
	}
	return hunks;
}

static void put_layout(const struct file *file, struct json *object)
{
	enum eol eol = source_eol(&file->before.source);
	json_put_cstr(object, "eol",
		file->hides_cr     ? "CRLF"
		: eol == EOL_MIXED ? "mixed"
		: eol == EOL_CR    ? "CR"
				   : "LF");
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

static void file_init(struct file *file, const char *path, struct slice before, struct slice after)
{
	source_init(&file->before.source, path, before);
	source_init(&file->after.source, path, after);
	file->before.paint = paint_syntax(&file->before.source);
	file->after.paint = paint_syntax(&file->after.source);
	file->hides_cr = source_eol(&file->before.source) == EOL_CRLF && source_eol(&file->after.source) == EOL_CRLF;
	const struct change *change = file->change;
	if (change && change->edits && !change->is_gone)
		line_changes_of_edits(
			&file->before.source, &file->after.source, change->edits, change->n_edits, &file->changes);
	else
		line_changes_find(&file->before.source, &file->after.source, &file->changes);
}

static void file_release(struct file *file)
{
	line_changes_release(&file->changes);
	free(file->before.paint);
	free(file->after.paint);
	source_release(&file->before.source);
	source_release(&file->after.source);
}

struct json *html_diff_json(const struct report *report, const struct change *change)
{
	struct file file = { .change = change, .context = report->context };
	struct json *object = json_new_object(), *rules = json_new_array();
	file_init(&file, change->path, change->before, change->after);
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
	if (file.n_left)
		json_put_number(object, "left", (int64_t)file.n_left);
	file_release(&file);
	return object;
}

struct json *html_excerpt_json(
	const char *path, struct slice before, struct slice after, size_t old_line, size_t new_line)
{
	struct file file = { 0 };
	struct json *hunk = json_new_object(), *lines = json_new_array();
	file_init(&file, path, before, after);
	paint_changes(&file);
	size_t n_lines = source_line_count(&file.before.source), n = file.changes.count;
	if (n)
		append_changes(&file, 0, n - 1, 0, n_lines - file.changes.items[n - 1].before_end, lines);
	else
		append_lines(&file, &file.before, ' ', 0, n_lines, lines);
	json_put_number(hunk, "old", (int64_t)old_line);
	json_put_number(hunk, "new", (int64_t)new_line);
	json_put(hunk, "lines", lines);
	file_release(&file);
	return hunk;
}
