/* The commands: one row each, in the order in which help lists them. The first one runs where none is typed. */
#include "cli/settings.h"
#include "cli/command/registry.h"

#include "base/alloc.h"
#include "cmdline/exit.h"
#include "cli/version.h"

#define COMMANDS(ROW)                                                                                                  \
	ROW(apply)                                                                                                     \
	ROW(check)                                                                                                     \
	ROW(plan)                                                                                                      \
	ROW(export)                                                                                                    \
	ROW(matrix)                                                                                                    \
	ROW(init)                                                                                                      \
	ROW(status)                                                                                                    \
	ROW(facts)                                                                                                     \
	ROW(rollback)                                                                                                  \
	ROW(recover)                                                                                                   \
	ROW(log)                                                                                                       \
	ROW(diff)                                                                                                      \
	ROW(list)                                                                                                      \
	ROW(show)                                                                                                      \
	ROW(explain)                                                                                                   \
	ROW(lint)                                                                                                      \
	ROW(test)                                                                                                      \
	ROW(new)                                                                                                       \
	ROW(port)                                                                                                      \
	ROW(parse)                                                                                                     \
	ROW(schema)                                                                                                    \
	ROW(help)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)

#define ADDRESS(name) &command_##name,
static const struct command *const commands[] = { COMMANDS(ADDRESS) };

/* What other tools call it. */
static const struct synonym synonyms[] = {
	{ "dry-run dry preview", "--dry" },
	{ "fix patch run install", "apply" },
	{ "verify", "check" },
	{ "undo revert restore unapply reset", "rollback" },
	{ "history runs", "log" },
	{ "prune", "log --prune" },
	{ "ls rules sets packs profile profiles", "list" },
	{ "verdict verdicts", "`tpatch explain RULE` says why a rule has its verdict" },
	{ "info describe", "show" },
	{ "why blame", "explain" },
	{ "validate", "lint" },
	{ "create", "new" },
	{ "rebase forward-port backport", "port" },
	{ "continue repair", "recover" },
	{ "version", "--version" },
	{ "man", "help --man" },
	{ "completion completions", "help --completion SHELL" },
	{ "build doctor triage", "tpatch only patches: `tbuild` checks the machine, builds, and explains failures" },
};

/* Options of an earlier tpatch, and of other tools. */
static const struct synonym option_synonyms[] = {
	{ "filter",
		"--rule takes a rule's id or a glob: `--rule '*numpy*'` instead of `--filter numpy`; --pack takes a "
		"pack, --skip leaves rules out" },
	{ "only select rules id", "--rule ID takes one rule, or several by a glob" },
	{ "cuda gpu msvc compiler cudnn gcc clang python cmake numpy setuptools blas magma platform arch",
		"what tpatch cannot see in the tree is a fact: --fact cuda=12.8; --facts auto detects them" },
	{ "exclude ignore except disable without", "--skip ID leaves a rule out, --globs '!GLOB' files" },
	{ "include files file path paths", "--globs GLOB takes only files that match; --root DIR names the tree" },
	{ "yes assume-yes y no-input non-interactive batch", "tpatch asks nothing unless you give --interactive" },
	{ "confirm ask prompt", "did you mean --interactive?" },
	{ "fix write in-place inplace apply-fixes",
		"`tpatch --root DIR` applies, `tpatch check` only looks, --dry-run shows the diff" },
	{ "preview what-if whatif simulate no-act just-print", "did you mean --dry-run?" },
	{ "undo revert reverse unapply", "did you mean `tpatch rollback`?" },
	{ "no-color no-colour nocolor nocolour plain monochrome", "write --color never, or set NO_COLOR" },
	{ "directory dir chdir cwd cd source source-dir tree-root", "did you mean --root?" },
	{ "version-of pytorch-version torch-version torch release target-version",
		"--tag VERSION says what the tree is" },
	{ "threads parallel workers num-threads", "did you mean --jobs?" },
	{ "silent", "did you mean --quiet?" },
	{ "debug trace", "did you mean --verbose?" },
	{ "outfile output-file report sarif html junit", "--output FORMAT=FILE writes a report" },
	{ "define var variable", "did you mean --set?" },
	{ "context lines", "did you mean --unified?" },
	{ "pager paginate", "long output is paged on a terminal; --no-pager prints it as it is" },
	{ "show-completion install-completion completions", "`tpatch help --completion SHELL` prints the script" },
};

static const int common_options[] = { OPTION_COLOR, OPTION_NO_PAGER, OPTION_NO_CONFIG, OPTION_QUIET, OPTION_VERBOSE,
	OPTION_HELP, OPTION_VERSION, OPTION_NONE };
static const int first_options[] = { OPTION_ROOT, OPTION_DRY_RUN, OPTION_INTERACTIVE, OPTION_TAG, OPTION_RULE,
	OPTION_VERBOSE, OPTION_NONE };

const struct program program_tpatch = {
	.name = "tpatch",
	.version = TPATCH_VERSION,
	.summary = "patches source trees with rules that understand code, and can undo it",
	.manual_summary = "patch source trees with rules that understand code",
	.usage = "[COMMAND] --root DIR [options]",
	.examples = "  tpatch --root DIR --dry      show what would change, write nothing\n"
		    "  tpatch --root DIR            apply the patch set that fits the tree\n"
		    "  tpatch --root DIR -i         the same, asking before each rule\n"
		    "  tpatch check --root DIR      for CI: exit code 1 if something would change\n"
		    "  tpatch rollback --root DIR   undo the last run, byte for byte\n",
	.environment = "  TPATCH_TRACE  1: report on standard error what the run does: which tree and why, which\n"
		       "                rules apply, folders skipped, files with the words of a rule, files that a\n"
		       "                lexer read, time for each step. Any other value: the file to write this to.\n"
		       "  TPATCH_PAGER  the pager, in preference to PAGER; empty or cat: none\n"
		       "  NO_COLOR      no colour, if set to anything\n",
	.exit_codes = "Exit codes: 0 done or nothing to do, 1 check says the tree differs, 2 usage or\n"
		      "invalid patch set, 3 a rule does not fit, 4 I/O error, 5 I/O error and the tree\n"
		      "needs `tpatch recover`.\n",
	PROGRAM_TABLES,
	.config_options = settings_options,
	.settle = options_settle,
	.add_build = version_add_build,
};
