#include "cli/ask/adopt.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/ask/remarks.h"
#include "format/regex.h"

struct run_selections;

struct adopting {
	struct session *session;
	const struct options *typed;
	const struct run **runs; /* this user's, applied, and known how they were made; newest first */
	size_t n_runs;
	struct options *options;           /* what comes of both */
	struct run_selections *selections; /* where the runs had different ones; else NULL */
	struct arena *arena;
};

struct list {
	const char **items; /* NULL-terminated */
	size_t count, capacity;
};

static void push(struct list *list, const char *text)
{
	VEC_PUSH(list->items, list->count, list->capacity, text);
	VEC_PUSH(list->items, list->count, list->capacity, NULL);
	list->count--;
}

/* The list's memory becomes the arena's. NULL where it is empty. */
static const char **settle(struct list *list, struct arena *arena)
{
	const char **kept = list->count ? arena_alloc(arena, (list->count + 1) * sizeof(*kept)) : NULL;
	for (size_t i = 0; i < list->count; i++)
		kept[i] = list->items[i];
	free(list->items);
	return kept;
}

static struct slice name_of(const char *pair)
{
	struct slice rest = slice_of(pair), name;
	slice_cut(&rest, '=', &name);
	return name;
}

static bool has_name(const char *const *pairs, struct slice name)
{
	for (; pairs && *pairs; pairs++)
		if (slice_eq(name_of(*pairs), name))
			return true;
	return false;
}

/* --- which runs --------------------------------------------------------------------------------------------------- */

static void collect_runs(struct adopting *a)
{
	const struct journal *journal = &a->session->journal;
	a->runs = arena_alloc(a->arena, (journal->n_runs + 1) * sizeof(*a->runs));
	for (size_t i = journal->n_runs; i-- > 0;) {
		const struct run *run = &journal->runs[i];
		if (run->state == RUN_APPLIED && run->origin.count && run_is_users(run))
			a->runs[a->n_runs++] = run;
	}
}

static const char *newest(const struct adopting *a, enum origin_kind kind)
{
	const char *text = NULL;
	for (size_t i = 0; i < a->n_runs && !text; i++)
		text = run_origin_text(&a->runs[i]->origin, kind);
	return text;
}

/* --- what they had ------------------------------------------------------------------------------------------------ */

/* Facts of the runs, each by its newest value; then those of the command line, which go before them. */
static void adopt_facts(struct adopting *a)
{
	struct list facts = { 0 };
	if (a->typed->profile || a->typed->facts_file)
		return;
	a->options->profile = newest(a, ORIGIN_PROFILE);
	for (size_t i = 0; i < a->n_runs; i++) {
		const char **pairs = run_origin_texts(&a->runs[i]->origin, ORIGIN_FACT, a->arena);
		for (; *pairs; pairs++)
			if (!has_name(facts.items, name_of(*pairs)) && !has_name(a->typed->facts, name_of(*pairs)))
				push(&facts, *pairs);
	}
	for (const char **pair = a->typed->facts; pair && *pair; pair++)
		push(&facts, *pair);
	a->options->facts = settle(&facts, a->arena);
}

/* What one run took of the rules and files. */
struct run_selection {
	struct rule_choice choice;
	const char **globs;      /* none: every file */
	const struct run **runs; /* [n_runs] that took these */
	size_t n_runs;
	bool *rules;                    /* those that it took, by their number in the set */
	struct glob_set *only, *except; /* NULL: none */
};

struct run_selections {
	struct run_selection *items;
	struct rule_choice *choices; /* theirs, in the same order */
	size_t count;
	const struct patchset *set;
};

static struct glob_set *compile_globs(const char **globs, bool excludes)
{
	struct list list = { 0 };
	struct err ignored = ERR_INIT;
	for (; *globs; globs++)
		if (((*globs)[0] == '!') == excludes)
			push(&list, *globs + excludes);
	struct glob_set *set = list.count ? glob_set_new(list.items, list.count, false, &ignored) : NULL;
	err_release(&ignored);
	free(list.items);
	return set;
}

/* Once the set is known: which rules each of the runs took. */
static void bind_selections(struct adopting *a)
{
	struct run_selections *all = a->selections;
	const struct patchset *set = a->session->set;
	for (size_t i = 0; all && i < all->count; i++) {
		struct run_selection *one = &all->items[i];
		struct err ignored = ERR_INIT; /* a glob that was good then */
		bool *chosen = xcalloc(set->n_rules + 1, sizeof(*chosen));
		one->rules = arena_alloc(a->arena, (set->n_rules + 1) * sizeof(*one->rules));
		rule_choice_select(&one->choice, set, true, NULL, chosen, &ignored);
		for (size_t r = 0; r < set->n_rules; r++)
			one->rules[r] = chosen[r] || rule_choice_takes_along(set, chosen, r);
		one->only = compile_globs(one->globs, false);
		one->except = compile_globs(one->globs, true);
		free(chosen);
		err_release(&ignored);
	}
	if (all)
		all->set = set;
}

static bool takes(const struct run_selection *one, size_t rule, const char *path)
{
	struct regex_scratch *scratch = regex_scratch_new();
	bool yes = one->rules[rule] && (!one->only || glob_set_match(one->only, scratch, slice_of(path))) &&
		   !(one->except && glob_set_match(one->except, scratch, slice_of(path)));
	regex_scratch_free(scratch);
	return yes;
}

static size_t number_of(const struct patchset *set, const struct rule *rule)
{
	size_t number = 0;
	while (number < set->n_rules && set->rules[number] != rule)
		number++;
	return number;
}

/* Did one of the runs take the rule in that file? */
static bool was_selected(void *ctx, const struct rule *rule, const char *path)
{
	const struct run_selections *all = ctx;
	size_t number = number_of(all->set, rule);
	bool yes = false;
	for (size_t i = 0; i < all->count && !yes; i++)
		yes = takes(&all->items[i], number, path);
	return yes;
}

static bool same_texts(const char *const *a, const char *const *b)
{
	for (; *a && *b && strcmp(*a, *b) == 0; a++)
		b++;
	return !*a && !*b;
}

static struct rule_choice choice_of(const struct adopting *a, const struct run_origin *origin)
{
	return (struct rule_choice){
		(const char *const *)run_origin_texts(origin, ORIGIN_RULE, a->arena),
		(const char *const *)run_origin_texts(origin, ORIGIN_PACK, a->arena),
		(const char *const *)run_origin_texts(origin, ORIGIN_SKIP, a->arena),
	};
}

/* Those of all runs, each once. */
static struct run_selections *collect_selections(struct adopting *a)
{
	struct run_selections *all = arena_alloc(a->arena, sizeof(*all));
	all->items = arena_alloc(a->arena, (a->n_runs + 1) * sizeof(*all->items));
	all->choices = arena_alloc(a->arena, (a->n_runs + 1) * sizeof(*all->choices));
	all->count = 0;
	for (size_t i = 0; i < a->n_runs; i++) {
		const struct run_origin *origin = &a->runs[i]->origin;
		struct run_selection one = { .choice = choice_of(a, origin),
			.globs = run_origin_texts(origin, ORIGIN_GLOB, a->arena) };
		size_t k = 0;
		while (k < all->count && !(rule_choice_equal(&all->items[k].choice, &one.choice) &&
						 same_texts(all->items[k].globs, one.globs)))
			k++;
		if (k == all->count) {
			one.runs = arena_alloc(a->arena, a->n_runs * sizeof(*one.runs));
			all->choices[all->count] = one.choice;
			all->items[all->count++] = one;
		}
		all->items[k].runs[all->items[k].n_runs++] = a->runs[i];
	}
	return all;
}

static const char **list_or_null(const char *const *texts)
{
	return texts[0] ? (const char **)texts : NULL;
}

/* The choice of rules and the globs of the runs. Where they differ, a lookup stands for them, and adopt_choose_next()
 * finds those of proposed commands. */
static void adopt_selection(struct adopting *a)
{
	const struct options *typed = a->typed;
	if (typed->rules || typed->packs || typed->skips || typed->globs)
		return;
	struct run_selections *all = collect_selections(a);
	for (size_t i = 0; i < all->count; i++)
		if (rule_choice_is_all(&all->items[i].choice) && !all->items[i].globs[0])
			return;
	struct options *options = a->options;
	const struct run_selection *newest_one = &all->items[0];
	options->rules = list_or_null(newest_one->choice.rules);
	options->packs = list_or_null(newest_one->choice.packs);
	options->skips = list_or_null(newest_one->choice.skips);
	options->globs = list_or_null(newest_one->globs);
	a->session->globs = options->globs;
	a->session->past.selects = true;
	if (all->count == 1)
		return;
	struct selection_lookup *lookup = arena_alloc(a->arena, sizeof(*lookup));
	*lookup = (struct selection_lookup){ all, was_selected };
	a->session->selection = lookup;
	a->session->choices = all->choices;
	a->session->n_choices = all->count;
	a->selections = all;
}

static void adopt_set(struct adopting *a)
{
	struct options *options = a->options;
	if (!options->tag && (options->tag = newest(a, ORIGIN_TAG)))
		options->force_tag = true;
	if (!options->use)
		options->use = newest(a, ORIGIN_USE);
	if (!options->patchsets)
		options->patchsets = newest(a, ORIGIN_PATCHSETS);
}

/* The value that the newest run had for the variable; NULL where it does not tell, or two variables have the name. */
static const char *value_then(const struct adopting *a, const struct variable *variable)
{
	const struct patchset *set = a->session->set;
	size_t n_name = 0;
	for (size_t i = 0; i < set->n_variables; i++)
		n_name += strcmp(set->variables[i]->name, variable->name) == 0;
	const char **pairs = run_origin_texts(&a->runs[0]->origin, ORIGIN_VALUE, a->arena);
	for (; n_name == 1 && *pairs; pairs++)
		if (slice_eq_cstr(name_of(*pairs), variable->name))
			return *pairs;
	return NULL;
}

/* Values that are otherwise than in the newest run. True where there are some: the set has to be read again. */
static bool adopt_values(struct adopting *a)
{
	const struct patchset *set = a->session->set;
	struct list settings = { 0 };
	bool any = false;
	for (size_t i = 0; i < set->n_variables; i++) {
		const char *then = value_then(a, set->variables[i]);
		if (!then || strcmp(strchr(then, '=') + 1, set->variables[i]->value) == 0 ||
			has_name(a->typed->settings, name_of(then)))
			continue;
		push(&settings, then);
		any = true;
	}
	for (const char **pair = a->typed->settings; pair && *pair; pair++)
		push(&settings, *pair);
	a->options->settings = settle(&settings, a->arena);
	return any;
}

/* --- what is said of it ------------------------------------------------------------------------------------------- */

static bool is_implied(const struct fact_values *facts, struct slice name, const char *value)
{
	for (size_t i = 0; i < facts->n_implied; i++)
		if (slice_eq_cstr(name, facts->implied[i].name) && strcmp(facts->implied[i].value, value) == 0)
			return true;
	return false;
}

/* Takes facts off that the profile gives, or this system: they need not be given besides. */
static void drop_implied_facts(struct adopting *a)
{
	struct list facts = { 0 };
	for (const char **pair = a->options->facts; pair && *pair; pair++) {
		bool is_typed = has_name(a->typed->facts, name_of(*pair));
		if (is_typed || !is_implied(&a->session->facts, name_of(*pair), strchr(*pair, '=') + 1))
			push(&facts, *pair);
	}
	a->options->facts = settle(&facts, a->arena);
}

/* "run 1", "runs 1 and 3". */
static const char *names_of_runs(const struct adopting *a, const struct run *const *newest_first, size_t count)
{
	struct str text = STR_INIT;
	str_add_cstr(&text, count > 1 ? "runs " : "run ");
	for (size_t i = count; i-- > 0;)
		str_addf(&text, "%s%lu", i + 1 == count ? "" : i ? ", " : " and ", newest_first[i]->number);
	return arena_take(a->arena, &text);
}

/* Those that had the text; NULL: none. */
static const char *runs_with(const struct adopting *a, enum origin_kind kind, const char *wanted)
{
	const struct run **runs = arena_alloc(a->arena, a->n_runs * sizeof(*runs));
	size_t count = 0;
	for (size_t i = 0; i < a->n_runs; i++) {
		const char **texts = run_origin_texts(&a->runs[i]->origin, kind, a->arena);
		while (*texts && strcmp(*texts, wanted) != 0)
			texts++;
		if (*texts)
			runs[count++] = a->runs[i];
	}
	return count ? names_of_runs(a, runs, count) : NULL;
}

/* Options as one would type them, and the same with the runs that had them. */
struct telling {
	struct adopting *a;
	struct str options, told;
	const char *who; /* had those that were told last */
};

/* From here on options of these runs. */
static void tell_of(struct telling *telling, const char *who)
{
	if (telling->who && strcmp(telling->who, who) != 0)
		str_addf(&telling->told, " (of %s),", telling->who);
	telling->who = who;
}

static void tell(struct telling *telling, enum origin_kind kind, const char *value)
{
	static const char *const names[] = { [ORIGIN_TAG] = "tag",
		[ORIGIN_USE] = "use",
		[ORIGIN_PATCHSETS] = "patchsets",
		[ORIGIN_PROFILE] = "profile",
		[ORIGIN_FACT] = "fact",
		[ORIGIN_VALUE] = "set" };
	if (!value)
		return;
	tell_of(telling, runs_with(telling->a, kind, value));
	report_add_option(names[kind], value, &telling->options);
	report_add_option(names[kind], value, &telling->told);
}

static void tell_new(struct telling *telling, enum origin_kind kind, const char *const *now, const char *const *typed)
{
	for (; now && *now; now++)
		if (!has_name(typed, name_of(*now)))
			tell(telling, kind, *now);
}

static void add_list(const char *name, const char *const *texts, struct str *out)
{
	for (; texts && *texts; texts++)
		report_add_option(name, *texts, out);
}

static void add_selection(const struct rule_choice *choice, const char **globs, struct str *out)
{
	add_list("rule", choice->rules, out);
	add_list("pack", choice->packs, out);
	add_list("skip", choice->skips, out);
	add_list("globs", (const char *const *)globs, out);
}

static void tell_selection(struct telling *telling, const struct rule_choice *choice, const char **globs)
{
	add_selection(choice, globs, &telling->options);
	add_selection(choice, globs, &telling->told);
}

/* What each run chose, where they differ. */
static void tell_selections(struct telling *telling)
{
	const struct run_selections *all = telling->a->selections;
	const char *with = telling->options.len ? ", with" : "";
	if (telling->who)
		str_addf(&telling->told, " (of %s)", telling->who);
	for (size_t i = 0; i < all->count; i++) {
		const struct run_selection *one = &all->items[i];
		str_add_cstr(&telling->options, i ? " or" : with);
		str_add_cstr(&telling->told, i ? " or" : with);
		tell_selection(telling, &one->choice, one->globs);
		str_addf(&telling->told, " (of %s)", names_of_runs(telling->a, one->runs, one->n_runs));
	}
	telling->who = NULL;
}

static void say_options(struct adopting *a)
{
	const struct options *now = a->options, *typed = a->typed;
	struct telling telling = { .a = a };
	struct report_past *past = &a->session->past;
	tell(&telling, ORIGIN_TAG, typed->tag ? NULL : now->tag);
	tell(&telling, ORIGIN_USE, typed->use ? NULL : now->use);
	tell(&telling, ORIGIN_PATCHSETS, typed->patchsets ? NULL : now->patchsets);
	tell(&telling, ORIGIN_PROFILE, typed->profile ? NULL : now->profile);
	tell_new(&telling, ORIGIN_FACT, now->facts, typed->facts);
	tell_new(&telling, ORIGIN_VALUE, now->settings, typed->settings);
	if (a->selections) {
		tell_selections(&telling);
	} else if (past->selects) {
		struct rule_choice choice = session_request_of(now).choice;
		tell_of(&telling, past->runs);
		tell_selection(&telling, &choice, now->globs);
	}
	if (telling.who)
		str_addf(&telling.told, " (of %s)", telling.who);
	if (telling.options.len) {
		past->options = arena_dup(a->arena, slice_sub(str_slice(&telling.options), 1, telling.options.len));
		past->told = arena_dup(a->arena, slice_sub(str_slice(&telling.told), 1, telling.told.len));
	}
	str_release(&telling.options);
	str_release(&telling.told);
}

/* Says in `given_by` which runs had the fact so. */
static void mark_facts(struct adopting *a)
{
	struct fact_values *facts = &a->session->facts;
	for (size_t i = 0; i < facts->count && !a->typed->profile && !a->typed->facts_file; i++) {
		struct fact_value *value = &facts->items[i];
		struct str pair = STR_INIT;
		str_addf(&pair, "%s=%s", value->fact->name, value->text);
		const char *who = runs_with(a, ORIGIN_FACT, pair.ptr);
		if (who && !has_name(a->typed->facts, slice_of(value->fact->name)))
			value->given_by = who;
		str_release(&pair);
	}
}

/* --- putting it together ------------------------------------------------------------------------------------------ */

/* From here on the session is one of these options. */
static void session_use(struct session *session, const struct options *options)
{
	struct session_request request = session_request_of(options);
	request.trace = session->request.trace;
	request.drops_texts = session->request.drops_texts;
	session->request = request;
	session->options = options;
}

static bool select_again(struct adopting *a, struct err *err)
{
	session_use(a->session, a->options);
	session_forget(a->session);
	return session_select(a->session, err);
}

static bool select_adopted(struct adopting *a, struct err *err)
{
	a->session->past.runs = names_of_runs(a, a->runs, a->n_runs);
	return select_again(a, err) && (!adopt_values(a) || select_again(a, err));
}

/* Only the set of the runs is taken, and it is said why. */
static bool select_set_only(struct adopting *a, struct str *why, struct err *err)
{
	struct slice message = slice_of(err->message), first;
	slice_cut(&message, '\n', &first);
	str_addf(why, "the facts and values of run %lu do not fit its set as it is now: " SLICE_FMT, a->runs[0]->number,
		SLICE_ARG(first));
	err_release(err);
	struct options adopted = *a->options;
	*a->options = *a->typed;
	a->options->rules = adopted.rules;
	a->options->packs = adopted.packs;
	a->options->skips = adopted.skips;
	a->options->globs = adopted.globs;
	adopt_set(a);
	if (select_again(a, err))
		return true;
	if (!a->typed->patchsets && a->options->patchsets)
		err_prefix(err, "the patch sets of run %lu, '%s'", a->runs[0]->number, a->options->patchsets);
	return false;
}

void adopt_release(struct session *session)
{
	const struct run_selections *all = session->selection ? session->selection->ctx : NULL;
	for (size_t i = 0; all && i < all->count; i++) {
		glob_set_free(all->items[i].only);
		glob_set_free(all->items[i].except);
	}
}

/* Would a run that chooses so change anything? */
static bool changes_any(const struct plan *plan, const struct run_selection *one)
{
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct finding *finding = &plan->findings[i];
		size_t number = number_of(plan->set, plan->rules[finding->rule].rule);
		if (finding->verdict == VERDICT_WOULD_PATCH && takes(one, number, finding->path))
			return true;
	}
	return false;
}

void adopt_choose_next(struct session *session)
{
	const struct run_selections *all = session->selection ? session->selection->ctx : NULL;
	size_t next = 0;
	while (all && next < all->count && !changes_any(&session->plan, &all->items[next]))
		next++;
	if (!all || next == all->count)
		return;
	session->request.choice = all->items[next].choice;
	session->request.globs = (const char *const *)all->items[next].globs;
}

bool adopt_and_select(struct session *session, struct err *err)
{
	struct adopting a = { .session = session, .typed = session->options, .arena = &session->arena };
	collect_runs(&a);
	if (!a.n_runs)
		return session_select(session, err);
	a.options = arena_alloc(a.arena, sizeof(*a.options));
	*a.options = *a.typed;
	adopt_facts(&a);
	adopt_selection(&a);
	adopt_set(&a);
	struct str why = STR_INIT;
	if (select_adopted(&a, err)) {
		drop_implied_facts(&a);
		session_use(session, a.options);
		say_options(&a);
		mark_facts(&a);
	} else if (err->kind == ERR_IO || !select_set_only(&a, &why, err)) {
		str_release(&why);
		return false;
	}
	bind_selections(&a);
	session->past.remarks = remarks_of_runs(session, a.runs, a.n_runs, &why, a.arena);
	return true;
}
