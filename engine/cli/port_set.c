#include "cli/port_set.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "format/regex.h"
#include "patchset/rule_text.h"
#include "plan/plan.h"
#include "report/patches/patch_series.h"
#include "text/diff.h"
#include "tree/detect.h"

/* What becomes of a rule. */
enum fate { FATE_FITS, FATE_UNJUDGED, FATE_NOT_NEEDED, FATE_CARRIED, FATE_UNKNOWN, FATE_COUNT };

struct judging {
	const struct patchset_library *library;
	const struct patchset *set;
	const struct tree *from, *to; /* `from` may be NULL */
	const struct target *target;  /* of `from` */
	const struct plan *a, *b;     /* `a` is NULL where `from` is */
	bool *gone;                   /* one for each source of the set: a pack that is no longer in use */
	struct port_set *out;
};

/* The test that shows what the rule does, where it is one file: its first that changes something. */
static const struct rule_test *shown_by(const struct rule *rule)
{
	if (!rule->files || !rule->files[0] || !glob_is_literal(slice_of(rule->files[0])))
		return NULL;
	for (size_t i = 0; i < rule->n_tests; i++)
		if (!slice_eq(rule->tests[i].before, rule->tests[i].after))
			return &rule->tests[i];
	return NULL;
}

static enum fate fate_of(const struct judging *j, size_t index)
{
	const struct rule_result *in_b = &j->b->rules[index];
	bool was_made = j->a ? j->a->rules[index].verdict == VERDICT_WOULD_PATCH : shown_by(in_b->rule) != NULL;
	switch (in_b->verdict) {
	case VERDICT_NEEDS_FACT:
		return FATE_UNJUDGED;
	case VERDICT_NOT_NEEDED:
		return in_b->rule->when ? FATE_UNJUDGED : FATE_NOT_NEEDED;
	case VERDICT_ALREADY_PATCHED:
	case VERDICT_FIXED_UPSTREAM:
		return FATE_NOT_NEEDED;
	default:
		return !verdict_stops(in_b->verdict) || in_b->verdict == VERDICT_REFUSED ? FATE_FITS
		       : was_made                                                        ? FATE_CARRIED
											 : FATE_UNKNOWN;
	}
}

static void add_notes(const struct judging *j)
{
	static const char *const heads[FATE_COUNT] = {
		[FATE_FITS] = "rules that fit as they are, and stay",
		[FATE_UNJUDGED] =
			"rules for other facts than those given (--fact, --profile): they stay, but were not tried",
		[FATE_NOT_NEEDED] = "rules that are not needed there",
		[FATE_CARRIED] = "rules that do not fit, and are carried",
		[FATE_UNKNOWN] = "rules that do not fit, and have no test that shows what they do: rewrite them",
	};
	size_t counts[FATE_COUNT] = { 0 };
	for (size_t fate = 0; fate < FATE_COUNT; fate++) {
		struct str text = STR_INIT;
		size_t n = 0;
		for (size_t i = 0; i < j->b->n_rules; i++)
			if (fate_of(j, i) == (enum fate)fate)
				str_addf(&text, "%s%s", n++ ? ", " : "", j->b->rules[i].rule->id);
		if (n)
			series_note(&j->out->series, "%s: %s", heads[fate], text.ptr);
		counts[fate] = n;
		str_release(&text);
	}
	j->out->series.n_unread += counts[FATE_UNKNOWN];
	if (counts[FATE_FITS] && j->b->n_rules == counts[FATE_FITS] + counts[FATE_UNJUDGED])
		series_note(&j->out->series, counts[FATE_UNJUDGED]
						     ? "every rule that was tried fits"
						     : "every rule fits: the set is for this tree already");
}

/* --- what is carried ---------------------------------------------------------------------------------------------- */

/* What the rule alone does to A, and those with which it is made all or none. */
static bool carry_from_tree(
	const struct judging *j, const struct rule *rule, const struct fact_values *facts, struct err *err)
{
	struct plan plan;
	struct patch_series series;
	const char *const ids[] = { rule->id, NULL };
	const struct rule_choice choice = { .rules = ids };
	const struct plan_options options = { .choices = &choice, .n_choices = 1, .facts = facts };
	if (!plan_make_tree(j->from, j->set, j->target, &options, &plan, err))
		return false;
	bool ok = patch_series_make(&plan, &series, err);
	for (size_t i = 0; i < series.count && ok; i++) {
		struct str text = STR_INIT;
		patch_series_format_quilt(&series, i, &text);
		ok = series_add(&j->out->series, series.patches[i].rule->id, str_slice(&text), 1, err);
		str_release(&text);
	}
	patch_series_release(&series);
	plan_release(&plan);
	return ok;
}

static bool carry_from_test(const struct judging *j, const struct rule *rule, struct err *err)
{
	const struct rule_test *test = shown_by(rule);
	struct str text = STR_INIT;
	patch_series_add_head(j->set->name, rule, &text);
	diff_unified(rule->files[0], test->before, test->after, 1000, &text, NULL);
	bool ok = series_add(&j->out->series, rule->id, str_slice(&text), 1, err);
	if (ok)
		j->out->series.patches[j->out->series.n_patches - 1].doubt =
			"only the rule's own test shows the edit; --from DIR names the tree that the rule fits";
	str_release(&text);
	return ok;
}

/* --- what stays --------------------------------------------------------------------------------------------------- */

static bool is_own(const struct judging *j, const struct rule *rule)
{
	return strcmp(rule->origin, j->set->origin) == 0;
}

static bool has_carried(const struct judging *j, const struct patchset *pack)
{
	for (size_t i = 0; i < j->b->n_rules; i++)
		if (strcmp(j->b->rules[i].rule->origin, pack->origin) == 0 && fate_of(j, i) >= FATE_CARRIED)
			return true;
	return false;
}

/* Which source of the set is the pack of that name; SIZE_MAX: none. */
static size_t source_of_pack(const struct judging *j, const char *name)
{
	for (size_t i = 0; i < j->set->n_sources; i++)
		if (j->set->sources[i].kind == PATCHSET_PACK && strcmp(j->set->sources[i].name, name) == 0)
			return i;
	return SIZE_MAX;
}

static bool uses_gone(const struct judging *j, const struct patchset *pack)
{
	for (const char *const *name = pack->use; name && *name; name++) {
		size_t source = source_of_pack(j, *name);
		if (source != SIZE_MAX && j->gone[source])
			return true;
	}
	return false;
}

/* A pack stays in use as long as no rule of it, nor of the packs that it uses, has to be written anew. */
static void find_gone(struct judging *j)
{
	j->gone = xcalloc(j->set->n_sources + 1, sizeof(*j->gone));
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < j->set->n_sources; i++) {
			const struct patchset_source *source = &j->set->sources[i];
			if (j->gone[i] || source->kind != PATCHSET_PACK)
				continue;
			const struct patchset *pack =
				patchset_library_find(j->library, PATCHSET_PACK, slice_of(source->name));
			j->gone[i] = has_carried(j, pack) || uses_gone(j, pack);
			changed |= j->gone[i];
		}
	}
}

/* In the place of a pack that goes come those that it uses. */
static void add_packs(struct judging *j, const char *const *use, bool *seen, struct str *list)
{
	for (; use && *use; use++) {
		size_t source = source_of_pack(j, *use);
		if (source == SIZE_MAX || seen[source])
			continue;
		seen[source] = true;
		if (!j->gone[source]) {
			str_addf(list, "%s%s", list->len ? ", " : "", *use);
			continue;
		}
		series_note(&j->out->series,
			"the pack '%s' is no longer in use: those of its rules that fit are copied", *use);
		const struct patchset *pack = patchset_library_find(j->library, PATCHSET_PACK, slice_of(*use));
		add_packs(j, pack->use, seen, list);
	}
}

static void add_use(struct judging *j)
{
	struct str list = STR_INIT;
	bool *seen = xcalloc(j->set->n_sources + 1, sizeof(*seen));
	add_packs(j, j->set->use, seen, &list);
	if (list.len)
		str_addf(&j->out->head, "use: [%s]\n", list.ptr);
	free(seen);
	str_release(&list);
}

static void add_variables(struct judging *j)
{
	for (size_t i = 0; i < j->set->n_sources; i++)
		if (j->set->sources[i].kind == PATCHSET_SET && strcmp(j->set->sources[i].name, j->set->name) == 0)
			str_add(&j->out->head, patchset_top_key(j->set->sources[i].bytes, "variables"));
}

/* A rule of a pack that goes cannot be copied by itself where the pack says things that hold for all of its rules. */
static bool can_be_copied(const struct judging *j, const struct rule *rule)
{
	const struct patchset_source *source = rule_source(j->library, j->set, rule);
	return source && !patchset_top_key(source->bytes, "when").len &&
	       !patchset_top_key(source->bytes, "exclude").len && !patchset_top_key(source->bytes, "variables").len;
}

static bool is_in_use(const struct judging *j, const struct rule *rule)
{
	const struct patchset_source *source = rule_source(j->library, j->set, rule);
	return source && source->kind == PATCHSET_PACK && !j->gone[source - j->set->sources];
}

static void keep(struct judging *j, const struct rule *rule)
{
	if (is_in_use(j, rule))
		return;
	bool may_be = is_own(j, rule) || can_be_copied(j, rule);
	if (may_be && rule_text_add(j->library, j->set, rule, &j->out->rules)) {
		j->out->base.n_rules++;
		return;
	}
	j->out->series.n_unread++;
	series_note(&j->out->series, "%s: '%s' is left out: %s", rule->origin, rule->id,
		may_be ? "it has no lines of its own that begin with '- '"
		       : "its pack has conditions or variables for all of its rules");
}

/* "demo-1.2" for B's "2.0.*" is "demo-2.0". */
static void name_set(struct judging *j, const char *versions)
{
	struct slice name = slice_of(j->set->name), version = slice_of(versions);
	size_t dash = name.len;
	while (dash && strchr("0123456789.x", name.ptr[dash - 1]))
		dash--;
	if (dash && name.ptr[dash - 1] == '-')
		name.len = dash - 1;
	while (version.len && strchr(".*", version.ptr[version.len - 1]))
		version.len--;
	bool is_version = version.len && version.ptr[0] >= '0' && version.ptr[0] <= '9';
	str_addf(&j->out->name, SLICE_FMT "-" SLICE_FMT, SLICE_ARG(name),
		SLICE_ARG(is_version ? version : SLICE_LITERAL("ported")));
}

static void make_base(struct judging *j, const char *versions)
{
	struct port_set *out = j->out;
	find_gone(j);
	add_use(j);
	for (size_t i = 0; i < j->b->n_rules; i++)
		if (fate_of(j, i) <= FATE_UNJUDGED)
			keep(j, j->b->rules[i].rule);
	if (out->base.n_rules)
		add_variables(j);
	name_set(j, versions);
	out->base.name = out->name.ptr;
	out->base.summary = j->set->summary;
	out->base.head = str_slice(&out->head);
	out->base.rules = str_slice(&out->rules);
	free(j->gone);
	j->gone = NULL;
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static bool judge_with(struct judging *j, const struct target *target_b, const char *versions,
	const struct plan_options *options, struct err *err)
{
	struct plan a = { 0 }, b;
	if (j->from && !plan_make_tree(j->from, j->set, j->target, options, &a, err))
		return false;
	bool ok = plan_make_tree(j->to, j->set, target_b, options, &b, err);
	if (ok) {
		j->a = j->from ? &a : NULL;
		j->b = &b;
		add_notes(j);
		for (size_t i = 0; i < b.n_rules && ok; i++)
			if (fate_of(j, i) == FATE_CARRIED)
				ok = j->from ? carry_from_tree(j, b.rules[i].rule, options->facts, err)
					     : carry_from_test(j, b.rules[i].rule, err);
		if (ok)
			make_base(j, versions);
		plan_release(&b);
	}
	if (j->from)
		plan_release(&a);
	j->a = j->b = NULL;
	return ok;
}

/* With the facts that the command line has: rules that ask for others are not judged. */
static bool judge(struct judging *j, const struct fact_request *said, const struct target *target_b,
	const char *versions, struct err *err)
{
	struct fact_values facts = { 0 };
	const struct plan_options options = { .facts = &facts };
	bool ok = fact_values_gather(&facts, j->set->project_details, said, err) &&
		  judge_with(j, target_b, versions, &options, err);
	fact_values_release(&facts);
	return ok;
}

bool port_set_read(const struct options *options, struct patchset_library *library, const struct patchset *set,
	const struct tree *from, const struct tree *to, const char *versions, struct port_set *out, struct err *err)
{
	struct target targets[2] = { { 0 } };
	*out = (struct port_set){ 0 };
	bool ok = (!from || target_detect_tree(from, library, NULL, &targets[0], err)) &&
		  target_detect_tree(to, library, options->tag, &targets[1], err);
	const struct target *of = &targets[from ? 0 : 1];
	if (ok && !set)
		set = patchset_select(library, of->project->name, &of->version, of->n_known, err);
	ok = ok && set;
	if (ok) {
		struct judging j = {
			.library = library, .set = set, .from = from, .to = to, .target = &targets[0], .out = out
		};
		out->series.name = arena_strdup(&out->series.arena, set->name);
		out->base.patchsets = options->patchsets;
		const struct fact_request said = { .profile = options->profile,
			.file = options->facts_file,
			.pairs = (const char *const *)options->facts,
			.tree = to->root ? root_path(to->root) : NULL,
			.version = &targets[1].version,
			.n_known = targets[1].n_known };
		ok = judge(&j, &said, &targets[1], versions, err);
	}
	target_release(&targets[0]);
	target_release(&targets[1]);
	return ok;
}

void port_set_release(struct port_set *set)
{
	series_release(&set->series);
	str_release(&set->name);
	str_release(&set->head);
	str_release(&set->rules);
}
