#include "series/recipe.h"
#include "series/series_private.h"

#include <string.h>

/* `HEAD_REF`, `PATCHES`: what begins another list of arguments. */
static bool is_keyword(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!((text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') || text.ptr[i] == '_'))
			return false;
	return text.len > 1;
}

/* `${X}`, filled by a set(X …) or list(APPEND X …) above, of which the patches were taken there. */
static bool was_read(const struct recipe *recipe, struct slice value)
{
	return slice_starts_with(value, "${") && slice_ends_with(value, "}") &&
	       slice_find(recipe->text, slice_sub(value, 2, value.len - 1), 0) <
		       (size_t)(value.ptr + 2 - recipe->text.ptr);
}

/* A name without the folder of the recipe in front. */
static struct slice beside(struct slice value)
{
	static const char *const folders[] = { "${CMAKE_CURRENT_LIST_DIR}/", "${CURRENT_PORT_DIR}/" };
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (slice_starts_with(value, folders[i]))
			return slice_sub(value, strlen(folders[i]), value.len);
	return value;
}

static void read_command(struct recipe *recipe, struct document *doc, const struct node *command)
{
	const struct language *language = doc->language;
	const struct token *tokens = doc->tokens.items;
	struct slice name = document_text(doc, command->first);
	bool is_list = slice_eq_nocase(name, SLICE_LITERAL("set")) || slice_eq_nocase(name, SLICE_LITERAL("list")),
	     wanted = is_list;
	for (uint32_t i = command->first + 1; i < command->last; i++) {
		if (tokens[i].kind != TOKEN_TEXT && tokens[i].kind != TOKEN_STRING && tokens[i].kind != TOKEN_BRACKET)
			continue;
		struct slice value = language->value ? language->value(document_text(doc, i), tokens[i].kind)
						     : document_text(doc, i);
		if (!is_list && is_keyword(value))
			wanted = slice_eq_cstr(value, "PATCHES");
		else if (wanted && (is_list ? series_is_diff_name(value) : !was_read(recipe, value)))
			recipe_add(recipe, (size_t)(value.ptr - recipe->text.ptr), beside(value))->condition =
				recipe_blocks_around(recipe, doc, i);
	}
}

void recipe_read_vcpkg(struct recipe *recipe)
{
	struct source source;
	struct document doc;
	document_open(&doc, &source, recipe->path, recipe->text, language_find(SLICE_LITERAL("cmake")));
	document_tokens(&doc);
	const struct node_list *nodes = document_nodes(&doc);
	for (size_t i = 0; i < nodes->count; i++)
		if (nodes->items[i].kind == NODE_COMMAND)
			read_command(recipe, &doc, &nodes->items[i]);
	document_close(&doc, &source);
}
