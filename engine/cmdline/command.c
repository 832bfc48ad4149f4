#include "cmdline/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cmdline/completion.h"
#include "cmdline/configure.h"
#include "cmdline/exit.h"
#include "cmdline/print.h"
#include "platform/read.h"

const struct command *command_find(const struct program *program, struct slice name)
{
	for (size_t i = 0; i < program->n_commands; i++)
		if (slice_eq_cstr(name, program->commands[i]->name))
			return program->commands[i];
	return NULL;
}

static int run(struct options *options, struct err *err)
{
	const struct options_shared *shared = options_shared(options);
	if (shared->version || shared->help)
		return command_run_help(options, err);
	return options_configure(options, err) ? shared->command->run(options, err) : exit_code_of(err);
}

static void complete(const struct program *program, int argc, char **argv)
{
	struct err ignored = ERR_INIT;
	struct str text = STR_INIT;
	completion_add_answer(program, argc, argv, &text);
	print_data(STREAM_OUT, str_slice(&text), &ignored);
	str_release(&text);
	err_release(&ignored);
}

/* What asks for help in other programs, and is nothing else here: on Windows `/?`. */
static void understand_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "-?") == 0 || (platform_is_separator('\\') && strcmp(argv[i], "/?") == 0))
			argv[i] = "--help";
}

/*
 * No name has a quotation mark on Windows, but arguments do by accident: "C:\my folder\" --dry is one argument,
 * C:\my folder" --dry.
 */
static void hint_at_quotes(int argc, char **argv, struct err *err)
{
	for (int i = 1; i < argc && platform_is_separator('\\') && err->message; i++) {
		const char *quote = strchr(argv[i], '"');
		if (quote && strstr(err->message, quote))
			err_hint(err,
				"\\\" is a quotation mark to Windows: leave out the backslash at the end of a path in "
				"quotation marks");
	}
}

/* No failure is silent: an error without words is a defect, and is told as one. */
static void say_unsaid(const struct program *program, const struct options *options, int code, struct err *err)
{
	if (err->kind != ERR_NONE || code != EXIT_UNSAID)
		return;
	const struct command *command = options_shared(options)->command;
	err_set(err, ERR_IO, "%s %s failed and does not say why", program->name, command ? command->name : "");
	err_hint(err, "this is a defect of %s: please report it with this command line", program->name);
}

int command_main(const struct program *program, int argc, char **argv)
{
	struct err err = ERR_INIT;
	platform_begin();
	understand_help(argc, argv);
	if (argc > 1 && strcmp(argv[1], COMPLETION_REQUEST) == 0) {
		complete(program, argc - 2, argv + 2);
		platform_end();
		return 0;
	}
	struct options *options = xcalloc(1, program->options_size);
	int code = options_parse(program, argc, argv, options, &err) ? run(options, &err) : exit_code_of(&err);
	say_unsaid(program, options, code, &err);
	if (err.kind != ERR_NONE) {
		hint_at_quotes(argc, argv, &err);
		print_err(&err, options);
		code = exit_code_of(&err);
	}
	options_release(options);
	free(options);
	err_release(&err);
	platform_end();
	return code;
}
