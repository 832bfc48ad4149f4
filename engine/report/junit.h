/*
 * JUnit XML, as Jenkins and GitLab read it (https://github.com/jenkinsci/xunit-plugin, junit-10.xsd): suites of cases,
 * counted. Texts may hold any bytes: what XML 1.0 cannot hold is written as U+FFFD.
 */
#ifndef TPATCH_REPORT_JUNIT_H
#define TPATCH_REPORT_JUNIT_H

#include <stddef.h>

#include "base/str.h"

struct junit {
	struct str suites, properties, cases;        /* XML of the suites that are done; of the present one */
	size_t tests, failures, skipped;             /* of the present suite */
	size_t all_tests, all_failures, all_skipped; /* of those that are done */
};

/* Begins a case. `file` may be NULL; `line` 0 is none. */
void junit_begin_case(struct junit *junit, const char *class_name, const char *name, const char *file, size_t line);
/* The case fails, or is not for here: each at most once in a case, and not both. */
void junit_fail(struct junit *junit, const char *type, const char *message, struct slice text);
void junit_skip(struct junit *junit, const char *message);
/* What the case has to say besides, before its end. */
void junit_tell(struct junit *junit, struct slice text);
void junit_end_case(struct junit *junit);
/* What is known of the suite as a whole: a name and a value. */
void junit_add_property(struct junit *junit, const char *name, const char *value);
void junit_end_suite(struct junit *junit, const char *name);
/* Appends the document and frees what `junit` holds. */
void junit_print(struct junit *junit, const char *name, struct str *out);

#endif
