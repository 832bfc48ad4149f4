/*
 * An edit was made in a file that others have changed since, and no form of it is found there: it leaves none, or what
 * others put into it has parted that. The text that the run found which made it shows what the edit alone made of it;
 * where no run did, that which the first run found shows its form. Is what was written all there, and has nothing come
 * back of what was removed?
 */
#include "plan/evaluate/file_eval.h"

#include "plan/evaluate/near_words.h"
#include "text/change.h"

/* So often at most a line is compared with what was removed; more of it proves nothing. */
#define MAX_COMPARISONS ((size_t)1 << 20)

struct still {
	const struct language *language;
	struct slice before;         /* what the run found */
	struct source *now, *then;   /* the file; what the edit alone had left of that text */
	struct line_changes changes; /* from the latter to the former */
	size_t comparisons;
};

static bool is_like(struct still *still, const struct near_words *words, size_t line)
{
	still->comparisons++;
	return near_words_score(words, source_line(still->now, line)) * 2 >= words->total;
}

/* Is a line that came since like what had these words? */
static bool has_like(struct still *still, const struct near_words *words)
{
	for (size_t c = 0; words->total && c < still->changes.count; c++)
		for (size_t i = still->changes.items[c].after; i < still->changes.items[c].after_end; i++)
			if (still->comparisons > MAX_COMPARISONS || is_like(still, words, i))
				return true;
	return false;
}

/* Has somebody changed the line at `at` of what the edit had left, or, where whole lines were removed, put one there?
 */
static bool is_touched(struct still *still, size_t at, bool is_whole)
{
	size_t line = source_line_index(still->then, at);
	for (size_t c = 0; c < still->changes.count; c++) {
		const struct line_change *change = &still->changes.items[c];
		bool covers = change->before <= line && line < change->before_end;
		bool adds = change->after_end > change->after;
		if (is_whole ? adds && (covers || line == change->before_end) : covers)
			return true;
	}
	still->comparisons += still->changes.count;
	return false;
}

/* Neither what an edit removed is there again nor anything that may have become of it. `at`: its place in what was
 * left. */
static bool is_gone(struct still *still, const struct edit *edit, size_t at)
{
	struct edit_def removed = { .match = { .text = slice_sub(still->before, edit->begin, edit->end) } };
	struct near_words words = near_words_of(&removed, still->language);
	size_t line = source_line_begin(still->then, source_line_index(still->then, at));
	bool is_whole = at == line;
	/* What came to the place of whole lines is told by its words, if there are any to tell it by. */
	return !has_like(still, &words) && ((is_whole && words.total) || !is_touched(still, at, is_whole));
}

/* Are all lines with the bytes [begin, end) of the text `then` there, whatever is between them? */
static bool is_all_there(struct still *still, size_t begin, size_t end)
{
	size_t first = source_line_index(still->then, begin),
	       last = source_line_index(still->then, end > begin ? end - 1 : end);
	still->comparisons += still->changes.count;
	for (size_t c = 0; c < still->changes.count; c++) {
		const struct line_change *change = &still->changes.items[c];
		bool only_adds = change->before == change->before_end;
		if (!only_adds && change->before <= last && first < change->before_end)
			return false;
	}
	return still->comparisons <= MAX_COMPARISONS;
}

static bool judge(struct still *still, const struct edit_list *edits)
{
	size_t removed = 0, added = 0;
	bool is = true;
	line_changes_find_trimmed(still->then, still->now, &still->changes);
	for (size_t i = 0; i < edits->count && is; i++) {
		const struct edit *edit = &edits->items[i];
		size_t at = edit->begin - removed + added;
		is = edit->text.len ? is_all_there(still, at, at + edit->text.len) : is_gone(still, edit, at);
		is = is && still->comparisons <= MAX_COMPARISONS;
		removed += edit->end - edit->begin;
		added += edit->text.len;
	}
	line_changes_release(&still->changes);
	return is;
}

/* A text in which there is something to be done. */
static size_t count_made_by_run(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	const struct edit_outcome *outcome, const struct still *still)
{
	struct edit_list edits = EDIT_LIST_INIT;
	struct source then;
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	uint32_t group = 0;
	size_t a, b, n_made = 0;
	if (edit_rule_emit(rule, doc, scratch, outcome, NULL, NULL, 0, &group, &edits, &ignored) &&
		edit_list_settle(&edits, &a, &b)) {
		edit_list_apply(&edits, still->before, &text);
		source_init(&then, still->now->path, str_slice(&text));
		struct still against = *still;
		against.then = &then;
		n_made = judge(&against, &edits) ? outcome->matches.count : 0;
		source_release(&then);
	}
	err_release(&ignored);
	str_release(&text);
	edit_list_release(&edits);
	return n_made;
}

/* One in which all was done. */
static size_t count_made_before(const struct edit_outcome *outcome, struct still *still)
{
	bool is = true;
	line_changes_find_trimmed(still->then, still->now, &still->changes);
	for (size_t i = 0; i < outcome->n_made && is; i++)
		is = is_all_there(still, outcome->made[i].begin, outcome->made[i].end);
	line_changes_release(&still->changes);
	return is ? outcome->n_made : 0;
}

size_t edit_count_still_made(const struct rule *rule, size_t index, struct slice before, bool by_run,
	struct source *now, struct regex_scratch *scratch)
{
	struct edit_outcome outcome = { 0 };
	struct source source;
	struct document doc;
	struct still still = { .language = rule->language, .before = before, .now = now, .then = &source };
	size_t n = 0;
	document_open(&doc, &source, now->path, before, rule->language);
	edit_rule_find(rule->compiled[index], &doc, scratch, NULL, &outcome);
	if (by_run && outcome.matches.count && !outcome.ambiguous)
		n = count_made_by_run(rule->compiled[index], &doc, scratch, &outcome, &still);
	if (!by_run && outcome.n_made && !outcome.matches.count && !outcome.ambiguous && !outcome.unproved)
		n = count_made_before(&outcome, &still);
	edit_outcome_release(&outcome);
	document_close(&doc, &source);
	return n;
}
