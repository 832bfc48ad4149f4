/*
 * wrap: lines before and after the lines of a match, which is where the text says $MATCH and takes its
 * indentation. Text inside strings that run over several lines is not indented: that would change it.
 */
#include "op/emit.h"
#include "op/fit/fit.h"
#include "op/indent.h"
#include "op/insert.h"

#include <string.h>

#include "base/ascii.h"
#include "match/code.h"

#define PLACEHOLDER "$MATCH"

struct wrapping {
	size_t begin, end;   /* where $MATCH stood in the bytes of the rule's template */
	struct slice indent; /* and the blanks before it */
};

/* The one line of the text that holds nothing but $MATCH: its offset and indentation. */
static bool find_placeholder(struct edit_rule *rule, size_t *offset, struct slice *indent, struct err *err)
{
	struct slice rest = rule->def->text.text, line;
	size_t found = 0;
	while (slice_cut(&rest, '\n', &line)) {
		struct slice word = slice_trim(line);
		if (!slice_eq_cstr(word, PLACEHOLDER))
			continue;
		*offset = (size_t)(word.ptr - rule->def->text.text.ptr);
		*indent = slice_sub(line, 0, (size_t)(word.ptr - line.ptr));
		found++;
	}
	if (found == 1)
		return true;
	err_set(err, ERR_PATCHSET, "'wrap' needs one line with nothing but " PLACEHOLDER ", this has %zu", found);
	err_hint(err, "write the lines around it, and " PLACEHOLDER " where the matched code goes");
	return def_text_fail(&rule->def->text, 0, err);
}

/* Those behind $MATCH are `by` bytes further on in the after-form. */
static void move_values(struct edit_rule *rule, struct def_text *written, size_t offset, size_t by)
{
	struct def_value *values = arena_alloc(&rule->arena, written->n_values * sizeof(*values));
	for (size_t i = 0; i < written->n_values; i++) {
		values[i] = written->values[i];
		values[i].at += values[i].at > offset ? by : 0;
	}
	written->values = values;
}

/* The after-form: the text with the pattern itself in the place of $MATCH. It serves as template for the lines around
 * it as well. */
static bool wrap_compile(struct edit_rule *rule, struct err *err)
{
	struct wrapping *wrapping = rule->own = arena_alloc(&rule->arena, sizeof(*wrapping));
	size_t offset = 0;
	if (!find_placeholder(rule, &offset, &wrapping->indent, err))
		return false;
	struct slice text = rule->def->text.text, matched = slice_trim(pattern_text(rule->pattern)), line;
	struct str after = STR_INIT;
	str_add(&after, slice_sub(text, 0, offset));
	wrapping->begin = after.len;
	for (bool first = true; slice_cut(&matched, '\n', &line); first = false) {
		size_t at = (size_t)(line.ptr - pattern_text(rule->pattern).ptr);
		if (!first)
			str_add_char(&after, '\n');
		if (!first && !indent_is_inside_token(pattern_document(rule->pattern), (uint32_t)at))
			str_add(&after, wrapping->indent);
		str_add(&after, line);
	}
	wrapping->end = after.len;
	str_add(&after, slice_sub(text, offset + strlen(PLACEHOLDER), text.len));
	struct def_text written = rule->def->text;
	written.text = str_slice(&after);
	move_values(rule, &written, offset, wrapping->end - offset - strlen(PLACEHOLDER));
	rule->template = rule->after = def_text_pattern(&written, rule->language, err);
	bool ok = rule->after && edit_rule_check_captures(rule, rule->after, &written, err);
	str_release(&after);
	return ok;
}

static void indent_lines(struct op_run *run, uint32_t begin, uint32_t end, struct slice indent)
{
	struct source *source = run->doc->source;
	struct slice own = source_indent_at(source, begin);
	for (size_t line = source_line_index(source, begin),
		    last = source_line_index(source, end > begin ? end - 1 : begin);
		line <= last; line++) {
		uint32_t at = (uint32_t)source_text_begin(source, line), begins = at;
		struct slice text = slice_sub(source->bytes, at, source_line_begin(source, line + 1));
		if (!slice_trim(text).len || indent_is_inside_token(run->doc, at))
			continue;
		/* After the indentation that the match has, so that tabs stay in front. */
		if (slice_eq(slice_sub(text, 0, own.len), own))
			at += (uint32_t)own.len;
		if (!emit_spend(run, EMIT_LINE_COST))
			return;
		indent_edit(run, begins, at, at, indent);
	}
}

/* Does code that ends after `begin` begin before `end`? */
static bool has_code(const struct document *doc, size_t begin, size_t end)
{
	size_t from = code_index(doc, (uint32_t)token_list_from(&doc->tokens, (uint32_t)begin));
	for (size_t i = from; i < doc->n_code && doc->tokens.items[doc->code[i]].begin < end; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		if (token->begin != token->end && token->kind != TOKEN_END)
			return true;
	}
	return false;
}

static bool has_separator(const struct document *doc, size_t first, size_t last)
{
	for (size_t i = first; i < last; i++)
		if (slice_eq_cstr(document_text(doc, doc->code[i]), ";") && code_kind(doc, i) != TOKEN_STRING)
			return true;
	return false;
}

/* Nothing else may be on the match's lines: it would be wrapped as well. Bytes [begin, end) are all of its statement,
 * or of its line, which may have several. */
static bool has_own_lines(
	const struct op_run *run, const struct match *match, struct code_run whole, uint32_t begin, uint32_t end)
{
	if (!run->doc->language->widen && (has_separator(run->doc, whole.first, match->run.first) ||
						  has_separator(run->doc, match->run.last, whole.last)))
		return false;
	struct source *source = run->doc->source;
	size_t first = source_line_begin(source, source_line_index(source, begin));
	size_t after = source_line_begin(source, source_line_index(source, end > begin ? end - 1 : begin) + 1);
	return !has_code(run->doc, first, begin) && !has_code(run->doc, end, after);
}

static void add_lines(struct op_run *run, const struct match *match, size_t from, size_t to, uint32_t at,
	uint32_t origin, enum edit_stacks stacks, struct str *before)
{
	struct str text = STR_INIT;
	struct slice lines = slice_sub(pattern_text(run->rule->template), from, to);
	/* Blank lines beside $MATCH stay, those at the ends of the text do not. */
	bool opens = stacks == EDIT_OPENS;
	while (lines.len && (opens ? ascii_is_blank : ascii_is_space)(lines.ptr[lines.len - 1]))
		lines.len--;
	lines.len -= opens && slice_ends_with(lines, "\n");
	for (bool goes_on = true; goes_on && slice_starts_with(lines, "\n"); goes_on = opens)
		lines = slice_sub(lines, 1, lines.len);
	if (!slice_trim(lines).len)
		return;
	from = (size_t)(lines.ptr - pattern_text(run->rule->template).ptr);
	str_add(&text, str_slice(before));
	if (!slice_starts_with(lines, "\n"))
		str_add(&text, source_indent_at(run->doc->source, origin));
	render_template(run, match, from, from + lines.len, origin, origin, &text);
	str_add(&text, source_eol_at(run->doc->source, origin));
	if (before->len)
		/* the file ends without a line end, and goes on to */
		text.len -= source_eol_at(run->doc->source, origin).len;
	edit_list_add(run->out, at, at, str_slice(&text), run->owner, run->group);
	run->out->items[run->out->count - 1].stacks = stacks;
	indent_follow(run, run->out->count - 1, origin);
	str_release(&text);
}

/* Is the bracket's partner somewhere else than in the code? */
static bool is_lone(const struct document *doc, struct code_run whole, size_t bracket)
{
	const struct token *token = code_token(doc, bracket);
	return (token->kind == TOKEN_OPEN || token->kind == TOKEN_CLOSE) &&
	       (token->partner == TOKEN_NONE || token->partner < doc->code[whole.first] ||
		       token->partner > doc->code[whole.last - 1]);
}

/* Does the code begin a block that it does not end, or end or branch one that it does not begin? Lines around it would
 * end that block themselves. */
static bool parts_block(const struct document *doc, struct code_run whole)
{
	size_t depth = 0;
	for (size_t i = whole.first; i < whole.last; i++) {
		enum block_part part = document_block_part(doc, i);
		bool ends = part == BLOCK_BRANCHES || part == BLOCK_CLOSES;
		if ((ends && !depth) || is_lone(doc, whole, i))
			return true;
		depth += part == BLOCK_OPENS;
		depth -= part == BLOCK_CLOSES;
	}
	return depth > 0;
}

static bool wrap_emit(struct op_run *run, const struct match *match, struct err *err)
{
	const struct wrapping *wrapping = run->rule->own;
	struct source *source = run->doc->source;
	uint32_t begin, end;
	struct code_run whole = insert_statement(run, match, &begin, &end);
	struct place place = source_place(source, begin);
	if (!has_own_lines(run, match, whole, begin, end) || insert_is_bound(run, match) ||
		insert_is_in_directive(run, match)) {
		err_set(err, ERR_UNFIT, "the code to wrap shares its line with other code");
		return err_at(err, source->path, place.line, place.column);
	}
	if (parts_block(run->doc, whole))
		return fit_fail(run, match, "only a part of a block would be wrapped", err);
	uint32_t first = (uint32_t)source_text_begin(source, source_line_index(source, begin));
	uint32_t after =
		(uint32_t)source_line_begin(source, source_line_index(source, end > begin ? end - 1 : begin) + 1);
	struct str blanks = STR_INIT, missing_eol = STR_INIT;
	indent_add(run, match, wrapping->indent, &blanks);
	if (after > 0 && source->bytes.ptr[after - 1] != '\n')
		str_add(&missing_eol, source_eol_at(source, begin));
	struct str nothing = STR_INIT;
	add_lines(run, match, 0, wrapping->begin, first, begin, EDIT_OPENS, &nothing);
	if (blanks.len)
		indent_lines(run, begin, end, str_slice(&blanks));
	add_lines(run, match, wrapping->end, pattern_text(run->rule->template).len, after, begin, EDIT_CLOSES,
		&missing_eol);
	str_release(&blanks);
	str_release(&missing_eol);
	return fit_edits(run, match, whole, err);
}

static bool wrap_is_left(struct op_run *run, const struct match *match, struct op_reach reach)
{
	const struct wrapping *wrapping = run->rule->own;
	return left_around(run, match, wrapping->begin, wrapping->end, reach);
}

static bool wrap_lines_around(const struct op_run *run, const struct match *match, struct op_around *out)
{
	const struct wrapping *wrapping = run->rule->own;
	insert_statement(run, match, &out->begin, &out->end);
	return left_lines_around(run, match, wrapping->begin, wrapping->end, out);
}

const struct op op_wrap = {
	.name = "wrap",
	.summary = "put lines around the lines of the match; $MATCH says where it goes",
	.value = OP_TEXT,
	.adds = true,
	.takes_code = true,
	.compile = wrap_compile,
	.emit = wrap_emit,
	.is_left = wrap_is_left,
	.lines_around = wrap_lines_around,
};
