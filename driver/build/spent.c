/* Where the time of a build went: the slowest files, by Ninja's own record, and how often a cache helped. */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

#define NINJA_LOG_MAX_BYTES ((size_t)256 << 20)
#define SLOWEST 5

struct entry {
	struct slice name;
	unsigned long ms;
};

/* "BEGIN<tab>END<tab>TIME<tab>OUTPUT<tab>HASH", in milliseconds of a run. */
static bool read_entry(struct slice line, struct entry *out)
{
	struct slice field[4], rest = line;
	for (size_t i = 0; i < COUNT_OF(field); i++)
		if (!slice_cut(&rest, '\t', &field[i]))
			return false;
	char *begin = slice_dup(field[0]), *end = slice_dup(field[1]), *end_of_number;
	unsigned long from = strtoul(begin, &end_of_number, 10),
		      to = *end_of_number ? 0 : strtoul(end, &end_of_number, 10);
	bool ok = !*end_of_number && to >= from;
	*out = (struct entry){ field[3], to - from };
	free(begin);
	free(end);
	return ok;
}

/* The slowest first; one command may have several outputs, of which the first is named. */
static void keep(struct entry *slowest, struct entry entry)
{
	size_t at = SLOWEST;
	for (size_t i = 0; i < SLOWEST; i++)
		if (slice_eq(slowest[i].name, entry.name)) {
			if (slowest[i].ms >= entry.ms)
				return;
			memmove(&slowest[i], &slowest[i + 1], (SLOWEST - 1 - i) * sizeof(*slowest));
			slowest[SLOWEST - 1] = (struct entry){ 0 };
			break;
		}
	while (at > 0 && slowest[at - 1].ms < entry.ms)
		at--;
	if (at == SLOWEST)
		return;
	memmove(&slowest[at + 1], &slowest[at], (SLOWEST - 1 - at) * sizeof(*slowest));
	slowest[at] = entry;
}

/* Which files took longest, by build/.ninja_log. */
static void tell_slowest(struct work *work)
{
	struct str text = STR_INIT, list = STR_INIT;
	struct err ignored = ERR_INIT;
	struct entry slowest[SLOWEST] = { 0 }, entry;
	bool there = root_read(work->request->root, "build/.ninja_log", NINJA_LOG_MAX_BYTES, &text, NULL, &ignored);
	struct slice rest = str_slice(&text), line;
	while (there && slice_cut(&rest, '\n', &line))
		if (read_entry(line, &entry))
			keep(slowest, entry);
	for (size_t i = 0; i < SLOWEST && slowest[i].ms; i++) {
		str_addf(&list, "%s" SLICE_FMT " (",
			list.len ? ", " : "the slowest files: ", SLICE_ARG(path_base(slowest[i].name)));
		format_duration((uint64_t)slowest[i].ms * 1000000, &list);
		str_add_char(&list, ')');
	}
	if (list.len)
		work_note(work, list.ptr);
	err_release(&ignored);
	str_release(&text);
	str_release(&list);
}

static bool is_launcher(const struct work *work, const char *name)
{
	const char *launcher = work->request->recipe->profile->launcher;
	return launcher && strcmp(launcher, name) == 0;
}

/* What the compiler cache had, if one is the launcher. It is asked with the environment of the build, which may name
 * its folder or server. */
static void tell_cache(struct work *work)
{
	/* Lines of their own statistics that say how often they helped. */
	static const struct {
		const char *launcher, *option, *pattern;
	} caches[] = {
		{ "ccache", "-s", "(?im)^ *((?:cache hit rate|hits:) .*[0-9].*)$" },
		/* The rate where it is printed, from 0.5 on; else the number. */
		{ "sccache", "--show-stats",
			"(?im)^(cache hits(?: rate)? +[0-9].*)$(?![\\s\\S]*^cache hits rate +[0-9])" },
	};
	for (size_t i = 0; i < COUNT_OF(caches); i++) {
		if (!is_launcher(work, caches[i].launcher))
			continue;
		const char *const ask[] = { caches[i].launcher, caches[i].option, NULL };
		struct probe own = *work->request->probe;
		own.environment = work->environment;
		char *line = probe_ask(&own, ask, caches[i].pattern);
		struct str text = STR_INIT;
		if (line)
			str_addf(&text, "%s, since its statistics were last set to zero: %s", caches[i].launcher, line);
		if (line)
			work_note(work, text.ptr);
		free(line);
		str_release(&text);
	}
}

void tell_spent(struct work *work)
{
	tell_slowest(work);
	tell_cache(work);
}
