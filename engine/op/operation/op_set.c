/* set: only the bytes of a capture change. Quotes round an argument stay. */
#include "match/code.h"
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
	after.n_values = 0; /* what is written has other offsets */
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

/* What a text is where it is one item of a list, as far as its tokens tell. */
struct reading {
	size_t n_units; /* tokens and brackets with what is in them */
	bool has_comment, has_string, ends_line;
	enum token_kind kind; /* of the last unit */
};

static struct reading read_alone(const struct language *language, struct slice item)
{
	struct reading is = { 0 };
	struct str text = STR_INIT;
	struct token_list tokens = { 0 };
	str_add_cstr(&text, language->list_form.begin ? language->list_form.begin : "x(");
	size_t begin = text.len, end = begin + item.len;
	str_addf(&text, SLICE_FMT "\n%s", SLICE_ARG(item), language->list_form.end ? language->list_form.end : ")");
	language->lex(str_slice(&text), false, &tokens);
	for (uint32_t i = 0; i < tokens.count; i++) {
		const struct token *token = &tokens.items[i];
		bool is_unit = token->begin >= begin && token->begin < end && !token_is_layout(token) &&
			       !token_kind_is_border((enum token_kind)token->kind);
		is.has_comment |= token->kind == TOKEN_COMMENT;
		is.ends_line |= token->kind == TOKEN_END && token->begin >= begin && token->begin < end;
		is.has_string |= is_unit && (token->kind == TOKEN_STRING || token->kind == TOKEN_BRACKET);
		is.n_units += is_unit;
		is.kind = is_unit ? (enum token_kind)token->kind : is.kind;
		if (is_unit && token->kind == TOKEN_OPEN && token->partner != TOKEN_NONE && token->partner > i)
			i = token->partner;
	}
	token_list_release(&tokens);
	str_release(&text);
	return is;
}

static bool is_literal(const struct language *language, struct slice text)
{
	struct reading is = read_alone(language, text);
	return is.n_units == 1 && is.has_string && language->value(text, is.kind).len < text.len;
}

/* Why the value cannot stand without quotes in the place of code, or NULL. */
static const char *why_not_bare(const struct document *doc, struct code_run taken, bool is_list, struct slice value)
{
	/* Words of CMake are arguments in brackets alone. */
	const struct language *language = doc->language;
	bool is_of_words = language->statement_start && !language->binding, held_string = false;
	struct reading is = read_alone(language, value);
	for (size_t i = taken.first; language->binding && !is_list && i < taken.last; i = code_unit_end(doc, i))
		held_string |= code_kind(doc, i) == TOKEN_STRING;
	return is.has_comment                  ? "without quotes, a part of the value is a comment"
	       : held_string && !is.has_string ? "the value has no quotes, and a part of what it would replace has"
	       : is.ends_line                  ? "without quotes, the value is more than one line"
	       : is_of_words && !is_list && is.n_units > 1 ? "without quotes, the value is more than one argument"
							   : NULL;
}

/* The same for what is in the quotes of `token`, around its part `old`. */
static const char *why_not_quoted(const struct language *language, struct slice token, enum token_kind kind,
	struct slice old, bool is_list, struct slice value)
{
	struct str text = STR_INIT;
	str_add(&text, slice_sub(token, 0, (size_t)(old.ptr - token.ptr)));
	str_add(&text, value);
	str_add(&text, slice_sub(token, (size_t)(old.ptr - token.ptr) + old.len, token.len));
	struct reading was = read_alone(language, token), is = read_alone(language, str_slice(&text));
	bool is_whole = was.n_units != 1 || was.kind != kind || (is.n_units == 1 && is.kind == kind && !is.has_comment);
	str_release(&text);
	return !is_whole ? "the value would end the quotes that are there"
	       : is_list && read_alone(language, value).n_units > 1
		       ? "the value is several arguments, and the quotes of the only one that is there would stay"
	       : is_literal(language, value) && !is_literal(language, old)
		       ? "the value has quotes of its own, and those that are there would stay"
		       : NULL;
}

/* Whether the value says in the place of the token what it says in plain quotes. Where the token's own text says
 * something else than in those, it is known to be read so. */
static const char *why_not_within(
	const struct language *language, struct slice token, enum token_kind kind, struct slice old, struct slice value)
{
	const char *why = language->why_not_within ? language->why_not_within(token, kind, value) : NULL;
	return why && !language->why_not_within(token, kind, old) ? why : NULL;
}

/* What the element took, without the quotes of a string; not empty. */
static struct slice taken_value(const struct document *doc, struct code_run taken)
{
	const struct token *first = &doc->tokens.items[doc->code[taken.first]];
	const struct token *last = &doc->tokens.items[doc->code[taken.last - 1]];
	if (taken.last - taken.first == 1 && doc->language->value)
		return doc->language->value(document_text(doc, doc->code[taken.first]), (enum token_kind)first->kind);
	return slice_sub(doc->source->bytes, first->begin, last->end);
}

static bool set_run(struct op_run *run, const struct match *match, size_t element, struct slice value, struct err *err)
{
	const struct document *doc = run->doc;
	struct code_run taken = match->elements[element];
	const struct pattern *pattern = run->rule->pattern;
	bool is_list = pattern_capture_is_list(pattern, pattern_element_capture(pattern, element));
	if (taken.first == taken.last) {
		fit_fail(run, match, "the list is empty, so nothing of it can change", err);
		return err_hint(err, "leave empty lists out by \"where: {NAME: {regex: .}}\", or use 'add-to'");
	}
	const struct token *first = &doc->tokens.items[doc->code[taken.first]];
	bool is_one = taken.last - taken.first == 1;
	enum token_kind kind = (enum token_kind)first->kind;
	struct slice token = document_text(doc, doc->code[taken.first]), old = taken_value(doc, taken);
	uint32_t begin = (uint32_t)(old.ptr - doc->source->bytes.ptr);
	bool is_quoted = begin > first->begin;
	if (!slice_eq(old, value))
		edit_list_add(run->out, begin, begin + (uint32_t)old.len, value, run->owner, run->group);
	const char *why = is_quoted ? why_not_quoted(doc->language, token, kind, old, is_list, value)
				    : why_not_bare(doc, taken, is_list, value);
	if (!why && is_one)
		why = why_not_within(doc->language, token, kind, old, value);
	if (why) {
		fit_fail(run, match, why, err);
		return err_hint(err, "give a value that fits what is around it, or 'replace' the whole argument");
	}
	return is_quoted || fit_expression(run, match, taken, value, err);
}

static bool set_emit(struct op_run *run, const struct match *match, struct err *err)
{
	for (size_t e = 0; e < pattern_element_count(run->rule->pattern); e++) {
		const struct set_def *set = find_set(run->rule, pattern_element_capture(run->rule->pattern, e));
		if (set && !set_run(run, match, e, set->value.text, err))
			return false;
	}
	return fit_edits(run, match, match->run, err);
}

static bool set_is_result(struct op_run *run, const struct match *match)
{
	for (size_t e = 0; e < pattern_element_count(run->rule->pattern); e++) {
		const struct set_def *set = find_set(run->rule, pattern_element_capture(run->rule->pattern, e));
		struct code_run taken = match->elements[e];
		if (set && (taken.first == taken.last || !slice_eq(taken_value(run->doc, taken), set->value.text)))
			return false;
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
	.is_result = set_is_result,
};
