/* What the word at the cursor may become. */
#include <stdlib.h>
#include <string.h>

#include "cmdline/completion.h"

struct question {
	const struct program *program;
	const struct options *options; /* what stands before the word */
	const struct options_shared *shared;
	struct slice typed;            /* the word, or what is behind "--option=" */
	const char *beside;            /* "files", "folders" or "words" */
	struct str lines;
};

/* Every word here is to be typed, so one with a blank or a control byte, as a patch set may bring, is left out. */
static bool is_word(struct slice word)
{
	for (size_t i = 0; i < word.len; i++)
		if ((unsigned char)word.ptr[i] <= ' ' || word.ptr[i] == 0x7f)
			return false;
	return word.len > 0;
}

/* Adds the word if it begins as the one that is typed. */
static void offer(struct question *question, struct slice word, struct slice meaning)
{
	size_t typed = question->typed.len;
	if (!is_word(word) || word.len < typed || memcmp(word.ptr, question->typed.ptr, typed) != 0)
		return;
	/* What stays ends behind the last '=' of the typed word. */
	while (typed && question->typed.ptr[typed - 1] != '=')
		typed--;
	str_add(&question->lines, slice_sub(word, typed, word.len));
	str_add_char(&question->lines, '\t');
	for (size_t i = 0; i < meaning.len; i++)
		str_add_char(&question->lines, (unsigned char)meaning.ptr[i] < ' ' ? ' ' : meaning.ptr[i]);
	str_add_char(&question->lines, '\n');
}

/* Words, each with its meaning behind a tab. */
static void offer_lines(struct question *question, struct slice lines)
{
	for (struct slice line; slice_cut(&lines, '\n', &line);) {
		struct slice word;
		slice_cut(&line, '\t', &word);
		offer(question, word, line);
	}
}

static void offer_commands(struct question *question)
{
	for (size_t i = 0; i < question->program->n_commands; i++)
		offer(question, slice_of(question->program->commands[i]->name), slice_of(question->program->commands[i]->summary));
}

/* By what usage calls a value or an argument. */
static const char *kind_of(const char *value)
{
	return strstr(value, "FILE") || strstr(value, "PATH") || strstr(value, "LOG") ? "files" : strstr(value, "DIR") ? "folders" : "words";
}

static void offer_values(struct question *question, const struct option_row *row)
{
	struct str values = STR_INIT;
	if (!row->value)
		return;
	if (row->is_pair && memchr(question->typed.ptr, '=', question->typed.len)) {
		question->beside = kind_of(row->value);
		return;
	}
	option_add_values(row, question->options, &values);
	offer_lines(question, str_slice(&values));
	question->beside = row->is_pair ? "words" : kind_of(row->value);
	str_release(&values);
}

static void offer_options(struct question *question)
{
	size_t n_own;
	int *ids = options_of_command(question->program, question->shared->command, &n_own);
	for (const int *id = ids; *id; id++) {
		const struct option_row *row = &question->program->options[*id];
		const char letter[] = { '-', row->letter, '\0' };
		struct str name = STR_INIT;
		str_addf(&name, "--%s", row->name);
		offer(question, str_slice(&name), slice_of(row->help));
		if (row->letter)
			offer(question, slice_of(letter), slice_of(row->help));
		str_release(&name);
	}
	free(ids);
}

static void offer_arguments(struct question *question)
{
	const struct command *command = question->shared->command;
	struct str values = STR_INIT;
	if (!command->max_arguments)
		return;
	if (strstr(command->arguments, "COMMAND"))
		offer_commands(question);
	if (command->add_arguments)
		command->add_arguments(question->options, &values);
	offer_lines(question, str_slice(&values));
	question->beside = kind_of(command->arguments);
	str_release(&values);
}

/* "--json=pre" asks for what is behind the '='. False for a word that is none of this kind. */
static bool offer_attached_values(struct question *question)
{
	struct slice rest = question->typed, name;
	if (!slice_starts_with(rest, "--") || !slice_cut(&rest, '=', &name) || !rest.ptr)
		return false;
	const struct option_row *row = option_find(question->options, slice_sub(name, 2, name.len));
	question->typed = rest;
	if (row)
		offer_values(question, row);
	return true;
}

static void answer(struct question *question, int pending)
{
	if (pending)
		offer_values(question, &question->program->options[pending]);
	else if (offer_attached_values(question))
		return;
	else if (slice_starts_with(question->typed, "-"))
		offer_options(question);
	else if (!question->shared->names_command)
		offer_commands(question);
	else
		offer_arguments(question);
}

void completion_add_answer(const struct program *program, int argc, char **argv, struct str *out)
{
	static const char mark[] = "cur=";
	struct slice word = slice_of(argc && strncmp(argv[0], mark, strlen(mark)) == 0 ? argv[0] + strlen(mark) : "");
	int pending = 0;
	const struct options *options = options_guess(program, argc, argv, &pending);
	struct question question = { .program = program, .options = options, .shared = options_shared(options), .typed = word, .beside = "words" };
	answer(&question, pending);
	size_t kept = word.len;
	while (kept && word.ptr[kept - 1] != '=')
		kept--;
	str_addf(out, "%s " SLICE_FMT "\n", question.beside, SLICE_ARG(slice_sub(word, 0, kept)));
	str_add(out, str_slice(&question.lines));
	str_release(&question.lines);
	options_free(options);
}
