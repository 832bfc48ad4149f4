/* What the word at the cursor may become. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/shown.h"
#include "cmdline/completion.h"
#include "cmdline/configure.h"

struct question {
	const struct program *program;
	const struct options *options; /* what is before the word */
	const struct options_shared *shared;
	struct slice typed; /* the word, or what is after "--option=" */
	const char *beside; /* "files", "folders" or "words" */
	struct str lines;
};

/* Shells take the words into the command line as they are: one that means something to a shell, as a patch set may
 * bring, is left out. */
static bool is_word(struct slice word)
{
	struct str shown = STR_INIT;
	shown_add(word, &shown);
	bool is = word.len && slice_eq(str_slice(&shown), word);
	for (size_t i = 0; is && i < word.len; i++) {
		unsigned char c = (unsigned char)word.ptr[i];
		is = c >= 0x80 || ascii_is_letter(c) || ascii_is_digit(c) || strchr("._-+/=,:@%", c);
	}
	str_release(&shown);
	return is;
}

/* Adds the word if it begins as the one that is typed. */
static void offer(struct question *question, struct slice word, struct slice meaning)
{
	size_t typed = question->typed.len;
	if (!is_word(word) || word.len < typed || memcmp(word.ptr, question->typed.ptr, typed) != 0)
		return;
	/* What stays ends after the last '=' of the typed word. */
	while (typed && question->typed.ptr[typed - 1] != '=')
		typed--;
	str_add(&question->lines, slice_sub(word, typed, word.len));
	str_add_char(&question->lines, '\t');
	shown_add(meaning, &question->lines);
	str_add_char(&question->lines, '\n');
}

/* Words, each with its meaning after a tab. */
static void offer_lines(struct question *question, struct slice lines)
{
	for (struct slice line, word; slice_cut(&lines, '\n', &line);) {
		slice_cut(&line, '\t', &word);
		offer(question, word, line);
	}
}

/* NAME=VALUE, each with its meaning after a tab: the names, each once, until one is typed. */
static void offer_pairs(struct question *question, struct slice lines)
{
	bool has_name = memchr(question->typed.ptr, '=', question->typed.len);
	struct slice last = { 0 };
	for (struct slice line, word; slice_cut(&lines, '\n', &line);) {
		slice_cut(&line, '\t', &word);
		size_t name = slice_find(word, SLICE_LITERAL("="), 0);
		if (!has_name && name != (size_t)-1)
			word.len = name + 1;
		/* "NAME=" alone says nothing to somebody who typed that. */
		if ((last.ptr && slice_eq(word, last)) || (has_name && slice_ends_with(word, "=")))
			continue;
		offer(question, word, line);
		last = word;
	}
}

static void offer_commands(struct question *question)
{
	for (size_t i = 0; i < question->program->n_commands; i++)
		offer(question, slice_of(question->program->commands[i]->name),
			slice_of(question->program->commands[i]->summary));
}

/* By what usage calls a value or an argument. */
static const char *kind_of(const char *value)
{
	static const char *const files[] = { "FILE", "PATH", "LOG", "SOURCE" };
	for (size_t i = 0; i < COUNT_OF(files); i++)
		if (strstr(value, files[i]))
			return "files";
	return strstr(value, "DIR") ? "folders" : "words";
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
	if (row->kind == KIND_PAIRS)
		offer_pairs(question, str_slice(&values));
	else
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

/* What usage calls the argument that comes after `before` others, in "RULE [FILE] " or "[SET...] "; empty: none may.
 * `*is_first`: or one like the first. */
static struct slice argument_at(const char *arguments, size_t before, bool *is_first)
{
	struct slice rest = slice_of(arguments), word = { 0 };
	size_t at = 0;
	while (slice_cut(&rest, ' ', &word) && word.len) {
		bool repeats = slice_find(word, SLICE_LITERAL("..."), 0) != (size_t)-1 ||
			       slice_find(word, SLICE_LITERAL("…"), 0) != (size_t)-1;
		*is_first = at == 0;
		if (at++ == before || repeats)
			return word;
	}
	return (struct slice){ 0 };
}

static void offer_arguments(struct question *question)
{
	const struct command *command = question->shared->command;
	struct str values = STR_INIT, name = STR_INIT;
	bool is_first = false;
	size_t bar = slice_find(slice_of(command->arguments), SLICE_LITERAL(" | "), 0);
	/* "RULE [FILE] | FILE ": either may come first. */
	if (bar != (size_t)-1 && !question->shared->n_arguments && !strchr(command->arguments, '('))
		str_add_cstr(&name, command->arguments + bar + strlen(" | "));
	str_add(&name, command->max_arguments
			       ? argument_at(command->arguments, question->shared->n_arguments, &is_first)
			       : (struct slice){ 0 });
	if (name.len && strstr(name.ptr, "COMMAND"))
		offer_commands(question);
	if (is_first && name.len && command->add_arguments)
		command->add_arguments(question->options, &values);
	offer_lines(question, str_slice(&values));
	if (name.len)
		question->beside = kind_of(name.ptr);
	str_release(&values);
	str_release(&name);
}

/* "--json=pre" asks for what is after the '='. False for a word that is none of this kind. */
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
	struct options *options = options_guess(program, argc, argv, &pending);
	struct err ignored = ERR_INIT; /* what the project file cannot give is not offered */
	((struct options_shared *)options)->quiet = true;
	options_configure(options, &ignored);
	err_release(&ignored);
	struct question question = { .program = program,
		.options = options,
		.shared = options_shared(options),
		.typed = word,
		.beside = "words" };
	answer(&question, pending);
	size_t kept = word.len;
	while (kept && word.ptr[kept - 1] != '=')
		kept--;
	str_addf(out, "%s " SLICE_FMT "\n", question.beside, SLICE_ARG(slice_sub(word, 0, kept)));
	str_add(out, str_slice(&question.lines));
	str_release(&question.lines);
	options_free(options);
}
