/*
 * Edits: one selector, one operation, any number of conditions; read, then compiled.
 */
#include "patchset/load/load.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "fileop/fileop.h"

/*
 * Operations on whole files: their values, and what may be beside them in a rule.
 */

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

/* Reads the value of an operation on a file; of others nothing. */
static bool load_file_value(struct loader *loader, const struct op *op, const struct yaml_node *value,
	struct edit_def *out, struct err *err)
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
		*problem = edit && edit->op->file->check ? edit->op->file->check(edit, rule->files, &hint) : NULL;
	if (!problem)
		return true;
	yaml_fail(loader->file, node, err, "%s", problem);
	return err_hint(err, "%s", hint);
}

/* Sets the rule's file_edit, mode_edit and n_text_edits. `list` is the YAML of its edits. Refuses what goes not
 * together. */
static bool load_file_edits(struct loader *loader, const struct yaml_node *list, struct rule *rule, struct err *err)
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

/* version, regex, in, and the last two after `not`. */
#define MAX_CONDITIONS_OF_CAPTURE 5

/* The names of the operations, for hints. */
static void add_operations(const struct schema *edit, struct str *out)
{
	for (size_t i = EDIT_FIRST_OPERATION; i < edit->n_fields; i++)
		str_addf(out, "%s%s", i > EDIT_FIRST_OPERATION ? ", " : "", edit->fields[i].key);
}

static bool has_lone_operation(const struct yaml_pair *const *values)
{
	size_t count;
	const struct op *const *ops = op_all(&count);
	for (size_t i = 0; i < count; i++)
		if (values[EDIT_FIRST_OPERATION + i] && ops[i]->stands_alone)
			return true;
	return false;
}

/* An operation that finds its own place has no selector and no conditions but `already`. */
static bool check_alone(
	struct loader *loader, const struct op *op, const struct yaml_pair *const *values, struct err *err)
{
	for (size_t i = 0; i < EDIT_FIRST_OPERATION; i++) {
		if (!values[i] || (i == EDIT_ALREADY && !op->file))
			continue;
		yaml_fail(loader->file, values[i]->key, err, "'%s' cannot be combined with '%s', which %s",
			loader->edit.fields[i].key, op->name, op->file ? "is for a whole file" : "finds its own place");
		return err_hint(err, "write an edit for each");
	}
	return true;
}

static bool check_selector(
	struct loader *loader, const struct yaml_node *node, const struct yaml_pair *const *values, struct err *err)
{
	const struct yaml_pair *match = values[EDIT_MATCH], *regex = values[EDIT_REGEX];
	if (!match && !regex && has_lone_operation(values))
		return true;
	if (!match == !regex) {
		yaml_fail(loader->file, match ? regex->key : node, err,
			match ? "an edit has both 'match' and 'regex'" : "an edit lacks 'match' or 'regex'");
		return err_hint(err,
			"an edit has one selector: 'match' for code of the language, 'regex' for what has no "
			"structure");
	}
	return true;
}

/* Index into op_all() of the edit's one operation, or (size_t)-1. */
static size_t find_operation(
	struct loader *loader, const struct yaml_node *node, const struct yaml_pair *const *values, struct err *err)
{
	size_t found = 0;
	for (size_t i = EDIT_FIRST_OPERATION; i < loader->edit.n_fields; i++) {
		if (values[i] && found) {
			yaml_fail(loader->file, values[i]->key, err, "an edit has two operations: '%s' and '%s'",
				loader->edit.fields[found].key, loader->edit.fields[i].key);
			err_hint(err, "write an edit for each");
			return (size_t)-1;
		}
		if (values[i])
			found = i;
	}
	if (found)
		return found - EDIT_FIRST_OPERATION;
	struct str names = STR_INIT;
	add_operations(&loader->edit, &names);
	yaml_fail(loader->file, node, err, "an edit lacks an operation");
	err_hint(err, "it is one of %s", str_slice(&names).ptr);
	str_release(&names);
	return (size_t)-1;
}

static bool check_supported(
	struct loader *loader, const struct op *op, const struct yaml_pair *const *values, struct err *err)
{
	bool is_regex = values[EDIT_REGEX] != NULL;
	if (op->stands_alone)
		return check_alone(loader, op, values, err);
	if (is_regex ? op->takes_regex : op->takes_code)
		return true;
	size_t count;
	const struct op *const *ops = op_all(&count);
	struct str names = STR_INIT;
	for (size_t i = 0; i < count; i++)
		if (is_regex ? ops[i]->takes_regex : ops[i]->takes_code)
			str_addf(&names, "%s%s", names.len ? ", " : "", ops[i]->name);
	yaml_fail(loader->file, (is_regex ? values[EDIT_REGEX] : values[EDIT_MATCH])->key, err,
		"'%s' does not work with '%s'", op->name, is_regex ? "regex" : "match");
	err_hint(err, "with it work %s", str_slice(&names).ptr);
	str_release(&names);
	return false;
}

static void read_operation(
	struct loader *loader, const struct op *op, const struct yaml_node *value, struct edit_def *out)
{
	out->op = op;
	if (op->value == OP_TEXT)
		out->text = load_def(loader, value);
	if (op->value != OP_SETS)
		return;
	out->sets = arena_alloc(loader->arena, value->count * sizeof(*out->sets));
	for (; out->n_sets < value->count; out->n_sets++)
		out->sets[out->n_sets] = (struct set_def){ load_def(loader, value->pairs[out->n_sets].key),
			load_def(loader, value->pairs[out->n_sets].value) };
}

/* Captures are named without their `$`. */
static bool check_captures(struct loader *loader, const struct yaml_node *map, struct err *err)
{
	for (size_t i = 0; i < map->count; i++) {
		const struct yaml_node *key = map->pairs[i].key;
		struct slice name = key->text;
		while (slice_starts_with(name, "$"))
			name = slice_sub(name, 1, name.len);
		if (name.len == key->text.len)
			continue;
		yaml_fail(loader->file, key, err, "write the capture without '$' here");
		return err_hint(err, "write " SLICE_FMT, SLICE_ARG(utf8_excerpt(name)));
	}
	return true;
}

static void add_condition(struct loader *loader, const struct yaml_node *capture, enum where_kind kind,
	const struct yaml_pair *pair, struct edit_def *out)
{
	if (!pair)
		return;
	struct where_def *where = &out->where[out->n_where++];
	where->capture = load_def(loader, capture);
	where->kind = kind;
	where->values = load_defs(loader, pair, &where->n_values);
}

static bool read_condition(
	struct loader *loader, const struct yaml_pair *capture, struct edit_def *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS], *negated[SCHEMA_MAX_FIELDS] = { NULL };
	if (!schema_read(loader->file, capture->value, &schema_condition, values, err))
		return false;
	if (values[CONDITION_NOT] &&
		!schema_read(loader->file, values[CONDITION_NOT]->value, &schema_negation, negated, err))
		return false;
	size_t before = out->n_where;
	add_condition(loader, capture->key, WHERE_VERSION, values[CONDITION_VERSION], out);
	add_condition(loader, capture->key, WHERE_REGEX, values[CONDITION_REGEX], out);
	add_condition(loader, capture->key, WHERE_IN, values[CONDITION_IN], out);
	add_condition(loader, capture->key, WHERE_NOT_REGEX, negated[NEGATION_REGEX], out);
	add_condition(loader, capture->key, WHERE_NOT_IN, negated[NEGATION_IN], out);
	if (out->n_where > before)
		return true;
	yaml_fail(loader->file, values[CONDITION_NOT] ? values[CONDITION_NOT]->value : capture->value, err,
		"a condition is empty");
	return err_hint(err, "write {version: \"<3.5\"}, {regex: R}, {in: [A, B]} or {not: {in: [A]}}");
}

static bool read_where(struct loader *loader, const struct yaml_pair *pair, struct edit_def *out, struct err *err)
{
	if (!pair)
		return true;
	const struct yaml_node *map = pair->value;
	if (!check_captures(loader, map, err))
		return false;
	out->where = arena_alloc(loader->arena, map->count * MAX_CONDITIONS_OF_CAPTURE * sizeof(*out->where));
	for (size_t i = 0; i < map->count; i++)
		if (!read_condition(loader, &map->pairs[i], out, err))
			return false;
	return true;
}

/* What makes a rule a notice instead of one with edits. False with ERR_PATCHSET if it is neither or both. */
static bool load_pick(struct loader *loader, const struct yaml_pair *pair, struct edit_def *out, struct err *err)
{
	if (!pair)
		return true;
	struct slice text = slice_trim(pair->value->text);
	struct count_range range;
	if (slice_eq_cstr(text, "first")) {
		out->pick = PICK_FIRST;
	} else if (slice_eq_cstr(text, "last")) {
		out->pick = PICK_LAST;
	} else if (schema_parse_count(text, &range) && range.min == range.max && range.min > 0) {
		out->pick = PICK_NTH;
		out->pick_number = range.min;
	} else {
		yaml_fail(loader->file, pair->value, err, "'" SLICE_FMT "' is not a place",
			SLICE_ARG(utf8_excerpt(text)));
		return err_hint(err, "write first, last, or a number: pick: 2");
	}
	return true;
}

static bool read_edit(struct loader *loader, const struct yaml_node *node, struct edit_def *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, node, &loader->edit, values, err) || !check_selector(loader, node, values, err))
		return false;
	size_t count, operation = find_operation(loader, node, values, err);
	if (operation == (size_t)-1)
		return false;
	const struct op *op = op_all(&count)[operation];
	const struct yaml_node *value = values[EDIT_FIRST_OPERATION + operation]->value;
	if (!check_supported(loader, op, values, err) || (op->value == OP_SETS && !check_captures(loader, value, err)))
		return false;
	out->line = node->line;
	out->column = node->column;
	if (values[EDIT_MATCH])
		out->match = load_def(loader, values[EDIT_MATCH]->value);
	else if (values[EDIT_REGEX])
		out->regex = load_def(loader, values[EDIT_REGEX]->value);
	read_operation(loader, op, value, out);
	if (!load_file_value(loader, op, value, out, err))
		return false;
	if (!load_context(loader, &values[EDIT_INSIDE], &out->context, err) ||
		!load_pick(loader, values[EDIT_PICK], out, err))
		return false;
	out->already = load_defs(loader, values[EDIT_ALREADY], &out->n_already);
	return read_where(loader, values[EDIT_WHERE], out, err);
}

/*
 * The offset of a place that was counted in a def_text's own bytes: in a text in quotes, an escape takes more bytes in
 * the file than it stands for. (size_t)-1 when no quoted text of `node` holds the place.
 */
static size_t offset_in_quotes(const struct yaml_file *file, const struct yaml_node *node, size_t line, size_t column)
{
	size_t found = (size_t)-1;
	if (node->kind == YAML_KIND_TEXT) {
		size_t text_line, text_column;
		yaml_place(file, yaml_text_offset(file, node, 0), &text_line, &text_column);
		bool quoted = node->style == YAML_STYLE_SINGLE || node->style == YAML_STYLE_DOUBLE;
		bool holds =
			quoted && text_line == line && column >= text_column && column - text_column <= node->text.len;
		return holds ? yaml_text_offset(file, node, column - text_column) : found;
	}
	for (size_t i = 0; i < node->count && found == (size_t)-1; i++) {
		if (node->kind == YAML_KIND_MAP)
			found = offset_in_quotes(file, node->pairs[i].key, line, column);
		if (found == (size_t)-1)
			found = offset_in_quotes(file,
				node->kind == YAML_KIND_MAP ? node->pairs[i].value : node->items[i], line, column);
	}
	return found;
}

/* Gives an error of edit_rule_new() its file and snippet. */
static bool place_compile_error(struct loader *loader, const struct yaml_node *node, struct err *err)
{
	err->kind = ERR_PATCHSET;
	if (!err->line)
		return yaml_err_at(loader->file, node->begin, err);
	size_t offset = offset_in_quotes(loader->file, node, err->line, err->column);
	if (offset == (size_t)-1)
		offset = yaml_offset(loader->file, err->line, err->column);
	return yaml_err_at(loader->file, offset, err);
}

/* Room for `count` edits of the rule. */
static struct edit_def *make_room(struct loader *loader, struct rule *rule, size_t count)
{
	struct edit_def *defs = arena_alloc(loader->arena, count * sizeof(*defs));
	rule->edits = defs;
	rule->compiled = arena_alloc(loader->arena, count * sizeof(struct edit_rule *));
	return defs;
}

static bool compile_edit(struct loader *loader, const struct yaml_node *node, struct rule *rule, struct err *err)
{
	struct edit_rule *compiled = edit_rule_new(&rule->edits[rule->n_edits], rule->language, err);
	if (!compiled)
		return place_compile_error(loader, node, err);
	VEC_PUSH(loader->owned->edits, loader->owned->n_edits, loader->owned->edits_capacity, compiled);
	rule->compiled[rule->n_edits++] = compiled;
	return true;
}

bool load_edits(struct loader *loader, const struct yaml_node *list, struct rule *rule, struct err *err)
{
	struct edit_def *defs = make_room(loader, rule, list->count);
	for (size_t i = 0; i < list->count; i++)
		if (!read_edit(loader, list->items[i], &defs[i], err) ||
			!compile_edit(loader, list->items[i], rule, err))
			return false;
	return load_file_edits(loader, list, rule, err);
}

static bool read_search(struct loader *loader, const struct yaml_node *node, struct edit_def *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, node, &schema_search, values, err))
		return false;
	const struct yaml_pair *match = values[EDIT_MATCH], *regex = values[EDIT_REGEX];
	if (!match == !regex) {
		yaml_fail(loader->file, match ? regex->key : node, err,
			match ? "a search has both 'match' and 'regex'" : "a search lacks 'match' or 'regex'");
		return err_hint(err, "'match' looks for code of the language, 'regex' for what has no structure");
	}
	*out = (struct edit_def){ .op = &op_look, .line = node->line, .column = node->column };
	*(match ? &out->match : &out->regex) = load_def(loader, (match ? match : regex)->value);
	return load_context(loader, &values[EDIT_INSIDE], &out->context, err) &&
	       read_where(loader, values[EDIT_WHERE], out, err);
}

bool load_searches(struct loader *loader, const struct yaml_pair *pair, struct rule *rule, struct err *err)
{
	size_t count = schema_item_count(pair);
	struct edit_def *defs = make_room(loader, rule, count);
	for (size_t i = 0; i < count; i++)
		if (!read_search(loader, schema_item(pair, i), &defs[i], err) ||
			!compile_edit(loader, schema_item(pair, i), rule, err))
			return false;
	return true;
}
