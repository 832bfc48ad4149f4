/* Patch sets and plans: opened, made, freed, printed. */
#include <stdlib.h>
#include <string.h>

#include "api/private.h"
#include "base/alloc.h"
#include "report/report.h"

/* Columns of text reports. */
#define REPORT_WIDTH 100
#define REPORT_CONTEXT 3

struct tpatch_sets *tpatch_sets_open(const char *extra, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	struct patchset_library *library = patchset_library_load(extra, &err);
	if (!library)
		return embed_fail(&err, error);
	struct tpatch_sets *sets = xcalloc(1, sizeof(*sets));
	const struct patchset *const *all = patchset_library_all(library, PATCHSET_SET, &sets->count);
	sets->extra = extra ? xstrdup(extra) : NULL;
	sets->library = library;
	sets->items = xcalloc(sets->count, sizeof(*sets->items));
	for (size_t i = 0; i < sets->count; i++)
		sets->items[i] = (struct tpatch_set){
			.name = all[i]->name,
			.summary = all[i]->summary,
			.project = all[i]->project,
			.versions = all[i]->target->text,
			.n_rules = all[i]->n_rules,
			.origin = all[i]->origin,
		};
	return sets;
}

void tpatch_sets_free(struct tpatch_sets *sets)
{
	if (!sets)
		return;
	patchset_library_free(sets->library);
	free(sets->extra);
	free(sets->items);
	free(sets);
}

const struct tpatch_set *tpatch_sets_at(const struct tpatch_sets *sets, size_t index)
{
	return index < sets->count ? &sets->items[index] : NULL;
}

/* The options as this version of the library knows them. */
static bool read_options(const struct tpatch_options *given, struct tpatch_options *out, struct err *err)
{
	*out = (struct tpatch_options){ 0 };
	if (given->size < offsetof(struct tpatch_options, root) + sizeof(given->root)) {
		err_set(err, ERR_USAGE, "'size' of the options is %zu", given->size);
		return err_hint(err, "set it to sizeof(struct tpatch_options)");
	}
	memcpy(out, given, given->size < sizeof(*out) ? given->size : sizeof(*out));
	const char *bytes = (const char *)given;
	for (size_t i = sizeof(*out); i < given->size; i++)
		if (bytes[i])
			return err_set(err, ERR_USAGE, "the options are newer than this tpatch (%s)", TPATCH_VERSION);
	return true;
}

static struct session_request request_of(const struct tpatch_sets *sets, const struct tpatch_options *options)
{
	return (struct session_request){
		.root = options->root,
		.patchsets = sets->extra,
		.library = sets->library,
		.tag = options->tag,
		.tag_use = TAG_TRUSTED,
		.use = options->use,
		.facts = { .profile = options->profile, .file = options->facts_file, .pairs = options->facts },
		.values = options->values,
		.choice = { options->rules, options->packs, options->skips },
		.globs = options->globs,
		.n_threads = options->n_threads,
		.progress = options->progress,
		.progress_ctx = options->progress_context,
	};
}

struct tpatch_plan *tpatch_plan_make(
	const struct tpatch_sets *sets, const struct tpatch_options *options, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	struct tpatch_options known;
	if (!read_options(options, &known, &err))
		return embed_fail(&err, error);
	struct tpatch_plan *plan = xcalloc(1, sizeof(*plan));
	struct session *session = &plan->session;
	struct session_request request = request_of(sets, &known);
	if (!session_begin(session, &request, false, &err) || !session_require_whole(session, &err) ||
		!session_select(session, &err) || !session_make_plan(session, &err)) {
		tpatch_plan_free(plan);
		return embed_fail(&err, error);
	}
	session_add_about(&request, &plan->about);
	session_add_selection(&request, &plan->selection);
	session->request = (struct session_request){ 0 }; /* what it points to is the caller's */
	embed_view(plan);
	return plan;
}

void tpatch_plan_free(struct tpatch_plan *plan)
{
	if (!plan)
		return;
	arena_release(&plan->view.arena);
	str_release(&plan->about);
	str_release(&plan->selection);
	session_end(&plan->session);
	free(plan);
}

bool tpatch_plan_is_stopped(const struct tpatch_plan *plan)
{
	return plan_is_stopped(&plan->session.plan);
}

/* Hands the bytes over, NUL-terminated; `size` may be NULL. */
static char *embed_detach(struct str *text, size_t *size)
{
	if (size)
		*size = text->len;
	return str_detach(text);
}

char *tpatch_plan_diff(const struct tpatch_plan *plan, size_t change, size_t context, size_t *size)
{
	struct str text = STR_INIT;
	if (change == TPATCH_ALL_CHANGES)
		report_diff(&plan->session.plan, context, false, &text);
	else if (change < plan->session.plan.n_changes)
		report_change(&plan->session.plan.changes[change], context, &text, NULL);
	return embed_detach(&text, size);
}

char *tpatch_plan_report(const struct tpatch_plan *plan, const char *format, size_t *size, struct tpatch_error **error)
{
	struct err err = ERR_INIT;
	const struct report_format *found = report_format_find(slice_of(format));
	if (!found) {
		err_set(&err, ERR_USAGE, "unknown format '%s'", format);
		return embed_fail(&err, error);
	}
	static const struct commit_report nothing_recovered = { 0 };
	struct report report = {
		.command = "check",
		.tool = TPATCH_VERSION,
		.root = root_path(plan->session.root),
		.about = plan->about.ptr ? plan->about.ptr : "",
		.patchsets = plan->session.request.patchsets,
		.selection = plan->selection.ptr ? plan->selection.ptr : "",
		.target = &plan->session.target,
		.plan = &plan->session.plan,
		.recovery = &nothing_recovered,
		.exit_code =
			plan_is_stopped(&plan->session.plan) ? TPATCH_ERROR_UNFIT : plan->session.plan.n_changes != 0,
		.width = REPORT_WIDTH,
		.context = REPORT_CONTEXT,
		.style = REPORT_PRETTY,
	};
	struct str text = STR_INIT;
	found->print(&report, &text);
	return embed_detach(&text, size);
}
