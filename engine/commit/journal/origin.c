#include "commit/journal/origin.h"

#include <string.h>

#include "base/alloc.h"

static const char *const names[ORIGIN_KIND_COUNT] = {
	[ORIGIN_ARGUMENT] = "argument",
	[ORIGIN_TAG] = "tag",
	[ORIGIN_USE] = "use",
	[ORIGIN_PATCHSETS] = "patchsets",
	[ORIGIN_PLAN] = "plan",
	[ORIGIN_PROFILE] = "profile",
	[ORIGIN_FACT] = "fact",
	[ORIGIN_VALUE] = "value",
	[ORIGIN_FILTER] = "filter",
	[ORIGIN_RULE] = "rule",
	[ORIGIN_PACK] = "pack",
	[ORIGIN_SKIP] = "skip",
	[ORIGIN_GLOB] = "glob",
	[ORIGIN_DIGEST] = "digest",
};

const char *run_origin_text(const struct run_origin *origin, enum origin_kind kind)
{
	for (size_t i = 0; i < origin->count; i++)
		if (origin->items[i].kind == kind)
			return origin->items[i].text;
	return NULL;
}

const char **run_origin_texts(const struct run_origin *origin, enum origin_kind kind, struct arena *arena)
{
	const char **texts = arena_alloc(arena, (origin->count + 1) * sizeof(*texts));
	size_t n = 0;
	for (size_t i = 0; i < origin->count; i++)
		if (origin->items[i].kind == kind)
			texts[n++] = origin->items[i].text;
	return texts;
}

/* --- from a plan -------------------------------------------------------------------------------------------------- */

static void add(struct run_origin *origin, enum origin_kind kind, const char *text)
{
	if (text)
		origin->items[origin->count++] = (struct run_detail){ kind, text };
}

static void add_pair(
	struct run_origin *origin, enum origin_kind kind, const char *name, const char *value, struct arena *arena)
{
	struct str text = STR_INIT;
	str_addf(&text, "%s=%s", name, value);
	add(origin, kind, arena_dup(arena, str_slice(&text)));
	str_release(&text);
}

static size_t count_of(const char *const *texts)
{
	size_t count = 0;
	while (texts && texts[count])
		count++;
	return count;
}

static void add_list(struct run_origin *origin, enum origin_kind kind, const char *const *texts)
{
	for (; texts && *texts; texts++)
		add(origin, kind, *texts);
}

void origin_collect(struct run *run, const struct run_origin *given, const struct plan *plan, struct arena *arena)
{
	struct run_origin *origin = &run->origin;
	size_t n_given = given ? given->count : 0, n_facts = plan->facts ? plan->facts->count : 0,
	       n_chosen = count_of(plan->globs);
	n_chosen += count_of(plan->choice.rules) + count_of(plan->choice.packs) + count_of(plan->choice.skips);
	size_t most = n_given + n_facts + plan->set->n_variables + n_chosen + ORIGIN_KIND_COUNT;
	*origin = (struct run_origin){ .items = arena_alloc(arena, most * sizeof(*origin->items)),
		.keeps = given ? given->keeps : 0 };
	for (size_t i = 0; i < n_given; i++)
		add(origin, given->items[i].kind, given->items[i].text);
	add(origin, ORIGIN_PROFILE, plan->facts && plan->facts->profile ? plan->facts->profile->name : NULL);
	for (size_t i = 0; i < n_facts; i++)
		add_pair(origin, ORIGIN_FACT, plan->facts->items[i].fact->name, plan->facts->items[i].text, arena);
	for (size_t i = 0; i < plan->set->n_variables; i++)
		add_pair(origin, ORIGIN_VALUE, plan->set->variables[i]->name, plan->set->variables[i]->value, arena);
	add_list(origin, ORIGIN_RULE, plan->choice.rules);
	add_list(origin, ORIGIN_PACK, plan->choice.packs);
	add_list(origin, ORIGIN_SKIP, plan->choice.skips);
	add_list(origin, ORIGIN_GLOB, plan->globs);
}

/* --- in a header -------------------------------------------------------------------------------------------------- */

void origin_format(const struct run_origin *origin, struct str *out)
{
	str_addf(out, "origin %zu\n", origin->count);
	for (size_t i = 0; i < origin->count; i++) {
		str_addf(out, "with %s ", names[origin->items[i].kind]);
		line_escape(origin->items[i].text, out);
		str_add_char(out, '\n');
	}
}

/* ORIGIN_KIND_COUNT where it is none. */
static enum origin_kind kind_of(struct slice name)
{
	size_t kind = 0;
	while (kind < ORIGIN_KIND_COUNT && !slice_eq_cstr(name, names[kind]))
		kind++;
	return (enum origin_kind)kind;
}

/* NAME=VALUE is what whoever reads it relies upon. */
static bool is_whole(const struct run_detail *detail)
{
	bool is_pair = detail->kind == ORIGIN_FACT || detail->kind == ORIGIN_VALUE;
	return detail->text && (!is_pair || strchr(detail->text, '='));
}

bool origin_parse(struct lines *lines, struct run_origin *out)
{
	static const size_t shortest = sizeof("with x \n") - 1;
	uint64_t count;
	if (!line_take_number(lines, "origin", &count) || count > lines->rest.len / shortest)
		return false;
	out->items = arena_alloc(lines->arena, ((size_t)count + 1) * sizeof(*out->items));
	for (size_t i = 0; i < count; i++) {
		struct slice text, name;
		if (!line_take(lines, "with", &text) || !slice_cut(&text, ' ', &name) || !text.ptr)
			return false;
		struct run_detail detail = { kind_of(name), line_unescape(text, lines->arena) };
		if (!is_whole(&detail))
			return false;
		if (detail.kind != ORIGIN_KIND_COUNT)
			out->items[out->count++] = detail;
	}
	return true;
}
