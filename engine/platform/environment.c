#include "platform/environment.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"

#define NOT_THERE ((size_t)-1)

size_t environment_name_length(const char *item)
{
	const char *equals = item[0] ? strchr(item + 1, '=') : NULL;
	return equals ? (size_t)(equals - item) : strlen(item);
}

void environment_release(struct environment *environment)
{
	for (size_t i = 0; i < environment->count; i++)
		free(environment->items[i]);
	free(environment->items);
	*environment = (struct environment){ .names_nocase = environment->names_nocase };
}

static size_t find(const struct environment *environment, const char *name)
{
	struct slice wanted = slice_of(name);
	for (size_t i = 0; i < environment->count; i++) {
		struct slice own = slice_from(environment->items[i], environment_name_length(environment->items[i]));
		if (environment->names_nocase ? slice_eq_nocase(own, wanted) : slice_eq(own, wanted))
			return i;
	}
	return NOT_THERE;
}

const char *environment_get(const struct environment *environment, const char *name)
{
	size_t at = find(environment, name);
	if (at == NOT_THERE)
		return NULL;
	const char *item = environment->items[at];
	size_t length = environment_name_length(item);
	return item[length] ? item + length + 1 : "";
}

void environment_set(struct environment *environment, const char *name, const char *value)
{
	struct str item = STR_INIT;
	str_addf(&item, "%s=%s", name, value);
	size_t at = find(environment, name);
	if (at == NOT_THERE) {
		VEC_PUSH(environment->items, environment->count, environment->capacity, str_detach(&item));
		return;
	}
	free(environment->items[at]);
	environment->items[at] = str_detach(&item);
}

void environment_unset(struct environment *environment, const char *name)
{
	size_t at = find(environment, name);
	if (at == NOT_THERE)
		return;
	free(environment->items[at]);
	environment->count--;
	memmove(environment->items + at, environment->items + at + 1,
		(environment->count - at) * sizeof(*environment->items));
}

void environment_drop(struct environment *environment, const char *prefix)
{
	size_t kept = 0;
	for (size_t i = 0; i < environment->count; i++) {
		struct slice begin = slice_sub(slice_of(environment->items[i]), 0, strlen(prefix));
		if (environment->names_nocase ? slice_eq_nocase(begin, slice_of(prefix)) : slice_eq_cstr(begin, prefix))
			free(environment->items[i]);
		else
			environment->items[kept++] = environment->items[i];
	}
	environment->count = kept;
}

void environment_copy(struct environment *to, const struct environment *from)
{
	to->names_nocase = from->names_nocase;
	for (size_t i = 0; i < from->count; i++)
		VEC_PUSH(to->items, to->count, to->capacity, xstrdup(from->items[i]));
}
