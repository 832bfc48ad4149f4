#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "series/recipe.h"
#include "series/series_private.h"

#define MAX_LISTS 2000

/* A list that set(X …) and list(APPEND X …) fill. */
struct list {
	struct slice name;
	bool is_read; /* all of it are diffs, which were taken there */
};

struct port {
	struct recipe *recipe;
	struct list *lists;
	size_t n_lists, capacity;
};

/* `HEAD_REF`, `SHA512`, `PATCHES`: what begins another list of arguments. */
static bool is_keyword(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (!((text.ptr[i] >= 'A' && text.ptr[i] <= 'Z') || text.ptr[i] == '_' ||
			    (i && ascii_is_digit(text.ptr[i]))))
			return false;
	return text.len > 1;
}

static struct list *find_list(const struct port *port, struct slice name)
{
	for (size_t i = 0; i < port->n_lists; i++)
		if (slice_eq(port->lists[i].name, name))
			return &port->lists[i];
	return NULL;
}

/* `${X}`, of a list whose patches were taken above. */
static bool was_read(const struct port *port, struct slice value)
{
	bool is_list = slice_starts_with(value, "${") && slice_ends_with(value, "}");
	const struct list *list = is_list ? find_list(port, slice_sub(value, 2, value.len - 1)) : NULL;
	return list && list->is_read;
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

/* `value` is the argument of that number of set() or list(). */
static void fill_list(struct port *port, struct list **list, bool is_set, size_t argument, struct slice value)
{
	struct list new = { value, true };
	if (argument == (is_set ? 0 : 1)) {
		*list = find_list(port, value);
		if (!*list && port->n_lists < MAX_LISTS) {
			VEC_PUSH(port->lists, port->n_lists, port->capacity, new);
			*list = &port->lists[port->n_lists - 1];
		}
	} else if (*list && value.len && !series_is_diff_name(value) && !was_read(port, value)) {
		(*list)->is_read = false;
	}
}

/* One of the items, joined by ';', of the argument at `token`. */
static void take_item(struct port *port, struct document *doc, uint32_t token, bool is_list, struct slice item)
{
	struct recipe *recipe = port->recipe;
	if (item.len && (is_list ? series_is_diff_name(item) : !was_read(port, item)))
		recipe_add(recipe, (size_t)(item.ptr - recipe->text.ptr), beside(item))->condition =
			recipe_blocks_around(recipe, doc, token);
}

static void read_command(struct port *port, struct document *doc, const struct node *command)
{
	const struct token *tokens = doc->tokens.items;
	struct slice name = document_text(doc, command->first);
	bool is_set = slice_eq_nocase(name, SLICE_LITERAL("set")),
	     is_list = is_set || slice_eq_nocase(name, SLICE_LITERAL("list")), wanted = is_list;
	struct list *list = NULL;
	size_t argument = 0;
	for (uint32_t i = command->first + 1; i < command->last; i++) {
		if (tokens[i].kind != TOKEN_TEXT && tokens[i].kind != TOKEN_STRING && tokens[i].kind != TOKEN_BRACKET)
			continue;
		struct slice value = doc->language->value(document_text(doc, i), tokens[i].kind);
		if (!is_list && is_keyword(value)) {
			wanted = slice_eq_cstr(value, "PATCHES");
			continue;
		}
		for (struct slice item; slice_cut(&value, ';', &item);) {
			if (is_list)
				fill_list(port, &list, is_set, argument, item);
			if (wanted)
				take_item(port, doc, i, is_list, item);
		}
		argument++;
	}
}

void recipe_read_vcpkg(struct recipe *recipe)
{
	struct source source;
	struct document doc;
	struct port port = { .recipe = recipe };
	document_open(&doc, &source, recipe->path, recipe->text, language_find(SLICE_LITERAL("cmake")));
	document_tokens(&doc);
	const struct node_list *nodes = document_nodes(&doc);
	for (size_t i = 0; i < nodes->count; i++)
		if (nodes->items[i].kind == NODE_COMMAND)
			read_command(&port, &doc, &nodes->items[i]);
	free(port.lists);
	document_close(&doc, &source);
}
