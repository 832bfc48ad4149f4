/* tpatch schema: the format of patch sets for editors and people, and that of what other commands print with --json. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cmdline/print.h"
#include "config/config.h"
#include "format/json.h"
#include "lang/language.h"
#include "op/op.h"
#include "patchset/schema.h"
#include "report/embedded_report.h"

/* --- the format of patch set files -------------------------------------------------------------------------------- */

/*
 * As Markdown and as JSON Schema. The schema takes whatever the loader takes, and
 * refuses most of what the loader refuses: an editor is to help, and the loader has the last word.
 */

/* All maps of the format, each once: sets, packs and projects first, then what is in them. `*count` receives how
 * many. */
static const struct schema **schema_all(struct arena *arena, size_t *count)
{
	static const struct schema *const fixed[] = {
		&schema_set,
		&schema_pack,
		&schema_project,
		&schema_target,
		&schema_rule,
		&schema_upstream,
		&schema_shown_by,
		&schema_expect,
		&schema_test,
		&schema_content,
		&schema_context,
		&schema_condition,
		&schema_negation,
		&schema_fingerprint,
		&schema_evidence,
		&schema_when,
		&schema_search,
		&schema_fact,
		&schema_profile,
		&schema_profile_when,
		&schema_variable,
		&schema_variable_case,
	};
	const struct schema **all = arena_alloc(arena, (COUNT_OF(fixed) + 1) * sizeof(*all));
	struct schema *edit = arena_alloc(arena, sizeof(*edit));
	for (*count = 0; *count < COUNT_OF(fixed); ++*count)
		all[*count] = fixed[*count];
	*edit = schema_edit(arena);
	all[(*count)++] = edit;
	return all;
}

/* The map after a SCHEMA_MAP field; that of an edit is made by schema_edit() and is the only one without a pointer. */
static const struct schema *schema_of_field(const struct schema_field *field, const struct schema *edit)
{
	return field->map ? field->map : edit;
}

/* `|` ends a cell. */
static void add_cell(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (*text == '|')
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
}

static void add_kind(const struct schema_field *field, const struct schema *edit, struct str *out)
{
	static const char *const many[] = {
		[SCHEMA_ONE] = "",
		[SCHEMA_ONE_OR_LIST] = ", or a list of them",
		[SCHEMA_LIST] = "",
		[SCHEMA_NAMED] = " for each name",
	};
	if (field->many == SCHEMA_LIST)
		str_add_cstr(out, "a list, each ");
	if (field->kind == SCHEMA_MAP)
		add_cell(schema_of_field(field, edit)->what, out);
	else if (field->kind == SCHEMA_CHOICE)
		for (size_t i = 0; field->choices[i]; i++)
			str_addf(out, "%s`%s`", i ? ", " : "", field->choices[i]);
	else
		add_cell(schema_kind_name(field->kind), out);
	str_add_cstr(out, many[field->many]);
	for (size_t i = 0; field->words && field->words[i]; i++)
		str_addf(out, ", or `%s`", field->words[i]);
}

static void add_row(const struct schema_field *field, const struct schema *edit, struct str *out)
{
	str_addf(out, "| `%s` | %s | ", field->key, field->required ? "required" : "");
	add_kind(field, edit, out);
	str_add_cstr(out, " | ");
	add_cell(field->help, out);
	str_add_cstr(out, " |\n");
}

/* A table for each map. */
static void schema_add_markdown(struct str *out)
{
	struct arena arena = ARENA_INIT;
	size_t count;
	const struct schema **all = schema_all(&arena, &count);
	for (size_t i = 0; i < count; i++) {
		str_addf(out, "%s### %s\n\n| key | | value | meaning |\n|---|---|---|---|\n", i ? "\n" : "",
			all[i]->what);
		for (size_t k = 0; k < all[i]->n_fields; k++)
			add_row(&all[i]->fields[k], all[count - 1], out);
		if (all[i]->others)
			add_row(all[i]->others, all[count - 1], out);
	}
	arena_release(&arena);
}

/* How a value of one kind looks in JSON. Plain YAML texts may be numbers or booleans to an editor: 3.10 and true are
 * texts to the loader. */
enum shape {
	SHAPE_TEXT,
	SHAPE_SETTING, /* the same, or null */
	SHAPE_STRING,
	SHAPE_INTEGER,
	SHAPE_COUNT,
	SHAPE_BOOL,
	SHAPE_TRUE,
	SHAPE_CHOICE,
	SHAPE_LANGUAGE,
	SHAPE_MAP
};

struct kind_row {
	enum shape shape;
	bool may_be_empty;   /* a text without a pattern */
	const char *pattern; /* ECMA 262; white space at the ends is left out by the loader */
};

static const struct kind_row rows[SCHEMA_KIND_COUNT] = {
	[SCHEMA_TEXT] = { .shape = SHAPE_TEXT },
	[SCHEMA_LINE] = { .shape = SHAPE_TEXT },
	[SCHEMA_CODE] = { .shape = SHAPE_TEXT },
	[SCHEMA_CONTENT] = { .shape = SHAPE_TEXT, .may_be_empty = true },
	[SCHEMA_PREFIX] = { .shape = SHAPE_TEXT, .may_be_empty = true },
	[SCHEMA_SETTING] = { .shape = SHAPE_SETTING },
	[SCHEMA_ID] = { .shape = SHAPE_TEXT, .pattern = "^\\s*[a-z0-9]+(-[a-z0-9]+)*\\s*$" },
	[SCHEMA_NAME] = { .shape = SHAPE_TEXT, .pattern = "^\\s*[a-z0-9]+([-._][a-z0-9]+)*\\s*$" },
	[SCHEMA_CHOICE] = { .shape = SHAPE_CHOICE },
	[SCHEMA_LANGUAGE] = { .shape = SHAPE_LANGUAGE },
	[SCHEMA_VERSION] = { .shape = SHAPE_STRING, .pattern = "^\\s*[vV]?[0-9]" },
	[SCHEMA_SERIES] = { .shape = SHAPE_STRING, .pattern = "^\\s*[vV]?[0-9]+\\.[0-9]+\\s*$" },
	[SCHEMA_RANGE] = { .shape = SHAPE_STRING, .pattern = "^\\s*([=!<>]=|[<>])?\\s*[vV]?[0-9]" },
	[SCHEMA_NUMBER] = { .shape = SHAPE_INTEGER },
	[SCHEMA_COUNT] = { .shape = SHAPE_COUNT,
		.pattern = "^\\s*([<>]=\\s*[0-9]+|[0-9]+(\\s*\\.\\.\\s*[0-9]+)?)\\s*$" },
	[SCHEMA_BOOL] = { .shape = SHAPE_BOOL },
	[SCHEMA_TRUE] = { .shape = SHAPE_TRUE },
	[SCHEMA_URL] = { .shape = SHAPE_STRING, .pattern = "^\\s*https?://[^/\\s\"<>][^\\s\"<>]*\\s*$" },
	[SCHEMA_PATH] = { .shape = SHAPE_TEXT },
	[SCHEMA_GLOB] = { .shape = SHAPE_TEXT },
	[SCHEMA_COMMIT] = { .shape = SHAPE_TEXT, .pattern = "^\\s*[0-9a-f]{7,64}\\s*$" },
	[SCHEMA_HASH] = { .shape = SHAPE_TEXT, .pattern = "^\\s*[0-9a-fA-F]{32}\\s*$" },
	[SCHEMA_MAP] = { .shape = SHAPE_MAP },
};

static struct json *array_of(const char *const *texts)
{
	struct json *array = json_new_array();
	for (; *texts; texts++)
		json_append_text(array, slice_of(*texts));
	return array;
}

/* "a condition on the place" is "condition-on-the-place". */
static void add_name(const struct schema *schema, struct str *out)
{
	struct slice what = slice_of(schema->what);
	what = slice_sub(what, slice_starts_with(what, "an ") ? 3 : slice_starts_with(what, "a ") ? 2 : 0, what.len);
	for (size_t i = 0; i < what.len; i++)
		if (what.ptr[i] != '\'')
			str_add_char(out, what.ptr[i] == ' ' ? '-' : what.ptr[i]);
}

static void put_reference(struct json *object, const struct schema *schema)
{
	struct str reference = STR_INIT;
	str_add_cstr(&reference, "#/$defs/");
	add_name(schema, &reference);
	json_put_text(object, "$ref", str_slice(&reference));
	str_release(&reference);
}

static struct json *languages_json(void)
{
	size_t count;
	const struct language *const *languages = language_all(&count);
	struct json *array = json_new_array();
	for (size_t i = 0; i < count; i++)
		json_append_text(array, slice_of(languages[i]->name));
	return array;
}

static void put_text_rules(struct json *object, const struct kind_row *row, bool has_variables)
{
	if (row->pattern && !has_variables)
		json_put_cstr(object, "pattern", row->pattern);
	if (row->pattern && has_variables) { /* one may stand for any part of it */
		struct str pattern = STR_INIT;
		str_addf(&pattern, "\\{\\{[a-z0-9]|%s", row->pattern);
		json_put_text(object, "pattern", str_slice(&pattern));
		str_release(&pattern);
	}
	if (!row->pattern && !row->may_be_empty)
		json_put_number(object, "minLength", 1);
}

/* One value of the field. `edit` is NULL in a file that has no edits, and no variables either. */
static struct json *value_json(const struct schema_field *field, const struct schema *edit)
{
	static const char *const text_types[] = { "string", "number", "boolean", NULL },
				 *const count_types[] = { "string", "integer", NULL },
				 *const setting_types[] = { "string", "number", "boolean", "null", NULL };
	const struct kind_row *row = &rows[field->kind];
	struct json *object = json_new_object();
	switch (row->shape) {
	case SHAPE_TEXT:
		json_put(object, "type", array_of(text_types));
		put_text_rules(object, row, edit != NULL);
		break;
	case SHAPE_SETTING:
		json_put(object, "type", array_of(setting_types));
		break;
	case SHAPE_STRING:
		json_put_cstr(object, "type", "string");
		put_text_rules(object, row, edit != NULL);
		break;
	case SHAPE_COUNT:
		json_put(object, "type", array_of(count_types));
		json_put_number(object, "minimum", 1);
		put_text_rules(object, row, edit != NULL);
		break;
	case SHAPE_INTEGER:
		json_put_cstr(object, "type", "integer");
		json_put_number(object, "minimum", 1);
		break;
	case SHAPE_BOOL:
		json_put_cstr(object, "type", "boolean");
		break;
	case SHAPE_TRUE:
		json_put_bool(object, "const", true);
		break;
	case SHAPE_CHOICE:
		json_put(object, "enum", array_of(field->choices));
		break;
	case SHAPE_LANGUAGE:
		json_put(object, "enum", languages_json());
		break;
	case SHAPE_MAP:
		put_reference(object, schema_of_field(field, edit));
		break;
	}
	return object;
}

static struct json *list_json(const struct schema_field *field, const struct schema *edit)
{
	struct json *list = json_new_object();
	json_put_cstr(list, "type", "array");
	json_put(list, "items", value_json(field, edit));
	if (field->required || field->some)
		json_put_number(list, "minItems", 1);
	return list;
}

static struct json *words_json(const char *const *words)
{
	struct json *object = json_new_object();
	json_put(object, "enum", array_of(words));
	return object;
}

/* All that is after the field's key. */
static struct json *field_json(const struct schema_field *field, const struct schema *edit)
{
	struct json *object = json_new_object(), *any = json_new_array();
	switch (field->many) {
	case SCHEMA_ONE:
		json_free(object);
		object = value_json(field, edit);
		break;
	case SCHEMA_LIST:
		json_free(object);
		object = list_json(field, edit);
		break;
	case SCHEMA_ONE_OR_LIST:
		json_append(any, value_json(field, edit));
		json_append(any, list_json(field, edit));
		json_put(object, "anyOf", any);
		any = NULL;
		break;
	case SCHEMA_NAMED:
		json_put_cstr(object, "type", "object");
		json_put(object, "additionalProperties", value_json(field, edit));
		if (field->words) {
			json_append(any, object);
			json_append(any, words_json(field->words));
			object = json_new_object();
			json_put(object, "anyOf", any);
			any = NULL;
		}
		break;
	}
	json_free(any);
	json_put_cstr(object, "description", field->help);
	return object;
}

static struct json *required_json(const char *key)
{
	struct json *object = json_new_object();
	const char *const keys[] = { key, NULL };
	json_put(object, "required", array_of(keys));
	return object;
}

/* One operation, and one selector unless the operation finds its own place. */
static void put_edit_rules(struct json *object, const struct schema *edit)
{
	size_t n_ops;
	const struct op *const *ops = op_all(&n_ops);
	struct json *operations = json_new_array(), *selectors = json_new_array(), *alone = json_new_array(),
		    *all = json_new_array();
	for (size_t i = 0; i < n_ops; i++) {
		json_append(operations, required_json(ops[i]->name));
		if (ops[i]->stands_alone)
			json_append(alone, required_json(ops[i]->name));
	}
	json_append(selectors, required_json(edit->fields[EDIT_MATCH].key));
	json_append(selectors, required_json(edit->fields[EDIT_REGEX].key));
	struct json *lone = json_new_object(), *one_operation = json_new_object(), *one_selector = json_new_object();
	json_put(lone, "anyOf", alone);
	json_append(selectors, lone);
	json_put(one_operation, "oneOf", operations);
	json_put(one_selector, "oneOf", selectors);
	json_append(all, one_operation);
	json_append(all, one_selector);
	json_put(object, "allOf", all);
}

/* Edits, for which it needs files, or something to say. */
static void put_rule_rules(struct json *object)
{
	static const char *const with_edits[] = { "files", "edits", NULL };
	struct json *one = json_new_array(), *edits = json_new_object();
	json_put(edits, "required", array_of(with_edits));
	json_append(one, edits);
	json_append(one, required_json(schema_rule.fields[RULE_REFUSE].key));
	json_append(one, required_json(schema_rule.fields[RULE_WARN].key));
	json_append(one, required_json(schema_rule.fields[RULE_NOTE].key));
	json_put(object, "oneOf", one);
}

static void put_search_rules(struct json *object)
{
	struct json *one = json_new_array();
	json_append(one, required_json(schema_search.fields[EDIT_MATCH].key));
	json_append(one, required_json(schema_search.fields[EDIT_REGEX].key));
	json_put(object, "oneOf", one);
}

static struct json *map_json(const struct schema *schema, const struct schema *edit)
{
	struct json *object = json_new_object(), *properties = json_new_object(), *required = json_new_array();
	json_put_cstr(object, "type", "object");
	for (size_t i = 0; i < schema->n_fields; i++) {
		json_put(properties, schema->fields[i].key, field_json(&schema->fields[i], edit));
		if (schema->fields[i].required)
			json_append_text(required, slice_of(schema->fields[i].key));
	}
	json_put(object, "properties", properties);
	json_put(object, "required", required);
	if (schema->others)
		json_put(object, "additionalProperties", field_json(schema->others, edit));
	else
		json_put_bool(object, "additionalProperties", false);
	if (schema == edit)
		put_edit_rules(object, schema);
	else if (schema == &schema_rule)
		put_rule_rules(object);
	else if (schema == &schema_search)
		put_search_rules(object);
	return object;
}

/* The key tells the kind of a file: a name, a pack or a project. */
static void put_kinds(struct json *object)
{
	struct json *pack = json_new_object(), *project = json_new_object(), *set = json_new_object(),
		    *other = json_new_object();
	put_reference(pack, &schema_pack);
	put_reference(project, &schema_project);
	put_reference(set, &schema_set);
	json_put(other, "if", required_json(schema_project.fields[PROJECT_PROJECT].key));
	json_put(other, "then", project);
	json_put(other, "else", set);
	json_put(object, "if", required_json(schema_pack.fields[PACK_PACK].key));
	json_put(object, "then", pack);
	json_put(object, "else", other);
}

/* JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12/schema). */
static struct json *schema_json(void)
{
	struct arena arena = ARENA_INIT;
	size_t count;
	const struct schema **all = schema_all(&arena, &count);
	struct json *object = json_new_object(), *defs = json_new_object();
	json_put_cstr(object, "$schema", "https://json-schema.org/draft/2020-12/schema");
	json_put_cstr(object, "title", "tpatch patch set");
	json_put_cstr(object, "type", "object");
	put_kinds(object);
	for (size_t i = 0; i < count; i++) {
		struct str name = STR_INIT;
		add_name(all[i], &name);
		json_put(defs, name.ptr, map_json(all[i], all[count - 1]));
		str_release(&name);
	}
	json_put(object, "$defs", defs);
	arena_release(&arena);
	return object;
}

/* The same of the project file. */
static struct json *schema_config_json(void)
{
	struct json *object = map_json(&config_schema, NULL), *defs = json_new_object();
	struct str name = STR_INIT;
	json_put_cstr(object, "$schema", "https://json-schema.org/draft/2020-12/schema");
	json_put_cstr(object, "title", "tpatch project file (" CONFIG_FILE ")");
	add_name(&config_skip_schema, &name);
	json_put(defs, name.ptr, map_json(&config_skip_schema, NULL));
	json_put(object, "$defs", defs);
	str_release(&name);
	return object;
}

/* --- the command -------------------------------------------------------------------------------------------------- */

#define SUFFIX ".schema.json"

/* The file of engine/report/schema that is of `name`; NULL if there is none. */
static const struct embedded_file *file_of(struct slice name)
{
	for (size_t i = 0; i < schema_file_count; i++) {
		struct slice file = slice_of(schema_files[i].name);
		if (slice_eq(slice_sub(file, 0, file.len - strlen(SUFFIX)), name))
			return &schema_files[i];
	}
	return NULL;
}

/* The file as it is, unless it is to be on one line. */
static bool print_file(const struct options *options, struct err *err)
{
	const struct embedded_file *file = file_of(slice_of(options->of));
	struct slice text = embedded_bytes(file);
	if (options->json != JSON_COMPACT && options->json != JSON_STREAM)
		return print_paged(options, text, err);
	struct json *schema = json_parse(text, file->name, err);
	if (!schema)
		return false;
	struct str line = STR_INIT;
	print_json(options, schema, &line);
	bool ok = print_paged(options, str_slice(&line), err);
	json_free(schema);
	str_release(&line);
	return ok;
}

/* Of the files that people write, by the tables that read them. */
static bool print_of_files(const struct options *options, bool is_config, struct err *err)
{
	struct str text = STR_INIT;
	if (options->markdown) {
		schema_add_markdown(&text);
	} else {
		struct json *schema = is_config ? schema_config_json() : schema_json();
		json_print(schema, options->json == JSON_OFF || options->json == JSON_PRETTY, &text);
		str_add_char(&text, '\n');
		json_free(schema);
	}
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static int schema_run(const struct options *options, struct err *err)
{
	bool is_sets = !options->of || strcmp(options->of, "sets") == 0;
	bool is_config = !is_sets && strcmp(options->of, "config") == 0;
	bool ok = (is_sets || !options->markdown) || err_set(err, ERR_USAGE, "--markdown is for the schema of sets");
	ok = ok && (is_sets || is_config ? print_of_files(options, is_config, err) : print_file(options, err));
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int schema_options[] = { OPTION_OF, OPTION_MARKDOWN, OPTION_JSON, OPTION_NONE };

const struct command command_schema = {
	.name = "schema",
	.arguments = "",
	.summary = "print the format of patch sets as JSON Schema, for editors",
	.help = "Prints a JSON Schema (draft 2020-12) of patch set files. Save it and name it in the\n"
		"first line of a patch set: an editor with yaml-language-server then completes and checks\n"
		"what you type. --markdown prints tables of the keys instead. --of config prints the\n"
		"schema of the project file, tpatch.yaml; --of report that of the JSON of `apply` and\n"
		"`check`; --of COMMAND that of another command's JSON.\n"
		"\n"
		"examples\n"
		"  tpatch schema > tpatch.schema.json\n"
		"  # yaml-language-server: $schema=tpatch.schema.json\n"
		"  tpatch schema --of report > report.schema.json\n",
	.options = schema_options,
	.max_arguments = 0,
	.run = schema_run,
};
