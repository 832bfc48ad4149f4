#include "triage/facts.h"

/* No tool has a longer version. */
#define VALUE_MOST_BYTES ((size_t)32)
#define MOST_GROUPS 8

static char *value_of(const struct fact *fact, struct slice line, struct regex_scratch *scratch)
{
	size_t begin, end;
	struct err err = ERR_INIT;
	struct str value = STR_INIT;
	if (expression_search(fact->match, scratch, line, &begin, &end) != REGEX_MATCH)
		return NULL;
	if (fact->value && regex_expand(scratch, line, slice_of(fact->value), &value, &err))
		return str_detach(&value);
	err_release(&err);
	str_release(&value);
	for (size_t group = 1; group <= MOST_GROUPS; group++)
		if (regex_group(scratch, group, &begin, &end) && end > begin)
			return slice_dup(slice_sub(
				line, begin, end - begin < VALUE_MOST_BYTES ? end : begin + VALUE_MOST_BYTES));
	return xstrdup("yes");
}

void facts_look_at(struct facts_seen *seen, const struct facts *facts, struct slice line, struct regex_scratch *scratch)
{
	word_set_find(facts->word_set, line, &seen->found);
	for (size_t i = 0; i < seen->found.count; i++) {
		size_t fact = facts->word_fact[seen->found.words[i]];
		if (!seen->values[fact])
			seen->values[fact] = value_of(&facts->items[fact], line, scratch);
	}
}
