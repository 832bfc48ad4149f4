#include "cli/ask/remarks.h"

#include <string.h>

#include "patchset/digest.h"

#define DIGEST_SHOWN 12

struct remarks {
	const struct session *session;
	const char **items;
	size_t count;
	struct arena *arena;
};

static void remark(struct remarks *all, struct str *text)
{
	all->items[all->count++] = arena_take(all->arena, text);
}

/* A run that an earlier tpatch made, which chose rules by a regular expression. */
static void say_filter(struct remarks *all, const struct run *run)
{
	const char *filter = run_origin_text(&run->origin, ORIGIN_FILTER);
	struct str line = STR_INIT;
	if (!filter)
		return;
	str_addf(&line,
		"run %lu was made with the rules of --filter '%s' only, an option that no longer exists: use --rule",
		run->number, filter);
	remark(all, &line);
}

/* Facts of the run that are others now, or not known. */
static void say_facts(struct remarks *all, const struct run *run)
{
	struct str line = STR_INIT;
	const char **pairs = run_origin_texts(&run->origin, ORIGIN_FACT, all->arena);
	for (; *pairs; pairs++) {
		struct str name = STR_INIT;
		struct slice value = slice_of(*pairs), cut;
		slice_cut(&value, '=', &cut);
		str_add(&name, cut);
		const struct fact_value *now = fact_values_find(&all->session->facts, name.ptr);
		bool differs = !now || !slice_eq_cstr(value, now->text);
		if (differs && !line.len)
			str_addf(&line, "run %lu was made with %s", run->number, *pairs);
		else if (differs)
			str_addf(&line, ", %s", *pairs);
		str_release(&name);
	}
	if (line.len)
		remark(all, &line);
}

/* A run of another set, or of another state of the same; `now` is the digest of the set, empty where it has none. */
static void say_set(struct remarks *all, const struct run *run, const char *now)
{
	struct str line = STR_INIT;
	const char *then = run_origin_text(&run->origin, ORIGIN_DIGEST);
	if (strcmp(run->set, all->session->set->name) != 0) {
		str_addf(&line, "run %lu was made with the set '%s'", run->number, run->set);
		remark(all, &line);
		return;
	}
	if (!then || !*now || strcmp(then, now) == 0)
		return;
	str_addf(&line, "run %lu was made with a different version of the set: digest %.*s then, %.*s now", run->number,
		DIGEST_SHOWN, then, DIGEST_SHOWN, now);
	remark(all, &line);
}

const char **remarks_of_runs(const struct session *session, const struct run *const *newest_first, size_t n_runs,
	struct str *first, struct arena *arena)
{
	char digest[SHA256_HEX_LEN + 1];
	struct remarks all = { session, arena_alloc(arena, (3 * n_runs + 2) * sizeof(*all.items)), 0, arena };
	patchset_digest_hex(session->set, digest);
	if (first->len)
		remark(&all, first);
	for (size_t i = n_runs; i-- > 0;) {
		say_filter(&all, newest_first[i]);
		say_facts(&all, newest_first[i]);
		say_set(&all, newest_first[i], digest);
	}
	return all.items;
}
