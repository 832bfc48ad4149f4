#include "cmdline/command.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cmdline/completion.h"
#include "cmdline/configure.h"
#include "cmdline/help.h"
#include "cmdline/manual.h"
#include "cmdline/print.h"
#include "platform/read.h"

const struct command *command_find(const struct program *program, struct slice name)
{
	for (size_t i = 0; i < program->n_commands; i++)
		if (slice_eq_cstr(name, program->commands[i]->name))
			return program->commands[i];
	return NULL;
}

const char *synonym_find(const struct synonym *rows, size_t count, struct slice word)
{
	for (size_t i = 0; i < count; i++)
		for (struct slice rest = slice_of(rows[i].words), one; slice_cut(&rest, ' ', &one);)
			if (slice_eq_nocase(one, word))
				return rows[i].meant;
	return NULL;
}

bool command_fail_unknown(const struct program *program, const char *word, struct err *err)
{
	const char **names = xcalloc(program->n_commands, sizeof(*names));
	for (size_t i = 0; i < program->n_commands; i++)
		names[i] = program->commands[i]->name;
	const char *meant = synonym_find(program->synonyms, program->n_synonyms, slice_of(word));
	if (!meant)
		meant = nearest_name(slice_of(word), names, program->n_commands);
	free(names);
	err_set(err, ERR_USAGE, "'%s' is not a command", word);
	if (meant)
		return err_hint(err, "did you mean `%s %s`?", program->name, meant);
	return err_hint(
		err, "to name a source tree, write --root '%s'; `%s help` lists the commands", word, program->name);
}

static void add_page(const struct options_shared *options, const struct command *command, struct str *out)
{
	if (options->man && command)
		manual_add_command(options->program, command, out);
	else if (options->man)
		manual_add_overview(options->program, out);
	else if (command)
		help_add_command(options->program, command, print_help_width(), out);
	else
		help_add_overview(options->program, out);
}

int command_run_help(const struct options *options, struct err *err)
{
	const struct options_shared *shared = options_shared(options);
	struct str text = STR_INIT;
	const struct command *command =
		shared->n_arguments ? command_find(shared->program, slice_of(shared->arguments[0])) : NULL;
	bool ok = !shared->n_arguments || command || command_fail_unknown(shared->program, shared->arguments[0], err);
	bool is_data = shared->completion || shared->man;
	if (ok && shared->completion)
		completion_add_script(shared->program, shared->completion, &text);
	else if (ok)
		add_page(shared, command, &text);
	if (ok && is_data)
		print_data(STREAM_OUT, str_slice(&text), err);
	else if (ok)
		print_paged(options, str_slice(&text), err);
	str_release(&text);
	return shared->program->exit_code_of(err);
}

static int run(struct options *options, struct err *err)
{
	const struct options_shared *shared = options_shared(options);
	const struct program *program = shared->program;
	struct str text = STR_INIT;
	if (!shared->version && !shared->help)
		return options_configure(options, err) ? shared->command->run(options, err)
						       : program->exit_code_of(err);
	if (shared->version) {
		str_addf(&text, "%s %s\n", program->name, program->version);
		if (shared->verbose && program->add_build)
			program->add_build(&text);
	} else if (shared->names_command) {
		help_add_brief(program, shared->command, print_help_width(), &text);
	} else {
		help_add_screen(program, print_help_width(), &text);
	}
	print_paged(options, str_slice(&text), err);
	str_release(&text);
	return program->exit_code_of(err);
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
	int code = options_parse(program, argc, argv, options, &err) ? run(options, &err) : program->exit_code_of(&err);
	if (err.kind != ERR_NONE) {
		hint_at_quotes(argc, argv, &err);
		print_err(&err, options);
		code = program->exit_code_of(&err);
	}
	options_release(options);
	free(options);
	err_release(&err);
	platform_end();
	return code;
}
