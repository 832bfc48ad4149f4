#include "profile/profile.h"

#include <stdlib.h>
#include <string.h>

#include "data/data.h"

/* It declares the shipped ones. */
#define SHIPPED "pytorch.yaml"
#define MAX_EXTENDS 8
/* Of one kind. Each is compared with those before it, and PyTorch itself has a few hundred options. */
#define MOST_SETTINGS 1000

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

struct loading {
	struct profile *profile;
	const struct yaml_file *file;
	const char *system, *torch;
	const char *name; /* of a shipped one; else NULL */
};

const struct setting *settings_find(const struct settings *settings, const char *name)
{
	for (size_t i = 0; i < settings->count; i++)
		if (strcmp(settings->items[i].name, name) == 0)
			return &settings->items[i];
	return NULL;
}

static bool load_settings(const struct loading *loading, const struct yaml_node *map, const char *key,
	struct settings *settings, struct err *err)
{
	bool ranges = strcmp(key, "pip") == 0, variables = strcmp(key, "env") == 0 || strcmp(key, "expect") == 0;
	const struct yaml_pair *pair = yaml_find(map, key);
	struct profile *profile = loading->profile;
	if (!pair)
		return true;
	if (pair->value->kind != YAML_KIND_MAP)
		return yaml_fail(loading->file, pair->value, err, "'%s' must be a map of names to strings", key);
	for (size_t i = 0; i < pair->value->count; i++) {
		const struct yaml_pair *own = &pair->value->pairs[i];
		if (own->value->kind != YAML_KIND_TEXT)
			return yaml_fail(loading->file, own->value, err, "'" SLICE_FMT "' takes a text",
				SLICE_ARG(own->key->text));
		char *name = arena_dup(&profile->arena, own->key->text);
		if (variables && !data_is_name(name))
			return yaml_fail(
				loading->file, own->key, err, "a name in '%s' may have letters, digits and '_'", key);
		if (ranges && (!name[0] || name[strspn(name, LETTERS DIGITS "._-")]))
			return yaml_fail(
				loading->file, own->key, err, "a name in 'pip' may have letters, digits and '._-'");
		struct setting setting = { .name = name, .origin = profile->origin, .line = own->key->line };
		if (!yaml_is_null(own->value))
			setting.value = arena_dup(&profile->arena, own->value->text);
		if (ranges && !yaml_check_range(loading->file, pair->value, name, err))
			return false;
		struct setting *there = (struct setting *)settings_find(settings, name);
		if (!there && settings->count == MOST_SETTINGS)
			return yaml_fail(
				loading->file, own->key, err, "'%s' has more than %d entries", key, MOST_SETTINGS);
		if (there)
			*there = setting;
		else
			VEC_PUSH(settings->items, settings->count, settings->capacity, setting);
	}
	return true;
}

static bool load_range(
	const struct loading *loading, const struct yaml_node *map, const char *key, const char **out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	if (!pair)
		return true;
	*out = NULL;
	if (!yaml_check_range(loading->file, map, key, err))
		return false;
	return yaml_is_null(pair->value) || yaml_take_text(loading->file, map, key, &loading->profile->arena, out, err);
}

static bool load_text(
	const struct loading *loading, const struct yaml_node *map, const char *key, const char **out, struct err *err)
{
	const char *text;
	if (!yaml_take_text(loading->file, map, key, &loading->profile->arena, &text, err))
		return false;
	*out = text ? text : *out;
	return true;
}

/* Texts that become names of files, or words of a script that cannot be quoted there, hold nothing that leads
 * elsewhere. */
static bool check_plain(const struct loading *loading, const struct yaml_node *map, struct err *err)
{
	static const struct {
		const char *key, *allowed, *what;
	} plain[] = { { "profile", LETTERS DIGITS "._+-", "letters, digits and '._+-', and begins with none of these" },
		{ "vcvars_version", DIGITS ".", "digits and dots" },
		{ "driver_branch", LETTERS DIGITS, "letters and digits" },
		{ "wheel_glob", LETTERS DIGITS "._+-*?/",
			"letters, digits, '*', '?', '/' and '._+-', and leads to no folder above" } };
	for (size_t i = 0; i < COUNT_OF(plain); i++) {
		const struct yaml_pair *pair = yaml_find(map, plain[i].key);
		if (!pair || pair->value->kind != YAML_KIND_TEXT || yaml_is_null(pair->value))
			continue;
		char *text = slice_dup(pair->value->text);
		bool fits = text[0] && !text[strspn(text, plain[i].allowed)] && !strchr("._+-/", text[0]) &&
			    !strstr(text, "..");
		free(text);
		if (!fits)
			return yaml_fail(
				loading->file, pair->value, err, "'%s' may have %s", plain[i].key, plain[i].what);
	}
	return true;
}

/* A script has no way to write these as they are: after a line end cmd.exe would read another command. And who reviews
 * a profile or a script is to see all of it. */
static bool check_line(const struct loading *loading, const struct yaml_node *node, bool is_path, struct err *err)
{
	bool is_text = node->kind == YAML_KIND_TEXT;
	if (is_text && shown_has_hidden(node->text))
		return yaml_fail(loading->file, node, err,
			"text in a profile must not contain line ends or characters that are not seen");
	if (is_text && is_path && memchr(node->text.ptr, '"', node->text.len))
		return yaml_fail(loading->file, node, err, "a path must not contain '\"'");
	for (size_t i = 0; i < node->count; i++)
		if (!check_line(
			    loading, node->kind == YAML_KIND_MAP ? node->pairs[i].value : node->items[i], is_path, err))
			return false;
	return true;
}

static bool check_lines(const struct loading *loading, const struct yaml_node *map, struct err *err)
{
	static const char *const keys[] = { "env", "expect", "pip", "stage", "arch", "configure", "build", "wheel",
		"editable", "check", "stage_into" };
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		const struct yaml_pair *pair = yaml_find(map, keys[i]);
		if (pair && !check_line(loading, pair->value, strstr(keys[i], "stage") != NULL, err))
			return false;
	}
	return true;
}

static bool load_list(const struct loading *loading, const struct yaml_node *map, const char *key,
	const char *const **out, struct err *err)
{
	const char *const *list;
	if (!yaml_take_list(loading->file, map, key, &loading->profile->arena, &list, err))
		return false;
	*out = list ? list : *out;
	return true;
}

/* They are words of a file for CMake. */
static bool check_heavy(const struct loading *loading, const struct yaml_node *map, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, "heavy");
	for (size_t i = 0; pair && loading->profile->heavy[i]; i++)
		if (!data_is_name(loading->profile->heavy[i]))
			return yaml_fail(loading->file, pair->value, err, "'%s' is not the name of a target",
				loading->profile->heavy[i]);
	return true;
}

/* A text that must be one of a few; `*out` stays where the key is not there. */
static bool load_choice(const struct loading *loading, const struct yaml_node *map, bool in_when, const char *key,
	const char **out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	const char *const *choices = profile_key_choices(in_when, key);
	struct str list = STR_INIT;
	if (!pair)
		return true;
	if (!load_text(loading, map, key, out, err))
		return false;
	for (size_t i = 0; choices[i]; i++) {
		if (slice_eq_cstr(pair->value->text, choices[i])) {
			str_release(&list);
			return true;
		}
		str_addf(&list, "%s%s", !i ? "" : choices[i + 1] ? ", " : " or ", choices[i]);
	}
	yaml_fail(loading->file, pair->value, err, "'%s' must be %s", key, list.ptr);
	str_release(&list);
	return false;
}

/* What is allowed at the top and in a `when` entry. */
static bool overlay(const struct loading *loading, const struct yaml_node *map, struct err *err)
{
	struct profile *profile = loading->profile;
	const struct {
		const char *key;
		const char **out;
	} ranges[] = { { "cuda", &profile->cuda }, { "cudnn", &profile->cudnn }, { "python", &profile->python_range },
		{ "cmake", &profile->cmake }, { "msvc", &profile->msvc }, { "gcc", &profile->gcc } },
	  texts[] = { { "vcvars_version", &profile->vcvars_version }, { "driver_branch", &profile->driver_branch },
		  { "wheel_glob", &profile->wheel_glob }, { "check", &profile->check },
		  { "stage_into", &profile->stage_into }, { "why", &profile->why } };
	const struct {
		const char *key;
		const char *const **out;
	} lists[] = { { "arch", &profile->arch }, { "configure", &profile->configure }, { "build", &profile->build },
		{ "wheel", &profile->wheel }, { "editable", &profile->editable }, { "heavy", &profile->heavy } };
	bool ok =
		check_plain(loading, map, err) && check_lines(loading, map, err) &&
		load_settings(loading, map, "env", &profile->env, err) &&
		load_settings(loading, map, "expect", &profile->expect, err) &&
		load_settings(loading, map, "pip", &profile->pip, err) &&
		load_choice(loading, map, false, "launcher", &profile->launcher, err) &&
		load_settings(loading, map, "stage", &profile->stage, err) &&
		yaml_take_number(loading->file, map, "mib_per_job", 1 << 20, &profile->mib_per_job, err) &&
		yaml_take_number(loading->file, map, "mib_per_heavy_job", 1 << 20, &profile->mib_per_heavy_job, err) &&
		yaml_take_number(loading->file, map, "jobs", 4096, &profile->jobs, err);
	for (size_t i = 0; ok && i < COUNT_OF(ranges); i++)
		ok = load_range(loading, map, ranges[i].key, ranges[i].out, err);
	for (size_t i = 0; ok && i < COUNT_OF(texts); i++)
		ok = load_text(loading, map, texts[i].key, texts[i].out, err);
	for (size_t i = 0; ok && i < COUNT_OF(lists); i++)
		ok = load_list(loading, map, lists[i].key, lists[i].out, err);
	return ok && check_heavy(loading, map, err);
}

static bool load_when(const struct loading *loading, const struct yaml_node *entry, struct err *err)
{
	const char *system = NULL, *torch = NULL;
	const char *keys[PROFILE_MOST_KEYS];
	size_t n_keys = profile_key_names(true, keys);
	if (!yaml_known_keys(loading->file, entry, keys, n_keys, err) ||
		!yaml_check_range(loading->file, entry, "versions", err) ||
		!load_choice(loading, entry, true, "system", &system, err) ||
		!load_text(loading, entry, "versions", &torch, err))
		return false;
	if (system && strcmp(system, loading->system) != 0)
		return true;
	if (torch && (!loading->torch || !version_in_range(torch, slice_of(loading->torch))))
		return true;
	return overlay(loading, entry, err);
}

/* Without the memory of one there would be no pool for them, and nothing would say so. */
static bool check_heavy_memory(
	const struct loading *loading, const struct yaml_node *root, const struct yaml_pair *when, struct err *err)
{
	const struct profile *profile = loading->profile;
	const struct yaml_pair *heavy = yaml_find(root, "heavy");
	if (!profile->heavy || !profile->heavy[0] || profile->mib_per_heavy_job)
		return true;
	for (size_t i = 0; when && i < when->value->count && !heavy; i++)
		heavy = yaml_find(when->value->items[i], "heavy");
	yaml_fail(loading->file, heavy ? heavy->key : root, err, "'heavy' needs 'mib_per_heavy_job'");
	return err_hint(err, "give the memory that one of these compilers needs, in MiB, such as "
			     "mib_per_heavy_job: 5632");
}

static bool load_named(
	const char *name, const char *system, const char *torch, struct profile *out, unsigned depth, struct err *err);

/* `root` is the profile's map, which declares its own name in a file of its own only. */
static bool load_map(const struct loading *loading, const struct yaml_node *root, unsigned depth, struct err *err)
{
	struct profile *profile = loading->profile;
	const char *extends = NULL, *origin = profile->origin;
	const char *keys[PROFILE_MOST_KEYS];
	size_t n_keys = profile_key_names(false, keys);
	if (!yaml_known_keys(loading->file, root, keys, n_keys, err) ||
		!load_text(loading, root, "extends", &extends, err))
		return false;
	if (extends && depth >= MAX_EXTENDS)
		return yaml_fail(loading->file, yaml_find(root, "extends")->value, err,
			"profiles extend each other in a circle, or too deeply");
	if (extends && !load_named(extends, loading->system, loading->torch, profile, depth + 1, err)) {
		const struct yaml_node *node = yaml_find(root, "extends")->value;
		err->kind = ERR_PATCHSET;
		return err->file ? false : err_at(err, origin, node->line, node->column);
	}
	profile->origin = origin;
	profile->name = loading->name ? arena_strdup(&profile->arena, loading->name) : NULL;
	if ((!loading->name && !load_text(loading, root, "profile", &profile->name, err)) ||
		!load_text(loading, root, "summary", &profile->summary, err) ||
		!load_range(loading, root, "versions", &profile->torch, err) || !overlay(loading, root, err))
		return false;
	if (!profile->name || !yaml_find(root, "summary"))
		return yaml_fail(loading->file, root, err, "a profile needs 'profile' (its name) and 'summary'");
	const struct yaml_pair *when = yaml_find(root, "when");
	if (when && when->value->kind != YAML_KIND_LIST)
		return yaml_fail(loading->file, when->value, err, "'when' must be a list of maps");
	for (size_t i = 0; when && i < when->value->count; i++)
		if (!load_when(loading, when->value->items[i], err))
			return false;
	return check_heavy_memory(loading, root, when, err);
}

/* The list of the shipped profiles, in `file`, to be released. NULL with ERR_PATCHSET. */
static const struct yaml_node *shipped_profiles(struct yaml_file *file, struct err *err)
{
	struct slice bytes;
	if (!shipped_find(SHIPPED, &bytes) || !yaml_file_parse(file, SHIPPED, bytes, err))
		return NULL;
	const struct yaml_pair *pair = yaml_find(file->root, "profiles");
	return pair && pair->value->kind == YAML_KIND_MAP ? pair->value : NULL;
}

const char **profile_names(struct arena *arena)
{
	const char **names = NULL;
	size_t count = 0, capacity = 0;
	struct yaml_file file = { 0 };
	struct err ignored = ERR_INIT;
	const struct yaml_node *profiles = shipped_profiles(&file, &ignored);
	for (size_t i = 0; profiles && i < profiles->count; i++)
		VEC_PUSH(names, count, capacity, arena_dup(arena, profiles->pairs[i].key->text));
	VEC_PUSH(names, count, capacity, NULL);
	yaml_file_release(&file);
	err_release(&ignored);
	return names;
}

static bool fail_unknown(const char *name, struct err *err)
{
	struct arena arena = ARENA_INIT;
	const char **names = profile_names(&arena);
	struct str list = STR_INIT;
	for (size_t i = 0; names[i]; i++)
		str_addf(&list, "%s%s", i ? ", " : "", names[i]);
	size_t count = 0;
	while (names[count])
		count++;
	const char *near = nearest_name(slice_of(name), names, count);
	err_set(err, ERR_USAGE, "there is no profile '%s'", name);
	if (near)
		err_hint(err, "did you mean '%s'? There are: %s; or give the path of a file", near, list.ptr);
	else
		err_hint(err, "choose from: %s; or give the path of a file", list.ptr ? list.ptr : "none");
	str_release(&list);
	arena_release(&arena);
	free(names);
	return false;
}

static bool load_file(
	struct loading *loading, struct yaml_file *file, const char *name, unsigned depth, struct err *err)
{
	struct profile *out = loading->profile;
	struct str text = STR_INIT;
	struct file_stat st;
	bool ok = platform_stat(name, &st, err);
	if (ok && st.type == FILE_OTHER &&
		depth) /* the user may name a FIFO; a profile may not make him wait for one */
		ok = err_set(err, ERR_PATCHSET, "'%s' is not a regular file", name);
	out->origin = arena_strdup(&out->arena, name);
	ok = ok && platform_read_file(name, YAML_MAX_BYTES, &text, err) &&
	     yaml_file_parse(file, out->origin, str_slice(&text), err) && load_map(loading, file->root, depth, err);
	str_release(&text);
	return ok;
}

static bool load_shipped(
	struct loading *loading, struct yaml_file *file, const char *name, unsigned depth, struct err *err)
{
	const struct yaml_node *profiles = shipped_profiles(file, err);
	const struct yaml_pair *pair = profiles ? yaml_find(profiles, name) : NULL;
	if (!pair)
		return err->kind == ERR_NONE ? fail_unknown(name, err) : false;
	loading->profile->origin = SHIPPED;
	loading->name = name;
	return load_map(loading, pair->value, depth, err);
}

static bool load_named(
	const char *name, const char *system, const char *torch, struct profile *out, unsigned depth, struct err *err)
{
	struct yaml_file file = { 0 };
	struct loading loading = { .profile = out, .file = &file, .system = system, .torch = torch };
	bool is_path = strchr(name, '/') || strchr(name, '\\') || slice_ends_with(slice_of(name), ".yaml");
	bool ok = is_path ? load_file(&loading, &file, name, depth, err)
			  : load_shipped(&loading, &file, name, depth, err);
	yaml_file_release(&file);
	return ok;
}

bool profile_load(const char *name, const char *system, const char *torch, struct profile *out, struct err *err)
{
	*out = (struct profile){ 0 };
	out->given = arena_strdup(&out->arena, name);
	return load_named(name, system, torch, out, 0, err);
}

void profile_release(struct profile *profile)
{
	free(profile->env.items);
	free(profile->expect.items);
	free(profile->pip.items);
	free(profile->stage.items);
	arena_release(&profile->arena);
	*profile = (struct profile){ 0 };
}

bool profile_check_version(const struct profile *profile, const char *torch, struct err *err)
{
	if (!profile->torch || !torch || version_in_range(profile->torch, slice_of(torch)))
		return true;
	err_set(err, ERR_PATCHSET, "the profile '%s' is for PyTorch %s, but the tree is %s", profile->name,
		profile->torch, torch);
	return err_hint(err, "use another profile (`tbuild profiles`), or --torch VERSION if version.txt is wrong");
}
