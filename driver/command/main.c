/* tbuild: the command line. Parses, runs one command, prints its error, returns its code. */
#include "command/command.h"
#include "command/print.h"
#include "system/system.h"

static int run(const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	if (options->version)
		str_add_cstr(&text, "tbuild " TPATCH_VERSION "\n");
	else if (options->help && !options->command_named)
		command_format_overview(&text);
	else if (options->help)
		command_format_help(options->command, &text);
	if (text.len == 0)
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
