/* Reads command lines. The only file that knows getopt_long (platform's C library has it on every system). */
#include "cmdline/option.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cmdline/command.h"
#include "platform/shell_word.h"

/* What getopt_long returns for a row's name: above all letters. */
#define CODE_BASE 256

/* One option as typed. */
struct given {
	int id; /* the first row of its name */
	const char *value;
};

struct given_list {
	struct given *items;
	size_t count, capacity;
};

/* Sets the hint that a word may be meant as a source tree, followed by `more`. Always false. */
static bool hint_root(const char *word, const char *more, struct err *err)
{
	struct str root = STR_INIT;
	shell_word(word, &root);
	err_hint(err, "to name a source tree, write --root %s%s", root.ptr, more);
	str_release(&root);
	return false;
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
	if (meant && strchr(meant, '`'))
		return err_hint(err, "%s", meant);
	if (meant)
		return err_hint(err, "did you mean `%s %s`?", program->name, meant);
	if (!word[0])
		return err_hint(err, "`%s help` lists the commands", program->name);
	struct str more = STR_INIT;
	str_addf(&more, "; `%s help` lists the commands", program->name);
	hint_root(word, more.ptr, err);
	str_release(&more);
	return false;
}

static const struct option_row *row_of(const struct program *program, int id)
{
	return &program->options[id];
}

static struct options_shared *shared_of(struct options *options)
{
	return (struct options_shared *)options;
}

/* The first row that is spelled like this one. */
static int first_of_name(const struct program *program, int id)
{
	int first = 1;
	while (strcmp(row_of(program, first)->name, row_of(program, id)->name) != 0)
		first++;
	return first;
}

/* Among `ids`, ended by 0, the one that is spelled like `id`; 0 if there is none. */
static int namesake_in(const struct program *program, const int *ids, int id)
{
	while (*ids && strcmp(row_of(program, *ids)->name, row_of(program, id)->name) != 0)
		ids++;
	return *ids;
}

/* getopt's tables, made from the rows. */
struct getopt_tables {
	struct option *longs;
	struct str shorts;
};

static void make_tables(const struct program *program, struct getopt_tables *tables)
{
	size_t n = 0;
	*tables = (struct getopt_tables){ xcalloc(2 * program->n_options, sizeof(*tables->longs)), STR_INIT };
	str_add_cstr(&tables->shorts, ":");
	for (int id = 1; id < (int)program->n_options; id++) {
		const struct option_row *row = row_of(program, id);
		int argument = !row->value                  ? no_argument
			       : option_may_lack_value(row) ? optional_argument
							    : required_argument;
		if (first_of_name(program, id) != id)
			continue;
		tables->longs[n++] = (struct option){ row->name, argument, NULL, CODE_BASE + id };
		if (row->also)
			tables->longs[n++] = (struct option){ row->also, argument, NULL, CODE_BASE + id };
		if (row->letter)
			str_addf(&tables->shorts, "%c%s", row->letter,
				argument == required_argument   ? ":"
				: argument == optional_argument ? "::"
								: "");
	}
}

static void release_tables(struct getopt_tables *tables)
{
	free(tables->longs);
	str_release(&tables->shorts);
}

/* The option of one of getopt's codes; 0 for none. */
static int id_of(const struct program *program, int code)
{
	if (code >= CODE_BASE)
		return code - CODE_BASE;
	for (int id = 1; code > 0 && id < (int)program->n_options; id++)
		if (row_of(program, id)->letter == code)
			return id;
	return 0;
}

static bool fail_unknown(const struct program *program, const char *typed, int letter, struct err *err)
{
	const char **names = xcalloc(2 * program->n_options, sizeof(*names));
	size_t n = 0;
	for (int id = 1; id < (int)program->n_options; id++) {
		names[n++] = row_of(program, id)->name;
		if (row_of(program, id)->also)
			names[n++] = row_of(program, id)->also;
	}
	bool is_letter = letter > 0 && letter < CODE_BASE && !slice_starts_with(slice_of(typed), "--");
	if (is_letter)
		err_set(err, ERR_USAGE, "unknown option '-%c'", letter);
	else
		err_set(err, ERR_USAGE, "unknown option '%s'", typed);
	const char *start = typed + strspn(typed, "-");
	struct slice name = slice_from(start, strcspn(start, "="));
	const char *nearest = nearest_name(name, names, n);
	free(names);
	const char *meant = is_letter ? NULL : synonym_find(program->option_synonyms, program->n_option_synonyms, name);
	const struct command *command = is_letter ? NULL : command_find(program, name);
	if (meant)
		return err_hint(err, "%s", meant);
	if (command)
		return err_hint(err, "did you mean `%s %s`?", program->name, command->name);
	/* Letters after one '-' look like many a name: there it must be the name itself. */
	if (nearest && typed[0] == '-' && (!is_letter || slice_eq_cstr(name, nearest)))
		return err_hint(err, "did you mean --%s?", nearest);
	return err_hint(err, "`%s help` lists commands, `%s COMMAND --help` its options", program->name, program->name);
}

/* The argument in which getopt found the unknown `letter`: it goes on to the next one only when it is through with the
 * letters of one. */
static const char *argument_of(int argc, char **argv, int letter)
{
	const char *next = optind < argc ? argv[optind] : "";
	bool is_cluster = letter > 0 && letter < CODE_BASE && next[0] == '-' && next[1] != '-' &&
			  strchr(next, letter) && strlen(next) > 2;
	return is_cluster ? next : optind > 0 && optind <= argc ? argv[optind - 1] : "";
}

/* Says what is wrong with the word for which getopt returned `code`. Returns false. */
static bool fail_word(const struct program *program, int argc, char **argv, int code, struct err *err)
{
	int refused = optopt ? id_of(program, optopt) : 0;
	const struct option_row *row = row_of(program, refused);
	/* Of a value that is not taken ("--stat=1") one C library says '?', another ':'. */
	if (refused && !row->value)
		return err_set(err, ERR_USAGE, "--%s takes no value", row->name);
	if (code == '?')
		return fail_unknown(program, argument_of(argc, argv, optopt), optopt, err);
	err_set(err, ERR_USAGE, "option '%s' needs a value", argv[optind - 1]);
	return err_hint(err, "--%s %s", row->name, row->value);
}

static bool read_words(const struct program *program, int argc, char **argv, struct given_list *given, struct err *err)
{
	struct getopt_tables tables;
	make_tables(program, &tables);
	opterr = 0;
	optind = 0;
	bool ok = true;
	for (int code; ok && (code = getopt_long(argc, argv, tables.shorts.ptr, tables.longs, NULL)) != -1;) {
		ok = (code != '?' && code != ':') || fail_word(program, argc, argv, code, err);
		if (ok)
			VEC_PUSH(given->items, given->count, given->capacity,
				((struct given){ id_of(program, code), optarg }));
	}
	release_tables(&tables);
	return ok;
}

/* "-profile kepler", read as letters, gives an option that nobody meant, or leaves its value in the place of a command.
 * True where the first such word is said to be an option's name; `letter` is the option that it was read as, or 0. */
static bool fail_one_dash(const struct options_shared *options, char letter, struct err *err)
{
	for (const char **word = options->command_line + 1; options->command_line[0] && *word; word++)
		for (int id = 1;
			(*word)[0] == '-' && (!letter || (*word)[1] == letter) && id < (int)options->program->n_options;
			id++)
			if (strcmp(*word + 1, row_of(options->program, id)->name) == 0) {
				err_set(err, ERR_USAGE, "unknown option '%s'", *word);
				err_hint(err, "did you mean -%s?", *word);
				return true;
			}
	return false;
}

static bool find_command(struct options_shared *out, struct err *err)
{
	if (!out->n_arguments) {
		out->command = out->program->commands[0];
		return true;
	}
	out->command = command_find(out->program, slice_of(out->arguments[0]));
	if (!out->command)
		return !fail_one_dash(out, 0, err) && command_fail_unknown(out->program, out->arguments[0], err);
	out->arguments++;
	out->n_arguments--;
	out->names_command = true;
	return true;
}

static bool fail_not_taken(const struct options_shared *out, int id, struct err *err)
{
	char letter = row_of(out->program, id)->letter;
	if (letter && fail_one_dash(out, letter, err))
		return false;
	const char *name = row_of(out->program, id)->name;
	err_set(err, ERR_USAGE, "'%s' does not take --%s", out->command->name, name);
	const char *meant =
		synonym_find(out->program->option_synonyms, out->program->n_option_synonyms, slice_of(name));
	return meant ? err_hint(err, "%s", meant)
		     : err_hint(err, "`%s %s --help` lists what it takes", out->program->name, out->command->name);
}

/* The first error is kept, and what comes after it is still read: --json says how the error is to be printed. */
static bool set_given(const struct given_list *given, struct options *options, bool ok, struct err *err)
{
	struct options_shared *out = shared_of(options);
	size_t n_own;
	int *taken = out->command ? options_of_command(out->program, out->command, &n_own) : NULL;
	for (size_t i = 0; i < given->count; i++) {
		struct err later = ERR_INIT;
		int id = taken ? namesake_in(out->program, taken, given->items[i].id) : 0;
		if (taken && !id && !out->help && !out->version) {
			fail_not_taken(out, given->items[i].id, ok ? err : &later);
			ok = false;
		}
		id = id ? id : given->items[i].id;
		out->given[id] = true;
		if (!option_set(row_of(out->program, id), given->items[i].value, options, ok ? err : &later))
			ok = false;
		err_release(&later);
	}
	free(taken);
	return ok;
}

static bool check_arguments(const struct options_shared *out, struct err *err)
{
	const struct command *command = out->command;
	if (out->help || out->version || (int)out->n_arguments <= command->max_arguments)
		return true;
	err_set(err, ERR_USAGE, "'%s' is one argument too many for `%s %s`", out->arguments[command->max_arguments],
		out->program->name, command->name);
	size_t n_own;
	int *taken = options_of_command(out->program, command, &n_own);
	bool takes_root = false;
	for (const int *id = taken; *id; id++)
		takes_root = takes_root || strcmp(row_of(out->program, *id)->name, "root") == 0;
	free(taken);
	if (!out->root && !command->max_arguments && takes_root)
		return hint_root(out->arguments[0], "", err);
	return err_hint(err, "usage: %s %s %s[options]", out->program->name, command->name, command->arguments);
}

/* Was one of the flags typed, which of the options have to be known first? */
static void look_for_help(const struct given_list *given, struct options_shared *out)
{
	for (size_t i = 0; i < given->count; i++) {
		out->help = out->help || strcmp(row_of(out->program, given->items[i].id)->name, "help") == 0;
		out->version = out->version || strcmp(row_of(out->program, given->items[i].id)->name, "version") == 0;
	}
}

bool options_parse(const struct program *program, int argc, char **argv, struct options *options, struct err *err)
{
	struct given_list given = { 0 };
	struct options_shared *out = shared_of(options);
	options_begin(program, argc, argv, options);
	bool ok = read_words(program, argc, argv, &given, err);
	if (ok) {
		out->arguments = argv + optind;
		out->n_arguments = (size_t)(argc - optind);
		ok = find_command(out, err);
	}
	look_for_help(&given, out);
	ok = set_given(&given, options, ok, err);
	free(given.items);
	if (ok && program->settle)
		program->settle(options);
	return ok && check_arguments(out, err);
}

/* What getopt_long can read, whatever is wrong with the rest. Returns the option whose value is missing at the end, or
 * 0. */
static int guess_words(const struct program *program, int argc, char **argv, struct given_list *given)
{
	struct getopt_tables tables;
	int pending = 0;
	if (!argc)
		return 0;
	make_tables(program, &tables);
	opterr = 0;
	optind = 0;
	for (int code; (code = getopt_long(argc, argv, tables.shorts.ptr, tables.longs, NULL)) != -1;) {
		if (code != '?' && code != ':')
			VEC_PUSH(given->items, given->count, given->capacity,
				((struct given){ id_of(program, code), optarg }));
		else if (code == ':' && row_of(program, id_of(program, optopt))->value)
			pending = id_of(program, optopt);
	}
	release_tables(&tables);
	return pending;
}

struct options *options_guess(const struct program *program, int argc, char **argv, int *pending)
{
	struct err ignored = ERR_INIT;
	struct given_list given = { 0 };
	struct options *options = xcalloc(1, program->options_size);
	struct options_shared *out = shared_of(options);
	options_begin(program, argc, argv, options);
	*pending = guess_words(program, argc, argv, &given);
	out->arguments = argc > optind ? argv + optind : argv;
	out->n_arguments = argc > optind ? (size_t)(argc - optind) : 0;
	if (!find_command(out, &ignored))
		out->command = program->commands[0];
	set_given(&given, options, true, &ignored);
	*pending = *pending ? (int)(option_find(options, slice_of(row_of(program, *pending)->name)) - program->options)
			    : 0;
	free(given.items);
	err_release(&ignored);
	return options;
}
