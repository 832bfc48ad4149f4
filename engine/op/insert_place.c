/*
 * Where lines beside the line of a match go, and how they are written there. Beside an expression they go beside its
 * whole statement; after a block head they take the indentation of the block's first line.
 */
#include "op/insert.h"

#include "match/code.h"
#include "op/emit.h"

struct code_run insert_statement_of(struct document *doc, struct code_run run)
{
	if (doc->language->widen) {
		uint32_t first = doc->code[run.first], last = doc->code[run.last - 1] + 1;
		document_widen(doc, &first, &last);
		struct code_run whole = { (uint32_t)code_index(doc, first), (uint32_t)code_index(doc, last - 1) + 1 };
		/* Lines after a label come before its statement. */
		whole.last = code_is(doc, run.last - 1, TOKEN_OPERATOR, ":") ? run.last : whole.last;
		return whole;
	}
	bool has_ends =
		doc->n_code && code_kind(doc, doc->n_code - 1) != TOKEN_KIND_COUNT && doc->language->is_statement;
	if (!has_ends)
		return run;
	struct code_run first_line, last_line;
	document_line_of(doc, run.first, &first_line.first, &first_line.last);
	document_line_of(doc, run.last, &last_line.first, &last_line.last);
	return (struct code_run){ first_line.first, last_line.last };
}

struct code_run insert_statement(const struct op_run *run, const struct match *match, uint32_t *begin, uint32_t *end)
{
	const struct document *doc = run->doc;
	*begin = match->begin;
	*end = match->end;
	if (run->rule->regex)
		return (struct code_run){ 0 };
	struct code_run whole = insert_statement_of(run->doc, match->run);
	*begin = doc->tokens.items[doc->code[whole.first]].begin;
	*end = doc->tokens.items[doc->code[whole.last - 1]].end;
	return whole;
}

bool insert_is_in_directive(const struct op_run *run, const struct match *match)
{
	const struct document *doc = run->doc;
	if (!run->rule->pattern || !doc->language->is_directive)
		return false;
	struct code_run whole = insert_statement_of(run->doc, match->run);
	return token_is_directive(doc->language, &doc->tokens, doc->code[whole.first]) &&
	       whole.first < match->run.first;
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

/* The offset after the line of token `i`. False when a bracket closes on the line that was opened before: a line
 * after it is not beside the token. */
static bool line_after(struct document *doc, uint32_t i, uint32_t *at)
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

/* Is the match the body of a block on one line, as in Python's `if x: import os`, or lines go after the head of one?
 * Lines beside it are not in the block. */
static bool is_in_line_block(const struct op_run *run, const struct match *match, struct code_run whole)
{
	struct document *doc = run->doc;
	bool is_head = insert_is_after(run) && match->run.last < whole.last;
	if (doc->language->widen || (whole.first == match->run.first && !is_head))
		return false;
	uint32_t block = document_block_at(doc, doc->code[is_head ? match->run.last : match->run.first]);
	return block != NODE_NONE && doc->nodes.items[block].first >= doc->code[whole.first];
}

bool insert_is_bound(const struct op_run *run, const struct match *match)
{
	struct document *doc = run->doc;
	if (is_in_line_block(run, match, insert_statement_of(run->doc, match->run)))
		return true;
	return doc->language->is_bound &&
	       (document_line_bounds(doc, match->run.first) & LINE_BEGINS_BLOCK ||
		       doc->language->is_bound(doc, match->run.first) ||
		       (run->rule->def->op->inserts != OP_INSERTS_BEFORE &&
			       document_line_bounds(doc, match->run.last) & LINE_ENDS_BLOCK));
}

/* Is what is on the line before the statement at code token `first` a part of it, as its label is? */
static bool is_labelled(const struct document *doc, size_t first, uint32_t at)
{
	bool has_more = first > 0 && doc->tokens.items[doc->code[first - 1]].begin >= at;
	return doc->language->widen && has_more && !code_is(doc, first - 1, TOKEN_OPERATOR, ";") &&
	       code_kind(doc, first - 1) != TOKEN_CLOSE && code_kind(doc, first - 1) != TOKEN_END;
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
	struct code_run whole = insert_statement_of(run->doc, match->run);
	if (insert_is_bound(run, match))
		return false;
	return insert_is_after(run)
		       ? line_after(doc, doc->code[whole.last - 1], at)
		       : line_before(doc, doc->code[whole.first], at) && !is_labelled(doc, whole.first, *at);
}

size_t insert_line(const struct op_run *run, uint32_t at)
{
	struct source *source = run->doc->source;
	return at < source->bytes.len ? source_line_index(source, at) : source_line_count(source);
}

/* Is the last of the code in a block that begins in it, and that no brace or command ends? */
static bool ends_in_block(struct document *doc, struct code_run whole)
{
	uint32_t last = whole.last - 1;
	while (last > whole.first && token_kind_is_border(code_kind(doc, last)))
		last--;
	return !doc->language->widen &&
	       document_block_at(doc, doc->code[last]) != document_block_at(doc, doc->code[whole.first]);
}

uint32_t insert_nearness(const struct op_run *run, const struct match *match)
{
	uint32_t begin, end;
	if (!insert_is_after(run))
		return 0;
	struct code_run whole = insert_statement(run, match, &begin, &end);
	bool is_block = !run->rule->regex && ends_in_block(run->doc, whole);
	return (uint32_t)source_line_index(run->doc->source, is_block || begin == end ? begin : end - 1);
}

/* That of the match, or inside a block that the match opens, its first line. */
uint32_t insert_anchor(const struct op_run *run, const struct match *match, uint32_t begin)
{
	const struct document *doc = run->doc;
	if (insert_is_after(run) && !run->rule->regex && !doc->language->widen) {
		uint32_t after = insert_statement_of(run->doc, match->run).last;
		if (code_kind(doc, after) == TOKEN_END && code_kind(doc, after + 1) == TOKEN_INDENT &&
			after + 2 < doc->n_code)
			return doc->tokens.items[doc->code[after + 2]].begin;
	}
	if (insert_is_after(run) && !run->rule->regex && doc->language->widen) {
		struct code_run whole = insert_statement_of(run->doc, match->run);
		bool opens = code_kind(doc, whole.last - 1) == TOKEN_OPEN ||
			     code_is(doc, whole.last - 1, TOKEN_OPERATOR, ":");
		if (opens && whole.last < doc->n_code && code_kind(doc, whole.last) != TOKEN_CLOSE)
			return doc->tokens.items[doc->code[whole.last]].begin;
	}
	return begin;
}

/* Lines of bytes, each with the indentation. */
static void add_lines(
	const struct op_run *run, struct slice lines, struct slice indent, struct slice eol, struct str *out)
{
	struct slice line;
	if (slice_ends_with(lines, "\n"))
		lines.len--;
	while (slice_cut(&lines, '\n', &line)) {
		if (slice_ends_with(line, "\r"))
			line.len--;
		if (line.len && emit_spend(run, indent.len)) {
			str_add(out, indent);
			str_add(out, line);
		}
		str_add(out, eol);
	}
}

void insert_lines(const struct op_run *run, const struct match *match, uint32_t begin, struct str *out)
{
	struct source *source = run->doc->source;
	struct slice indent = source_indent_at(source, insert_anchor(run, match, begin)),
		     eol = source_eol_at(source, begin);
	if (!run->rule->template) {
		add_lines(run, run->rule->def->text.text, indent, eol, out);
		return;
	}
	struct slice text = pattern_text(run->rule->template);
	uint32_t at = (uint32_t)source_line_begin(source, source_line_index(source, begin));
	if (!slice_starts_with(text, "\n"))
		str_add(out, indent);
	render_indented(run, match, 0, text.len, at, indent, out);
	if (!slice_ends_with(str_slice(out), "\n"))
		str_add(out, eol);
}

/* Does nothing but line ends stand between? As indices into doc->code. */
static bool is_next(const struct document *doc, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (!token_kind_is_border(code_kind(doc, i)))
			return false;
	return from <= to;
}

size_t insert_places_before(const struct match_list *places, size_t i)
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
	const struct match_list *places = run->present;
	size_t place = insert_places_before(places, i);
	if (!insert_is_after(run))
		place--; /* of the first place that is SIZE_MAX: no place */
	if (place >= places->count)
		return NULL;
	const struct match *there = &places->items[place];
	bool beside =
		insert_is_after(run) ? is_next(run->doc, i, there->run.first) : is_next(run->doc, there->run.last, i);
	return beside ? there : NULL;
}

bool insert_beyond(const struct op_run *run, const struct match *there, uint32_t *at)
{
	struct document *doc = run->doc;
	return insert_is_after(run) ? line_after(doc, doc->code[there->run.last - 1], at)
				    : line_before(doc, doc->code[there->run.first], at);
}
