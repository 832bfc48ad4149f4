/* tbuild help [COMMAND] */
#include "command/command.h"

static const int help_options[] = { OPTION_MAN, OPTION_COMPLETION, OPTION_NONE };

const struct command command_help = {
	.name = "help",
	.arguments = "[COMMAND] ",
	.summary = "list the commands, show one command's help, print completion scripts",
	.help = "Prints the list of commands, or the help of one; --man prints it as a manual page in roff.\n"
		"\n"
		"examples\n"
		"  tbuild help build --man | man -l -\n"
		"  eval \"$(tbuild help --completion bash)\"\n"
		"  tbuild help --completion fish > ~/.config/fish/completions/tbuild.fish\n",
	.options = help_options,
	.max_arguments = 1,
	.run = command_run_help,
};
