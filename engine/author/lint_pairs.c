/*
 * Rules that look for the same code in the same files. Each edit is held against those only that may have to do with
 * it: edits with the same text, and patterns one of whose words it holds. To hold each against each other takes the
 * square of their number.
 */
#include <stdlib.h>

#include "author/lint_private.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "base/sort.h"
#include "match/word_set.h"

/* An edit of a rule that edits. */
struct edit_at {
	const struct rule *rule;
	size_t position; /* of the rule */
	size_t edit;
	size_t files; /* a number that rules of the same files and language share */
};

/* A word of patterns that may be wider than others. */
struct word {
	struct slice text;
	size_t n_holders; /* how many patterns hold it */
	size_t first;     /* the first edit that is looked up by it, plus 1 */
};

/* Edits in the same files and of the same language, in the order of their rules. */
struct bucket {
	const struct edit_at *edits; /* [count] */
	size_t count;
	size_t *next; /* [count]: the next edit that is looked up by the same word, plus 1 */
	struct word *words;
	size_t n_words, words_capacity;
	struct table ids;     /* of the words, plus 1 */
	size_t wordless;      /* the first edit whose pattern has no word, plus 1; then as `next` has it */
	struct word_set *set; /* of the words */
	struct word_hits hits;
	struct arena arena;
};

/* --- two edits ---------------------------------------------------------------------------------------------------- */

static bool same_text(const struct def_text *a, const struct def_text *b)
{
	return slice_eq(slice_trim(a->text), slice_trim(b->text));
}

static bool same_context(const struct context_def *a, const struct context_def *b)
{
	if (a->kind != b->kind || a->n_parts != b->n_parts || !same_text(&a->pattern, &b->pattern))
		return false;
	for (size_t i = 0; i < a->n_parts; i++)
		if (!same_context(&a->parts[i], &b->parts[i]))
			return false;
	return true;
}

static bool same_where(const struct where_def *a, const struct where_def *b)
{
	if (a->kind != b->kind || a->n_values != b->n_values || !same_text(&a->capture, &b->capture))
		return false;
	for (size_t i = 0; i < a->n_values; i++)
		if (!slice_eq(a->values[i].text, b->values[i].text))
			return false;
	return true;
}

/* Do both choose the same places? */
static bool same_selector(const struct edit_def *a, const struct edit_def *b)
{
	bool same = a->n_where == b->n_where && a->pick == b->pick && a->pick_number == b->pick_number &&
		    !a->op->stands_alone && !b->op->stands_alone;
	for (size_t i = 0; same && i < a->n_where; i++)
		same = same_where(&a->where[i], &b->where[i]);
	return same && same_text(&a->match, &b->match) && same_text(&a->regex, &b->regex) &&
	       same_context(&a->context, &b->context);
}

static bool is_unconditional(const struct edit_def *edit)
{
	return !edit->n_where && !edit->context.n_parts && !edit->n_already && edit->pick == PICK_EVERY &&
	       !edit->op->once;
}

/* Does the first edit, without any condition, fit wherever the second does? */
static bool is_wider(const struct rule *first, size_t k, const struct rule *second, size_t i)
{
	const struct edit_def *edit = &first->edits[k];
	const struct pattern *wide = edit_rule_pattern(first->compiled[k]),
			     *narrow = edit_rule_pattern(second->compiled[i]);
	return is_unconditional(edit) && wide && narrow && pattern_is_statement(wide) == pattern_is_statement(narrow) &&
	       pattern_covers(wide, narrow);
}

static void lint_two(const struct edit_at *a, const struct edit_at *b, struct lint_report *report)
{
	const struct version_range *ranges[] = { a->rule->versions, b->rule->versions };
	const struct rule *first = a->rule, *second = b->rule;
	size_t k = a->edit, i = b->edit;
	if (a->position >= b->position || !lint_ranges_meet(ranges, 2))
		return;
	if (first->edits[k].op->inserts && second->edits[i].op->inserts)
		return; /* one leaves what the other looks for, and both put their lines there */
	if (same_selector(&first->edits[k], &second->edits[i]))
		lint_add(report, LINT_WARNING, "shadowed", second, second->edits[i].line,
			"edit %zu looks for the same code in the same files as '%s' (%s:%zu)", i + 1, first->id,
			first->origin, first->edits[k].line);
	else if (is_wider(first, k, second, i))
		lint_add(report, LINT_WARNING, "shadowed", second, second->edits[i].line,
			"edit %zu fits only where the wider pattern of '%s' fits too, in the same files (%s:%zu)",
			i + 1, first->id, first->origin, first->edits[k].line);
}

/* --- the same text ------------------------------------------------------------------------------------------------ */

static struct slice text_key(const struct edit_def *edit, struct arena *arena)
{
	struct str key = STR_INIT;
	str_add(&key, slice_trim(edit->match.text));
	str_add_char(&key, '\0');
	str_add(&key, slice_trim(edit->regex.text));
	size_t len = key.len;
	return slice_from(arena_take(arena, &key), len);
}

static void lint_same(struct bucket *bucket, struct lint_report *report)
{
	struct table last = { 0 };
	size_t *previous = xcalloc(bucket->count, sizeof(*previous));
	for (size_t i = 0; i < bucket->count; i++) {
		const struct edit_at *at = &bucket->edits[i];
		const struct edit_def *edit = &at->rule->edits[at->edit];
		if (edit->op->stands_alone)
			continue;
		size_t *same = table_at(&last, text_key(edit, &bucket->arena));
		previous[i] = *same;
		*same = i + 1;
		for (size_t k = previous[i]; k; k = previous[k - 1])
			lint_two(&bucket->edits[k - 1], at, report);
	}
	free(previous);
	table_release(&last);
}

/* --- wider patterns ----------------------------------------------------------------------------------------------- */

static const struct pattern *pattern_of(const struct edit_at *at)
{
	return edit_rule_pattern(at->rule->compiled[at->edit]);
}

/* NULL where it is no pattern, or has conditions. */
static const struct pattern *wide_pattern(const struct edit_at *at)
{
	return is_unconditional(&at->rule->edits[at->edit]) ? pattern_of(at) : NULL;
}

/* The number of a word, without regard to case. */
static size_t word_id(struct bucket *bucket, struct slice text)
{
	char *lower = arena_dup(&bucket->arena, text);
	for (size_t i = 0; i < text.len; i++)
		lower[i] = ascii_to_lower(lower[i]);
	size_t *id = table_at(&bucket->ids, slice_from(lower, text.len));
	if (!*id) {
		struct word word = { .text = slice_from(lower, text.len) };
		VEC_PUSH(bucket->words, bucket->n_words, bucket->words_capacity, word);
		*id = bucket->n_words;
	}
	return *id - 1;
}

static void collect_words(struct bucket *bucket)
{
	for (size_t i = 0; i < bucket->count; i++) {
		const struct pattern *wide = wide_pattern(&bucket->edits[i]);
		size_t count = 0;
		const struct slice *words = wide ? pattern_words(wide, &count) : NULL;
		for (size_t w = 0; w < count; w++)
			word_id(bucket, words[w]);
	}
	struct slice *texts = xcalloc(bucket->n_words + 1, sizeof(*texts));
	for (size_t w = 0; w < bucket->n_words; w++)
		texts[w] = bucket->words[w].text;
	if (bucket->n_words)
		bucket->set = word_set_new(texts, bucket->n_words);
	free(texts);
}

/* Sets bucket->hits to the words that the pattern holds. */
static void find_words(struct bucket *bucket, const struct pattern *pattern)
{
	if (bucket->set)
		word_set_find(bucket->set, pattern_text(pattern), &bucket->hits);
}

static void count_holders(struct bucket *bucket)
{
	for (size_t i = 0; i < bucket->count; i++) {
		if (!pattern_of(&bucket->edits[i]))
			continue;
		find_words(bucket, pattern_of(&bucket->edits[i]));
		for (size_t h = 0; h < bucket->hits.count; h++)
			bucket->words[bucket->hits.words[h]].n_holders++;
	}
}

/* Each wide pattern is looked up by the word that the fewest patterns hold. The last one is the first in its list. */
static void index_wide(struct bucket *bucket)
{
	for (size_t i = 0; i < bucket->count; i++) {
		const struct pattern *wide = wide_pattern(&bucket->edits[i]);
		size_t count = 0, *list = &bucket->wordless;
		const struct slice *words = wide ? pattern_words(wide, &count) : NULL;
		struct word *rarest = NULL;
		for (size_t w = 0; w < count; w++) {
			struct word *word = &bucket->words[word_id(bucket, words[w])];
			if (!rarest || word->n_holders < rarest->n_holders)
				rarest = word;
		}
		if (!wide)
			continue;
		if (rarest)
			list = &rarest->first;
		bucket->next[i] = *list;
		*list = i + 1;
	}
}

static void lint_list(const struct bucket *bucket, size_t first, const struct edit_at *at, struct lint_report *report)
{
	for (size_t k = first; k; k = bucket->next[k - 1])
		lint_two(&bucket->edits[k - 1], at, report);
}

static void lint_wider(struct bucket *bucket, struct lint_report *report)
{
	bucket->next = xcalloc(bucket->count, sizeof(*bucket->next));
	collect_words(bucket);
	count_holders(bucket);
	index_wide(bucket);
	for (size_t i = 0; i < bucket->count; i++) {
		const struct edit_at *at = &bucket->edits[i];
		const struct pattern *pattern = pattern_of(at);
		if (!pattern)
			continue;
		lint_list(bucket, bucket->wordless, at, report);
		/* The words say nothing there. */
		bool is_cut = at->rule->language->splices && words_may_be_cut(pattern_text(pattern));
		for (size_t w = 0; is_cut && w < bucket->n_words; w++)
			lint_list(bucket, bucket->words[w].first, at, report);
		find_words(bucket, pattern);
		for (size_t h = 0; !is_cut && h < bucket->hits.count; h++)
			lint_list(bucket, bucket->words[bucket->hits.words[h]].first, at, report);
	}
}

static void lint_bucket(const struct edit_at *edits, size_t count, struct lint_report *report)
{
	struct bucket bucket = { .edits = edits, .count = count };
	lint_same(&bucket, report);
	lint_wider(&bucket, report);
	if (bucket.set)
		word_set_free(bucket.set);
	word_hits_release(&bucket.hits);
	table_release(&bucket.ids);
	free(bucket.words);
	free(bucket.next);
	arena_release(&bucket.arena);
}

/* --- the set ------------------------------------------------------------------------------------------------------ */

static struct slice files_key(const struct rule *rule, struct arena *arena)
{
	struct str key = STR_INIT;
	str_add_cstr(&key, rule->language->name);
	for (const char *const *glob = rule->files; *glob; glob++)
		str_addf(&key, "\n%s", *glob);
	size_t len = key.len;
	return slice_from(arena_take(arena, &key), len);
}

static int by_files(const void *a, const void *b)
{
	const struct edit_at *x = a, *y = b;
	return (x->files > y->files) - (x->files < y->files);
}

void lint_pairs(const struct patchset *set, struct lint_report *report)
{
	struct arena arena = ARENA_INIT;
	struct table ids = { 0 };
	struct edit_at *edits = NULL;
	size_t count = 0, capacity = 0;
	for (size_t i = 0; i < set->n_rules; i++) {
		const struct rule *rule = set->rules[i];
		if (rule->notice)
			continue;
		size_t *id = table_at(&ids, files_key(rule, &arena));
		*id = *id ? *id : ids.count;
		struct edit_at at = { .rule = rule, .position = i, .files = *id };
		for (; at.edit < rule->n_edits; at.edit++)
			VEC_PUSH(edits, count, capacity, at);
	}
	sort_stable(edits, count, sizeof(*edits), by_files);
	for (size_t begin = 0, end; begin < count; begin = end) {
		for (end = begin + 1; end < count && edits[end].files == edits[begin].files; end++)
			;
		lint_bucket(edits + begin, end - begin, report);
	}
	free(edits);
	table_release(&ids);
	arena_release(&arena);
}
