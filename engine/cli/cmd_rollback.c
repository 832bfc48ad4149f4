/* tpatch rollback [RUN] */
#include <stdint.h>
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
	/* On Windows, `unsigned long` has 32 bits: a number that is too large would come back as the largest. */
	unsigned long long number = strtoull(text, &end, 10);
	*run = (unsigned long)number;
	if (text[0] >= '1' && text[0] <= '9' && !*end && number <= UINT32_MAX)
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
		str_addf(&text, "run %lu undone: %zu file%s as before, byte for byte\n", report->run, report->n_files, report->n_files == 1 ? "" : "s");
		for (size_t i = 0; i < report->n_warnings; i++)
			str_addf(&text, "note: %s\n", report->warnings[i]);
	}
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/*
 * Undoes run `number` (0: the last). When that is the one that had been cut off, recovery has undone it already, and nothing
 * older may be undone in its place.
 */
static bool undo(struct session *session, unsigned long number, struct commit_report *report, struct err *err)
{
	const struct run *cut_off = journal_find(&session->journal, session->recovery.run);
	if (cut_off && cut_off->state == RUN_UNDONE && (number == 0 || number == cut_off->number)) {
		*report = (struct commit_report){ .run = cut_off->number, .n_files = session->recovery.n_files };
		return true;
	}
	return commit_rollback(platform_write_ops(), session->root, number, report, err) || session_refuse(report, err);
}

static int rollback_run(const struct options *options, struct err *err)
{
	struct session session = { 0 };
	struct commit_report report = { 0 };
	unsigned long number;
	bool ok = parse_run(options, &number, err) && session_open(&session, options, err) && session_recover_first(&session, err) &&
	          undo(&session, number, &report, err) &&
	          (print_result(&session, &report, err) || session_report_lost(report.run, "undone", err));
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
