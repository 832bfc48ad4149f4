/* tbuild triage: what a log says. */
#include <string.h>

#include "command/command.h"
#include "command/print.h"
#include "command/session.h"
#include "command/triage_print.h"
#include "triage/triage.h"

#define LOG_MAX_BYTES ((size_t)1 << 30)

static bool print_list(const struct signatures *signatures, bool as_json, struct err *err)
{
	if (as_json)
		return print_json(signatures_json(signatures), err);
	struct str text = STR_INIT;
	for (size_t i = 0; i < signatures->count; i++)
		str_addf(&text, "%-20s %-8s %s\n", signatures->items[i].id, signature_level_name(signatures->items[i].level), signatures->items[i].cause);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static int triage_run(const struct options *options, struct err *err)
{
	struct signatures signatures;
	struct str log = STR_INIT, text = STR_INIT, name = STR_INIT;
	struct triage triage = { 0 };
	bool ok = signatures_load(&signatures, err);
	if (options->n_arguments)
		str_add_cstr(&name, options->arguments[0]);
	else if (!options->list)
		ok = ok && session_last_log(options->root ? options->root : ".", &name, err);
	if (ok && options->list) {
		ok = print_list(&signatures, options->json, err);
		triage.count = 1;
	} else if (ok && platform_read_file(name.ptr, LOG_MAX_BYTES, &log, err)) {
		triage_decode(&log);
		triage_log(&signatures, str_slice(&log), &triage);
		if (options->json)
			ok = print_json(triage_json(&triage), err);
		else
			triage_print(&triage, str_slice(&log), print_colored(STREAM_OUT, options), &text);
		ok = ok && print_text(STREAM_OUT, str_slice(&text), err);
	} else {
		ok = false;
	}
	str_release(&log);
	str_release(&text);
	str_release(&name);
	signatures_release(&signatures);
	return ok ? (triage.count ? EXIT_DONE : EXIT_NO) : exit_code_of(err);
}

static const enum option_id triage_options[] = { OPTION_ROOT, OPTION_LIST, OPTION_JSON, OPTION_NONE };

const struct command command_triage = {
	.name = "triage",
	.arguments = "[LOG]",
	.summary = "what went wrong: the first cause in a log, and what mends it",
	.help = "Reads the log of a build, made by tbuild or by anything else, and looks for what\n"
		"is known to go wrong. '-' is standard input; without LOG it is that of the last\n"
		"build in --root. In Ninja's output the first FAILED block counts, not the last\n"
		"line. Exit 1 when nothing is known.\n",
	.options = triage_options,
	.max_arguments = 1,
	.run = triage_run,
};
