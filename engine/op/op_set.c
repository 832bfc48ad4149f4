/* set: only the bytes of a capture change. Quotes round an argument stay. */
#include "op/edit_rule.h"

static bool check_sets(const struct edit_rule *rule, struct err *err)
{
	for (size_t i = 0; i < rule->def->n_sets; i++) {
		const struct set_def *set = &rule->def->sets[i];
		if (pattern_capture_find(rule->pattern, set->capture.text) == (size_t)-1) {
			err_set(err, ERR_PATCHSET, "'set' names capture '" SLICE_FMT "', which 'match' does not hold", SLICE_ARG(set->capture.text));
			err_hint(err, "write $" SLICE_FMT " where the pattern should take it", SLICE_ARG(set->capture.text));
			return def_text_fail(&set->capture, 0, err);
		}
		if (!set->value.text.len) {
			err_set(err, ERR_PATCHSET, "'set' gives capture '" SLICE_FMT "' no value", SLICE_ARG(set->capture.text));
			return def_text_fail(&set->value, 0, err);
		}
	}
	return true;
}

static const struct set_def *find_set(const struct edit_rule *rule, size_t capture)
{
	if (capture == (size_t)-1)
		return NULL;
	struct slice name = pattern_capture_name(rule->pattern, capture);
	for (size_t i = 0; i < rule->def->n_sets; i++)
		if (slice_eq(rule->def->sets[i].capture.text, name))
			return &rule->def->sets[i];
	return NULL;
}

/* The after-form is the pattern with the new values written in place of the captures. */
static bool set_compile(struct edit_rule *rule, struct err *err)
{
	if (!check_sets(rule, err))
		return false;
	struct str text = STR_INIT;
	struct slice written = pattern_text(rule->pattern);
	const struct token_list *tokens = &pattern_document(rule->pattern)->tokens;
	size_t done = 0;
	for (size_t e = 0; e < pattern_element_count(rule->pattern); e++) {
		const struct set_def *set = find_set(rule, pattern_element_capture(rule->pattern, e));
		if (!set)
			continue;
		const struct token *token = &tokens->items[pattern_element_token(rule->pattern, e)];
		str_add(&text, slice_sub(written, done, token->begin));
		str_add(&text, set->value.text);
		done = token->end;
	}
	str_add(&text, slice_sub(written, done, written.len));
	struct def_text after = rule->def->match;
	after.text = str_slice(&text);
	rule->after = def_text_pattern(&after, rule->language, err);
	str_release(&text);
	if (rule->after)
		return true;
	return err_prefix(err, "'set' makes no %s code of the pattern", rule->language->name);
}

static void set_run(struct op_run *run, struct code_run taken, struct slice value)
{
	const struct document *doc = run->doc;
	if (taken.first == taken.last)
		return;
	const struct token *first = &doc->tokens.items[doc->code[taken.first]];
	const struct token *last = &doc->tokens.items[doc->code[taken.last - 1]];
	uint32_t begin = first->begin, end = last->end;
	if (taken.last - taken.first == 1 && doc->language->value) {
		struct slice inner = doc->language->value(document_text(doc, doc->code[taken.first]), (enum token_kind)first->kind);
		begin = (uint32_t)(inner.ptr - doc->source->bytes.ptr);
		end = begin + (uint32_t)inner.len;
	}
	if (!slice_eq(slice_sub(doc->source->bytes, begin, end), value))
		edit_list_add(run->out, begin, end, value, run->owner, run->group);
}

static bool set_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	for (size_t e = 0; e < pattern_element_count(run->rule->pattern); e++) {
		const struct set_def *set = find_set(run->rule, pattern_element_capture(run->rule->pattern, e));
		if (set)
			set_run(run, match->elements[e], set->value.text);
	}
	return true;
}

const struct op op_set = {
	.name = "set",
	.summary = "give captures new values; nothing but their bytes changes",
	.value = OP_SETS,
	.takes_code = true,
	.compile = set_compile,
	.emit = set_emit,
};
