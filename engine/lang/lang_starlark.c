/*
 * Starlark, as Bazel and Buck read it (https://github.com/bazelbuild/starlark/blob/master/spec.md): Python's tokens and
 * blocks. What it lacks of Python (class, while, import, f-strings, …) cannot be in a file that is valid, so nothing
 * is taken away here.
 */
#include "lang/python/lang_python.h"

extern const struct language language_python;
extern const struct language language_starlark;

static int starlark_binding(struct slice text, enum token_kind kind, bool unary)
{
	return language_python.binding(text, kind, unary);
}

static struct slice starlark_value(struct slice token, enum token_kind kind)
{
	return language_python.value(token, kind);
}

static bool starlark_same(struct slice a, enum token_kind a_kind, struct slice b, enum token_kind b_kind)
{
	return language_python.same(a, a_kind, b, b_kind);
}

static bool starlark_declares(struct slice word)
{
	return language_python.declares(word);
}

static bool starlark_is_statement(struct slice bytes, const struct token_list *tokens)
{
	return language_python.is_statement(bytes, tokens);
}

static const char *const starlark_filenames[] = { "BUILD", "BUILD.bazel", "WORKSPACE", "WORKSPACE.bazel",
	"MODULE.bazel", "*.bzl", "BUCK", "BUCK.oss", "*.buck", "*.BUILD", "*.bazel", "*.star", NULL };

const struct language language_starlark = {
	.name = "starlark",
	.summary = "Starlark: Bazel's and Buck's build files",
	.filenames = starlark_filenames,
	.lex = python_lex,
	.parse = python_parse,
	.same = starlark_same,
	.value = starlark_value,
	.why_not_within = python_why_not_within,
	.binding = starlark_binding,
	.is_statement = starlark_is_statement,
	.give_way = python_give_way,
	.declares = starlark_declares,
	.separator = ",",
	.item_rank = python_item_rank,
	.problems = python_problems,
	.no_statement = "pass",
	.is_indented = true,
	.line_comment = "#",
};
