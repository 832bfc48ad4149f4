#include "plan/evaluate/in_force.h"

#include "base/table.h"

/* The facts of a condition that are asked for in a message, each once. */
struct asking {
	const struct project *project;
	const struct fact_values *facts;
	struct rule_result *result;
	size_t n_needs;
	struct table asked;
	struct str text, options;
};

/* Was it before? It is from now on. */
static bool is_asked(struct asking *asking, const char *fact)
{
	size_t *asked = table_at(&asking->asked, slice_of(fact));
	return (*asked)++ > 0;
}

static void count_fact(void *ctx, const struct when *when)
{
	(void)when;
	++*(size_t *)ctx;
}

static void ask(void *ctx, const struct when *when)
{
	struct asking *asking = ctx;
	const struct fact *fact = asking->project ? fact_find(asking->project, slice_of(when->fact)) : NULL;
	const struct fact_value *given = fact_values_find(asking->facts, when->fact);
	if (is_asked(asking, when->fact))
		return;
	str_addf(&asking->text, "%s'%s' (", asking->n_needs ? " and " : "", when->fact);
	for (size_t i = 0; i < when->n_values; i++)
		str_addf(&asking->text, "%s%s", i ? "|" : "", when->values[i].text);
	str_addf(&asking->text, "%s%s)", given ? "; more exactly than " : "", given ? given->text : "");
	str_add_char(&asking->options, ' ');
	if (fact)
		fact_format_option(fact, &asking->options);
	asking->result->needs[asking->n_needs++] = when->fact;
}

static void tell_unknown(
	struct rule_result *result, const struct project *project, const struct fact_values *facts, struct arena *arena)
{
	struct asking asking = { .project = project, .facts = facts, .result = result };
	size_t count = 0;
	result->verdict = VERDICT_NEEDS_FACT;
	when_each_unknown(result->rule->when, facts, count_fact, &count);
	result->needs = arena_alloc(arena, (count + 1) * sizeof(*result->needs));
	str_add_cstr(&asking.text, "needs to know ");
	when_each_unknown(result->rule->when, facts, ask, &asking);
	str_addf(&asking.text, ": give%s", asking.options.ptr);
	result->detail = arena_dup(arena, str_slice(&asking.text));
	str_release(&asking.text);
	str_release(&asking.options);
	table_release(&asking.asked);
}

static void tell_given(void *ctx, const struct when *when)
{
	struct asking *asking = ctx;
	const struct fact_value *given = fact_values_find(asking->facts, when->fact);
	if (given && !is_asked(asking, when->fact))
		str_addf(&asking->options, "%s%s is %s", asking->options.len ? ", " : "", given->fact->name,
			given->text);
}

static void tell_other(struct rule_result *result, const struct fact_values *facts, struct arena *arena)
{
	struct asking asking = { .facts = facts };
	str_add_cstr(&asking.text, "for ");
	when_format(result->rule->when, &asking.text);
	when_each_fact(result->rule->when, tell_given, &asking);
	str_addf(&asking.text, " only; %s", str_slice(&asking.options).ptr);
	result->detail = arena_dup(arena, str_slice(&asking.text));
	str_release(&asking.text);
	str_release(&asking.options);
	table_release(&asking.asked);
}

void in_force_judge(struct rule_result *result, const struct project *project, const struct target *target,
	const struct fact_values *facts, struct arena *arena)
{
	const struct rule *rule = result->rule;
	if (rule->versions && !version_range_may_have(rule->versions, &target->version, target->n_known)) {
		struct str text = STR_INIT;
		str_addf(&text, "for versions %s only", rule->versions->text);
		result->detail = arena_dup(arena, str_slice(&text));
		str_release(&text);
		return;
	}
	enum truth truth = when_holds(rule->when, facts);
	if (truth == TRUTH_NO)
		tell_other(result, facts, arena);
	else if (truth == TRUTH_UNKNOWN && !rule->applies_when_unknown)
		tell_unknown(result, project, facts, arena);
	else
		result->in_force = true;
}
