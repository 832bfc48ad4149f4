/*
 * Operations on whole files: their values, and what may stand beside them in a rule.
 */
#include "patchset/load.h"

#include <string.h>

#include "base/path.h"

static bool read_content(struct loader *loader, const struct yaml_node *value, struct edit_def *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, value, &schema_content, values, err))
		return false;
	const struct yaml_pair *text = values[CONTENT_TEXT], *hash = values[CONTENT_HASH];
	if (!text == !hash) {
		yaml_fail(loader->file, text ? hash->key : value, err, text ? "a content has both 'text' and 'hash'" : "a content lacks 'text' or 'hash'");
		return err_hint(err, "write {text: …} with the whole text, or {hash: …} with what `xxh128sum FILE` prints");
	}
	out->has_hash = hash != NULL;
	if (text)
		out->text = load_def(loader, text->value);
	else
		hash_from_hex(&out->hash, slice_trim(hash->value->text));
	return true;
}

bool load_file_value(struct loader *loader, const struct op *op, const struct yaml_node *value, struct edit_def *out, struct err *err)
{
	if (op->value == OP_BOOL)
		out->flag = slice_eq_cstr(slice_trim(value->text), "true");
	else if (op->value == OP_PATH)
		out->text = load_def(loader, value);
	return op->value != OP_CONTENT || read_content(loader, value, out, err);
}

static bool refuse_beside(struct loader *loader, const struct yaml_node *node, const struct edit_def *edit, const struct edit_def *file_edit,
                          struct err *err)
{
	yaml_fail(loader->file, node, err, "'%s' does not go with '%s' in one rule", edit->op->name, file_edit->op->name);
	if (file_edit->op->file == OP_FILE_CREATE)
		return err_hint(err, "the text of 'create' says all that the file holds");
	return err_hint(err, "write a rule for each");
}

/* Beside a renaming the text may be edited; the executable bit goes with all but a removal. */
static bool may_stand_beside(const struct edit_def *file_edit, const struct edit_def *edit)
{
	if (edit->op->file == OP_FILE_NONE)
		return file_edit->op->file == OP_FILE_RENAME;
	return edit->op->file == OP_FILE_EXECUTABLE && file_edit->op->file != OP_FILE_REMOVE;
}

static bool check_beside(struct loader *loader, const struct yaml_node *list, const struct rule *rule, struct err *err)
{
	size_t n_modes = 0;
	for (size_t i = 0; i < rule->n_edits; i++) {
		const struct edit_def *edit = &rule->edits[i];
		n_modes += edit->op->file == OP_FILE_EXECUTABLE;
		if (rule->file_edit && edit != rule->file_edit && !may_stand_beside(rule->file_edit, edit))
			return refuse_beside(loader, list->items[i], edit, rule->file_edit, err);
		if (n_modes > 1)
			return refuse_beside(loader, list->items[i], edit, rule->mode_edit, err);
	}
	return true;
}

/* A path that differs in case only is the same file on Windows and macOS. */
static bool check_new_path(struct loader *loader, const struct yaml_node *node, const struct rule *rule, struct err *err)
{
	struct slice from = slice_of(rule->files[0]), to = rule->file_edit->text.text;
	if (rule->files[1]) {
		yaml_fail(loader->file, node, err, "'rename-file' needs a rule for one file, and 'files' has more");
		return err_hint(err, "write a rule for each file");
	}
	if (!slice_eq_nocase(from, to))
		return true;
	yaml_fail(loader->file, node, err, slice_eq(from, to) ? "'rename-file' names the file itself" : "'rename-file' changes nothing but the case of letters");
	return err_hint(err, "where file names have no case, as on Windows, both are the same file");
}

bool load_file_edits(struct loader *loader, const struct yaml_node *list, struct rule *rule, struct err *err)
{
	const struct yaml_node *node = NULL;
	for (size_t i = 0; i < rule->n_edits; i++) {
		const struct edit_def *edit = &rule->edits[i];
		enum op_file file = edit->op->file;
		rule->n_text_edits += file == OP_FILE_NONE;
		if (file == OP_FILE_EXECUTABLE && !rule->mode_edit)
			rule->mode_edit = edit;
		else if (file != OP_FILE_NONE && file != OP_FILE_EXECUTABLE && !rule->file_edit)
			rule->file_edit = edit;
		if (file != OP_FILE_NONE && !node)
			node = list->items[i];
		if (file != OP_FILE_NONE && !rule->files_are_paths) {
			yaml_fail(loader->file, list->items[i], err, "'%s' needs 'files' that are paths, without wildcards", edit->op->name);
			return err_hint(err, "name each file");
		}
	}
	if (!check_beside(loader, list, rule, err))
		return false;
	return !rule->file_edit || rule->file_edit->op->file != OP_FILE_RENAME || check_new_path(loader, node, rule, err);
}
