/*
 * One file: which format, which kind, and the top level of sets and packs.
 */
#include "patchset/load/load.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/nearest.h"
#include "base/utf8.h"

/*
 * Variables: reading them, and putting their values where the rules of the file name them as {{name}}.
 */

/* An error of a command line is one of the file where the file gives the value. */
static bool check_written(
	struct loader *loader, const struct variable *variable, const struct yaml_node *value, struct err *err)
{
	if (!variable_check(variable, value->text, err)) {
		err->kind = ERR_PATCHSET;
		return yaml_err_at(loader->file, value->begin, err);
	}
	if (variable->type != VARIABLE_VERSION || value->is_string)
		return true;
	yaml_fail(loader->file, value, err, "the value of '%s' must be in quotes", variable->name);
	return err_hint(err, "write \"" SLICE_FMT "\"", SLICE_ARG(utf8_excerpt(value->text)));
}

static bool read_cases(struct loader *loader, const struct yaml_pair *pair, struct variable *out, struct err *err)
{
	size_t count = schema_item_count(pair);
	struct variable_case *cases = arena_alloc(loader->arena, count * sizeof(*cases));
	out->cases = cases;
	for (; out->n_cases < count; out->n_cases++) {
		const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
		if (!schema_read(loader->file, schema_item(pair, out->n_cases), &schema_variable_case, values, err) ||
			!check_written(loader, out, values[CASE_VALUE]->value, err))
			return false;
		cases[out->n_cases].versions = load_range(loader, values[CASE_VERSIONS]);
		cases[out->n_cases].value = arena_dup(loader->arena, values[CASE_VALUE]->value->text);
	}
	return true;
}

static bool read_variable(struct loader *loader, const struct yaml_pair *pair, struct variable *out, struct err *err)
{
	static const struct schema_field name = {
		.key = "name", .kind = SCHEMA_NAME, .help = "a name of lower-case letters and digits"
	};
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_check_value(loader->file, pair->key, &name, utf8_excerpt(pair->key->text), err) ||
		!schema_read(loader->file, pair->value, &schema_variable, values, err))
		return false;
	out->name = load_node_text(loader, pair->key);
	out->help = load_text(loader, values[VARIABLE_HELP]);
	for (int type = 0; values[VARIABLE_KIND] && type < VARIABLE_TYPE_COUNT; type++)
		if (slice_eq_cstr(slice_trim(values[VARIABLE_KIND]->value->text),
			    variable_type_name((enum variable_type)type)))
			out->type = (enum variable_type)type;
	bool has_choices = schema_item_count(values[VARIABLE_CHOICES]) > 0;
	if ((out->type == VARIABLE_CHOICE) != has_choices) {
		yaml_fail(loader->file, pair->key, err,
			has_choices ? "variable '%s' has 'choices' but is not a choice"
				    : "variable '%s' is a choice but lacks 'choices'",
			out->name);
		return err_hint(err, "write type: choice, choices: [a, b]");
	}
	out->choices = has_choices ? load_texts(loader, values[VARIABLE_CHOICES]) : NULL;
	out->default_value = arena_dup(loader->arena, values[VARIABLE_DEFAULT]->value->text);
	return check_written(loader, out, values[VARIABLE_DEFAULT]->value, err) &&
	       read_cases(loader, values[VARIABLE_BY_VERSION], out, err);
}

/* `pair` may be NULL: none. */
static bool load_variables(struct loader *loader, const struct yaml_pair *pair, struct patchset *out, struct err *err)
{
	size_t count = pair ? pair->value->count : 0;
	struct variable *variables = arena_alloc(loader->arena, count * sizeof(*variables));
	const struct variable **list = arena_alloc(loader->arena, count * sizeof(*list));
	out->variables = list;
	for (; out->n_variables < count; out->n_variables++) {
		struct variable *variable = &variables[out->n_variables];
		list[out->n_variables] = variable;
		if (!read_variable(loader, &pair->value->pairs[out->n_variables], variable, err))
			return false;
		variable_choose(variable, loader->values);
		/* The request may be gone when the library is used. */
		variable->value = arena_strdup(loader->arena, variable->value);
		*table_at(&loader->variables, slice_of(variable->name)) = out->n_variables + 1;
	}
	return true;
}

/* --- putting them in ---------------------------------------------------------------------------------------------- */

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '-' || c == '_' || c == '.';
}

/* The next {{name}} at or after `at`: its first byte, or (size_t)-1; `*end` is after its last brace. */
static size_t find_name(struct slice text, size_t at, size_t *end, struct slice *name)
{
	while ((at = slice_find(text, SLICE_LITERAL("{{"), at)) != (size_t)-1) {
		size_t after = at + 2;
		while (after < text.len && is_name_char(text.ptr[after]))
			after++;
		*name = slice_sub(text, at + 2, after);
		*end = after + 2;
		if (name->len && slice_starts_with(slice_sub(text, after, text.len), "}}"))
			return at;
		at++;
	}
	return at;
}

static bool refuse_unknown(struct loader *loader, const struct patchset *set, const struct yaml_node *node, size_t at,
	struct slice name, struct err *err)
{
	const char **names = xcalloc(set->n_variables + 1, sizeof(*names));
	for (size_t i = 0; i < set->n_variables; i++)
		names[i] = set->variables[i]->name;
	const char *nearest = nearest_name(name, names, set->n_variables);
	err_set(err, ERR_PATCHSET, "no variable '" SLICE_FMT "'", SLICE_ARG(utf8_excerpt(name)));
	yaml_err_at(loader->file, yaml_text_offset(loader->file, node, at), err);
	if (nearest)
		err_hint(err, "did you mean '%s'?", nearest);
	else
		err_hint(err,
			"declare it in 'variables'; a rule with literal braces belongs in a file without variables");
	free(names);
	return false;
}

/* The limits of what is read hold for what is made of it. */
static bool check_size(struct loader *loader, const struct yaml_node *node, size_t text_bytes, struct err *err)
{
	if (text_bytes > YAML_MAX_TEXT_BYTES)
		return yaml_fail(loader->file, node, err,
			"a text is longer than %zu bytes once its variables are filled in", YAML_MAX_TEXT_BYTES);
	if (loader->expanded_bytes > YAML_MAX_TOTAL_BYTES)
		return yaml_fail(loader->file, node, err,
			"the texts are longer than %zu bytes once their variables are filled in", YAML_MAX_TOTAL_BYTES);
	return true;
}

/* For PCRE2, a backslash takes their meaning from all of ASCII but letters and digits, in a regex and in what replaces
 * its matches. */
static void add_value(const char *value, bool is_regex, struct str *out)
{
	for (; *value; value++) {
		if (is_regex && ascii_is_mark(*value))
			str_add_char(out, '\\');
		str_add_char(out, *value);
	}
}

static bool expand_text(
	struct loader *loader, const struct patchset *set, struct yaml_node *node, bool is_regex, struct err *err)
{
	struct str text = STR_INIT;
	struct yaml_splice *splices = NULL;
	size_t n_splices = 0, capacity = 0, done = 0, end = 0;
	struct slice name;
	bool ok = true;
	for (size_t at = 0; ok && (at = find_name(node->text, at, &end, &name)) != (size_t)-1; at = done = end) {
		size_t known = table_get(&loader->variables, name);
		const struct variable *variable = known ? set->variables[known - 1] : NULL;
		ok = variable || refuse_unknown(loader, set, node, at, name, err);
		str_add(&text, slice_sub(node->text, done, at));
		struct yaml_splice splice = { at, end - at, text.len, 0 };
		add_value(ok ? variable->value : "", is_regex, &text);
		splice.put_len = text.len - splice.put;
		VEC_PUSH(splices, n_splices, capacity, splice);
		ok = ok && check_size(loader, node, text.len, err);
	}
	str_add(&text, slice_sub(node->text, done, node->text.len));
	if (ok && n_splices) {
		node->text = slice_from(arena_dup(loader->arena, str_slice(&text)), text.len);
		node->splices = arena_alloc(loader->arena, n_splices * sizeof(*splices));
		memcpy(node->splices, splices, n_splices * sizeof(*splices));
		node->n_splices = n_splices;
	}
	free(splices);
	str_release(&text);
	return ok;
}

/* Does PCRE2 read the value of the pair? Beside `regex`, `already` is another one. */
static bool is_for_regex(const struct yaml_node *map, size_t pair)
{
	struct slice key = map->pairs[pair].key->text;
	bool is_beside = slice_eq_cstr(key, "replace") || slice_eq_cstr(key, "already");
	return slice_eq_cstr(key, "regex") || (is_beside && yaml_find(map, "regex"));
}

/* Values, not keys. A text that several aliases name is done once, and counts each time. */
static bool expand(
	struct loader *loader, const struct patchset *set, const struct yaml_node *node, bool is_regex, struct err *err)
{
	bool ok = true;
	if (node->kind == YAML_KIND_TEXT) {
		struct yaml_node *own = (struct yaml_node *)node; /* yaml.c made it in this file's memory */
		if (node->expanded && node->n_splices && node->is_regex != is_regex) {
			yaml_fail(loader->file, node, err,
				"a text with variables is a regex in one place, and none in another");
			err_hint(err, "write it in both places, instead of an alias");
			return false;
		}
		ok = node->expanded || expand_text(loader, set, own, is_regex, err);
		own->expanded = true;
		own->is_regex = is_regex;
		loader->expanded_bytes += node->n_splices ? node->text.len : 0;
		return ok && check_size(loader, node, node->text.len, err);
	}
	for (size_t i = 0; i < node->count && ok; i++) {
		bool is_map = node->kind == YAML_KIND_MAP;
		ok = expand(loader, set, is_map ? node->pairs[i].value : node->items[i],
			is_map ? is_for_regex(node, i) : is_regex, err);
	}
	return ok;
}

/* Puts the values of the variables of `set`, if it has any, in place of {{name}} in all texts of the value; `pair` may
 * be NULL. */
static bool load_expand(
	struct loader *loader, const struct patchset *set, const struct yaml_pair *pair, struct err *err)
{
	return !pair || !set->n_variables || expand(loader, set, pair->value, false, err);
}

void load_owned_release(struct load_owned *owned)
{
	for (size_t i = 0; i < owned->n_edits; i++)
		edit_rule_free(owned->edits[i]);
	for (size_t i = 0; i < owned->n_regexes; i++)
		regex_free(owned->regexes[i]);
	free(owned->edits);
	free(owned->regexes);
	*owned = (struct load_owned){ 0 };
}

const char *load_node_text(struct loader *loader, const struct yaml_node *node)
{
	return arena_dup(loader->arena, slice_trim(node->text));
}

const char *load_text(struct loader *loader, const struct yaml_pair *pair)
{
	return pair ? load_node_text(loader, pair->value) : NULL;
}

const char *const *load_texts(struct loader *loader, const struct yaml_pair *pair)
{
	size_t count = schema_item_count(pair);
	const char **texts = arena_alloc(loader->arena, (count + 1) * sizeof(*texts));
	for (size_t i = 0; i < count; i++)
		texts[i] = load_node_text(loader, schema_item(pair, i));
	return texts;
}

bool load_bool(const struct yaml_pair *pair)
{
	return pair && slice_eq_cstr(slice_trim(pair->value->text), "true");
}

const struct version_range *load_range(struct loader *loader, const struct yaml_pair *pair)
{
	if (!pair)
		return NULL;
	struct version_range *range = arena_alloc(loader->arena, sizeof(*range));
	struct err err = ERR_INIT;
	size_t error_offset;
	/* schema_read() has parsed it before. */
	version_range_parse(range, pair->value->text, loader->arena, &error_offset, &err);
	err_release(&err);
	return range;
}

static const struct def_value *load_values(struct loader *loader, const struct yaml_node *node)
{
	struct def_value *values = arena_alloc(loader->arena, node->n_splices * sizeof(*values));
	for (size_t i = 0; i < node->n_splices; i++)
		values[i] = (struct def_value){ node->splices[i].put, node->splices[i].put_len };
	return values;
}

struct def_text load_def(struct loader *loader, const struct yaml_node *node)
{
	struct def_text def = { .text = slice_from(arena_dup(loader->arena, node->text), node->text.len),
		.values = load_values(loader, node),
		.n_values = node->n_splices };
	if (node->style == YAML_STYLE_LITERAL) {
		def.block = true;
		def.line = node->line + 1;
		def.column = yaml_block_indent(loader->file, node) + 1;
		return def;
	}
	yaml_place(loader->file, yaml_text_offset(loader->file, node, 0), &def.line, &def.column);
	return def;
}

struct def_text *load_defs(struct loader *loader, const struct yaml_pair *pair, size_t *count)
{
	*count = schema_item_count(pair);
	struct def_text *defs = arena_alloc(loader->arena, *count * sizeof(*defs));
	for (size_t i = 0; i < *count; i++)
		defs[i] = load_def(loader, schema_item(pair, i));
	return defs;
}

static bool check_format(const struct yaml_file *file, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(file->root, "tpatch");
	if (!pair) {
		yaml_fail(file, file->root, err, "the file lacks 'tpatch', the version of the format");
		return err_hint(err, "begin it with 'tpatch: %d'", LOAD_FORMAT);
	}
	const struct schema_field *field = &schema_set.fields[SET_TPATCH];
	if (!schema_check_value(file, pair->value, field, slice_of(field->key), err))
		return false;
	char *end;
	unsigned long format = strtoul(pair->value->text.ptr, &end, 10);
	if (format == LOAD_FORMAT)
		return true;
	if (format == 0) {
		yaml_fail(file, pair->value, err, "format 0 does not exist");
		return err_hint(err, "write 'tpatch: %d'", LOAD_FORMAT);
	}
	yaml_fail(file, pair->value, err, "the file is for a newer tpatch: format " SLICE_FMT,
		SLICE_ARG(utf8_excerpt(pair->value->text)));
	return err_hint(err, "this tpatch reads format %d", LOAD_FORMAT);
}

static bool check_has_rules(const struct loader *loader, const struct loaded *out, const struct yaml_pair *use,
	const struct yaml_pair *rules, struct err *err)
{
	if (out->is_head || schema_item_count(use) || schema_item_count(rules))
		return true;
	yaml_fail(loader->file, loader->file->root, err, "the file has neither rules nor packs to use");
	return err_hint(err, "give it 'rules' or 'use'");
}

static bool read_set(struct loader *loader, struct loaded *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS], *target[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, loader->file->root, &schema_set, values, err) ||
		!schema_read(loader->file, values[SET_TARGET]->value, &schema_target, target, err) ||
		!check_has_rules(loader, out, values[SET_USE], values[SET_RULES], err))
		return false;
	out->name = values[SET_NAME]->value;
	out->project = target[TARGET_PROJECT]->value;
	out->use = values[SET_USE];
	out->set->summary = load_text(loader, values[SET_SUMMARY]);
	out->set->project = load_text(loader, target[TARGET_PROJECT]);
	out->set->target = load_range(loader, target[TARGET_VERSIONS]);
	return load_variables(loader, values[SET_VARIABLES], out->set, err) &&
	       load_expand(loader, out->set, values[SET_RULES], err) && load_rules(loader, values[SET_RULES], out, err);
}

static bool read_pack(struct loader *loader, struct loaded *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, loader->file->root, &schema_pack, values, err) ||
		!check_has_rules(loader, out, values[PACK_USE], values[PACK_RULES], err))
		return false;
	out->name = values[PACK_PACK]->value;
	out->use = values[PACK_USE];
	out->set->summary = load_text(loader, values[PACK_SUMMARY]);
	loader->pack_exclude = values[PACK_EXCLUDE];
	return load_variables(loader, values[PACK_VARIABLES], out->set, err) &&
	       load_expand(loader, out->set, values[PACK_WHEN], err) &&
	       load_expand(loader, out->set, values[PACK_RULES], err) &&
	       load_when(loader, values[PACK_WHEN], &loader->pack_when, err) &&
	       load_rules(loader, values[PACK_RULES], out, err);
}

static bool read_project(struct loader *loader, struct loaded *out, struct err *err)
{
	if (!load_project(loader, loader->file->root, out->set, err))
		return false;
	out->name = yaml_find(loader->file->root, "project")->value;
	return true;
}

struct kind_row {
	const char *key; /* the one that makes a file this kind */
	bool (*read)(struct loader *loader, struct loaded *out, struct err *err);
};

static const struct kind_row kind_rows[] = {
	[PATCHSET_SET] = { "name", read_set },
	[PATCHSET_PACK] = { "pack", read_pack },
	[PATCHSET_PROJECT] = { "project", read_project },
};

const char *const load_head_keys[] = { "tpatch", "name", "pack", "project", "summary", "target", "markers", NULL };

/* Index of the file's row in kind_rows, or their number on error. */
static size_t find_kind(const struct yaml_file *file, struct err *err)
{
	size_t found = COUNT_OF(kind_rows);
	for (size_t i = 0; i < COUNT_OF(kind_rows); i++) {
		const struct yaml_pair *pair = yaml_find(file->root, kind_rows[i].key);
		if (pair && found < COUNT_OF(kind_rows)) {
			yaml_fail(file, pair->key, err, "the file has both '%s' and '%s'", kind_rows[found].key,
				kind_rows[i].key);
			err_hint(err, "a set has 'name', a pack 'pack', a project 'project'");
			return COUNT_OF(kind_rows);
		}
		if (pair)
			found = i;
	}
	if (found == COUNT_OF(kind_rows)) {
		yaml_fail(file, file->root, err, "the file is neither a set nor a pack nor a project");
		err_hint(err, "a set has 'name', a pack 'pack', a project 'project'");
	}
	return found;
}

static bool read_root(struct loader *loader, struct loaded *out, struct err *err)
{
	const struct yaml_file *file = loader->file;
	if (file->root->kind != YAML_KIND_MAP) {
		yaml_fail(file, file->root, err, "a patch set must be a map, not %s", yaml_kind_name(file->root->kind));
		return err_hint(err, "begin it with 'tpatch: %d'", LOAD_FORMAT);
	}
	if (!check_format(file, err))
		return false;
	size_t kind = find_kind(file, err);
	if (kind == COUNT_OF(kind_rows))
		return false;
	struct patchset *set = out->set ? out->set : arena_alloc(loader->arena, sizeof(*set));
	*set = (struct patchset){ .kind = (enum patchset_kind)kind, .origin = loader->origin };
	out->set = set;
	if (!kind_rows[kind].read(loader, out, err))
		return false;
	set->name = load_node_text(loader, out->name);
	set->use = load_texts(loader, out->use);
	for (size_t i = 0; i < out->n_rules; i++)
		out->rules[i].pack = set->name;
	return true;
}

bool load_file(struct arena *arena, struct load_owned *owned, const struct variable_request *values, struct loaded *out,
	struct err *err)
{
	struct loader loader = { .arena = arena,
		.owned = owned,
		.edit = schema_edit(arena),
		.origin = out->file.path,
		.file = &out->file,
		.values = values };
	bool ok = read_root(&loader, out, err);
	table_release(&loader.variables);
	return ok;
}
