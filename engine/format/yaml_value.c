#include "format/yaml_value.h"

#include "base/nearest.h"
#include "base/version/version.h"

bool yaml_known_keys(const struct yaml_file *file, const struct yaml_node *map, const char *const *names, size_t count,
	struct err *err)
{
	if (map->kind != YAML_KIND_MAP)
		return yaml_fail(file, map, err, "expected a map, found %s", yaml_kind_name(map->kind));
	for (size_t i = 0; i < map->count; i++) {
		const struct yaml_node *key = map->pairs[i].key;
		size_t at = 0;
		while (at < count && !slice_eq_cstr(key->text, names[at]))
			at++;
		if (at < count)
			continue;
		const char *near = nearest_name(key->text, names, count);
		yaml_fail(file, key, err, "unknown key '" SLICE_FMT "'", SLICE_ARG(key->text));
		return near ? err_hint(err, "did you mean '%s'?", near) : false;
	}
	return true;
}

bool yaml_take_text(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct arena *arena,
	const char **out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	*out = NULL;
	if (!pair)
		return true;
	if (pair->value->kind != YAML_KIND_TEXT || yaml_is_null(pair->value))
		return yaml_fail(file, pair->value, err, "'%s' takes a text", key);
	*out = arena_dup(arena, pair->value->text);
	return true;
}

bool yaml_take_list(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct arena *arena,
	const char *const **out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	*out = NULL;
	if (!pair)
		return true;
	const struct yaml_node *node = pair->value;
	if (node->kind == YAML_KIND_MAP || yaml_is_null(node))
		return yaml_fail(file, node, err, "'%s' must be a list of strings", key);
	size_t count = node->kind == YAML_KIND_TEXT ? 1 : node->count;
	const char **list = arena_alloc(arena, (count + 1) * sizeof(*list));
	for (size_t i = 0; i < count; i++) {
		const struct yaml_node *item = node->kind == YAML_KIND_TEXT ? node : node->items[i];
		if (item->kind != YAML_KIND_TEXT)
			return yaml_fail(file, item, err, "'%s' must be a list of strings", key);
		list[i] = arena_dup(arena, item->text);
	}
	*out = list;
	return true;
}

bool yaml_take_number(const struct yaml_file *file, const struct yaml_node *map, const char *key, uint64_t most,
	uint64_t *out, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	if (!pair)
		return true;
	struct slice text = pair->value->kind == YAML_KIND_TEXT ? pair->value->text : SLICE_LITERAL("");
	uint64_t value = 0;
	size_t i = 0;
	while (i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9' && value <= most)
		value = value * 10 + (uint64_t)(text.ptr[i++] - '0');
	if (i < text.len || value == 0 || value > most)
		return yaml_fail(file, pair->value, err, "'%s' must be a whole number from 1 to %llu", key,
			(unsigned long long)most);
	*out = value;
	return true;
}

bool yaml_check_range(const struct yaml_file *file, const struct yaml_node *map, const char *key, struct err *err)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	if (!pair || yaml_is_null(pair->value))
		return true;
	if (pair->value->kind != YAML_KIND_TEXT)
		return yaml_fail(file, pair->value, err, "'%s' must be a range of versions", key);
	struct arena arena = ARENA_INIT;
	struct version_range range;
	struct err why = ERR_INIT;
	size_t at = 0;
	bool ok = version_range_parse(&range, pair->value->text, &arena, &at, &why);
	if (!ok) {
		yaml_fail(file, pair->value, err, "%s", why.message);
		err_hint(err, "write it like \">=11.4, <12\"");
	}
	err_release(&why);
	arena_release(&arena);
	return ok;
}
