/* tpatch help [COMMAND] */
#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"

static int help_run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	if (options->n_arguments) {
		const struct command *command = command_find(slice_of(options->arguments[0]));
		if (!command) {
			command_fail_unknown(options->arguments[0], err);
			return exit_code_of(err);
		}
		command_format_help(command, &text);
	} else {
		command_format_overview(&text);
	}
	print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return exit_code_of(err);
}

static const enum option_id help_options[] = { OPTION_NONE };

const struct command command_help = {
	.name = "help",
	.arguments = "[COMMAND] ",
	.summary = "what there is, or one command's help",
	.help = "Prints the list of commands, or the page of one.\n",
	.options = help_options,
	.max_arguments = 1,
	.run = help_run,
};
