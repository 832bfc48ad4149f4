/* Whether another version of a rule has put its lines where this one would put its own. */
#include "plan/evaluate/file_eval.h"

static bool would_add(const struct rule *rule, const struct rule_outcome *out, size_t index)
{
	return out->states[index] == EDIT_TO_MAKE && edit_rule_adds(rule->compiled[index]);
}

/* Is what came to the file between the texts `before` and `later` beside a place of the edits? Of a file that somebody
 * has edited, nothing else tells what that other version has put there. */
static bool is_beside_new(struct file_eval *ev, const struct rule *rule, const struct rule_outcome *out,
	struct slice before, struct slice later)
{
	bool is = false;
	struct document *doc = eval_document(ev, rule->language);
	for (size_t i = 0; i < rule->n_edits && !is; i++)
		is = would_add(rule, out, i) &&
		     edit_rule_is_beside_new(rule->compiled[i], doc, before, later, &out->edits[i]);
	return is;
}

enum edit_other eval_other_version(struct file_eval *ev, const struct rule *rule, const struct rule_outcome *out)
{
	const struct applied_lookup *applied = ev->task->applied;
	bool any = false;
	for (size_t i = 0; i < rule->n_edits; i++)
		any |= would_add(rule, out, i);
	if (!any || !applied || !applied->has_other || !applied->set)
		return OTHER_NONE;
	struct str edits = STR_INIT, before = STR_INIT, later = STR_INIT;
	enum edit_other other;
	edit_digests(rule->edits, rule->n_edits, rule->language, &edits);
	/* Each of its runs may have made an edit at another place. */
	for (size_t n_newer = 0;; n_newer++) {
		str_clear(&before);
		str_clear(&later);
		other = applied->has_other(applied->ctx, applied->set, rule->id, str_slice(&edits), n_newer,
			ev->task->path, ev->task->bytes, &before, &later);
		if (other != OTHER_AND_CHANGED || is_beside_new(ev, rule, out, str_slice(&before), str_slice(&later)))
			break;
	}
	str_release(&edits);
	str_release(&before);
	str_release(&later);
	return other;
}
