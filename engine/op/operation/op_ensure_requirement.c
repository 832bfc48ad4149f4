/*
 * ensure-requirement: a list of strings asks for a project in these versions. What asks for the project already gets
 * the versions, and keeps its place, quotes, extras and marker; else the requirement is added as add-to adds items.
 */
#include "op/list/list.h"
#include "lang/requirement.h"

static bool has_all(struct op_run *run, const struct match *match)
{
	bool all = true;
	for (size_t s = 0; s < run->rule->def->n_sets && all; s++) {
		const struct items *items = list_items(run->rule, s);
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		for (size_t i = 0; i < items_count(items) && all; i++) {
			struct list_requirement place;
			list_find_requirement(run, items, i, &runs, &place);
			all = place.count == 1 && requirement_satisfies(&place.found, &place.wanted);
		}
		item_runs_release(&runs);
	}
	return all;
}

static bool check_item(const struct edit_rule *rule, size_t set, size_t item, struct err *err)
{
	struct slice text = items_text(list_items(rule, set), item);
	struct requirement wanted;
	if (list_read_requirement(rule->language, text, &wanted) && !wanted.has_extras && !wanted.has_url)
		return true;
	err_set(err, ERR_PATCHSET, "'" SLICE_FMT "' is not a requirement with a name and versions", SLICE_ARG(text));
	err_hint(err, "write a string, such as '\"setuptools>=70.1\"'; extras and URLs are not for this operation");
	return def_text_fail(&rule->def->sets[set].value, 0, err);
}

static bool compile(struct edit_rule *rule, struct err *err)
{
	if (!list_compile(rule, err))
		return false;
	for (size_t s = 0; s < rule->def->n_sets; s++)
		for (size_t i = 0; i < items_count(list_items(rule, s)); i++)
			if (!check_item(rule, s, i, err))
				return false;
	return true;
}

static bool emit(struct op_run *run, const struct match *match, struct err *err)
{
	bool ok = true;
	for (size_t s = 0; s < run->rule->def->n_sets && ok; s++) {
		const struct items *items = list_items(run->rule, s);
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		for (size_t i = 0; i < items_count(items) && ok; i++) {
			struct list_requirement place;
			list_find_requirement(run, items, i, &runs, &place);
			struct place at = source_place(run->doc->source, place.count ? place.begin : match->begin);
			if (place.count > 1 || (place.count && place.found.has_url)) {
				err_set(err, ERR_UNFIT, "the list asks for '" SLICE_FMT "' %s",
					SLICE_ARG(place.wanted.name), place.count > 1 ? "more than once" : "by a URL");
				err_hint(err, place.count > 1
						      ? "give the requirement the marker of the one that is meant"
						      : "remove it with remove-from, and add the other one");
				ok = err_at(err, run->doc->source->path, at.line, at.column);
			}
		}
		item_runs_release(&runs);
	}
	return ok && list_emit(run, match, err);
}

const struct op op_ensure_requirement = {
	.name = "ensure-requirement",
	.summary =
		"ensure that a list of strings asks for a project in these versions, else change its item, or add one",
	.value = OP_SETS,
	.takes_code = true,
	.compile = compile,
	.release = list_release,
	.emit = emit,
	.is_made = has_all,
};
