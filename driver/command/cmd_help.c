/* tbuild help [COMMAND] */
#include "command/command.h"
#include "command/completion.h"
#include "command/print.h"

static int help_run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	const struct command *command = options->n_arguments ? command_find(slice_of(options->arguments[0])) : NULL;
	bool ok = true;
	if (options->completion)
		ok = completion_add(options->completion, &text, err);
	else if (options->n_arguments && !command)
		ok = command_fail_unknown(options->arguments[0], err);
	else if (command)
		command_format_help(command, &text);
	else
		command_format_overview(&text);
	ok = ok && print_data(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok ? EXIT_DONE : exit_code_of(err);
}

static const enum option_id help_options[] = { OPTION_COMPLETION, OPTION_NONE };

const struct command command_help = {
	.name = "help",
	.arguments = "[COMMAND]",
	.summary = "this page, or one command's; scripts that complete command lines",
	.help = "Prints the overview, or the page of one command. --completion prints a script\n"
		"for the shell: eval \"$(tbuild help --completion bash)\", or in fish\n"
		"tbuild help --completion fish > ~/.config/fish/completions/tbuild.fish\n",
	.options = help_options,
	.max_arguments = 1,
	.run = help_run,
};
