/*
 * What an edit removes leaves no form of its own. Where a run made the edit and somebody has edited the file since, the
 * text that the run found shows it: what was removed there has not come back, nor has anything like it.
 */
#include "plan/evaluate/file_eval.h"

#include "plan/evaluate/near_words.h"
#include "text/change.h"

/* So often at most a line is compared with what was removed; more of it proves nothing. */
#define MAX_COMPARISONS ((size_t)1 << 20)

struct gone {
	const struct language *language;
	struct slice before;         /* what the run found */
	struct source *now, *then;   /* the file; what the edit alone had left of that text */
	struct line_changes changes; /* from the latter to the former */
	size_t comparisons;
};

static bool is_like(struct gone *gone, const struct near_words *words, size_t line)
{
	gone->comparisons++;
	return near_words_score(words, source_line(gone->now, line)) * 2 >= words->total;
}

/* Is a line that came since like what had these words? */
static bool has_like(struct gone *gone, const struct near_words *words)
{
	for (size_t c = 0; words->total && c < gone->changes.count; c++)
		for (size_t i = gone->changes.items[c].after; i < gone->changes.items[c].after_end; i++)
			if (gone->comparisons > MAX_COMPARISONS || is_like(gone, words, i))
				return true;
	return false;
}

/* Has somebody changed the line at `at` of what the edit had left, or, where whole lines were removed, put one there?
 */
static bool is_touched(struct gone *gone, size_t at, bool is_whole)
{
	size_t line = source_line_index(gone->then, at);
	for (size_t c = 0; c < gone->changes.count; c++) {
		const struct line_change *change = &gone->changes.items[c];
		bool covers = change->before <= line && line < change->before_end;
		bool adds = change->after_end > change->after;
		if (is_whole ? adds && (covers || line == change->before_end) : covers)
			return true;
	}
	gone->comparisons += gone->changes.count;
	return false;
}

/* Neither what an edit removed is there again nor anything that may have become of it. `at`: its place in what was
 * left. */
static bool is_gone(struct gone *gone, const struct edit *edit, size_t at)
{
	struct edit_def removed = { .match = { .text = slice_sub(gone->before, edit->begin, edit->end) } };
	struct near_words words = near_words_of(&removed, gone->language);
	size_t line = source_line_begin(gone->then, source_line_index(gone->then, at));
	bool is_whole = at == line && !edit->text.len;
	/* What came to the place of whole lines is told by its words, if there are any to tell it by. */
	return !has_like(gone, &words) && ((is_whole && words.total) || !is_touched(gone, at, is_whole));
}

static bool judge(struct gone *gone, const struct edit_list *edits)
{
	size_t removed = 0, added = 0;
	bool is = true;
	line_changes_find_trimmed(gone->then, gone->now, &gone->changes);
	for (size_t i = 0; i < edits->count && is; i++) {
		const struct edit *edit = &edits->items[i];
		is = is_gone(gone, edit, edit->begin - removed + added) && gone->comparisons <= MAX_COMPARISONS;
		removed += edit->end - edit->begin;
		added += edit->text.len;
	}
	line_changes_release(&gone->changes);
	return is;
}

size_t edit_count_gone(
	const struct rule *rule, size_t index, struct slice before, struct source *now, struct regex_scratch *scratch)
{
	struct edit_outcome outcome = { 0 };
	struct edit_list edits = EDIT_LIST_INIT;
	struct source source, then;
	struct document doc;
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	uint32_t group = 0;
	size_t a, b, n_gone = 0;
	document_open(&doc, &source, now->path, before, rule->language);
	edit_rule_find(rule->compiled[index], &doc, scratch, NULL, &outcome);
	if (outcome.matches.count && !outcome.ambiguous &&
		edit_rule_emit(
			rule->compiled[index], &doc, scratch, &outcome, NULL, NULL, 0, &group, &edits, &ignored) &&
		edit_list_settle(&edits, &a, &b)) {
		edit_list_apply(&edits, before, &text);
		source_init(&then, now->path, str_slice(&text));
		struct gone gone = { .language = rule->language, .before = before, .now = now, .then = &then };
		n_gone = judge(&gone, &edits) ? outcome.matches.count : 0;
		source_release(&then);
	}
	err_release(&ignored);
	str_release(&text);
	edit_list_release(&edits);
	edit_outcome_release(&outcome);
	document_close(&doc, &source);
	return n_gone;
}
