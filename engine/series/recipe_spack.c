#include "series/recipe.h"
#include "series/series_private.h"

#include <string.h>

/* The text of one string literal that has no escapes and nothing in it to evaluate; false for any other token. */
static bool plain_string(const struct document *doc, uint32_t token, struct slice *out)
{
	struct slice text = document_text(doc, token);
	if (doc->tokens.items[token].kind != TOKEN_STRING || text.len < 2 ||
		(text.ptr[0] != '"' && text.ptr[0] != '\'') || slice_find(text, SLICE_LITERAL("\\"), 0) != (size_t)-1)
		return false;
	*out = slice_sub(text, 1, text.len - 1);
	return true;
}

/* Does "1.12" or "2.0:2.3" or ":1.13" hold the version? An upper end holds all that begins with it: 2.3.1 is in
 * ":2.3". */
static bool range_has(struct slice range, const struct version *version)
{
	size_t colon = slice_find(range, SLICE_LITERAL(":"), 0);
	struct version low, high;
	struct slice from = slice_sub(range, 0, colon == (size_t)-1 ? range.len : colon),
		     to = colon == (size_t)-1 ? range : slice_sub(range, colon + 1, range.len);
	if (from.len && (!version_parse(&low, from, NULL) ||
				(version_cmp(version, &low) < 0 && !version_same_series(version, &low, low.n_parts))))
		return false;
	return !to.len ||
	       (version_parse(&high, to, NULL) &&
		       (version_cmp(version, &high) <= 0 || version_same_series(version, &high, high.n_parts)));
}

static size_t end_of_versions(struct slice spec)
{
	size_t end = 0;
	while (end < spec.len && !strchr(" +~%^", spec.ptr[end]))
		end++;
	return end;
}

/* `@1.12:1.13,2.0 +cuda`: the versions after the '@'. A spec without is for all. */
static bool spec_has(struct slice spec, const struct version *version)
{
	if (!slice_starts_with(spec, "@"))
		return true;
	struct slice ranges = slice_sub(spec, slice_starts_with(spec, "@=") ? 2 : 1, end_of_versions(spec)), range;
	while (slice_cut(&ranges, ',', &range))
		if (range_has(range, version))
			return true;
	return false;
}

/* `patch(` at token `name`: its first argument names the patch, those with a keyword say more. */
static void read_call(struct recipe *recipe, struct document *doc, uint32_t name, uint32_t open)
{
	const struct token *tokens = doc->tokens.items;
	struct recipe_patch *patch = NULL;
	struct slice key = { "", 0 }, text, spec = { "", 0 };
	for (uint32_t i = open + 1; i < tokens[open].partner; i++) {
		if (patch && slice_eq_cstr(key, "reverse") && slice_eq_cstr(document_text(doc, i), "True"))
			patch->is_reversed = true;
		else if (tokens[i].kind == TOKEN_NAME)
			key = document_text(doc, i);
		else if (slice_eq_cstr(document_text(doc, i), ","))
			key = slice_of("");
		else if (patch && slice_eq_cstr(key, "level") && tokens[i].kind == TOKEN_NUMBER)
			series_read_strip(document_text(doc, i), &patch->strip);
		if (!plain_string(doc, i, &text))
			continue;
		if (!patch && (!key.len || slice_eq_cstr(key, "url_or_filename")))
			patch = recipe_add(recipe, tokens[i].begin + 1, text);
		else if (patch && slice_eq_cstr(key, "working_dir") && text.len && !slice_eq_cstr(text, "."))
			patch->folder = arena_dup(&recipe->arena, text);
		else if (slice_eq_cstr(key, "when"))
			spec = slice_trim(text);
	}
	if (!patch) /* an f-string, a variable: named as it is written, and told */
		patch = recipe_add(recipe, tokens[name].begin,
			slice_sub(recipe->text, tokens[name].begin, tokens[tokens[open].partner].end));
	const char *blocks = recipe_blocks_around(recipe, doc, name);
	bool in_class_only = !blocks || (slice_starts_with(slice_of(blocks), "class ") &&
						slice_find(slice_of(blocks), SLICE_LITERAL(" and "), 0) == (size_t)-1);
	patch->is_other_version = recipe->version && spec.len && !spec_has(spec, recipe->version);
	bool says_versions_only = slice_starts_with(spec, "@") && end_of_versions(spec) == spec.len;
	if (spec.len && !(recipe->version && says_versions_only))
		patch->condition = arena_dup(&recipe->arena, spec);
	else if (!in_class_only)
		patch->condition = blocks;
}

void recipe_read_spack(struct recipe *recipe)
{
	struct source source;
	struct document doc;
	document_open(&doc, &source, recipe->path, recipe->text, language_find(SLICE_LITERAL("python")));
	const struct token_list *tokens = document_tokens(&doc);
	for (size_t i = 0; i + 1 < doc.n_code; i++) {
		uint32_t name = doc.code[i], open = doc.code[i + 1];
		bool begins = i == 0 || tokens->items[doc.code[i - 1]].kind == TOKEN_END ||
			      tokens->items[doc.code[i - 1]].kind == TOKEN_INDENT ||
			      tokens->items[doc.code[i - 1]].kind == TOKEN_DEDENT;
		if (begins && slice_eq_cstr(document_text(&doc, name), "patch") &&
			tokens->items[open].kind == TOKEN_OPEN && tokens->items[open].partner != TOKEN_NONE)
			read_call(recipe, &doc, name, open);
	}
	document_close(&doc, &source);
}
