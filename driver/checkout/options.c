#include <stdlib.h>

#include "checkout/checkout.h"

#define FILE_MAX_BYTES ((size_t)4 << 20)

static void add_option(struct tree_options *options, struct slice name, bool dependent, struct slice forced)
{
	char *copy = arena_dup(&options->arena, name);
	size_t *place = table_at(&options->by_name, slice_of(copy));
	if (*place)
		return;
	*place = options->count + 1;
	struct tree_option option = {
		.name = copy, .dependent = dependent, .forced = dependent ? arena_dup(&options->arena, forced) : NULL
	};
	VEC_PUSH(options->items, options->count, options->capacity, option);
}

/* The values of the arguments of the command whose name is code token `at`, at most `most`; returns how many there
 * are. */
static size_t arguments_of(struct document *doc, size_t at, struct slice *values, size_t most)
{
	size_t count = 0;
	if (at + 1 >= doc->n_code || doc->tokens.items[doc->code[at + 1]].kind != TOKEN_OPEN)
		return 0;
	uint32_t close = doc->tokens.items[doc->code[at + 1]].partner;
	for (size_t i = at + 2; i < doc->n_code && doc->code[i] != close && close != TOKEN_NONE; i++) {
		const struct token *token = &doc->tokens.items[doc->code[i]];
		struct slice text = document_text(doc, doc->code[i]);
		if (count < most)
			values[count] =
				doc->language->value ? doc->language->value(text, (enum token_kind)token->kind) : text;
		count++;
	}
	return count < most ? count : most;
}

static void add_command(struct tree_options *options, struct document *doc, size_t at)
{
	struct slice values[64], name = document_text(doc, doc->code[at]);
	bool plain = slice_eq_nocase(name, SLICE_LITERAL("option")), set = slice_eq_nocase(name, SLICE_LITERAL("set"));
	bool dependent = slice_eq_nocase(name, SLICE_LITERAL("cmake_dependent_option"));
	if (!plain && !set && !dependent)
		return;
	size_t count = arguments_of(doc, at, values, COUNT_OF(values));
	if (plain && count >= 1)
		add_option(options, values[0], false, SLICE_LITERAL(""));
	if (dependent && count >= 5)
		add_option(options, values[0], true, values[count - 1]);
	for (size_t i = 1; set && i < count; i++)
		if (slice_eq_cstr(values[i], "CACHE"))
			add_option(options, values[0], false, SLICE_LITERAL(""));
}

/* Not only the begin of names, such as "USE_". */
static bool is_variable(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!((text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') || ascii_is_digit(text.ptr[i]) || text.ptr[i] == '_'))
			return false;
	return text.len > 2 && text.ptr[0] >= 'A' && text.ptr[0] <= 'Z' && text.ptr[text.len - 1] != '_';
}

/* A table of texts in setup.py says which variables of the environment it passes on. */
static void add_forwarded(struct tree_options *options, struct slice text)
{
	struct source source;
	struct document doc;
	source_init(&source, "cmake.py", text);
	document_init(&doc, &source, language_of_path(SLICE_LITERAL("cmake.py")));
	document_tokens(&doc);
	for (size_t i = 0; i < doc.n_code; i++) {
		struct slice token = document_text(&doc, doc.code[i]);
		if (doc.tokens.items[doc.code[i]].kind != TOKEN_STRING || token.len < 3)
			continue;
		struct slice name = slice_sub(token, 1, token.len - 1);
		if (is_variable(name))
			add_option(options, name, false, SLICE_LITERAL(""));
	}
	document_release(&doc);
	source_release(&source);
}

bool tree_options_read(struct root *root, struct tree_options *out, struct err *err)
{
	struct str text = STR_INIT;
	struct file_stat st;
	struct source source;
	struct document doc;
	*out = (struct tree_options){ 0 };
	if (!root_stat(root, "CMakeLists.txt", &st, err))
		return false;
	if (st.type != FILE_REGULAR) {
		err_set(err, ERR_USAGE, "'%s' has no CMakeLists.txt: it is not a PyTorch source tree", root_path(root));
		return err_hint(err, "--root DIR is the top folder of the sources, where setup.py is");
	}
	if (!root_read(root, "CMakeLists.txt", FILE_MAX_BYTES, &text, NULL, err)) {
		str_release(&text);
		return false;
	}
	source_init(&source, "CMakeLists.txt", str_slice(&text));
	document_init(&doc, &source, language_of_path(SLICE_LITERAL("CMakeLists.txt")));
	document_tokens(&doc);
	for (size_t i = 0; i < doc.n_code; i++)
		if (doc.tokens.items[doc.code[i]].kind == TOKEN_NAME)
			add_command(out, &doc, i);
	document_release(&doc);
	source_release(&source);
	struct err none = ERR_INIT;
	if (root_read(root, "tools/setup_helpers/cmake.py", FILE_MAX_BYTES, &text, NULL, &none))
		add_forwarded(out, str_slice(&text));
	err_release(&none);
	str_release(&text);
	return true;
}

void tree_options_release(struct tree_options *options)
{
	free(options->items);
	table_release(&options->by_name);
	arena_release(&options->arena);
	*options = (struct tree_options){ 0 };
}

const struct tree_option *tree_option_find(const struct tree_options *options, const char *name)
{
	size_t place = table_get(&options->by_name, slice_of(name));
	return place ? &options->items[place - 1] : NULL;
}

const char *tree_option_nearest(const struct tree_options *options, const char *name)
{
	const char **names = xcalloc(options->count + 1, sizeof(*names));
	for (size_t i = 0; i < options->count; i++)
		names[i] = options->items[i].name;
	const char *near = nearest_name(slice_of(name), names, options->count);
	free(names);
	return near;
}

char *tree_version(struct root *root)
{
	struct str text = STR_INIT, out = STR_INIT;
	struct err err = ERR_INIT;
	struct version version;
	char *found = NULL;
	if (root_read(root, "version.txt", 4096, &text, NULL, &err) &&
		version_parse(&version, slice_trim(str_slice(&text)), NULL)) {
		for (size_t i = 0; i < version.n_parts; i++)
			str_addf(&out, "%s%lu", i ? "." : "", version.part[i]);
		found = str_detach(&out);
	}
	err_release(&err);
	str_release(&text);
	return found;
}
