/* Whether what an expression gives way to is one operand where it comes: `a + b` is none beside a `*`. */
#include "base/str.h"
#include "match/code.h"
#include "op/emit.h"
#include "op/fit/fit.h"

/* How tightly C's `(type)` binds what follows it. */
#define BINDING_CAST 80

/* The loosest operator of an expression, see language.h. What may be a type, `A<b>`, counts as one operand. */
static int loosest_of(const struct document *doc, size_t first, size_t last)
{
	static const char *const opens[] = { "<", NULL }, *const closes[] = { ">", ">>", NULL };
	int loosest = BINDING_OPERAND;
	bool opened = false, closed = false;
	for (size_t i = first; i < last;) {
		opened |= document_is_one_of(doc, i, opens);
		closed |= document_is_one_of(doc, i, closes);
		if (!token_kind_is_border(code_kind(doc, i)))
			loosest = code_looser(doc, i, loosest);
		size_t next = code_unit_end(doc, i);
		i = next > i ? next : i + 1;
	}
	return doc->language->widen && opened && closed ? BINDING_OPERAND : loosest;
}

/* The operator right before code token `i`, and how it binds; BINDING_NONE where none is. */
static int operator_before(const struct document *doc, size_t i)
{
	if (i == 0 || code_kind(doc, i - 1) == TOKEN_OPEN || token_kind_is_border(code_kind(doc, i - 1)))
		return BINDING_NONE;
	if (code_kind(doc, i - 1) == TOKEN_CLOSE)
		return doc->language->widen && document_is_one_of(doc, i - 1, (const char *const[]){ ")", NULL }) &&
				       !code_is_statement_start(doc, i)
			       ? BINDING_CAST
			       : BINDING_NONE;
	int binding = code_binding(doc, i - 1);
	return binding < BINDING_OPERAND ? binding : BINDING_NONE;
}

static int operator_after(const struct document *doc, size_t i)
{
	int binding = i < doc->n_code && !token_kind_is_border(code_kind(doc, i)) ? code_binding(doc, i) : BINDING_NONE;
	return binding < BINDING_OPERAND ? binding : BINDING_NONE;
}

bool fit_has_operator(const struct document *doc, struct code_run run)
{
	return doc->language->binding &&
	       (operator_before(doc, run.first) != BINDING_NONE || operator_after(doc, run.last) != BINDING_NONE);
}

/* The code token beside [first, last) that would take a part of an expression whose loosest operator is `loosest`, or
 * SIZE_MAX. */
static size_t what_splits(const struct document *doc, size_t first, size_t last, int loosest)
{
	static const char *const joining[] = { "and", "or", "&&", "||", "&", "|", NULL };
	/* In Python, `a < b < c` is neither `(a < b) < c` nor `a < (b < c)`. */
	static const char *const chaining[] = { "<", ">", "<=", ">=", "==", "!=", "<>", "in", "is", "not", NULL };
	int left = operator_before(doc, first), right = operator_after(doc, last);
	bool joins = left == loosest && document_is_one_of(doc, first - 1, joining);
	if (left > loosest || (left == loosest && left != BINDING_NONE && !binding_groups_right(left) && !joins))
		return first - 1;
	bool chains = !doc->language->widen && document_is_one_of(doc, last, chaining);
	if (right > loosest || (right == loosest && right != BINDING_NONE && (binding_groups_right(right) || chains)))
		return last;
	return SIZE_MAX;
}

static bool fail_split(
	const struct op_run *run, const struct match *match, struct slice what, struct slice by, struct err *err)
{
	struct place place = source_place(run->doc->source, match->begin);
	struct slice line;
	slice_cut(&what, '\n', &line);
	err_set(err, ERR_UNFIT, "'%s' cannot be done here: '%.*s' would be taken apart by the '%.*s' beside it",
		run->rule->def->op->name, (int)line.len, line.ptr, (int)by.len, by.ptr);
	err_hint(err, "write parentheses around it in the text of the rule, or exclude this place by a condition");
	return err_at(err, run->doc->source->path, place.line, place.column);
}

bool fit_expression(
	struct op_run *run, const struct match *match, struct code_run old, struct slice text, struct err *err)
{
	struct source source;
	struct document doc;
	if (!fit_part(run, match, old, text, err))
		return false;
	if (old.first == old.last || !fit_has_operator(run->doc, old) || !emit_spend(run, text.len))
		return true;
	document_open(&doc, &source, "", text, run->doc->language);
	document_tokens(&doc);
	size_t by = what_splits(run->doc, old.first, old.last, loosest_of(&doc, 0, doc.n_code));
	bool was = by != SIZE_MAX &&
		   what_splits(run->doc, old.first, old.last, loosest_of(run->doc, old.first, old.last)) != SIZE_MAX;
	document_close(&doc, &source);
	return by == SIZE_MAX || was || fail_split(run, match, text, document_text(run->doc, run->doc->code[by]), err);
}

bool fit_captures(const struct op_run *run, const struct match *match, struct err *err)
{
	const struct pattern *template = run->rule->template;
	const struct document *own = pattern_document(template);
	for (size_t e = 0; run->doc->language->binding && e < pattern_element_count(template); e++) {
		size_t capture = pattern_element_capture(template, e);
		if (capture == (size_t)-1 || pattern_capture_is_list(template, capture))
			continue;
		size_t code = code_index(own, pattern_element_token(template, e));
		size_t taken = pattern_capture_find(run->rule->pattern, pattern_capture_name(template, capture));
		struct code_run held = match->captures[taken], place = { (uint32_t)code, (uint32_t)code + 1 };
		if (!fit_has_operator(own, place))
			continue;
		int loosest = held.first < held.last ? loosest_of(run->doc, held.first, held.last) : BINDING_OPERAND;
		size_t by = what_splits(own, code, code + 1, loosest);
		if (by != SIZE_MAX)
			return fail_split(run, match, match_capture_text(match, taken, run->doc),
				document_text(own, own->code[by]), err);
	}
	return true;
}
