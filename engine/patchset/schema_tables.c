/*
 * The tables of the YAML format. patchsets/README.md tells the same for people.
 */
#include "patchset/schema.h"

#include <string.h>

#include "base/alloc.h"
#include "op/op.h"

static const char *const statuses[] = { "backport", "pending", "submitted", "denied", "inappropriate",
	"inactive-upstream", NULL };

static const struct schema_field target_fields[] = {
	[TARGET_PROJECT] = { .key = "project", .kind = SCHEMA_NAME, .required = true, .help = "name of the project" },
	[TARGET_VERSIONS] = { .key = "versions",
		.kind = SCHEMA_RANGE,
		.required = true,
		.help = "range of versions, in quotes: \"1.12.1\", \">=2.1, <2.6\", \"2.4.*\"" },
};
const struct schema schema_target = SCHEMA("a target", target_fields);

static const struct schema_field upstream_fields[] = {
	[UPSTREAM_STATUS] = { .key = "status",
		.kind = SCHEMA_CHOICE,
		.choices = statuses,
		.required = true,
		.help = "status of the change upstream" },
	[UPSTREAM_FIXED_IN] = { .key = "fixed-in",
		.kind = SCHEMA_VERSION,
		.help = "first version that has it, in quotes: \"2.6.0\"" },
	[UPSTREAM_LINK] = { .key = "link", .kind = SCHEMA_URL, .help = "URL of the change or its discussion" },
};
const struct schema schema_upstream = SCHEMA("'upstream'", upstream_fields);

static const struct schema_field expect_fields[] = {
	[EXPECT_FILES] = { .key = "files",
		.kind = SCHEMA_COUNT,
		.help = "files that the rule changes or finds changed" },
	[EXPECT_EDITS] = { .key = "edits", .kind = SCHEMA_COUNT, .help = "places that it changes or finds changed" },
};
const struct schema schema_expect = SCHEMA("'expect'", expect_fields);

static const char *const sides[] = { "before", "after", NULL };

static const struct schema_field test_fields[] = {
	[TEST_NAME] = { .key = "name", .kind = SCHEMA_LINE, .help = "what the test shows" },
	[TEST_PATH] = { .key = "path",
		.kind = SCHEMA_PATH,
		.help = "file name that the text stands for; default: by the first entry of 'files'" },
	[TEST_BEFORE] = { .key = "before", .kind = SCHEMA_CONTENT, .help = "text of the file before the rule" },
	[TEST_AFTER] = { .key = "after",
		.kind = SCHEMA_CONTENT,
		.help = "text after the rule; if missing, the text must not change" },
	[TEST_FOUND] = { .key = "found",
		.kind = SCHEMA_BOOL,
		.help = "of a rule without edits: does it find something here? default: true" },
	[TEST_PATH_AFTER] = { .key = "path-after", .kind = SCHEMA_PATH, .help = "the file's path after the rule" },
	[TEST_ABSENT] = { .key = "absent",
		.kind = SCHEMA_CHOICE,
		.choices = sides,
		.help = "when there is no file: before or after" },
	[TEST_EXECUTABLE] = { .key = "executable",
		.kind = SCHEMA_CHOICE,
		.choices = sides,
		.help = "when the file has the executable bit: before or after" },
};
const struct schema schema_test = SCHEMA("a test", test_fields);

static const struct schema_field content_fields[] = {
	[CONTENT_TEXT] = { .key = "text", .kind = SCHEMA_CONTENT, .help = "the whole text; line ends may differ" },
	[CONTENT_HASH] = { .key = "hash",
		.kind = SCHEMA_HASH,
		.help = "XXH3-128 of the file with LF line ends, as `xxh128sum FILE` prints it" },
};
const struct schema schema_content = SCHEMA("a content", content_fields);

static const struct schema_field negation_fields[] = {
	[NEGATION_REGEX] = { .key = "regex",
		.kind = SCHEMA_CODE,
		.help = "the pattern does not match the captured "
			"text" },
	[NEGATION_IN] = { .key = "in",
		.kind = SCHEMA_CONTENT,
		.many = SCHEMA_ONE_OR_LIST,
		.some = true,
		.help = "none of these values" },
};
const struct schema schema_negation = SCHEMA("'not'", negation_fields);

static const struct schema_field condition_fields[] = {
	[CONDITION_VERSION] = { .key = "version",
		.kind = SCHEMA_RANGE,
		.help = "the captured version is in this range: \"<3.5\"" },
	[CONDITION_REGEX] = { .key = "regex", .kind = SCHEMA_CODE, .help = "PCRE2, matches the captured text" },
	[CONDITION_IN] = { .key = "in",
		.kind = SCHEMA_CONTENT,
		.many = SCHEMA_ONE_OR_LIST,
		.some = true,
		.help = "one of these values" },
	[CONDITION_NOT] = { .key = "not",
		.kind = SCHEMA_MAP,
		.map = &schema_negation,
		.help = "the opposite of 'regex' or 'in'" },
};
const struct schema schema_condition = SCHEMA("a condition", condition_fields);

/* Conditions on the place of a match, from field `first` on: an edit's own, and those within all, any and not. */
#define PLACES(first)                                                                                                  \
	[first + PLACE_INSIDE] = { .key = "inside",                                                                    \
		.kind = SCHEMA_CODE,                                                                                   \
		.many = SCHEMA_ONE_OR_LIST,                                                                            \
		.some = true,                                                                                          \
		.help = "heads of blocks that must enclose the match" },                                               \
		 [first + PLACE_NOT_INSIDE] = { .key = "not-inside",                                                   \
			 .kind = SCHEMA_CODE,                                                                          \
			 .many = SCHEMA_ONE_OR_LIST,                                                                   \
			 .some = true,                                                                                 \
			 .help = "heads of blocks that must not enclose the match" },                                  \
		 [first + PLACE_AFTER] = { .key = "after",                                                             \
			 .kind = SCHEMA_CODE,                                                                          \
			 .many = SCHEMA_ONE_OR_LIST,                                                                   \
			 .some = true,                                                                                 \
			 .help = "code that must come before the match in the same block" },                           \
		 [first + PLACE_BEFORE] = { .key = "before",                                                           \
			 .kind = SCHEMA_CODE,                                                                          \
			 .many = SCHEMA_ONE_OR_LIST,                                                                   \
			 .some = true,                                                                                 \
			 .help = "code that must come after the match in the same block" },                            \
		 [first + PLACE_ALL] = { .key = "all",                                                                 \
			 .kind = SCHEMA_MAP,                                                                           \
			 .many = SCHEMA_LIST,                                                                          \
			 .some = true,                                                                                 \
			 .map = &schema_context,                                                                       \
			 .help = "conditions on the place that must all hold" },                                       \
		 [first + PLACE_ANY] = { .key = "any",                                                                 \
			 .kind = SCHEMA_MAP,                                                                           \
			 .many = SCHEMA_LIST,                                                                          \
			 .some = true,                                                                                 \
			 .map = &schema_context,                                                                       \
			 .help = "conditions on the place, one of which must hold" },                                  \
		 [first + PLACE_NOT] = { .key = "not",                                                                 \
			 .kind = SCHEMA_MAP,                                                                           \
			 .map = &schema_context,                                                                       \
			 .help = "conditions on the place that must not all hold" }

static const struct schema_field context_fields[] = { PLACES(0) };
const struct schema schema_context = SCHEMA("a condition on the place", context_fields);

static const struct schema_field edit_fields[] = {
	[EDIT_MATCH] = { .key = "match",
		.kind = SCHEMA_CODE,
		.help = "a pattern in the target language: $X one argument or balanced expression, $$$XS any number" },
	[EDIT_REGEX] = { .key = "regex",
		.kind = SCHEMA_CODE,
		.help = "PCRE2; ^ and $ are line ends, \\n takes \\r\\n too" },
	[EDIT_WHERE] = { .key = "where",
		.kind = SCHEMA_MAP,
		.map = &schema_condition,
		.many = SCHEMA_NAMED,
		.help = "conditions on captures" },
	PLACES(EDIT_INSIDE),
	[EDIT_PICK] = { .key = "pick",
		.kind = SCHEMA_LINE,
		.help = "first, last or a number: which of the matches in a block" },
	[EDIT_ALREADY] = { .key = "already",
		.kind = SCHEMA_CODE,
		.many = SCHEMA_ONE_OR_LIST,
		.some = true,
		.help = "patterns: if one is found in the file, the edit counts as already patched" },
};

/* What `if-found` looks for: an edit without its operation. */
static const struct schema_field search_fields[] = {
	[EDIT_MATCH] = { .key = "match", .kind = SCHEMA_CODE, .help = "a pattern in the target language" },
	[EDIT_REGEX] = { .key = "regex",
		.kind = SCHEMA_CODE,
		.help = "PCRE2; ^ and $ are line ends, \\n takes \\r\\n too" },
	[EDIT_WHERE] = { .key = "where",
		.kind = SCHEMA_MAP,
		.map = &schema_condition,
		.many = SCHEMA_NAMED,
		.help = "conditions on captures" },
	PLACES(EDIT_INSIDE),
};
const struct schema schema_search = SCHEMA("a search", search_fields);

static const char *const unknown_choices[] = { "skip", "apply", NULL };

static const struct schema_field when_other = { .key = "FACT",
	.kind = SCHEMA_LINE,
	.many = SCHEMA_ONE_OR_LIST,
	.help = "a fact of the project and its value, or for a version a range in quotes; one of a list must fit" };
static const struct schema_field when_fields[] = {
	[WHEN_FIELD_ALL] = { .key = "all",
		.kind = SCHEMA_MAP,
		.many = SCHEMA_LIST,
		.map = &schema_when,
		.help = "conditions on facts that must all hold" },
	[WHEN_FIELD_ANY] = { .key = "any",
		.kind = SCHEMA_MAP,
		.many = SCHEMA_LIST,
		.map = &schema_when,
		.help = "conditions on facts, one of which must hold" },
	[WHEN_FIELD_NOT] = { .key = "not",
		.kind = SCHEMA_MAP,
		.map = &schema_when,
		.help = "conditions on facts that must not all hold" },
};
const struct schema schema_when = {
	.what = "a condition on facts", .fields = when_fields, .n_fields = COUNT_OF(when_fields), .others = &when_other
};

static const char *const versions_from[] = { "tree", "change", "assumed", NULL };

static const char *const shown_in[] = { "tree", "tests", NULL };

static const struct schema_field shown_by_fields[] = {
	[SHOWN_BY_TOOL] = { .key = "tool",
		.kind = SCHEMA_LINE,
		.required = true,
		.help = "a fact: every available version of it is tried; or clang-cl, mingw" },
	[SHOWN_BY_RUN] = { .key = "run",
		.kind = SCHEMA_TEXT,
		.required = true,
		.help = "a shell command in the tree; it prints the words of 'why', or fails, only without the rule" },
	[SHOWN_BY_CLAIMS] = { .key = "claims",
		.kind = SCHEMA_LINE,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "versions that a stand-in claims to be, because the tool itself is not available" },
	[SHOWN_BY_IN] = { .key = "in",
		.kind = SCHEMA_CHOICE,
		.choices = shown_in,
		.help = "what it is run in: the tree, which is the default, or the rule's own tests" },
};
const struct schema schema_shown_by = SCHEMA("a proof by a tool", shown_by_fields);

static const struct schema_field rule_fields[] = {
	[RULE_ID] = { .key = "id",
		.kind = SCHEMA_ID,
		.required = true,
		.help = "lower-case words joined by '-', unique within the set" },
	[RULE_TITLE] = { .key = "title", .kind = SCHEMA_LINE, .required = true, .help = "one line, imperative" },
	[RULE_WHY] = { .key = "why",
		.kind = SCHEMA_TEXT,
		.required = true,
		.help = "the failure it prevents, with the message a user would search for" },
	[RULE_SHOWN_BY] = { .key = "shown-by",
		.kind = SCHEMA_MAP,
		.map = &schema_shown_by,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "a command and a tool that show that 'why' is true (tests/real/grid.py)" },
	[RULE_LINKS] = { .key = "links",
		.kind = SCHEMA_URL,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "URLs of reports and of the change" },
	[RULE_UPSTREAM] = { .key = "upstream",
		.kind = SCHEMA_MAP,
		.map = &schema_upstream,
		.help = "status of the change upstream" },
	[RULE_SUPERSEDED_BY] = { .key = "superseded-by",
		.kind = SCHEMA_MAP,
		.map = &schema_evidence,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "tests that a tree passes, all of them, if it no longer needs the rule" },
	[RULE_GROUP] = { .key = "group",
		.kind = SCHEMA_ID,
		.help = "rules of a set with the same group are applied all or none" },
	[RULE_FILES] = { .key = "files",
		.kind = SCHEMA_GLOB,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "paths from the root, or globs; required, except in a rule that refuses, warns or notes" },
	[RULE_EXCLUDE] = { .key = "exclude",
		.kind = SCHEMA_GLOB,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "globs of files that are skipped" },
	[RULE_LANGUAGE] = { .key = "language",
		.kind = SCHEMA_LANGUAGE,
		.help = "default: by the name of the first entry of 'files'" },
	[RULE_VERSIONS] = { .key = "versions",
		.kind = SCHEMA_RANGE,
		.help = "versions of the target to which the rule applies, in quotes" },
	[RULE_VERSIONS_FROM] = { .key = "versions-from",
		.kind = SCHEMA_CHOICE,
		.choices = versions_from,
		.help = "how the end of 'versions' is known: seen in a tree, shown by an upstream change, or assumed" },
	[RULE_WHEN] = { .key = "when",
		.kind = SCHEMA_MAP,
		.map = &schema_when,
		.help = "facts under which the rule applies" },
	[RULE_WHEN_UNKNOWN] = { .key = "when-unknown",
		.kind = SCHEMA_CHOICE,
		.choices = unknown_choices,
		.help = "what happens to the rule if a fact that 'when' needs is not given; default: skip" },
	[RULE_OPTIONAL] = { .key = "optional", .kind = SCHEMA_BOOL, .help = "finding nothing is fine" },
	[RULE_PROTECTED] = { .key = "protected",
		.kind = SCHEMA_BOOL,
		.help = "it may change files that git, CI and editors obey: .git*, .circleci, .vscode" },
	/* The table of an edit is made by schema_edit(), because it holds the operations. */
	[RULE_EDITS] = { .key = "edits",
		.kind = SCHEMA_MAP,
		.many = SCHEMA_LIST,
		.help = "what to find, and what to do with it; in a file, all edits are made or none" },
	[RULE_REFUSE] = { .key = "refuse", .kind = SCHEMA_TEXT, .help = "instead of edits: stop the run and say this" },
	[RULE_WARN] = { .key = "warn", .kind = SCHEMA_TEXT, .help = "instead of edits: warn of this and continue" },
	[RULE_NOTE] = { .key = "note",
		.kind = SCHEMA_TEXT,
		.help = "instead of edits: say this, which needs no action, and continue" },
	[RULE_IF_FOUND] = { .key = "if-found",
		.kind = SCHEMA_MAP,
		.map = &schema_search,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "refuse, warn or note only where one of these is found in 'files'" },
	[RULE_EXPECT] = { .key = "expect",
		.kind = SCHEMA_MAP,
		.map = &schema_expect,
		.help = "how many files and places; default: at least one of each" },
	[RULE_TESTS] = { .key = "tests",
		.kind = SCHEMA_MAP,
		.map = &schema_test,
		.many = SCHEMA_LIST,
		.help = "before/after proofs" },
};
const struct schema schema_rule = SCHEMA("a rule", rule_fields);

static const char *const variable_types[] = { "text", "version", "number", "choice", NULL };

static const struct schema_field case_fields[] = {
	[CASE_VERSIONS] = { .key = "versions",
		.kind = SCHEMA_RANGE,
		.required = true,
		.help = "versions of the target, in quotes" },
	[CASE_VALUE] = { .key = "value", .kind = SCHEMA_PREFIX, .required = true, .help = "the value for these" },
};
const struct schema schema_variable_case = SCHEMA("a value by version", case_fields);

static const struct schema_field variable_fields[] = {
	[VARIABLE_HELP] = { .key = "help", .kind = SCHEMA_LINE, .required = true, .help = "one line: what it is" },
	[VARIABLE_KIND] = { .key = "type",
		.kind = SCHEMA_CHOICE,
		.choices = variable_types,
		.help = "what its values are; default: text" },
	[VARIABLE_CHOICES] = { .key = "choices",
		.kind = SCHEMA_LINE,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "of a choice: all its values" },
	[VARIABLE_DEFAULT] = { .key = "default",
		.kind = SCHEMA_PREFIX,
		.required = true,
		.help = "its value, if nothing else sets it; a version in quotes" },
	[VARIABLE_BY_VERSION] = { .key = "by-version",
		.kind = SCHEMA_MAP,
		.map = &schema_variable_case,
		.many = SCHEMA_LIST,
		.help = "values for versions of the target; the first that fits counts" },
};
const struct schema schema_variable = SCHEMA("a variable", variable_fields);

static const struct schema_field set_fields[] = {
	[SET_TPATCH] = { .key = "tpatch",
		.kind = SCHEMA_NUMBER,
		.required = true,
		.help = "version of this format: 1" },
	[SET_NAME] = { .key = "name", .kind = SCHEMA_NAME, .required = true, .help = "name of the set" },
	[SET_SUMMARY] = { .key = "summary", .kind = SCHEMA_LINE, .required = true, .help = "one line" },
	[SET_TARGET] = { .key = "target",
		.kind = SCHEMA_MAP,
		.map = &schema_target,
		.required = true,
		.help = "the software and its versions: {project: pytorch, versions: \">=2.1, <2.4\"}" },
	[SET_USE] = { .key = "use",
		.kind = SCHEMA_NAME,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "packs, whose rules come before the set's own" },
	[SET_VARIABLES] = { .key = "variables",
		.kind = SCHEMA_MAP,
		.map = &schema_variable,
		.many = SCHEMA_NAMED,
		.help = "values that its own rules name as {{name}}, and --set may choose" },
	[SET_RULES] = { .key = "rules",
		.kind = SCHEMA_MAP,
		.map = &schema_rule,
		.many = SCHEMA_LIST,
		.help = "the set's own rules" },
};
const struct schema schema_set = SCHEMA("a set", set_fields);

static const struct schema_field pack_fields[] = {
	[PACK_TPATCH] = { .key = "tpatch",
		.kind = SCHEMA_NUMBER,
		.required = true,
		.help = "version of this format: 1" },
	[PACK_PACK] = { .key = "pack", .kind = SCHEMA_NAME, .required = true, .help = "name of the pack" },
	[PACK_SUMMARY] = { .key = "summary", .kind = SCHEMA_LINE, .required = true, .help = "one line" },
	[PACK_USE] = { .key = "use",
		.kind = SCHEMA_NAME,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "packs, whose rules come before the pack's own" },
	[PACK_EXCLUDE] = { .key = "exclude",
		.kind = SCHEMA_GLOB,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "added to 'exclude' of each of its rules" },
	[PACK_WHEN] = { .key = "when",
		.kind = SCHEMA_MAP,
		.map = &schema_when,
		.help = "facts under which its rules apply" },
	[PACK_VARIABLES] = { .key = "variables",
		.kind = SCHEMA_MAP,
		.map = &schema_variable,
		.many = SCHEMA_NAMED,
		.help = "values that its own rules name as {{name}}, and --set may choose" },
	[PACK_RULES] = { .key = "rules",
		.kind = SCHEMA_MAP,
		.map = &schema_rule,
		.many = SCHEMA_LIST,
		.help = "the pack's own rules" },
};
const struct schema schema_pack = SCHEMA("a pack", pack_fields);

static const struct schema_field evidence_fields[] = {
	[EVIDENCE_FILE] = { .key = "file", .kind = SCHEMA_PATH, .required = true, .help = "path of a file or folder" },
	[EVIDENCE_EXISTS] = { .key = "exists", .kind = SCHEMA_BOOL, .help = "is it there?" },
	[EVIDENCE_CONTAINS] = { .key = "contains", .kind = SCHEMA_CODE, .help = "PCRE2 that matches in the file" },
};
const struct schema schema_evidence = SCHEMA("a test of the tree", evidence_fields);

static const struct schema_field fingerprint_fields[] = {
	[FINGERPRINT_SERIES] = { .key = "series",
		.kind = SCHEMA_SERIES,
		.required = true,
		.help = "the series it shows, in quotes: \"1.12\"" },
	[FINGERPRINT_ALL] = { .key = "all",
		.kind = SCHEMA_MAP,
		.map = &schema_evidence,
		.many = SCHEMA_LIST,
		.required = true,
		.help = "tests that must all hold" },
};
const struct schema schema_fingerprint = SCHEMA("a fingerprint", fingerprint_fields);

static const char *const fact_types[] = { "version", "choice", "text", NULL };

static const struct schema_field fact_fields[] = {
	[FACT_HELP] = { .key = "help", .kind = SCHEMA_LINE, .required = true, .help = "one line: what it is" },
	[FACT_TYPE] = { .key = "type",
		.kind = SCHEMA_CHOICE,
		.choices = fact_types,
		.required = true,
		.help = "what its values are" },
	[FACT_CHOICES] = { .key = "choices",
		.kind = SCHEMA_LINE,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "of a choice: all its values" },
	[FACT_VERSIONS] = { .key = "versions",
		.kind = SCHEMA_RANGE,
		.help = "of a version: the range of what it can be, in quotes; another value is an error" },
};
const struct schema schema_fact = SCHEMA("a fact", fact_fields);

static const struct schema_field project_fields[] = {
	[PROJECT_TPATCH] = { .key = "tpatch",
		.kind = SCHEMA_NUMBER,
		.required = true,
		.help = "version of this format: 1" },
	[PROJECT_PROJECT] = { .key = "project", .kind = SCHEMA_NAME, .required = true, .help = "name of the project" },
	[PROJECT_SUMMARY] = { .key = "summary", .kind = SCHEMA_LINE, .required = true, .help = "one line" },
	[PROJECT_MARKERS] = { .key = "markers",
		.kind = SCHEMA_PATH,
		.many = SCHEMA_ONE_OR_LIST,
		.required = true,
		.help = "paths that a tree of the project has, all of them" },
	[PROJECT_VERSION_FILE] = { .key = "version-file",
		.kind = SCHEMA_PATH,
		.help = "file whose first line is the version; it shows the series only" },
	[PROJECT_TAG_PREFIXES] = { .key = "tag-prefixes",
		.kind = SCHEMA_PREFIX,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "what comes before the version in git tags" },
	[PROJECT_RELEASES] = { .key = "releases",
		.kind = SCHEMA_COMMIT,
		.many = SCHEMA_NAMED,
		.help = "versions, in quotes, and their commits" },
	[PROJECT_TRIED] = { .key = "tried",
		.kind = SCHEMA_SERIES,
		.many = SCHEMA_ONE_OR_LIST,
		.help = "series with a tree that the sets were tried on, in quotes; others are reported as not tried" },
	[PROJECT_FINGERPRINTS] = { .key = "fingerprints",
		.kind = SCHEMA_MAP,
		.map = &schema_fingerprint,
		.many = SCHEMA_LIST,
		.help = "contents that show the series" },
	[PROJECT_FACTS] = { .key = "facts",
		.kind = SCHEMA_MAP,
		.map = &schema_fact,
		.many = SCHEMA_NAMED,
		.help = "facts that --fact may give, and 'when' may test" },
	[PROJECT_PROFILES] = { .key = "profiles",
		.kind = SCHEMA_MAP,
		.map = &schema_profile,
		.many = SCHEMA_NAMED,
		.help = "what `--profile NAME` means to tpatch and tbuild" },
};
const struct schema schema_project = SCHEMA("a project", project_fields);

static enum schema_kind kind_of(enum op_value value)
{
	static const enum schema_kind kinds[] = {
		[OP_TEXT] = SCHEMA_CONTENT,
		[OP_SETS] = SCHEMA_CONTENT,
		[OP_TRUE] = SCHEMA_TRUE,
		[OP_BOOL] = SCHEMA_BOOL,
		[OP_PATH] = SCHEMA_PATH,
		[OP_CONTENT] = SCHEMA_MAP,
	};
	return kinds[value];
}

struct schema schema_edit(struct arena *arena)
{
	size_t n_ops;
	const struct op *const *ops = op_all(&n_ops);
	struct schema_field *fields = arena_alloc(arena, (EDIT_FIRST_OPERATION + n_ops) * sizeof(*fields));
	memcpy(fields, edit_fields, sizeof(edit_fields));
	for (size_t i = 0; i < n_ops; i++) {
		enum op_value value = ops[i]->value;
		fields[EDIT_FIRST_OPERATION + i] = (struct schema_field){
			.key = ops[i]->name,
			.kind = kind_of(value),
			.many = value == OP_SETS ? SCHEMA_NAMED : SCHEMA_ONE,
			.map = value == OP_CONTENT ? &schema_content : NULL,
			.help = ops[i]->summary,
		};
	}
	return (struct schema){ .what = "an edit", .fields = fields, .n_fields = EDIT_FIRST_OPERATION + n_ops };
}
