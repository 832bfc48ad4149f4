#include "cli/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/adopt.h"
#include "cli/choose.h"
#include "api/find_root.h"
#include "cli/option.h"
#include "cli/reports.h"
#include "tree/typed_globs.h"
#include "cmdline/print.h"
#include "patchset/digest.h"
#include "platform/write.h"

/* A progress line appears only when the walk takes longer than this. */
#define PROGRESS_AFTER_NS 500000000u
#define PROGRESS_EVERY_NS 100000000u

static bool open_root(struct session *session, const struct options *options, struct err *err)
{
	*session = (struct session){ .options = options, .tracing = tracing_new(options) };
	trace_step(tracing_sink(session->tracing), "journal");
	session->root =
		options->root ? root_open(options->root, err) : find_root(options->patchsets, &session->library, err);
	if (!session->root && err->kind == ERR_USAGE && !err->hint)
		err_hint(err, "--root is the top folder of the source tree");
	return session->root != NULL;
}

bool session_open(struct session *session, const struct options *options, struct err *err)
{
	return open_root(session, options, err) && journal_read_in_force(session->root, &session->journal, err);
}

bool session_open_with_history(struct session *session, const struct options *options, struct err *err)
{
	return open_root(session, options, err) && journal_read(session->root, &session->journal, err);
}

void session_close(struct session *session)
{
	plan_release(&session->plan);
	fact_values_release(&session->facts);
	target_release(&session->target);
	patchset_library_free(session->library);
	patchset_library_free(session->first_library);
	journal_release(&session->journal);
	commit_report_release(&session->recovery);
	adopt_release(session);
	arena_release(&session->arena);
	if (session->root)
		root_close(session->root);
	tracing_end(session->tracing);
}

struct rule_choice session_choice(const struct options *options)
{
	return (struct rule_choice){ (const char *const *)options->rules, (const char *const *)options->packs,
		(const char *const *)options->skips };
}

struct fact_request session_fact_request(const struct options *options)
{
	return (struct fact_request){
		.profile = options->profile, .file = options->facts_file, .pairs = (const char *const *)options->facts
	};
}

bool session_set_values(const struct options *options, const struct patchset_library *from, const struct target *target,
	const struct fact_values *facts, struct patchset_library **library, const struct patchset **set,
	struct err *err)
{
	struct variable_request request = { (const char *const *)options->settings, facts->profile, &target->version,
		target->n_known };
	return patchset_with_values(from, &request, library, set, err);
}

static bool select_set(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	if (options->use) {
		session->set = patchset_library_find(session->library, PATCHSET_SET, slice_of(options->use));
		return session->set || patchset_no_such_set(session->library, options->use, err);
	}
	session->set = patchset_select(session->library, session->target.project->name, &session->target.version,
		session->target.n_known, err);
	return session->set != NULL;
}

/* A tag that the tree contradicts is reported, and refused where it is far off and not forced. */
static bool accept_tag(const struct session *session, struct err *err)
{
	const struct options *options = session->options;
	if (!options->force_tag && !target_check_tag(&session->target, err))
		return false;
	struct str text = STR_INIT;
	if (!options->quiet && target_tag_contradicts(&session->target, &text)) {
		str_add_char(&text, '\n');
		print_if_possible(STREAM_ERR, SLICE_LITERAL("warning: "));
		print_if_possible(STREAM_ERR, str_slice(&text));
	}
	str_release(&text);
	return true;
}

static void trace_target(const struct session *session)
{
	const struct trace *trace = tracing_sink(session->tracing);
	const struct target *target = &session->target;
	trace_event(trace, "tree", "%s: %s %s", root_path(session->root), target->project->name, target->label);
	for (size_t i = 0; trace && i < target->n_clues; i++)
		trace_event(trace, "clue", "%s says %s%s", target_source_name(target->clues[i].source),
			target->clues[i].said, i ? "" : ", which counts");
}

bool session_select(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	const struct trace *trace = tracing_sink(session->tracing);
	trace_step(trace, "patch sets");
	if (!session->library)
		session->library = patchset_library_load(options->patchsets, err);
	if (!session->library)
		return false;
	trace_step(trace, "tree");
	if (!target_detect(session->root, session->library, options->tag, &session->target, err) ||
		!accept_tag(session, err))
		return false;
	trace_target(session);
	struct fact_request request = session_fact_request(options);
	struct patchset_library *with_values;
	trace_step(trace, "set");
	if (!select_set(session, err) ||
		!fact_values_gather(&session->facts, session->set->project_details, &request, err) ||
		!session_set_values(
			options, session->library, &session->target, &session->facts, &with_values, &session->set, err))
		return false;
	if (with_values) { /* the target points into the first one */
		session->first_library = session->library;
		session->library = with_values;
	}
	trace_event(tracing_sink(session->tracing), "set", "%s from %s: %zu rules", session->set->name,
		session->set->origin, session->set->n_rules);
	return patchset_expect_digest(session->set, options->expect_digest, err);
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

bool session_recover_first(struct session *session, struct err *err)
{
	if (!journal_needs_recovery(&session->journal))
		return true;
	if (session->options->no_recover)
		return session_require_whole(session, err);
	if (!session_recover(session, err))
		return false;
	struct str text = STR_INIT;
	const struct commit_report *recovery = &session->recovery;
	str_addf(&text, "note: run %lu had been cut off; the tree was put in order first\n", recovery->run);
	for (size_t i = 0; i < recovery->n_warnings; i++)
		str_addf(&text, "note: %s\n", recovery->warnings[i]);
	if (!session->options->quiet)
		print_if_possible(STREAM_ERR, str_slice(&text));
	str_release(&text);
	return true;
}

struct progress {
	uint64_t begin, last;
	bool shown;
};

static void show_progress(void *ctx, size_t files_seen)
{
	struct progress *progress = ctx;
	uint64_t now = platform_monotonic_ns();
	if (now - progress->begin < PROGRESS_AFTER_NS || now - progress->last < PROGRESS_EVERY_NS)
		return;
	struct str line = STR_INIT;
	str_addf(&line, "\r%zu files looked at", files_seen);
	print_progress(str_slice(&line));
	str_release(&line);
	progress->last = now;
	progress->shown = true;
}

static void end_progress(struct progress *progress)
{
	if (progress->shown)
		print_progress(SLICE_LITERAL("\r\033[K"));
	progress->shown = false;
}

/* Fills session->globs with what --globs means. */
static bool read_globs(struct session *session, struct err *err)
{
	struct user_glob *globs;
	size_t count;
	struct tree tree = tree_of_root(session->root);
	if (!session->options->globs || session->globs)
		return true;
	if (!typed_globs(session->root, session->options->globs, &session->arena, &globs, &count, err) ||
		!globs_check(&tree, session->set, globs, count, err))
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

struct asking {
	const struct options *options;
	struct progress *progress;
};

static bool ask(void *ctx, struct plan *plan, struct err *err)
{
	const struct asking *asking = ctx;
	end_progress(asking->progress);
	return choose(asking->options, plan, err);
}

bool session_plan(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	if (!read_globs(session, err))
		return false;
	struct progress progress = { .begin = platform_monotonic_ns() };
	struct asking asking = { options, &progress };
	struct applied_lookup applied = commit_applied_lookup(&session->journal);
	if (!options->declined && options->ask == ASK_NOTHING) /* else what was declined before is asked for again */
		applied.was_declined = was_declined;
	struct rule_choice choice = session_choice(options);
	struct plan_options plan_options = {
		.choices = session->selection ? session->choices : &choice,
		.n_choices = session->selection ? session->n_choices : 1,
		.globs = session->selection ? NULL : (const char *const *)session->globs,
		.n_threads = options->jobs,
		.selection = session->selection,
		.applied = &applied,
		.answer = options->ask != ASK_NOTHING ? ask : NULL,
		.answer_ctx = &asking,
		.facts = &session->facts,
		.drops_texts = session->drops_texts,
		.progress_ctx = &progress,
		.trace = tracing_sink(session->tracing),
	};
	if (!options->quiet && platform_is_terminal(STREAM_ERR))
		plan_options.progress = show_progress;
	bool ok = plan_make(session->root, session->set, &session->target, &plan_options, &session->plan, err);
	end_progress(&progress);
	if (!ok && session->past.selects && err->kind == ERR_USAGE)
		err_prefix(err, "the rules that %s chose", session->past.runs);
	return ok;
}

/* The options that say what the tree and its set are, as they were typed. */
static void add_about(const struct options *options, struct str *out)
{
	report_add_option("tag", options->tag, out);
	str_add_cstr(out, options->force_tag ? " --force-tag" : "");
	report_add_option("use", options->use, out);
	report_add_option("patchsets", options->patchsets, out);
	report_add_option("expect-digest", options->expect_digest, out);
	report_add_option("profile", options->profile, out);
	report_add_option("facts", options->facts_file, out);
	for (size_t i = 0; options->facts && options->facts[i]; i++)
		report_add_option("fact", options->facts[i], out);
	for (size_t i = 0; options->settings && options->settings[i]; i++)
		report_add_option("set", options->settings[i], out);
}

/* Those that choose among rules and files. */
static void add_selection(const struct options *options, struct str *out)
{
	str_add_cstr(out, options->declined ? " --declined" : "");
	for (size_t i = 0; options->rules && options->rules[i]; i++)
		report_add_option("rule", options->rules[i], out);
	for (size_t i = 0; options->packs && options->packs[i]; i++)
		report_add_option("pack", options->packs[i], out);
	for (size_t i = 0; options->skips && options->skips[i]; i++)
		report_add_option("skip", options->skips[i], out);
	report_add_option("plan", options->plan, out);
	for (size_t i = 0; options->globs && options->globs[i]; i++)
		report_add_option("globs", options->globs[i], out);
}

/* As it is found from any folder. */
static const char *absolute_folder(const char *path, struct arena *arena)
{
	struct err ignored = ERR_INIT;
	struct root *root = root_open(path, &ignored);
	const char *absolute = arena_strdup(arena, root ? root_path(root) : path);
	if (root)
		root_close(root);
	err_release(&ignored);
	return absolute;
}

static const char *digest_text(const struct patchset *set, struct arena *arena)
{
	char hex[SHA256_HEX_LEN + 1];
	return patchset_digest_hex(set, hex) ? arena_strdup(arena, hex) : NULL;
}

struct run_origin session_origin(const struct session *session, struct arena *arena)
{
	const struct options *options = session->options;
	size_t n_arguments = 0;
	while (options->command_line[n_arguments])
		n_arguments++;
	struct run_origin origin = { .items = arena_alloc(
					     arena, (n_arguments + ORIGIN_KIND_COUNT) * sizeof(*origin.items)) };
	for (size_t i = 0; i < n_arguments; i++)
		origin.items[origin.count++] =
			(struct run_detail){ ORIGIN_ARGUMENT, i ? options->command_line[i] : "tpatch" };
	const struct run_detail given[] = {
		{ ORIGIN_TAG, options->tag },
		{ ORIGIN_USE, options->use },
		{ ORIGIN_PATCHSETS, options->patchsets ? absolute_folder(options->patchsets, arena) : NULL },
		{ ORIGIN_PLAN, options->plan },
		{ ORIGIN_DIGEST, digest_text(session->plan.set, arena) },
	};
	for (size_t i = 0; i < COUNT_OF(given); i++)
		if (given[i].text)
			origin.items[origin.count++] = given[i];
	return origin;
}

static char *repository_of_pipeline(void)
{
	char *folder = platform_getenv("CI_PROJECT_DIR");
	return folder ? folder : platform_getenv("GITHUB_WORKSPACE");
}

void session_report_make(
	const struct session *session, const struct commit_report *written, int exit_code, struct session_report *out)
{
	static const enum report_style styles[] = {
		[JSON_PRETTY] = REPORT_PRETTY, [JSON_COMPACT] = REPORT_COMPACT, [JSON_STREAM] = REPORT_STREAM
	};
	const struct options *options = session->options;
	*out = (struct session_report){
		.about = STR_INIT, .selection = STR_INIT, .repository = repository_of_pipeline()
	};
	add_about(options, &out->about);
	add_selection(options, &out->selection);
	out->report = (struct report){
		.command = options->command->name,
		.tool = TPATCH_VERSION,
		.root = root_path(session->root),
		.repository = out->repository,
		.about = out->about.ptr ? out->about.ptr : "",
		.selection = out->selection.ptr ? out->selection.ptr : "",
		.dry_run = options->dry_run,
		.from_plan = options->plan != NULL,
		.target = &session->target,
		.plan = &session->plan,
		.written = written,
		.journal = &session->journal,
		.past = &session->past,
		.recovery = &session->recovery,
		.exit_code = exit_code,
		.verbose = options->verbose > 0,
		.context = options->context,
		.style = options->json == JSON_OFF ? REPORT_PRETTY : styles[options->json],
	};
}

void session_report_release(struct session_report *report)
{
	str_release(&report->about);
	str_release(&report->selection);
	free(report->repository);
}

bool session_report(const struct session *session, const struct commit_report *written, int exit_code,
	enum stream stream, struct err *err)
{
	const struct options *options = session->options;
	const struct report_format *format =
		stream == STREAM_OUT ? reports_standard(options) : report_format_find(SLICE_LITERAL("text"));
	struct session_report made;
	struct str text = STR_INIT;
	session_report_make(session, written, exit_code, &made);
	made.report.colored = print_colored(stream, options);
	made.report.width = platform_terminal_width(stream);
	trace_step(tracing_sink(session->tracing), "report");
	format->print(&made.report, &text);
	bool ok = reports_is_machine(session->options) && stream == STREAM_OUT
			  ? print_data(stream, str_slice(&text), err)
			  : print_text(stream, str_slice(&text), err);
	str_release(&text);
	session_report_release(&made);
	return ok;
}

bool session_report_lost(unsigned long run, const char *what, struct err *err)
{
	err->kind = ERR_IO_TORN;
	err_prefix(err, "run %lu was %s, but its report is lost", run, what);
	return err_hint(err, "the tree is whole: `tpatch status` tells how it is");
}
