/*
 * The command line as typed, then as meant. Only cli/ sees it. One table row per option in option.c.
 */
#ifndef TPATCH_CLI_OPTION_H
#define TPATCH_CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

struct command;

enum option_id {
	OPTION_NONE,
	OPTION_ROOT, OPTION_DRY_RUN, OPTION_INTERACTIVE, OPTION_DECLINED, OPTION_UNIFIED, OPTION_STAT, OPTION_TAG, OPTION_FORCE_TAG, OPTION_PATCHSETS, OPTION_USE, OPTION_RULE, OPTION_PACK, OPTION_SKIP, OPTION_GLOBS, OPTION_JOBS,
	OPTION_LANGUAGE, OPTION_TREE, OPTION_KEEP, OPTION_PRUNE, OPTION_LAST, OPTION_FORCE, OPTION_REPLACE, OPTION_PLAN, OPTION_FORMAT, OPTION_OUTPUT, OPTION_REPORT, OPTION_TREES,
	OPTION_GIT, OPTION_TAGS, OPTION_OF, OPTION_COMPLETION, OPTION_MAN, OPTION_MARKDOWN, OPTION_FROM_DIFF, OPTION_STRIP, OPTION_FACT, OPTION_FACTS, OPTION_PROFILE, OPTION_SET,
	OPTION_DIGEST, OPTION_EXPECT_DIGEST, OPTION_UPDATE_ALL, OPTION_TO, OPTION_FROM, OPTION_TARGET, OPTION_ACCEPT, OPTION_ALL,
	OPTION_JSON, OPTION_COLOR, OPTION_NO_PAGER, OPTION_QUIET, OPTION_VERBOSE, OPTION_HELP, OPTION_VERSION,
	OPTION_COUNT
};

enum json_style { JSON_OFF, JSON_PRETTY, JSON_COMPACT, JSON_STREAM };
enum ask_by { ASK_NOTHING, ASK_BY_RULE, ASK_BY_FILE };
enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct options {
	const struct command *command;
	const char *root;              /* NULL: the working directory */
	bool dry_run, stat, quiet, tree, prune, force, markdown, update_all, accept, all, man, no_pager, force_tag, declined, digest;
	int verbose;
	size_t context;                /* -U, default 3 */
	enum ask_by ask;               /* -i */
	const char *tag, *patchsets, *use, *language;
	const char **rules, **packs, **skips; /* --rule, --pack, --skip: globs, NULL-terminated */
	const char *git, *tags;        /* matrix: a repository, and a glob on its tags */
	const char *plan;              /* apply --plan */
	const char *expect_digest;     /* as typed */
	const char *to, *from;         /* port: trees */
	const char *target;            /* port --target: a project's name */
	const char *of;                /* schema --of */
	const char *completion;        /* help --completion SHELL */
	const char *format;            /* as typed; the command knows which there are */
	const char *from_diff;         /* new --from-diff; "-": standard input */
	size_t strip;                  /* -p, default 1 */
	const char *output;            /* -o PATH; NULL or "-": standard output */
	const char **reports;          /* -o FORMAT=FILE of commands that take OPTION_REPORT, NULL-terminated */
	const char **globs;            /* NULL-terminated */
	const char **facts;            /* --fact NAME=VALUE, NULL-terminated */
	const char *facts_file, *profile;
	const char **settings;         /* --set NAME=VALUE, NULL-terminated */
	const char **trees;            /* NULL-terminated */
	size_t jobs;                   /* 0: as many as processors */
	size_t keep;                   /* log --prune --keep N */
	bool keep_given;
	size_t last;                   /* rollback --last N; 0: not given */
	enum json_style json;
	enum color_when color;
	bool help, version;
	bool names_command;            /* a command was typed; else it is apply */
	const char **command_line;     /* all of argv as typed, NULL-terminated; getopt puts argv itself in another order */
	char **arguments;              /* positional, borrowed from argv */
	size_t n_arguments;
};

/* Reads argv. False with ERR_USAGE. Release with options_release(). */
bool options_parse(int argc, char **argv, struct options *out, struct err *err);
void options_release(struct options *options);
/* The options that every command takes, ended by OPTION_NONE. */
const enum option_id *options_common(void);
/* One option, for help, completion and manual pages. */
struct option_info {
	const char *name;
	char letter;               /* 0: none */
	bool takes_value;
	bool may_lack_value;       /* --json[=STYLE]: the value stands behind '=' or is not there */
	const char *value;         /* how help calls it */
	const char *help;
	const char *choices;       /* the values that there are, by blanks; NULL: any, or the command says */
};

struct option_info option_info(enum option_id id);
/* Appends what each option in `ids` (ended by OPTION_NONE) is, for help, in lines of at most `width` columns. */
void options_format_help(const enum option_id *ids, size_t width, struct str *out);

#endif
