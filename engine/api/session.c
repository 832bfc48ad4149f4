#include "api/session.h"

#include <stdlib.h>
#include <string.h>

#include "api/find_root.h"
#include "commit/journal/journal.h"
#include "patchset/digest.h"
#include "platform/write.h"
#include "tree/typed_globs.h"

static bool open_tree(struct session *session, struct err *err)
{
	const struct session_request *request = &session->request;
	if (request->tree) {
		session->tree = *request->tree;
		session->root = session->tree.root;
		return true;
	}
	if (request->climbs && !request->root)
		session->root = find_root(request->patchsets, &session->library, err);
	else
		session->root = root_open(request->root ? request->root : ".", err);
	session->library_folder = request->patchsets;
	session->tree = tree_of_root(session->root);
	if (!session->root && err->kind == ERR_USAGE && !err->hint)
		err_hint(err, "--root is the top folder of the source tree");
	return session->root != NULL;
}

bool session_begin(struct session *session, const struct session_request *request, bool with_history, struct err *err)
{
	*session = (struct session){ .request = *request };
	trace_step(request->trace, "journal");
	if (!open_tree(session, err))
		return false;
	if (request->tree)
		return true;
	return with_history ? journal_read(session->root, &session->journal, err)
			    : journal_read_in_force(session->root, &session->journal, err);
}

static void forget_values(struct session *session)
{
	if (!session->base_library)
		return;
	patchset_library_free(session->library);
	session->library = session->base_library;
	session->base_library = NULL;
}

static void forget_library(struct session *session)
{
	forget_values(session);
	if (!session->borrows_library)
		patchset_library_free(session->library);
	session->library = NULL;
}

void session_forget(struct session *session)
{
	fact_values_release(&session->facts);
	target_release(&session->target);
	forget_values(session);
	session->set = NULL;
	session->facts = (struct fact_values){ 0 };
}

void session_end(struct session *session)
{
	plan_release(&session->plan);
	session_forget(session);
	forget_library(session);
	journal_release(&session->journal);
	commit_report_release(&session->recovery);
	arena_release(&session->arena);
	if (session->root && !session->request.tree)
		root_close(session->root);
}

bool session_require_whole(const struct session *session, struct err *err)
{
	return journal_require_whole(&session->journal, root_path(session->root), err);
}

bool session_recover(struct session *session, struct err *err)
{
	if (!commit_recover(platform_write_ops(), session->root, &session->recovery, err))
		return commit_refuse(&session->recovery, err);
	journal_release(&session->journal);
	return journal_read_in_force(session->root, &session->journal, err);
}

/* --- which set ---------------------------------------------------------------------------------------------------- */

static bool same_folder(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Once for all calls, unless another folder is asked for. */
static bool load_library(struct session *session, struct err *err)
{
	const struct session_request *request = &session->request;
	if (session->library && (session->borrows_library || same_folder(session->library_folder, request->patchsets)))
		return true;
	forget_library(session);
	session->borrows_library = request->library != NULL;
	session->library = request->library ? request->library : patchset_library_open(request->patchsets, err);
	session->library_folder = request->patchsets;
	return session->library != NULL;
}

/* A name that is no version, like a nightly's tag, says nothing; the content may. */
static bool detect(struct session *session, struct err *err)
{
	const struct session_request *request = &session->request;
	if (target_detect_tree(&session->tree, session->library, request->tag, &session->target, err))
		return true;
	if (request->tag_use != TAG_IF_ANY || err->kind != ERR_USAGE)
		return false;
	err_release(err);
	return target_detect_tree(&session->tree, session->library, NULL, &session->target, err);
}

/* A tag that the tree contradicts is reported, and refused where it is far off and not forced. */
static bool accept_tag(const struct session *session, struct err *err)
{
	const struct session_request *request = &session->request;
	struct str text = STR_INIT;
	if (request->tag_use == TAG_CHECKED && !target_check_tag(&session->target, err))
		return false;
	if (request->warn && target_tag_contradicts(&session->target, &text))
		request->warn(request->warn_ctx, text.ptr);
	str_release(&text);
	return true;
}

static void trace_target(const struct session *session)
{
	const struct trace *trace = session->request.trace;
	const struct target *target = &session->target;
	trace_event(trace, "tree", "%s: %s %s", tree_name(&session->tree), target->project->name, target->label);
	for (size_t i = 0; trace && i < target->n_clues; i++)
		trace_event(trace, "clue", "%s says %s%s", target_clue_source(target, &target->clues[i]),
			target->clues[i].said, i ? "" : ", which counts");
}

static bool choose_set(struct session *session, struct err *err)
{
	const struct target *target = &session->target;
	const char *name = session->request.use;
	if (name) {
		session->set = patchset_library_find(session->library, PATCHSET_SET, slice_of(name));
		if (!session->set)
			return patchset_no_such_set(session->library, name, err) ||
			       err_about(&session->request.places, "use", name, err);
	} else {
		session->set = patchset_select(
			session->library, target->project->name, &target->version, target->n_known, err);
		if (!session->set)
			return err_about(&session->request.places, "tag", session->request.tag, err);
	}
	if (!patchset_library_read(session->library, PATCHSET_SET, session->set->name, err))
		session->set = NULL;
	return session->set != NULL;
}

static bool set_values(struct session *session, struct err *err)
{
	const struct target *target = &session->target;
	struct variable_request values = { session->request.values, session->facts.profile, &target->version,
		target->n_known, session->request.places };
	struct patchset_library *with_values;
	if (!patchset_with_values(session->library, &values, &with_values, &session->set, err))
		return false;
	if (with_values) { /* the target points into the first one */
		session->base_library = session->library;
		session->library = with_values;
	}
	return true;
}

/* What runs programs elsewhere is nothing that a tree decides by itself. */
static bool check_protected(const struct session *session, struct err *err)
{
	const struct patchset *set = session->set;
	for (size_t i = 0; session->request.patchsets_are_the_trees && i < set->n_rules; i++) {
		const struct rule *rule = set->rules[i];
		if (!rule->takes_protected || rule->notice || patchset_is_embedded(rule->origin))
			continue;
		err_set(err, ERR_PATCHSET, "the rule '%s' may change protected files, and came with the tree",
			rule->id);
		err_at(err, rule->origin, rule->line, rule->column);
		return err_hint(err, "review it, then allow it with --patchsets '%s'", session->request.patchsets);
	}
	return true;
}

bool session_select(struct session *session, struct err *err)
{
	const struct session_request *request = &session->request;
	trace_step(request->trace, "patch sets");
	if (!load_library(session, err) ||
		(request->reads_all_sets && !patchset_library_read_all(session->library, err)))
		return false;
	trace_step(request->trace, "tree");
	if (!detect(session, err) || !accept_tag(session, err))
		return err->kind == ERR_USAGE && err_about(&request->places, "tag", request->tag, err);
	trace_target(session);
	trace_step(request->trace, "set");
	struct fact_request facts = request->facts;
	facts.tree = session->root ? root_path(session->root) : NULL;
	facts.version = &session->target.version;
	facts.n_known = session->target.n_known;
	facts.places = request->places;
	if (!choose_set(session, err) ||
		!fact_values_gather(&session->facts, session->set->project_details, &facts, err) ||
		!set_values(session, err))
		return false;
	trace_event(request->trace, "set", "%s from %s: %zu rules", session->set->name, session->set->origin,
		session->set->n_rules);
	return check_protected(session, err) && patchset_expect_digest(session->set, request->expect_digest, err);
}

/* --- the plan ----------------------------------------------------------------------------------------------------- */

/* Fills session->globs. One that matches nothing is a mistake: it would make every plan empty. */
static bool read_globs(struct session *session, struct err *err)
{
	const struct session_request *request = &session->request;
	struct user_glob *globs;
	size_t count = texts_count(request->globs);
	if (!count || session->globs)
		return true;
	if (request->globs_are_typed) {
		if (!typed_globs(session->root, request->globs, &session->arena, &globs, &count, err))
			return false;
	} else {
		globs = arena_alloc(&session->arena, count * sizeof(*globs));
		for (size_t i = 0; i < count; i++)
			globs[i] = (struct user_glob){ request->globs[i], request->globs[i] };
	}
	if (!request->may_miss && !globs_check(&session->tree, session->set, globs, count, &request->places, err))
		return false;
	session->globs = arena_alloc(&session->arena, (count + 1) * sizeof(*session->globs));
	for (size_t i = 0; i < count; i++)
		session->globs[i] = globs[i].glob;
	return true;
}

static bool was_declined(const void *ctx, const char *rule_id, const char *path)
{
	return journal_declined_in(ctx, rule_id, path) != NULL;
}

/* Runs that are applied by their record alone, which may be anybody's. */
static void warn_of_foreign(const struct session *session)
{
	const struct journal *journal = &session->journal;
	const struct session_request *request = &session->request;
	const struct run *newest = NULL;
	size_t count = 0;
	for (size_t i = 0; i < journal->n_runs; i++) {
		const struct run *run = &journal->runs[i];
		if (run->state != RUN_APPLIED || run_is_users(run))
			continue;
		newest = run;
		count++;
	}
	if (!newest || !request->warn)
		return;
	struct str text = STR_INIT;
	str_addf(&text, "run %lu %s: what it records is not used", newest->number, run_proof_problem(newest));
	if (count > 1)
		str_addf(&text, ", nor is that of %zu other run%s", count - 1, str_plural(count - 1));
	str_add_cstr(&text, "; if you trust it, make it yours with `tpatch recover --adopt`");
	request->warn(request->warn_ctx, text.ptr);
	str_release(&text);
}

bool session_make_plan(struct session *session, struct err *err)
{
	const struct session_request *request = &session->request;
	if (!read_globs(session, err))
		return false;
	if (!request->tree)
		warn_of_foreign(session);
	struct applied_lookup applied = journal_applied_lookup(&session->journal);
	applied.set = session->set->name;
	if (!request->takes_declined)
		applied.was_declined = was_declined;
	struct plan_options options = {
		.choices = session->selection ? session->choices : &request->choice,
		.n_choices = session->selection ? session->n_choices : 1,
		.choices_may_miss = request->may_miss,
		.places = request->places,
		.globs = session->selection ? NULL : (const char *const *)session->globs,
		.n_threads = request->n_threads,
		.selection = session->selection,
		.applied = request->tree ? NULL : &applied,
		.answer = request->answer,
		.answer_ctx = request->answer_ctx,
		.facts = &session->facts,
		.drops_texts = request->drops_texts,
		.progress = request->progress,
		.progress_ctx = request->progress_ctx,
		.trace = request->trace,
	};
	bool ok = plan_make_tree(&session->tree, session->set, &session->target, &options, &session->plan, err);
	if (!ok && session->past.selects && err->kind == ERR_USAGE) {
		err_prefix(err, "the rules that %s chose", session->past.runs);
		err_hint(err, "the set is not what it was; choose anew, as in --rule '*' for all rules");
	}
	return ok;
}

/* --- the request as options --------------------------------------------------------------------------------------- */

static void add_list(const char *name, const char *const *values, struct str *out)
{
	for (size_t i = 0; values && values[i]; i++)
		report_add_option(name, values[i], out);
}

void session_add_about(const struct session_request *request, struct str *out)
{
	report_add_option("tag", request->tag, out);
	str_add_cstr(out, request->tag_use == TAG_FORCED ? " --force-tag" : "");
	report_add_option("use", request->use, out);
	report_add_option("patchsets", request->patchsets, out);
	report_add_option("expect-digest", request->expect_digest, out);
	report_add_option("profile", request->facts.profile, out);
	report_add_option("facts", request->facts.file, out);
	add_list("fact", request->facts.pairs, out);
	add_list("set", request->values, out);
}

void session_add_selection(const struct session_request *request, struct str *out)
{
	add_list("rule", request->choice.rules, out);
	add_list("pack", request->choice.packs, out);
	add_list("skip", request->choice.skips, out);
	add_list("globs", request->globs, out);
}
