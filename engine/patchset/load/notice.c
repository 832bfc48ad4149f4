/*
 * Rules that edit nothing and say something: `refuse`, `warn` and `note`.
 */
#include "patchset/load/load.h"

static bool lacks(struct loader *loader, const struct yaml_node *node, enum rule_field field, struct err *err)
{
	yaml_fail(loader->file, node, err, "%s lacks '%s'", schema_rule.what, schema_rule.fields[field].key);
	return err_hint(err, "%s: %s", schema_rule.fields[field].key, schema_rule.fields[field].help);
}

static bool is_empty(struct loader *loader, const struct yaml_node *node, enum rule_field field, struct err *err)
{
	yaml_fail(loader->file, node, err, "'%s' is empty", schema_rule.fields[field].key);
	return err_hint(err, "%s: %s", schema_rule.fields[field].key, schema_rule.fields[field].help);
}

static bool not_with(struct loader *loader, const struct yaml_pair *pair, const char *what, struct err *err)
{
	return yaml_fail(loader->file, pair->key, err, "'" SLICE_FMT "' cannot be combined with %s",
		SLICE_ARG(pair->key->text), what);
}

/* White space of any kind is one blank. */
static const char *one_line(struct loader *loader, struct slice text)
{
	struct str out = STR_INIT;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i] == '\n' || text.ptr[i] == '\t' ? ' ' : text.ptr[i];
		if (c != ' ' || (out.len && out.ptr[out.len - 1] != ' '))
			str_add_char(&out, c);
	}
	const char *line = arena_dup(loader->arena, slice_trim(str_slice(&out)));
	str_release(&out);
	return line;
}

static bool check_edits(
	struct loader *loader, const struct yaml_node *node, const struct yaml_pair *const *values, struct err *err)
{
	if (!values[RULE_FILES])
		return lacks(loader, node, RULE_FILES, err);
	if (!schema_item_count(values[RULE_FILES]))
		return is_empty(loader, values[RULE_FILES]->value, RULE_FILES, err);
	if (!values[RULE_EDITS])
		return lacks(loader, node, RULE_EDITS, err);
	if (!values[RULE_EDITS]->value->count)
		return is_empty(loader, values[RULE_EDITS]->value, RULE_EDITS, err);
	return !values[RULE_IF_FOUND] ||
	       not_with(loader, values[RULE_IF_FOUND], "'edits': it says where a rule refuses, warns or notes", err);
}

const char *notice_name(enum notice_kind kind)
{
	static const char *const names[] = {
		[NOTICE_NONE] = "", [NOTICE_NOTE] = "note", [NOTICE_WARN] = "warn", [NOTICE_REFUSE] = "refuse"
	};
	return names[kind];
}

/* The one key that makes it a notice, or NOTICE_NONE; in `*second` another one that is there too. */
static enum notice_kind find_kind(
	const struct yaml_pair *const *values, const struct yaml_pair **first, const struct yaml_pair **second)
{
	static const enum rule_field fields[] = {
		[NOTICE_NOTE] = RULE_NOTE, [NOTICE_WARN] = RULE_WARN, [NOTICE_REFUSE] = RULE_REFUSE
	};
	enum notice_kind found = NOTICE_NONE;
	*first = *second = NULL;
	for (int kind = NOTICE_REFUSE; kind > NOTICE_NONE; kind--) {
		const struct yaml_pair *pair = values[fields[kind]];
		if (pair && found)
			*second = pair;
		else if (pair) {
			found = (enum notice_kind)kind;
			*first = pair;
		}
	}
	return found;
}

bool load_notice(struct loader *loader, const struct yaml_node *node, const struct yaml_pair *const *values,
	struct rule *out, struct err *err)
{
	static const enum rule_field of_edits[] = { RULE_EDITS, RULE_EXPECT, RULE_OPTIONAL };
	const struct yaml_pair *notice, *second;
	out->notice = find_kind(values, &notice, &second);
	if (out->notice == NOTICE_NONE)
		return check_edits(loader, node, values, err);
	struct str what = STR_INIT;
	str_addf(&what, "'%s'%s", notice_name(out->notice), second ? "" : ", which edits nothing");
	bool ok = !second || not_with(loader, second, what.ptr, err);
	for (size_t i = 0; ok && i < sizeof(of_edits) / sizeof(of_edits[0]); i++)
		ok = !values[of_edits[i]] || not_with(loader, values[of_edits[i]], what.ptr, err);
	str_release(&what);
	if (!ok)
		return false;
	if (!schema_item_count(values[RULE_FILES]) && (values[RULE_IF_FOUND] || values[RULE_TESTS]))
		return lacks(loader, node, RULE_FILES, err);
	out->notice_text = one_line(loader, notice->value->text);
	return true;
}
