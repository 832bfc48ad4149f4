/*
 * replace: new code for what was matched.
 *
 * Pattern and replacement are aligned token by token (longest common subsequence). What they share keeps the file's
 * bytes, layout and comments; only the gaps are edited. So a replacement that changes one argument changes one
 * argument.
 */
#include "match/code.h"
#include "op/fit/fit.h"
#include "op/indent.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"

/* More tokens than this are not aligned: the table would be too large. The match is then replaced whole. */
#define ALIGN_MAX 2000
#define ALIGNED_NONE UINT32_MAX

struct alignment {
	uint32_t *kept; /* for each element of the template the element of the pattern that it keeps, or ALIGNED_NONE */
	uint32_t *becomes; /* see indent_shift() */
};

static bool elements_same(const struct edit_rule *rule, size_t p, size_t t)
{
	const struct pattern *pattern = rule->pattern, *template = rule->template;
	size_t p_capture = pattern_element_capture(pattern, p), t_capture = pattern_element_capture(template, t);
	if (p_capture != (size_t)-1 && t_capture != (size_t)-1)
		return slice_eq(pattern_capture_name(pattern, p_capture), pattern_capture_name(template, t_capture));
	if (!pattern_element_is_literal(pattern, p) || !pattern_element_is_literal(template, t))
		return false;
	const struct document *a = pattern_document(pattern), *b = pattern_document(template);
	uint32_t x = pattern_element_token(pattern, p), y = pattern_element_token(template, t);
	return a->tokens.items[x].kind == b->tokens.items[y].kind && slice_eq(document_text(a, x), document_text(b, y));
}

/* Fills in `kept` by the classic table: length[i][j] is the longest common part of pattern[i..] and template[j..]. */
static void align(const struct edit_rule *rule, uint32_t *kept)
{
	size_t n = pattern_element_count(rule->pattern), m = pattern_element_count(rule->template);
	for (size_t j = 0; j < m; j++)
		kept[j] = ALIGNED_NONE;
	if (n > ALIGN_MAX || m > ALIGN_MAX)
		return;
	uint16_t *length = xcalloc((n + 1) * (m + 1), sizeof(*length));
	for (size_t i = n; i-- > 0;)
		for (size_t j = m; j-- > 0;) {
			uint16_t right = length[i * (m + 1) + j + 1], down = length[(i + 1) * (m + 1) + j];
			uint16_t best = right > down ? right : down;
			uint16_t diagonal = (uint16_t)(length[(i + 1) * (m + 1) + j + 1] + 1);
			length[i * (m + 1) + j] = elements_same(rule, i, j) && diagonal > best ? diagonal : best;
		}
	for (size_t i = 0, j = 0; i < n && j < m;) {
		uint16_t here = length[i * (m + 1) + j];
		if (elements_same(rule, i, j) && here == length[(i + 1) * (m + 1) + j + 1] + 1)
			kept[j++] = (uint32_t)i++;
		else if (here == length[(i + 1) * (m + 1) + j])
			i++;
		else
			j++;
	}
	free(length);
}

/*
 * Drops stretches that were aligned by accident: fewer than three literals in a row, in the middle. A word that both
 * happen to hold is no reason to weave the new code round it.
 */
static void drop_accidents(const struct edit_rule *rule, uint32_t *kept)
{
	size_t n = pattern_element_count(rule->pattern), m = pattern_element_count(rule->template);
	for (size_t t = 0, end; t < m; t = end) {
		end = t + 1;
		if (kept[t] == ALIGNED_NONE)
			continue;
		bool has_capture = !pattern_element_is_literal(rule->template, t);
		while (end < m && kept[end] == kept[end - 1] + 1) {
			has_capture |= !pattern_element_is_literal(rule->template, end);
			end++;
		}
		bool at_front = t == 0 && kept[t] == 0, at_back = end == m && kept[end - 1] + 1 == n;
		for (size_t i = t; i < end && !has_capture && !at_front && !at_back && end - t < 3; i++)
			kept[i] = ALIGNED_NONE;
	}
}

static bool is_dent(const struct pattern *pattern, size_t e)
{
	const struct token *token = &pattern_document(pattern)->tokens.items[pattern_element_token(pattern, e)];
	return token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT;
}

/* A stretch of pattern elements [p, p_end) that gives way to template elements [t, t_end). */
struct gap {
	size_t p, p_end, t, t_end;
};

/* The gap from element `p` of the pattern and `t` of the template on, up to the next element that is kept. */
static struct gap gap_from(const struct edit_rule *rule, const uint32_t *kept, size_t p, size_t t)
{
	size_t m = pattern_element_count(rule->template);
	struct gap gap = { p, pattern_element_count(rule->pattern), t, t };
	while (gap.t_end < m && kept[gap.t_end] == ALIGNED_NONE)
		gap.t_end++;
	if (gap.t_end < m)
		gap.p_end = kept[gap.t_end];
	return gap;
}

/* In a gap, the first code of the template stands for the first of the pattern. */
static void find_becomes(const struct edit_rule *rule, const uint32_t *kept, uint32_t *becomes)
{
	size_t n = pattern_element_count(rule->pattern), m = pattern_element_count(rule->template), p = 0, t = 0;
	for (size_t i = 0; i < n; i++)
		becomes[i] = INDENT_NONE;
	while (t <= m) {
		struct gap gap = gap_from(rule, kept, p, t);
		p = gap.p_end + 1;
		t = gap.t_end + 1;
		if (gap.t_end < m)
			becomes[gap.p_end] = (uint32_t)gap.t_end;
		while (gap.p < gap.p_end && is_dent(rule->pattern, gap.p))
			gap.p++;
		while (gap.t < gap.t_end && is_dent(rule->template, gap.t))
			gap.t++;
		if (gap.p < gap.p_end && gap.t < gap.t_end)
			becomes[gap.p] = (uint32_t)gap.t;
	}
}

/* Conditions are asked of groups of `regex`, which are others in an after-form with groups: then there is none. */
static bool compile_regex(struct edit_rule *rule, struct err *err)
{
	const struct def_text *text = &rule->def->text;
	struct str after = STR_INIT;
	struct err ignored = ERR_INIT;
	size_t offset;
	if (!regex_check_replacement(rule->regex, text->text, err))
		return def_text_fail(text, 0, err);
	bool is_told = regex_result_pattern(rule->def->regex.text, text->text, &rule->after_has_groups, &after);
	bool has_conditions = rule->def->n_where || rule->def->context.n_parts;
	if (is_told && !(rule->after_has_groups && has_conditions))
		rule->regex_after = regex_new(str_slice(&after), 0, &offset, &ignored);
	err_release(&ignored);
	str_release(&after);
	return true;
}

/* What is before the first code of the template, or after the last, is not written: no comment may be there. */
static bool check_ends(const struct edit_rule *rule, struct err *err)
{
	const struct pattern *template = rule->template;
	const struct token_list *tokens = &pattern_document(template)->tokens;
	uint32_t first = pattern_element_token(template, 0),
		 last = pattern_element_token(template, pattern_element_count(template) - 1);
	for (uint32_t i = 0; i < tokens->count; i++) {
		if (tokens->items[i].kind != TOKEN_COMMENT || (i > first && i < last))
			continue;
		err_set(err, ERR_PATCHSET, "a comment %s the code would not be written",
			i < first ? "before" : "after");
		err_hint(err, "write it between the code, use a 'hunk', or leave it out: 'why' says why");
		return def_text_fail(&rule->def->text, tokens->items[i].begin, err);
	}
	return true;
}

/* Nor is what is between code that stays. */
static bool check_between(const struct edit_rule *rule, const uint32_t *kept, struct err *err)
{
	const struct token_list *tokens = &pattern_document(rule->template)->tokens;
	for (size_t t = 1; t < pattern_element_count(rule->template); t++)
		for (size_t i = pattern_element_token(rule->template, t - 1);
			i < pattern_element_token(rule->template, t); i++) {
			if (tokens->items[i].kind != TOKEN_COMMENT || kept[t - 1] == ALIGNED_NONE ||
				kept[t] == ALIGNED_NONE)
				continue;
			err_set(err, ERR_PATCHSET, "a comment between code that stays would not be written");
			err_hint(err, "write it beside the new code, use a 'hunk', or leave it out: 'why' says why");
			return def_text_fail(&rule->def->text, tokens->items[i].begin, err);
		}
	return true;
}

static bool replace_compile(struct edit_rule *rule, struct err *err)
{
	const struct def_text *text = &rule->def->text;
	if (rule->regex)
		return compile_regex(rule, err);
	rule->template = def_text_pattern(text, rule->language, err);
	if (!rule->template) {
		if (!slice_trim(text->text).len)
			err_hint(err, "to remove what was matched, write 'delete: true'");
		return false;
	}
	if (!edit_rule_check_captures(rule, rule->template, text, err) || !check_ends(rule, err))
		return false;
	rule->after = rule->template;
	struct alignment *alignment = rule->own = arena_alloc(&rule->arena, sizeof(*alignment));
	alignment->kept = arena_alloc(&rule->arena, pattern_element_count(rule->template) * sizeof(*alignment->kept));
	alignment->becomes =
		arena_alloc(&rule->arena, pattern_element_count(rule->pattern) * sizeof(*alignment->becomes));
	align(rule, alignment->kept);
	drop_accidents(rule, alignment->kept);
	find_becomes(rule, alignment->kept, alignment->becomes);
	return check_between(rule, alignment->kept, err);
}

/* Byte offset one past element `e` of the match. */
static uint32_t element_end(const struct op_run *run, const struct match *match, size_t e)
{
	struct code_run taken = match->elements[e];
	const struct document *doc = run->doc;
	uint32_t begin, end;
	code_run_span(taken, doc, &begin, &end); /* the end of a list of statements is that of the last of them */
	if (begin < end)
		return end;
	if (taken.first < taken.last)
		return doc->tokens.items[doc->code[taken.last - 1]].end;
	return e == 0 ? match->begin : element_end(run, match, e - 1);
}

static uint32_t element_begin(const struct op_run *run, const struct match *match, size_t e)
{
	struct code_run taken = match->elements[e];
	const struct document *doc = run->doc;
	if (taken.first < taken.last)
		return doc->tokens.items[doc->code[taken.first]].begin;
	return e == 0 ? match->begin : element_end(run, match, e - 1);
}

static bool holds_comment(const struct document *doc, uint32_t begin, uint32_t end)
{
	for (size_t i = token_list_from(&doc->tokens, begin); i < doc->tokens.count && doc->tokens.items[i].begin < end;
		i++)
		if (doc->tokens.items[i].kind == TOKEN_COMMENT && doc->tokens.items[i].begin >= begin)
			return true;
	return false;
}

/* Blanks between two words of one line: layout that may go. Indentation and comments stay. */
static bool is_blank(struct slice bytes, uint32_t begin, uint32_t end)
{
	if (begin == 0 || bytes.ptr[begin - 1] == '\n')
		return false;
	for (uint32_t i = begin; i < end; i++)
		if (bytes.ptr[i] != ' ' && bytes.ptr[i] != '\t')
			return false;
	return true;
}

/* The template's layout before its element `t`; empty at its ends. */
static struct slice template_layout(const struct op_run *run, size_t t)
{
	const struct pattern *template = run->rule->template;
	const struct token_list *tokens = &pattern_document(template)->tokens;
	if (t == 0 || t >= pattern_element_count(template))
		return slice_from("", 0);
	return slice_sub(pattern_text(template), tokens->items[pattern_element_token(template, t - 1)].end,
		tokens->items[pattern_element_token(template, t)].begin);
}

static bool template_has_comment(const struct op_run *run, size_t t)
{
	const struct pattern *template = run->rule->template;
	const struct token_list *tokens = &pattern_document(template)->tokens;
	if (t == 0 || t >= pattern_element_count(template))
		return false;
	for (size_t i = pattern_element_token(template, t - 1); i < pattern_element_token(template, t); i++)
		if (tokens->items[i].kind == TOKEN_COMMENT)
			return true;
	return false;
}

/* The file's layout before the match's element `p`, between its neighbours. */
static void file_layout(const struct op_run *run, const struct match *match, size_t p, uint32_t *begin, uint32_t *end)
{
	bool is_inner = p > 0 && p < pattern_element_count(run->rule->pattern);
	*begin = is_inner ? element_end(run, match, p - 1) : p == 0 ? match->begin : match->end;
	*end = is_inner ? element_begin(run, match, p) : *begin;
}

/* A pure deletion takes the layout on its left along, else that on its right, but never a comment. */
static void delete_span(
	const struct op_run *run, const struct match *match, const struct gap *gap, uint32_t *begin, uint32_t *end)
{
	uint32_t left, left_end, right, right_end;
	file_layout(run, match, gap->p, &left, &left_end);
	file_layout(run, match, gap->p_end, &right, &right_end);
	*begin = left_end;
	*end = right;
	if (left < left_end && !holds_comment(run->doc, left, left_end))
		*begin = left;
	else if (!holds_comment(run->doc, right, right_end))
		*end = right_end;
}

static bool took_nothing(const struct match *match, size_t e)
{
	return match->elements[e].first == match->elements[e].last;
}

/* Does a kept list that took nothing follow the gap? */
static bool next_is_empty(const struct op_run *run, const struct match *match, const struct gap *gap)
{
	return gap->p_end < pattern_element_count(run->rule->pattern) && took_nothing(match, gap->p_end);
}

/* Blanks inside a bracket are the file's own style. */
static bool is_bracket(const struct op_run *run, size_t t, enum token_kind kind)
{
	const struct pattern *template = run->rule->template;
	return pattern_document(template)->tokens.items[pattern_element_token(template, t)].kind == kind;
}

/*
 * New code for old: the template's tokens. At either edge the file's layout stays where both have some; where only the
 * template has some it is added, and where only the file has some and it is mere blanks it goes. Where the template's
 * has a comment it is written; the file's goes then, unless it has one, too.
 */
static void replace_gap(const struct op_run *run, const struct match *match, const struct gap *gap, uint32_t *begin,
	uint32_t *end, struct str *text)
{
	const struct pattern *template = run->rule->template;
	const struct token_list *tokens = &pattern_document(template)->tokens;
	struct slice bytes = run->doc->source->bytes;
	uint32_t left, left_end, right, right_end;
	size_t count = pattern_element_count(template);
	size_t from = tokens->items[pattern_element_token(template, gap->t)].begin;
	size_t last = gap->t_end;
	while (last > gap->t + 1 && is_dent(template, last - 1))
		last--; /* the blanks before it are the layout of what follows */
	size_t to = tokens->items[pattern_element_token(template, last - 1)].end;
	file_layout(run, match, gap->p, &left, &left_end);
	file_layout(run, match, gap->p_end, &right, &right_end);
	if (gap->p == gap->p_end)
		left_end = left; /* the layout there belongs to the right edge */
	*begin = left_end;
	*end = right;
	struct slice before = template_layout(run, gap->t), after = template_layout(run, gap->t_end);
	if (gap->t_end < count)
		after = slice_sub(
			pattern_text(template), to, tokens->items[pattern_element_token(template, gap->t_end)].begin);
	if (left == left_end || template_has_comment(run, gap->t)) {
		from -= before.len;
		*begin = holds_comment(run->doc, left, left_end) ? left_end : left;
		while (*begin > left && ascii_is_space(pattern_text(template).ptr[from]))
			from++;
	} else if (!before.len && !is_bracket(run, gap->t - 1, TOKEN_OPEN) && is_blank(bytes, left, left_end)) {
		*begin = left;
	}
	bool comments_after = template_has_comment(run, gap->t_end);
	if ((right == right_end && !next_is_empty(run, match, gap)) || comments_after)
		to += after.len;
	if (comments_after && !holds_comment(run->doc, right, right_end))
		*end = right_end;
	else if (!after.len && gap->t_end < count && !is_bracket(run, gap->t_end, TOKEN_CLOSE) &&
		 is_blank(bytes, right, right_end))
		*end = right_end;
	render_template(run, match, from, to, *begin, match->begin, text);
	bool goes_on = *end > 0 && bytes.ptr[*end - 1] != '\n' && gap->t_end < count;
	if (goes_on && slice_ends_with(str_slice(text), "\n")) {
		struct slice blanks;
		indent_of_element(template, gap->t_end, &blanks);
		str_add(text, source_indent_at(run->doc->source, match->begin));
		indent_add(run, match, blanks, text);
	}
}

/* After the list that took nothing behind the gap, is a separator kept that the file lacks as well? */
static bool keeps_no_separator(const struct op_run *run, const struct match *match, const struct gap *gap)
{
	const struct alignment *alignment = run->rule->own;
	size_t p = gap->p_end + 1, t = gap->t_end + 1;
	return p < pattern_element_count(run->rule->pattern) && took_nothing(match, p) &&
	       t < pattern_element_count(run->rule->template) && alignment->kept[t] == p;
}

/* Is nothing between the gap and the bracket before it in what comes out: `f($$$A, x)` with nothing in A? */
static bool is_first_in_bracket(const struct op_run *run, const struct match *match, const struct gap *gap)
{
	const uint32_t *kept = ((const struct alignment *)run->rule->own)->kept;
	size_t t = gap->t;
	while (t > 0 && kept[t - 1] != ALIGNED_NONE && took_nothing(match, kept[t - 1]))
		t--;
	return t > 0 && t < gap->t && kept[t - 1] != ALIGNED_NONE && is_bracket(run, t - 1, TOKEN_OPEN);
}

/* `f($$$A)` → `f($$$A, x)` with nothing in A: the comma before x goes; and likewise the comma after x in `f(x,
 * $$$A)`. */
static void trim_separators(
	const struct op_run *run, const struct match *match, const struct gap *gap, struct str *text)
{
	const char *separator = run->rule->language->separator;
	if (gap->t == gap->t_end)
		return;
	struct slice rest = str_slice(text);
	bool is_behind_list = gap->p > 1 && took_nothing(match, gap->p - 1) && !took_nothing(match, gap->p - 2);
	if (is_behind_list || is_first_in_bracket(run, match, gap)) {
		if (separator && slice_starts_with(rest, separator))
			rest = slice_sub(rest, 1, rest.len);
		while (rest.len && rest.ptr[0] == ' ')
			rest = slice_sub(rest, 1, rest.len);
	}
	if (separator && next_is_empty(run, match, gap) && !keeps_no_separator(run, match, gap)) {
		while (rest.len && rest.ptr[rest.len - 1] == ' ')
			rest.len--;
		if (slice_ends_with(rest, separator))
			rest.len--;
	}
	struct str trimmed = STR_INIT;
	str_add(&trimmed, rest);
	str_release(text);
	*text = trimmed;
}

/* `f(a, $$$A, b)` → `f(a, $$$A)` with nothing in A: the comma after a is kept, and goes as well. */
static void take_separator(const struct op_run *run, const struct match *match, const struct gap *gap, uint32_t *begin)
{
	const struct alignment *alignment = run->rule->own;
	size_t n_old = pattern_element_count(run->rule->pattern), n_new = pattern_element_count(run->rule->template);
	size_t p = gap->p, t = gap->t, p_end = gap->p_end, t_end = gap->t_end;
	while (t > 0 && p > 0 && alignment->kept[t - 1] == p - 1 && took_nothing(match, p - 1))
		t--, p--;
	while (t_end < n_new && p_end < n_old && alignment->kept[t_end] == p_end && took_nothing(match, p_end))
		t_end++, p_end++;
	bool is_beside_list = t < gap->t || t_end > gap->t_end;
	if (!is_beside_list || t == 0 || p == 0 || t_end == n_new || p_end == n_old || alignment->kept[t - 1] != p - 1)
		return;
	size_t close = match->elements[p_end].first, separator = match->elements[p - 1].first;
	bool ends_bracket = code_kind(run->doc, close) == TOKEN_CLOSE && code_is_separator(run->doc, separator),
	     makes_tuple = run->doc->language->declares && ends_bracket && code_may_be_tuple(run->doc, close);
	if (ends_bracket && !makes_tuple)
		*begin = code_token(run->doc, separator)->begin;
}

/* The last edit may put more lines beside the one at `at`. */
static void follow_if_lines(const struct op_run *run, uint32_t at)
{
	size_t last = run->out->count - 1;
	if (slice_find(run->out->items[last].text, SLICE_LITERAL("\n"), 0) != (size_t)-1)
		indent_follow(run, last, at);
}

static void emit_gap(struct op_run *run, const struct match *match, const struct gap *gap)
{
	uint32_t begin, end;
	struct str text = STR_INIT;
	if (gap->t == gap->t_end) {
		delete_span(run, match, gap, &begin, &end);
		take_separator(run, match, gap, &begin);
	} else {
		replace_gap(run, match, gap, &begin, &end, &text);
	}
	trim_separators(run, match, gap, &text);
	if (!slice_eq(slice_sub(run->doc->source->bytes, begin, end), str_slice(&text))) {
		edit_list_add(run->out, begin, end, str_slice(&text), run->owner, run->group);
		if (pattern_is_statement(run->rule->template))
			follow_if_lines(run, begin);
	}
	str_release(&text);
}

/* Does the gap hold nothing, or nothing but steps of indentation? Those are made with the lines that they are about. */
static bool is_indentation(const struct op_run *run, const struct gap *gap)
{
	bool is = true;
	for (size_t p = gap->p; p < gap->p_end; p++)
		is &= is_dent(run->rule->pattern, p);
	for (size_t t = gap->t; t < gap->t_end; t++)
		is &= is_dent(run->rule->template, t);
	return is;
}

static bool emit_code(struct op_run *run, const struct match *match, struct err *err)
{
	const struct edit_rule *rule = run->rule;
	const struct alignment *alignment = rule->own;
	size_t p = 0, t = 0, m = pattern_element_count(rule->template);
	while (t <= m) {
		struct gap gap = gap_from(rule, alignment->kept, p, t);
		if (!is_indentation(run, &gap))
			emit_gap(run, match, &gap);
		p = gap.p_end + 1;
		t = gap.t_end + 1;
	}
	indent_shift(run, match, alignment->becomes);
	return fit_captures(run, match, err) && fit_edits(run, match, match->run, err);
}

static void render_lines(const struct op_run *run, struct slice text, uint32_t at, struct str *out)
{
	struct slice eol = source_eol_at(run->doc->source, at), line;
	bool first = true;
	while (slice_cut(&text, '\n', &line)) {
		if (!first)
			str_add(out, eol);
		str_add(out, line);
		first = false;
	}
}

static bool emit_regex(struct op_run *run, const struct match *match, struct err *err)
{
	struct slice bytes = run->doc->source->bytes;
	size_t begin, end;
	if (regex_search(run->rule->regex, run->scratch, bytes, match->begin, &begin, &end) != REGEX_MATCH ||
		begin != match->begin)
		return err_set(err, ERR_UNFIT, "regex no longer matches where it matched before");
	struct str text = STR_INIT, fitted = STR_INIT;
	bool ok = regex_expand(run->scratch, bytes, run->rule->def->text.text, &text, err);
	if (ok) {
		render_lines(run, str_slice(&text), match->begin, &fitted);
		if (!slice_eq(slice_sub(bytes, begin, end), str_slice(&fitted))) {
			edit_list_add(run->out, begin, end, str_slice(&fitted), run->owner, run->group);
			follow_if_lines(run, match->begin);
		}
	}
	str_release(&text);
	str_release(&fitted);
	return ok;
}

static bool replace_emit(struct op_run *run, const struct match *match, struct err *err)
{
	return run->rule->regex ? emit_regex(run, match, err) : emit_code(run, match, err);
}

/* Is what it writes the match with lines around it? Then, where in the template the match is. */
static bool is_around(const struct edit_rule *rule, size_t *begin, size_t *end)
{
	if (rule->regex)
		return false;
	struct slice text = pattern_text(rule->template), old = slice_trim(pattern_text(rule->pattern));
	*begin = slice_find(text, old, 0);
	*end = *begin + old.len;
	if (*begin == (size_t)-1 || slice_trim(text).len == old.len)
		return false;
	size_t line = *begin;
	while (line && ascii_is_blank(text.ptr[line - 1]))
		line--;
	return (!line || text.ptr[line - 1] == '\n') && (*end == text.len || text.ptr[*end] == '\n');
}

static bool replace_is_left(struct op_run *run, const struct match *match, struct op_reach reach)
{
	size_t begin, end;
	return is_around(run->rule, &begin, &end) && left_around(run, match, begin, end, reach);
}

static bool replace_lines_around(const struct op_run *run, const struct match *match, struct op_around *out)
{
	size_t begin, end;
	out->begin = match->begin;
	out->end = match->end;
	return is_around(run->rule, &begin, &end) && left_lines_around(run, match, begin, end, out);
}

const struct op op_replace = {
	.name = "replace",
	.summary = "replace the match with new code; what both share keeps its bytes",
	.value = OP_TEXT,
	.takes_code = true,
	.takes_regex = true,
	.compile = replace_compile,
	.emit = replace_emit,
	.is_left = replace_is_left,
	.lines_around = replace_lines_around,
};
