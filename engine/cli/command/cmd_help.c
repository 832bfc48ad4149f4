/* tpatch help [COMMAND] */
#include "cli/option.h"

static const int help_options[] = { OPTION_MAN, OPTION_COMPLETION, OPTION_NONE };

const struct command command_help = {
	.name = "help",
	.arguments = "[COMMAND] ",
	.summary = "list the commands, or show one command's help",
	.help = "Prints the list of commands, or the help of one; --man prints it as a manual page in\n"
		"roff.\n"
		"\n"
		"examples\n"
		"  tpatch help check --man | man -l -\n"
		"  eval \"$(tpatch help --completion bash)\"\n"
		"  tpatch help --completion fish > ~/.config/fish/completions/tpatch.fish\n"
		"  tpatch help --completion zsh > /usr/local/share/zsh/site-functions/_tpatch\n"
		"  Add-Content $PROFILE 'tpatch help --completion powershell | Out-String | iex'\n",
	.options = help_options,
	.max_arguments = 1,
	.run = command_run_help,
};
