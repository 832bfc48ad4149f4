#include "op/fit/fit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "match/code.h"
#include "op/emit.h"

bool fit_fail(const struct op_run *run, const struct match *match, const char *why, struct err *err)
{
	struct place place = source_place(run->doc->source, match->begin);
	const struct op *op = run->rule->def->op;
	err_set(err, ERR_UNFIT, "'%s' cannot be done here: %s", op->name, why);
	err_hint(err, op->leaves_nothing ? "match all that belongs together, or use 'replace'"
					 : "match all that belongs together, or exclude this place by a condition");
	return err_at(err, run->doc->source->path, place.line, place.column);
}

/* Where new text is on its lines. */
enum { BEGINS_LINE = 1, ENDS_LINE = 2, FILLS_LINES = BEGINS_LINE | ENDS_LINE };

/* Why the text cannot be beside other code on its first or last line, or NULL: a directive and a here-document have
 * their lines for themselves, and a comment may go on to the end of its line. */
static const char *why_not_on_its_line(
	const struct language *language, struct slice text, const struct token_list *tokens, unsigned place)
{
	uint32_t first = token_from(tokens, 0), last = (uint32_t)tokens->count;
	if (first >= tokens->count)
		return NULL;
	if (!(place & BEGINS_LINE) && token_is_directive(language, tokens, first))
		return "a directive cannot begin in the middle of a line";
	while (last - 1 > first &&
		(tokens->items[last - 1].kind == TOKEN_SPACE || tokens->items[last - 1].kind == TOKEN_NEWLINE ||
			tokens->items[last - 1].begin == tokens->items[last - 1].end))
		last--;
	struct slice end = slice_trim(token_text(text, tokens, last - 1));
	if (tokens->items[last - 1].kind == TOKEN_COMMENT && language->splices && slice_ends_with(end, "\\"))
		return "the backslash at its end would join the next line to its comment";
	if (place & ENDS_LINE)
		return NULL;
	uint32_t hash = tokens->items[token_before(tokens, (uint32_t)tokens->count)].partner;
	if (hash != TOKEN_NONE && hash < last && token_is_directive(language, tokens, hash) &&
		tokens->items[hash].partner >= last)
		return "what follows on its line would be a part of a directive";
	bool is_comment = tokens->items[last - 1].kind == TOKEN_COMMENT && language->line_comment &&
			  slice_starts_with(end, language->line_comment);
	bool is_document = token_is_document(language, text, &tokens->items[last - 1]);
	return is_comment    ? "what follows on its line would be a part of a comment"
	       : is_document ? "what follows on its line would be a part of a here-document"
			     : NULL;
}

/* Asks the language whether the statements in `text` fit in the place of `old`. */
static bool judge(struct op_run *run, const struct match *match, struct statements *old, struct slice text,
	unsigned place, struct err *err)
{
	const struct language *language = run->doc->language;
	struct token_list tokens = { 0 };
	language->lex(text, false, &tokens);
	const char *why = why_not_on_its_line(language, text, &tokens, place);
	struct statements by = { .bytes = text, .tokens = &tokens, .last = (uint32_t)tokens.count };
	old->bytes = run->doc->source->bytes;
	old->tokens = &run->doc->tokens;
	const char *stays = why ? NULL : language->give_way(old, &by, &why);
	bool fits = stays && !stays[0];
	token_list_release(&tokens);
	return fits || fit_fail(run, match, why ? why : "a statement has to be there, and none comes", err);
}

static int by_place(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;
	return x->begin != y->begin ? (x->begin < y->begin ? -1 : 1) : (x->end > y->end) - (x->end < y->end);
}

/* Bytes [begin, end) with the edits of the match at work made in them. */
static void add_edited(const struct op_run *run, uint32_t begin, uint32_t end, struct str *out)
{
	size_t count = run->out->count - run->own;
	struct edit *edits = xmalloc((count + 1) * sizeof(*edits));
	struct slice bytes = run->doc->source->bytes;
	for (size_t i = 0; i < count; i++)
		edits[i] = run->out->items[run->own + i];
	sort_stable(edits, count, sizeof(*edits), by_place);
	for (size_t i = 0; i < count; i++) {
		str_add(out, slice_sub(bytes, begin, edits[i].begin));
		str_add(out, edits[i].text);
		begin = edits[i].end;
	}
	str_add(out, slice_sub(bytes, begin, end));
	free(edits);
}

/* Is an expression a statement of its own, but for its `;`? */
static bool is_whole(const struct document *doc, struct code_run run)
{
	return code_is_statement_start(doc, run.first) &&
	       (run.last >= doc->n_code || token_kind_is_border(code_kind(doc, run.last)) ||
		       code_is(doc, run.last, TOKEN_OPERATOR, ";"));
}

/* Is other code on the first line of bytes [begin, end), or on the last? They hold the code tokens `held`. */
static unsigned place_of(const struct document *doc, uint32_t begin, uint32_t end, struct code_run held)
{
	struct source *source = doc->source;
	uint32_t next = held.last < doc->n_code ? doc->tokens.items[doc->code[held.last]].begin : UINT32_MAX;
	bool begins = source_begins_line(source, begin) || (begin > 0 && source->bytes.ptr[begin - 1] == '\n');
	bool ends = held.last >= doc->n_code || token_kind_is_border(code_kind(doc, held.last)) ||
		    (end > 0 && source->bytes.ptr[end - 1] == '\n') ||
		    source_line_index(source, next) > source_line_index(source, end);
	return (begins ? BEGINS_LINE : 0) | (ends ? ENDS_LINE : 0);
}

bool fit_part(struct op_run *run, const struct match *match, struct code_run old, struct slice text, struct err *err)
{
	const struct document *doc = run->doc;
	if (!doc->language->widen || old.first == old.last || is_whole(doc, old) || !emit_spend(run, text.len))
		return true;
	struct statements part = {
		.first = doc->code[old.first], .last = doc->code[old.last - 1] + 1, .is_part = true
	};
	return judge(run, match, &part, text, FILLS_LINES, err);
}

/* An expression for an expression. */
static bool fit_replaced(struct op_run *run, const struct match *match, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = true;
	if (run->doc->language->widen || fit_has_operator(run->doc, match->run)) {
		add_edited(run, match->begin, match->end, &text);
		ok = fit_expression(run, match, match->run, str_slice(&text), err);
	}
	str_release(&text);
	return ok;
}

/* The code token at which the statements at the end of `whole` begin that have no byte before `changed`: nothing about
 * them changes, and a match may hold thousands. A directive parts statements in its own way. */
static uint32_t first_untouched(const struct document *doc, struct code_run whole, uint32_t changed)
{
	const struct language *language = doc->language;
	for (size_t i = whole.first, next; language->continues && i < whole.last; i = next) {
		uint32_t token = doc->code[i];
		if (token_is_directive(language, &doc->tokens, token))
			break;
		if (i > whole.first && doc->tokens.items[token].begin >= changed && code_is_statement_start(doc, i) &&
			!language->continues(doc->source->bytes, &doc->tokens, token, NULL))
			return (uint32_t)i;
		next = code_unit_end(doc, i);
		next = next > i ? next : i + 1;
	}
	return whole.last;
}

bool fit_edits(struct op_run *run, const struct match *match, struct code_run whole, struct err *err)
{
	const struct document *doc = run->doc;
	bool is_statement = pattern_is_statement(run->rule->pattern),
	     takes_whole = is_statement || run->rule->def->op->inserts;
	if (run->own == run->out->count)
		return true;
	if (!takes_whole && run->rule->template && !pattern_is_statement(run->rule->template))
		return fit_replaced(run, match, err);
	if (!doc->language->give_way || !(takes_whole || run->rule->template))
		return true;
	struct statements old = { .is_part = !takes_whole && !is_whole(doc, whole) };
	if (!takes_whole && !old.is_part && doc->language->widen && code_is(doc, whole.last, TOKEN_OPERATOR, ";"))
		whole.last++;
	uint32_t begin = doc->tokens.items[doc->code[whole.first]].begin,
		 end = doc->tokens.items[doc->code[whole.last - 1]].end;
	uint32_t changed = begin;
	for (size_t i = run->own; i < run->out->count; i++) {
		const struct edit *edit = &run->out->items[i];
		begin = edit->begin < begin ? edit->begin : begin;
		changed = edit->end > changed ? edit->end : changed;
	}
	uint32_t last = first_untouched(doc, whole, changed);
	if (last < whole.last) {
		whole.last = last;
		end = doc->tokens.items[doc->code[last - 1]].end;
	}
	end = changed > end ? changed : end;
	old.first = doc->code[whole.first];
	old.last = doc->code[whole.last - 1] + 1;
	struct str text = STR_INIT;
	if (begin > 0 && doc->source->bytes.ptr[begin - 1] != '\n')
		str_add(&text, source_indent_at(doc->source, begin));
	add_edited(run, begin, end, &text);
	bool ok = !emit_spend(run, text.len) ||
		  judge(run, match, &old, str_slice(&text), place_of(doc, begin, end, whole), err);
	str_release(&text);
	return ok;
}

bool fit_lines(struct op_run *run, const struct match *match, uint32_t at, struct slice text, struct err *err)
{
	struct document *doc = run->doc;
	if (!doc->language->give_way)
		return true;
	size_t code = document_code_at(doc, at);
	struct statements old = { 0 };
	old.first = old.last = code < doc->n_code ? doc->code[code] : (uint32_t)doc->tokens.count;
	return judge(run, match, &old, text, FILLS_LINES, err);
}

bool fit_beside(
	struct op_run *run, const struct match *match, struct code_run whole, struct slice text, struct err *err)
{
	const struct document *doc = run->doc;
	bool is_line_of_several = code_is(doc, match->run.last, TOKEN_OPERATOR, ";") ||
				  (match->run.first > 0 && code_is(doc, match->run.first - 1, TOKEN_OPERATOR, ";"));
	if (!doc->language->give_way ||
		(!doc->language->widen && (doc->language->statement_start || is_line_of_several)))
		return true;
	struct statements old = { .first = doc->code[whole.first], .last = doc->code[whole.last - 1] + 1 };
	uint32_t begin = doc->tokens.items[old.first].begin, end = doc->tokens.items[old.last - 1].end;
	struct str both = STR_INIT;
	bool is_after = run->rule->def->op->inserts == OP_INSERTS_AFTER;
	if (!is_after)
		str_add(&both, text);
	str_add(&both, source_indent_at(doc->source, begin));
	str_add(&both, slice_sub(doc->source->bytes, begin, end));
	if (is_after) {
		str_add_char(&both, '\n');
		str_add(&both, text);
	}
	bool ok = !emit_spend(run, both.len) || judge(run, match, &old, str_slice(&both), FILLS_LINES, err);
	str_release(&both);
	return ok;
}
