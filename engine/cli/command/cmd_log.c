/* tpatch log [RUN]: the journal. */
#include <stdint.h>

#include "base/alloc.h"
#include "base/command_line.h"
#include "base/path.h"
#include "base/shown.h"
#include "cmdline/exit.h"
#include "cli/show/history_print.h"
#include "cli/session.h"
#include "cli/option.h"
#include "cmdline/print.h"
#include "commit/commit.h"
#include "format/json.h"
#include "platform/write.h"
#include "text/visible.h"

/* What the run did to the file itself, or NULL. */
static const char *operation_of(const struct run_file *file)
{
	if (file->is_new)
		return "created";
	if (file->is_gone)
		return "removed";
	return file->mode != file->after_mode ? "mode changed" : NULL;
}

/* What the user did not want of the run. */
static struct json *declined_json(const struct run *run)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < run->n_declined; i++) {
		struct json *entry = json_new_object();
		json_put_cstr(entry, "rule", run->declined[i].rule);
		json_put_cstr(entry, "path", run->declined[i].path);
		json_append(list, entry);
	}
	return list;
}

static void add_declined(const struct run *run, struct str *out)
{
	for (size_t i = 0; i < run->n_declined; i++) {
		str_add_cstr(out, "  declined: ");
		shown_add(slice_of(run->declined[i].rule), out);
		if (run->declined[i].path) {
			str_add_cstr(out, " in ");
			path_quote(slice_of(run->declined[i].path), out);
		}
		str_add_char(out, '\n');
	}
}

/* What is before the texts of each kind, and what between them. Their digest is last. */
static const struct origin_row {
	enum origin_kind kind;
	const char *label, *between;
} origin_rows[] = {
	{ ORIGIN_ARGUMENT, "command", " " },
	{ ORIGIN_PLAN, "plan", ", " },
	{ ORIGIN_TAG, "tag", ", " },
	{ ORIGIN_USE, "use", ", " },
	{ ORIGIN_PATCHSETS, "patchsets", ", " },
	{ ORIGIN_PROFILE, "profile", ", " },
	{ ORIGIN_FACT, "facts", ", " },
	{ ORIGIN_VALUE, "values", ", " },
	{ ORIGIN_FILTER, "filter", ", " },
	{ ORIGIN_RULE, "rules", ", " },
	{ ORIGIN_PACK, "packs", ", " },
	{ ORIGIN_SKIP, "skipped", ", " },
	{ ORIGIN_GLOB, "globs", ", " },
	{ ORIGIN_DIGEST, "digest", ", " },
};

static bool is_list(enum origin_kind kind)
{
	return kind == ORIGIN_ARGUMENT || kind == ORIGIN_FACT || kind == ORIGIN_VALUE ||
	       (kind >= ORIGIN_RULE && kind <= ORIGIN_GLOB);
}

/* A journal may have come with the tree: its texts are no less foreign than a path. */
static void add_text(enum origin_kind kind, const char *text, struct str *out)
{
	if (kind != ORIGIN_ARGUMENT) {
		path_quote(slice_of(text), out);
		return;
	}
	struct str word = STR_INIT;
	shell_word_for(platform_is_separator('\\'), text, &word);
	visible_add(str_slice(&word), SIZE_MAX, out);
	str_release(&word);
}

static void add_origin(const struct run *run, struct str *out)
{
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(origin_rows); i++) {
		const struct origin_row *row = &origin_rows[i];
		const char **texts = run_origin_texts(&run->origin, row->kind, &arena);
		for (size_t n = 0; texts[n]; n++) {
			if (n)
				str_add_cstr(out, row->between);
			else
				str_addf(out, "  %s: ", row->label);
			add_text(row->kind, texts[n], out);
		}
		if (texts[0])
			str_add_char(out, '\n');
	}
	arena_release(&arena);
}

static struct json *origin_json(const struct run *run)
{
	struct json *object = json_new_object();
	struct arena arena = ARENA_INIT;
	for (size_t i = 0; i < COUNT_OF(origin_rows); i++) {
		const struct origin_row *row = &origin_rows[i];
		const char **texts = run_origin_texts(&run->origin, row->kind, &arena);
		if (!is_list(row->kind)) {
			json_put_cstr(object, row->label, texts[0]);
			continue;
		}
		struct json *list = json_new_array();
		for (size_t n = 0; texts[n]; n++)
			json_append_text(list, slice_of(texts[n]));
		json_put(object, row->label, list);
	}
	arena_release(&arena);
	return object;
}

static struct json *run_json(const struct run *run)
{
	struct json *object = print_new_json(), *files = json_new_array();
	struct str time = STR_INIT;
	platform_format_time(run->time_ns, &time);
	json_put_number(object, "run", (int64_t)run->number);
	json_put_cstr(object, "state", run_state_name(run->state));
	json_put_cstr(object, "time", run->state == RUN_BROKEN ? NULL : time.ptr);
	json_put_cstr(object, "tpatch", run->tool);
	json_put_cstr(object, "set", run->set);
	json_put_cstr(object, "version", run->target);
	json_put_cstr(object, "problem", run->problem);
	if (run->state != RUN_UNDONE && run_proof_problem(run))
		json_put_cstr(object, "foreign", run_proof_problem(run));
	for (size_t i = 0; i < run->n_files; i++) {
		struct json *file = json_new_object(), *rules = json_new_array();
		char before[HASH_HEX_LEN + 1], after[HASH_HEX_LEN + 1];
		hash_to_hex(run->files[i].before, before);
		hash_to_hex(run->files[i].after, after);
		json_put_cstr(file, "path", run->files[i].path);
		json_put_cstr(file, "operation", operation_of(&run->files[i]));
		json_put_cstr(file, "before_hash", run->files[i].is_new ? NULL : before);
		json_put_cstr(file, "after_hash", run->files[i].is_gone ? NULL : after);
		for (const char *const *id = run->files[i].rules; id && *id; id++)
			json_append_text(rules, slice_of(*id));
		json_put(file, "rules", rules);
		json_append(files, file);
	}
	json_put_number(object, "n_files", (int64_t)run->n_files);
	if (run->origin.count)
		json_put(object, "origin", origin_json(run));
	if (run->n_declined)
		json_put(object, "declined", declined_json(run));
	json_put(object, "files", files);
	str_release(&time);
	return object;
}

/* What the record says of itself may have been written by anybody. */
static void add_head(const struct run *run, const char *time, struct str *out)
{
	str_addf(out, "run %-4lu %-8s %s  ", run->number, run_state_name(run->state), time);
	if (run->state != RUN_KEPT) {
		shown_add(slice_of(run->set), out);
		str_add_cstr(out, ", ");
	}
	shown_add(slice_of(run->target), out);
	str_addf(out, ", %zu file%s, tpatch ", run->n_files, str_plural(run->n_files));
	shown_add(slice_of(run->tool), out);
	str_add_cstr(out, run->n_declined ? ", with declined rules\n" : "\n");
}

static void run_text(const struct run *run, bool with_files, struct str *out)
{
	struct str time = STR_INIT;
	platform_format_time(run->time_ns, &time);
	if (run->state == RUN_BROKEN)
		str_addf(out, "run %-4lu %-8s %s\n", run->number, run_state_name(run->state),
			run->problem ? run->problem : "unreadable");
	else
		add_head(run, time.ptr, out);
	const char *problem = run->state == RUN_UNDONE ? NULL : run_proof_problem(run);
	if (problem)
		str_addf(out, "  its record %s\n", problem);
	if (with_files)
		add_origin(run, out);
	for (size_t i = 0; with_files && i < run->n_files; i++) {
		str_add_cstr(out, "  ");
		path_quote(slice_of(run->files[i].path), out);
		if (operation_of(&run->files[i]))
			str_addf(out, " (%s)", operation_of(&run->files[i]));
		for (const char *const *id = run->files[i].rules; id && *id; id++) {
			str_add_cstr(out, id == run->files[i].rules ? "  " : ", ");
			shown_add(slice_of(*id), out);
		}
		str_add_char(out, '\n');
	}
	if (with_files)
		add_declined(run, out);
	str_release(&time);
}

/* What the run did; of one that is not applied the texts are gone. */
static bool add_patch(const struct session *session, const struct run *run, struct str *text, struct err *err)
{
	const struct options *options = session->options;
	struct history history = { 0 };
	if (!options->patch || run->state != RUN_APPLIED)
		return true;
	bool ok = history_make(session->root, &session->journal, &run->number, 1, &history, err);
	if (ok) {
		str_add_char(text, '\n');
		report_diff(&history.plan, options->context, print_colored(STREAM_OUT, options), text);
		str_add_char(text, '\n');
		if (!options->quiet)
			history_print_notes(&history);
	}
	history_release(&history);
	return ok;
}

static bool print_log(const struct session *session, struct err *err)
{
	const struct options *options = session->options;
	struct json *runs = json_new_array();
	struct str text = STR_INIT;
	const struct run *only;
	bool ok = history_find_run(session, options->n_arguments ? options->arguments[0] : NULL, &only, err);
	for (size_t i = session->journal.n_runs; ok && i-- > 0;) {
		const struct run *run = &session->journal.runs[i];
		if (only && run != only)
			continue;
		run_text(run, only || options->verbose, &text);
		ok = add_patch(session, run, &text, err);
		json_append(runs, run_json(run));
	}
	if (ok && !session->journal.n_runs)
		str_add_cstr(&text, "no runs: tpatch has not changed this tree\n");
	if (options->json != JSON_OFF) {
		str_clear(&text);
		print_json(options, runs, &text);
	}
	ok = ok && print_paged(options, str_slice(&text), err);
	json_free(runs);
	str_release(&text);
	return ok;
}

static bool prune(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	struct commit_report report = { 0 };
	struct str text = STR_INIT;
	bool ok = session_require_whole(session, err) &&
		  commit_prune(platform_write_ops(), session->root, options->keep, &report, err);
	if (options->json != JSON_OFF) {
		struct json *object = print_new_json();
		json_put_number(object, "runs_removed", (int64_t)report.n_runs);
		json_put_number(object, "files_removed", (int64_t)report.n_files);
		print_json(options, object, &text);
		json_free(object);
	} else if (!options->quiet) {
		str_addf(&text, "%zu run%s removed, with %zu file record%s\n", report.n_runs, str_plural(report.n_runs),
			report.n_files, str_plural(report.n_files));
	}
	ok = ok && print_paged(options, str_slice(&text), err);
	str_release(&text);
	commit_report_release(&report);
	return ok;
}

static bool check_options(const struct options *options, struct err *err)
{
	if (options->prune && options->n_arguments) {
		err_set(err, ERR_USAGE, "--prune does not take a run");
		return err_hint(
			err, "it removes undone runs and all applied ones but the newest: --keep N says how many stay");
	}
	if (option_is_given(options, OPTION_KEEP) && !options->prune) {
		err_set(err, ERR_USAGE, "--keep is for --prune, which is missing");
		return err_hint(err, "`tpatch log --prune --keep %zu` removes what is older", options->keep);
	}
	return true;
}

static int log_run(const struct options *options, struct err *err)
{
	struct session session = { 0 };
	bool ok = check_options(options, err) && session_open_with_history(&session, options, err) &&
		  (options->prune ? prune(&session, err) : print_log(&session, err));
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int log_options[] = { OPTION_ROOT, OPTION_PATCH, OPTION_UNIFIED, OPTION_PRUNE, OPTION_KEEP, OPTION_JSON,
	OPTION_NONE };

const struct command command_log = {
	.name = "log",
	.arguments = "[RUN] ",
	.summary = "the runs recorded in the tree, newest first",
	.help = "Lists the runs. A number or --verbose adds their files and rules; --patch (-u) adds what\n"
		"each applied run changed, as a diff. --prune removes the records of undone runs, and of\n"
		"all applied runs but the newest; you can then no longer roll these back. Run numbers are\n"
		"never reused.\n"
		"\n"
		"examples\n"
		"  tpatch log --root ~/pytorch\n"
		"  tpatch log 3 --root ~/pytorch\n"
		"  tpatch log --patch --root ~/pytorch\n"
		"  tpatch log --prune --keep 2 --root ~/pytorch\n",
	.add_arguments = values_add_runs,
	.options = log_options,
	.max_arguments = 1,
	.run = log_run,
};
