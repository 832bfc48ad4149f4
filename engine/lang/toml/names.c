#include "lang/toml/names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static const char TWICE[] = "a key is defined twice";
static const char TABLE_TWICE[] = "a table is defined twice";
static const char NO_TABLE[] = "a key is taken by a value that is no table";

enum name_kind { NAME_TABLE, NAME_LIST, NAME_VALUE };

struct name {
	uint8_t kind;     /* enum name_kind; an inline table or array is a NAME_VALUE: nothing is added to it */
	bool is_complete; /* no head and no dotted key of another table may add to it */
	uint32_t element; /* NAME_LIST: the last table of it */
};

void names_release(struct names *names)
{
	free(names->items);
	free(names->dotted);
	table_release(&names->children);
	arena_release(&names->arena);
	*names = (struct names){ 0 };
}

static uint32_t add(struct names *names, enum name_kind kind)
{
	struct name name = { .kind = (uint8_t)kind };
	VEC_PUSH(names->items, names->count, names->capacity, name);
	return (uint32_t)names->count - 1;
}

uint32_t names_add_table(struct names *names)
{
	return add(names, NAME_TABLE);
}

/* The number of `name` in table `at`; `*is_new` where it was not there and is a table now. */
static uint32_t child_of(struct names *names, uint32_t at, struct slice name, bool *is_new)
{
	char *bytes = arena_alloc(&names->arena, sizeof(at) + name.len + 1);
	memcpy(bytes, &at, sizeof(at));
	if (name.len)
		memcpy(bytes + sizeof(at), name.ptr, name.len);
	size_t *slot = table_at(&names->children, slice_from(bytes, sizeof(at) + name.len));
	*is_new = *slot == 0;
	if (*is_new)
		*slot = (size_t)add(names, NAME_TABLE) + 1;
	return (uint32_t)(*slot - 1);
}

const char *names_enter(struct names *names, uint32_t *at, struct slice name, bool dotted)
{
	bool is_new;
	uint32_t child = child_of(names, *at, name, &is_new);
	const struct name *found = &names->items[child];
	*at = child;
	if (found->kind == NAME_VALUE)
		return NO_TABLE;
	if (dotted && (found->is_complete || found->kind == NAME_LIST))
		return TABLE_TWICE;
	if (found->kind == NAME_LIST)
		*at = found->element;
	if (dotted)
		VEC_PUSH(names->dotted, names->n_dotted, names->dotted_capacity, child);
	return NULL;
}

const char *names_begin(struct names *names, uint32_t *at, struct slice name, bool in_list)
{
	bool is_new;
	uint32_t child = child_of(names, *at, name, &is_new);
	*at = child;
	if (names->items[child].kind == NAME_VALUE)
		return NO_TABLE;
	if (in_list) {
		if (!is_new && names->items[child].kind != NAME_LIST)
			return TABLE_TWICE;
		uint32_t element = add(names, NAME_TABLE);
		names->items[child].kind = NAME_LIST;
		names->items[child].element = element;
		*at = element;
		return NULL;
	}
	if (names->items[child].kind == NAME_LIST || names->items[child].is_complete)
		return TABLE_TWICE;
	names->items[child].is_complete = true;
	return NULL;
}

const char *names_define(struct names *names, uint32_t at, struct slice name)
{
	bool is_new;
	uint32_t child = child_of(names, at, name, &is_new);
	names->items[child].kind = NAME_VALUE;
	return is_new ? NULL : TWICE;
}

void names_close_dotted(struct names *names)
{
	for (size_t i = 0; i < names->n_dotted; i++)
		names->items[names->dotted[i]].is_complete = true;
	names->n_dotted = 0;
}
