#include "series/recipe.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/path.h"

static const struct {
	const char *name; /* behind a '*', the end of it */
	recipe_reader *read;
} kinds[] = {
	{ "meta.yaml", recipe_read_conda },
	{ "recipe.yaml", recipe_read_conda },
	{ "portfile.cmake", recipe_read_vcpkg },
	{ "*.ebuild", recipe_read_ebuild },
	{ "PKGBUILD", recipe_read_pkgbuild },
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

struct recipe_patch *recipe_add(struct recipe *recipe, size_t offset, struct slice name)
{
	struct recipe_patch patch = {
		.offset = offset, .name = arena_dup(&recipe->arena, name), .strip = RECIPE_STRIP_UNSAID
	};
	VEC_PUSH(recipe->patches, recipe->n_patches, recipe->capacity, patch);
	return &recipe->patches[recipe->n_patches - 1];
}

static void add_heads(struct document *doc, uint32_t block, struct str *out)
{
	if (block == NODE_NONE)
		return;
	const struct node *node = &doc->nodes.items[block];
	uint32_t parent = node->parent;
	while (parent != NODE_NONE && doc->nodes.items[parent].kind != NODE_BLOCK)
		parent = doc->nodes.items[parent].parent;
	add_heads(doc, parent, out);
	if (node->head_last <= node->first)
		return;
	str_add_cstr(out, out->len ? " and " : "");
	const struct token *tokens = doc->tokens.items;
	str_add(out, slice_sub(doc->source->bytes, tokens[node->first].begin, tokens[node->head_last - 1].end));
}

const char *recipe_blocks_around(struct recipe *recipe, struct document *doc, uint32_t token)
{
	struct str text = STR_INIT;
	document_nodes(doc);
	add_heads(doc, document_block_at(doc, token), &text);
	const char *owned = text.len ? arena_dup(&recipe->arena, str_slice(&text)) : NULL;
	str_release(&text);
	return owned;
}

void recipe_release(struct recipe *recipe)
{
	free(recipe->patches);
	arena_release(&recipe->arena);
	*recipe = (struct recipe){ 0 };
}
