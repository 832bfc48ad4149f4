/* tpatch status: what the tree is, what was applied to it, what drifted since, and what to do next. */
#include <string.h>

#include "base/path.h"
#include "base/shown.h"
#include "cli/ask/adopt.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cmdline/print.h"
#include "commit/content.h"
#include "format/json.h"
#include "report/shell_line.h"

/* What all applied runs together did. */
struct summary {
	const struct run *run; /* the newest; NULL: none */
	size_t n_runs, n_files, n_drifted, n_undone, n_broken;
	bool has_one_set, has_foreign; /* foreign: not shown to be this user's */
};

static const char *condition_name(enum content content, const struct run_file *file, const struct err *err)
{
	if (err->kind != ERR_NONE)
		return "cannot be read";
	if (content == CONTENT_BEFORE)
		return "undone: as before the run";
	if (content == CONTENT_GONE)
		return "gone";
	return file->is_gone ? "there again, with different content" : "drifted: changed since";
}

/* What cannot be read is not what the run left; `err` then says why. */
static enum content condition_of(struct root *root, const struct run_file *file, struct err *err)
{
	struct str bytes = STR_INIT;
	enum content content;
	if (!content_examine(root, file->path, file, &bytes, &content, NULL, err))
		content = CONTENT_OTHER;
	str_release(&bytes);
	return content;
}

/* Only the newest run that changed a file says what it should be now. */
static bool is_newest_for(const struct journal *journal, const struct run *run, const char *path)
{
	const struct run_file *file;
	return journal_applied_to(journal, path, &file) == run;
}

static void add_run(const struct session *session, const struct run *run, struct summary *summary, struct json *runs,
	struct str *text)
{
	struct json *object = json_new_object(), *drifted = json_new_array();
	struct str time = STR_INIT;
	platform_format_time(run->time_ns, &time);
	str_addf(text, "  run %lu  %s  ", run->number, time.ptr);
	shown_add(slice_of(run->set), text);
	str_addf(text, "  %zu file%s", run->n_files, str_plural(run->n_files));
	size_t at = text->len;
	for (size_t i = 0; i < run->n_files; i++) {
		const struct run_file *file = &run->files[i];
		if (!is_newest_for(&session->journal, run, file->path))
			continue;
		struct err unreadable = ERR_INIT;
		enum content condition = condition_of(session->root, file, &unreadable);
		summary->n_files++;
		if (condition == CONTENT_AFTER)
			continue;
		summary->n_drifted++;
		summary->n_undone += condition == CONTENT_BEFORE;
		str_add_cstr(text, "\n    ");
		path_quote(slice_of(file->path), text);
		str_addf(text, ": %s",
			unreadable.message ? unreadable.message : condition_name(condition, file, &unreadable));
		struct json *entry = json_new_object();
		json_put_cstr(entry, "path", file->path);
		json_put_cstr(entry, "state", condition_name(condition, file, &unreadable));
		json_append(drifted, entry);
		err_release(&unreadable);
	}
	if (text->len == at)
		str_add_cstr(text, ", all as the run left them");
	str_add_char(text, '\n');
	if (run_proof_problem(run))
		str_addf(text, "    cannot be undone: it %s\n", run_proof_problem(run));
	summary->has_foreign |= run_proof_problem(run) != NULL;
	json_put_number(object, "run", (int64_t)run->number);
	json_put_cstr(object, "time", time.ptr);
	json_put_cstr(object, "set", run->set);
	json_put_number(object, "files", (int64_t)run->n_files);
	json_put_cstr(object, "foreign", run_proof_problem(run));
	json_put(object, "drifted", drifted);
	json_append(runs, object);
	str_release(&time);
}

static void add_facts(const struct session *session, struct json *object, struct str *text)
{
	struct json *facts = json_new_array();
	for (size_t i = 0; i < session->facts.count; i++) {
		const struct fact_value *value = &session->facts.items[i];
		const char *by = settings_given_by(session->options, "fact", value->fact->name, value->given_by);
		struct json *fact = json_new_object();
		str_addf(text, "%s%s %s (%s)\n", i ? "         " : "facts    ", value->fact->name, value->text, by);
		json_put_cstr(fact, "name", value->fact->name);
		json_put_cstr(fact, "value", value->text);
		json_put_cstr(fact, "given_by", by);
		json_append(facts, fact);
	}
	json_put(object, "facts", facts);
	json_put_cstr(object, "profile", session->facts.profile ? session->facts.profile->name : NULL);
}

/* What is taken from the applied runs, and what was otherwise then. */
static void add_past(const struct session *session, struct json *object, struct str *text)
{
	const struct report_past *past = &session->past;
	struct json *remarks = json_new_array();
	if (past->told)
		str_addf(text, "options  %s\n", past->told);
	for (const char **remark = past->remarks; remark && *remark; remark++) {
		str_addf(text, "but      %s\n", *remark);
		json_append_text(remarks, slice_of(*remark));
	}
	json_put_cstr(object, "options_of_runs", past->options);
	json_put(object, "remarks", remarks);
}

static void add_values(const struct session *session, struct json *object, struct str *text)
{
	struct json *values = json_new_array();
	for (size_t i = 0; i < session->set->n_variables; i++) {
		const struct variable *variable = session->set->variables[i];
		const char *by = settings_given_by(session->options, "set", variable->name, variable->given_by);
		struct json *value = json_new_object();
		str_addf(text, "%s%s %s (%s)\n", i ? "         " : "values   ", variable->name, variable->value, by);
		json_put_cstr(value, "name", variable->name);
		json_put_cstr(value, "value", variable->value);
		json_put_cstr(value, "given_by", by);
		json_append(values, value);
	}
	json_put(object, "values", values);
}

/* The project file, each setting with its reason, and what became of it. */
static void add_settings(const struct options *options, struct json *object, struct str *text)
{
	const struct config *config = options->config;
	if (!config)
		return;
	struct json *settings = json_new_object(), *entries = json_new_array();
	json_put_cstr(settings, "file", config->path);
	str_add_cstr(text, "settings ");
	shown_add(slice_of(config->path), text);
	str_add_char(text, '\n');
	for (size_t i = 0; i < config->n_entries; i++) {
		const struct config_entry *entry = &config->entries[i];
		struct json *item = json_new_object();
		str_addf(text, "         %s ", entry->option);
		shown_add(slice_of(entry->value), text);
		if (entry->reason)
			str_add_cstr(text, ": ");
		shown_add(slice_of(entry->reason ? entry->reason : ""), text);
		if (entry->use == CONFIG_OVERRIDDEN)
			str_addf(text, " (overridden by --%s)", entry->overrider);
		str_add_char(text, '\n');
		json_put_cstr(item, "option", entry->option);
		json_put_cstr(item, "value", entry->value);
		json_put_cstr(item, "reason", entry->reason);
		json_put_cstr(item, "use", config_use_name(entry->use));
		json_put_cstr(item, "overridden_by", entry->overrider);
		json_put_number(item, "line", (int64_t)entry->line);
		json_append(entries, item);
	}
	json_put(settings, "entries", entries);
	json_put(object, "settings", settings);
}

static void add_target(const struct session *session, const struct err *err, struct json *object, struct str *text)
{
	const struct target *target = &session->target;
	json_put_cstr(object, "root", root_path(session->root));
	add_settings(session->options, object, text);
	if (!target->project) {
		str_addf(text, "version  not known: %s\n", err->message);
		json_put_cstr(object, "problem", err->message);
		return;
	}
	str_addf(text, "version  %s %s\n", target->project->name, target->label);
	json_put_cstr(object, "project", target->project->name);
	json_put_cstr(object, "version", target->label);
	json_put_cstr(object, "untried", target->untried);
	struct json *clues = json_new_array();
	for (size_t i = 0; i < target->n_clues; i++) {
		struct json *clue = json_new_object();
		str_addf(text, "         %s %s says %s\n", i ? "      " : "because",
			target_clue_source(target, &target->clues[i]), target->clues[i].said);
		json_put_cstr(clue, "source", target_clue_source(target, &target->clues[i]));
		json_put_cstr(clue, "said", target->clues[i].said);
		json_append(clues, clue);
	}
	json_put(object, "clues", clues);
	if (target->untried)
		str_addf(text, "         %s\n", target->untried);
	if (session->set) {
		str_addf(text, "set      %s: %s\n", session->set->name, session->set->summary);
		json_put_cstr(object, "set", session->set->name);
		add_past(session, object, text);
		add_facts(session, object, text);
		add_values(session, object, text);
	} else {
		str_addf(text, "set      none: %s\n", err->message);
		json_put_cstr(object, "problem", err->message);
	}
}

/* Records that cannot be read: what they did is not known here. */
static void add_broken(const struct journal *journal, struct json *object, struct str *text)
{
	struct json *broken = json_new_array();
	size_t count = 0;
	for (size_t i = 0; i < journal->n_runs; i++) {
		const struct run *run = &journal->runs[i];
		if (run->state != RUN_BROKEN)
			continue;
		str_addf(text, "%s  run %lu: %s\n",
			count++ ? "" : "\nruns whose record is damaged: they cannot be undone\n", run->number,
			run->problem);
		struct json *entry = json_new_object();
		json_put_number(entry, "run", (int64_t)run->number);
		json_put_cstr(entry, "problem", run->problem);
		json_append(broken, entry);
	}
	if (count)
		json_put(object, "broken", broken);
	else
		json_free(broken);
}

/* What forced rollbacks wrote over: nothing of it is in force, and it can be had back. */
static void add_kept(const struct journal *journal, struct json *object, struct str *text)
{
	struct json *kept = json_new_array();
	size_t count = 0;
	for (size_t i = 0; i < journal->n_runs; i++) {
		const struct run *run = &journal->runs[i];
		if (run->state != RUN_KEPT)
			continue;
		str_addf(text,
			"%s  run %lu: %zu file%s, as it was when run %lu was undone; `tpatch rollback %lu` restores "
			"it\n",
			count++ ? "" : "\nkept from forced rollbacks\n", run->number, run->n_files,
			str_plural(run->n_files), run->origin.keeps, run->number);
		struct json *entry = json_new_object();
		json_put_number(entry, "run", (int64_t)run->number);
		json_put_number(entry, "undone_run", (int64_t)run->origin.keeps);
		json_put_number(entry, "files", (int64_t)run->n_files);
		json_append(kept, entry);
	}
	if (count)
		json_put(object, "kept", kept);
	else
		json_free(kept);
}

static void add_runs(const struct session *session, struct summary *summary, struct json *object, struct str *text)
{
	struct json *runs = json_new_array();
	*summary = (struct summary){ .has_one_set = true };
	str_add_cstr(text, "\napplied runs\n");
	for (size_t i = 0; i < session->journal.n_runs; i++) {
		const struct run *run = &session->journal.runs[i];
		summary->n_broken += run->state == RUN_BROKEN;
		if (run->state != RUN_APPLIED)
			continue;
		summary->has_one_set &= !summary->run || strcmp(summary->run->set, run->set) == 0;
		summary->run = run;
		summary->n_runs++;
		add_run(session, run, summary, runs, text);
	}
	if (!summary->n_runs)
		str_add_cstr(text, "  none\n");
	add_kept(&session->journal, object, text);
	add_broken(&session->journal, object, text);
	json_put(object, "runs", runs);
}

/* "patched by run 1 (demo-1): 3 files, 1 of them changed since" */
static void add_patched(const struct summary *summary, struct str *out)
{
	if (summary->n_runs == 1)
		str_addf(out, "patched by run %lu", summary->run->number);
	else
		str_addf(out, "patched by %zu runs", summary->n_runs);
	if (summary->has_one_set) {
		str_add_cstr(out, " (");
		shown_add(slice_of(summary->run->set), out);
		str_add_char(out, ')');
	}
	str_addf(out, ": %zu file%s", summary->n_files, str_plural(summary->n_files));
	if (summary->n_undone && summary->n_undone == summary->n_files)
		str_add_cstr(out, ", but every one is as it was before");
	else if (summary->n_drifted)
		str_addf(out, ", %zu of them changed since", summary->n_drifted);
}

static void add_state(
	const struct session *session, const struct summary *summary, struct json *object, struct str *out)
{
	const char *state = summary->n_runs     ? summary->n_drifted ? "drifted" : "patched"
			    : summary->n_broken ? "not known"
						: "not patched";
	str_addf(out, "tree     %s\nstate    ", root_path(session->root));
	if (summary->n_runs)
		add_patched(summary, out);
	else
		str_add_cstr(out, state);
	if (summary->n_broken)
		str_addf(out, "%s %zu record%s damaged, see below", summary->n_runs ? ";" : ":", summary->n_broken,
			summary->n_broken == 1 ? " is" : "s are");
	str_add_char(out, '\n');
	json_put_cstr(object, "state", state);
}

/*
 * Edits that were undone can be made again, as the runs made them. Whether those of files that were changed since are
 * still there, check says, and it knows how the runs were made; where these chose different rules or files, also which
 * of them to repeat. Where no set fits, what was done can only be undone. Nothing is written upon a record that may be
 * a stranger's: `log` says whose it is.
 */
static const char *next_command(const struct session *session, const struct summary *summary)
{
	bool is_undone = summary->n_drifted && summary->n_drifted == summary->n_undone;
	if (!session->set && !summary->n_runs)
		return "list";
	if (session->set && (!is_undone || session->selection))
		return "check";
	return summary->has_foreign ? "log" : session->set ? "apply" : "rollback";
}

/* The command to run now. */
static void add_next(const struct session *session, const struct options *typed, const struct summary *summary,
	struct json *object, struct str *text)
{
	struct arena arena = ARENA_INIT;
	struct str line = STR_INIT;
	const char *command = next_command(session, summary);
	bool applies = strcmp(command, "apply") == 0, lists = strcmp(command, "list") == 0;
	struct session_request request = applies ? session->request : session_request_of(typed);
	settings_drop_taken(session, &request, &arena);
	str_addf(&line, "tpatch %s", command);
	report_add_option("root", lists ? NULL : root_path(session->root), &line);
	if (lists)
		report_add_option("patchsets", request.patchsets, &line);
	if (applies || strcmp(command, "check") == 0)
		session_add_about(&request, &line);
	if (applies)
		session_add_selection(&request, &line);
	str_addf(text, "\nnext: %s\n", line.ptr);
	json_put_text(object, "next", str_slice(&line));
	str_release(&line);
	arena_release(&arena);
}

/* What the files are is not known before the run is repaired: only that is said. */
static bool print_interrupted(const struct session *session, const struct run *run, struct err *err)
{
	struct json *object = print_new_json();
	struct str text = STR_INIT, line = STR_INIT;
	struct err why = ERR_INIT;
	session_require_whole(session, &why);
	str_add_cstr(&line, "tpatch recover");
	report_add_option("root", root_path(session->root), &line);
	str_addf(&text, "tree     %s\nstate    half-way: %s\n\nnext: %s\n", root_path(session->root), why.message,
		line.ptr);
	err_release(&why);
	json_put_cstr(object, "root", root_path(session->root));
	json_put_cstr(object, "state", "interrupted");
	json_put_number(object, "interrupted_run", (int64_t)run->number);
	json_put(object, "runs", json_new_array());
	json_put_text(object, "next", str_slice(&line));
	if (session->options->json != JSON_OFF) {
		str_clear(&text);
		print_json(session->options, object, &text);
	}
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	str_release(&line);
	json_free(object);
	return ok;
}

static int print_state(struct session *session, const struct options *options, struct err *err)
{
	bool ok = true;
	struct err unknown = ERR_INIT;
	/* What the tree is may be unknown; with a set, what failed are the facts. */
	if (!adopt_and_select(session, &unknown) && (unknown.kind != ERR_PATCHSET || session->set)) {
		ok = false;
		*err = unknown;
		unknown = ERR_INIT;
	}
	if (ok) {
		struct json *object = print_new_json();
		struct str text = STR_INIT, rest = STR_INIT;
		struct summary summary;
		add_target(session, &unknown, object, &rest);
		add_runs(session, &summary, object, &rest);
		add_state(session, &summary, object, &text);
		str_add(&text, str_slice(&rest));
		str_release(&rest);
		add_next(session, options, &summary, object, &text);
		if (options->json != JSON_OFF) {
			str_clear(&text);
			print_json(options, object, &text);
		}
		ok = print_text(STREAM_OUT, str_slice(&text), err);
		str_release(&text);
		json_free(object);
	}
	err_release(&unknown);
	return ok ? EXIT_OK : exit_code_of(err);
}

static int status_run(const struct options *options, struct err *err)
{
	struct session session;
	int code;
	const struct run *interrupted = NULL;
	if (!session_open_with_history(&session, options, err))
		code = exit_code_of(err);
	else if (!(interrupted = journal_interrupted(&session.journal)))
		code = print_state(&session, options, err);
	else
		code = print_interrupted(&session, interrupted, err) ? EXIT_TORN : exit_code_of(err);
	session_close(&session);
	return code;
}

static const int status_options[] = {
	OPTION_ROOT,
	OPTIONS_OF_SET,
	OPTION_JSON,
	OPTION_NONE,
};

const struct command command_status = {
	.name = "status",
	.arguments = "",
	.summary = "what is patched, by which runs, what drifted since, and what next",
	.help = "The first lines say whether the tree is patched and by which runs, the last line which\n"
		"command to run next. Between them: which project and version the tree is and how that is\n"
		"known (git tag, git commit, version file, content), which patch set fits, and for each\n"
		"applied run the files that have changed since. Facts, values and patch sets are those of\n"
		"the applied runs, unless the command line gives others. Writes nothing.\n"
		"\n"
		"examples\n"
		"  tpatch status --root ~/pytorch\n"
		"  tpatch status --root ~/pytorch --json=compact\n"
		"\n"
		"exit codes: 0 done, 5 a run was interrupted: `next:` names the command that repairs it\n",
	.options = status_options,
	.max_arguments = 0,
	.run = status_run,
};
