/* Patterns against small texts, for the tests of the languages. */
#ifndef TPATCH_TESTS_PATTERN_CHECK_H
#define TPATCH_TESTS_PATTERN_CHECK_H

#include "lang/language.h"

/* Fails unless the places where `pattern` fits in `text` are `expected`: their texts, each followed by ` NAME=text` per
 * capture, joined by '|'. */
void check_finds(const struct language *language, const char *pattern, const char *text, const char *expected);
/* Fails unless the statements or items that hold these places (language.widen) are `expected`, joined by '|'. */
void check_widens(const struct language *language, const char *pattern, const char *text, const char *expected);
/*
 * Fails unless the blocks around the first token of `needle` in `text` whose head `head` fits are `expected` in number.
 * Each is asked as `inside` asks.
 */
void check_inside(
	const struct language *language, const char *head, const char *text, const char *needle, size_t expected);
/* Fails unless `pattern` is refused with this message (assert_says()). */
void check_refused(const struct language *language, const char *pattern, const char *message);

#endif
