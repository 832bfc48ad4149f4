/*
 * The command line as typed, then as meant, for every program of this repository. A program has one row per option and
 * one member in its `struct options`; parsing, help, manual page and completion are made from the rows.
 */
#ifndef TPATCH_CMDLINE_OPTION_H
#define TPATCH_CMDLINE_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "config/config.h"

struct command;
struct program;
/* The program's own: OPTIONS_SHARED, then a member for each of its rows. Functions here find members by the rows'
 * offsets. */
struct options;

/* What an option takes, and so the type of its member. */
enum option_kind {
	KIND_FLAG,        /* bool */
	KIND_COUNTER,     /* int: how often it was given */
	KIND_TEXT,        /* const char *: as typed, borrowed from argv; NULL: not given */
	KIND_LIST,        /* const char **: each value as typed, NULL-terminated; NULL: not given */
	KIND_PAIRS,       /* the same of NAME=VALUE */
	KIND_NUMBER,      /* size_t, from `least` to `most`; `initial` where it is not given */
	KIND_CHOICE,      /* an enum: the index of the word in `choices`; `initial` where it is not given */
	KIND_MAYBE_CHOICE /* an enum: 1 + that index; 0: not given. Without a value ("--json") the first */
};

struct option_row {
	enum option_kind kind;
	size_t offset; /* of the member */
	/* "dry-run"; rows of the same name, of which a command takes one at most, have the same letter and value */
	const char *name;
	char letter;       /* 0: none */
	const char *value; /* how help calls it: "DIR"; NULL: it takes none */
	const char *help;
	const char *also;    /* another spelling; NULL: none */
	const char *choices; /* the words it takes, by spaces; NULL: the command says whether it takes a word */
	/*
	 * Appends the words that it may take, a line each, with what it means after a tab: those of registries, of a
	 * tree. `options` has the command, and what else is typed so far. NULL: see `choices`.
	 */
	void (*add_values)(const struct options *options, struct str *out);
	bool is_pair;      /* WORD=FILE, WORD being one of `add_values` */
	bool shows_values; /* a screen of help says these words instead of `help` */
	bool is_repeatable;
	size_t least, most, initial;
	const char *example; /* for the hint of KIND_PAIRS: "cuda=12.8" */
};

/* The row of `option_kind_`, whose member is `member_`: expands in a file that knows `struct options`. After `value`
 * and `help` fields may be named. */
#define OPTION_ROW(id_, kind_, member_, ...)                                                                           \
	[OPTION_##id_] = { .kind = (kind_), .offset = offsetof(struct options, member_), __VA_ARGS__ },
#define OPTION_ID(id_, ...) OPTION_##id_,

enum json_style { JSON_OFF, JSON_PRETTY, JSON_COMPACT, JSON_STREAM };
enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Absolute paths. */
struct tree_list {
	char **items;
	size_t count, capacity;
};

/* The members that all programs share. */
#define OPTIONS_SHARED_MEMBERS                                                                                         \
	const struct program *program;                                                                                 \
	const struct command *command; /* NULL until it is known */                                                    \
	bool names_command;            /* it was typed; else it is the program's default */                            \
	const char *root;              /* NULL: the working directory */                                               \
	const char *output;            /* NULL or "-": standard output */                                              \
	const char *completion;        /* help --completion SHELL */                                                   \
	bool no_pager, quiet, man, help, version, no_config;                                                           \
	bool replaces;         /* output may replace any file */                                                       \
	struct config *config; /* the project file that counts; NULL: none */                                          \
	int verbose;                                                                                                   \
	enum json_style json;                                                                                          \
	enum color_when color;                                                                                         \
	bool *given;                   /* by option: option_is_given() */                                              \
	struct tree_list *noted_trees; /* that the run works on: options_note_tree() */                                \
	const char **command_line;     /* argv as typed, NULL-terminated; getopt puts argv itself in another order */  \
	char **arguments;              /* positional, borrowed from argv */                                            \
	size_t n_arguments;

struct options_shared {
	OPTIONS_SHARED_MEMBERS
};

/* What a program's `struct options` begins with. */
#define OPTIONS_SHARED                                                                                                 \
	union {                                                                                                        \
		struct options_shared shared;                                                                          \
		struct {                                                                                               \
			OPTIONS_SHARED_MEMBERS                                                                         \
		};                                                                                                     \
	}

/* Their rows, in which `name` is the program's. */
#define OPTIONS_SHARED_ROWS(ROW, name)                                                                                 \
	ROW(ROOT, KIND_TEXT, root, "root", 'C', "DIR", "the source tree (default: the working directory)")             \
	ROW(MAN, KIND_FLAG, man, "man", 0, NULL, "print a manual page")                                                \
	ROW(COMPLETION, KIND_TEXT, completion, "completion", 0, "SHELL",                                               \
		"print a script for completion: bash, zsh, fish, powershell", .choices = "bash zsh fish powershell")   \
	ROW(JSON, KIND_MAYBE_CHOICE, json, "json", 0, "STYLE",                                                         \
		"JSON: pretty (default), compact, stream (a line each)", .choices = "pretty compact stream")           \
	ROW(COLOR, KIND_CHOICE, color, "color", 0, "WHEN", "auto (default), always, never; NO_COLOR is honoured",      \
		.also = "colour", .choices = "auto always never")                                                      \
	ROW(NO_PAGER, KIND_FLAG, no_pager, "no-pager", 0, NULL,                                                        \
		"do not page long output (pager: TPATCH_PAGER, else PAGER)")                                           \
	ROW(REPLACE, KIND_FLAG, replaces, "force", 0, NULL, "let --output replace any file")                           \
	ROW(NO_CONFIG, KIND_FLAG, no_config, "no-config", 0, NULL, "ignore tpatch.yaml, the project file")             \
	ROW(HELP, KIND_FLAG, help, "help", 'h', NULL, "a screen of help; `" name " help COMMAND` prints all of it")

/*
 * Reads argv into `out`, which has the size that `program` tells. False with ERR_USAGE; then too `out` holds what could
 * be read, so that the error is printed as was asked for. Release with options_release().
 */
bool options_parse(const struct program *program, int argc, char **argv, struct options *out, struct err *err);
void options_release(struct options *options);
/* Options of which none is given yet, with the numbers and choices that count where nothing is typed. Release with
 * options_release(). */
void options_begin(const struct program *program, int argc, char **argv, struct options *options);
/* Sets the member of the row by what was typed; `value` is NULL where there is none. False with ERR_USAGE for a value
 * that the row does not take. */
bool option_set(const struct option_row *row, const char *value, struct options *options, struct err *err);
/* Options of which none is given, but the command: what `add_values` of a row may ask for. Free with options_free(). */
const struct options *options_new(const struct program *program, const struct command *command);
/*
 * What can be understood of a command line that is not whole yet, without errors; argv[0] is the program. `*pending`:
 * the option whose value is to come next, or 0. Free with options_free().
 */
struct options *options_guess(const struct program *program, int argc, char **argv, int *pending);
void options_free(const struct options *options);
const struct options_shared *options_shared(const struct options *options);
/* Was the option typed? */
bool option_is_given(const struct options *options, int id);
/*
 * The run works on this source tree, which --root may not name: it was found above the working directory, or there are
 * several. Whoever made it chose where its links lead, so nothing is written through them (output_may_write()).
 */
void options_note_tree(const struct options *options, const char *path);
/* The option that the command in `options` has under this name, without "--", else one of another command; NULL:
 * none. */
const struct option_row *option_find(const struct options *options, struct slice name);
/* Appends the words that the option may take, as `add_values` of the row does; none: whatever is typed. */
void option_add_values(const struct option_row *row, const struct options *options, struct str *out);
/* May the value be left out? */
bool option_may_lack_value(const struct option_row *row);
/* Does the project file give the option this very value? */
bool option_is_configured(const struct options *options, const char *name, const char *value);
/* Then gives `err`, which is about the value, its place there: `find` of struct err_places, whose `ctx` is the
 * options. */
void option_find_place(void *options, const char *name, const char *value, struct err *err);
/* The options of a command: its own, then those that every command takes; ended by 0, for free(). `*n_own`: how many
 * are its own. */
int *options_of_command(const struct program *program, const struct command *command, size_t *n_own);

#endif
