#include "patchset/digest.h"

/* Each text with its length, so that no two rules run into the same bytes. */
static void add_text(struct str *out, struct slice text)
{
	str_addf(out, "%zu:", text.len);
	str_add(out, text);
	str_add_char(out, '\n');
}

static void add_cstr(struct str *out, const char *text)
{
	add_text(out, slice_of(text ? text : ""));
}

static void add_list(struct str *out, const char *const *texts)
{
	for (; texts && *texts; texts++)
		add_cstr(out, *texts);
	str_add_cstr(out, "end\n");
}

static void add_texts(struct str *out, const struct def_text *texts, size_t count)
{
	str_addf(out, "%zu\n", count);
	for (size_t i = 0; i < count; i++)
		add_text(out, texts[i].text);
}

static void add_context(struct str *out, const struct context_def *context)
{
	str_addf(out, "%d %zu\n", (int)context->kind, context->n_parts);
	add_text(out, context->pattern.text);
	for (size_t i = 0; i < context->n_parts; i++)
		add_context(out, &context->parts[i]);
}

static void add_edit(struct str *out, const struct edit_def *edit)
{
	add_text(out, edit->match.text);
	add_text(out, edit->regex.text);
	add_cstr(out, edit->op->name);
	add_text(out, edit->text.text);
	char hash[HASH_HEX_LEN + 1];
	hash_to_hex(edit->hash, hash);
	str_addf(out, "%d %s\n", edit->flag, edit->has_hash ? hash : "-");
	str_addf(out, "%zu %zu %d %zu\n", edit->n_sets, edit->n_where, (int)edit->pick, edit->pick_number);
	for (size_t i = 0; i < edit->n_sets; i++) {
		add_text(out, edit->sets[i].capture.text);
		add_text(out, edit->sets[i].value.text);
	}
	for (size_t i = 0; i < edit->n_where; i++) {
		add_text(out, edit->where[i].capture.text);
		str_addf(out, "%d\n", (int)edit->where[i].kind);
		add_texts(out, edit->where[i].values, edit->where[i].n_values);
	}
	add_context(out, &edit->context);
	add_texts(out, edit->already, edit->n_already);
}

static void add_when(struct str *out, const struct when *when)
{
	struct str text = STR_INIT;
	if (when)
		when_format(when, &text);
	add_text(out, str_slice(&text));
	str_release(&text);
}

static void add_rule(struct str *out, const struct rule *rule)
{
	add_cstr(out, rule->id);
	add_list(out, rule->files);
	add_list(out, rule->exclude);
	add_cstr(out, rule->language->name);
	add_cstr(out, rule->versions ? rule->versions->text : NULL);
	str_addf(out, "%d %zu-%zu %zu-%zu %zu\n", rule->optional, rule->expect_files.min, rule->expect_files.max, rule->expect_edits.min,
	         rule->expect_edits.max, rule->n_edits);
	add_when(out, rule->when);
	str_addf(out, "%d %d\n", rule->applies_when_unknown, (int)rule->notice);
	add_cstr(out, rule->notice_text);
	add_cstr(out, rule->group);
	for (size_t i = 0; i < rule->n_superseded_by; i++) {
		add_cstr(out, rule->superseded_by[i].file);
		str_addf(out, "%d\n", rule->superseded_by[i].exists);
		add_cstr(out, rule->superseded_by[i].contains_text);
	}
	for (size_t i = 0; i < rule->n_edits; i++)
		add_edit(out, &rule->edits[i]);
}

struct hash patchset_digest(const struct patchset *set)
{
	struct str text = STR_INIT;
	add_cstr(&text, set->name);
	for (size_t i = 0; i < set->n_rules; i++)
		add_rule(&text, set->rules[i]);
	struct hash hash = hash_of(str_slice(&text));
	str_release(&text);
	return hash;
}
