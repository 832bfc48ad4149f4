/* The commands: one row each, in the order in which help lists them. The first one runs where none is typed. */
#include "command/command.h"
#include "engine.h"

#define COMMANDS(ROW)                                                                                                  \
	ROW(build)                                                                                                     \
	ROW(doctor)                                                                                                    \
	ROW(triage)                                                                                                    \
	ROW(report)                                                                                                    \
	ROW(profiles)                                                                                                  \
	ROW(help)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)

#define ADDRESS(name) &command_##name,
static const struct command *const commands[] = { COMMANDS(ADDRESS) };

/* What other tools call it. */
static const struct synonym synonyms[] = {
	{ "check diagnose examine", "doctor" },
	{ "explain why analyze analyse", "triage" },
	{ "make install wheel run", "build" },
	{ "configure", "build --until configure" },
	{ "clean", "build --clean" },
	{ "resume continue", "build" },
	{ "list ls", "profiles" },
	{ "version", "--version" },
	{ "man", "help --man" },
	{ "completion completions", "help --completion SHELL" },
	{ "undo rollback revert restore", "`tpatch rollback` undoes the patches" },
	{ "diff", "tbuild only builds: `tpatch diff` shows what was patched" },
	{ "status log", "tbuild only builds: `tpatch status` says what was patched" },
	{ "apply patch fix", "tbuild only builds: `tpatch --root DIR` patches the tree" },
};

/* Options of tpatch, and of other tools. */
static const struct synonym option_synonyms[] = {
	{ "tag pytorch-version torch-version", "did you mean --torch?" },
	{ "no-color no-colour nocolor nocolour plain", "write --color never, or set NO_COLOR" },
	{ "preview what-if whatif simulate just-print", "did you mean --dry-run?" },
	{ "force", "--unpatched builds a tree that is not as tpatch left it, --no-doctor builds "
		   "despite problems with the machine" },
	{ "fix repair", "`tbuild doctor` says what is wrong and how to fix it; tbuild fixes nothing by itself" },
	{ "define env option variable D", "did you mean --set?" },
	{ "gpu arch cuda-arch", "--profile NAME has the GPU; `tbuild profiles` lists them" },
	{ "fact facts", "--profile NAME has them; `tbuild profiles` lists the profiles" },
	{ "skip rule pack exclude only",
		"tbuild applies no rules: `tpatch apply --skip RULE` and `--rule RULE` choose them" },
	{ "resume continue", "the same command continues where the build stopped; --again runs all steps" },
	{ "rebuild fresh from-scratch", "--clean first removes what was built, --again runs all steps" },
	{ "assume-yes non-interactive batch no-input", "did you mean --yes?" },
	{ "directory dir chdir cwd cd source source-dir", "did you mean --root?" },
	{ "parallel threads workers", "did you mean --jobs?" },
	{ "interpreter python3", "did you mean --python?" },
	{ "cuda-home cuda-root cuda-path toolkit", "did you mean --cuda?" },
	{ "debug trace", "did you mean --verbose?" },
	{ "quiet silent", "output goes to the log; without --verbose only progress is shown" },
};

/* What of the project file is about building. */
static const struct config_option config_options[] = {
	{ OPTION_ROOT, "root", false },
	{ OPTION_PROFILE, "profile", false },
	{ OPTION_NONE, NULL, false },
};

static const int common_options[] = { OPTION_COLOR, OPTION_NO_PAGER, OPTION_NO_CONFIG, OPTION_HELP, OPTION_VERSION,
	OPTION_NONE };
static const int first_options[] = { OPTION_ROOT, OPTION_PROFILE, OPTION_DRY_RUN, OPTION_SET, OPTION_UNTIL, OPTION_YES,
	OPTION_VERBOSE, OPTION_NONE };

const struct program program_tbuild = {
	.name = "tbuild",
	.version = TPATCH_VERSION,
	.summary = "builds PyTorch from a patched tree and explains failures",
	.manual_summary = "build PyTorch from a source tree that tpatch has patched",
	.usage = "[COMMAND] --profile NAME --root DIR [options]",
	.examples = "  tbuild doctor --profile cpu --root DIR      what is wrong, and how to fix it\n"
		    "  tbuild --profile cpu --root DIR --dry-run   all of it, as a script\n"
		    "  tbuild --profile cpu --root DIR             build, or resume a stopped build\n"
		    "  tbuild triage build.log                     why it failed\n",
	.exit_codes = "Exit codes: 0 done, 1 something is wrong or failed, 2 usage or profile, 3 does\n"
		      "not fit and nothing was built, 4 I/O error, 130 Ctrl-C.\n",
	.config_options = config_options,
	PROGRAM_TABLES,
};
