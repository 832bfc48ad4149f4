/* Globs: what they take, as .gitignore would have it, and PCRE2's conversion against a matcher written from the
 * rules. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "format/regex.h"

static bool matches_with(const char *glob, const char *path, bool nocase)
{
	struct err err = ERR_INIT;
	struct glob_set *set = glob_set_new(&glob, 1, nocase, &err);
	if (!set)
		fail_msg("%s", err.message);
	struct regex_scratch *scratch = regex_scratch_new();
	bool result = glob_set_match(set, scratch, slice_of(path));
	regex_scratch_free(scratch);
	glob_set_free(set);
	return result;
}

static bool matches(const char *glob, const char *path)
{
	return matches_with(glob, path, false);
}

static void assert_refused(const char *glob, const char *reason)
{
	struct err err = ERR_INIT;
	struct glob_set *set = glob_set_new(&glob, 1, false, &err);
	assert_null(set);
	assert_int_equal(err.kind, ERR_PATCHSET);
	struct str wanted = STR_INIT;
	str_addf(&wanted, "bad glob '%s': %s", glob, reason);
	assert_says(&err, wanted.ptr);
	str_release(&wanted);
	err_release(&err);
}

TEST(glob_without_slash_is_for_the_last_part)
{
	assert_true(matches("CMakeLists.txt", "CMakeLists.txt"));
	assert_true(matches("CMakeLists.txt", "a/b/CMakeLists.txt"));
	assert_false(matches("CMakeLists.txt", "a/xCMakeLists.txt"));
	assert_false(matches("CMakeLists.txt", "CMakeLists.txt/a"));
	assert_false(matches("CMakeLists.txt", "CMakeListsXtxt"));
	assert_true(matches("*.cmake", "x.cmake"));
	assert_true(matches("*.cmake", "a/b/.cmake"));
	assert_false(matches("*.cmake", "a.cmake/b"));
	assert_false(matches("*.cmake", "a.cmake.in"));
	assert_true(matches("Find?LAS*", "cmake/FindBLAS.cmake"));
	assert_false(matches("Find?LAS*", "FindBLAS/x"));
	assert_true(matches("*", "a/b"));
	assert_true(matches("**", "a/b"));
}

TEST(glob_with_slash_is_for_the_whole_path)
{
	assert_true(matches("cmake/*.cmake", "cmake/a.cmake"));
	assert_false(matches("cmake/*.cmake", "x/cmake/a.cmake"));
	assert_false(matches("cmake/*.cmake", "cmake/b/a.cmake"));
	assert_true(matches("/setup.py", "setup.py"));
	assert_false(matches("/setup.py", "tools/setup.py"));
	assert_true(matches("tools/setup.py", "tools/setup.py"));
	assert_false(matches("tools/setup.py", "x/tools/setup.py"));
}

TEST(glob_double_star_may_be_no_folder)
{
	assert_true(matches("**/CMakeLists.txt", "CMakeLists.txt"));
	assert_true(matches("**/CMakeLists.txt", "a/b/CMakeLists.txt"));
	assert_false(matches("**/CMakeLists.txt", "aCMakeLists.txt"));
	assert_true(matches("a/**/b", "a/b"));
	assert_true(matches("a/**/b", "a/x/y/b"));
	assert_false(matches("a/**/b", "ab"));
	assert_false(matches("a/**/b", "a/xb"));
	assert_true(matches("**/tools/*.py", "tools/a.py"));
	assert_true(matches("**/tools/*.py", "x/tools/a.py"));
	assert_false(matches("**/tools/*.py", "xtools/a.py"));
	assert_true(matches("a/**/b/**/c*", "a/1/b/2/3/c4"));
	assert_true(matches("a/**/b/**/c*", "a/b/c"));
	assert_true(matches("**/a/b", "a/b"));
	assert_true(matches("**/a/b", "x/a/b"));
	assert_false(matches("**/a/b", "xa/b"));
}

TEST(glob_trailing_slash_takes_all_below)
{
	assert_true(matches("third_party/", "third_party/a/b"));
	assert_true(matches("third_party/", "x/third_party/a"));
	assert_false(matches("third_party/", "third_party"));
	assert_false(matches("third_party/", "xthird_party/a"));
	assert_true(matches("/third_party/", "third_party/a/b"));
	assert_false(matches("/third_party/", "x/third_party/a"));
	assert_true(matches("a/b/", "a/b/c"));
	assert_false(matches("a/b/", "x/a/b/c"));
	assert_true(matches("third_party/**", "third_party/a"));
	assert_false(matches("third_party/**", "third_party"));
	assert_true(matches("**/tools/vcpkg/**", "x/tools/vcpkg/p/q"));
	assert_true(matches("**/tools/vcpkg/**", "tools/vcpkg/p"));
	assert_false(matches("**/tools/vcpkg/**", "tools/vcpkgs/p"));
	assert_false(matches("**/tools/vcpkg/**", "xtools/vcpkg/p"));
	assert_true(matches("build*/", "a/build-x/b"));
}

TEST(glob_classes)
{
	assert_true(matches("[ab]x", "ax"));
	assert_false(matches("[!ab]x", "ax"));
	assert_true(matches("[!ab]x", "cx"));
	assert_false(matches("[^ab]x", "bx"));
	assert_true(matches("[]a]x", "]x"));
	assert_true(matches("[0-9]x", "7x"));
	assert_false(matches("a[!b]c", "a/c"));
	assert_true(matches("[[:digit:]]x", "7x"));
	assert_true(matches("[a,b]{c,[,]}", ",,"));
}

TEST(glob_alternatives_nest_and_hold_slashes)
{
	assert_true(matches("*.{cmake,cmake.in}", "a/b.cmake.in"));
	assert_true(matches("*.{cmake,cmake.in}", "b.cmake"));
	assert_false(matches("*.{cmake,cmake.in}", "b.cmake.i"));
	assert_true(matches("{a,b{c,d{,e}}}.py", "bd.py"));
	assert_true(matches("{a,b{c,d{,e}}}.py", "bde.py"));
	assert_true(matches("{a,b{c,d{,e}}}.py", "x/a.py"));
	assert_false(matches("{a,b{c,d{,e}}}.py", "b.py"));
	assert_true(matches("{src,lib/x}/a{1,2}", "lib/x/a2"));
	assert_false(matches("{a/b,c}", "x/c")); /* it has a '/', so it is for the whole path */
	assert_true(matches("{a/b,c}", "c"));
	assert_true(matches("{,x}a", "a"));
	assert_true(matches("a\\{b\\}", "a{b}"));
	assert_true(matches("a,b", "a,b"));
}

TEST(glob_escapes)
{
	assert_true(matches("a\\*b", "a*b"));
	assert_false(matches("a\\*b", "axb"));
	assert_true(matches("*\\[x\\]", "q[x]"));
	assert_true(matches("a.b+c(d)|e^$", "a.b+c(d)|e^$"));
	assert_true(matches("*.b+c(d)|e^$?", "a.b+c(d)|e^$#"));
	assert_true(matches("\xc3\xa9*", "\xc3\xa9t\xc3\xa9"));
	assert_true(matches("*\xff", "a\xff"));
}

TEST(glob_nocase)
{
	assert_true(matches_with("cmakelists.TXT", "a/CMakeLists.txt", true));
	assert_true(matches_with("*.CMAKE", "x.cmake", true));
	assert_true(matches_with("Third_Party/", "third_party/x", true));
	assert_true(matches_with("/A/b?/C", "a/bx/c", true));
	assert_true(matches_with("**/A/B/**", "x/a/b/c", true));
	assert_false(matches_with("\xc3\x89", "\xc3\xa9", true));
	assert_false(matches_with("ABC*", "abd", true));
	assert_false(matches_with("*.CMAKE", "x.cmaki", true));
	assert_false(matches_with("/A/README", "a/readyy", true));
	assert_false(matches_with("/A/B/", "a/c/x", true));
	assert_false(matches_with("**/README", "a/readyy", true));
}

TEST(glob_refuses_what_is_broken)
{
	assert_refused("", "it is empty");
	assert_refused("[a", "missing terminating ] for character class");
	assert_refused("a{b", "'{' without '}' | write '\\{' for the character itself");
	assert_refused("{a,{b}", "'{' without '}' | write '\\{' for the character itself");
	assert_refused("a}b", "'}' without '{' | write '\\}' for the character itself");
	assert_refused("x/[z-a]", "invalid syntax");
	assert_refused("*a\\", "invalid syntax");
	assert_refused("{0,1}{0,1}{0,1}{0,1}{0,1}{0,1}{0,1}{0,1}{0,1}", "more than 256 alternatives");
	assert_true(matches("{0,1}{0,1}{0,1}{0,1}{0,1}{0,1}{0,1}{0,1}", "10101100"));
	char *long_glob = xmalloc(5001);
	memset(long_glob, 'a', 5000);
	long_glob[5000] = '\0';
	assert_refused(long_glob, "it is longer than 4096 bytes");
	free(long_glob);
}

TEST(glob_set_takes_what_any_glob_takes)
{
	/* The first of these becomes a pattern with (*COMMIT) in it, which must not keep the others from being
	 * tried. */
	static const char *const globs[] = { "a/**/x?", "a/c", "*.txt" };
	struct err err = ERR_INIT;
	struct glob_set *set = glob_set_new(globs, COUNT_OF(globs), false, &err);
	struct regex_scratch *scratch = regex_scratch_new();
	assert_non_null(set);
	assert_true(glob_set_match(set, scratch, slice_of("a/c")));
	assert_true(glob_set_match(set, scratch, slice_of("a/b/xy")));
	assert_true(glob_set_match(set, scratch, slice_of("a/b/y.txt")));
	assert_false(glob_set_match(set, scratch, slice_of("a/b/y")));
	glob_set_free(set);
	set = glob_set_new(NULL, 0, false, &err);
	assert_false(glob_set_match(set, scratch, slice_of("a")));
	glob_set_free(set);
	regex_scratch_free(scratch);
}

static bool takes_all_below(const char *glob, const char *folder)
{
	struct err err = ERR_INIT;
	struct glob_set *set = glob_set_new(&glob, 1, false, &err);
	bool result = glob_set_takes_all_below(set, slice_of(folder));
	glob_set_free(set);
	return result;
}

TEST(glob_set_takes_all_below_a_folder)
{
	assert_true(takes_all_below("**/tools/vcpkg/**", "a/tools/vcpkg"));
	assert_true(takes_all_below("**/tools/vcpkg/**", "tools/vcpkg"));
	assert_true(takes_all_below("**/tools/vcpkg/**", "a/tools/vcpkg/ports/b"));
	assert_false(takes_all_below("**/tools/vcpkg/**", "a/tools"));
	assert_false(takes_all_below("**/tools/vcpkg/**", "a/tools/vcpkg2"));
	assert_false(takes_all_below("**/tools/vcpkg/**", "a/mytools/vcpkg"));
	assert_false(takes_all_below("**/tools/vcpkg/**", "vcpkg"));
	assert_true(takes_all_below("third_party/", "x/third_party/y"));
	assert_true(takes_all_below("/third_party/", "third_party"));
	assert_false(takes_all_below("/third_party/", "x/third_party"));
	assert_false(takes_all_below("/third_party/", "third_party2"));
	assert_false(takes_all_below("/third_party/*.c", "third_party"));
	assert_false(takes_all_below("*.c", "a"));
}

TEST(glob_held_by_the_last_part)
{
	assert_true(matches("*CMakeLists.txt.*", "a/CMakeLists.txt.in"));
	assert_true(matches("*CMakeLists.txt.*", "xCMakeLists.txt."));
	assert_false(matches("*CMakeLists.txt.*", "a/CMakeLists.txt.d/b"));
	assert_false(matches("*CMakeLists.txt.*", "a/CMakeLists.txt"));
	assert_false(matches("*CMakeLists.txt.*", "a/cmakelists.txt.in"));
	assert_true(matches_with("*CMakeLists.txt.*", "a/cmakelists.txt.in", true));
	assert_true(matches_with("*.TXT", "a.txT", true));
}

TEST(glob_literal_names_one_file)
{
	assert_true(glob_is_literal(slice_of("tools/setup.py")));
	assert_false(glob_is_literal(slice_of("tools/*.py")));
	assert_false(glob_is_literal(slice_of("a?")));
	assert_false(glob_is_literal(slice_of("[a]")));
	assert_false(glob_is_literal(slice_of("{a,b}")));
	assert_false(glob_is_literal(slice_of("a/")));
	assert_false(glob_is_literal(slice_of("/a")));
	assert_false(glob_is_literal(slice_of("a\\b")));
	assert_false(glob_is_literal(slice_of("")));
}

static bool reference_class(const char **glob, char c)
{
	const char *at = *glob + 1;
	bool negate = *at == '!', found = false;
	for (at += negate; *at != ']'; at++) {
		char low = *at;
		if (at[1] == '-')
			at += 2;
		found |= c >= low && c <= *at;
	}
	*glob = at + 1;
	return c && c != '/' && found != negate;
}

static bool reference_fits(const char *glob, const char *path, bool part_begins);

/* Some bytes of `path`, none included, are taken by a wildcard, and then `rest` fits. */
static bool reference_skip(const char *rest, const char *path, bool over_slash)
{
	for (;; path++) {
		if (reference_fits(rest, path, false))
			return true;
		if (!*path || (*path == '/' && !over_slash))
			return false;
	}
}

/* Some folders of `path`, none included, are taken, and then `rest` fits. */
static bool reference_skip_folders(const char *rest, const char *path)
{
	if (reference_fits(rest, path, true))
		return true;
	const char *slash = strchr(path, '/');
	return slash && reference_skip_folders(rest, slash + 1);
}

/* The rules, written down a second time: does `glob`, for the whole path, take `path`? `part_begins`: both are at the
 * begin of a part. */
static bool reference_fits(const char *glob, const char *path, bool part_begins)
{
	if (!*glob)
		return !*path;
	size_t n_stars = strspn(glob, "*");
	if (n_stars > 1 && part_begins && glob[n_stars] == '/')
		return reference_skip_folders(glob + n_stars + 1, path);
	if (n_stars)
		return reference_skip(glob + n_stars, path, n_stars > 1);
	if (*glob == '[')
		return reference_class(&glob, *path) && reference_fits(glob, path + 1, false);
	bool fits = *glob == '?' ? *path && *path != '/' : *path == *glob;
	return fits && reference_fits(glob + 1, path + 1, *path == '/');
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Up to `most` of the `n_pieces` pieces. */
static void random_text(uint64_t *state, const char *const *pieces, size_t n_pieces, size_t most, struct str *out)
{
	str_clear(out);
	for (size_t len = next_random(state) % most + 1; len; len--)
		str_add_cstr(out, pieces[next_random(state) % n_pieces]);
}

/* '/' at neither end and none doubled. */
static bool is_path(const char *text)
{
	return text[0] != '/' && text[strlen(text) - 1] != '/' && !strstr(text, "//");
}

TEST(glob_agrees_with_the_rules_on_random_input)
{
	static const char *const in_globs[] = { "a", "a", "b", "/", "/", "*", "?", "**", "**/", "[ab]", "[!a]",
		"[a-b]" };
	static const char *const in_paths[] = { "a", "a", "b", "/" };
	struct regex_scratch *scratch = regex_scratch_new();
	struct str glob = STR_INIT, whole = STR_INIT, path = STR_INIT;
	uint64_t seed = 88172645463325252u;
	size_t n_matches = 0;
	for (size_t round = 0; round < 20000; round++) {
		random_text(&seed, in_globs, COUNT_OF(in_globs), 7, &glob);
		if (!is_path(glob.ptr))
			continue;
		struct err err = ERR_INIT;
		struct glob_set *set = glob_set_new((const char *const *)&glob.ptr, 1, false, &err);
		assert_non_null(set);
		str_clear(&whole);
		str_addf(&whole, "%s%s", strchr(glob.ptr, '/') ? "" : "**/", glob.ptr);
		for (size_t i = 0; i < 20; i++) {
			random_text(&seed, in_paths, COUNT_OF(in_paths), 8, &path);
			if (!is_path(path.ptr))
				continue;
			bool expected = reference_fits(whole.ptr, path.ptr, true);
			n_matches += expected;
			if (glob_set_match(set, scratch, str_slice(&path)) != expected)
				fail_msg("glob '%s', path '%s': expected %d", glob.ptr, path.ptr, expected);
		}
		glob_set_free(set);
	}
	assert_true(n_matches > 10000);
	str_release(&glob);
	str_release(&whole);
	str_release(&path);
	regex_scratch_free(scratch);
}
