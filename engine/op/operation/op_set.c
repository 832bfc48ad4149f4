/* set: only the bytes of a capture change. Quotes round an argument stay. */
#include "op/fit/fit.h"

/* A value is written as it is: it can name no capture. */
static bool check_value(const struct edit_rule *rule, const struct def_text *value, struct err *err)
{
	for (size_t at = 0; at < value->text.len; at++) {
		enum token_kind kind;
		size_t len = value->text.ptr[at] == '$' ? capture_len(value->text, at, &kind) : 0;
		struct slice name = slice_sub(value->text, at, at + len);
		while (name.len && name.ptr[0] == '$')
			name = slice_sub(name, 1, name.len);
		if (!name.len || pattern_capture_find(rule->pattern, name) == (size_t)-1)
			continue;
		err_set(err, ERR_PATCHSET,
			"'set' writes its value as it is, so '$" SLICE_FMT "' would not be a "
			"capture",
			SLICE_ARG(name));
		err_hint(err, "use 'replace' to make new code from captures");
		return def_text_fail(value, at, err);
	}
	return true;
}

static bool check_sets(const struct edit_rule *rule, struct err *err)
{
	for (size_t i = 0; i < rule->def->n_sets; i++) {
		const struct set_def *set = &rule->def->sets[i];
		if (pattern_capture_find(rule->pattern, set->capture.text) == (size_t)-1) {
			err_set(err, ERR_PATCHSET, "'set' names capture '" SLICE_FMT "', which 'match' does not have",
				SLICE_ARG(set->capture.text));
			err_hint(err, "write $" SLICE_FMT " where the pattern should capture it",
				SLICE_ARG(set->capture.text));
			return def_text_fail(&set->capture, 0, err);
		}
		if (!set->value.text.len) {
			err_set(err, ERR_PATCHSET, "'set' gives capture '" SLICE_FMT "' no value",
				SLICE_ARG(set->capture.text));
			return def_text_fail(&set->value, 0, err);
		}
		if (!check_value(rule, &set->value, err))
			return false;
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

/* The pattern with the new values, each between two `quote`, in place of the captures. NULL on error. */
static struct pattern *after_form(const struct edit_rule *rule, const char *quote, struct err *err)
{
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
		str_add_cstr(&text, quote);
		str_add(&text, set->value.text);
		str_add_cstr(&text, quote);
		done = token->end;
	}
	str_add(&text, slice_sub(written, done, written.len));
	struct def_text after = rule->def->match;
	after.text = str_slice(&text);
	struct pattern *made = def_text_pattern(&after, rule->language, err);
	str_release(&text);
	return made;
}

static bool is_plain_text(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '\\' || text.ptr[i] == '"' || text.ptr[i] == '\'' || text.ptr[i] == '\n')
			return false;
	return true;
}

/* Where a capture took a string, the new value is in its quotes: another form, where the language tells `a` from
 * "a". */
static void compile_quoted(struct edit_rule *rule)
{
	for (size_t i = 0; i < rule->def->n_sets; i++)
		if (!is_plain_text(rule->def->sets[i].value.text))
			return;
	struct err ignored = ERR_INIT;
	rule->after_quoted = rule->language->value ? after_form(rule, "\"", &ignored) : NULL;
	err_release(&ignored);
	if (!rule->after) {
		/* The values are no code but within the quotes that stay: `3.12.1`. */
		rule->after = rule->after_quoted;
		rule->after_quoted = NULL;
	}
	if (rule->after_quoted && pattern_covers(rule->after, rule->after_quoted)) {
		pattern_free(rule->after_quoted);
		rule->after_quoted = NULL;
	}
}

static bool set_compile(struct edit_rule *rule, struct err *err)
{
	if (!check_sets(rule, err))
		return false;
	struct err plain = ERR_INIT;
	rule->after = after_form(rule, "", &plain);
	compile_quoted(rule);
	if (!rule->after) {
		*err = plain;
		return err_prefix(err, "'set' does not make %s code of the pattern", rule->language->name);
	}
	err_release(&plain);
	return true;
}

/* Why the value cannot stand without quotes in the place of one argument, or NULL. */
static const char *why_not_bare(const struct language *language, struct slice value)
{
	/* Words of CMake are arguments in brackets alone. */
	bool is_of_words = language->statement_start && !language->binding, has_comment = false;
	struct str text = STR_INIT;
	struct token_list tokens = { 0 };
	str_addf(&text, "x(" SLICE_FMT "\n)", SLICE_ARG(value));
	language->lex(str_slice(&text), false, &tokens);
	size_t n = 0, begin = SLICE_LITERAL("x(").len, end = text.len - 1;
	for (uint32_t i = 0; i < tokens.count; i++) {
		const struct token *token = &tokens.items[i];
		bool is_inside = token->begin >= begin && token->end <= end;
		has_comment |= token->kind == TOKEN_COMMENT;
		n += is_inside && !token_is_layout(token) && token->kind != TOKEN_END;
		if (is_inside && token->kind == TOKEN_OPEN && token->partner != TOKEN_NONE && token->partner > i)
			i = token->partner;
	}
	token_list_release(&tokens);
	str_release(&text);
	return has_comment            ? "without quotes, a part of the value is a comment"
	       : is_of_words && n > 1 ? "without quotes, the value is more than one argument"
				      : NULL;
}

/* The same for what is in the quotes of the file, which are in `token`. */
static const char *why_not_quoted(const struct language *language, struct slice token, enum token_kind kind,
	size_t before, size_t after, struct slice value)
{
	struct str text = STR_INIT;
	str_add(&text, slice_sub(token, 0, before));
	str_add(&text, value);
	str_add(&text, slice_sub(token, token.len - after, token.len));
	bool is = kind != TOKEN_BRACKET || language->same(value, TOKEN_TEXT, str_slice(&text), kind);
	str_release(&text);
	return is ? NULL : "in a bracket argument, the value means something else";
}

static bool set_run(
	struct op_run *run, const struct match *match, struct code_run taken, struct slice value, struct err *err)
{
	const struct document *doc = run->doc;
	if (taken.first == taken.last)
		return true;
	const struct token *first = &doc->tokens.items[doc->code[taken.first]];
	const struct token *last = &doc->tokens.items[doc->code[taken.last - 1]];
	uint32_t begin = first->begin, end = last->end;
	if (taken.last - taken.first == 1 && doc->language->value) {
		struct slice inner =
			doc->language->value(document_text(doc, doc->code[taken.first]), (enum token_kind)first->kind);
		begin = (uint32_t)(inner.ptr - doc->source->bytes.ptr);
		end = begin + (uint32_t)inner.len;
	}
	if (!slice_eq(slice_sub(doc->source->bytes, begin, end), value))
		edit_list_add(run->out, begin, end, value, run->owner, run->group);
	bool is_one = taken.last - taken.first == 1, is_quoted = begin > first->begin;
	struct slice token = document_text(doc, doc->code[taken.first]);
	const char *why = is_quoted ? why_not_quoted(doc->language, token, (enum token_kind)first->kind,
					      begin - first->begin, first->end - end, value)
			  : is_one  ? why_not_bare(doc->language, value)
				    : NULL;
	if (is_quoted && !why)
		return true;
	return why ? fit_fail(run, match, why, err) : fit_expression(run, match, taken, value, err);
}

static bool set_emit(struct op_run *run, const struct match *match, struct err *err)
{
	for (size_t e = 0; e < pattern_element_count(run->rule->pattern); e++) {
		const struct set_def *set = find_set(run->rule, pattern_element_capture(run->rule->pattern, e));
		if (set && !set_run(run, match, match->elements[e], set->value.text, err))
			return false;
	}
	return fit_edits(run, match, match->run, err);
}

const struct op op_set = {
	.name = "set",
	.summary = "give captures new values; nothing but their bytes changes",
	.value = OP_SETS,
	.takes_code = true,
	.compile = set_compile,
	.emit = set_emit,
};
