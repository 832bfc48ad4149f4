/* tpatch help [COMMAND] */
#include "cli/command.h"
#include "cli/completion.h"
#include "cli/exit.h"
#include "cli/manual.h"
#include "cli/print.h"

static void add_page(const struct options *options, const struct command *command, struct str *out)
{
	if (options->man && command)
		manual_add_command(command, out);
	else if (options->man)
		manual_add_overview(out);
	else if (command)
		command_format_help(command, print_help_width(), out);
	else
		command_format_overview(out);
}

static int help_run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	const struct command *command = options->n_arguments ? command_find(slice_of(options->arguments[0])) : NULL;
	bool ok = true;
	if (options->n_arguments && !command)
		ok = command_fail_unknown(options->arguments[0], err);
	else if (options->completion)
		ok = completion_add(options->completion, &text, err);
	else
		add_page(options, command, &text);
	if (ok && (options->completion || options->man))
		ok = print_data(STREAM_OUT, str_slice(&text), err);
	else if (ok)
		ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	return exit_code_of(err);
}

static const enum option_id help_options[] = { OPTION_MAN, OPTION_COMPLETION, OPTION_NONE };

const struct command command_help = {
	.name = "help",
	.arguments = "[COMMAND] ",
	.summary = "what there is, or one command's help",
	.help = "Prints the list of commands, or the page of one; with --man as a manual page in roff.\n\n"
		"examples\n"
		"  tpatch help check --man | man -l -\n"
		"  eval \"$(tpatch help --completion bash)\"\n"
		"  tpatch help --completion fish > ~/.config/fish/completions/tpatch.fish\n"
		"  tpatch help --completion zsh > /usr/local/share/zsh/site-functions/_tpatch\n"
		"  tpatch help --completion powershell >> $PROFILE\n",
	.options = help_options,
	.max_arguments = 1,
	.run = help_run,
};
