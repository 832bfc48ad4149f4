/* tpatch rollback [RUN] */
#include <stdlib.h>

#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/session.h"
#include "commit/commit.h"
#include "platform/write.h"
#include "report/json.h"

static bool parse_run(const struct options *options, unsigned long *run, struct err *err)
{
	*run = 0;
	if (!options->n_arguments)
		return true;
	char *end;
	const char *text = options->arguments[0];
	*run = strtoul(text, &end, 10);
	if (text[0] >= '1' && text[0] <= '9' && !*end)
		return true;
	err_set(err, ERR_USAGE, "'%s' is no run", text);
	return err_hint(err, "runs are numbered 1, 2, …: `tpatch log` lists them");
}

static bool print_result(const struct session *session, const struct commit_report *report, struct err *err)
{
	const struct options *options = session->options;
	struct str text = STR_INIT;
	if (options->json != JSON_OFF) {
		struct json *object = json_new_object();
		json_put_cstr(object, "command", options->command->name);
		json_put_number(object, "run", (int64_t)report->run);
		json_put_number(object, "files", (int64_t)report->n_files);
		json_put_number(object, "exit", EXIT_OK);
		json_print(object, options->json == JSON_PRETTY, &text);
		str_add_char(&text, '\n');
		json_free(object);
	} else if (!options->quiet) {
		if (session->recovered)
			str_addf(&text, "note: run %lu had been cut off; the tree was put in order first\n", session->recovered);
		str_addf(&text, "run %lu undone: %zu file%s as before, byte for byte\n", report->run, report->n_files, report->n_files == 1 ? "" : "s");
	}
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static int rollback_run(const struct options *options, struct err *err)
{
	struct session session = { 0 };
	struct commit_report report = { 0 }, recovery = { 0 };
	unsigned long run;
	bool ok = parse_run(options, &run, err) && session_open(&session, options, err);
	if (ok && journal_needs_recovery(&session.journal)) {
		ok = commit_recover(platform_write_ops(), session.root, &recovery, err) || session_refuse(&recovery, err);
		session.recovered = recovery.run;
	}
	ok = ok && (commit_rollback(platform_write_ops(), session.root, run, &report, err) || session_refuse(&report, err)) &&
	     print_result(&session, &report, err);
	commit_report_release(&recovery);
	commit_report_release(&report);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const enum option_id rollback_options[] = { OPTION_ROOT, OPTION_JSON, OPTION_NONE };

const struct command command_rollback = {
	.name = "rollback",
	.arguments = "[RUN] ",
	.summary = "undo the last run (or RUN), byte for byte, mtime and mode too",
	.help = "Puts back every file that the run changed. Refuses, file by file and before anything\n"
		"is written, where a file is no longer what the run left.\n\n"
		"exit codes: 0 done, 2 no such run, 3 a file was changed since, 4 or 5 I/O error\n",
	.options = rollback_options,
	.max_arguments = 1,
	.run = rollback_run,
};
