/*
 * All patch sets of a run: those in the binary, and those of --patchsets.
 */
#include "patchset/library.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "patchset/embedded.h"
#include "patchset/rule_text.h"
#include "platform/read.h"
#include "platform/thread.h"

#define EMBEDDED_FOLDER "<embedded>/"

struct patchset_library *library_new(void)
{
	return xcalloc(1, sizeof(struct patchset_library));
}

static void release_trees(struct patchset_library *library)
{
	for (size_t i = 0; i < library->n_files; i++)
		if (!library->files[i]->is_shared)
			yaml_file_release(&library->files[i]->file);
}

void patchset_library_free(struct patchset_library *library)
{
	if (!library)
		return;
	load_owned_release(&library->owned);
	release_trees(library);
	for (size_t i = 0; i < PATCHSET_KIND_COUNT; i++) {
		free(library->sorted[i]);
		table_release(&library->by_name[i]);
	}
	free(library->files);
	arena_release(&library->arena);
	free(library);
}

struct loaded *library_find(const struct patchset_library *library, enum patchset_kind kind, struct slice name)
{
	size_t at = table_get(&library->by_name[kind], name);
	return at ? library->files[at - 1] : NULL;
}

/* Appends the file, which is the one that counts of its kind and name. */
static void library_push(struct patchset_library *library, struct loaded *one)
{
	VEC_PUSH(library->files, library->n_files, library->files_capacity, one);
	*table_at(&library->by_name[one->set->kind], slice_of(one->set->name)) = library->n_files;
}

/* Two files of one kind and name: the second takes the place of the first if only the first is embedded. */
static bool replace(struct loaded *first, const struct loaded *second, struct err *err)
{
	if (first->embedded && !second->embedded) {
		first->replaced = true;
		return true;
	}
	yaml_fail(&second->file, second->name, err, "'%s' is defined twice", second->set->name);
	return err_hint(err, "the other is at %s:%zu:%zu", first->file.path, first->name->line, first->name->column);
}

/* Reads `one`, of which the tree is there; without the tree where that fails. */
static bool load(struct patchset_library *library, struct loaded *one, struct err *err)
{
	if (!load_file(&library->arena, &library->owned, library->values, one, err)) {
		yaml_file_release(&one->file);
		return false;
	}
	one->own_variables = one->set->variables;
	one->n_own_variables = one->set->n_variables;
	return true;
}

/* The same, and takes it in. */
static bool take(struct patchset_library *library, struct loaded *one, struct err *err)
{
	if (!load(library, one, err))
		return false;
	struct loaded *same = library_find(library, one->set->kind, slice_of(one->set->name));
	library_push(library, one);
	return !same || replace(same, one, err);
}

bool library_add(
	struct patchset_library *library, const char *origin, struct slice text, bool embedded, struct err *err)
{
	struct loaded *one = arena_alloc(&library->arena, sizeof(*one));
	*one = (struct loaded){ .bytes = slice_from(arena_dup(&library->arena, text), text.len), .embedded = embedded };
	if (yaml_file_parse(&one->file, arena_strdup(&library->arena, origin), one->bytes, err))
		return take(library, one, err);
	yaml_file_release(&one->file);
	return false;
}

/* --- what is embedded --------------------------------------------------------------------------------------------- */

/* Takes in the heads of the embedded files. */
static bool add_embedded(struct patchset_library *library, struct err *err)
{
	struct str origin = STR_INIT;
	bool ok = true;
	for (size_t i = 0; i < embedded_file_count && ok; i++) {
		struct loaded *one = arena_alloc(&library->arena, sizeof(*one));
		*one = (struct loaded){ .embedded = true, .is_head = true };
		one->bytes = embedded_bytes(&embedded_files[i]);
		str_clear(&origin);
		str_addf(&origin, EMBEDDED_FOLDER "%s", embedded_files[i].name);
		ok = yaml_file_parse_head(
			&one->file, arena_dup(&library->arena, str_slice(&origin)), one->bytes, load_head_keys, err);
		if (ok)
			ok = take(library, one, err);
		else
			yaml_file_release(&one->file);
	}
	str_release(&origin);
	return ok;
}

/* More than these have nothing left to do. */
#define MAX_PARSING_THREADS ((size_t)4)

static bool parse_whole(void *ctx, size_t thread, size_t item, struct err *err)
{
	struct loaded *one = ((struct loaded **)ctx)[item];
	const char *path = one->file.path;
	(void)thread;
	if (!one->is_shared)
		yaml_file_release(&one->file);
	one->is_shared = false;
	return yaml_file_parse(&one->file, path, one->bytes, err);
}

/* Reads the files that are wanted; threads parse them: most of the time that a start takes. */
static bool read_wanted(struct patchset_library *library, struct err *err)
{
	struct loaded **due = xcalloc(library->n_files + 1, sizeof(struct loaded *));
	size_t n_due = 0, n_threads = platform_cpu_count();
	for (size_t i = 0; i < library->n_files; i++)
		if (library->files[i]->is_wanted)
			due[n_due++] = library->files[i];
	bool ok = thread_each(
		n_threads < MAX_PARSING_THREADS ? n_threads : MAX_PARSING_THREADS, n_due, parse_whole, due, err);
	for (size_t i = 0; i < n_due && ok; i++) {
		due[i]->is_head = due[i]->is_wanted = false;
		ok = load(library, due[i], err);
	}
	free(due);
	return ok;
}

static bool want(struct loaded *one)
{
	if (!one || !one->is_head || one->replaced)
		return false;
	one->is_wanted = true;
	return true;
}

/* Wants the packs, and of a set the project, of each file that was read. False where all of them were. */
static bool want_used(struct patchset_library *library)
{
	bool any = false;
	for (size_t i = 0; i < library->n_files; i++) {
		const struct loaded *one = library->files[i];
		if (one->is_head || one->replaced)
			continue;
		for (size_t k = 0; k < schema_item_count(one->use); k++)
			any |= want(library_find(library, PATCHSET_PACK, slice_trim(schema_item(one->use, k)->text)));
		if (one->set->kind == PATCHSET_SET)
			any |= want(library_find(library, PATCHSET_PROJECT, slice_of(one->set->project)));
	}
	return any;
}

/* --- files of a folder -------------------------------------------------------------------------------------------- */

/* Reads one file: `name` in `root`, never through a link, since a message about it would show lines of a file from
 * anywhere; or, without a root, the one that somebody named. */
static bool add_file(
	struct patchset_library *library, struct root *root, const char *name, const char *path, struct err *err)
{
	struct file_stat st;
	struct str text = STR_INIT;
	if (!(root ? root_stat(root, name, &st, err) : platform_stat(path, &st, err)))
		return false;
	if (st.type == FILE_DIRECTORY)
		return true;
	if (st.type == FILE_SYMLINK) {
		err_set(err, ERR_PATCHSET, "it is a link, which is not followed");
		err_hint(err, "put the file itself there, or name the folder that it is in");
		return err_at(err, path, 0, 0);
	}
	if (st.type == FILE_OTHER) { /* a FIFO would be waited for */
		err_set(err, ERR_PATCHSET, "it is not a regular file");
		return err_at(err, path, 0, 0);
	}
	if (st.size > YAML_MAX_BYTES) {
		err_set(err, ERR_PATCHSET, "the file is larger than %zu bytes", YAML_MAX_BYTES);
		return err_at(err, path, 0, 0);
	}
	bool ok = root ? root_read(root, name, YAML_MAX_BYTES, &text, NULL, err) || err_at(err, path, 0, 0)
		       : platform_read_file(path, YAML_MAX_BYTES, &text, err);
	ok = ok && library_add(library, path, str_slice(&text), false, err);
	str_release(&text);
	return ok;
}

/* *.yaml and *.yml; a leading dot hides a file, as in the shell's own globs. */
static bool is_yaml_name(struct slice name)
{
	bool is_project_file = slice_eq_cstr(name, "tpatch.yaml"); /* of a tree whose patch sets lie beside it */
	return (slice_ends_with(name, ".yaml") || slice_ends_with(name, ".yml")) && name.ptr[0] != '.' &&
	       !is_project_file;
}

static bool add_listed(struct patchset_library *library, struct root *root, const char *dir,
	const struct dir_list *list, struct err *err)
{
	struct str path = STR_INIT;
	size_t before = library->n_files;
	bool ok = true;
	for (size_t i = 0; ok && i < list->count; i++) {
		if (!is_yaml_name(slice_of(list->entries[i].name)))
			continue;
		str_clear(&path);
		str_add_cstr(&path, dir);
		path_push(&path, slice_of(list->entries[i].name));
		ok = add_file(library, root, list->entries[i].name, path.ptr, err);
	}
	str_release(&path);
	if (!ok || library->n_files > before)
		return ok;
	err_set(err, ERR_PATCHSET, "no patch set in the folder '%s'", dir);
	return err_hint(err, "it must contain files NAME.yaml; subfolders are not searched");
}

static bool add_dir(struct patchset_library *library, const char *dir, struct err *err)
{
	struct file_stat st;
	if (!platform_stat(dir, &st, err))
		return false;
	if (st.type != FILE_DIRECTORY) {
		err_set(err, ERR_USAGE, "the folder of patch sets '%s' %s", dir,
			st.type == FILE_NONE ? "is not there" : "is not a folder");
		if (st.type == FILE_REGULAR && is_yaml_name(slice_of(dir)))
			return err_hint(err, "name the folder that the file is in; --use takes one set of it");
		return err_hint(err, "--patchsets needs a folder with files NAME.yaml");
	}
	struct root *root = root_open(dir, err);
	if (!root)
		return false;
	struct dir_list list = { 0 };
	bool ok = root_list(root, "", &list, err) && add_listed(library, root, dir, &list, err);
	dir_list_release(&list);
	root_close(root);
	return ok;
}

static bool is_same_file(const char *a, const char *b)
{
	struct file_stat sides[2];
	struct err ignored = ERR_INIT;
	bool ok = platform_stat(a, &sides[0], &ignored) && platform_stat(b, &sides[1], &ignored);
	err_release(&ignored);
	return ok && sides[0].type == FILE_REGULAR && sides[1].type == FILE_REGULAR &&
	       sides[0].file_id == sides[1].file_id && sides[0].volume_id == sides[1].volume_id;
}

/* --- what lies beside a file -------------------------------------------------------------------------------------- */

/* Adds a project or a pack that is none of those there are. Anything else, and what cannot be read, is left out. */
static void add_neighbour(struct patchset_library *library, struct root *root, const char *name, const char *path)
{
	struct err ignored = ERR_INIT;
	struct str text = STR_INIT;
	struct loaded *one = arena_alloc(&library->arena, sizeof(*one));
	*one = (struct loaded){ 0 };
	if (root_read(root, name, YAML_MAX_BYTES, &text, NULL, &ignored) && patchset_is_text(str_slice(&text))) {
		one->bytes = slice_from(arena_dup(&library->arena, str_slice(&text)), text.len);
		if (!yaml_file_parse(&one->file, arena_strdup(&library->arena, path), one->bytes, &ignored) ||
			!load(library, one, &ignored) || one->set->kind == PATCHSET_SET)
			yaml_file_release(&one->file);
	}
	struct loaded *same = one->file.root ? library_find(library, one->set->kind, slice_of(one->set->name)) : NULL;
	if (one->file.root && (!same || same->embedded)) {
		if (same)
			same->replaced = true;
		library_push(library, one);
	} else {
		yaml_file_release(&one->file);
	}
	str_release(&text);
	err_release(&ignored);
}

static void add_neighbours(struct patchset_library *library, const char *path)
{
	struct slice folder = path_dir(slice_of(path));
	struct str at = STR_INIT;
	struct err ignored = ERR_INIT;
	struct dir_list list = { 0 };
	str_add(&at, folder.len ? folder : SLICE_LITERAL("."));
	struct root *root = root_open(at.ptr, &ignored);
	bool ok = root && root_list(root, "", &list, &ignored);
	for (size_t i = 0; ok && i < list.count; i++) {
		if (!is_yaml_name(slice_of(list.entries[i].name)) || list.entries[i].type != FILE_REGULAR)
			continue;
		str_clear(&at);
		str_add(&at, folder);
		path_push(&at, slice_of(list.entries[i].name));
		if (!is_same_file(at.ptr, path))
			add_neighbour(library, root, list.entries[i].name, at.ptr);
	}
	dir_list_release(&list);
	root_close(root);
	str_release(&at);
	err_release(&ignored);
}

static int compare_bounds(bool has_a, const struct version *a, bool has_b, const struct version *b)
{
	if (!has_a || !has_b)
		return (int)has_a - (int)has_b;
	return version_cmp(a, b);
}

static int compare_sets(const void *a, const void *b)
{
	const struct patchset *x = *(const struct patchset *const *)a, *y = *(const struct patchset *const *)b;
	int order = 0;
	if (x->kind == PATCHSET_SET) {
		struct version_bounds p = version_range_bounds(x->target), q = version_range_bounds(y->target);
		order = strcmp(x->project, y->project);
		if (!order)
			order = compare_bounds(p.has_lowest, &p.lowest, q.has_lowest, &q.lowest);
		if (!order)
			order = -compare_bounds(p.has_highest, &p.highest, q.has_highest, &q.highest);
	}
	return order ? order : strcmp(x->name, y->name);
}

static void sort_kinds(struct patchset_library *library)
{
	for (size_t kind = 0; kind < PATCHSET_KIND_COUNT; kind++) {
		library->sorted[kind] = xcalloc(library->n_files + 1, sizeof(const struct patchset *));
		for (size_t i = 0; i < library->n_files; i++) {
			const struct loaded *one = library->files[i];
			if (!one->replaced && (size_t)one->set->kind == kind)
				library->sorted[kind][library->n_sorted[kind]++] = one->set;
		}
		sort_stable(
			library->sorted[kind], library->n_sorted[kind], sizeof(const struct patchset *), compare_sets);
	}
}

static bool has_variables(const struct patchset_library *library)
{
	bool has = false;
	for (size_t i = 0; i < library->n_files && !has; i++)
		has = library->files[i]->n_own_variables > 0;
	return has;
}

bool library_resolve(struct patchset_library *library, struct err *err)
{
	bool is_whole = true;
	do {
		if (!read_wanted(library, err))
			return false;
	} while (want_used(library));
	if (!resolve_rules(library, err))
		return false;
	if (!library->sorted[0])
		sort_kinds(library);
	for (size_t i = 0; i < library->n_files && is_whole; i++)
		is_whole = !library->files[i]->is_head || library->files[i]->replaced;
	if (is_whole &&
		!has_variables(library)) /* else more are resolved later, or patchset_with_values() does once more */
		release_trees(library);
	return true;
}

bool patchset_library_read(struct patchset_library *library, enum patchset_kind kind, const char *name, struct err *err)
{
	return !want(library_find(library, kind, slice_of(name))) || library_resolve(library, err);
}

static bool want_all(struct patchset_library *library)
{
	bool any = false;
	for (size_t i = 0; i < library->n_files; i++)
		any |= want(library->files[i]);
	return any;
}

bool patchset_library_read_all(struct patchset_library *library, struct err *err)
{
	return !want_all(library) || library_resolve(library, err);
}

/* Frees the library unless `ok`. */
static struct patchset_library *finish(struct patchset_library *library, bool ok)
{
	if (ok)
		return library;
	patchset_library_free(library);
	return NULL;
}

const struct patchset *patchset_library_find_file(const struct patchset_library *library, const char *path)
{
	for (size_t i = 0; i < library->n_files; i++)
		if (is_same_file(library->files[i]->set->origin, path))
			return library->files[i]->set;
	return NULL;
}

/* What is embedded, and then the folder, which may be NULL. */
static bool add_both(struct patchset_library *library, const char *extra_dir, struct err *err)
{
	return add_embedded(library, err) && (!extra_dir || add_dir(library, extra_dir, err));
}

struct patchset_library *patchset_library_open(const char *extra_dir, struct err *err)
{
	struct patchset_library *library = library_new();
	return finish(library, add_both(library, extra_dir, err) && library_resolve(library, err));
}

struct patchset_library *patchset_library_load(const char *extra_dir, struct err *err)
{
	struct patchset_library *library = library_new();
	bool ok = add_both(library, extra_dir, err);
	want_all(library);
	return finish(library, ok && library_resolve(library, err));
}

/* A file that somebody named must be one. */
static bool add_named(struct patchset_library *library, const char *path, struct err *err)
{
	struct file_stat st;
	if (!platform_stat(path, &st, err))
		return false;
	if (st.type == FILE_REGULAR)
		return add_file(library, NULL, NULL, path, err);
	err_set(err, ERR_USAGE, "the patch set '%s' %s", path,
		st.type == FILE_NONE        ? "is not there"
		: st.type == FILE_DIRECTORY ? "is a folder"
					    : "is not a regular file");
	return st.type == FILE_DIRECTORY ? err_hint(err, "--patchsets takes a folder") : false;
}

struct patchset_library *patchset_library_load_files(
	const char *extra_dir, const char *const *paths, size_t n_paths, struct err *err)
{
	struct patchset_library *library = library_new();
	bool ok = add_both(library, extra_dir, err);
	for (size_t i = 0; ok && i < n_paths; i++)
		ok = patchset_library_find_file(library, paths[i]) || add_named(library, paths[i], err);
	for (size_t i = 0; ok && !extra_dir && i < n_paths; i++)
		add_neighbours(library, paths[i]);
	want_all(library);
	return finish(library, ok && library_resolve(library, err));
}

struct patchset_library *patchset_library_load_beside(
	const char *extra_dir, const char *name, struct slice text, struct err *err)
{
	struct patchset_library *library = library_new();
	return finish(library, add_both(library, extra_dir, err) && library_add(library, name, text, false, err) &&
				       library_resolve(library, err));
}

struct patchset_library *patchset_library_load_text(const char *name, struct slice text, struct err *err)
{
	struct patchset_library *library = library_new();
	return finish(library, library_add(library, name, text, false, err) && library_resolve(library, err));
}

const struct patchset *const *patchset_library_all(
	const struct patchset_library *library, enum patchset_kind kind, size_t *count)
{
	*count = library->n_sorted[kind];
	return library->sorted[kind];
}

const struct patchset *patchset_library_find(
	const struct patchset_library *library, enum patchset_kind kind, struct slice name)
{
	const struct loaded *one = library_find(library, kind, name);
	return one ? one->set : NULL;
}

bool patchset_is_embedded(const char *origin)
{
	return slice_starts_with(slice_of(origin), EMBEDDED_FOLDER);
}

const char *rule_versions_known(const struct rule *rule)
{
	static const struct {
		const char *from, *words;
	} known[] = {
		{ "tree", ", an end seen in a tree" },
		{ "change", ", an end shown by an upstream change" },
		{ "assumed", ", an end that is assumed" },
	};
	for (size_t i = 0; rule->versions_from && i < COUNT_OF(known); i++)
		if (strcmp(rule->versions_from, known[i].from) == 0)
			return known[i].words;
	return "";
}

/*
 * A library once more, with other values of variables. Only files whose texts become others are read again; the rest is
 * that of the first one.
 */

static bool changes_any(const struct variable *const *variables, size_t count, const struct variable_request *request)
{
	for (size_t i = 0; i < count; i++) {
		struct variable chosen = *variables[i];
		variable_choose(&chosen, request);
		if (strcmp(chosen.value, variables[i]->value) != 0 ||
			strcmp(chosen.given_by, variables[i]->given_by) != 0)
			return true;
	}
	return false;
}

/* A set is resolved anew, since packs that it uses may be others. */
static void share(struct patchset_library *library, const struct loaded *one)
{
	struct loaded *copy = arena_alloc(&library->arena, sizeof(*copy));
	struct patchset *set = arena_alloc(&library->arena, sizeof(*set));
	*copy = *one;
	*set = *one->set;
	set->variables = one->own_variables;
	set->n_variables = one->n_own_variables;
	set->sources = NULL;
	set->n_sources = 0;
	copy->set = set;
	copy->entered_by = copy->gathered_by = 0;
	copy->is_shared = true;
	library_push(library, copy);
}

static bool take_over(struct patchset_library *library, const struct loaded *one,
	const struct variable_request *request, struct err *err)
{
	if (!changes_any(one->own_variables, one->n_own_variables, request)) {
		share(library, one);
		return true;
	}
	return library_add(library, one->file.path, one->bytes, one->embedded, err);
}

static struct patchset_library *library_with(
	const struct patchset_library *from, const struct variable_request *request, struct err *err)
{
	struct patchset_library *library = library_new();
	bool ok = true;
	library->values = request;
	for (size_t i = 0; ok && i < from->n_files; i++)
		ok = from->files[i]->replaced || take_over(library, from->files[i], request, err);
	ok = ok && library_resolve(library, err);
	library->values = NULL;
	if (ok)
		return library;
	patchset_library_free(library);
	return NULL;
}

bool patchset_with_values(const struct patchset_library *from, const struct variable_request *request,
	struct patchset_library **library, const struct patchset **set, struct err *err)
{
	*library = NULL;
	if (!variable_check_request(request, (*set)->variables, (*set)->n_variables, (*set)->name, err))
		return false;
	if (!changes_any((*set)->variables, (*set)->n_variables, request))
		return true;
	*library = library_with(from, request, err);
	if (!*library)
		return false;
	*set = patchset_library_find(*library, PATCHSET_SET, slice_of((*set)->name));
	return true;
}
