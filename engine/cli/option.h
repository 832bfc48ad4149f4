/*
 * The options of tpatch: a row in OPTIONS and a member of struct options each. A command that takes one names it in its
 * `options`. Help, manual pages and completion have it by that.
 */
#ifndef TPATCH_CLI_OPTION_H
#define TPATCH_CLI_OPTION_H

#include "cmdline/command.h"

/* clang-format off: one row is one option, on as few lines as it takes. */
#define OPTIONS(ROW)                                                                                                   \
	OPTIONS_SHARED_ROWS(ROW, "tpatch")                                                                             \
	ROW(DRY_RUN, KIND_FLAG, dry_run, "dry-run", 'n', NULL,                                                         \
		"print the diff and write nothing (also "                                                              \
		"--dry)",                                                                                              \
		.also = "dry")                                                                                         \
	ROW(INTERACTIVE, KIND_MAYBE_CHOICE, ask, "interactive", 'i', "BY",                                             \
		"ask about each rule (default), or about each file", .choices = "rules files")                         \
	ROW(DECLINED, KIND_FLAG, declined, "declined", 0, NULL,                                                        \
		"also apply what you declined before, with --interactive")                                             \
	ROW(UNIFIED, KIND_NUMBER, context, "unified", 'U', "N", "lines of context in a diff (default: 3)",             \
		.most = 1000000, .initial = 3)                                                                         \
	ROW(STAT, KIND_FLAG, stat, "stat", 0, NULL,                                                                    \
		"lines added and removed per file, instead of the "                                                    \
		"diff")                                                                                                \
	ROW(TAG, KIND_TEXT, tag, "tag", 0, "VERSION",                                                                  \
		"the tree's version, instead of detecting it: "                                                        \
		"1.12.1",                                                                                              \
		.add_values = values_add_versions)                                                                     \
	ROW(FORCE_TAG, KIND_FLAG, force_tag, "force-tag", 0, NULL,                                                     \
		"use the version of --tag even where the tree is clearly another")                                     \
	ROW(PATCHSETS, KIND_TEXT, patchsets, "patchsets", 0, "DIR",                                                    \
		"more patch sets; one of the same name replaces an embedded one")                                      \
	ROW(USE, KIND_TEXT, use, "use", 0, "NAME", "use this patch set, whatever the tree's version",                  \
		.add_values = values_add_sets)                                                                         \
	ROW(RULE, KIND_LIST, rules, "rule", 0, "ID",                                                                   \
		"only this rule; a glob such as 'numpy2-*' takes several; repeatable", .add_values = values_add_rules) \
	ROW(PACK, KIND_LIST, packs, "pack", 0, "NAME",                                                                 \
		"only the rules of this pack (a glob takes several); repeatable", .add_values = values_add_packs)      \
	ROW(SKIP, KIND_LIST, skips, "skip", 0, "ID", "skip this rule (a glob skips several); repeatable",              \
		.add_values = values_add_rules)                                                                        \
	ROW(GLOBS, KIND_LIST, globs, "globs", 'g', "GLOB",                                                             \
		"only files that match, from the working folder; '!' in front excludes files; repeatable")             \
	ROW(JOBS, KIND_NUMBER, jobs, "jobs", 'j', "N", "threads (default: one per processor)", .most = 256)            \
	ROW(LANGUAGE, KIND_TEXT, language, "language", 0, "NAME",                                                      \
		"read the file as this language (default: by its name)", .add_values = add_languages)                  \
	ROW(TREE, KIND_FLAG, tree, "tree", 0, NULL, "the tree instead of the tokens")                                  \
	ROW(KEEP, KIND_NUMBER, keep, "keep", 0, "N",                                                                   \
		"with --prune: how many applied runs to keep (default: "                                               \
		"1)",                                                                                                  \
		.most = 1000000, .initial = 1)                                                                         \
	ROW(PRUNE, KIND_FLAG, prune, "prune", 0, NULL, "remove the records of undone and old runs")                    \
	ROW(LAST, KIND_NUMBER, last, "last", 0, "N", "undo the last N applied runs, newest first", .least = 1,         \
		.most = 1000000)                                                                                       \
	ROW(FORCE, KIND_FLAG, force, "force", 0, NULL,                                                                 \
		"restore originals over later edits too; these are kept as a run of their own")                        \
	ROW(ADOPT, KIND_FLAG, adopt, "adopt", 0, NULL,                                                                 \
		"adopt a journal that was not written here by you, then recover")                                      \
	ROW(ADOPT_ALL, KIND_FLAG, force, "force", 0, NULL, "adopt a journal with protected files or set-id bits too")  \
	ROW(NO_RECOVER, KIND_FLAG, no_recover, "no-recover", 0, NULL,                                                  \
		"stop with exit code 5 if a run was interrupted, instead of recovering first")                         \
	ROW(PLAN, KIND_TEXT, plan, "plan", 0, "FILE",                                                                  \
		"write what this plan file says (`tpatch plan` writes "                                                \
		"them)")                                                                                               \
	ROW(FORMAT, KIND_TEXT, format, "format", 0, "NAME", "the format of the output", .add_values = add_formats,     \
		.shows_values = true)                                                                                  \
	ROW(OUTPUT, KIND_TEXT, output, "output", 'o', "PATH",                                                          \
		"where the output goes (default: standard "                                                            \
		"output)")                                                                                             \
	ROW(REPORT, KIND_LIST, reports, "output", 'o', "FORMAT=FILE",                                                  \
		"also write a report to a file; '-' is standard output; repeatable", .add_values = add_report_formats, \
		.is_pair = true)                                                                                       \
	ROW(OUTPUTS, KIND_LIST, reports, "output", 'o', "PATH",                                                        \
		"where the set goes (default: standard output); html=FILE: a page to review it on; repeatable")        \
	ROW(REVIEW, KIND_FLAG, review, "review", 0, NULL,                                                              \
		"ask about each edit to look at, and write the answers into the set")                                  \
	ROW(TREES, KIND_LIST, trees, "trees", 0, "DIR",                                                                \
		"a source tree, or a folder that holds some; "                                                         \
		"repeatable")                                                                                          \
	ROW(FROM_DIFF, KIND_TEXT, from_diff, "from-diff", 0, "FILE",                                                   \
		"the unified diff to read; '-' is standard input")                                                     \
	ROW(STRIP, KIND_NUMBER, strip, "strip", 'p', "N", "folders to strip from the paths of a diff (default: 1)",    \
		.most = 100, .initial = 1)                                                                             \
	ROW(UPDATE_ALL, KIND_FLAG, update_all, "update-all", 0, NULL,                                                  \
		"write the result as the new `after` of failed tests, and test again")                                 \
	ROW(TO, KIND_TEXT, to, "to", 0, "DIR", "the tree to carry the patches to; with --git, a tag")                  \
	ROW(FROM, KIND_TEXT, from, "from", 0, "DIR",                                                                   \
		"the tree that they were written for: more are carried exactly; with --git, a tag")                    \
	ROW(TARGET, KIND_TEXT, target, "target", 0, "NAME",                                                            \
		"the project that the new set is for, if the tree does not show it")                                   \
	ROW(ACCEPT, KIND_FLAG, accept, "accept-reviewed", 0, NULL,                                                     \
		"you have reviewed the edits to look at: they no longer change the exit code")                         \
	ROW(ALL, KIND_FLAG, all, "all", 0, NULL,                                                                       \
		"the patch set that fits the tree of --from, with all its "                                            \
		"rules")                                                                                               \
	ROW(MARKDOWN, KIND_FLAG, markdown, "markdown", 0, NULL, "Markdown tables instead of JSON")                     \
	ROW(OF, KIND_TEXT, of, "of", 0, "WHAT", "sets (default), config, report, or a command: what --json prints",    \
		.choices = "sets config report status facts log list explain matrix rollback lint parse port")         \
	ROW(GIT, KIND_TEXT, git, "git", 0, "DIR", "a git repository whose tags are the trees; none is checked out")    \
	ROW(TAGS, KIND_TEXT, tags, "tags", 0, "GLOB", "with --git: which tags")                                        \
	ROW(FACT, KIND_PAIRS, facts, "fact", 0, "NAME=VALUE",                                                          \
		"a fact about your machine, like cuda=12.8; repeatable; `tpatch list` names the facts",                \
		.example = "cuda=12.8", .add_values = values_add_facts)                                                \
	ROW(FACTS, KIND_TEXT, facts_file, "facts", 0, "auto|FILE",                                                     \
		"facts found on this machine (`tpatch facts`), or a YAML map of them; none: no facts",                 \
		.add_values = values_add_fact_sources)                                                                 \
	ROW(MACHINE, KIND_TEXT, machine, "machine", 0, "FILE", "a machine described in YAML, instead of this one")     \
	ROW(PROFILE, KIND_TEXT, profile, "profile", 0, "NAME",                                                         \
		"a named set of facts and variables; `tpatch list` names them", .add_values = values_add_profiles)     \
	ROW(SET, KIND_PAIRS, settings, "set", 0, "NAME=VALUE",                                                         \
		"a variable of the set; repeatable; `tpatch list` names them", .example = "floor=3.10",                \
		.add_values = values_add_variables)                                                                    \
	ROW(DIGEST, KIND_FLAG, digest, "digest", 0, NULL,                                                              \
		"the SHA-256 of a patch set with its packs, project and values")                                       \
	ROW(EXPECT_DIGEST, KIND_TEXT, expect_digest, "expect-digest", 0, "HEX",                                        \
		"refuse a patch set with another digest (`tpatch show --digest SET`)")                                 \
	ROW(PATCH, KIND_FLAG, patch, "patch", 'u', NULL, "show each applied run's diff")                               \
	ROW(FAIL_ON, KIND_CHOICE, fail_on, "fail-on", 0, "WHAT",                                                       \
		"what makes check fail: changes (default), missing (only rules that do not fit), or "                  \
		"warnings (these too)",                                                                                \
		.choices = "changes missing warnings")                                                                 \
	ROW(EXIT_ZERO, KIND_FLAG, exit_zero, "exit-zero", 0, NULL,                                                     \
		"exit with 0, whatever is found; errors keep their codes")                                             \
	ROW(QUIET, KIND_FLAG, quiet, "quiet", 'q', NULL, "only errors, and the diff of a dry run")                     \
	ROW(VERBOSE, KIND_COUNTER, verbose, "verbose", 'v', NULL, "every file and every note")                         \
	ROW(VERSION, KIND_FLAG, version, "version", 'V', NULL, "the version of tpatch; with -v also of its libraries")
/* clang-format on */

enum option_id { OPTION_NONE, OPTIONS(OPTION_ID) OPTION_COUNT };

enum fail_on { FAIL_ON_CHANGES, FAIL_ON_MISSING, FAIL_ON_WARNINGS }; /* as its choices */
enum ask_by { ASK_NOTHING, ASK_BY_RULE, ASK_BY_FILE };

/* What every command takes that works with the set of a tree: which one, for what; and which of its rules and files. */
#define OPTIONS_OF_SET                                                                                                 \
	OPTION_TAG, OPTION_FORCE_TAG, OPTION_USE, OPTION_PATCHSETS, OPTION_FACT, OPTION_FACTS, OPTION_PROFILE,         \
		OPTION_SET
#define OPTIONS_OF_CHOICE OPTION_RULE, OPTION_PACK, OPTION_SKIP, OPTION_GLOBS

struct options {
	OPTIONS_SHARED;        /* root, output, json, quiet, verbose, arguments and more: cmdline/option.h */
	bool patch, exit_zero; /* log --patch, check --exit-zero */
	enum fail_on fail_on;  /* check --fail-on */
	bool dry_run, stat, tree, prune, force, adopt, no_recover, markdown, update_all, accept, review, all, force_tag,
		declined, digest;
	size_t context;            /* -U */
	enum ask_by ask;           /* -i */
	const char *expect_digest; /* --expect-digest HEX */
	const char *tag, *patchsets, *use, *language;
	const char *git, *tags; /* matrix: a repository, and a glob on its tags */
	const char *plan;       /* apply --plan */
	const char *to, *from;  /* port: trees */
	const char *target;     /* port --target: a project's name */
	const char *of;         /* schema --of */
	const char *format;     /* as typed; the command knows which there are */
	const char *from_diff;  /* new --from-diff; "-": standard input */
	size_t strip;           /* -p */
	/* -o FORMAT=FILE of commands that take OPTION_REPORT, NULL-terminated, as the lists below are */
	const char **reports;
	const char **rules, **packs, **skips; /* globs */
	const char **globs;
	const char **facts; /* --fact NAME=VALUE */
	const char *facts_file, *profile, *machine;
	const char **settings; /* --set NAME=VALUE */
	const char **trees;
	size_t jobs; /* 0: as many as processors */
	size_t keep; /* log --prune --keep N */
	size_t last; /* rollback --last N; 0: not given */
};

/* The rows, by id. */
extern const struct option_row option_rows[OPTION_COUNT];
/* Commands that print reports have `--format json` as another word for --json. */
void options_settle(struct options *options);

/* Rules of the set that is named or fits the tree; else, and where the command takes no tree, of all sets. */
void values_add_rules(const struct options *options, struct str *out);
void values_add_sets(const struct options *options, struct str *out);
void values_add_packs(const struct options *options, struct str *out);
/* Runs that the tree's journal has, newest first. */
void values_add_runs(const struct options *options, struct str *out);

#endif
