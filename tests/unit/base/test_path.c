#include "unit.h"

#include <string.h>

#include "base/nearest.h"
#include "base/alloc.h"
#include "base/path.h"
#include "base/utf8.h"

struct bad_path {
	const char *path;
	const char *reason; /* how the message ends */
};

static void assert_refused(bool (*check)(struct slice, struct err *), const struct bad_path *row)
{
	struct err err = ERR_INIT;
	if (check(slice_of(row->path), &err))
		fail_msg("'%s' is let through", row->path);
	assert_int_equal(err.kind, ERR_PATCHSET);
	if (!slice_ends_with(slice_of(err.message), row->reason))
		fail_msg("'%s': %s", row->path, err.message);
	assert_non_null(err.hint);
	err_release(&err);
}

static void assert_allowed(bool (*check)(struct slice, struct err *), const char *path)
{
	struct err err = ERR_INIT;
	if (!check(slice_of(path), &err))
		fail_msg("'%s' is refused: %s", path, err.message);
	assert_int_equal(err.kind, ERR_NONE);
}

static const struct bad_path bad_everywhere[] = {
	{ "", "it is empty" },
	{ "//server/share", "it is absolute" },
	{ "C:/x", "which names a drive or a stream on Windows" },
	{ "c:x", "which names a drive or a stream on Windows" },
	{ "a/b.txt:stream", "which names a drive or a stream on Windows" },
	{ "a\\b", "it contains a backslash" },
	{ "..", "it has a '.' or '..' part" },
	{ "a/../b", "it has a '.' or '..' part" },
	{ "./a", "it has a '.' or '..' part" },
	{ "a/.", "it has a '.' or '..' part" },
	{ "a//b", "it has an empty part" },
	{ "a/b//", "it has an empty part" },
	{ ".git/config", "it leads into .git or .tpatch" },
	{ "a/.GIT/hooks/x", "it leads into .git or .tpatch" },
	{ "a/Git~1", "it leads into .git or .tpatch" },
	{ "TPATCH~1/runs", "it leads into .git or .tpatch" },
	{ ".tpatch/x", "it leads into .git or .tpatch" },
	{ "a/.Tpatch", "it leads into .git or .tpatch" },
	{ "con", "it contains the name of a DOS device" },
	{ "a/NUL.txt", "it contains the name of a DOS device" },
	{ "a/aux.c/b", "it contains the name of a DOS device" },
	{ "prn.tar.gz", "it contains the name of a DOS device" },
	{ "com1", "it contains the name of a DOS device" },
	{ "com0", "it contains the name of a DOS device" },
	{ "LPT9.log", "it contains the name of a DOS device" },
	{ "com\xC2\xB9", "it contains the name of a DOS device" },
	{ "con .txt", "it contains the name of a DOS device" },
	{ "CONIN$", "it contains the name of a DOS device" },
	{ "a./b", "a part of it ends in a dot or a space, which Windows drops" },
	{ "a/b ", "a part of it ends in a dot or a space, which Windows drops" },
	{ ".git.", "it leads into .git or .tpatch" },
	{ ".git ", "it leads into .git or .tpatch" },
	{ ".git....................", "it leads into .git or .tpatch" },
	{ "git~12/hooks", "it leads into .git or .tpatch" },
	{ ".g\xE2\x80\x8Cit/hooks", "it leads into .git or .tpatch" },
	{ "\xEF\xBB\xBF.tPatch", "it leads into .git or .tpatch" },
	{ ".gits.", "a part of it ends in a dot or a space, which Windows drops" },
	{ "...", "a part of it ends in a dot or a space, which Windows drops" },
	{ "a\nb", "it contains a control character" },
	{ "a\x7F", "it contains a control character" },
	{ "a<b", "it contains a character that Windows does not allow in names" },
	{ "a|b", "it contains a character that Windows does not allow in names" },
};

TEST(path_refuses_what_leads_out_or_means_something_else_on_windows)
{
	for (size_t i = 0; i < sizeof(bad_everywhere) / sizeof(bad_everywhere[0]); i++) {
		assert_refused(path_check, &bad_everywhere[i]);
		assert_refused(path_check_glob, &bad_everywhere[i]);
	}
}

TEST(path_refuses_wildcards_and_slashes_at_its_ends)
{
	static const struct bad_path rows[] = {
		{ "*.cmake", "it contains a wildcard" },
		{ "a?", "it contains a wildcard" },
		{ "/etc/passwd", "it is absolute" },
		{ "a/", "it has an empty part" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_refused(path_check, &rows[i]);
}

/* `length` bytes of 'a' after `prefix`, of which every part but the last is `prefix` again. */
static bool allows(bool (*check)(struct slice path, struct err *err), const char *prefix, size_t times, size_t length)
{
	struct str path = STR_INIT;
	struct err err = ERR_INIT;
	for (size_t i = 0; i < times; i++)
		str_add_cstr(&path, prefix);
	str_add_repeat(&path, 'a', length);
	bool ok = check(str_slice(&path), &err);
	const char *why = path.len > 4095 ? "not allowed: it is longer than 4095 bytes"
					  : "not allowed: a part of it is longer than 255 bytes";
	assert_true(ok || (err.kind == ERR_PATCHSET && slice_ends_with(slice_of(err.message), why)));
	err_release(&err);
	str_release(&path);
	return ok;
}

TEST(path_refuses_names_that_are_too_long_for_any_system)
{
	assert_true(allows(path_check, "a/", 1, 255));
	assert_false(allows(path_check, "a/", 1, 256));
	assert_true(allows(path_check, "a/", 2000, 95));
	assert_false(allows(path_check, "a/", 2000, 96));
	assert_true(allows(path_check_glob, "/", 1, 255));
	assert_false(allows(path_check_glob, "**/", 1, 256));
	assert_true(allows(path_check_glob, "{a,b}", 1, 256));
	assert_true(allows(path_check_glob, "*/", 2000, 200));
}

TEST(path_allows_ordinary_names)
{
	static const char *const paths[] = { "CMakeLists.txt", "a/b/c.py", ".github/workflows/x.yml", ".gitmodules",
		"a/.gitignore", "com10", "com", "coma", "console.c", "nullable.h", "a b/c d.txt", "\xC3\xA4/x", "lpt",
		"..a", "a..b", "[x].py", "{a,b}", "!x", "aux_/con-1" };
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		assert_allowed(path_check, paths[i]);
}

TEST(path_of_a_tree_may_be_what_no_patch_set_may_name)
{
	static const char *const good[] = { "a", "a/b.c", "..a/b..", ".gitignore", ".github/x", "a/.git2", "con.py",
		"a b\\c:d", "git~", "git~x" };
	static const char *const bad[] = {
		"",
		"/a",
		"a/",
		"a//b",
		".",
		"..",
		"a/..",
		"./a",
		".git",
		"a/.git/b",
		"a/.Git",
		".tpatch/x",
		".TPATCH",
	};
	for (size_t i = 0; i < COUNT_OF(good); i++)
		assert_true(path_leads_into_tree(slice_of(good[i])));
	for (size_t i = 0; i < COUNT_OF(bad); i++)
		assert_false(path_leads_into_tree(slice_of(bad[i])));
	assert_false(path_leads_into_tree(SLICE_LITERAL("a\0b")));
}

/* One answer to what is .git or .tpatch, whoever asks: a patch set, a journal, a plan, or the walk through a tree. */
TEST(path_reserved_parts_are_the_same_for_all)
{
	static const char *const reserved[] = {
		".git",
		".GIT",
		"git~1",
		"GIT~12",
		".git.",
		".git ",
		".git::$INDEX_ALLOCATION",
		".g\xE2\x80\x8Cit",
		/* What file systems that fold case do not see, beside HFS+: ext4's. */
		".g\u00ADit",
		".gi\u200Bt",
		"\uFE0F.git",
		".git\U000E0100",
		".tpatch",
		"tpatch~1",
		"TPATC~10",
		"gi7eba~1",
		"TP12ab~3",
		".Tpatch. .",
	};
	for (size_t i = 0; i < COUNT_OF(reserved); i++) {
		struct err err = ERR_INIT;
		assert_true(path_part_is_reserved(slice_of(reserved[i])));
		assert_false(path_leads_into_tree(slice_of(reserved[i])));
		assert_false(path_is_allowed(slice_of(reserved[i])));
		assert_false(path_check(slice_of(reserved[i]), &err));
		err_release(&err);
		assert_false(path_check_glob(slice_of(reserved[i]), &err));
		err_release(&err);
	}
}

TEST(path_glob_allows_wildcards_and_an_anchor)
{
	static const char *const globs[] = { "*", "**", "**/CMakeLists.txt", "*.cmake", "a/**/b?.[ch]", "*.{c,h}",
		"third_party/", "**/tools/vcpkg/**", "/*.cmake", "/setup.py", "[!a]*" };
	static const struct bad_path bad[] = {
		{ "/", "it is absolute" },
		{ "**/../x", "it has a '.' or '..' part" },
		{ "**/.git/*", "it leads into .git or .tpatch" },
		{ "**/nul.*", "it contains the name of a DOS device" },
	};
	for (size_t i = 0; i < sizeof(globs) / sizeof(globs[0]); i++)
		assert_allowed(path_check_glob, globs[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_refused(path_check_glob, &bad[i]);
}

TEST(path_error_shows_the_path_escaped)
{
	struct err err = ERR_INIT;
	assert_false(path_check(slice_of("a\x1B[31m"), &err));
	assert_string_equal(err.message, "path 'a\\033[31m' is not allowed: it contains a control character");
	assert_false(path_check(slice_of("a\\b"), &err));
	assert_string_equal(err.hint, "write '/' between folders, on Windows too");
	err_release(&err);
}

static void assert_parts(const char *path, const char *dir, const char *base)
{
	assert_true(slice_eq_cstr(path_dir(slice_of(path)), dir));
	assert_true(slice_eq_cstr(path_base(slice_of(path)), base));
}

TEST(path_dir_and_base_split_at_the_last_slash)
{
	assert_parts("a/b/c.txt", "a/b", "c.txt");
	assert_parts("c.txt", "", "c.txt");
	assert_parts("a/b/", "a/b", "");
	assert_parts("", "", "");
	assert_parts("/c", "", "c");
}

TEST(path_push_puts_one_slash_between)
{
	struct str path = STR_INIT;
	path_push(&path, slice_of("a"));
	assert_string_equal(path.ptr, "a");
	path_push(&path, slice_of("b"));
	assert_string_equal(path.ptr, "a/b");
	str_add_char(&path, '/');
	path_push(&path, slice_of("c"));
	assert_string_equal(path.ptr, "a/b/c");
	str_release(&path);
}

static void assert_quoted(const char *path, size_t len, const char *expected)
{
	struct str out = STR_INIT;
	str_add_cstr(&out, "+++ ");
	path_quote(slice_from(path, len), &out);
	assert_string_equal(out.ptr + 4, expected);
	str_release(&out);
}

/* The expected forms are what `git -c core.quotePath=false diff` prints; bytes that are no UTF-8 are octal. */
TEST(path_quote_is_that_of_git)
{
	assert_quoted("a b/c.txt", 9, "a b/c.txt");
	assert_quoted("", 0, "");
	assert_quoted("\xC3\xA4/\xE2\x82\xAC", 6, "\xC3\xA4/\xE2\x82\xAC");
	assert_quoted("a\tb", 3, "\"a\\tb\"");
	assert_quoted("\a\b\n\v\f\r", 6, "\"\\a\\b\\n\\v\\f\\r\"");
	assert_quoted("q\"\\", 3, "\"q\\\"\\\\\"");
	assert_quoted("\x01\x7F", 2, "\"\\001\\177\"");
	assert_quoted("a\0b", 3, "\"a\\000b\"");
	assert_quoted("\xC3\xA4\xFF", 3, "\"\xC3\xA4\\377\"");
}

static size_t decode(const char *bytes, size_t len, uint32_t *code_point)
{
	return utf8_decode(slice_from(bytes, len), 0, code_point);
}

TEST(path_utf8_takes_only_the_shortest_form_of_a_character)
{
	uint32_t c = 0;
	assert_int_equal(decode("A", 1, &c), 1);
	assert_int_equal(c, 'A');
	assert_int_equal(decode("\xC3\xA4", 2, &c), 2);
	assert_int_equal(c, 0xE4);
	assert_int_equal(decode("\xE2\x82\xAC", 3, &c), 3);
	assert_int_equal(c, 0x20AC);
	assert_int_equal(decode("\xF0\x9F\x98\x80", 4, &c), 4);
	assert_int_equal(c, 0x1F600);
	assert_int_equal(decode("\xF4\x8F\xBF\xBF", 4, &c), 4);
	assert_int_equal(decode("\xC0\x80", 2, &c), 0);
	assert_int_equal(decode("\xE0\x80\x80", 3, &c), 0);
	assert_int_equal(decode("\xED\xA0\x80", 3, &c), 0);
	assert_int_equal(decode("\xF4\x90\x80\x80", 4, &c), 0);
	assert_int_equal(decode("\x80", 1, &c), 0);
	assert_int_equal(decode("\xE2\x82", 2, &c), 0);
	assert_int_equal(decode("", 0, &c), 0);
}

TEST(path_excerpt_ends_at_a_control_character_and_between_characters)
{
	assert_true(slice_eq_cstr(utf8_excerpt(slice_of("abc\ndef")), "abc"));
	assert_true(slice_eq_cstr(utf8_excerpt(slice_of("abc")), "abc"));
	char text[62];
	memset(text, 'x', sizeof(text));
	memcpy(text + 59, "\xC3\xA4", 2);
	assert_int_equal(utf8_excerpt(slice_from(text, sizeof(text))).len, 59);
}

TEST(path_cut_is_between_characters)
{
	static const struct {
		const char *text;
		size_t most, length;
	} rows[] = { { "abc", 3, 3 }, { "abc", 4, 3 }, { "abc", 2, 2 }, { "abc", 0, 0 }, { "a\xc3\xa4", 2, 1 },
		{ "a\xc3\xa4", 3, 3 }, { "\xc3\xa4", 1, 0 }, { "a\xe4\xb8\xad.", 2, 1 }, { "a\xe4\xb8\xad.", 3, 1 },
		{ "a\xe4\xb8\xad.", 4, 4 }, { "a\xf0\x9f\x98\x80", 4, 1 }, { "a\xf0\x9f\x98\x80", 5, 5 },
		/* No UTF-8. */
		{ "a\x80\x80\x80\x80", 4, 4 }, { "\x80\x80\x80\x80\x80\x80", 5, 5 } };
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_int_equal(utf8_cut(slice_of(rows[i].text), rows[i].most).len, rows[i].length);
}

TEST(path_nearest_name_is_the_one_that_was_meant)
{
	static const char *const names[] = { "title", "files", "exclude", "edits", "tests", "fixed-in" };
	size_t count = sizeof(names) / sizeof(names[0]);
	assert_string_equal(nearest_name(slice_of("titel"), names, count), "title");
	assert_string_equal(nearest_name(slice_of("FILES"), names, count), "files");
	assert_string_equal(nearest_name(slice_of("fixed_in"), names, count), "fixed-in");
	assert_string_equal(nearest_name(slice_of("exlude"), names, count), "exclude");
	assert_string_equal(nearest_name(slice_of("files-here"), names, count), "files");
	assert_string_equal(nearest_name(slice_of("fixed"), names, count), "fixed-in");
	assert_null(nearest_name(slice_of("tables"), names, count));
	assert_null(nearest_name(slice_of("ti"), names, count));
	assert_null(nearest_name(slice_of("colour"), names, count));
	assert_null(nearest_name(slice_of("x"), names, count));
	assert_null(nearest_name(slice_of("title"), names, 0));
	assert_int_equal(nearest_distance(slice_of("kitten"), slice_of("sitting")), 3);
	assert_int_equal(nearest_distance(slice_of("ab"), slice_of("ba")), 1);
	assert_int_equal(nearest_distance(slice_of(""), slice_of("abc")), 3);
}

TEST(path_protected_is_what_git_ci_and_editors_obey)
{
	static const char *const yes[] = { ".gitmodules", "a/.gitattributes", ".github/workflows/x.yml", ".GitHub/x",
		".gitlab-ci.yml", ".circleci/config.yml", ".vscode/tasks.json", "b/.envrc", ".pre-commit-config.yaml",
		"**/.github/**", "GITHUB~1/workflows/x.yml", "GITLAB~1.YML", "gi7eba~1", "GITAT~12", "PRE-CO~1.YAM",
		"VSCODE~1/tasks.json", "vs~1/x", ".git\xE2\x80\x8Chub/x",
		(".vs\xEF\xBB\xBF"
		 "code/x"),
		".vscode./x", /* letters that become others when case is folded */
		".v\u017Fcode/x", ".hus\u212Ay/x", ".pre-commit-con\uFB01g.yaml", ".\uFB02eet/x", ".v\u00ADscode/x",
		".hg/hgrc", ".gitea/x", ".forgejo/workflows/x.yml", ".woodpecker.yml", ".cirrus.yml", ".drone.yml",
		".appveyor.yml" };
	static const char *const no[] = { "", "git/x", "a.git", "x.vscode", ".gi", "cmake/ci/x", "**/*.yml",
		".clang-format", ".ci/x.sh", ".vzcode/x", "GITHUB~x/y", "~1", "vscode~/x", "abcdef~1", "README~1.MD",
		"vs" };
	for (size_t i = 0; i < COUNT_OF(yes); i++)
		assert_true(path_is_protected(slice_of(yes[i])));
	for (size_t i = 0; i < COUNT_OF(no); i++)
		assert_false(path_is_protected(slice_of(no[i])));
}
