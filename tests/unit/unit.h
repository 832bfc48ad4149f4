/*
 * What every unit test includes. Tests are written as TEST(module_what_holds) { ... } with the macro at the start of a
 * line: collect.sh reads the names from the sources, so a test cannot be forgotten.
 */
#ifndef TPATCH_TESTS_UNIT_H
#define TPATCH_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST(name)                                                                                                     \
	void test_##name(void **state);                                                                                \
	void test_##name(void **state __attribute__((unused)))

/* The table that collect.sh writes: all tests, those of one file together. */
struct unit_row {
	const char *file; /* "base/test_version" */
	const char *name; /* as given to TEST() */
	void (*run)(void **state);
};

extern const struct unit_row unit_rows[];
extern const size_t unit_n_rows;

struct err;

/* Fails unless the error says `wanted`: its message and, where it has one, " | " and its hint. */
void assert_says(const struct err *err, const char *wanted);

#endif
