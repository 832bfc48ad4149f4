#include "series/recipe.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/path.h"

static const struct {
	const char *name; /* after a '*', the end of it */
	recipe_reader *read;
} kinds[] = {
	{ "meta.yaml", recipe_read_conda },
	{ "recipe.yaml", recipe_read_conda },
	{ "portfile.cmake", recipe_read_vcpkg },
	{ "*.ebuild", recipe_read_shell },
	{ "PKGBUILD", recipe_read_shell },
	{ "*.spec", recipe_read_spec },
	{ "package.py", recipe_read_spack },
	{ "*.nix", recipe_read_nix },
};

recipe_reader *recipe_reader_of(struct slice path)
{
	struct slice name = path_base(path);
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		bool is_end = kinds[i].name[0] == '*';
		if (is_end ? slice_ends_with(name, kinds[i].name + 1) : slice_eq_cstr(name, kinds[i].name))
			return kinds[i].read;
	}
	return NULL;
}

bool recipe_may_make(struct recipe *recipe, size_t n, const char *what, struct slice name)
{
	struct str text = STR_INIT;
	if (!recipe->bloat && n <= RECIPE_MAX_MADE - recipe->n_made) {
		recipe->n_made += n;
		return true;
	}
	if (!recipe->bloat) {
		str_addf(&text, name.len ? "%s '" SLICE_FMT "'" : "%s", what, SLICE_ARG(name));
		recipe->bloat = arena_dup(&recipe->arena, str_slice(&text));
		str_release(&text);
	}
	return false;
}

const char *recipe_keep_condition(struct recipe *recipe, struct slice text)
{
	bool may = recipe_may_make(recipe, text.len, "the conditions around a patch", slice_of(""));
	return may && text.len ? arena_dup(&recipe->arena, text) : NULL;
}

struct recipe_patch *recipe_add(struct recipe *recipe, size_t offset, struct slice name)
{
	bool may = recipe_may_make(recipe, sizeof(struct recipe_patch) + name.len, "the list of patches", slice_of(""));
	struct recipe_patch patch = {
		.offset = offset, .name = may ? arena_dup(&recipe->arena, name) : "", .strip = RECIPE_STRIP_UNSAID
	};
	if (recipe->bloat && recipe->n_patches)
		recipe->n_patches--; /* it is an error, and nobody reads them */
	VEC_PUSH(recipe->patches, recipe->n_patches, recipe->capacity, patch);
	return &recipe->patches[recipe->n_patches - 1];
}

/* The innermost block around `block`, or NODE_NONE. */
static uint32_t block_around(const struct document *doc, uint32_t block)
{
	uint32_t parent = doc->nodes.items[block].parent;
	while (parent != NODE_NONE && doc->nodes.items[parent].kind != NODE_BLOCK)
		parent = doc->nodes.items[parent].parent;
	return parent;
}

static void add_head(const struct document *doc, uint32_t block, struct str *out)
{
	const struct node *node = &doc->nodes.items[block];
	const struct token *tokens = doc->tokens.items;
	if (node->head_last <= node->first)
		return;
	str_add_cstr(out, out->len ? " and " : "");
	str_add(out, slice_sub(doc->source->bytes, tokens[node->first].begin, tokens[node->head_last - 1].end));
}

const char *recipe_blocks_around(struct recipe *recipe, struct document *doc, uint32_t token)
{
	uint32_t *blocks = NULL;
	size_t n = 0, capacity = 0;
	struct str text = STR_INIT;
	document_nodes(doc);
	for (uint32_t at = document_block_at(doc, token); at != NODE_NONE; at = block_around(doc, at))
		VEC_PUSH(blocks, n, capacity, at);
	while (n)
		add_head(doc, blocks[--n], &text);
	free(blocks);
	const char *owned = recipe_keep_condition(recipe, str_slice(&text));
	str_release(&text);
	return owned;
}

void recipe_release(struct recipe *recipe)
{
	free(recipe->patches);
	arena_release(&recipe->arena);
	*recipe = (struct recipe){ 0 };
}
