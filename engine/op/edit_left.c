/* Places that a run made, and whose after-form others have parted since. */
#include "op/edit_rule.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "op/indent.h"
#include "op/insert.h"
#include "text/change.h"

/* --- lines that count --------------------------------------------------------------------------------------------- */

/* How far lines that came are looked for beside equal ones. */
#define MAX_SLIDE 1000

static bool is_same_line(struct source *source, size_t a, size_t b)
{
	return slice_eq(slice_trim(source_line(source, a)), slice_trim(source_line(source, b)));
}

/* Of equal lines beside each other nothing tells which came: all of them count, whatever is asked for. */
static void mark_change(struct source *now, const struct line_change *change, enum left_lines lines, bool *counts)
{
	size_t n = source_line_count(now), begin = change->after, end = change->after_end, up = 0, down = 0;
	bool is_pure = change->before == change->before_end;
	while (is_pure && up < MAX_SLIDE && up < begin && is_same_line(now, begin - up - 1, end - up - 1))
		up++;
	while (is_pure && down < MAX_SLIDE && end + down < n && is_same_line(now, begin + down, end + down))
		down++;
	for (size_t i = begin - up; lines == LEFT_ADDED && i < end + down; i++)
		counts[i] = true;
	/* What took the place of lines can be these, with a comment. */
	for (size_t i = begin + down; lines == LEFT_KEPT && is_pure && i + up < end; i++)
		counts[i] = false;
}

bool *left_find_counting(struct source *now, enum left_lines lines, struct slice before)
{
	size_t n = source_line_count(now);
	bool *counts = xcalloc(n + 1, sizeof(*counts));
	struct line_changes changes = { 0 };
	struct source then;
	for (size_t i = 0; i < n && lines == LEFT_KEPT; i++)
		counts[i] = true;
	source_init(&then, now->path, before);
	line_changes_find_trimmed(&then, now, &changes);
	for (size_t i = 0; i < changes.count; i++)
		mark_change(now, &changes.items[i], lines, counts);
	line_changes_release(&changes);
	source_release(&then);
	return counts;
}

/* Is the end of a line nothing, or a comment? */
static bool is_comment(struct document *doc, struct slice end_of_line)
{
	struct slice rest = slice_trim(end_of_line);
	if (!rest.len)
		return true;
	const struct token_list *tokens = document_tokens(doc);
	uint32_t begin = (uint32_t)(rest.ptr - doc->source->bytes.ptr);
	size_t at = token_list_from(tokens, begin);
	return at < tokens->count && tokens->items[at].kind == TOKEN_COMMENT && tokens->items[at].begin == begin;
}

bool left_is_line(const struct op_run *run, size_t line, struct slice text)
{
	struct slice there = slice_trim(source_line(run->doc->source, line));
	text = slice_trim(text);
	return (!run->counts || run->counts[line]) && slice_eq(slice_sub(there, 0, text.len), text) &&
	       is_comment(run->doc, slice_sub(there, text.len, there.len));
}

/* --- what is there still ------------------------------------------------------------------------------------------ */

/* Is the line of the template at [from, to) within `reach`, alone on its line? `is_last`: the last of these lines that
 * is not blank; else the first. */
static bool has_line(const struct op_run *run, const struct match *match, size_t from, size_t to, bool is_last,
	struct op_reach reach)
{
	struct source *source = run->doc->source;
	struct str text = STR_INIT;
	struct slice rest, line, wanted = { 0 };
	bool has = false;
	render_template(run, match, from, to, match->begin, match->begin, &text);
	rest = str_slice(&text);
	while (slice_cut(&rest, '\n', &line))
		if (slice_trim(line).len && (is_last || !wanted.len))
			wanted = slice_trim(line);
	size_t i = source_line_index(source, reach.begin), end = source_line_index(source, reach.end);
	for (; i <= end && i < source_line_count(source) && !has; i++)
		has = left_is_line(run, i, wanted);
	str_release(&text);
	return has || !wanted.len;
}

bool left_has_lines(const struct op_run *run, struct slice text, size_t least, struct op_reach reach)
{
	struct source *source = run->doc->source;
	struct slice line;
	size_t n = 0, i = source_line_index(source, reach.begin), end = source_line_index(source, reach.end);
	end = end < source_line_count(source) ? end + 1 : end;
	while (slice_cut(&text, '\n', &line)) {
		if (!slice_trim(line).len)
			continue;
		while (i < end && !left_is_line(run, i, line))
			i++;
		if (i++ >= end)
			return false;
		n++;
	}
	return n >= least;
}

static size_t indentation(struct slice line)
{
	return (size_t)(slice_trim(line).ptr - line.ptr);
}

static bool is_comment_of_template(const struct pattern *template, struct slice line)
{
	const struct document *doc = pattern_document(template);
	size_t at = token_list_from(&doc->tokens, (uint32_t)(slice_trim(line).ptr - pattern_text(template).ptr));
	return at < doc->tokens.count && doc->tokens.items[at].kind == TOKEN_COMMENT;
}

/* Of lines that begin blocks in one another, up to `end` of the template, are those within `reach` that are outside
 * the one next to the match? Without them it is only a part of what was put around it. */
static bool has_outer_heads(const struct op_run *run, const struct match *match, size_t end, struct op_reach reach)
{
	const struct pattern *template = run->rule->template;
	struct slice rest = slice_sub(pattern_text(template), 0, end), line;
	size_t nearest = 0;
	while (slice_cut(&rest, '\n', &line))
		nearest = slice_trim(line).len ? indentation(line) : nearest;
	rest = slice_sub(pattern_text(template), 0, end);
	while (slice_cut(&rest, '\n', &line)) {
		size_t begin = (size_t)(line.ptr - pattern_text(template).ptr);
		bool is_outer = slice_trim(line).len && indentation(line) < nearest &&
				!indent_is_inside_token(pattern_document(template), (uint32_t)begin) &&
				!is_comment_of_template(template, line);
		if (is_outer && !has_line(run, match, begin, begin + line.len, false, reach))
			return false;
	}
	return true;
}

bool left_around(const struct op_run *run, const struct match *match, size_t begin, size_t end, struct op_reach reach)
{
	struct op_reach above = { reach.begin, match->begin }, below = { match->end, reach.end };
	return has_line(run, match, 0, begin, true, above) && has_outer_heads(run, match, begin, above) &&
	       has_line(run, match, end, pattern_text(run->rule->template).len, false, below);
}

bool left_lines_around(
	const struct op_run *run, const struct match *match, size_t begin, size_t end, struct op_around *out)
{
	struct source *source = run->doc->source;
	size_t last = out->end > out->begin ? out->end - 1 : out->begin;
	out->begin = (uint32_t)source_line_begin(source, source_line_index(source, out->begin));
	out->end = (uint32_t)source_line_begin(source, source_line_index(source, last) + 1);
	str_add(&out->above, source_indent_at(source, out->begin));
	render_template(run, match, 0, begin, match->begin, match->begin, &out->above);
	render_template(
		run, match, end, pattern_text(run->rule->template).len, match->begin, match->begin, &out->below);
	return true;
}

void edit_rule_drop_left(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	enum left_lines lines, struct slice before, struct edit_outcome *out)
{
	struct match_list *list = &out->matches, present = { 0 };
	bool *counts = lines == LEFT_ALL ? NULL : left_find_counting(doc->source, lines, before);
	struct op_run run = { .rule = rule, .doc = doc, .scratch = scratch, .present = &present, .counts = counts };
	size_t kept = 0, n_made = out->n_made;
	struct op_reach reach = { 0, 0 };
	edit_outcome_sort_made(out);
	if (rule->template)
		pattern_find(rule->template, doc, &present);
	for (size_t i = 0, k = 0; i < list->count; i++) {
		struct match match = list->items[i];
		/* From the place before to the next one, made or not: there, it is their own. */
		for (; k < n_made && out->made[k].begin < match.begin; k++)
			reach.begin = out->made[k].end > reach.begin ? out->made[k].end : reach.begin;
		reach.end = i + 1 < list->count ? list->items[i + 1].begin : (uint32_t)doc->source->bytes.len;
		if (k < n_made && out->made[k].begin < reach.end)
			reach.end = out->made[k].begin;
		if (!rule->def->op->is_left(&run, &match, reach))
			list->items[kept++] = match;
		else
			edit_outcome_add_made(out, match.begin, match.end);
		reach.begin = match.end > reach.begin ? match.end : reach.begin;
	}
	list->count = kept;
	match_list_release(&present);
	free(counts);
}

/* --- what another version of the edit has put there --------------------------------------------------------------- */

bool edit_rule_adds(const struct edit_rule *rule)
{
	const struct edit_def *def = rule->def;
	bool repeats = def->op->is_left && def->match.text.len &&
		       slice_find(def->text.text, slice_trim(def->match.text), 0) != (size_t)-1;
	return def->op->adds || repeats || (def->op->is_addition && def->op->is_addition(rule));
}

/* An edit whose other version was made, in the text that the file has now. */
struct beside_new {
	struct op_run run;        /* what counts came before `later` */
	const bool *came_earlier; /* of each line: it may have been in `later`; NULL: all may */
};

/* Is the line next to `from`, but for blank ones and what came later, one that counts? Up or down. */
static bool is_next_counted(const struct beside_new *beside, size_t from, bool is_up)
{
	struct source *source = beside->run.doc->source;
	size_t n = source_line_count(source), i = from;
	for (size_t tries = 0; tries < MAX_SLIDE && i < n; tries++) {
		bool is_later = beside->came_earlier && !beside->came_earlier[i];
		if (!is_later && slice_trim(source_line(source, i)).len)
			break;
		i += is_up ? SIZE_MAX : 1;
	}
	return i < n && beside->run.counts[i];
}

/* Beside the statement of the match, on the side to which the operation puts lines, or in its own lines. */
static bool is_match_beside(const struct beside_new *beside, const struct match *match)
{
	const struct op_run *run = &beside->run;
	struct source *source = run->doc->source;
	const struct op *op = run->rule->def->op;
	uint32_t begin = match->begin, end = match->end, at;
	if (run->rule->pattern)
		insert_statement(run, match, &begin, &end);
	size_t first = source_line_index(source, begin), last = source_line_index(source, end > begin ? end - 1 : end);
	if (op->inserts && insert_offset(run, match, &at)) {
		size_t line = insert_line(run, at);
		bool is_after = op->inserts == OP_INSERTS_AFTER;
		return (is_after || line) && is_next_counted(beside, is_after ? line : line - 1, !is_after);
	}
	for (size_t i = first; i <= last; i++)
		if (run->counts[i])
			return true;
	return (first && is_next_counted(beside, first - 1, true)) || is_next_counted(beside, last + 1, false);
}

/* A header is at the top, wherever the code is. */
static bool has_new_directive(const struct op_run *run)
{
	struct source *source = run->doc->source;
	for (size_t i = 0; i < source_line_count(source); i++)
		if (run->counts[i] && slice_starts_with(slice_trim(source_line(source, i)), "#"))
			return true;
	return false;
}

bool edit_rule_is_beside_new(const struct edit_rule *rule, struct document *doc, struct slice before,
	struct slice later, const struct edit_outcome *out)
{
	bool *counts = left_find_counting(doc->source, LEFT_ADDED, before), is = false;
	bool *came_earlier = later.len ? left_find_counting(doc->source, LEFT_KEPT, later) : NULL;
	struct beside_new beside = { { .rule = rule, .doc = doc, .counts = counts }, came_earlier };
	for (size_t i = 0; came_earlier && i < source_line_count(doc->source); i++)
		counts[i] = counts[i] && came_earlier[i];
	if (rule->def->op->at_top)
		is = has_new_directive(&beside.run);
	for (size_t i = 0; i < out->matches.count && !is && !rule->def->op->at_top; i++)
		is = is_match_beside(&beside, &out->matches.items[i]);
	free(came_earlier);
	free(counts);
	return is;
}
