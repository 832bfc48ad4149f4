/* Which of the lines of a log counts first, and which not at all: by the level of its row, and by where it is. */
#include <stdlib.h>
#include <string.h>

#include "tables.h"
#include "unit.h"

#define ROW(id, level, match)                                                                                          \
	"- {id: " id ", level: " level ", step: s, match: '" match "', sample: s, cause: c, fix: f}\n"

/* The first line of the answer to a log, "ID (LEVEL), line N, confidence WHICH", must begin so. */
static void assert_first(const char *rows, const char *log, const char *wanted)
{
	char *text = tables_print(rows, "[]", log);
	if (!slice_starts_with(slice_of(text), wanted))
		fail_msg("'%s' of\n%s\n%s", wanted, log, text);
	free(text);
}

/* From what counts most to what counts least. */
static const struct {
	const char *id, *row, *line;
	bool is_failed; /* in Ninja's first FAILED block */
} ranks[] = {
	{ "f1", ROW("f1", "fatal", "fff1"), "fff1", true },
	{ "g1", ROW("g1", "general", "ggg1"), "ggg1", true },
	{ "l1", ROW("l1", "last", "lll1"), "lll1", true },
	{ "f2", ROW("f2", "fatal", "fff2"), "fff2", false },
	{ "s", ROW("s", "fatal", "sss"), "-- sss", false },
	{ "g2", ROW("g2", "general", "ggg2"), "ggg2", false },
	{ "l2", ROW("l2", "last", "lll2"), "lll2", false },
	{ "o", ROW("o", "outer", "ooo"), "ooo", false },
	{ "d", ROW("d", "aside", "ddd"), "ddd", false },
	{ "t", ROW("t", "feature", "ttt"), "ttt", false },
	{ "n", ROW("n", "note", "nnn"), "nnn", false },
	{ "e", ROW("e", "empty", "eee"), "eee", false },
};

TEST(rank_is_by_level_and_place)
{
	struct str rows = STR_INIT, log = STR_INIT, wanted = STR_INIT;
	for (size_t i = 0; i < COUNT_OF(ranks); i++)
		str_add_cstr(&rows, ranks[i].row);
	for (size_t first = 0; first < COUNT_OF(ranks); first++) {
		str_clear(&log);
		str_clear(&wanted);
		/* What counts less comes earlier. */
		for (size_t i = COUNT_OF(ranks); i-- > first;)
			if (!ranks[i].is_failed)
				str_addf(&log, "%s\n", ranks[i].line);
		str_add_cstr(&log, "FAILED: a.o\ncc a.c\n");
		for (size_t i = COUNT_OF(ranks); i-- > first;)
			if (ranks[i].is_failed)
				str_addf(&log, "%s\n", ranks[i].line);
		str_add_cstr(&log, "ninja: build stopped: subcommand failed.\n");
		str_addf(&wanted, "%s (", ranks[first].id);
		assert_first(rows.ptr, log.ptr, wanted.ptr);
	}
	str_release(&rows);
	str_release(&log);
	str_release(&wanted);
}

TEST(rank_is_by_line_where_two_are_alike)
{
	static const char rows[] = ROW("a", "fatal", "one") ROW("b", "fatal", "two") ROW("k", "kill", "killed");
	assert_first(rows, "one\ntwo\n", "a (fatal), line 1, confidence medium");
	assert_first(rows, "two\none\n", "b (fatal), line 1, confidence medium");
	assert_first(rows, "killed\none\n", "k (kill), line 1, confidence medium");
	assert_first(rows, "one\nkilled\n", "a (fatal), line 1, confidence medium");
	assert_first(rows, "-- one\nkilled\n", "k (kill), line 2, confidence medium");
	/* Only an error before it says more than a kill. */
	static const char others[] = ROW("a", "general", "one") ROW("b", "last", "two") ROW("c", "aside", "three")
		ROW("d", "note", "four") ROW("k", "kill", "killed");
	assert_first(others, "one\nkilled\n", "a (general), line 1, confidence low");
	assert_first(others, "two\nkilled\n", "b (last), line 1, confidence low");
	assert_first(others, "three\nkilled\n", "k (kill), line 2, confidence medium");
	assert_first(others, "four\nkilled\n", "k (kill), line 2, confidence medium");
	assert_first(others, "killed\none\n", "k (kill), line 1, confidence medium");
	/* The second block of a build that went on, and a block that ended. */
	assert_first(rows, "FAILED: a\ncc\ntwo\nFAILED: b\ncc\none\n", "b (fatal), line 3, ");
	assert_first(rows, "two\nFAILED: a\ncc\n[2/3] CC\none\n", "b (fatal), line 1, ");
	assert_first(rows, "two\nFAILED: a\ncc\nno progress\none\n", "a (fatal), line 5, ");
	assert_first(rows, "two\nFAILED: a\ncc\nninja: one\none\n", "b (fatal), line 1, ");
	assert_first(rows, "two\nFAILED: a\none\none\n", "a (fatal), line 4, ");
	assert_first(rows, "two\nFAILED: a\nx.c:1: error: one\n", "a (fatal), line 3, ");
}

TEST(rank_of_what_cmake_says)
{
	static const char rows[] = ROW("a", "fatal", "one") ROW("b", "fatal", "two") ROW("t", "feature", "turned off")
		ROW("d", "aside", "aside");
	assert_first(rows, "CMake Warning at a (b):\n  one\n\ntwo\n", "b (fatal), line 4, confidence medium");
	assert_first(
		rows, "CMake Deprecation Warning at a (b):\n  one\n\ntwo\n", "b (fatal), line 4, confidence medium");
	assert_first(rows, "CMake Error at a (b):\n  one\n\ntwo\n", "a (fatal), line 2, confidence medium");
	assert_first(rows, "CMake Warning at a (b):\n  one\n\n", "a (fatal), line 2, confidence medium");
	/* What is harmless elsewhere ends CMake there. */
	assert_first(rows, "CMake Error at a (b):\n  turned off\n\ntwo\n", "t (feature), line 2, confidence medium");
	assert_first(rows, "CMake Error at a (b):\n  aside\n\ntwo\n", "d (aside), line 2, confidence medium");
	assert_first(rows, "CMake Error at a (b):\naside\n\ntwo\n", "b (fatal), line 4, confidence medium");
	assert_first(rows, "turned off\ntwo\n", "b (fatal), line 2, confidence medium");
	/* Its lines are one paragraph, with single spaces. */
	assert_first(ROW("p", "fatal", "one two three"), "CMake Error at a (b):\n  one\n  two   three\n",
		"p (fatal), line 2, ");
	assert_first(
		ROW("p", "fatal", "one two three"), "CMake Error at a (b):\n  one\n two three\n", "no known failure");
	assert_first(ROW("p", "fatal", "one two three"), "CMake Error at a (b):\n\n  one\n\n  two three\n",
		"p (fatal), line 3, ");
}

TEST(rank_of_probes)
{
	static const char rows[] = ROW("a", "fatal", "one") ROW("b", "fatal", "two");
	static const struct {
		const char *begin;
		bool counts;
	} probes[] = {
		{ "Performing Test HAS_X failed with the following output:\n", false },
		{ "Determining if the C compiler works failed with the following output:\n", true },
		{ "Detecting C compiler ABI info failed with the following output:\n", true },
		{ "Compiling the thing source file \"x.c\" failed.\n", false },
		{ "Compiling the C compiler identification source file \"x.c\" failed.\n", true },
		{ "Compiling the C compiler identification source file \"x.c\" passed.\n", true },
		{ "events:\n", false },
		{ "events:\n- \"x.cmake:12 (try_compile)\"\n", false },
		{ "events:\n- \"Modules/CMakeTestCCompiler.cmake:12: is the compiler working\"\n", true },
		{ "events:\nCompiling the C compiler identification source file \"x.c\" failed.\n", true },
		{ "events:\n- \"is the compiler working\"\nkind: \"try_compile\"\n", false },
		{ "events:\n...\n", true },
		{ "Performing Test HAS_X failed with the following output:\n-- ok\n", true },
		{ "Performing Test HAS_X failed with the following output:\nCMake Warning: x\n", true },
	};
	for (size_t i = 0; i < COUNT_OF(probes); i++) {
		struct str log = STR_INIT;
		str_addf(&log, "%sone\n...\n-- ok\ntwo\n", probes[i].begin);
		assert_first(rows, log.ptr, probes[i].counts ? "a (fatal)" : "b (fatal)");
		str_release(&log);
	}
	assert_first(rows, "Performing Test HAS_X failed with the following output:\none\n",
		"a (fatal), line 2, confidence low");
}

TEST(rank_looks_at_what_follows_a_heading)
{
	static const char dyld[] = ROW("h", "fatal", "Did find:\\n.*bad"),
			  rust[] = ROW("h", "fatal", "panicked at .*:\\nno cmake");
	assert_first(dyld, "dyld: no suitable image.  Did find:\n\t/usr/lib/x: bad\n", "h (fatal), line 1, ");
	assert_first(dyld, "dyld: no suitable image.  Did find:\n\n\t/usr/lib/x: bad\n", "h (fatal), line 1, ");
	assert_first(dyld, "dyld: no suitable image.  Did find: \n\t/usr/lib/x: bad\n", "h (fatal), line 1, ");
	assert_first(dyld, "dyld: no suitable image.  Did find:\nother\nbad\n", "no known failure");
	assert_first(rust, "thread 'main' panicked at build.rs:57:10:\nno cmake\n", "h (fatal), line 1, ");
	assert_first(rust, "thread 'main' panicked at build.rs:57:10\nno cmake\n", "no known failure");
	static const char variable[] = ROW("h", "fatal", "^(\\w+)(?: \\(ADVANCED\\))?\\n *(?:linked by|used as|other)");
	assert_first(variable, "LIB (ADVANCED)\n    linked by target \"x\" in directory /y\n", "h (fatal), line 1, ");
	assert_first(variable, "LIB\n    linked by target \"x\" in directory /y\n", "h (fatal), line 1, ");
	assert_first(variable, "LIB\n   used as include directory in directory /y\n", "h (fatal), line 1, ");
	assert_first(variable, "LIB\n    other directory\n", "no known failure");
	assert_first(variable, "LI\n    linked by target \"x\" in directory /y\n", "no known failure");
	assert_first(variable, "LIB (OLD)\n    linked by target \"x\" in directory /y\n", "no known failure");
}
