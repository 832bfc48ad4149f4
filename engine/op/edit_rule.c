/* Compiling an edit: every text of the patch set becomes a pattern, a regex or a range, or an error with its place. */
#include "op/edit_rule.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool def_text_fail(const struct def_text *text, size_t offset, struct err *err)
{
	size_t line = text->line, column = text->column + offset;
	if (text->block) {
		struct slice before = slice_sub(text->text, 0, offset);
		column = 1;
		for (size_t i = 0; i < before.len; i++) {
			column++;
			if (before.ptr[i] == '\n') {
				line++;
				column = 1;
			}
		}
		column += text->column ? text->column - 1 : 0;
	}
	err_at(err, err->file, line, column);
	return false;
}

/* A value means itself: one that reads as a capture would match, or be, something else. */
static bool check_values(const struct def_text *text, const struct pattern *pattern, struct err *err)
{
	const struct document *doc = pattern_document(pattern);
	for (size_t v = 0; v < text->n_values; v++)
		for (size_t e = 0; e < pattern_element_count(pattern); e++) {
			size_t token = pattern_element_token(pattern, e), at = doc->tokens.items[token].begin;
			if (pattern_element_is_literal(pattern, e) || at < text->values[v].at ||
				at >= text->values[v].at + text->values[v].len)
				continue;
			err_set(err, ERR_PATCHSET,
				"the value of a variable has '" SLICE_FMT "', which is a capture here",
				SLICE_ARG(document_text(doc, token)));
			err_hint(err,
				"a value cannot hold captures: choose another one, or let the rule write it in quotes");
			return def_text_fail(text, at, err);
		}
	return true;
}

struct pattern *def_text_pattern(const struct def_text *text, const struct language *language, struct err *err)
{
	size_t offset = 0;
	struct pattern *pattern = pattern_new(text->text, language, &offset, err);
	if (!pattern)
		def_text_fail(text, offset, err);
	if (pattern && !check_values(text, pattern, err)) {
		pattern_free(pattern);
		pattern = NULL;
	}
	return pattern;
}

static struct regex *def_text_regex(const struct def_text *text, struct err *err)
{
	size_t offset = 0;
	struct regex *regex = regex_new(text->text, 0, &offset, err);
	if (!regex)
		def_text_fail(text, offset, err);
	return regex;
}

/* A capture of the rule in a string or comment of `template` would be written as text. */
static bool check_text_tokens(
	const struct edit_rule *rule, const struct pattern *template, const struct def_text *text, struct err *err)
{
	const struct document *doc = pattern_document(template);
	for (size_t i = 0; i < doc->tokens.count; i++) {
		const struct token *token = &doc->tokens.items[i];
		struct slice bytes = document_text(doc, i);
		if (token->kind != TOKEN_STRING && token->kind != TOKEN_TEXT && token->kind != TOKEN_BRACKET &&
			token->kind != TOKEN_COMMENT)
			continue;
		for (size_t at = 0; at < bytes.len; at++) {
			enum token_kind kind;
			size_t len = bytes.ptr[at] == '$' ? capture_len(bytes, at, &kind) : 0;
			struct slice name = slice_sub(bytes, at, at + len);
			while (name.len && name.ptr[0] == '$')
				name = slice_sub(name, 1, name.len);
			if (!name.len || pattern_capture_find(rule->pattern, name) == (size_t)-1)
				continue;
			err_set(err, ERR_PATCHSET,
				"capture '" SLICE_FMT "' is inside a %s, where it would be written literally",
				SLICE_ARG(name), token->kind == TOKEN_COMMENT ? "comment" : "string");
			err_hint(err,
				"rename the capture if the text is meant literally; otherwise build the code outside "
				"the %s",
				token->kind == TOKEN_COMMENT ? "comment" : "string");
			return def_text_fail(text, token->begin + at, err);
		}
	}
	return true;
}

bool edit_rule_check_captures(
	const struct edit_rule *rule, const struct pattern *template, const struct def_text *text, struct err *err)
{
	const struct token_list *tokens = &pattern_document(template)->tokens;
	for (size_t e = 0; e < pattern_element_count(template); e++) {
		if (pattern_element_is_literal(template, e))
			continue;
		const struct token *token = &tokens->items[pattern_element_token(template, e)];
		size_t capture = pattern_element_capture(template, e);
		if (capture == (size_t)-1) {
			err_set(err, ERR_PATCHSET, "a nameless capture has no value here");
			err_hint(err, "give the capture a name in 'match' and use it here");
			return def_text_fail(text, token->begin, err);
		}
		struct slice name = pattern_capture_name(template, capture);
		if (pattern_capture_find(rule->pattern, name) == (size_t)-1) {
			err_set(err, ERR_PATCHSET, "capture '" SLICE_FMT "' is used but 'match' does not capture it",
				SLICE_ARG(name));
			err_hint(err,
				"write $" SLICE_FMT " in 'match' where it should be captured; ${" SLICE_FMT
				"} is a variable of CMake or the shell",
				SLICE_ARG(name), SLICE_ARG(name));
			return def_text_fail(text, token->begin, err);
		}
	}
	return check_text_tokens(rule, template, text, err);
}

static bool parse_group_number(struct slice text, size_t *number)
{
	*number = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9' || *number > 1000)
			return false;
		*number = *number * 10 + (size_t)(text.ptr[i] - '0');
	}
	return text.len > 0;
}

static bool compile_where_capture(struct edit_rule *rule, struct where_rule *where, struct err *err)
{
	struct slice name = where->def->capture.text;
	where->after_capture = (size_t)-1;
	if (rule->regex) {
		if (!parse_group_number(name, &where->capture))
			err_set(err, ERR_PATCHSET,
				"'where' beside 'regex' needs the number of a group, not '" SLICE_FMT "'",
				SLICE_ARG(name));
		else if (where->capture > regex_group_count(rule->regex))
			err_set(err, ERR_PATCHSET, "'where' names group %zu, and 'regex' has %zu", where->capture,
				regex_group_count(rule->regex));
		else
			return true;
		return def_text_fail(&where->def->capture, 0, err);
	}
	where->capture = pattern_capture_find(rule->pattern, name);
	if (where->capture != (size_t)-1) {
		if (rule->after)
			where->after_capture = pattern_capture_find(rule->after, name);
		return true;
	}
	err_set(err, ERR_PATCHSET, "'where' names capture '" SLICE_FMT "', which 'match' does not capture",
		SLICE_ARG(name));
	err_hint(err, "write $" SLICE_FMT " where the pattern should capture it", SLICE_ARG(name));
	return def_text_fail(&where->def->capture, 0, err);
}

static bool compile_where(
	struct edit_rule *rule, struct where_rule *where, const struct where_def *def, struct err *err)
{
	size_t offset = 0;
	where->def = def;
	if (!compile_where_capture(rule, where, err))
		return false;
	switch (def->kind) {
	case WHERE_VERSION:
		return version_range_parse(&where->range, def->values[0].text, &rule->arena, &offset, err) ||
		       def_text_fail(&def->values[0], offset, err);
	case WHERE_REGEX:
	case WHERE_NOT_REGEX:
		where->regex = def_text_regex(&def->values[0], err);
		return where->regex != NULL;
	default:
		return true;
	}
}

static bool compile_patterns(
	struct edit_rule *rule, struct pattern ***out, const struct def_text *texts, size_t count, struct err *err)
{
	*out = arena_alloc(&rule->arena, count * sizeof(**out));
	for (size_t i = 0; i < count; i++) {
		(*out)[i] = def_text_pattern(&texts[i], rule->language, err);
		if (!(*out)[i])
			return false;
	}
	return true;
}

static bool compile_context(
	struct edit_rule *rule, struct context_rule *out, const struct context_def *def, struct err *err)
{
	out->def = def;
	out->parts = arena_alloc(&rule->arena, def->n_parts * sizeof(*out->parts));
	for (size_t i = 0; i < def->n_parts; i++)
		if (!compile_context(rule, &out->parts[i], &def->parts[i], err))
			return false;
	if (def->kind == CONTEXT_ALL || def->kind == CONTEXT_ANY || def->kind == CONTEXT_NOT)
		return true;
	if (!rule->language->parse) {
		err_set(err, ERR_PATCHSET, "'inside', 'after' and 'before' need a language with blocks; %s has none",
			rule->language->name);
		return def_text_fail(&def->pattern, 0, err);
	}
	out->pattern = def_text_pattern(&def->pattern, rule->language, err);
	return out->pattern != NULL;
}

static void free_context(struct context_rule *context)
{
	for (size_t i = 0; context->parts && i < context->def->n_parts; i++)
		free_context(&context->parts[i]);
	pattern_free(context->pattern);
}

static bool compile_already(struct edit_rule *rule, struct err *err)
{
	const struct edit_def *def = rule->def;
	if (!rule->regex)
		return compile_patterns(rule, &rule->already, def->already, def->n_already, err);
	rule->already_regex = arena_alloc(&rule->arena, def->n_already * sizeof(*rule->already_regex));
	for (size_t i = 0; i < def->n_already; i++) {
		rule->already_regex[i] = def_text_regex(&def->already[i], err);
		if (!rule->already_regex[i])
			return false;
	}
	return true;
}

static bool compile_selector(struct edit_rule *rule, struct err *err)
{
	const struct edit_def *def = rule->def;
	bool is_regex = def->regex.text.ptr != NULL;
	if (def->op->stands_alone)
		return true;
	if (!is_regex) {
		rule->pattern = def_text_pattern(&def->match, rule->language, err);
		return rule->pattern != NULL;
	}
	rule->regex = def_text_regex(&def->regex, err);
	if (!rule->regex || !regex_matches_empty(rule->regex))
		return rule->regex != NULL;
	err_set(err, ERR_PATCHSET, "regex can match the empty string, so it would match everywhere");
	err_hint(err, "use '+' instead of '*', or anchor it to some text");
	return def_text_fail(&def->regex, 0, err);
}

static void add_form(struct edit_rule *rule, const struct pattern *pattern)
{
	struct word_form *form = &rule->forms[rule->n_forms++];
	form->words = pattern_words(pattern, &form->n_words);
}

/*
 * The words of each form. One form without a word means that every file must be looked at. An operation that stands
 * alone has put its own there already, with room for those of `already`, or none.
 */
static void collect_forms(struct edit_rule *rule)
{
	const struct edit_def *def = rule->def;
	if (rule->regex || (def->op->stands_alone && !rule->n_forms))
		return;
	if (!def->op->stands_alone) {
		rule->forms = arena_alloc(&rule->arena, (3 + def->n_already) * sizeof(*rule->forms));
		add_form(rule, rule->pattern);
		if (rule->after)
			add_form(rule, rule->after);
		if (rule->after_quoted)
			add_form(rule, rule->after_quoted);
	}
	for (size_t i = 0; i < def->n_already; i++)
		add_form(rule, rule->already[i]);
	for (size_t i = 0; i < rule->n_forms; i++)
		if (!rule->forms[i].n_words)
			rule->n_forms = 0;
}

static bool compile(struct edit_rule *rule, struct err *err)
{
	const struct edit_def *def = rule->def;
	if (!compile_selector(rule, err))
		return false;
	if (def->op->compile && !def->op->compile(rule, err))
		return false;
	rule->after_is_wider = rule->after && pattern_covers(rule->after, rule->pattern);
	rule->where = arena_alloc(&rule->arena, def->n_where * sizeof(*rule->where));
	for (size_t i = 0; i < def->n_where; i++)
		if (!compile_where(rule, &rule->where[i], &def->where[i], err))
			return false;
	if (!compile_context(rule, &rule->context, &def->context, err) || !compile_already(rule, err))
		return false;
	if (def->pick != PICK_EVERY && rule->regex) {
		err_set(err, ERR_PATCHSET, "'pick' needs 'match'");
		return def_text_fail(&def->regex, 0, err);
	}
	collect_forms(rule);
	return true;
}

struct edit_rule *edit_rule_new(const struct edit_def *def, const struct language *language, struct err *err)
{
	struct edit_rule *rule = xcalloc(1, sizeof(*rule));
	rule->def = def;
	rule->language = language;
	if (compile(rule, err))
		return rule;
	edit_rule_free(rule);
	return NULL;
}

static void free_patterns(struct pattern **patterns, size_t count)
{
	for (size_t i = 0; patterns && i < count; i++)
		pattern_free(patterns[i]);
}

void edit_rule_free(struct edit_rule *rule)
{
	if (!rule)
		return;
	if (rule->after != rule->template)
		pattern_free(rule->after);
	pattern_free(rule->after_quoted);
	pattern_free(rule->template);
	pattern_free(rule->pattern);
	regex_free(rule->regex);
	regex_free(rule->regex_after);
	if (rule->def->op->release)
		rule->def->op->release(rule);
	for (size_t i = 0; rule->where && i < rule->def->n_where; i++)
		regex_free(rule->where[i].regex);
	free_context(&rule->context);
	free_patterns(rule->already, rule->already ? rule->def->n_already : 0);
	for (size_t i = 0; rule->already_regex && i < rule->def->n_already; i++)
		regex_free(rule->already_regex[i]);
	arena_release(&rule->arena);
	free(rule);
}

const struct word_form *edit_rule_forms(const struct edit_rule *rule, size_t *count, bool *nocase)
{
	*count = rule->n_forms;
	*nocase = rule->language->names_nocase;
	return rule->forms;
}

const char *edit_rule_nearest(const struct edit_rule *rule, struct document *doc, struct arena *arena, size_t *line)
{
	return rule->def->op->nearest ? rule->def->op->nearest(rule, doc, arena, line) : NULL;
}

const struct pattern *edit_rule_pattern(const struct edit_rule *rule)
{
	return rule->pattern;
}

const struct edit_def *edit_rule_def(const struct edit_rule *rule)
{
	return rule->def;
}
