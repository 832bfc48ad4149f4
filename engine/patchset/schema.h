/*
 * The YAML format as tables: every map a patch set may hold, its keys, and what is after them. The loader reads
 * maps by these tables; the reference and the JSON Schema are printed from them.
 */
#ifndef TPATCH_PATCHSET_SCHEMA_H
#define TPATCH_PATCHSET_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "format/yaml.h"
#include "patchset/patchset.h"

/* What one value is. schema_kind_name() has the words for people. */
enum schema_kind {
	SCHEMA_TEXT,     /* any text that is not empty */
	SCHEMA_LINE,     /* one line of text */
	SCHEMA_CODE,     /* code or a regex: taken byte for byte, so no YAML folding */
	SCHEMA_CONTENT,  /* the same, and may be empty */
	SCHEMA_PREFIX,   /* a text that may be empty */
	SCHEMA_SETTING,  /* one line of text, or `~`: it must not be set */
	SCHEMA_ID,       /* lower-case words joined by '-' */
	SCHEMA_NAME,     /* the same, and '.' and '_' may join as well */
	SCHEMA_CHOICE,   /* one of `choices` */
	SCHEMA_LANGUAGE, /* the name of a language (lang/registry.c) */
	SCHEMA_VERSION,  /* a version in quotes */
	SCHEMA_SERIES,   /* two release numbers in quotes */
	SCHEMA_RANGE,    /* a range of versions in quotes */
	SCHEMA_NUMBER,   /* digits, without quotes */
	SCHEMA_COUNT,    /* N, "N..M", ">=N" or "<=N" */
	SCHEMA_BOOL,
	SCHEMA_TRUE,   /* `true`, nothing else */
	SCHEMA_URL,    /* http or https */
	SCHEMA_PATH,   /* path_check() */
	SCHEMA_GLOB,   /* path_check_glob() */
	SCHEMA_COMMIT, /* 7 to 64 hex digits */
	SCHEMA_HASH,   /* 32 hex digits: base/digest/hash.h */
	SCHEMA_MAP,    /* a map with the keys of `map` */
	SCHEMA_KIND_COUNT
};

/* How many values are after a key. */
enum schema_many {
	SCHEMA_ONE,
	SCHEMA_ONE_OR_LIST,
	SCHEMA_LIST,
	SCHEMA_NAMED /* a map whose keys are free and whose values are of the field's kind */
};

struct schema;

struct schema_field {
	const char *key;
	enum schema_kind kind;
	enum schema_many many;
	bool required;
	bool some; /* where it is a list: of one at least, as an empty one would say something else than it seems to */
	const struct schema *map;   /* of SCHEMA_MAP */
	const char *const *choices; /* of SCHEMA_CHOICE, NULL-terminated */
	const char *const *words;   /* of SCHEMA_NAMED: one of these may be there instead of the map; or NULL */
	const char *help;           /* one line */
};

struct schema {
	const char *what; /* "a rule" */
	const struct schema_field *fields;
	size_t n_fields;
	/* what is after keys that are none of the fields; NULL: there may be none */
	const struct schema_field *others;
};

/* Fields of each map, as indices into its table. */
enum set_field { SET_TPATCH, SET_NAME, SET_SUMMARY, SET_TARGET, SET_USE, SET_VARIABLES, SET_RULES };
enum pack_field { PACK_TPATCH, PACK_PACK, PACK_SUMMARY, PACK_USE, PACK_EXCLUDE, PACK_WHEN, PACK_VARIABLES, PACK_RULES };
enum project_field {
	PROJECT_TPATCH,
	PROJECT_PROJECT,
	PROJECT_SUMMARY,
	PROJECT_MARKERS,
	PROJECT_VERSION_FILE,
	PROJECT_TAG_PREFIXES,
	PROJECT_RELEASES,
	PROJECT_TRIED,
	PROJECT_FINGERPRINTS,
	PROJECT_FACTS,
	PROJECT_PROFILES
};
enum variable_field { VARIABLE_HELP, VARIABLE_KIND, VARIABLE_CHOICES, VARIABLE_DEFAULT, VARIABLE_BY_VERSION };
enum variable_case_field { CASE_VERSIONS, CASE_VALUE };
enum fact_field { FACT_HELP, FACT_TYPE, FACT_CHOICES, FACT_VERSIONS };
/* What a profile says anywhere, and an entry of its `when` for some trees and systems only. The keys from PART_WHY on
 * are tbuild's alone. */
enum profile_part_field {
	PART_VERSIONS,
	PART_FACTS,
	PART_CUDA,
	PART_MSVC,
	PART_VCVARS_VERSION,
	PART_WHY,
	PART_ENV,
	PART_EXPECT,
	PART_PIP,
	PART_CUDNN,
	PART_PYTHON,
	PART_CMAKE,
	PART_GCC,
	PART_DRIVER_BRANCH,
	PART_ARCH,
	PART_LAUNCHER,
	PART_MIB_PER_JOB,
	PART_HEAVY,
	PART_MIB_PER_HEAVY_JOB,
	PART_JOBS,
	PART_CONFIGURE,
	PART_BUILD,
	PART_WHEEL,
	PART_EDITABLE,
	PART_WHEEL_GLOB,
	PART_CHECK,
	PART_STAGE,
	PART_STAGE_INTO,
	PART_COUNT
};
enum profile_field { PROFILE_NAME = PART_COUNT, PROFILE_SUMMARY, PROFILE_EXTENDS, PROFILE_SET, PROFILE_WHEN };
enum profile_when_field { PROFILE_WHEN_SYSTEM = PART_COUNT };
enum target_field { TARGET_PROJECT, TARGET_VERSIONS };
enum rule_field {
	RULE_ID,
	RULE_TITLE,
	RULE_WHY,
	RULE_SHOWN_BY,
	RULE_LINKS,
	RULE_UPSTREAM,
	RULE_SUPERSEDED_BY,
	RULE_GROUP,
	RULE_FILES,
	RULE_EXCLUDE,
	RULE_LANGUAGE,
	RULE_VERSIONS,
	RULE_VERSIONS_FROM,
	RULE_WHEN,
	RULE_WHEN_UNKNOWN,
	RULE_OPTIONAL,
	RULE_PROTECTED,
	RULE_EDITS,
	RULE_REFUSE,
	RULE_WARN,
	RULE_NOTE,
	RULE_IF_FOUND,
	RULE_EXPECT,
	RULE_TESTS
};
enum when_field { WHEN_FIELD_ALL, WHEN_FIELD_ANY, WHEN_FIELD_NOT };
enum upstream_field { UPSTREAM_STATUS, UPSTREAM_FIXED_IN, UPSTREAM_LINK };
enum shown_by_field { SHOWN_BY_TOOL, SHOWN_BY_RUN, SHOWN_BY_CLAIMS, SHOWN_BY_IN };
enum expect_field { EXPECT_FILES, EXPECT_EDITS };
enum test_field {
	TEST_NAME,
	TEST_PATH,
	TEST_BEFORE,
	TEST_AFTER,
	TEST_FOUND,
	TEST_PATH_AFTER,
	TEST_ABSENT,
	TEST_EXECUTABLE
};
/* The operations follow, in the order of op_all(). */
enum edit_field {
	EDIT_MATCH,
	EDIT_REGEX,
	EDIT_WHERE,
	/* in the order of enum context_field */
	EDIT_INSIDE,
	EDIT_NOT_INSIDE,
	EDIT_AFTER,
	EDIT_BEFORE,
	EDIT_ALL,
	EDIT_ANY,
	EDIT_NOT,
	EDIT_PICK,
	EDIT_ALREADY,
	EDIT_FIRST_OPERATION
};
enum context_field {
	PLACE_INSIDE,
	PLACE_NOT_INSIDE,
	PLACE_AFTER,
	PLACE_BEFORE,
	PLACE_ALL,
	PLACE_ANY,
	PLACE_NOT,
	PLACE_COUNT
};
enum condition_field { CONDITION_VERSION, CONDITION_REGEX, CONDITION_IN, CONDITION_NOT };
enum negation_field { NEGATION_REGEX, NEGATION_IN };
enum content_field { CONTENT_TEXT, CONTENT_HASH };
enum fingerprint_field { FINGERPRINT_SERIES, FINGERPRINT_ALL };
enum evidence_field { EVIDENCE_FILE, EVIDENCE_EXISTS, EVIDENCE_CONTAINS };

/* As many as any map has fields, operations included. */
#define SCHEMA_MAX_FIELDS 64

extern const struct schema schema_set, schema_pack, schema_project, schema_target, schema_rule, schema_shown_by,
	schema_upstream, schema_expect, schema_test, schema_content, schema_context, schema_condition, schema_negation,
	schema_fingerprint, schema_evidence, schema_when, schema_search, schema_fact, schema_profile,
	schema_profile_when, schema_variable, schema_variable_case;
/* An edit's table, operations included; its fields come from `arena`. */
struct schema schema_edit(struct arena *arena);

/*
 * Reads the map `node`: fills values[i] with the pair of field i, or NULL where it is absent. Unknown and missing keys,
 * and values that are not of their kind, are errors (ERR_PATCHSET with place and hint). Maps within are not entered:
 * their reader calls this again.
 */
bool schema_read(const struct yaml_file *file, const struct yaml_node *node, const struct schema *schema,
	const struct yaml_pair **values, struct err *err);

/* Is `node` a value of the field's kind? `key` is what messages call it. */
bool schema_check_value(const struct yaml_file *file, const struct yaml_node *node, const struct schema_field *field,
	struct slice key, struct err *err);
/* "a version in quotes". */
const char *schema_kind_name(enum schema_kind kind);
/* Reads a SCHEMA_COUNT. */
bool schema_parse_count(struct slice text, struct count_range *out);

/* The values after a field that may hold one or a list: how many, and the one at `index`. `pair` may be NULL: none. */
size_t schema_item_count(const struct yaml_pair *pair);
const struct yaml_node *schema_item(const struct yaml_pair *pair, size_t index);

/* A table of the YAML format, from the array of its fields. */
#define SCHEMA(description, table)                                                                                     \
	{                                                                                                              \
		.what = (description), .fields = (table), .n_fields = COUNT_OF(table)                                  \
	}

#endif
