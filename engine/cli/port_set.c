#include "cli/port_set.h"

#include <string.h>

#include "plan/plan.h"
#include "report/patch_series.h"
#include "tree/detect.h"

/* What becomes of a rule. */
enum fate { FATE_FITS, FATE_NOT_NEEDED, FATE_CARRIED, FATE_UNKNOWN, FATE_COUNT };

static enum fate fate_of(const struct rule_result *in_b, const struct rule_result *in_a)
{
	if (verdict_stops(in_b->verdict) && in_b->verdict != VERDICT_REFUSED)
		return in_a->verdict == VERDICT_WOULD_PATCH ? FATE_CARRIED : FATE_UNKNOWN;
	return in_b->verdict == VERDICT_WOULD_PATCH ? FATE_FITS : FATE_NOT_NEEDED;
}

static void add_notes(const struct plan *a, const struct plan *b, struct series *out)
{
	static const char *const heads[FATE_COUNT] = {
		[FATE_FITS] = "rules that fit as they are, and are left to their set",
		[FATE_NOT_NEEDED] = "rules that are not needed there",
		[FATE_CARRIED] = "rules that do not fit, and are carried",
		[FATE_UNKNOWN] = "rules that fit neither tree: write them anew",
	};
	for (size_t fate = 0; fate < FATE_COUNT; fate++) {
		struct str text = STR_INIT;
		size_t n = 0;
		for (size_t i = 0; i < b->n_rules; i++)
			if (fate_of(&b->rules[i], &a->rules[i]) == (enum fate)fate)
				str_addf(&text, "%s%s", n++ ? ", " : "", b->rules[i].rule->id);
		if (n)
			series_note(out, "%s: %s", heads[fate], text.ptr);
		str_release(&text);
	}
}

/* What the rule alone does to A, and those with which it is made all or none. */
static bool add_rule(const struct tree *from, const struct patchset *set, const struct target *target,
	const struct rule *rule, struct series *out, struct err *err)
{
	struct plan plan;
	struct patch_series series;
	const char *const ids[] = { rule->id, NULL };
	const struct rule_choice choice = { .rules = ids };
	const struct plan_options options = { .choices = &choice, .n_choices = 1 };
	bool ok = plan_make_tree(from, set, target, &options, &plan, err);
	if (ok) {
		ok = patch_series_make(&plan, &series, err);
		for (size_t i = 0; i < series.count && ok; i++) {
			struct str text = STR_INIT;
			patch_series_format_quilt(&series, i, &text);
			ok = series_add(out, series.patches[i].rule->id, str_slice(&text), 1, err);
			str_release(&text);
		}
		patch_series_release(&series);
		plan_release(&plan);
	}
	return ok;
}

static bool judge(const struct patchset *set, const struct tree *trees, const struct target *targets,
	struct series *out, struct err *err)
{
	const struct plan_options options = { 0 };
	struct plan a, b;
	if (!plan_make_tree(&trees[0], set, &targets[0], &options, &a, err))
		return false;
	bool ok = plan_make_tree(&trees[1], set, &targets[1], &options, &b, err);
	if (ok) {
		add_notes(&a, &b, out);
		for (size_t i = 0; i < b.n_rules && ok; i++)
			if (fate_of(&b.rules[i], &a.rules[i]) == FATE_CARRIED)
				ok = add_rule(&trees[0], set, &targets[0], b.rules[i].rule, out, err);
		plan_release(&b);
	}
	plan_release(&a);
	return ok;
}

bool port_set_read(const struct options *options, const struct patchset_library *library, const struct patchset *set,
	const struct tree *from, const struct tree *to, struct series *out, struct err *err)
{
	struct target targets[2] = { { 0 } };
	*out = (struct series){ 0 };
	if (!from) {
		err_set(err, ERR_USAGE, "which tree is the set for now?");
		return err_hint(err, "`--from DIR`: what its rules do there is what is carried");
	}
	const struct tree trees[2] = { *from, *to };
	bool ok = target_detect_tree(from, library, NULL, &targets[0], err) &&
		  target_detect_tree(to, library, options->tag, &targets[1], err);
	if (ok && !set)
		set = patchset_select(library, targets[0].project->name, &targets[0].version, targets[0].n_known, err);
	ok = ok && set;
	if (ok) {
		out->name = arena_strdup(&out->arena, set->name);
		ok = judge(set, trees, targets, out, err);
	}
	target_release(&targets[0]);
	target_release(&targets[1]);
	return ok;
}
