#include "plan/prefilter.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

/* A form of a rule's edit: the rule needs a look where all words are found. */
struct form {
	uint32_t rule;
	uint32_t n_words;
	uint32_t words[PATTERN_MAX_WORDS]; /* the longest first: the form is only thought of where that is found */
};

struct prefilter {
	size_t n_rules;
	uint32_t *always; /* rules that need a look at every file */
	size_t n_always, always_capacity;
	struct form *forms; /* ordered by their first word */
	size_t n_forms, forms_capacity;
	size_t *first_form; /* [n_words + 1]: where the forms of each word begin */
	struct needle_set *needles; /* NULL: no rule has words */
	size_t n_words;
};

/* A word as rules give it: equal ones, without regard to case, are one word of the needle set. */
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
	if (always_needs_look(rule)) {
		VEC_PUSH(prefilter->always, prefilter->n_always, prefilter->always_capacity, index);
		return;
	}
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
	struct slice *distinct = xcalloc(count + 1, sizeof(*distinct));
	if (count)
		sort_stable(words, count, sizeof(*words), compare_words);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || compare_words(&words[i - 1], &words[i]) != 0)
			distinct[prefilter->n_words++] = words[i].text;
		*words[i].number = (uint32_t)(prefilter->n_words - 1);
	}
	if (prefilter->n_words)
		prefilter->needles = needle_set_new(distinct, prefilter->n_words);
	free(distinct);
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
	index_forms(prefilter);
	return prefilter;
}

void prefilter_free(struct prefilter *prefilter)
{
	if (!prefilter)
		return;
	needle_set_free(prefilter->needles);
	free(prefilter->always);
	free(prefilter->forms);
	free(prefilter->first_form);
	free(prefilter);
}

static void want(struct prefilter_result *result, uint32_t rule)
{
	result->n_wants += !result->wants[rule];
	result->wants[rule] = true;
}

static bool has_all_words(const struct form *form, const struct needle_hits *hits)
{
	for (size_t w = 0; w < form->n_words; w++)
		if (!hits->found[form->words[w]])
			return false;
	return true;
}

void prefilter_scan(const struct prefilter *prefilter, struct slice bytes, struct prefilter_result *result)
{
	if (!result->wants)
		result->wants = xcalloc(prefilter->n_rules + 1, sizeof(*result->wants));
	if (result->n_wants)
		memset(result->wants, 0, prefilter->n_rules * sizeof(*result->wants));
	result->n_wants = 0;
	for (size_t i = 0; i < prefilter->n_always; i++)
		want(result, prefilter->always[i]);
	if (!prefilter->needles)
		return;
	needle_set_find(prefilter->needles, bytes, &result->hits);
	for (size_t h = 0; h < result->hits.count; h++) {
		uint32_t word = result->hits.words[h];
		for (size_t f = prefilter->first_form[word]; f < prefilter->first_form[word + 1]; f++)
			if (has_all_words(&prefilter->forms[f], &result->hits))
				want(result, prefilter->forms[f].rule);
	}
}

void prefilter_result_release(struct prefilter_result *result)
{
	free(result->wants);
	needle_hits_release(&result->hits);
	*result = (struct prefilter_result){ 0 };
}
