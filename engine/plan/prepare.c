/* Which rules are in force, and which files they want. */
#include "plan/planner.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* --- which rules ------------------------------------------------------------------------------------------------- */

static bool version_fits(const struct rule *rule, const struct target *target)
{
	return !rule->versions || version_range_may_have(rule->versions, &target->version, target->n_known);
}

static bool select_rules(struct planner *p, const struct patchset *set, const struct target *target, struct err *err)
{
	struct regex *filter = NULL;
	struct regex_scratch *scratch = regex_scratch_new();
	size_t offset, begin, end;
	if (p->options->filter && !(filter = regex_new(slice_of(p->options->filter), 0, &offset, err))) {
		regex_scratch_free(scratch);
		err->kind = ERR_USAGE;
		return err_prefix(err, "--filter '%s'", p->options->filter);
	}
	struct plan *plan = p->plan;
	plan->rules = xcalloc(set->n_rules, sizeof(*plan->rules));
	for (size_t i = 0; i < set->n_rules; i++) {
		const struct rule *rule = set->rules[i];
		if (filter && regex_search(filter, scratch, slice_of(rule->id), 0, &begin, &end) != REGEX_MATCH)
			continue;
		struct rule_result *result = &plan->rules[plan->n_rules++];
		*result = (struct rule_result){ .rule = rule, .verdict = VERDICT_NOT_APPLICABLE, .in_force = version_fits(rule, target) };
		if (!result->in_force) {
			struct str text = STR_INIT;
			str_addf(&text, "for versions %s only", rule->versions->text);
			result->detail = arena_dup(&plan->arena, str_slice(&text));
			str_release(&text);
		}
	}
	regex_free(filter);
	regex_scratch_free(scratch);
	if (plan->n_rules || !set->n_rules)
		return true;
	err_set(err, ERR_USAGE, "--filter '%s' fits no rule of '%s'", p->options->filter, set->name);
	return err_hint(err, "`tpatch list` names the rules");
}

static size_t count_strings(const char *const *strings)
{
	size_t count = 0;
	while (strings && strings[count])
		count++;
	return count;
}

static struct glob_set *globs_of(const char *const *globs, struct err *err)
{
	return glob_set_new(globs, count_strings(globs), false, err);
}

/* The entries of `files` that have wildcards; those without are paths from the root. NULL without error: none has. */
static struct glob_set *wildcards_of(const struct rule *rule, struct err *err)
{
	const char **globs = xcalloc(count_strings(rule->files) + 1, sizeof(*globs));
	size_t n = 0;
	for (const char *const *file = rule->files; *file; file++)
		if (!glob_is_literal(slice_of(*file)))
			globs[n++] = *file;
	struct glob_set *set = n ? glob_set_new(globs, n, false, err) : NULL;
	free(globs);
	return set;
}

bool planner_names_path(const struct rule *rule, const char *path)
{
	for (const char *const *file = rule->files; *file; file++)
		if (strcmp(*file, path) == 0 && glob_is_literal(slice_of(*file)))
			return true;
	return false;
}

static bool activate_rules(struct planner *p, struct err *err)
{
	p->active = xcalloc(p->plan->n_rules, sizeof(*p->active));
	for (size_t i = 0; i < p->plan->n_rules; i++) {
		const struct rule *rule = p->plan->rules[i].rule;
		if (!p->plan->rules[i].in_force)
			continue;
		struct active_rule *active = &p->active[p->n_active++];
		*active = (struct active_rule){ .rule = rule, .index = i, .files = wildcards_of(rule, err) };
		if (err->kind != ERR_NONE || (rule->exclude && rule->exclude[0] && !(active->exclude = globs_of(rule->exclude, err))))
			return false;
		for (size_t e = 0; e < rule->n_edits; e++) {
			size_t count;
			bool nocase;
			edit_rule_needles(rule->compiled[e], &count, &nocase);
			active->needs_every_file |= count == 0;
		}
	}
	return true;
}

/* --- which files ------------------------------------------------------------------------------------------------- */

static int compare_cstr(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool planner_is_named(const struct planner *p, const char *path)
{
	return p->n_named && bsearch(&path, p->named_paths, p->n_named, sizeof(*p->named_paths), compare_cstr) != NULL;
}

static void collect_named(struct planner *p)
{
	for (size_t i = 0; i < p->n_active; i++)
		for (const char *const *file = p->active[i].rule->files; *file; file++)
			if (glob_is_literal(slice_of(*file)))
				VEC_PUSH(p->named_paths, p->n_named, p->named_capacity, *file);
	if (p->n_named)
		qsort(p->named_paths, p->n_named, sizeof(*p->named_paths), compare_cstr);
	size_t kept = 0;
	for (size_t i = 0; i < p->n_named; i++)
		if (kept == 0 || strcmp(p->named_paths[kept - 1], p->named_paths[i]) != 0)
			p->named_paths[kept++] = p->named_paths[i];
	p->n_named = kept;
}

static bool collect_walked(struct planner *p, struct err *err)
{
	const char **globs = NULL;
	size_t count = 0, capacity = 0;
	for (size_t i = 0; i < p->n_active; i++)
		for (const char *const *file = p->active[i].rule->files; *file; file++)
			if (!glob_is_literal(slice_of(*file)))
				VEC_PUSH(globs, count, capacity, *file);
	if (count)
		p->walked = glob_set_new(globs, count, false, err);
	free(globs);
	return !count || p->walked;
}

static bool compile_user_globs(struct planner *p, struct err *err)
{
	const char *const *globs = p->options->globs;
	size_t n = count_strings(globs), n_only = 0, n_except = 0;
	const char **only = xcalloc(n, sizeof(*only)), **except = xcalloc(n, sizeof(*except));
	for (size_t i = 0; i < n; i++) {
		if (globs[i][0] == '!')
			except[n_except++] = globs[i] + 1;
		else
			only[n_only++] = globs[i];
	}
	bool ok = true;
	if (n_only)
		ok = (p->only = glob_set_new(only, n_only, false, err)) != NULL;
	if (ok && n_except)
		ok = (p->except = glob_set_new(except, n_except, false, err)) != NULL;
	free(only);
	free(except);
	if (ok)
		return true;
	err->kind = ERR_USAGE;
	return err_prefix(err, "--globs");
}

bool planner_user_selects(const struct planner *p, struct regex_scratch *scratch, const char *path)
{
	struct slice s = slice_of(path);
	return (!p->only || glob_set_match(p->only, scratch, s)) && !(p->except && glob_set_match(p->except, scratch, s));
}

/* The words of all rules in one set: most files are put aside by a single pass over their bytes. */
static void collect_needles(struct planner *p)
{
	struct slice *words = NULL;
	size_t capacity = 0;
	for (size_t i = 0; i < p->n_active; i++) {
		struct active_rule *active = &p->active[i];
		active->first_needle = p->n_needles;
		for (size_t e = 0; e < active->rule->n_edits; e++) {
			size_t count;
			bool nocase;
			const struct slice *needles = edit_rule_needles(active->rule->compiled[e], &count, &nocase);
			for (size_t k = 0; k < count; k++)
				VEC_PUSH(words, p->n_needles, capacity, needles[k]);
		}
		active->n_needles = p->n_needles - active->first_needle;
		p->needs_every_file |= active->needs_every_file && !active->rule->files_are_paths;
	}
	if (p->n_needles)
		p->needles = needle_set_new(words, p->n_needles);
	free(words);
}

/* --- putting it together -------------------------------------------------------------------------------------------- */

static void open_harvests(struct planner *p)
{
	p->n_threads = p->options->n_threads ? p->options->n_threads : platform_cpu_count();
	p->harvests = xcalloc(p->n_threads, sizeof(*p->harvests));
	p->plan->parts = xcalloc(p->n_threads, sizeof(*p->plan->parts));
	p->plan->n_parts = p->n_threads;
	for (size_t t = 0; t < p->n_threads; t++) {
		p->harvests[t].scratch = regex_scratch_new();
		p->harvests[t].matched_files = xcalloc(p->plan->n_rules, sizeof(size_t));
		p->harvests[t].passed = xcalloc(p->plan->n_rules, sizeof(size_t));
		p->harvests[t].found = xcalloc(p->n_needles, sizeof(bool));
	}
}

bool planner_prepare(struct planner *p, const struct patchset *set, const struct target *target, struct err *err)
{
	if (!select_rules(p, set, target, err) || !activate_rules(p, err) || !collect_walked(p, err) || !compile_user_globs(p, err))
		return false;
	collect_needles(p);
	collect_named(p);
	open_harvests(p);
	return true;
}
