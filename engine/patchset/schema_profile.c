/*
 * The tables of profiles. patchsets/README.md and driver/README.md tell the same for people.
 */
#include "patchset/schema.h"

#include "base/alloc.h"

/* clang-format off: a row is a key. */
#define PART_ROWS                                                                                                      \
	[PART_VERSIONS] = { .key = "versions", .kind = SCHEMA_RANGE, .help = "trees that it is for" },                 \
	[PART_FACTS] = { .key = "facts",                                                                               \
		.kind = SCHEMA_LINE,                                                                                   \
		.many = SCHEMA_NAMED,                                                                                  \
		.help = "facts and their values; versions in quotes" },                                                \
	[PART_CUDA] = { .key = "cuda", .kind = SCHEMA_RANGE, .help = "CUDA toolkits to build with" },                  \
	[PART_MSVC] = { .key = "msvc", .kind = SCHEMA_RANGE, .help = "toolsets of Visual C++ to build with" },         \
	[PART_VCVARS_VERSION] = { .key = "vcvars_version",                                                             \
		.kind = SCHEMA_VERSION,                                                                                \
		.help = "the toolset that vcvarsall activates" },                                                      \
	[PART_WHY] = { .key = "why", .kind = SCHEMA_TEXT, .help = "the reason" },                                      \
	[PART_ENV] = { .key = "env", .kind = SCHEMA_SETTING, .many = SCHEMA_NAMED, .help = "variables of the build" }, \
	[PART_EXPECT] = { .key = "expect",                                                                             \
		.kind = SCHEMA_SETTING,                                                                                \
		.many = SCHEMA_NAMED,                                                                                  \
		.help = "what the configuration must be" },                                                            \
	[PART_PIP] = { .key = "pip",                                                                                   \
		.kind = SCHEMA_SETTING,                                                                                \
		.many = SCHEMA_NAMED,                                                                                  \
		.help = "Python packages and ranges of their versions" },                                              \
	[PART_CUDNN] = { .key = "cudnn", .kind = SCHEMA_RANGE, .help = "cuDNN to build with" },                        \
	[PART_PYTHON] = { .key = "python", .kind = SCHEMA_RANGE, .help = "Pythons to build with" },                    \
	[PART_CMAKE] = { .key = "cmake", .kind = SCHEMA_RANGE, .help = "CMakes to build with" },                       \
	[PART_GCC] = { .key = "gcc", .kind = SCHEMA_RANGE, .help = "GCCs to build with" },                             \
	[PART_DRIVER_BRANCH] = { .key = "driver_branch",                                                               \
		.kind = SCHEMA_LINE,                                                                                   \
		.help = "the last driver that serves the GPU" },                                                       \
	[PART_ARCH] = { .key = "arch",                                                                                 \
		.kind = SCHEMA_LINE,                                                                                   \
		.many = SCHEMA_ONE_OR_LIST,                                                                            \
		.help = "compute capabilities to make code for" },                                                     \
	[PART_LAUNCHER] = { .key = "launcher",                                                                         \
		.kind = SCHEMA_CHOICE,                                                                                 \
		.choices = launchers,                                                                                  \
		.help = "what CMake calls for every compiler" },                                                       \
	[PART_MIB_PER_JOB] = { .key = "mib_per_job",                                                                   \
		.kind = SCHEMA_NUMBER,                                                                                 \
		.help = "memory of one compiler, in MiB" },                                                            \
	[PART_HEAVY] = { .key = "heavy",                                                                               \
		.kind = SCHEMA_LINE,                                                                                   \
		.many = SCHEMA_ONE_OR_LIST,                                                                            \
		.help = "targets of CMake whose compilers take more memory" },                                         \
	[PART_MIB_PER_HEAVY_JOB] = { .key = "mib_per_heavy_job",                                                       \
		.kind = SCHEMA_NUMBER,                                                                                 \
		.help = "memory of one of those, in MiB" },                                                            \
	[PART_JOBS] = { .key = "jobs", .kind = SCHEMA_NUMBER, .help = "compilers at once" },                           \
	[PART_CONFIGURE] = { .key = "configure",                                                                       \
		.kind = SCHEMA_LINE,                                                                                   \
		.many = SCHEMA_ONE_OR_LIST,                                                                            \
		.help = "the command that configures, in words" },                                                     \
	[PART_BUILD] = { .key = "build",                                                                               \
		.kind = SCHEMA_LINE,                                                                                   \
		.many = SCHEMA_ONE_OR_LIST,                                                                            \
		.help = "the command that builds" },                                                                   \
	[PART_WHEEL] = { .key = "wheel",                                                                               \
		.kind = SCHEMA_LINE,                                                                                   \
		.many = SCHEMA_ONE_OR_LIST,                                                                            \
		.help = "the command that makes the wheel" },                                                          \
	[PART_EDITABLE] = { .key = "editable",                                                                         \
		.kind = SCHEMA_LINE,                                                                                   \
		.many = SCHEMA_ONE_OR_LIST,                                                                            \
		.help = "the command that installs the tree itself" },                                                 \
	[PART_WHEEL_GLOB] = { .key = "wheel_glob", .kind = SCHEMA_LINE, .help = "where the wheel is" },                \
	[PART_CHECK] = { .key = "check", .kind = SCHEMA_LINE, .help = "Python that must run with the wheel" },         \
	[PART_STAGE] = { .key = "stage",                                                                               \
		.kind = SCHEMA_SETTING,                                                                                \
		.many = SCHEMA_NAMED,                                                                                  \
		.help = "extra files for the wheel" },                                                                 \
	[PART_STAGE_INTO] = {                                                                                          \
		.key = "stage_into", .kind = SCHEMA_LINE, .help = "the folder of the tree that they go to"             \
	}

static const char *const systems[] = { "linux", "windows", "macos", NULL };
static const char *const launchers[] = { "ccache", "sccache", "distcc", "icecc", NULL };

static const struct schema_field profile_when_fields[] = {
	PART_ROWS,
	[PROFILE_WHEN_SYSTEM] = { .key = "system",
		.kind = SCHEMA_CHOICE,
		.choices = systems,
		.help = "the system to build for" },
};
const struct schema schema_profile_when = SCHEMA("a case of a profile", profile_when_fields);

static const struct schema_field profile_fields[] = {
	PART_ROWS,
	[PROFILE_NAME] = { .key = "profile", .kind = SCHEMA_NAME, .help = "its name, in a separate file" },
	[PROFILE_SUMMARY] = { .key = "summary", .kind = SCHEMA_LINE, .required = true, .help = "one line" },
	[PROFILE_EXTENDS] = { .key = "extends",
		.kind = SCHEMA_LINE,
		.help = "the profile that gives the keys this one lacks; in a project, declared above it" },
	[PROFILE_SET] = { .key = "set",
		.kind = SCHEMA_LINE,
		.many = SCHEMA_NAMED,
		.help = "variables and their values" },
	[PROFILE_WHEN] = { .key = "when",
		.kind = SCHEMA_MAP,
		.map = &schema_profile_when,
		.many = SCHEMA_LIST,
		.help = "more keys, for some versions and systems; a later entry overrides an earlier one" },
};
const struct schema schema_profile = SCHEMA("a profile", profile_fields);
/* clang-format on */
