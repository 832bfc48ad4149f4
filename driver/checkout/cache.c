#include <stdlib.h>
#include <string.h>

#include "checkout/checkout.h"

#define CACHE_MAX_BYTES ((size_t)16 << 20)

static const char *const true_words[] = { "1", "ON", "YES", "TRUE", "Y" };
static const char *const false_words[] = { "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND", "" };

static void add_entry(struct tree_cache *cache, struct slice name, struct slice type, struct slice value)
{
	struct cache_entry entry = { arena_dup(&cache->arena, name), arena_dup(&cache->arena, type),
		arena_dup(&cache->arena, value) };
	VEC_PUSH(cache->items, cache->count, cache->capacity, entry);
}

/* "NAME:TYPE=value"; a name with a colon in it is in quotes. */
static void add_line(struct tree_cache *cache, struct slice line)
{
	if (!line.len || line.ptr[0] == '#' || (line.len > 1 && line.ptr[0] == '/' && line.ptr[1] == '/'))
		return;
	size_t equals = slice_find(line, SLICE_LITERAL("="), 0);
	size_t colon = slice_find(line, SLICE_LITERAL(":"), 0);
	if (line.ptr[0] == '"') {
		size_t quote = slice_find(line, SLICE_LITERAL("\":"), 1);
		colon = quote == (size_t)-1 ? quote : quote + 1;
		equals = colon == (size_t)-1 ? equals : slice_find(line, SLICE_LITERAL("="), colon);
	}
	if (equals == (size_t)-1 || colon == (size_t)-1 || colon > equals)
		return;
	struct slice name = slice_sub(line, 0, colon);
	if (name.len > 1 && name.ptr[0] == '"')
		name = slice_sub(name, 1, name.len - 1);
	add_entry(cache, name, slice_sub(line, colon + 1, equals), slice_sub(line, equals + 1, line.len));
}

bool tree_cache_read(struct root *root, const char *path, struct tree_cache *out, struct err *err)
{
	struct str text = STR_INIT;
	*out = (struct tree_cache){ 0 };
	bool ok = root_read(root, path, CACHE_MAX_BYTES, &text, NULL, err);
	struct slice rest = ok ? str_slice(&text) : SLICE_LITERAL(""), line;
	while (slice_cut(&rest, '\n', &line)) {
		if (line.len && line.ptr[line.len - 1] == '\r')
			line.len--;
		add_line(out, line);
	}
	str_release(&text);
	return ok;
}

void tree_cache_add_summary(struct tree_cache *cache, struct slice log)
{
	struct slice line;
	while (slice_cut(&log, '\n', &line)) {
		size_t dashes = slice_find(line, SLICE_LITERAL("--   "), 0),
		       colon = slice_find(line, SLICE_LITERAL(" : "), 0);
		if (dashes == (size_t)-1 || colon == (size_t)-1 || colon < dashes)
			continue;
		struct slice name = slice_trim(slice_sub(line, dashes + 2, colon));
		if (name.len && slice_find(name, SLICE_LITERAL(" "), 0) == (size_t)-1)
			add_entry(cache, name, SLICE_LITERAL("SUMMARY"),
				slice_trim(slice_sub(line, colon + 3, line.len)));
	}
}

void tree_cache_release(struct tree_cache *cache)
{
	free(cache->items);
	arena_release(&cache->arena);
	*cache = (struct tree_cache){ 0 };
}

const struct cache_entry *tree_cache_find(const struct tree_cache *cache, const char *name)
{
	/* A later summary is of a later configuring. */
	for (size_t i = cache->count; i > 0; i--)
		if (strcmp(cache->items[i - 1].name, name) == 0)
			return &cache->items[i - 1];
	return NULL;
}

const char *tree_effective(const struct tree_cache *cache, const struct tree_options *options, const char *name)
{
	const struct cache_entry *entry = tree_cache_find(cache, name);
	const struct tree_option *option = tree_option_find(options, name);
	/* Where its condition does not hold, the cache has nothing, or what was asked for. */
	if (option && option->dependent && (!entry || strcmp(entry->type, "INTERNAL") == 0))
		return option->forced;
	return entry ? entry->value : NULL;
}

static bool is_word_of(const char *text, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (slice_eq_nocase(slice_of(text), slice_of(words[i])))
			return true;
	return false;
}

bool tree_same_value(const char *a, const char *b)
{
	if (strcmp(a, b) == 0)
		return true;
	if (is_word_of(a, true_words, COUNT_OF(true_words)))
		return is_word_of(b, true_words, COUNT_OF(true_words));
	return is_word_of(a, false_words, COUNT_OF(false_words)) &&
	       (is_word_of(b, false_words, COUNT_OF(false_words)) || slice_ends_with(slice_of(b), "-NOTFOUND"));
}
