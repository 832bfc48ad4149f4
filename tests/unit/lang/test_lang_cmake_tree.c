/* CMake: the tree, what arguments mean, and which files are CMake. The lexer is in test_lang_cmake.c. */
#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "lang/language.h"
#include "lang_check.h"

extern const struct language language_cmake;

/* --- meaning ----------------------------------------------------------------------------------------------------- */

static enum token_kind kind_of(const char *text)
{
	return text[0] == '"' ? TOKEN_STRING : text[0] == '[' ? TOKEN_BRACKET : TOKEN_TEXT;
}

static bool same(const char *pattern, const char *file)
{
	return language_cmake.same(slice_of(pattern), kind_of(pattern), slice_of(file), kind_of(file));
}

TEST(lang_cmake_same_names_without_case)
{
	assert_true(language_cmake.same(slice_of("include"), TOKEN_NAME, slice_of("INCLUDE"), TOKEN_NAME));
	assert_false(language_cmake.same(slice_of("include"), TOKEN_NAME, slice_of("includes"), TOKEN_NAME));
	assert_false(language_cmake.same(slice_of("a"), TOKEN_NAME, slice_of("a"), TOKEN_TEXT));
	assert_true(language_cmake.same(slice_of("("), TOKEN_OPEN, slice_of("("), TOKEN_OPEN));
	assert_false(language_cmake.same(slice_of("("), TOKEN_OPEN, slice_of("("), TOKEN_TEXT));
}

TEST(lang_cmake_same_value_however_written)
{
	static const char *const forms[] = { "3.5", "\"3.5\"", "[[3.5]]", "[=[\n3.5]=]" };
	for (size_t i = 0; i < COUNT_OF(forms); i++)
		for (size_t j = 0; j < COUNT_OF(forms); j++)
			assert_true(same(forms[i], forms[j]));
	assert_false(same("VERSION", "version"));
	assert_false(same("3.5", "3.50"));
	assert_false(same("3.50", "3.5"));
	assert_false(same("\"3.5\"", "\"3.5 \""));
}

TEST(lang_cmake_same_variables_in_quotes)
{
	assert_true(same("${X}", "${X}"));
	assert_true(same("${X}", "\"${X}\""));
	assert_false(same("\"${X}\"", "${X}"));
	assert_false(same("\"a;b\"", "a;b"));
	assert_true(same("a;b", "\"a;b\""));
}

TEST(lang_cmake_same_escapes_outside_of_brackets)
{
	assert_true(same("a\\.b", "\"a\\.b\""));
	assert_false(same("a\\.b", "[[a\\.b]]"));
	assert_false(same("[[${X}]]", "\"${X}\""));
	assert_true(same("[[${X}]]", "[=[${X}]=]"));
}

TEST(lang_cmake_same_line_ends)
{
	assert_true(same("\"a\nb\"", "\"a\r\nb\""));
	assert_true(same("[[a\nb\n]]", "[[\r\na\r\nb\r\n]]"));
	assert_true(same("\"a\r\nb\"", "\"a\nb\""));
	assert_false(same("\"a\nb\"", "\"a\rb\""));
	assert_false(same("\"a\n\"", "\"a\r\""));
}

static void expect_token_value(const char *token, const char *expected)
{
	struct slice value = language_cmake.value(slice_of(token), kind_of(token));
	assert_int_equal(value.len, strlen(expected));
	assert_memory_equal(value.ptr, expected, value.len);
}

TEST(lang_cmake_value_without_quotes_and_brackets)
{
	expect_token_value("3.5", "3.5");
	expect_token_value("\"3.5\"", "3.5");
	expect_token_value("\"\"", "");
	expect_token_value("[[3.5]]", "3.5");
	expect_token_value("[==[]=]]==]", "]=]");
	expect_token_value("[=[\r\n\na]=]", "\na");
	expect_token_value("[[]]", "");
	expect_token_value("[[\n]]", "");
	expect_token_value("a\"b\"", "a\"b\"");
}

/* --- the tree ---------------------------------------------------------------------------------------------------- */

/* The tree, one node per line: depth by tabs, kind, the texts of first and last token. */
static void expect_tree(const char *code, const char *expected)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	struct node_list nodes = { 0 };
	struct str found = STR_INIT;
	language_cmake.lex(bytes, false, &tokens);
	language_cmake.parse(bytes, &tokens, &nodes);
	lang_check_nesting(&tokens, &nodes);
	for (size_t i = 0; i < nodes.count; i++) {
		const struct node *node = &nodes.items[i];
		if (node->kind == NODE_ARGUMENT)
			continue;
		for (uint32_t up = node->parent; up != NODE_NONE; up = nodes.items[up].parent)
			str_add_char(&found, '\t');
		struct slice text = slice_sub(bytes, tokens.items[node->first].begin, tokens.items[node->last - 1].end);
		if (node->kind == NODE_BLOCK)
			text = slice_sub(bytes, tokens.items[node->first].begin, tokens.items[node->head_last - 1].end);
		str_addf(&found, "%s " SLICE_FMT "\n", node_kind_name(node->kind), SLICE_ARG(text));
	}
	assert_string_equal(str_slice(&found).ptr, expected);
	str_release(&found);
	node_list_release(&nodes);
	token_list_release(&tokens);
}

static size_t count_arguments(const char *code)
{
	struct token_list tokens = { 0 };
	struct node_list nodes = { 0 };
	size_t count = 0;
	language_cmake.lex(slice_of(code), false, &tokens);
	language_cmake.parse(slice_of(code), &tokens, &nodes);
	for (size_t i = 0; i < nodes.count; i++)
		count += nodes.items[i].kind == NODE_ARGUMENT;
	node_list_release(&nodes);
	token_list_release(&tokens);
	return count;
}

TEST(lang_cmake_tree_arguments_as_cmake_counts_them)
{
	assert_int_equal(count_arguments("f()"), 0);
	assert_int_equal(count_arguments("f(a \"b c\" [[d e]] f;g # h\n)"), 4);
	assert_int_equal(count_arguments("f((a b) c)"), 5);
	assert_int_equal(count_arguments("f(a\\\nb)"), 2);
	assert_int_equal(count_arguments("f(a\"b(c)\")"), 2);
}

TEST(lang_cmake_tree_branches_are_siblings)
{
	expect_tree("if(A)\n  f()\nelseif(B)\n  g() # x\nELSE()\nendif()\nh()\n",
		"block if(A)\n\tcommand if(A)\n\tcommand f()\n"
		"block elseif(B)\n\tcommand elseif(B)\n\tcommand g()\n"
		"block ELSE()\n\tcommand ELSE()\n"
		"command endif()\ncommand h()\n");
}

TEST(lang_cmake_tree_all_blocks_nest)
{
	expect_tree("function(f)\nmacro(m)\nforeach(i)\nwhile(c)\nblock()\ng()\n"
		    "endblock()\nendwhile()\nendforeach()\nendmacro()\nendfunction()\n",
		"block function(f)\n\tcommand function(f)\n\tblock macro(m)\n\t\tcommand macro(m)\n"
		"\t\tblock foreach(i)\n"
		"\t\t\tcommand foreach(i)\n\t\t\tblock while(c)\n\t\t\t\tcommand while(c)\n\t\t\t\tblock block()\n"
		"\t\t\t\t\tcommand block()\n\t\t\t\t\tcommand g()\n\t\t\t\tcommand endblock()\n"
		"\t\t\tcommand endwhile()\n"
		"\t\tcommand endforeach()\n\tcommand endmacro()\ncommand endfunction()\n");
}

TEST(lang_cmake_tree_ends_that_end_nothing)
{
	expect_tree("endif()\nelse()\nif(A)\nendforeach()\nendif()\nendif()\n",
		"command endif()\ncommand else()\nblock if(A)\n\tcommand if(A)\n\tcommand endforeach()\n"
		"command endif()\ncommand endif()\n");
}

TEST(lang_cmake_tree_blocks_that_are_never_ended)
{
	expect_tree("function(f)\nif(A)\ng()\nendfunction()\nwhile(B)\n",
		"block function(f)\n\tcommand function(f)\n\tblock if(A)\n\t\tcommand if(A)\n\t\tcommand g()\n"
		"command endfunction()\n"
		"block while(B)\n\tcommand while(B)\n");
}

TEST(lang_cmake_tree_leaves_out_broken_commands)
{
	expect_tree("f(a\ng(b)\n", "command g(b)\n");
}

/* --- file names -------------------------------------------------------------------------------------------------- */

static const char *language_name(const char *path)
{
	return language_of_path(slice_of(path))->name;
}

TEST(lang_cmake_is_known_by_file_name)
{
	static const char *const paths[] = {
		"CMakeLists.txt",
		"a/b/CMakeLists.txt",
		"a/x.cmake",
		"cmake/Config.cmake.in",
		"x/CMakeLists.txt.in",
		"googletest-CMakeLists.txt.in",
		"mongoose.CMakeLists.txt",
		"CMakeListsGBenchmark.txt",
	};
	for (size_t i = 0; i < COUNT_OF(paths); i++)
		assert_string_equal(language_name(paths[i]), "cmake");
	assert_string_equal(language_name("CMakeLists.txt/readme.md"), "text");
	assert_string_equal(language_name("cmake"), "text");
	assert_string_equal(language_name("ports/x/CMakeLists.txt.patch"), "text");
	assert_string_equal(language_name("x.cmakes"), "text");
	assert_string_equal(language_name("setup.py"), "python");
	char *short_name = xstrdup("C"); /* a sanitizer sees reads after it */
	assert_string_equal(language_name(short_name), "text");
	free(short_name);
	assert_ptr_equal(language_find(slice_of("cmake")), &language_cmake);
	assert_null(language_find(slice_of("CMake")));
}
