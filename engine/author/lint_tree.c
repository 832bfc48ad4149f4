/* Do the rules in force find their files in a tree? */
#include <stdlib.h>
#include <string.h>

#include "author/lint_private.h"
#include "base/alloc.h"
#include "tree/walk.h"

/* One entry of one rule's `files`. */
struct entry {
	const struct rule *rule;
	const char *text;
	struct glob_set *set; /* NULL: a path */
	bool found;
};

struct tree_lint {
	struct entry *entries;
	size_t count, capacity;
	struct regex_scratch *scratch;
};

static void see(void *ctx, const char *path)
{
	struct tree_lint *lint = ctx;
	for (size_t i = 0; i < lint->count; i++) {
		struct entry *entry = &lint->entries[i];
		if (!entry->found && entry->set)
			entry->found = glob_set_match(entry->set, lint->scratch, slice_of(path));
	}
}

static bool add_entries(struct tree_lint *lint, const struct rule *rule, struct root *root, struct err *err)
{
	/* what is made, removed or renamed need not be there */
	for (size_t i = 0; rule->files[i] && !rule->file_edit; i++) {
		struct entry entry = { .rule = rule, .text = rule->files[i] };
		struct file_stat st;
		if (glob_is_literal(slice_of(entry.text))) {
			if (!root_stat(root, entry.text, &st, err))
				return false;
			entry.found = st.type == FILE_REGULAR;
		} else if (!(entry.set = glob_set_new(&entry.text, 1, false, err))) {
			return false;
		}
		VEC_PUSH(lint->entries, lint->count, lint->capacity, entry);
	}
	return true;
}

/* A path that is not there makes the rule missing; a glob beside others that find files is harmless. */
static void tell(const struct entry *entry, struct lint_report *report)
{
	enum lint_level level = entry->rule->optional ? LINT_NOTE : LINT_WARNING;
	if (entry->set)
		lint_add(report, level, "no-files", entry->rule, entry->rule->line, "no file of the tree matches '%s'",
			entry->text);
	else
		lint_add(report, level, "no-files", entry->rule, entry->rule->line, "the tree has no file '%s'",
			entry->text);
}

bool lint_tree(const struct patchset *set, const struct target *target, struct root *root, struct lint_report *report,
	struct err *err)
{
	struct tree_lint lint = { .scratch = regex_scratch_new() };
	bool ok = true;
	for (size_t i = 0; i < set->n_rules && ok; i++)
		if (!set->rules[i]->notice &&
			(!set->rules[i]->versions ||
				version_range_may_have(set->rules[i]->versions, &target->version, target->n_known)))
			ok = add_entries(&lint, set->rules[i], root, err);
	struct tree tree = tree_of_root(root);
	ok = ok && walk_all(&tree, see, &lint, err);
	for (size_t i = 0; i < lint.count; i++) {
		if (ok && !lint.entries[i].found)
			tell(&lint.entries[i], report);
		glob_set_free(lint.entries[i].set);
	}
	free(lint.entries);
	regex_scratch_free(lint.scratch);
	return ok;
}
