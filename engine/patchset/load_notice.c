/*
 * Rules that edit nothing and say something: `refuse` and `warn`.
 */
#include "patchset/load.h"

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
	return yaml_fail(loader->file, pair->key, err, "'" SLICE_FMT "' does not go with %s", SLICE_ARG(pair->key->text), what);
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

static bool check_edits(struct loader *loader, const struct yaml_node *node, const struct yaml_pair *const *values, struct err *err)
{
	if (!values[RULE_FILES])
		return lacks(loader, node, RULE_FILES, err);
	if (!schema_item_count(values[RULE_FILES]))
		return is_empty(loader, values[RULE_FILES]->value, RULE_FILES, err);
	if (!values[RULE_EDITS])
		return lacks(loader, node, RULE_EDITS, err);
	if (!values[RULE_EDITS]->value->count)
		return is_empty(loader, values[RULE_EDITS]->value, RULE_EDITS, err);
	return !values[RULE_IF_FOUND] || not_with(loader, values[RULE_IF_FOUND], "'edits': it says where a rule refuses or warns", err);
}

bool load_notice(struct loader *loader, const struct yaml_node *node, const struct yaml_pair *const *values, struct rule *out, struct err *err)
{
	static const enum rule_field of_edits[] = { RULE_EDITS, RULE_EXPECT, RULE_OPTIONAL };
	const struct yaml_pair *refuse = values[RULE_REFUSE], *warn = values[RULE_WARN], *notice = refuse ? refuse : warn;
	if (!notice)
		return check_edits(loader, node, values, err);
	if (refuse && warn)
		return not_with(loader, warn, "'refuse'", err);
	for (size_t i = 0; i < sizeof(of_edits) / sizeof(of_edits[0]); i++)
		if (values[of_edits[i]])
			return not_with(loader, values[of_edits[i]], refuse ? "'refuse', which edits nothing" : "'warn', which edits nothing", err);
	if (!schema_item_count(values[RULE_FILES]) && (values[RULE_IF_FOUND] || values[RULE_TESTS]))
		return lacks(loader, node, RULE_FILES, err);
	out->notice = refuse ? NOTICE_REFUSE : NOTICE_WARN;
	out->notice_text = one_line(loader, notice->value->text);
	return true;
}
