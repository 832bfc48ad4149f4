#include "config/config.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "format/yaml.h"
#include "patchset/schema.h"

enum config_field {
	CONFIG_ROOT,
	CONFIG_PATCHSETS,
	CONFIG_USE,
	CONFIG_TAG,
	CONFIG_PACKS,
	CONFIG_PROFILE,
	CONFIG_FACTS,
	CONFIG_VARIABLES,
	CONFIG_SKIP,
	CONFIG_GLOBS,
	CONFIG_FAIL_ON,
	CONFIG_FIELD_COUNT
};
enum skip_field { SKIP_RULE, SKIP_REASON };

/* What --facts takes; a file that it may name as well, it names by itself. */
static const char *const facts_words[] = { "auto", "none", NULL };
static const struct schema_field facts_from = { .key = "source of facts",
	.kind = SCHEMA_CHOICE,
	.choices = facts_words,
	.help = "auto: the other facts are those of this machine; none: they are not known" };
static const char *const fail_on_choices[] = { "changes", "missing", "warnings", NULL };

static const struct schema_field skip_fields[] = {
	[SKIP_RULE] = { .key = "rule",
		.kind = SCHEMA_LINE,
		.required = true,
		.help = "the id of a rule, or a glob such as 'numpy2-*'" },
	[SKIP_REASON] = { .key = "reason",
		.kind = SCHEMA_LINE,
		.required = true,
		.help = "why the tree skips it, for those who ask later" },
};
const struct schema config_skip_schema = { "a skipped rule", skip_fields, COUNT_OF(skip_fields), NULL };

static const struct schema_field fields[CONFIG_FIELD_COUNT] = {
	[CONFIG_ROOT] = { .key = "root",
		.kind = SCHEMA_PATH,
		.help = "the source tree, a folder below that of this file; without it the tree is found as usual" },
	[CONFIG_PATCHSETS] = { .key = "patchsets",
		.kind = SCHEMA_PATH,
		.help = "a folder below that of this file, with more patch sets (--patchsets)" },
	[CONFIG_USE] = { .key = "use", .kind = SCHEMA_NAME, .help = "the patch set to use (--use)" },
	[CONFIG_TAG] = { .key = "tag",
		.kind = SCHEMA_VERSION,
		.help = "the version that the tree is, in quotes (--tag)" },
	[CONFIG_PACKS] = { .key = "packs",
		.kind = SCHEMA_LINE,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "only the rules of these packs (--pack); globs are allowed" },
	[CONFIG_PROFILE] = { .key = "profile",
		.kind = SCHEMA_ID,
		.help = "facts and values under one name (--profile); tbuild takes it, too" },
	[CONFIG_FACTS] = { .key = "facts",
		.kind = SCHEMA_LINE,
		.many = SCHEMA_NAMED,
		.words = facts_words,
		.help = "facts about the machine, like cuda: \"12.8\" (--fact); auto finds them (--facts), "
			"and 'from: auto' in the map finds the others" },
	[CONFIG_VARIABLES] = { .key = "variables",
		.kind = SCHEMA_PREFIX,
		.many = SCHEMA_NAMED,
		.help = "values of the patch set's variables (--set)" },
	[CONFIG_SKIP] = { .key = "skip",
		.kind = SCHEMA_MAP,
		.many = SCHEMA_LIST,
		.map = &config_skip_schema,
		.help = "rules to skip in this tree (--skip), each with its reason" },
	[CONFIG_GLOBS] = { .key = "globs",
		.kind = SCHEMA_LINE,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "only files that match, from the root; '!' in front leaves files out (--globs)" },
	[CONFIG_FAIL_ON] = { .key = "fail-on",
		.kind = SCHEMA_CHOICE,
		.choices = fail_on_choices,
		.help = "what makes `tpatch check` fail (--fail-on)" },
};
const struct schema config_schema = { "a project file", fields, CONFIG_FIELD_COUNT, NULL };

/* The options that say the same. */
static const char *const options[CONFIG_FIELD_COUNT] = {
	[CONFIG_ROOT] = "root",
	[CONFIG_PATCHSETS] = "patchsets",
	[CONFIG_USE] = "use",
	[CONFIG_TAG] = "tag",
	[CONFIG_PACKS] = "pack",
	[CONFIG_PROFILE] = "profile",
	[CONFIG_FACTS] = "fact",
	[CONFIG_VARIABLES] = "set",
	[CONFIG_SKIP] = "skip",
	[CONFIG_GLOBS] = "globs",
	[CONFIG_FAIL_ON] = "fail-on",
};

struct reading {
	struct config *out;
	const struct yaml_file *file;
	size_t capacity;
};

static void add(
	struct reading *r, enum config_field field, const char *value, const char *reason, const struct yaml_node *at)
{
	struct config_entry entry = { options[field], value, reason, at->line, at->column, CONFIG_UNUSED, NULL };
	VEC_PUSH(r->out->entries, r->out->n_entries, r->capacity, entry);
}

static const char *text_of(struct reading *r, const struct yaml_node *node)
{
	return arena_dup(&r->out->arena, slice_trim(node->text));
}

static void add_facts_from(struct reading *r, const struct yaml_node *word)
{
	add(r, CONFIG_FACTS, text_of(r, word), NULL, word);
	r->out->entries[r->out->n_entries - 1].option = "facts";
}

/* "name=value", as the option has it. */
static bool add_named(struct reading *r, enum config_field field, const struct yaml_pair *pair, struct err *err)
{
	struct str text = STR_INIT;
	if (field == CONFIG_FACTS && slice_eq_cstr(pair->key->text, "from")) {
		if (!schema_check_value(r->file, pair->value, &facts_from, slice_of(facts_from.key), err))
			return false;
		add_facts_from(r, pair->value);
		return true;
	}
	if (!pair->key->text.len || memchr(pair->key->text.ptr, '=', pair->key->text.len))
		return yaml_fail(r->file, pair->key, err, "not a name");
	str_add(&text, pair->key->text);
	str_add_char(&text, '=');
	str_add(&text, slice_trim(pair->value->text));
	add(r, field, arena_dup(&r->out->arena, str_slice(&text)), NULL, pair->key);
	str_release(&text);
	return true;
}

/*
 * From the root, as --globs has it where it is typed there: `a/b` is that path, and `*.py` is any file of that name.
 */
static void add_glob(struct reading *r, const struct yaml_node *node)
{
	struct str text = STR_INIT;
	struct slice glob = slice_trim(node->text);
	bool excludes = slice_starts_with(glob, "!");
	glob = slice_sub(glob, excludes, glob.len);
	bool has_parts = glob.len && memchr(glob.ptr, '/', glob.len - 1) != NULL;
	str_add_cstr(&text, excludes ? "!" : "");
	if (!slice_starts_with(glob, "/"))
		str_add_cstr(&text, has_parts ? "/" : "/**/");
	str_add(&text, glob);
	add(r, CONFIG_GLOBS, arena_dup(&r->out->arena, str_slice(&text)), NULL, node);
	str_release(&text);
}

static bool add_field(struct reading *r, enum config_field field, const struct yaml_pair *pair, struct err *err)
{
	const struct yaml_pair *skip[COUNT_OF(skip_fields)];
	if (fields[field].words && pair->value->kind == YAML_KIND_TEXT) {
		add_facts_from(r, pair->value);
		return true;
	}
	if (fields[field].many == SCHEMA_NAMED) {
		for (size_t i = 0; i < pair->value->count; i++)
			if (!add_named(r, field, &pair->value->pairs[i], err))
				return false;
		return true;
	}
	for (size_t i = 0; i < schema_item_count(pair); i++) {
		const struct yaml_node *item = schema_item(pair, i);
		if (field == CONFIG_GLOBS) {
			add_glob(r, item);
		} else if (field != CONFIG_SKIP) {
			add(r, field, text_of(r, item), NULL, item);
		} else {
			if (!schema_read(r->file, item, &config_skip_schema, skip, err))
				return false;
			const struct yaml_node *rule = skip[SKIP_RULE]->value;
			add(r, field, text_of(r, rule), text_of(r, skip[SKIP_REASON]->value), rule);
		}
	}
	return true;
}

/* A patch set of that name is an easy mistake: it has keys of its own. */
static bool refuse_patch_set(const struct yaml_file *file, struct err *err)
{
	static const char *const keys[] = { "name", "pack", "project", "rules" };
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		const struct yaml_pair *pair = yaml_find(file->root, keys[i]);
		if (!pair)
			continue;
		yaml_fail(file, pair->key, err,
			"a file named " CONFIG_FILE " holds a tree's settings, and this is a patch set");
		return err_hint(err, "give it another name; `tpatch schema --of config` prints the keys of settings");
	}
	return true;
}

static int by_place(const void *a, const void *b)
{
	const struct config_entry *x = a, *y = b;
	return x->line != y->line ? (x->line < y->line ? -1 : 1) : (x->column > y->column) - (x->column < y->column);
}

static bool read_root(struct reading *r, struct err *err)
{
	const struct yaml_pair *values[CONFIG_FIELD_COUNT];
	const struct yaml_node *root = r->file->root;
	if (root->kind != YAML_KIND_MAP) {
		yaml_fail(r->file, root, err, "a project file must be a map, not %s", yaml_kind_name(root->kind));
		return err_hint(err, "write lines like 'profile: blackwell'; `tpatch init` writes one");
	}
	if (!refuse_patch_set(r->file, err) || !schema_read(r->file, root, &config_schema, values, err))
		return false;
	for (int field = 0; field < CONFIG_FIELD_COUNT; field++)
		if (values[field] && !add_field(r, (enum config_field)field, values[field], err))
			return false;
	if (r->out->n_entries)
		sort_stable(r->out->entries, r->out->n_entries, sizeof(*r->out->entries), by_place);
	return true;
}

/* All of it commented out, as `tpatch init` may leave it. */
static bool is_blank(struct slice text)
{
	struct slice line;
	while (slice_cut(&text, '\n', &line)) {
		line = slice_trim(line);
		if (line.len && line.ptr[0] != '#')
			return false;
	}
	return true;
}

bool config_read(struct config *out, const char *path, struct slice text, struct err *err)
{
	struct yaml_file file;
	struct reading r = { out, &file, 0 };
	*out = (struct config){ .path = path };
	out->text = slice_of(arena_dup(&out->arena, text));
	if (is_blank(text))
		return true;
	bool ok = yaml_file_parse(&file, path, text, err) && read_root(&r, err);
	yaml_file_release(&file);
	return ok;
}

void config_release(struct config *config)
{
	free(config->entries);
	arena_release(&config->arena);
	*config = (struct config){ 0 };
}

void config_free(struct config *config)
{
	if (config)
		config_release(config);
	free(config);
}

const struct config_entry *config_entry_of(const struct config *config, const char *option)
{
	for (size_t i = 0; i < config->n_entries; i++)
		if (strcmp(config->entries[i].option, option) == 0)
			return &config->entries[i];
	return NULL;
}

bool config_err_at(const struct config *config, const struct config_entry *entry, struct err *err)
{
	size_t at = 0;
	for (size_t line = 1; line < entry->line && at < config->text.len; at++)
		line += config->text.ptr[at] == '\n';
	err_snippet(err, config->text, at);
	return err_at(err, config->path, entry->line, entry->column);
}

const char *config_use_name(enum config_use use)
{
	return use == CONFIG_TAKEN ? "taken" : use == CONFIG_OVERRIDDEN ? "overridden" : "unused";
}
