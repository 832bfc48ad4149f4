#include "triage/packages.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define KNOWN_BY(...)                                                                                                  \
	(const char *const[])                                                                                          \
	{                                                                                                              \
		__VA_ARGS__, NULL                                                                                      \
	}

static struct package items[] = {
	{ "GL", NULL, { [PACKAGE_HEADER] = KNOWN_BY("GL/*"), [PACKAGE_NAME] = KNOWN_BY("gl*", "glfw*", "std::gl*") },
		{ 0 } },
	{ "GLEW", NULL, { [PACKAGE_HEADER] = KNOWN_BY("GL/glew.h"), [PACKAGE_NAME] = KNOWN_BY("glew*") }, { 0 } },
	{ "MKL", NULL, { [PACKAGE_HEADER] = KNOWN_BY("mkl.h", "mkl_*") }, { 0 } },
	{ "Ninja", NULL, { [PACKAGE_PROGRAM] = KNOWN_BY("ninja"), [PACKAGE_MODULE] = KNOWN_BY("ninja") }, { 0 } },
	{ "ATen", NULL, { [PACKAGE_SYMBOL] = KNOWN_BY("at::*", "c10::detail::f", "_ZTV7special", "gl*", "nccl*") },
		{ 0 } },
	{ "Mangled", NULL, { [PACKAGE_SYMBOL] = KNOWN_BY("3bar*", "_init") }, { 0 } },
	{ "Protobuf", NULL, { [PACKAGE_SYMBOL] = KNOWN_BY("google::protobuf::*") }, { 0 } },
	{ "uint", NULL, { [PACKAGE_NAME] = KNOWN_BY("std::uint8_t", "uint8_t", "abc") }, { 0 } },
	{ "newer torch", NULL,
		{ [PACKAGE_NAME] = KNOWN_BY(
			  "torch::cross_entropy", "torch::Handle::typed", "torch::tensor_unwrap", "a/b.h") },
		{ 0 } },
	{ "np", NULL, { [PACKAGE_API] = KNOWN_BY("numpy.float_", "lonely_name") }, { 0 } },
	{ "whole", NULL, { [PACKAGE_API] = KNOWN_BY("transformers.*", "transformers.utils.*") }, { 0 } },
};

static struct packages known(struct arena *arena)
{
	struct packages packages = { items, COUNT_OF(items), COUNT_OF(items), { { NULL, 0 } }, NULL };
	packages_sort(&packages, arena);
	return packages;
}

static void assert_found(enum package_kind kind, const char *text, const char *package, const char *found_as)
{
	struct arena arena = { 0 };
	struct packages packages = known(&arena);
	struct str scratch = STR_INIT;
	struct slice name = slice_of(text);
	const struct package *found = packages_find(&packages, kind, &name, &scratch).package;
	if ((found == NULL) != (package == NULL) || (found && strcmp(found->name, package)))
		fail_msg("'%s': %s", text, found ? found->name : "none");
	if (found && !slice_eq_cstr(name, found_as))
		fail_msg("'%s': found as '" SLICE_FMT "'", text, SLICE_ARG(name));
	str_release(&scratch);
	arena_release(&arena);
}

TEST(packages_kinds_have_names)
{
	assert_int_equal(package_kind_of(SLICE_LITERAL("header")), PACKAGE_HEADER);
	assert_int_equal(package_kind_of(SLICE_LITERAL("code")), PACKAGE_CODE);
	assert_int_equal(package_kind_of(SLICE_LITERAL("arguments")), PACKAGE_ARGUMENTS);
	assert_int_equal(package_kind_of(SLICE_LITERAL("target")), PACKAGE_TARGET);
	assert_int_equal(package_kind_of(SLICE_LITERAL("head")), PACKAGE_KINDS);
}

TEST(packages_are_found_by_the_pattern_that_says_most)
{
	assert_found(PACKAGE_HEADER, "GL/glew.h", "GLEW", "GL/glew.h");
	assert_found(PACKAGE_HEADER, "GL/glext.h", "GL", "GL/glext.h");
	assert_found(PACKAGE_HEADER, "GL/", "GL", "GL/");
	assert_found(PACKAGE_HEADER, "GL", NULL, NULL);
	assert_found(PACKAGE_HEADER, "mkl.h", "MKL", "mkl.h");
	assert_found(PACKAGE_HEADER, "mkl.hpp", NULL, NULL);
	assert_found(PACKAGE_HEADER, "mkl_dnn.h", "MKL", "mkl_dnn.h");
	assert_found(PACKAGE_LIBRARY, "mkl.h", NULL, NULL);
}

TEST(packages_short_word_of_a_symbol_is_not_cut)
{
	assert_found(PACKAGE_SYMBOL, "glBegin", "ATen", "glBegin");
	assert_found(PACKAGE_SYMBOL, "gl3wInit", "ATen", "gl3wInit");
	assert_found(PACKAGE_SYMBOL, "global_init", NULL, NULL);
	assert_found(PACKAGE_SYMBOL, "ncclsend", "ATen", "ncclsend");
	assert_found(PACKAGE_NAME, "gladly", NULL, NULL);
}

TEST(packages_headers_and_programs_are_found_without_their_folders)
{
	assert_found(PACKAGE_HEADER, "third_party/x/mkl.h", "MKL", "third_party/x/mkl.h");
	assert_found(PACKAGE_HEADER, "a/GL/gl.h", "GL", "a/GL/gl.h");
	assert_found(PACKAGE_PROGRAM, "/usr/bin/ninja", "Ninja", "/usr/bin/ninja");
	assert_found(PACKAGE_PROGRAM, "C:\\tools\\ninja", "Ninja", "C:\\tools\\ninja");
	assert_found(PACKAGE_PROGRAM, "/usr/bin/ninja/", NULL, NULL);
	assert_found(PACKAGE_MODULE, "x/ninja", NULL, NULL);
}

TEST(packages_symbols_are_found_by_what_is_declared)
{
	assert_found(PACKAGE_SYMBOL, "at::add(at::Tensor const&)", "ATen", "at::add");
	assert_found(PACKAGE_SYMBOL, "std::vector<at::Tensor> google::protobuf::f<int>(long) const", "Protobuf",
		"google::protobuf::f");
	assert_found(PACKAGE_SYMBOL, "c10::(anonymous namespace)::detail::f(int)", "ATen", "c10::detail::f");
	assert_found(PACKAGE_SYMBOL, "c10::detail<a<b> >::f", "ATen", "c10::detail::f");
	assert_found(PACKAGE_SYMBOL, "c10::detail::f@VERS_1", "ATen", "c10::detail::f");
	assert_found(PACKAGE_SYMBOL, "typeinfo for at::Tensor", "ATen", "at::Tensor");
	assert_found(PACKAGE_SYMBOL, "int other::f(at::Tensor)", NULL, NULL);
	assert_found(PACKAGE_SYMBOL, "other<at::Tensor>::f()", NULL, NULL);
}

TEST(packages_symbols_are_found_mangled)
{
	assert_found(PACKAGE_SYMBOL, "_ZN2at3addERKNS_6TensorE", "ATen", "at::add");
	assert_found(
		PACKAGE_SYMBOL, "_ZNK6google8protobuf7Message3fooEv", "Protobuf", "google::protobuf::Message::foo");
	assert_found(PACKAGE_SYMBOL, "_ZTVN2at6TensorE", "ATen", "at::Tensor");
	assert_found(PACKAGE_SYMBOL, "_ZTIN2at6TensorE", "ATen", "at::Tensor");
	assert_found(PACKAGE_SYMBOL, "_ZTV7special", "ATen", "_ZTV7special");
	assert_found(PACKAGE_SYMBOL, "_ZN3c106detail1fEv", "ATen", "c10::detail::f");
	assert_found(PACKAGE_SYMBOL, "_ZN5other2at1fEv", NULL, NULL);
	assert_found(PACKAGE_SYMBOL, "_ZN2at3add", "ATen", "at::add");
	assert_found(PACKAGE_SYMBOL, "_ZN2at3ad", NULL, NULL);
	assert_found(PACKAGE_SYMBOL, "_ZN2at0x", "ATen", "at::");
	/* By what is left without the beginning; told as people write it, where that is known. */
	assert_found(PACKAGE_SYMBOL, "_ZNK3bar1fEv", "Mangled", "bar::f");
	assert_found(PACKAGE_SYMBOL, "_ZN3bar1fEv", "Mangled", "bar::f");
	assert_found(PACKAGE_SYMBOL, "_ZTIN3bar1xE", "Mangled", "bar::x");
	assert_found(PACKAGE_SYMBOL, "_ZTVN3bar1xE", "Mangled", "bar::x");
	assert_found(PACKAGE_SYMBOL, "_ZTI3bar", "Mangled", "_ZTI3bar");
	assert_found(PACKAGE_SYMBOL, "_ZTV3bar", "Mangled", "_ZTV3bar");
	assert_found(PACKAGE_SYMBOL, "_Z3barv", "Mangled", "_Z3barv");
	assert_found(PACKAGE_SYMBOL, "3barv", "Mangled", "3barv");
	assert_found(PACKAGE_SYMBOL, "_ZX3barv", NULL, NULL);
	assert_found(PACKAGE_SYMBOL, "_init", "Mangled", "_init");
	/* Lengths that lead out of the name. */
	assert_found(PACKAGE_SYMBOL, "_ZN2at3add99999999999999999999x", "ATen", "at::add");
	assert_found(PACKAGE_SYMBOL, "_ZN", NULL, NULL);
}

static void assert_in_source(
	enum package_kind kind, const char *scope, const char *text, const char *package, const char *found_as)
{
	struct arena arena = { 0 };
	struct packages packages = known(&arena);
	struct str scratch = STR_INIT;
	struct slice name = slice_of(text);
	const struct package *found =
		packages_find_in_source(&packages, kind, &name, slice_of(scope), &scratch).package;
	if ((found == NULL) != (package == NULL) || (found && strcmp(found->name, package)))
		fail_msg("'%s' '%s': %s", scope, text, found ? found->name : "none");
	if (!slice_eq_cstr(name, found ? found_as : text))
		fail_msg("'%s' '%s': found as '" SLICE_FMT "'", scope, text, SLICE_ARG(name));
	str_release(&scratch);
	arena_release(&arena);
}

TEST(packages_of_names_in_a_source)
{
	assert_in_source(PACKAGE_NAME, "std", "uint8_t", "uint", "std::uint8_t");
	assert_in_source(PACKAGE_NAME, "", "uint8_t", "uint", "uint8_t");
	assert_in_source(PACKAGE_NAME, "other", "uint8_t", "uint", "uint8_t");
	assert_in_source(PACKAGE_NAME, "", "uint9_t", NULL, NULL);
	/* "gl*" says too little, "glew*" and a whole short name enough. */
	assert_in_source(PACKAGE_NAME, "", "glClear", NULL, NULL);
	assert_in_source(PACKAGE_NAME, "", "glewInit", "GLEW", "glewInit");
	assert_in_source(PACKAGE_NAME, "", "abc", "uint", "abc");
}

TEST(packages_of_torch_names_in_all_its_namespaces)
{
	assert_in_source(PACKAGE_NAME, "torch::nn::functional", "cross_entropy", "newer torch",
		"torch::nn::functional::cross_entropy");
	assert_in_source(PACKAGE_NAME, "at", "cross_entropy", "newer torch", "at::cross_entropy");
	assert_in_source(PACKAGE_NAME, "", "c10::cross_entropy", "newer torch", "c10::cross_entropy");
	assert_in_source(PACKAGE_NAME, "c10::Handle", "typed", "newer torch", "c10::Handle::typed");
	assert_in_source(PACKAGE_NAME, "at::Other", "cross_entropy", NULL, NULL);
	assert_in_source(PACKAGE_NAME, "att", "cross_entropy", NULL, NULL);
	assert_in_source(PACKAGE_NAME, "", "tensor_unwrap", "newer torch", "tensor_unwrap");
	assert_in_source(PACKAGE_NAME, "", "typed", NULL, NULL);
	assert_in_source(PACKAGE_NAME, "", "a\\b.h", "newer torch", "a\\b.h");
	assert_in_source(PACKAGE_NAME, "at", "", NULL, NULL);
	assert_in_source(PACKAGE_NAME, "::", "::", NULL, NULL);
}

TEST(packages_of_python_names_need_their_module)
{
	assert_in_source(PACKAGE_API, "numpy", "float_", "np", "numpy.float_");
	assert_in_source(PACKAGE_API, "", "float_", NULL, NULL);
	assert_in_source(PACKAGE_API, "scipy", "lonely_name", NULL, NULL);
}

TEST(packages_remedies)
{
	static const struct package package = { "p", "or from source", { 0 },
		{ "libp-dev", NULL, "p", NULL, NULL, NULL } };
	static const struct package noted = { "p", "comes with q", { 0 }, { 0 } };
	struct str out = STR_INIT;
	package_add_remedy(&package, &out);
	str_add_char(&out, '\n');
	package_add_remedy(&noted, &out);
	assert_true(
		slice_eq_cstr(str_slice(&out), "apt install libp-dev; pip install p; or from source\ncomes with q"));
	str_release(&out);
}

static bool guessed(const char *scope, const char *text)
{
	struct arena arena = { 0 };
	struct packages packages = known(&arena);
	struct str scratch = STR_INIT;
	struct slice name = slice_of(text);
	struct found found = packages_find_in_source(&packages, PACKAGE_API, &name, slice_of(scope), &scratch);
	assert_non_null(found.package);
	str_release(&scratch);
	arena_release(&arena);
	return found.is_guess;
}

TEST(packages_known_by_their_module_alone_are_a_guess)
{
	assert_true(guessed("transformers", "AutoThing"));
	assert_true(guessed("transformers.models", "Thing"));
	assert_false(guessed("transformers.utils", "thing"));
	assert_false(guessed("numpy", "float_"));
}

/* The package that knows `text` as a symbol, of those that know a pattern each; NULL: none. `*compared`: the names that
 * were looked at. */
static const char *owner_of(const char *const *patterns, size_t count, const char *text, size_t *compared)
{
	struct arena arena = { 0 };
	struct package *each = xcalloc(count, sizeof(*each));
	for (size_t i = 0; i < count; i++) {
		const char **known_by = arena_alloc(&arena, 2 * sizeof(*known_by));
		known_by[0] = patterns[i];
		known_by[1] = NULL;
		each[i].name = patterns[i];
		each[i].known_by[PACKAGE_CMAKE] = known_by;
	}
	struct packages many = { .items = each, .count = count, .compared = compared };
	struct str scratch = STR_INIT;
	struct slice name = slice_of(text);
	packages_sort(&many, &arena);
	*compared = 0;
	const struct package *found = packages_find(&many, PACKAGE_CMAKE, &name, &scratch).package;
	const char *owner = found ? found->name : NULL;
	str_release(&scratch);
	arena_release(&arena);
	free(each);
	return owner;
}

static void assert_owner(const char *text, const char *owner)
{
	static const char *const patterns[] = { "ab", "a*", "abc*", "abc", "abc", "ab*", "abcd/e", "ax*" };
	size_t compared;
	const char *found = owner_of(patterns, COUNT_OF(patterns), text, &compared);
	if (!found != !owner || (found && strcmp(found, owner) != 0))
		fail_msg("'%s': %s", text, found ? found : "none");
}

TEST(packages_of_names_that_begin_alike)
{
	assert_owner("abc", "abc");
	assert_owner("abcx", "abc*");
	assert_owner("abcd", "abc*");
	assert_owner("ab", "ab");
	assert_owner("abb", "ab*");
	assert_owner("abz", "ab*");
	assert_owner("a", "a*");
	assert_owner("az", "a*");
	assert_owner("abcd\\e", "abcd/e");
	assert_owner("b", NULL);
	assert_owner("", NULL);
}

#define MANY ((size_t)20000)

/* Of 20,000 names fewer than 40 are looked at. */
TEST(packages_a_look_up_does_not_grow_with_the_names)
{
	struct arena arena = { 0 };
	const char **patterns = xcalloc(MANY, sizeof(*patterns));
	struct str text = STR_INIT;
	for (size_t i = 0; i < MANY; i++) {
		str_clear(&text);
		str_addf(&text, "name_%zu%s", i, i % 2 ? "*" : "");
		patterns[i] = arena_dup(&arena, str_slice(&text));
	}
	size_t compared;
	assert_string_equal(owner_of(patterns, MANY, "name_12345-unknown", &compared), "name_12345*");
	assert_in_range(compared, 1, 40);
	assert_string_equal(owner_of(patterns, MANY, "name_12344", &compared), "name_12344");
	assert_in_range(compared, 1, 40);
	assert_null(owner_of(patterns, MANY, "namelook", &compared));
	assert_in_range(compared, 1, 40);
	str_release(&text);
	arena_release(&arena);
	free(patterns);
}
