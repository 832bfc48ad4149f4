/* tpatch: the command line. Parses, runs one command, prints its error, returns its code. */
#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "platform/read.h"

static int run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	if (options->version)
		str_addf(&text, "tpatch %s\n", TPATCH_VERSION);
	else if (options->help)
		command_format_help(options->command, &text);
	else
		return options->command->run(options, err);
	print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return exit_code_of(err);
}

int main(int argc, char **argv)
{
	struct err err = ERR_INIT;
	struct options options;
	platform_begin();
	int code = options_parse(argc, argv, &options, &err) ? run(&options, &err) : exit_code_of(&err);
	if (err.kind != ERR_NONE) {
		print_err(&err, &options);
		code = exit_code_of(&err);
	}
	options_release(&options);
	err_release(&err);
	return code;
}
