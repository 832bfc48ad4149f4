#include "plan/evaluate/prefilter.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

/* Longer ones tell no more: what counts among these is that few forms have the word. */
#define LONG_WORD ((size_t)8)
/* More words than this are looked for in one pass. */
#define MAX_SINGLE_WORDS 8

/* A form of a rule's edit: the rule needs a look where all words are found. */
struct form {
	uint32_t rule;
	uint32_t n_words;
	uint32_t words[PATTERN_MAX_WORDS]; /* its anchor first: the form is only thought of where that is found */
};

/* Words that are searched together. */
struct word_group {
	struct word_set *word_set; /* NULL: none */
	uint32_t *words;           /* which is the n-th word of the set? */
	size_t count;
};

struct prefilter {
	size_t n_rules;
	uint32_t *always; /* rules that need a look at every file */
	size_t n_always, always_capacity;
	uint32_t *spliced; /* rules that need a look where words may be cut in two */
	size_t n_spliced, spliced_capacity;
	struct form *forms; /* ordered by their anchor */
	size_t n_forms, forms_capacity;
	struct slice *words; /* borrowed from the rules; each once, without regard to case */
	size_t n_words;
	size_t *first_form; /* [n_words + 1]: where the forms of each anchor begin */
	struct word_group anchors, others;
};

/* What is known of a word in the file at hand. */
enum word_state { WORD_UNKNOWN, WORD_NEEDED, WORD_ABSENT, WORD_FOUND };

/* A word as rules give it: equal ones, without regard to case, are one word of the word set. */
struct given_word {
	struct slice text;
	uint32_t *number; /* where to write which it is */
};

static unsigned char fold(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

static int compare_words(const void *a, const void *b)
{
	const struct slice *x = &((const struct given_word *)a)->text, *y = &((const struct given_word *)b)->text;
	for (size_t i = 0; i < x->len && i < y->len; i++)
		if (fold(x->ptr[i]) != fold(y->ptr[i]))
			return fold(x->ptr[i]) - fold(y->ptr[i]);
	return (x->len > y->len) - (x->len < y->len);
}

static int compare_forms(const void *a, const void *b)
{
	const struct form *x = a, *y = b;
	return (x->words[0] > y->words[0]) - (x->words[0] < y->words[0]);
}

static bool always_needs_look(const struct rule *rule)
{
	for (size_t e = 0; e < rule->n_edits; e++) {
		size_t n_forms;
		bool nocase;
		edit_rule_forms(rule->compiled[e], &n_forms, &nocase);
		if (!n_forms)
			return true;
	}
	return !rule->n_edits;
}

static void add_rule(struct prefilter *prefilter, const struct rule *rule, uint32_t index)
{
	if (rule->files_are_paths)
		return; /* who names a path looks at it in any case */
	if (always_needs_look(rule)) {
		VEC_PUSH(prefilter->always, prefilter->n_always, prefilter->always_capacity, index);
		return;
	}
	if (rule->language->splices)
		VEC_PUSH(prefilter->spliced, prefilter->n_spliced, prefilter->spliced_capacity, index);
	for (size_t e = 0; e < rule->n_edits; e++) {
		size_t n_forms;
		bool nocase;
		const struct word_form *forms = edit_rule_forms(rule->compiled[e], &n_forms, &nocase);
		for (size_t f = 0; f < n_forms; f++) {
			struct form form = { .rule = index, .n_words = (uint32_t)forms[f].n_words };
			VEC_PUSH(prefilter->forms, prefilter->n_forms, prefilter->forms_capacity, form);
		}
	}
}

/* The words of all forms, in the order in which add_rule() made them. */
static struct given_word *collect_words(struct prefilter *prefilter, const struct rule *const *rules, size_t *count)
{
	struct given_word *words = NULL;
	size_t capacity = 0, at = 0;
	*count = 0;
	while (at < prefilter->n_forms) {
		const struct rule *rule = rules[prefilter->forms[at].rule];
		for (size_t e = 0; e < rule->n_edits; e++) {
			size_t n_forms;
			bool nocase;
			const struct word_form *forms = edit_rule_forms(rule->compiled[e], &n_forms, &nocase);
			for (size_t f = 0; f < n_forms; f++, at++)
				for (size_t w = 0; w < forms[f].n_words; w++) {
					struct given_word word = { forms[f].words[w], &prefilter->forms[at].words[w] };
					VEC_PUSH(words, *count, capacity, word);
				}
		}
	}
	return words;
}

static void number_words(struct prefilter *prefilter, struct given_word *words, size_t count)
{
	prefilter->words = xcalloc(count + 1, sizeof(*prefilter->words));
	if (count)
		sort_stable(words, count, sizeof(*words), compare_words);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || compare_words(&words[i - 1], &words[i]) != 0)
			prefilter->words[prefilter->n_words++] = words[i].text;
		*words[i].number = (uint32_t)(prefilter->n_words - 1);
	}
}

static size_t length_that_counts(struct slice word)
{
	return word.len < LONG_WORD ? word.len : LONG_WORD;
}

/* Is word `a` the better anchor? `n_uses` tells how many forms have each word. */
static bool tells_more(const struct prefilter *prefilter, const size_t *n_uses, uint32_t a, uint32_t b)
{
	size_t long_a = length_that_counts(prefilter->words[a]), long_b = length_that_counts(prefilter->words[b]);
	return long_a != long_b ? long_a > long_b : n_uses[a] < n_uses[b];
}

/* Puts the anchor of each form in front. Returns for each word whether it is one. */
static bool *choose_anchors(struct prefilter *prefilter)
{
	size_t *n_uses = xcalloc(prefilter->n_words + 1, sizeof(*n_uses));
	bool *is_anchor = xcalloc(prefilter->n_words + 1, sizeof(*is_anchor));
	for (size_t f = 0; f < prefilter->n_forms; f++)
		for (size_t w = 0; w < prefilter->forms[f].n_words; w++)
			n_uses[prefilter->forms[f].words[w]]++;
	for (size_t f = 0; f < prefilter->n_forms; f++) {
		uint32_t *words = prefilter->forms[f].words;
		for (size_t w = 1; w < prefilter->forms[f].n_words; w++)
			if (tells_more(prefilter, n_uses, words[w], words[0])) {
				uint32_t better = words[w];
				words[w] = words[0];
				words[0] = better;
			}
		is_anchor[words[0]] = true;
	}
	free(n_uses);
	return is_anchor;
}

/* Makes a group of the words of which `is_anchor` is `wanted`. */
static struct word_group group_words(const struct prefilter *prefilter, const bool *is_anchor, bool wanted)
{
	struct word_group group = { .words = xcalloc(prefilter->n_words + 1, sizeof(*group.words)) };
	struct slice *texts = xcalloc(prefilter->n_words + 1, sizeof(*texts));
	for (size_t w = 0; w < prefilter->n_words; w++)
		if (is_anchor[w] == wanted) {
			texts[group.count] = prefilter->words[w];
			group.words[group.count++] = (uint32_t)w;
		}
	if (group.count)
		group.word_set = word_set_new(texts, group.count);
	free(texts);
	return group;
}

static void index_forms(struct prefilter *prefilter)
{
	if (prefilter->n_forms)
		sort_stable(prefilter->forms, prefilter->n_forms, sizeof(*prefilter->forms), compare_forms);
	prefilter->first_form = xcalloc(prefilter->n_words + 1, sizeof(*prefilter->first_form));
	size_t at = 0;
	for (size_t word = 0; word <= prefilter->n_words; word++) {
		while (at < prefilter->n_forms && prefilter->forms[at].words[0] < word)
			at++;
		prefilter->first_form[word] = at;
	}
}

struct prefilter *prefilter_new(const struct rule *const *rules, size_t count)
{
	struct prefilter *prefilter = xcalloc(1, sizeof(*prefilter));
	size_t n_words;
	prefilter->n_rules = count;
	for (size_t i = 0; i < count; i++)
		add_rule(prefilter, rules[i], (uint32_t)i);
	struct given_word *words = collect_words(prefilter, rules, &n_words);
	number_words(prefilter, words, n_words);
	free(words);
	bool *is_anchor = choose_anchors(prefilter);
	prefilter->anchors = group_words(prefilter, is_anchor, true);
	prefilter->others = group_words(prefilter, is_anchor, false);
	free(is_anchor);
	index_forms(prefilter);
	return prefilter;
}

static void release_group(struct word_group *group)
{
	word_set_free(group->word_set);
	free(group->words);
}

void prefilter_free(struct prefilter *prefilter)
{
	if (!prefilter)
		return;
	release_group(&prefilter->anchors);
	release_group(&prefilter->others);
	free(prefilter->words);
	free(prefilter->always);
	free(prefilter->spliced);
	free(prefilter->forms);
	free(prefilter->first_form);
	free(prefilter);
}

static void want(struct prefilter_result *result, uint32_t rule)
{
	result->n_wants += !result->wants[rule];
	result->wants[rule] = true;
}

/* What a search for the group says of each of its words. */
static void note_words(const struct word_group *group, const struct word_hits *hits, unsigned char *states)
{
	for (size_t i = 0; i < group->count; i++)
		states[group->words[i]] = hits->found[i] ? WORD_FOUND : WORD_ABSENT;
}

/* Marks the words that the form still needs, and returns how many were not marked before. */
static size_t mark_needed(const struct form *form, unsigned char *states)
{
	size_t n_marked = 0;
	for (size_t w = 1; w < form->n_words; w++)
		if (states[form->words[w]] == WORD_ABSENT)
			return 0;
	for (size_t w = 1; w < form->n_words; w++)
		if (states[form->words[w]] == WORD_UNKNOWN) {
			states[form->words[w]] = WORD_NEEDED;
			n_marked++;
		}
	return n_marked;
}

static bool has_all_words(
	const struct prefilter *prefilter, const struct form *form, struct slice bytes, unsigned char *states)
{
	for (size_t w = 1; w < form->n_words; w++) {
		unsigned char *state = &states[form->words[w]];
		if (*state == WORD_UNKNOWN || *state == WORD_NEEDED)
			*state = slice_find_nocase(bytes, prefilter->words[form->words[w]], 0) != (size_t)-1
					 ? WORD_FOUND
					 : WORD_ABSENT;
		if (*state == WORD_ABSENT)
			return false;
	}
	return true;
}

/* The forms whose anchors were found. */
static void judge_forms(const struct prefilter *prefilter, struct slice bytes, struct prefilter_result *result)
{
	const struct word_hits *hits = &result->anchor_hits;
	size_t n_needed = 0;
	memset(result->words, WORD_UNKNOWN, prefilter->n_words);
	note_words(&prefilter->anchors, hits, result->words);
	for (size_t h = 0; h < hits->count; h++) {
		uint32_t anchor = prefilter->anchors.words[hits->words[h]];
		for (size_t f = prefilter->first_form[anchor]; f < prefilter->first_form[anchor + 1]; f++)
			n_needed += mark_needed(&prefilter->forms[f], result->words);
	}
	if (n_needed > MAX_SINGLE_WORDS) {
		word_set_find(prefilter->others.word_set, bytes, &result->other_hits);
		note_words(&prefilter->others, &result->other_hits, result->words);
	}
	for (size_t h = 0; h < hits->count; h++) {
		uint32_t anchor = prefilter->anchors.words[hits->words[h]];
		for (size_t f = prefilter->first_form[anchor]; f < prefilter->first_form[anchor + 1]; f++)
			if (!result->wants[prefilter->forms[f].rule] &&
				has_all_words(prefilter, &prefilter->forms[f], bytes, result->words))
				want(result, prefilter->forms[f].rule);
	}
}

void prefilter_scan(const struct prefilter *prefilter, struct slice bytes, struct prefilter_result *result)
{
	if (!result->wants) {
		result->wants = xcalloc(prefilter->n_rules + 1, sizeof(*result->wants));
		result->words = xcalloc(prefilter->n_words + 1, sizeof(*result->words));
	}
	if (result->n_wants)
		memset(result->wants, 0, prefilter->n_rules * sizeof(*result->wants));
	result->n_wants = 0;
	for (size_t i = 0; i < prefilter->n_always; i++)
		want(result, prefilter->always[i]);
	if (prefilter->n_spliced && words_may_be_cut(bytes))
		for (size_t i = 0; i < prefilter->n_spliced; i++)
			want(result, prefilter->spliced[i]);
	if (!prefilter->anchors.word_set)
		return;
	word_set_find(prefilter->anchors.word_set, bytes, &result->anchor_hits);
	if (result->anchor_hits.count)
		judge_forms(prefilter, bytes, result);
}

void prefilter_result_release(struct prefilter_result *result)
{
	free(result->wants);
	free(result->words);
	word_hits_release(&result->anchor_hits);
	word_hits_release(&result->other_hits);
	*result = (struct prefilter_result){ 0 };
}
