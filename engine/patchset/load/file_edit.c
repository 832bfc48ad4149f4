/*
 * Operations on whole files: their values, and what may stand beside them in a rule.
 */
#include "patchset/load/load.h"

#include "fileop/fileop.h"

static bool read_content(struct loader *loader, const struct yaml_node *value, struct edit_def *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, value, &schema_content, values, err))
		return false;
	const struct yaml_pair *text = values[CONTENT_TEXT], *hash = values[CONTENT_HASH];
	if (!text == !hash) {
		yaml_fail(loader->file, text ? hash->key : value, err,
			text ? "a content has both 'text' and 'hash'" : "a content lacks 'text' or 'hash'");
		return err_hint(
			err, "write {text: …} with the whole text, or {hash: …} with the output of `xxh128sum FILE`");
	}
	out->has_hash = hash != NULL;
	if (text)
		out->text = load_def(loader, text->value);
	else
		hash_from_hex(&out->hash, slice_trim(hash->value->text));
	return true;
}

bool load_file_value(struct loader *loader, const struct op *op, const struct yaml_node *value, struct edit_def *out,
	struct err *err)
{
	if (op->value == OP_BOOL)
		out->flag = slice_eq_cstr(slice_trim(value->text), "true");
	else if (op->value == OP_PATH)
		out->text = load_def(loader, value);
	return op->value != OP_CONTENT || read_content(loader, value, out, err);
}

static bool refuse_beside(struct loader *loader, const struct yaml_node *node, const struct edit_def *edit,
	const struct edit_def *file_edit, struct err *err)
{
	yaml_fail(loader->file, node, err, "'%s' cannot be combined with '%s' in one rule", edit->op->name,
		file_edit->op->name);
	if (fileop_effect(file_edit, NULL, 0).is_new)
		return err_hint(err, "the text of '%s' is the whole file", file_edit->op->name);
	return err_hint(err, "write a rule for each");
}

static bool check_beside(struct loader *loader, const struct yaml_node *list, const struct rule *rule, struct err *err)
{
	size_t n_modes = 0;
	for (size_t i = 0; i < rule->n_edits; i++) {
		const struct edit_def *edit = &rule->edits[i];
		n_modes += edit->op->file && edit->op->file->is_for_mode;
		if (rule->file_edit && edit != rule->file_edit && !fileop_may_stand_beside(rule->file_edit, edit))
			return refuse_beside(loader, list->items[i], edit, rule->file_edit, err);
		if (n_modes > 1)
			return refuse_beside(loader, list->items[i], edit, rule->mode_edit, err);
	}
	return true;
}

/* Is the operation at `node` all right in a rule for these files? */
static bool check_file_edit(
	struct loader *loader, const struct yaml_node *node, const struct rule *rule, struct err *err)
{
	const struct edit_def *edit = rule->file_edit;
	const char *hint,
		*trouble = edit && edit->op->file->check ? edit->op->file->check(edit, rule->files, &hint) : NULL;
	if (!trouble)
		return true;
	yaml_fail(loader->file, node, err, "%s", trouble);
	return err_hint(err, "%s", hint);
}

bool load_file_edits(struct loader *loader, const struct yaml_node *list, struct rule *rule, struct err *err)
{
	const struct yaml_node *node = NULL;
	for (size_t i = 0; i < rule->n_edits; i++) {
		const struct edit_def *edit = &rule->edits[i];
		const struct fileop *file = edit->op->file;
		rule->n_text_edits += !file;
		if (!file)
			continue;
		if (file->is_for_mode && !rule->mode_edit)
			rule->mode_edit = edit;
		else if (!file->is_for_mode && !rule->file_edit)
			rule->file_edit = edit;
		if (!node)
			node = list->items[i];
		if (!rule->files_are_paths) {
			yaml_fail(loader->file, list->items[i], err,
				"'%s' needs 'files' that are paths, without wildcards", edit->op->name);
			return err_hint(err, "name each file");
		}
	}
	return check_beside(loader, list, rule, err) && check_file_edit(loader, node, rule, err);
}
