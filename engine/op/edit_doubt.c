/*
 * Places beside which a part of the lines is that the edit would put there, or all of them with others between. Nothing
 * tells whether somebody has changed what was once put there, or it is other code: lines are not written a second time
 * without a word.
 */
#include "op/edit_rule.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/sort.h"
#include "base/table.h"
#include "match/code.h"
#include "op/insert.h"
#include "text/change.h"
#include "text/visible.h"

/* So many lines may be between a line and where it would be. */
#define MAX_BETWEEN 3
/* The same where the edit is known to have been made. */
#define MAX_BETWEEN_MADE 20
/* So much of what edits would put into one file is looked at. */
#define MAX_BYTES ((size_t)1 << 20)
#define MAX_LINE_SHOWN 100
/* What tells one line from others has so many bytes of words at least. */
#define MIN_WORD_BYTES 6

/* The lines of a place that are not blank, from it outward. */
struct outward {
	struct slice *lines;
	size_t *numbers; /* in the file, 0-based; of the text: not used */
	size_t count;
	bool is_flat; /* of the text: no line is in a block that another one begins */
};

struct doubt {
	struct op_run run; /* without `counts` */
	const struct left *left;
	bool *can_be; /* what op_run.counts says; filled when first asked for: few edits need it */
	struct edit_outcome *out;
	size_t bytes_left;
	struct table counts; /* of each line of the file, how often it is there; filled when first asked for */
	bool has_counts;
	bool has_both; /* lines above and below */
};

/* --- lines that tell something ------------------------------------------------------------------------------------ */

static bool is_word_byte(char c)
{
	return ascii_is_word(c) || (unsigned char)c >= 0x80;
}

/* Does a statement that begins with the word say where code goes on, and so little of what it is about? */
static bool is_control_word(struct slice word)
{
	static const char *const words[] = { "begin", "break", "case", "catch", "continue", "default", "do", "done",
		"elif", "else", "elseif", "end", "endforeach", "endfunction", "endif", "endmacro", "endwhile", "esac",
		"except", "exit", "fi", "finally", "for", "foreach", "goto", "if", "ifdef", "ifndef", "pass", "raise",
		"return", "switch", "then", "throw", "try", "while", "with", NULL };
	return slice_is_one_of_nocase(word, words);
}

static struct slice first_word(struct slice line)
{
	size_t begin = 0, end;
	while (begin < line.len && !is_word_byte(line.ptr[begin]))
		begin++;
	for (end = begin; end < line.len && is_word_byte(line.ptr[end]);)
		end++;
	return slice_sub(line, begin, end);
}

/* Would nobody write the line by chance? */
static bool is_telling(struct slice line)
{
	size_t n_words = 0, n_bytes = 0;
	for (size_t i = 0, end; i < line.len; i = end) {
		for (end = i + 1; end < line.len && is_word_byte(line.ptr[end]) == is_word_byte(line.ptr[i]);)
			end++;
		if (!is_word_byte(line.ptr[i]))
			continue;
		n_words++;
		n_bytes += end - i;
	}
	return n_words > 1 && n_bytes >= MIN_WORD_BYTES && !is_control_word(first_word(line));
}

/* Is the line no more often in the file than the edit has places there? */
static bool is_rare(struct doubt *doubt, struct slice line)
{
	struct source *source = doubt->run.doc->source;
	for (size_t i = 0; !doubt->has_counts && i < source_line_count(source); i++)
		*table_at(&doubt->counts, slice_trim(source_line(source, i))) += 1;
	doubt->has_counts = true;
	return table_get(&doubt->counts, line) <= doubt->out->matches.count + doubt->out->n_made;
}

/* --- the lines at a place ----------------------------------------------------------------------------------------- */

/* Can the line be what the edit has put there? */
static bool line_counts(struct doubt *doubt, size_t number)
{
	const struct left *left = doubt->left;
	if (left->lines == LEFT_ALL)
		return true;
	if (!doubt->can_be)
		doubt->can_be = left_find_counting(doubt->run.doc->source, left->lines, left->before);
	return doubt->can_be[number];
}

static int match_begin(const void *at, const void *match)
{
	uint32_t x = *(const uint32_t *)at, y = ((const struct match *)match)->begin;
	return (x > y) - (x < y);
}

static int made_begin(const void *at, const void *made)
{
	uint32_t x = *(const uint32_t *)at, y = ((const struct op_reach *)made)->begin;
	return (x > y) - (x < y);
}

/* The line of the next place of the edit, as seen from `at`, where lines go: there, they are its own. */
static size_t border_of(const struct doubt *doubt, uint32_t at, bool is_after)
{
	const struct edit_outcome *out = doubt->out;
	struct source *source = doubt->run.doc->source;
	size_t match =
		sort_lower_bound(out->matches.items, out->matches.count, sizeof(*out->matches.items), &at, match_begin);
	size_t made = sort_lower_bound(out->made, out->n_made, sizeof(*out->made), &at, made_begin);
	size_t border = source_line_count(source), line;
	if (is_after) {
		while (match < out->matches.count && out->matches.items[match].end <= at)
			match++;
		if (match < out->matches.count)
			border = source_line_index(source, out->matches.items[match].begin);
		line = made < out->n_made ? source_line_index(source, out->made[made].begin) : border;
		return line < border ? line : border;
	}
	border = match ? source_line_index(source, out->matches.items[match - 1].begin) + 1 : 0;
	line = made ? source_line_index(source, out->made[made - 1].begin) + 1 : border;
	return line > border ? line : border;
}

static struct slice without_end(struct slice line)
{
	while (line.len && ascii_is_space(line.ptr[line.len - 1]))
		line.len--;
	return line;
}

static size_t indentation(struct slice line)
{
	return (size_t)(slice_trim(line).ptr - line.ptr);
}

/* Neither a command that begins a block nor a line deeper than another. */
static bool is_flat(const struct outward *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		if (indentation(lines->lines[i]) != indentation(lines->lines[0]) ||
			is_control_word(first_word(lines->lines[i])))
			return false;
	return true;
}

/* The lines of the text, from the place outward. */
static struct outward lines_of_text(struct slice text, bool is_after)
{
	struct outward out = { 0 };
	struct slice line;
	size_t most = 1;
	for (size_t i = 0; i < text.len; i++)
		most += text.ptr[i] == '\n';
	out.lines = xcalloc(most, sizeof(*out.lines));
	while (slice_cut(&text, '\n', &line))
		if (without_end(line).len)
			out.lines[out.count++] = without_end(line);
	for (size_t i = 0; !is_after && i < out.count / 2; i++) {
		line = out.lines[i];
		out.lines[i] = out.lines[out.count - 1 - i];
		out.lines[out.count - 1 - i] = line;
	}
	out.is_flat = is_flat(&out);
	return out;
}

/* Those of the file, `most` of them. */
static struct outward lines_of_file(const struct doubt *doubt, uint32_t at, bool is_after, size_t most)
{
	struct source *source = doubt->run.doc->source;
	size_t border = border_of(doubt, at, is_after), line = insert_line(&doubt->run, at);
	struct outward out = { xcalloc(most, sizeof(*out.lines)), xcalloc(most, sizeof(*out.numbers)), 0, false };
	size_t n = is_after ? (border > line ? border - line : 0) : line > border ? line - border : 0;
	for (size_t i = 0; i < n && i < 2 * most && out.count < most; i++) {
		size_t number = is_after ? line + i : line - 1 - i;
		if (!slice_trim(source_line(source, number)).len)
			continue;
		out.lines[out.count] = source_line(source, number);
		out.numbers[out.count++] = number;
	}
	return out;
}

static void outward_release(struct outward *lines)
{
	free(lines->lines);
	free(lines->numbers);
}

/* --- doubt -------------------------------------------------------------------------------------------------------- */

/* A match of a hunk is lines, whatever code is in them. */
static bool has_code_run(const struct op_run *run)
{
	return run->rule->pattern || run->rule->regex;
}

/* Is the line of the file the k-th one of the text, and one that tells something? Where the edit was not made before,
 * it must be indented alike, and in the block of the match; further in only where the text has blocks of its own. */
static bool is_of_edit(struct doubt *doubt, const struct match *match, size_t number, struct slice there,
	const struct outward *lines, size_t k)
{
	struct slice line = lines->lines[k];
	struct source *source = doubt->run.doc->source;
	bool is_alike = doubt->left->was_made || slice_eq(slice_sub(there, 0, line.len), line);
	return is_alike && left_is_line(&doubt->run, number, line) && is_telling(line) &&
	       is_rare(doubt, slice_trim(there)) &&
	       (doubt->left->was_made || !has_code_run(&doubt->run) ||
		       insert_is_in_block(
			       &doubt->run, match, (uint32_t)source_line_begin(source, number), !lines->is_flat)) &&
	       line_counts(doubt, number);
}

static void tell(struct doubt *doubt, const struct match *match, size_t number, struct slice line, size_t n_lines)
{
	struct edit_outcome *out = doubt->out;
	struct str text = STR_INIT;
	str_add_cstr(&text, "its line '");
	visible_add(slice_trim(line), MAX_LINE_SHOWN, &text);
	str_addf(&text, "' is already at line %zu, but %s: is it patched or not?", number + 1,
		n_lines > 1 ? "its lines are not all together where the rule puts them" : "not where the rule puts it");
	out->ambiguous = arena_dup(&out->arena, str_slice(&text));
	out->ambiguous_at = match->begin;
	str_release(&text);
}

/* Where a line of `text` would be beside the offset, or is with one gone before it, or with some of others between? */
static void judge_side(struct doubt *doubt, const struct match *match, uint32_t at, bool is_after, struct slice text)
{
	doubt->bytes_left -= text.len < doubt->bytes_left ? text.len : doubt->bytes_left;
	struct outward lines = lines_of_text(text, is_after);
	size_t between = doubt->left->was_made ? MAX_BETWEEN_MADE : MAX_BETWEEN;
	struct outward there = lines_of_file(doubt, at, is_after, lines.count + between);
	/* A single line that is elsewhere in its block was found where one place is enough. */
	bool may_doubt = lines.count > 1 || !doubt->run.rule->def->op->once;
	for (size_t k = 0; k < lines.count && may_doubt && !doubt->out->ambiguous; k++)
		for (size_t i = k ? k - 1 : 0; i <= k + between && i < there.count; i++)
			if (is_of_edit(doubt, match, there.numbers[i], there.lines[i], &lines, k)) {
				tell(doubt, match, there.numbers[i], lines.lines[k], lines.count + doubt->has_both);
				break;
			}
	outward_release(&lines);
	outward_release(&there);
}

static bool has_word(struct slice line)
{
	for (size_t i = 0; i < line.len; i++)
		if (is_word_byte(line.ptr[i]))
			return true;
	return false;
}

/* Where lines are looked for that would be next to the match: outward from it. */
struct around_search {
	struct doubt *doubt;
	const struct match *match;
	struct slice line, other; /* the line, and the one that would be on the other side of the match */
	bool found, is_head;      /* it begins the block of the match */
	size_t number;
};

static bool begins_block(const struct document *doc, uint32_t block, uint32_t token)
{
	return block != NODE_NONE && doc->nodes.items[block].first <= token &&
	       token < doc->nodes.items[block].head_last;
}

/* Where the language has a tree: is the line in the block of the match, or does it begin that? Where the edit was made,
 * another block may have come between. */
static bool is_around_in_tree(struct around_search *search, size_t code)
{
	struct document *doc = search->doubt->run.doc;
	uint32_t block = document_block_at(doc, doc->code[search->match->run.first]), line = doc->code[code];
	search->is_head = begins_block(doc, block, line);
	bool may_be_outer = search->doubt->left->was_made;
	for (uint32_t outer = block; may_be_outer && outer != NODE_NONE && line < doc->nodes.items[outer].first;) {
		outer = doc->nodes.items[outer].parent;
		search->is_head |= begins_block(doc, outer, line);
	}
	return search->is_head ||
	       (document_block_at(doc, line) == block && document_block_part(doc, code) == BLOCK_NO_PART);
}

static void find_around(struct around_search *search, const struct outward *there)
{
	const struct op_run *run = &search->doubt->run;
	struct document *doc = run->doc;
	for (size_t i = 0; i < there->count && !search->found; i++) {
		size_t number = there->numbers[i],
		       code = document_code_at(doc, (uint32_t)source_line_begin(doc->source, number));
		while (code < doc->n_code && code_token(doc, code)->begin == code_token(doc, code)->end)
			code++;
		if (code >= doc->n_code)
			return;
		search->number = number;
		search->found = left_is_line(run, number, search->line) && line_counts(search->doubt, number) &&
				(!doc->language->parse || is_around_in_tree(search, code));
		if (!doc->language->parse &&
			(document_block_part(doc, code) == BLOCK_BRANCHES || left_is_line(run, number, search->other)))
			return;
	}
}

/* Is the match in the block that such a line begins, or between the two that would be next to it? No line tells that
 * alone: they may be "if(X)" and "endif()". */
static void judge_between(struct doubt *doubt, const struct match *match, const struct op_around *around)
{
	struct outward above = lines_of_text(str_slice(&around->above), false),
		       below = lines_of_text(str_slice(&around->below), true);
	size_t most = 1 + (doubt->left->was_made ? MAX_BETWEEN_MADE : MAX_BETWEEN);
	struct outward over = lines_of_file(doubt, around->begin, false, most),
		       under = lines_of_file(doubt, around->end, true, most);
	for (size_t k = 0; k < above.count && !doubt->out->ambiguous; k++) {
		struct slice begin = above.lines[k], end = k < below.count ? below.lines[k] : (struct slice){ 0 };
		struct around_search up = { .doubt = doubt, .match = match, .line = begin, .other = end },
				     down = { .doubt = doubt, .match = match, .line = end, .other = begin };
		if (!has_word(begin))
			continue;
		find_around(&up, &over);
		if (up.found && !up.is_head && end.len)
			find_around(&down, &under);
		bool is_right_above = !below.count && over.count && up.number == over.numbers[0];
		if (up.found && (up.is_head || down.found || is_right_above))
			tell(doubt, match, up.number, begin, above.count + below.count);
	}
	outward_release(&above);
	outward_release(&below);
	outward_release(&over);
	outward_release(&under);
}

static void judge_inserted(struct doubt *doubt, const struct match *match)
{
	const struct op_run *run = &doubt->run;
	struct str text = STR_INIT;
	uint32_t begin, end, at;
	insert_statement(run, match, &begin, &end);
	if (!insert_offset(run, match, &at))
		return;
	insert_step_over(run, match, true, &at);
	insert_lines(run, match, begin, &text);
	judge_side(doubt, match, at, insert_is_after(run), str_slice(&text));
	str_release(&text);
}

/* Above the lines of the match and below them. */
static void judge_around(struct doubt *doubt, const struct match *match)
{
	struct op_around around = { STR_INIT, STR_INIT, 0, 0 };
	if (doubt->run.rule->def->op->lines_around(&doubt->run, match, &around)) {
		struct slice above = str_slice(&around.above), below = str_slice(&around.below);
		doubt->has_both = slice_trim(above).len && slice_trim(below).len;
		judge_side(doubt, match, around.begin, false, above);
		judge_side(doubt, match, around.end, true, below);
		if (doubt->run.rule->pattern && !doubt->out->ambiguous)
			judge_between(doubt, match, &around);
	}
	str_release(&around.above);
	str_release(&around.below);
}

void edit_rule_doubt(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	struct edit_beside *beside, const struct left *left, struct edit_outcome *out)
{
	const struct op *op = rule->def->op;
	if ((!op->inserts && !op->lines_around) || out->ambiguous)
		return;
	struct doubt doubt = {
		.run = { .rule = rule, .doc = doc, .scratch = scratch, .beside = beside },
		.left = left,
		.out = out,
		.bytes_left = MAX_BYTES,
	};
	edit_outcome_sort_made(out);
	for (size_t i = 0; i < out->matches.count && doubt.bytes_left && !out->ambiguous; i++)
		if (op->lines_around)
			judge_around(&doubt, &out->matches.items[i]);
		else
			judge_inserted(&doubt, &out->matches.items[i]);
	table_release(&doubt.counts);
	free(doubt.can_be);
}

/* --- hunks at another place than they were ------------------------------------------------------------------------ */

static void tell_elsewhere(struct edit_outcome *out, const struct match *match, size_t then, size_t now)
{
	struct str text = STR_INIT;
	str_addf(&text, "it was made at line %zu of what the file was, and now fits at line %zu: is it patched or not?",
		then + 1, now + 1);
	out->ambiguous = arena_dup(&out->arena, str_slice(&text));
	out->ambiguous_at = match->begin;
	str_release(&text);
}

/* Is line `was` of the one text line `now` of the other? `*next` is the change to go on from: lines are asked for in
 * order. */
static bool is_line_now(const struct line_changes *changes, size_t *next, size_t was, size_t now)
{
	while (*next < changes->count && changes->items[*next].before_end <= was)
		++*next;
	const struct line_change *last = *next ? &changes->items[*next - 1] : NULL;
	bool is_changed = *next < changes->count && changes->items[*next].before <= was;
	return !is_changed && now == was + (last ? last->after_end - last->before_end : 0);
}

/* A hunk has one place. Where that was changed since it was made, it may fit at one that it never meant. */
void edit_rule_doubt_place(
	const struct edit_rule *rule, struct document *doc, struct slice before, struct edit_outcome *out)
{
	struct edit_outcome found = { 0 };
	struct line_changes changes = { 0 };
	struct document then;
	struct source source;
	document_open(&then, &source, doc->source->path, before, rule->language);
	rule->def->op->find(rule, &then, &found);
	line_changes_find_trimmed(&source, doc->source, &changes);
	for (size_t i = 0, k = 0, c = 0; i < out->matches.count && !out->ambiguous; i++) {
		const struct match *match = &out->matches.items[i];
		while (k < found.matches.count && found.matches.items[k].run.first < match->run.first)
			k++;
		if (k == found.matches.count || found.matches.items[k].run.first > match->run.first ||
			match->begin == match->end)
			continue;
		size_t was = found.matches.items[k].run.last;
		if (!is_line_now(&changes, &c, was, match->run.last))
			tell_elsewhere(out, match, was, match->run.last);
	}
	line_changes_release(&changes);
	edit_outcome_release(&found);
	document_close(&then, &source);
}
