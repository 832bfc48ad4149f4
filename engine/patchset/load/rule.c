/*
 * Rules: everything but their edits.
 */
#include "patchset/load/load.h"

#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/utf8.h"
#include "fileop/fileop.h"

/*
 * Rules that edit nothing and say something: `refuse`, `warn` and `note`.
 */

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

static bool load_notice(struct loader *loader, const struct yaml_node *node, const struct yaml_pair *const *values,
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

/* Both must hold; each may be NULL. */
static const struct when *load_both_whens(struct loader *loader, const struct when *first, const struct when *second)
{
	if (!first || !second)
		return first ? first : second;
	struct when *both = arena_alloc(loader->arena, sizeof(*both));
	*both = (struct when){ .kind = WHEN_ALL, .n_parts = 2, .line = second->line, .column = second->column };
	both->parts = arena_alloc(loader->arena, 2 * sizeof(*both->parts));
	both->parts[0] = *first;
	both->parts[1] = *second;
	return both;
}

/*
 * Appends a file name that the last part of `glob` could match: the first of each {a,b}, and x for every `*` and `?`.
 * False where there is none to be made up: a class, or a folder.
 */
static bool add_example(struct slice glob, struct str *out)
{
	struct str flat = STR_INIT;
	bool in_braces = false, skips = false;
	for (size_t i = 0; i < glob.len; i++) {
		char c = glob.ptr[i];
		in_braces = (in_braces || c == '{') && c != '}';
		skips = in_braces && (skips || c == ',');
		if (!skips && c != '{' && c != '}')
			str_add_char(&flat, c);
	}
	struct slice base = path_base(str_slice(&flat));
	bool ok = base.len > 0;
	for (size_t i = 0; i < base.len; i++) {
		bool star = base.ptr[i] == '*' || base.ptr[i] == '?';
		if (!star || i == 0 || base.ptr[i - 1] != '*')
			str_add_char(out, star ? 'x' : base.ptr[i]);
		ok = ok && !strchr("[]", base.ptr[i]);
	}
	str_release(&flat);
	return ok;
}

/* A path does not need the '/' in front that ties a glob to the root. */
static struct slice plain_entry(const struct yaml_node *node)
{
	struct slice rest = slice_sub(node->text, 1, node->text.len);
	return slice_starts_with(node->text, "/") && glob_is_literal(rest) ? rest : node->text;
}

static void read_files(struct loader *loader, const struct yaml_pair *pair, struct rule *out)
{
	size_t count = schema_item_count(pair);
	const char **files = arena_alloc(loader->arena, (count + 1) * sizeof(*files));
	out->files = files;
	out->files_are_paths = true;
	for (size_t i = 0; i < count; i++) {
		files[i] = arena_dup(loader->arena, plain_entry(schema_item(pair, i)));
		out->files_are_paths = out->files_are_paths && glob_is_literal(slice_of(files[i]));
	}
}

/* The rule's own globs, then the pack's. */
static const char *const *read_exclude(struct loader *loader, const struct yaml_pair *own)
{
	const struct yaml_pair *pairs[] = { own, loader->pack_exclude };
	size_t n_globs = 0;
	const char **globs = arena_alloc(
		loader->arena, (schema_item_count(own) + schema_item_count(loader->pack_exclude) + 1) * sizeof(*globs));
	for (size_t i = 0; i < COUNT_OF(pairs); i++)
		for (size_t k = 0; k < schema_item_count(pairs[i]); k++)
			globs[n_globs++] = load_node_text(loader, schema_item(pairs[i], k));
	return globs;
}

static const struct language *read_language(const struct yaml_pair *language, const struct yaml_pair *files)
{
	if (language)
		return language_find(slice_trim(language->value->text));
	if (!schema_item_count(files))
		return language_find(SLICE_LITERAL("text"));
	struct str example = STR_INIT;
	add_example(schema_item(files, 0)->text, &example);
	const struct language *found = language_of_path(str_slice(&example));
	str_release(&example);
	return found;
}

static bool read_upstream(struct loader *loader, const struct yaml_pair *pair, struct rule *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!pair)
		return true;
	if (!schema_read(loader->file, pair->value, &schema_upstream, values, err))
		return false;
	out->upstream_status = load_text(loader, values[UPSTREAM_STATUS]);
	out->upstream_fixed_in = load_text(loader, values[UPSTREAM_FIXED_IN]);
	out->upstream_link = load_text(loader, values[UPSTREAM_LINK]);
	return true;
}

static bool read_shown_by(struct loader *loader, const struct yaml_pair *pair, struct rule *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	size_t count = schema_item_count(pair);
	struct shown_by *items = arena_alloc(loader->arena, count * sizeof(*items));
	out->shown_by = items;
	for (; out->n_shown_by < count; out->n_shown_by++) {
		if (!schema_read(loader->file, schema_item(pair, out->n_shown_by), &schema_shown_by, values, err))
			return false;
		items[out->n_shown_by] = (struct shown_by){ load_text(loader, values[SHOWN_BY_TOOL]),
			load_text(loader, values[SHOWN_BY_RUN]), load_texts(loader, values[SHOWN_BY_CLAIMS]) };
	}
	return true;
}

static bool read_expect(struct loader *loader, const struct yaml_pair *pair, struct rule *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	out->expect_files = out->expect_edits = (struct count_range){ 1, SIZE_MAX, false };
	if (!pair)
		return true;
	if (!schema_read(loader->file, pair->value, &schema_expect, values, err))
		return false;
	if (values[EXPECT_FILES])
		schema_parse_count(values[EXPECT_FILES]->value->text, &out->expect_files);
	if (values[EXPECT_EDITS])
		schema_parse_count(values[EXPECT_EDITS]->value->text, &out->expect_edits);
	return true;
}

/* The name that a test's text has where `path` is not given. NULL with `err` where none can be made up. */
static const char *default_path(
	struct loader *loader, const struct yaml_node *test, const struct yaml_pair *files, struct err *err)
{
	const struct yaml_node *first = schema_item(files, 0);
	if (glob_is_literal(plain_entry(first)))
		return arena_dup(loader->arena, plain_entry(first));
	struct str example = STR_INIT;
	const char *path = NULL;
	if (add_example(first->text, &example)) {
		path = arena_dup(loader->arena, str_slice(&example));
	} else {
		yaml_fail(loader->file, test, err, "a test lacks 'path', and '" SLICE_FMT "' does not give a file name",
			SLICE_ARG(utf8_excerpt(first->text)));
		err_hint(err, "name the file that the text stands for");
	}
	str_release(&example);
	return path;
}

static struct slice content(struct loader *loader, const struct yaml_pair *pair)
{
	return slice_from(arena_dup(loader->arena, pair->value->text), pair->value->text.len);
}

static bool is_side(const struct yaml_pair *pair, const char *side)
{
	return pair && slice_eq_cstr(slice_trim(pair->value->text), side);
}

/* The file before and after. */
static bool read_sides(struct loader *loader, const struct yaml_node *node, const struct yaml_pair *const *values,
	struct rule_test *out, struct err *err)
{
	const struct yaml_pair *before = values[TEST_BEFORE], *after = values[TEST_AFTER];
	out->absent_before = is_side(values[TEST_ABSENT], "before");
	out->absent_after = is_side(values[TEST_ABSENT], "after");
	out->executable_before = is_side(values[TEST_EXECUTABLE], "before");
	out->executable_after = is_side(values[TEST_EXECUTABLE], "after");
	out->path_after = values[TEST_PATH_AFTER] ? load_text(loader, values[TEST_PATH_AFTER]) : out->path;
	if (out->absent_before ? !after : !before) {
		yaml_fail(loader->file, node, err, "a test lacks '%s'", out->absent_before ? "after" : "before");
		return err_hint(
			err, "{before: …, after: …}; `absent: before` or `absent: after` where there is no file");
	}
	if ((out->absent_before && before) || (out->absent_after && after)) {
		yaml_fail(loader->file, values[TEST_ABSENT]->key, err, "a test has a text for the file that is absent");
		return err_hint(err, "leave '%s' out", out->absent_before ? "before" : "after");
	}
	out->before = before ? content(loader, before) : slice_from("", 0);
	out->after = after ? content(loader, after) : out->absent_after ? slice_from("", 0) : out->before;
	return true;
}

static bool read_test(struct loader *loader, const struct yaml_node *node, const struct yaml_pair *files,
	struct rule_test *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	if (!schema_read(loader->file, node, &schema_test, values, err))
		return false;
	out->line = node->line;
	out->column = node->column;
	out->name = load_text(loader, values[TEST_NAME]);
	out->path = values[TEST_PATH] ? load_text(loader, values[TEST_PATH]) : default_path(loader, node, files, err);
	out->found = !values[TEST_FOUND] || load_bool(values[TEST_FOUND]);
	return out->path && read_sides(loader, node, values, out, err);
}

static bool read_tests(struct loader *loader, const struct yaml_pair *pair, const struct yaml_pair *files,
	struct rule *out, struct err *err)
{
	size_t count = schema_item_count(pair);
	out->tests = arena_alloc(loader->arena, count * sizeof(*out->tests));
	for (; out->n_tests < count; out->n_tests++)
		if (!read_test(loader, schema_item(pair, out->n_tests), files, &out->tests[out->n_tests], err))
			return false;
	return true;
}

static bool refuse_protected(struct loader *loader, const struct yaml_node *node, struct slice path, struct err *err)
{
	yaml_fail(loader->file, node, err,
		"git, a CI system or an editor obeys '" SLICE_FMT "': a rule must not change it by accident",
		SLICE_ARG(utf8_excerpt(path)));
	return err_hint(err, "if that is intended, give the rule `protected: true`");
}

/* Globs that only happen to match such a file leave it out: plan/plan.c. */
static bool check_protected(struct loader *loader, const struct yaml_pair *files, const struct yaml_pair *edits,
	const struct rule *rule, struct err *err)
{
	if (rule->takes_protected)
		return true;
	for (size_t i = 0; i < schema_item_count(files); i++)
		if (path_is_protected(schema_item(files, i)->text))
			return refuse_protected(loader, schema_item(files, i), schema_item(files, i)->text, err);
	const char *new_path = fileop_new_path(rule->file_edit);
	return !new_path || !path_is_protected(slice_of(new_path)) ||
	       refuse_protected(loader, edits->key, slice_of(new_path), err);
}

static bool read_rule(struct loader *loader, const struct yaml_node *node, struct rule *out, struct err *err)
{
	const struct yaml_pair *values[SCHEMA_MAX_FIELDS];
	const struct when *when;
	if (!schema_read(loader->file, node, &schema_rule, values, err) ||
		!load_notice(loader, node, values, out, err) || !load_when(loader, values[RULE_WHEN], &when, err))
		return false;
	out->origin = loader->origin;
	out->line = node->line;
	out->column = node->column;
	out->id = load_text(loader, values[RULE_ID]);
	out->title = load_text(loader, values[RULE_TITLE]);
	out->why = load_text(loader, values[RULE_WHY]);
	out->links = load_texts(loader, values[RULE_LINKS]);
	out->exclude = read_exclude(loader, values[RULE_EXCLUDE]);
	out->language = read_language(values[RULE_LANGUAGE], values[RULE_FILES]);
	out->versions = load_range(loader, values[RULE_VERSIONS]);
	out->versions_from = load_text(loader, values[RULE_VERSIONS_FROM]);
	out->when = load_both_whens(loader, loader->pack_when, when);
	out->applies_when_unknown =
		values[RULE_WHEN_UNKNOWN] && slice_eq_cstr(slice_trim(values[RULE_WHEN_UNKNOWN]->value->text), "apply");
	out->optional = load_bool(values[RULE_OPTIONAL]);
	out->takes_protected = out->notice || load_bool(values[RULE_PROTECTED]);
	out->group = load_text(loader, values[RULE_GROUP]);
	read_files(loader, values[RULE_FILES], out);
	return read_upstream(loader, values[RULE_UPSTREAM], out, err) &&
	       read_shown_by(loader, values[RULE_SHOWN_BY], out, err) &&
	       load_evidence(loader, values[RULE_SUPERSEDED_BY], &out->superseded_by, &out->n_superseded_by, err) &&
	       read_expect(loader, values[RULE_EXPECT], out, err) &&
	       (out->notice ? load_searches(loader, values[RULE_IF_FOUND], out, err)
			    : load_edits(loader, values[RULE_EDITS]->value, out, err)) &&
	       check_protected(loader, values[RULE_FILES], values[RULE_EDITS], out, err) &&
	       read_tests(loader, values[RULE_TESTS], values[RULE_FILES], out, err);
}

bool load_rules(struct loader *loader, const struct yaml_pair *pair, struct loaded *out, struct err *err)
{
	size_t count = schema_item_count(pair);
	out->rules = arena_alloc(loader->arena, count * sizeof(*out->rules));
	const struct rule **rules = arena_alloc(loader->arena, count * sizeof(*rules));
	out->set->rules = rules;
	for (; out->n_rules < count; out->n_rules++) {
		rules[out->n_rules] = &out->rules[out->n_rules];
		if (!read_rule(loader, schema_item(pair, out->n_rules), &out->rules[out->n_rules], err))
			return false;
	}
	out->set->n_rules = count;
	return true;
}
