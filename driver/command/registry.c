/* The commands: one row each, in the order in which help lists them. The first one runs where none is typed. */
#include "command/command.h"
#include "engine.h"

#define COMMANDS(ROW) \
	ROW(build)    \
	ROW(doctor)   \
	ROW(triage)   \
	ROW(report)   \
	ROW(profiles) \
	ROW(help)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)

#define ADDRESS(name) &command_##name,
static const struct command *const commands[] = { COMMANDS(ADDRESS) };

/* What other tools call it. */
static const struct synonym synonyms[] = {
	{ "check", "doctor" },      { "diagnose", "doctor" }, { "explain", "triage" }, { "why", "triage" }, { "make", "build" },
	{ "configure", "build --until configure" }, { "clean", "build --clean" }, { "list", "profiles" }, { "version", "--version" }, { "man", "help --man" },
};

static const int common_options[] = { OPTION_COLOR, OPTION_NO_PAGER, OPTION_HELP, OPTION_VERSION, OPTION_NONE };
static const int first_options[] = { OPTION_ROOT, OPTION_PROFILE, OPTION_DRY_RUN, OPTION_SET, OPTION_UNTIL, OPTION_YES, OPTION_VERBOSE, OPTION_NONE };

int exit_code_of(const struct err *err)
{
	switch (err->kind) {
	case ERR_NONE:
		return EXIT_DONE;
	case ERR_USAGE:
	case ERR_PATCHSET:
		return EXIT_USAGE;
	case ERR_UNFIT:
		return EXIT_UNFIT;
	case ERR_IO:
	case ERR_IO_TORN:
		return EXIT_IO;
	}
	return EXIT_USAGE;
}

const struct program program_tbuild = {
	.name = "tbuild",
	.version = TPATCH_VERSION,
	.summary = "builds PyTorch from a tree that tpatch has patched, says what went wrong",
	.manual_summary = "build PyTorch from a source tree that tpatch has patched",
	.usage = "[COMMAND] --profile NAME --root DIR [options]",
	.examples = "  tbuild doctor --profile cpu --root DIR      what is wrong, and how to fix it\n"
		    "  tbuild --profile cpu --root DIR --dry-run   all of it, as a script\n"
		    "  tbuild --profile cpu --root DIR             build, or go on where it stopped\n"
		    "  tbuild triage build.log                     why it failed\n",
	.exit_codes = "Exit codes: 0 done, 1 something is wrong or failed, 2 usage or profile, 3 does\n"
		      "not fit and nothing was built, 4 I/O error, 130 Ctrl-C.\n",
	.options = option_rows,
	.n_options = OPTION_COUNT,
	.options_size = sizeof(struct options),
	.common_options = common_options,
	.first_options = first_options,
	.commands = commands,
	.n_commands = COUNT_OF(commands),
	.synonyms = synonyms,
	.n_synonyms = COUNT_OF(synonyms),
	.exit_code_of = exit_code_of,
};
