#include "port/port_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/utf8.h"

#define FIRST_PATCHES 4

static void read_lines(struct port_text *out, struct line_ids *ids, struct slice bytes)
{
	size_t capacity = 0;
	out->has_mark = utf8_mark_len(bytes) > 0;
	bytes = utf8_without_mark(bytes);
	for (size_t at = 0; at < bytes.len;) {
		size_t end = slice_find(bytes, SLICE_LITERAL("\n"), at);
		out->was_open = end == (size_t)-1;
		end = out->was_open ? bytes.len : end;
		struct slice line = slice_sub(bytes, at, end);
		if (!out->was_open && slice_ends_with(line, "\r"))
			line.len--;
		VEC_PUSH(out->original, out->n_original, capacity, line_id(ids, line));
		at = end + 1;
	}
}

void port_text_init(struct port_text *out, struct line_ids *ids, struct slice bytes)
{
	*out = (struct port_text){ 0 };
	read_lines(out, ids, bytes);
	size_t n = out->n = out->n_original;
	out->ends_open = out->was_open;
	out->lines = xcalloc(n + 1, sizeof(*out->lines));
	out->origins = xcalloc(n + 1, sizeof(*out->origins));
	out->owners = xcalloc(n + 1, sizeof(*out->owners));
	out->removed_by = xcalloc(n + 1, sizeof(*out->removed_by));
	for (size_t i = 0; i < n; i++) {
		out->lines[i] = out->original[i];
		out->origins[i] = (uint32_t)i;
		out->owners[i] = out->removed_by[i] = PORT_NOBODY;
	}
}

void port_text_release(struct port_text *text)
{
	free(text->lines);
	free(text->origins);
	free(text->owners);
	free(text->original);
	free(text->removed_by);
	free(text->by.patches);
	free(text->by.joined);
	*text = (struct port_text){ 0 };
}

/* The index of the patch, or where it belongs. */
static size_t index_of(const struct port_patches *by, uint32_t patch)
{
	return sort_lower_bound_u32(by->patches, by->count, patch);
}

/* Patches come in order. */
static void note_patch(struct port_patches *by, uint32_t patch)
{
	if (by->count && by->patches[by->count - 1] == patch)
		return;
	if (by->count == by->capacity) {
		by->capacity = by->capacity ? 2 * by->capacity : FIRST_PATCHES;
		by->patches = xreallocarray(by->patches, by->capacity, sizeof(*by->patches));
		by->joined = xreallocarray(by->joined, by->capacity, sizeof(*by->joined));
	}
	by->patches[by->count] = patch;
	by->joined[by->count] = (uint32_t)by->count;
	by->count++;
}

static size_t root_of(struct port_patches *by, uint32_t patch)
{
	size_t at = index_of(by, patch);
	while (by->joined[at] != at)
		at = by->joined[at] = by->joined[by->joined[at]];
	return at;
}

bool port_text_has(const struct port_text *text, size_t line, const uint32_t *lines, size_t n)
{
	return line <= text->n && n <= text->n - line &&
	       (!n || memcmp(text->lines + line, lines, n * sizeof(*lines)) == 0);
}

uint32_t port_text_owner(struct port_text *text, uint32_t patch)
{
	size_t at = index_of(&text->by, patch);
	bool is_known = at < text->by.count && text->by.patches[at] == patch;
	return is_known ? text->by.patches[root_of(&text->by, patch)] : patch;
}

void port_text_join(struct port_text *text, uint32_t a, uint32_t b)
{
	size_t one = root_of(&text->by, a), other = root_of(&text->by, b);
	text->by.joined[one < other ? other : one] = (uint32_t)(one < other ? one : other);
}

static void keep(const struct port_text *text, size_t begin, size_t end, struct port_text *out)
{
	size_t count = end - begin;
	memcpy(out->lines + out->n, text->lines + begin, count * sizeof(*out->lines));
	memcpy(out->origins + out->n, text->origins + begin, count * sizeof(*out->origins));
	memcpy(out->owners + out->n, text->owners + begin, count * sizeof(*out->owners));
	out->n += count;
}

static void drop(struct port_text *text, size_t begin, size_t end, uint32_t owner)
{
	for (size_t i = begin; i < end; i++) {
		if (text->origins[i] != PORT_NOBODY)
			text->removed_by[text->origins[i]] = owner;
		else
			port_text_join(text, text->owners[i], owner);
	}
}

void port_text_splice(struct port_text *text, const struct port_splice *splices, size_t n_splices, uint32_t owner)
{
	size_t n = text->n, from = 0;
	struct port_text out = { 0 };
	note_patch(&text->by, owner);
	for (size_t i = 0; i < n_splices; i++)
		n += splices[i].n_new;
	out.lines = xreallocarray(NULL, n + 1, sizeof(*out.lines));
	out.origins = xreallocarray(NULL, n + 1, sizeof(*out.origins));
	out.owners = xreallocarray(NULL, n + 1, sizeof(*out.owners));
	for (size_t i = 0; i < n_splices; i++) {
		const struct port_splice *splice = &splices[i];
		keep(text, from, splice->line, &out);
		from = splice->line + splice->n_old;
		drop(text, splice->line, from, owner);
		for (size_t k = 0; k < splice->n_new; k++, out.n++) {
			out.lines[out.n] = splice->lines[k];
			out.origins[out.n] = PORT_NOBODY;
			out.owners[out.n] = owner;
		}
		if (splice->end_mark)
			text->ends_open = splice->end_mark > 0;
	}
	keep(text, from, text->n, &out);
	free(text->lines);
	free(text->origins);
	free(text->owners);
	text->lines = out.lines;
	text->origins = out.origins;
	text->owners = out.owners;
	text->n = out.n;
}
