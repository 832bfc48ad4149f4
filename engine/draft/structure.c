/* Hunks as edits of code. */
#include "draft/draft_private.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lang/document.h"

/* Lines of context on each side that may be taken in to make a statement whole. */
#define WIDEN_MAX_LINES 12

/* A `$` before a capital, or before another `$`, would be read as a capture. */
static bool holds_capture(struct slice text)
{
	for (size_t i = 0; i + 1 < text.len; i++)
		if (text.ptr[i] == '$' && ((text.ptr[i + 1] >= 'A' && text.ptr[i + 1] <= 'Z') ||
						  text.ptr[i + 1] == '_' || text.ptr[i + 1] == '$'))
			return true;
	return false;
}

/* A pattern does not see comments, so they cannot be replaced. */
static bool has_comment(const struct token_list *tokens)
{
	for (size_t i = 0; i < tokens->count; i++)
		if (tokens->items[i].kind == TOKEN_COMMENT || tokens->items[i].kind == TOKEN_JUNK)
			return true;
	return false;
}

/* One statement, one command, or the head of one block, and nothing besides. */
static bool is_one_statement(struct slice text, const struct language *language)
{
	struct source source;
	struct document doc;
	size_t n_top = 0;
	bool plain = true;
	if (!language->parse || holds_capture(text))
		return false;
	document_open(&doc, &source, "draft", text, language);
	const struct node_list *nodes = document_nodes(&doc);
	for (size_t i = 0; i < nodes->count; i++) {
		const struct node *node = &nodes->items[i];
		if (node->parent != NODE_NONE)
			continue;
		n_top++;
		plain = plain && (node->kind == NODE_COMMAND || node->kind == NODE_STATEMENT ||
					 (node->kind == NODE_BLOCK && node->head_last == node->last));
	}
	bool ok = n_top == 1 && plain && !doc.tokens.problem && !has_comment(&doc.tokens);
	document_close(&doc, &source);
	return ok;
}

static struct slice indent_of(struct slice line)
{
	size_t len = 0;
	while (len < line.len && (line.ptr[len] == ' ' || line.ptr[len] == '\t'))
		len++;
	return slice_sub(line, 0, len);
}

/* The lines of one side in [first, last) of the hunk, context included, each without `indent`; false where one has
 * another indentation. */
static bool dedent(const struct patch_hunk *hunk, size_t first, size_t last, enum patch_side side, struct slice indent,
	struct arena *arena, struct slice *out)
{
	struct str text = STR_INIT;
	bool ok = true, any = false;
	for (size_t i = first; i < last; i++) {
		struct slice line = hunk->lines[i].text;
		if (hunk->lines[i].side != side && hunk->lines[i].side != PATCH_BOTH)
			continue;
		ok = ok && (!line.len || slice_eq(slice_sub(line, 0, indent.len), indent));
		str_addf(&text, "%s", any ? "\n" : "");
		str_add(&text, slice_sub(line, indent.len, line.len));
		any = true;
	}
	ok = ok && text.len && text.ptr[0] != '\n';
	*out = ok ? slice_from(arena_dup(arena, str_slice(&text)), text.len) : SLICE_LITERAL("");
	str_release(&text);
	return ok;
}

/* An edit that is there already has one more place. */
static void add_edit(struct draft_edits *out, struct draft_edit edit)
{
	for (size_t i = 0; i < out->count; i++) {
		struct draft_edit *same = &out->items[i];
		if (same->kind == edit.kind && slice_eq(same->match, edit.match) && slice_eq(same->text, edit.text) &&
			slice_eq(same->already, edit.already)) {
			same->n_places++;
			return;
		}
	}
	edit.n_places = 1;
	VEC_PUSH(out->items, out->count, out->capacity, edit);
}

/* Blank lines and comments are nothing to a pattern. */
static bool has_code(struct slice line, const struct language *language)
{
	struct source source;
	struct document doc;
	bool any = false;
	document_open(&doc, &source, "draft", line, language);
	document_tokens(&doc);
	for (size_t i = 0; i < doc.n_code && !any; i++)
		any = doc.tokens.items[doc.code[i]].kind != TOKEN_END;
	document_close(&doc, &source);
	return any;
}

/* The statement that ends above line `at` of the hunk, or begins at it or below, as the hunk leaves it. */
static bool statement_beside(const struct patch_hunk *hunk, size_t at, bool below, struct slice indent,
	const struct language *language, struct arena *arena, struct slice *out)
{
	size_t first = at, last = at;
	while (below ? last < hunk->n_lines : first > 0) {
		struct slice line = hunk->lines[below ? last : first - 1].text;
		bool skips = first == last &&
			     (hunk->lines[below ? last : first - 1].side == PATCH_OLD || !has_code(line, language));
		last += below;
		first -= !below;
		if (skips && below)
			first = last;
		else if (skips)
			last = first;
		else if (slice_eq(indent_of(hunk->lines[first].text), indent) &&
			 dedent(hunk, first, last, PATCH_NEW, indent, arena, out) && is_one_statement(*out, language))
			return true;
	}
	return false;
}

/* Where the lines [first, last) go, their neighbours stand side by side: both must be statements of the same block. */
static bool add_proof(const struct patch_hunk *hunk, size_t first, size_t last, const struct language *language,
	struct arena *arena, struct draft_edit *edit)
{
	struct slice above, below, indent = indent_of(hunk->lines[first].text);
	struct str both = STR_INIT;
	if (!statement_beside(hunk, first, false, indent, language, arena, &above) ||
		!statement_beside(hunk, last, true, indent, language, arena, &below))
		return false;
	str_addf(&both, SLICE_FMT "\n" SLICE_FMT, SLICE_ARG(above), SLICE_ARG(below));
	edit->already = slice_from(arena_dup(arena, str_slice(&both)), both.len);
	str_release(&both);
	return true;
}

/* `as_item`: both forms lose the comma at their end, which is the list's. */
static bool take_item(struct slice *text, bool as_item)
{
	if (as_item && slice_ends_with(*text, ","))
		text->len--;
	else if (as_item)
		return false;
	return true;
}

static bool add_change(const struct patch_hunk *hunk, size_t first, size_t last, size_t n_new, bool as_item,
	const struct language *language, struct arena *arena, struct draft_edits *out)
{
	struct draft_edit edit = { .kind = n_new ? DRAFT_REPLACE : DRAFT_DELETE };
	struct slice indent = indent_of(hunk->lines[first].text);
	if (hunk->lines[first].side == PATCH_NEW || !dedent(hunk, first, last, PATCH_OLD, indent, arena, &edit.match) ||
		!take_item(&edit.match, as_item) || !is_one_statement(edit.match, language))
		return false;
	if (n_new && (!dedent(hunk, first, last, PATCH_NEW, indent, arena, &edit.text) ||
			     !take_item(&edit.text, as_item) || holds_capture(edit.text)))
		return false;
	if (!n_new && (as_item || !add_proof(hunk, first, last, language, arena, &edit)))
		return false;
	add_edit(out, edit);
	return true;
}

/* Beside a line of context that is a statement of its own: the one above, or else the one below. */
static bool add_insertion(const struct patch_hunk *hunk, size_t first, size_t last, const struct language *language,
	struct arena *arena, struct draft_edits *out)
{
	for (int below = 0; below < 2; below++) {
		struct draft_edit edit = { .kind = below ? DRAFT_INSERT_BEFORE : DRAFT_INSERT_AFTER };
		size_t at = below ? last : first - 1;
		if (at >= hunk->n_lines || hunk->lines[at].side != PATCH_BOTH)
			continue;
		struct slice indent = indent_of(hunk->lines[at].text);
		if (!dedent(hunk, at, at + 1, PATCH_BOTH, indent, arena, &edit.match) ||
			!is_one_statement(edit.match, language) ||
			!dedent(hunk, first, last, PATCH_NEW, indent, arena, &edit.text) || holds_capture(edit.text))
			continue;
		add_edit(out, edit);
		return true;
	}
	return false;
}

/* Are the lines [first, last) of the hunk, as they were, one statement with nothing around it? */
static bool was_one_statement(
	const struct patch_hunk *hunk, size_t first, size_t last, const struct language *language, struct arena *arena)
{
	const struct patch_line *begin = &hunk->lines[first], *end = &hunk->lines[last - 1];
	struct slice text;
	return begin->side != PATCH_NEW && slice_trim(begin->text).len && slice_trim(end->text).len &&
	       dedent(hunk, first, last, PATCH_OLD, indent_of(begin->text), arena, &text) &&
	       is_one_statement(text, language);
}

/* Makes [*first, *last) the largest range of lines from `from` on that holds it and was one statement. False where none
 * is. */
static bool widen(const struct patch_hunk *hunk, size_t from, size_t *first, size_t *last,
	const struct language *language, struct arena *arena)
{
	size_t least = *first - from > WIDEN_MAX_LINES ? *first - WIDEN_MAX_LINES : from, begin = *first, end = *last;
	size_t most = hunk->n_lines - end > WIDEN_MAX_LINES ? end + WIDEN_MAX_LINES : hunk->n_lines;
	bool found = false;
	for (size_t a = least; a <= begin; a++)
		for (size_t b = most; b >= end && (!found || b - a > *last - *first); b--) {
			bool cuts_change = b < hunk->n_lines && hunk->lines[b].side != PATCH_BOTH &&
					   hunk->lines[b - 1].side != PATCH_BOTH;
			if (cuts_change || !was_one_statement(hunk, a, b, language, arena))
				continue;
			found = true;
			*first = a;
			*last = b;
		}
	return found;
}

struct run {
	size_t first, last; /* lines of the hunk */
	size_t n_old, n_new;
};

/* The first run of changed lines from line `from` on; empty at the hunk's end where there is none. */
static struct run next_run(const struct patch_hunk *hunk, size_t from)
{
	while (from < hunk->n_lines && hunk->lines[from].side == PATCH_BOTH)
		from++;
	struct run run = { from, from, 0, 0 };
	for (; run.last < hunk->n_lines && hunk->lines[run.last].side != PATCH_BOTH; run.last++) {
		run.n_old += hunk->lines[run.last].side == PATCH_OLD;
		run.n_new += hunk->lines[run.last].side == PATCH_NEW;
	}
	return run;
}

bool structure_of_hunk(const struct patch_hunk *hunk, const struct language *language, enum draft_reading reading,
	struct arena *arena, struct draft_edits *out)
{
	bool ok = true;
	size_t done = 0;
	*out = (struct draft_edits){ 0 };
	for (struct run run; ok && (run = next_run(hunk, done)).first < hunk->n_lines; done = run.last) {
		size_t first = run.first, last = run.last;
		bool is_wide = reading == DRAFT_AS_PART && widen(hunk, done, &first, &last, language, arena);
		if (is_wide && first < run.first && last > run.last)
			run = (struct run){ first, last, 1, 1 };
		else if (is_wide && run.n_old)
			run = (struct run){ first, last, run.n_old, last - first > run.last - run.first || run.n_new };
		if (run.n_old)
			ok = add_change(
				hunk, run.first, run.last, run.n_new, reading == DRAFT_AS_ITEM, language, arena, out);
		else
			ok = reading != DRAFT_AS_ITEM && add_insertion(hunk, run.first, run.last, language, arena, out);
	}
	if (ok)
		return true;
	free(out->items);
	*out = (struct draft_edits){ 0 };
	return false;
}
