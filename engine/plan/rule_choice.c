#include "plan/rule_choice.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "format/regex.h"

static bool same_texts(const char *const *a, const char *const *b)
{
	size_t count = texts_count(a);
	if (count != texts_count(b))
		return false;
	for (size_t i = 0; i < count; i++)
		if (strcmp(a[i], b[i]) != 0)
			return false;
	return true;
}

bool rule_choice_is_all(const struct rule_choice *choice)
{
	return !texts_count(choice->rules) && !texts_count(choice->packs) && !texts_count(choice->skips);
}

bool rule_choice_equal(const struct rule_choice *a, const struct rule_choice *b)
{
	return same_texts(a->rules, b->rules) && same_texts(a->packs, b->packs) && same_texts(a->skips, b->skips);
}

/* --- names that there are ----------------------------------------------------------------------------------------- */

struct names {
	const char **items;
	size_t count;
};

static const char *id_of(const struct rule *rule)
{
	return rule->id;
}

static const char *pack_of(const struct rule *rule)
{
	return rule->pack;
}

/* Each once. Packs are few, and ids are unique anyway. */
static struct names names_of(const struct patchset *set, const char *(*name_of)(const struct rule *))
{
	struct names names = { xcalloc(set->n_rules + 1, sizeof(*names.items)), 0 };
	for (size_t i = 0; i < set->n_rules; i++) {
		const char *name = name_of(set->rules[i]);
		if (!names.count || strcmp(names.items[names.count - 1], name) != 0)
			names.items[names.count++] = name;
	}
	return names;
}

static bool fail_unmatched(
	const char *option, const char *glob, const struct patchset *set, bool is_pack, struct err *err)
{
	struct names names = names_of(set, is_pack ? pack_of : id_of);
	struct str nearest = STR_INIT;
	nearest_add(slice_of(glob), names.items, names.count, &nearest);
	err_set(err, ERR_USAGE, "--%s '%s' matches no %s of '%s'", option, glob, is_pack ? "pack" : "rule", set->name);
	if (nearest.len)
		err_hint(err, "did you mean %s? `tpatch list %s` names the %s", nearest.ptr, set->name,
			is_pack ? "packs" : "rules");
	else if (!is_pack)
		err_hint(err, "`tpatch list %s` names the rules; '*' stands for any letters: --%s '*%s*'", set->name,
			option, glob);
	else {
		for (size_t i = 0; i < names.count; i++)
			str_addf(&nearest, "%s%s", i ? ", " : "", names.items[i]);
		err_hint(err, "its packs are %s", nearest.ptr);
	}
	str_release(&nearest);
	free(names.items);
	return false;
}

/* --- matching ----------------------------------------------------------------------------------------------------- */

/* Sets hit[i] for the rules whose id, or pack, one of the globs takes. */
static bool match_all(const char *option, const char *const *globs, const struct patchset *set, bool may_miss,
	const struct err_places *places, bool *hit, struct err *err)
{
	bool is_pack = strcmp(option, "pack") == 0;
	struct regex_scratch *scratch = regex_scratch_new();
	bool ok = true;
	for (; ok && globs && *globs; globs++) {
		struct glob_set *glob = glob_set_new(globs, 1, false, err);
		bool any = false;
		if (!glob) {
			err->kind = ERR_USAGE;
			ok = err_prefix(err, "--%s", option);
		}
		for (size_t i = 0; ok && i < set->n_rules; i++) {
			if (!glob_set_match(
				    glob, scratch, slice_of(is_pack ? pack_of(set->rules[i]) : id_of(set->rules[i]))))
				continue;
			hit[i] = any = true;
		}
		ok = ok && (any || may_miss || fail_unmatched(option, *globs, set, is_pack, err));
		glob_set_free(glob);
		if (!ok)
			err_about(places, option, *globs, err);
	}
	regex_scratch_free(scratch);
	return ok;
}

static void skip_groups(const struct patchset *set, bool *skipped)
{
	for (size_t i = 0; i < set->n_rules; i++)
		for (size_t k = 0; set->rules[i]->group && !skipped[i] && k < set->n_rules; k++)
			skipped[i] = skipped[k] && set->rules[k]->group &&
				     strcmp(set->rules[i]->group, set->rules[k]->group) == 0;
}

bool rule_choice_select(const struct rule_choice *choice, const struct patchset *set, bool may_miss,
	const struct err_places *places, bool *selected, struct err *err)
{
	bool *wanted = xcalloc(set->n_rules + 1, sizeof(*wanted)),
	     *skipped = xcalloc(set->n_rules + 1, sizeof(*skipped));
	bool takes_all = !texts_count(choice->rules) && !texts_count(choice->packs);
	bool ok = match_all("rule", choice->rules, set, may_miss, places, wanted, err) &&
		  match_all("pack", choice->packs, set, may_miss, places, wanted, err) &&
		  match_all("skip", choice->skips, set, may_miss, places, skipped, err);
	skip_groups(set, skipped);
	for (size_t i = 0; ok && i < set->n_rules; i++)
		selected[i] = selected[i] || ((wanted[i] || takes_all) && !skipped[i]);
	free(wanted);
	free(skipped);
	return ok;
}

bool rule_choice_takes_along(const struct patchset *set, const bool *selected, size_t rule)
{
	const char *group = set->rules[rule]->group;
	for (size_t i = 0; group && i < set->n_rules; i++)
		if (selected[i] && set->rules[i]->group && strcmp(set->rules[i]->group, group) == 0)
			return true;
	return false;
}
