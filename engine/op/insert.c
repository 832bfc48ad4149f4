/*
 * Lines beside the line of a match. Beside an expression they go beside its whole statement; behind a block head they
 * take the indentation of the block's first line.
 */
#include "op/insert.h"

#include "match/code.h"
#include "op/emit.h"

bool insert_compile(struct edit_rule *rule, struct err *err)
{
	if (rule->regex)
		return true;
	rule->template = def_text_pattern(&rule->def->text, rule->language, err);
	return rule->template && edit_rule_check_captures(rule, rule->template, &rule->def->text, err);
}

static enum token_kind kind_at(const struct document *doc, size_t code)
{
	return code < doc->n_code ? (enum token_kind)doc->tokens.items[doc->code[code]].kind : TOKEN_KIND_COUNT;
}

static bool is_line_kind(enum token_kind kind)
{
	return kind == TOKEN_END || kind == TOKEN_INDENT || kind == TOKEN_DEDENT;
}

/* Widens the match's code tokens to whole statements. */
static struct code_run statement_of(struct document *doc, struct code_run run)
{
	if (doc->language->widen) {
		uint32_t first = doc->code[run.first], last = doc->code[run.last - 1] + 1;
		document_widen(doc, &first, &last);
		return (struct code_run){ (uint32_t)code_index(doc, first), (uint32_t)code_index(doc, last - 1) + 1 };
	}
	bool has_ends = doc->n_code && kind_at(doc, doc->n_code - 1) != TOKEN_KIND_COUNT && doc->language->is_statement;
	if (!has_ends)
		return run;
	struct code_run first_line, last_line;
	document_line_of(doc, run.first, &first_line.first, &first_line.last);
	document_line_of(doc, run.last, &last_line.first, &last_line.last);
	return (struct code_run){ first_line.first, last_line.last };
}

void insert_statement(const struct op_run *run, const struct match *match, uint32_t *begin, uint32_t *end)
{
	const struct document *doc = run->doc;
	*begin = match->begin;
	*end = match->end;
	if (run->rule->regex)
		return;
	struct code_run whole = statement_of(run->doc, match->run);
	*begin = doc->tokens.items[doc->code[whole.first]].begin;
	*end = doc->tokens.items[doc->code[whole.last - 1]].end;
}

static bool is_line_end(const struct token *token)
{
	return (token->kind == TOKEN_NEWLINE || token->kind == TOKEN_END) && token->end > token->begin;
}

/* To the last token of the line. Where a bracket or a token of several lines begins on it, the line is taken to go on
 * to its end; where a bracket closes that was opened before, it ends there. */
static uint32_t step_to_line_end(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	(void)bytes;
	const struct token *next = i + 1 < tokens->count ? &tokens->items[i + 1] : NULL;
	bool is_paired = next && next->partner != TOKEN_NONE;
	if (!next || is_line_end(next) || (next->kind == TOKEN_CLOSE && is_paired))
		return i;
	return next->kind == TOKEN_OPEN && is_paired ? next->partner : i + 1;
}

/* The same to its first token. */
static uint32_t step_to_line_begin(struct slice bytes, const struct token_list *tokens, uint32_t i)
{
	(void)bytes;
	const struct token *before = i ? &tokens->items[i - 1] : NULL;
	bool is_paired = before && before->partner != TOKEN_NONE;
	if (!before || is_line_end(before) || before->kind == TOKEN_BOM || (before->kind == TOKEN_OPEN && is_paired))
		return i;
	return before->kind == TOKEN_CLOSE && is_paired ? before->partner : i - 1;
}

/* The offset behind the line of token `i`. False when a bracket closes on the line that was opened before: a line
 * behind it is not beside the token. */
static bool line_behind(struct document *doc, uint32_t i, uint32_t *at)
{
	uint32_t next = document_way_end(doc, WAY_LINE_LAST, i, step_to_line_end) + 1;
	bool is_last = next >= doc->tokens.count;
	*at = is_last ? (uint32_t)doc->source->bytes.len : doc->tokens.items[next].end;
	return is_last || is_line_end(&doc->tokens.items[next]);
}

/* The same for the beginning of the line. */
static bool line_before(struct document *doc, uint32_t i, uint32_t *at)
{
	uint32_t first = document_way_end(doc, WAY_LINE_FIRST, i, step_to_line_begin);
	*at = first ? doc->tokens.items[first - 1].end : 0;
	return !first || doc->tokens.items[first - 1].kind != TOKEN_OPEN;
}

/* Is the match the body of a block on one line, as in Python's `if x: import os`? Lines beside it are not in the
 * block. */
static bool is_in_line_block(const struct op_run *run, const struct match *match, struct code_run whole)
{
	struct document *doc = run->doc;
	if (doc->language->block_part && !doc->language->widen && !doc->language->parse)
		return document_is_behind_opener(doc, match->run.first);
	if (doc->language->widen || whole.first == match->run.first)
		return false;
	uint32_t block = document_block_at(doc, doc->code[match->run.first]);
	return block != NODE_NONE && doc->nodes.items[block].first >= doc->code[whole.first];
}

bool insert_is_after(const struct op_run *run)
{
	return run->rule->def->op->inserts == OP_INSERTS_AFTER;
}

bool insert_offset(const struct op_run *run, const struct match *match, uint32_t *at)
{
	struct document *doc = run->doc;
	struct source *source = doc->source;
	if (run->rule->regex) {
		size_t line = source_line_index(
			source, insert_is_after(run) && match->end > match->begin ? match->end - 1 : match->begin);
		*at = (uint32_t)source_text_begin(source, insert_is_after(run) ? line + 1 : line);
		return true;
	}
	struct code_run whole = statement_of(run->doc, match->run);
	if (is_in_line_block(run, match, whole))
		return false;
	return insert_is_after(run) ? line_behind(doc, doc->code[whole.last - 1], at)
				    : line_before(doc, doc->code[whole.first], at);
}

/* The indentation of the lines put in: the match's, or inside a block that the match opens, that of its first line. */
static struct slice insert_indent(const struct op_run *run, const struct match *match, uint32_t begin)
{
	const struct document *doc = run->doc;
	if (insert_is_after(run) && !run->rule->regex && !doc->language->widen) {
		uint32_t behind = statement_of(run->doc, match->run).last;
		if (kind_at(doc, behind) == TOKEN_END && kind_at(doc, behind + 1) == TOKEN_INDENT &&
			behind + 2 < doc->n_code)
			return source_indent_at(doc->source, doc->tokens.items[doc->code[behind + 2]].begin);
	}
	if (insert_is_after(run) && !run->rule->regex && doc->language->widen) {
		struct code_run whole = statement_of(run->doc, match->run);
		if (kind_at(doc, whole.last - 1) == TOKEN_OPEN && whole.last < doc->n_code &&
			kind_at(doc, whole.last) != TOKEN_CLOSE)
			return source_indent_at(doc->source, doc->tokens.items[doc->code[whole.last]].begin);
	}
	return source_indent_at(doc->source, begin);
}

void insert_lines(const struct op_run *run, const struct match *match, uint32_t begin, struct str *out)
{
	struct slice indent = insert_indent(run, match, begin);
	struct str text = STR_INIT;
	if (run->rule->template)
		render_template(
			run, match, 0, pattern_text(run->rule->template).len, match->begin, match->begin, &text);
	else
		str_add(&text, run->rule->def->text.text);
	struct slice lines = str_slice(&text), eol = source_eol_at(run->doc->source, begin), line,
		     own = source_indent_at(run->doc->source, match->begin);
	if (slice_ends_with(lines, "\n"))
		lines.len--;
	bool first = true;
	while (slice_cut(&lines, '\n', &line)) {
		if (slice_ends_with(line, "\r"))
			line.len--;
		/* The template was rendered with the match's own indentation after its first line. */
		if (!first && run->rule->template && line.len >= own.len && slice_eq(slice_sub(line, 0, own.len), own))
			line = slice_sub(line, own.len, line.len);
		if (line.len && emit_spend(run, indent.len)) {
			str_add(out, indent);
			str_add(out, line);
		}
		str_add(out, eol);
		first = false;
	}
	str_release(&text);
}

/* Is the match a part of a directive, such as a macro's body? */
static bool is_in_directive(const struct op_run *run, const struct match *match)
{
	const struct document *doc = run->doc;
	if (run->rule->regex || !doc->language->widen)
		return false;
	struct code_run whole = statement_of(run->doc, match->run);
	const struct token *first = &doc->tokens.items[doc->code[whole.first]];
	bool is_directive = first->kind == TOKEN_OPERATOR && first->partner != TOKEN_NONE &&
			    kind_at(doc, code_index(doc, first->partner)) == TOKEN_END;
	return is_directive && whole.first < match->run.first;
}

bool insert_emit(struct op_run *run, const struct match *match, struct err *err)
{
	if (is_in_directive(run, match)) {
		err_set(err, ERR_UNFIT, "no line can be inserted beside code inside a directive");
		return err_hint(err, "exclude macros with \"not-inside: '#define $$$'\", or use 'replace'");
	}
	struct source *source = run->doc->source;
	uint32_t begin, end, at;
	insert_statement(run, match, &begin, &end);
	if (!insert_offset(run, match, &at)) {
		struct place place = source_place(source, match->begin);
		err_set(err, ERR_UNFIT,
			"no line can be inserted beside code that shares its line with the enclosing "
			"block");
		err_hint(err, "exclude the place by a condition, or use 'replace'");
		return err_at(err, source->path, place.line, place.column);
	}
	insert_step_over(run, match, false, &at);
	struct str text = STR_INIT;
	if (insert_is_after(run) && at == source->bytes.len && at > 0 && source->bytes.ptr[at - 1] != '\n') {
		/* The last line lacks its line end: it gets one, and the text takes over the lack. */
		struct slice eol = source_eol_at(source, begin);
		str_add(&text, eol);
		insert_lines(run, match, begin, &text);
		text.len -= eol.len;
	} else {
		insert_lines(run, match, begin, &text);
	}
	edit_list_add(run->out, at, at, str_slice(&text), run->owner, run->group);
	run->out->items[run->out->count - 1].stacks = insert_is_after(run) ? EDIT_BEHIND : EDIT_IN_FRONT;
	str_release(&text);
	return true;
}

/* The block in which lines behind code token `i` stand: that which it begins, or that around it. */
static uint32_t block_behind(struct document *doc, size_t i)
{
	while (i > 0 && is_line_kind(kind_at(doc, i - 1)))
		i--;
	if (i == 0)
		return NODE_NONE;
	uint32_t token = doc->code[i - 1];
	const struct node_list *nodes = document_nodes(doc);
	size_t low = 0, high = nodes->count; /* the last node that begins at `token` or before it */
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (nodes->items[middle].first <= token)
			low = middle + 1;
		else
			high = middle;
	}
	if (low && nodes->items[low - 1].kind == NODE_BLOCK && token < nodes->items[low - 1].head_last)
		return (uint32_t)low - 1;
	return document_block_at(doc, token);
}

/* Where statements belong to their block, what stands in another one is none of these lines. */
bool insert_is_there(struct op_run *run, const struct match *match)
{
	if (!run->doc->language->is_by_block)
		return run->stands->count > 0;
	struct code_run whole = statement_of(run->doc, match->run);
	uint32_t block = block_behind(run->doc, insert_is_after(run) ? whole.last : whole.first);
	for (size_t i = 0; i < run->stands->count; i++)
		if (block_behind(run->doc, run->stands->items[i].run.first) == block)
			return true;
	return false;
}

static bool same_code(const struct document *doc, struct code_run a, struct code_run b)
{
	if (a.last - a.first != b.last - b.first)
		return false;
	for (uint32_t i = 0; i < a.last - a.first; i++)
		if (!slice_eq(document_text(doc, doc->code[a.first + i]), document_text(doc, doc->code[b.first + i])))
			return false;
	return true;
}

/* Has `there`, where the template fits, the captures that `match` would give it? */
static bool same_captures(const struct op_run *run, const struct match *match, const struct match *there)
{
	const struct pattern *template = run->rule->template;
	for (size_t i = 0; i < pattern_capture_count(template); i++) {
		size_t capture = pattern_capture_find(run->rule->pattern, pattern_capture_name(template, i));
		if (!same_code(run->doc, match->captures[capture], there->captures[i]))
			return false;
	}
	return true;
}

/* Does nothing but line ends stand between? As indices into doc->code. */
static bool is_next(const struct document *doc, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (!is_line_kind(kind_at(doc, i)))
			return false;
	return from <= to;
}

/* How many of the places, which are in order, begin before code token `i`. */
static size_t places_before(const struct match_list *places, size_t i)
{
	size_t low = 0, high = places->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (places->items[middle].run.first < i)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct match *insert_place_at(const struct op_run *run, size_t i)
{
	const struct match_list *places = run->stands;
	size_t place = places_before(places, i);
	if (!insert_is_after(run))
		place--; /* of the first place that is SIZE_MAX: no place */
	if (place >= places->count)
		return NULL;
	const struct match *there = &places->items[place];
	bool beside =
		insert_is_after(run) ? is_next(run->doc, i, there->run.first) : is_next(run->doc, there->run.last, i);
	return beside ? there : NULL;
}

/* insert_place_at(), if that place has the captures of `match`. */
static const struct match *insert_at_border(const struct op_run *run, const struct match *match, size_t i)
{
	const struct match *there = insert_place_at(run, i);
	return there && same_captures(run, match, there) ? there : NULL;
}

bool insert_beyond(const struct op_run *run, const struct match *there, uint32_t *at)
{
	struct document *doc = run->doc;
	return insert_is_after(run) ? line_behind(doc, doc->code[there->run.last - 1], at)
				    : line_before(doc, doc->code[there->run.first], at);
}

/* Do the same lines stand there already, whatever their layout: right beside the statement, or where they would be put,
 * beside what others put there? */
static bool is_made_code(struct op_run *run, const struct match *match)
{
	struct code_run whole = statement_of(run->doc, match->run);
	uint32_t at;
	if (insert_at_border(run, match, insert_is_after(run) ? whole.last : whole.first))
		return true;
	if (!insert_offset(run, match, &at))
		return false;
	if (insert_at_border(run, match, document_code_at(run->doc, at)))
		return true;
	return insert_step_over(run, match, true, &at) && insert_at_border(run, match, document_code_at(run->doc, at));
}

static bool bytes_are_at(const struct op_run *run, struct slice text, uint32_t at)
{
	struct slice bytes = run->doc->source->bytes;
	struct slice there = insert_is_after(run) ? slice_sub(bytes, at, at + text.len)
						  : slice_sub(bytes, at >= text.len ? at - text.len : 0, at);
	return slice_eq(slice_trim(there), slice_trim(text)) && there.len;
}

static bool is_made_bytes(struct op_run *run, const struct match *match)
{
	struct str text = STR_INIT;
	uint32_t at;
	insert_lines(run, match, match->begin, &text);
	insert_offset(run, match, &at);
	bool made = bytes_are_at(run, str_slice(&text), at) ||
		    (insert_step_over(run, match, true, &at) && bytes_are_at(run, str_slice(&text), at));
	str_release(&text);
	return made;
}

bool insert_is_made(struct op_run *run, const struct match *match)
{
	return run->rule->regex ? is_made_bytes(run, match) : is_made_code(run, match);
}
