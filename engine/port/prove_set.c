/* A ported set, applied to B in memory. */
#include "port/write_private.h"

#include <stdlib.h>
#include <string.h>

#include "patchset/patchset.h"
#include "plan/plan.h"

struct side_file *writer_file(const struct writer *w, const char *path)
{
	const struct side *b = &w->porter->b;
	for (size_t i = 0; i < b->n_files; i++) {
		const char *at = b->files[i]->original ? b->files[i]->original : b->files[i]->path;
		if (at && strcmp(at, path) == 0)
			return b->files[i];
	}
	return NULL;
}

static bool is_as_wanted(const struct writer *w, const struct change *change)
{
	const struct side_file *file = writer_file(w, change->path);
	struct port_text made;
	if (!file || change->is_gone != !file->path)
		return false;
	if (change->is_gone)
		return true;
	port_text_init(&made, &w->porter->ids, change->after);
	bool same = strcmp(change_new_path(change), file->path) == 0 && made.n == file->text.n &&
		    (!made.n || memcmp(made.lines, file->text.lines, made.n * sizeof(*made.lines)) == 0) &&
		    made.ends_open == file->text.ends_open;
	port_text_release(&made);
	return same;
}

static bool is_changed(const struct side_file *file)
{
	if (!file->original || !file->path)
		return file->original != file->path;
	if (strcmp(file->original, file->path) != 0 || file->executable != file->was_executable)
		return true;
	return file->text.n != file->text.n_original ||
	       (file->text.n &&
		       memcmp(file->text.lines, file->text.original, file->text.n * sizeof(*file->text.lines)) != 0) ||
	       file->text.was_open != file->text.ends_open;
}

/* What draft/ said of the file, or else `otherwise`. */
static const char *problem_of(const struct writer *w, const struct side_file *file, const char *otherwise)
{
	struct str text = STR_INIT;
	const char *path = file->original ? file->original : file->path;
	str_add_cstr(&text, otherwise);
	for (size_t i = 0; i < w->report.n_complaints; i++) {
		if (strcmp(w->report.complaints[i].path, path) != 0)
			continue;
		str_clear(&text);
		str_addf(&text, "a patch set cannot express it: %s", w->report.complaints[i].text);
		break;
	}
	const char *owned = arena_dup(&w->porter->result->arena, str_slice(&text));
	str_release(&text);
	return owned;
}

static void compare(struct writer *w, const struct plan *plan, const char *why, size_t *n_wrong)
{
	for (size_t i = 0; i < w->porter->b.n_files; i++) {
		struct side_file *file = w->porter->b.files[i];
		file->is_wrong = is_changed(file) && file->form != SIDE_LEFT_OUT;
	}
	for (size_t i = 0; plan && i < plan->n_changes; i++)
		if (is_as_wanted(w, &plan->changes[i]))
			writer_file(w, plan->changes[i].path)->is_wrong = false;
	for (size_t i = 0; i < w->porter->b.n_files; i++) {
		struct side_file *file = w->porter->b.files[i];
		if (file->is_wrong)
			file->problem = problem_of(w, file, why);
		*n_wrong += file->is_wrong;
	}
}

bool writer_prove(struct writer *w, struct slice rules, size_t *n_wrong, bool *is_whole, struct err *err)
{
	struct str yaml = STR_INIT, broken = STR_INIT, why = STR_INIT;
	struct plan plan;
	struct target target = { 0 };
	struct plan_options options = { 0 };
	str_addf(&yaml, "tpatch: 1\npack: ported\nsummary: ported\n" SLICE_FMT, SLICE_ARG(rules));
	struct patchset_library *library =
		rules.ptr ? patchset_library_load_text("the ported set", str_slice(&yaml), err) : NULL;
	const struct patchset *pack =
		library ? patchset_library_find(library, PATCHSET_PACK, SLICE_LITERAL("ported")) : NULL;
	bool made = pack && plan_make_tree(w->porter->options->to, pack, &target, &options, &plan, err),
	     ok = made || err->kind != ERR_IO;
	*is_whole = made;
	if (!made)
		str_addf(&broken, ": %s", err->message);
	w->why = arena_dup(&w->arena, str_slice(&broken));
	str_addf(&why, "the drafted rule does not do this in the tree%s", w->why);
	if (ok)
		compare(w, made ? &plan : NULL, why.ptr, n_wrong);
	if (made)
		plan_release(&plan);
	else if (ok)
		err_release(err);
	patchset_library_free(library);
	str_release(&yaml);
	str_release(&broken);
	str_release(&why);
	return ok;
}

static void note_stops(struct writer *w, const struct plan *plan, size_t *n_wrong)
{
	for (size_t i = 0; i < plan->n_rules; i++) {
		const struct rule_result *result = &plan->rules[i];
		struct str text = STR_INIT;
		if (!verdict_stops(result->verdict) || result->verdict == VERDICT_REFUSED)
			continue;
		str_addf(&text, "%s conflicts with the other rules: %s%s%s", result->rule->id,
			verdict_name(result->verdict), result->detail ? ", " : "",
			result->detail ? result->detail : "");
		port_note(w->porter, text.ptr);
		str_release(&text);
		++*n_wrong;
	}
}

bool writer_prove_whole(struct writer *w, struct slice yaml, size_t *n_wrong, struct err *err)
{
	struct str text = STR_INIT;
	struct plan plan;
	struct target target = { 0 };
	struct plan_options options = { 0 };
	size_t at = slice_find(yaml, SLICE_LITERAL("\nsummary:"), 0);
	*n_wrong = 0;
	/* By a name of its own, since the set may be there from an earlier time. */
	str_addf(&text, "tpatch: 1\nname: set-to-be-proved\n" SLICE_FMT,
		SLICE_ARG(slice_sub(yaml, at == (size_t)-1 ? 0 : at + 1, yaml.len)));
	struct patchset_library *library = patchset_library_load_beside(
		w->porter->options->base->patchsets, "the ported set", str_slice(&text), err);
	const struct patchset *pack =
		library ? patchset_library_find(library, PATCHSET_SET, SLICE_LITERAL("set-to-be-proved")) : NULL;
	bool made = pack && plan_make_tree(w->porter->options->to, pack, &target, &options, &plan, err);
	bool ok = made || err->kind != ERR_IO;
	if (made) {
		note_stops(w, &plan, n_wrong);
		plan_release(&plan);
	} else if (ok) {
		str_clear(&text);
		str_addf(&text, "the set as a whole cannot be applied: %s", err->message);
		port_note(w->porter, text.ptr);
		++*n_wrong;
		err_release(err);
	}
	patchset_library_free(library);
	str_release(&text);
	return ok;
}
