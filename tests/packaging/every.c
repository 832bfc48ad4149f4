/*
 * Calls every function of tpatch.h and holds it to what the header says. Built and run by embed.py against the
 * installed files alone.
 *
 * usage: every TREE UNFIT SETS BROKEN: a tree that needs patching and may be written to; one in which a rule of the
 * folder SETS is missing; a folder with a patch set that is wrong in line 3. Prints what is not so; the last line is
 * `every: N passed, N failed`.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tpatch.h>

static size_t passed, failed;

static void must(bool holds, int line, const char *what)
{
	passed += holds;
	failed += !holds;
	if (!holds)
		printf("every.c:%d: not so: %s\n", line, what);
}

#define MUST(condition) must(condition, __LINE__, #condition)

/* Names that the engine has as well: a static library must not bring them here. */
void xmalloc(void);
void str_add(void);
void err_set(void);
void plan_make(void);
void xmalloc(void)
{
	puts("every.c: not so: the library calls the program's xmalloc()");
	exit(1);
}
void str_add(void)
{
	xmalloc();
}
void err_set(void)
{
	xmalloc();
}
void plan_make(void)
{
	xmalloc();
}

static struct tpatch_options options_for(const char *root)
{
	struct tpatch_options options = { .size = sizeof(options), .root = root };
	return options;
}

/* Is there an error of this kind, with a message? Frees it. */
static bool is_error(struct tpatch_error **error, enum tpatch_error_kind kind)
{
	bool is = *error && (*error)->kind == kind && (*error)->message && (*error)->message[0];
	tpatch_error_free(*error);
	*error = NULL;
	return is;
}

static void try_errors(const struct tpatch_sets *sets, const char *tree, const char *broken)
{
	struct tpatch_error *error = NULL;
	MUST(!tpatch_sets_open(broken, &error));
	MUST(error && error->kind == TPATCH_ERROR_USAGE && error->line == 3 && error->column > 0 &&
		strstr(error->file, "broken.yaml") && error->snippet);
	char *text = error ? tpatch_error_format(error) : NULL;
	MUST(text && strstr(text, "broken.yaml:3:") && strstr(text, "^"));
	tpatch_free(text);
	tpatch_error_free(error);
	error = NULL;
	MUST(!tpatch_sets_open("no-such-folder", &error) && is_error(&error, TPATCH_ERROR_USAGE));
	MUST(!tpatch_sets_open("no-such-folder", NULL));

	struct tpatch_options options = options_for("no-such-folder");
	MUST(!tpatch_plan_make(sets, &options, &error) && is_error(&error, TPATCH_ERROR_USAGE));
	options = options_for(tree);
	options.size = 0;
	MUST(!tpatch_plan_make(sets, &options, &error) && is_error(&error, TPATCH_ERROR_USAGE));
	options = options_for(tree);
	options.use = "pytorch-1.12.2";
	MUST(!tpatch_plan_make(sets, &options, &error) && error && strstr(error->hint, "pytorch-1.12.1"));
	MUST(is_error(&error, TPATCH_ERROR_USAGE));
	const char *const facts[] = { "no-such-fact=1", NULL };
	options = options_for(tree);
	options.facts = facts;
	MUST(!tpatch_plan_make(sets, &options, &error) && is_error(&error, TPATCH_ERROR_USAGE));
	options = options_for(tree);
	const char *const rules[] = { "[", NULL };
	options.rules = rules;
	MUST(!tpatch_plan_make(sets, &options, &error) && is_error(&error, TPATCH_ERROR_USAGE));
	MUST(!tpatch_rollback(tree, 0, false, &error) && is_error(&error, TPATCH_ERROR_USAGE));
	MUST(!tpatch_journal_read("no-such-folder", &error) && is_error(&error, TPATCH_ERROR_USAGE));
	MUST(!tpatch_recover("no-such-folder", &error) && is_error(&error, TPATCH_ERROR_USAGE));
}

/* A program that was built with a later header: more members, zero or not. */
static void try_later_options(const struct tpatch_sets *sets, const char *tree)
{
	struct {
		struct tpatch_options known;
		void *later;
	} options = { options_for(tree), NULL };
	options.known.size = sizeof(options);
	struct tpatch_error *error = NULL;
	struct tpatch_plan *plan = tpatch_plan_make(sets, &options.known, &error);
	MUST(plan && !error);
	tpatch_plan_free(plan);
	options.later = &options;
	MUST(!tpatch_plan_make(sets, &options.known, &error) && is_error(&error, TPATCH_ERROR_USAGE));
	/* And with an earlier one: no more than the root. */
	options.known = options_for(tree);
	options.known.size = offsetof(struct tpatch_options, use);
	options.known.use = "not looked at";
	plan = tpatch_plan_make(sets, &options.known, &error);
	MUST(plan && !error);
	tpatch_plan_free(plan);
}

/* The edits of a change, made here, must give its text after. */
static bool edits_make_it(const struct tpatch_plan *plan, size_t index)
{
	const struct tpatch_change *change = tpatch_plan_change(plan, index);
	const struct tpatch_edit *edit;
	char *made = calloc(1, change->before_size + change->after_size + 1);
	size_t at = 0, size = 0;
	bool in_order = true;
	for (size_t i = 0; (edit = tpatch_plan_edit(plan, index, i)); i++) {
		in_order = in_order && edit->begin >= at && edit->end >= edit->begin &&
			   edit->end <= change->before_size && edit->rule && edit->line && edit->column;
		memcpy(made + size, change->before + at, edit->begin - at);
		size += edit->begin - at;
		memcpy(made + size, edit->text, edit->text_size);
		size += edit->text_size;
		at = edit->end;
	}
	memcpy(made + size, change->before + at, change->before_size - at);
	size += change->before_size - at;
	bool same = in_order && size == change->after_size && memcmp(made, change->after, size) == 0;
	free(made);
	return same;
}

static void look_at(const struct tpatch_plan *plan)
{
	const struct tpatch_target *target = tpatch_plan_target(plan);
	MUST(strcmp(target->project, "pytorch") == 0 && strcmp(target->set, "pytorch-1.12.1") == 0 && target->version &&
		(target->root[0] == '/' || target->root[1] == ':'));
	MUST(!tpatch_plan_is_stopped(plan));
	const struct tpatch_rule *rule;
	size_t n_places = 0, n_rules = 0, count;
	for (count = 0; (rule = tpatch_plan_rule(plan, count)); count++) {
		n_places += rule->n_places;
		n_rules += rule->verdict == TPATCH_WOULD_PATCH;
		MUST(rule->id && rule->title && tpatch_verdict_name(rule->verdict));
	}
	MUST(n_rules > 10 && n_places > 20);
	MUST(!tpatch_plan_rule(plan, (size_t)-1) && !tpatch_plan_finding(plan, (size_t)-1) &&
		!tpatch_plan_note(plan, (size_t)-1));
	const struct tpatch_finding *finding;
	size_t found = 0;
	for (size_t i = 0; (finding = tpatch_plan_finding(plan, i)); i++)
		found += finding->n_places;
	MUST(found == n_places);
	const struct tpatch_note *note;
	for (size_t i = 0; (note = tpatch_plan_note(plan, i)); i++)
		MUST(note->text && note->text[0]);
	const struct tpatch_change *change;
	size_t sum = 0;
	for (count = 0; (change = tpatch_plan_change(plan, count)); count++) {
		size_t size;
		char *diff = tpatch_plan_diff(plan, count, 0, &size);
		MUST(change->rules[0] && change->path && edits_make_it(plan, count));
		MUST(strlen(diff) == size && strncmp(diff, "diff --git a/", 13) == 0);
		MUST(change->n_added + change->n_removed > 0);
		sum += size;
		tpatch_free(diff);
	}
	MUST(count == target->n_changes && count > 20 && target->n_files_seen >= count);
	MUST(!tpatch_plan_change(plan, count) && !tpatch_plan_edit(plan, count, 0) &&
		!tpatch_plan_edit(plan, 0, (size_t)-1));
	size_t size;
	char *diff = tpatch_plan_diff(plan, TPATCH_ALL_CHANGES, 0, &size);
	MUST(size == sum);
	tpatch_free(diff);
	diff = tpatch_plan_diff(plan, count, 3, &size);
	MUST(diff && size == 0);
	tpatch_free(diff);
}

static void try_reports(const struct tpatch_plan *plan)
{
	static const char *const rows[][2] = { { "text", "files would change" }, { "json", "\"schema\": 3" },
		{ "sarif", "\"2.1.0\"" }, { "github", "::warning " }, { "gitlab", "\"severity\": \"minor\"" },
		{ "junit", "<testsuites" }, { "html", "<!doctype html>" } };
	struct tpatch_error *error = NULL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		size_t size = 0;
		char *text = tpatch_plan_report(plan, rows[i][0], &size, &error);
		MUST(text && strlen(text) == size && strstr(text, rows[i][1]));
		tpatch_free(text);
	}
	MUST(!tpatch_plan_report(plan, "sarfi", NULL, &error) && is_error(&error, TPATCH_ERROR_USAGE));
	char *text = tpatch_plan_report(plan, "text", NULL, NULL);
	MUST(text && (strstr(text, "--rule '*{cmake,cuda}*'") || strstr(text, "--rule \"*{cmake,cuda}*\"")) &&
		strstr(text, "--fact cuda=11.8"));
	tpatch_free(text);
}

static void count_files(void *context, size_t n_files)
{
	(void)n_files;
	++*(size_t *)context;
}

static void try_options(const struct tpatch_sets *sets, const char *tree)
{
	/* Gone when the plan is looked at. */
	char *fact = strdup("cuda=11.8"), *rule = strdup("*{cmake,cuda}*"), *glob = strdup("!third_party/**");
	const char *facts[] = { fact, NULL }, *rules[] = { rule, NULL }, *globs[] = { glob, NULL };
	size_t calls = 0;
	struct tpatch_options options = options_for(tree);
	options.facts = facts;
	options.rules = rules;
	options.globs = globs;
	options.n_threads = 1;
	options.progress = count_files;
	options.progress_context = &calls;
	struct tpatch_error *error = NULL;
	struct tpatch_plan *plan = tpatch_plan_make(sets, &options, &error);
	MUST(plan && !error);
	memset(fact, '?', strlen(fact));
	memset(rule, '?', strlen(rule));
	memset(glob, '?', strlen(glob));
	free(fact);
	free(rule);
	free(glob);
	const struct tpatch_change *change;
	for (size_t i = 0; plan && (change = tpatch_plan_change(plan, i)); i++)
		MUST(strncmp(change->path, "third_party/", 12) != 0 && change->rules[0]);
	if (plan)
		try_reports(plan);
	tpatch_plan_free(plan);
}

static void try_glob_of_nothing(const struct tpatch_sets *sets, const char *tree)
{
	const char *globs[] = { "setup.py", "no-such-folder/**", NULL };
	struct tpatch_options options = options_for(tree);
	options.globs = globs;
	struct tpatch_error *error = NULL;
	MUST(!tpatch_plan_make(sets, &options, &error));
	MUST(error && error->kind == TPATCH_ERROR_USAGE && strstr(error->message, "no-such-folder"));
	tpatch_error_free(error);
}

struct at_work {
	const struct tpatch_sets *sets;
	const char *tree;
	char *diff;
};

static void *plan_in_thread(void *argument)
{
	struct at_work *work = argument;
	struct tpatch_options options = options_for(work->tree);
	struct tpatch_plan *plan = tpatch_plan_make(work->sets, &options, NULL);
	work->diff = plan ? tpatch_plan_diff(plan, TPATCH_ALL_CHANGES, 3, NULL) : NULL;
	tpatch_plan_free(plan);
	return NULL;
}

static void try_threads(const struct tpatch_sets *sets, const char *tree)
{
	struct at_work work[2] = { { sets, tree, NULL }, { sets, tree, NULL } };
	pthread_t threads[2];
	for (size_t i = 0; i < 2; i++)
		MUST(pthread_create(&threads[i], NULL, plan_in_thread, &work[i]) == 0);
	for (size_t i = 0; i < 2; i++)
		MUST(pthread_join(threads[i], NULL) == 0);
	MUST(work[0].diff && work[1].diff && strcmp(work[0].diff, work[1].diff) == 0);
	tpatch_free(work[0].diff);
	tpatch_free(work[1].diff);
}

static void try_unfit(const char *unfit, const char *extra)
{
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = tpatch_sets_open(extra, &error);
	MUST(sets && !error);
	bool found = false;
	const struct tpatch_set *set;
	for (size_t i = 0; sets && (set = tpatch_sets_at(sets, i)); i++)
		found = found || (strcmp(set->name, "demo-1") == 0 && strcmp(set->project, "demo") == 0 &&
					 set->n_rules == 1 && set->versions && set->origin);
	MUST(found);
	struct tpatch_options options = options_for(unfit);
	struct tpatch_plan *plan = sets ? tpatch_plan_make(sets, &options, &error) : NULL;
	MUST(plan && tpatch_plan_is_stopped(plan) && tpatch_plan_rule(plan, 0)->verdict == TPATCH_MISSING &&
		tpatch_plan_rule(plan, 0)->detail);
	MUST(plan && !tpatch_commit(plan, &error) && is_error(&error, TPATCH_ERROR_UNFIT));
	tpatch_plan_free(plan);
	tpatch_sets_free(sets);
}

static bool journal_is(const char *tree, size_t count, enum tpatch_run_state last)
{
	struct tpatch_journal *journal = tpatch_journal_read(tree, NULL);
	const struct tpatch_run *run = NULL;
	size_t n = 0;
	for (; journal && tpatch_journal_run(journal, n); n++)
		run = tpatch_journal_run(journal, n);
	bool is = journal && n == count && (!run || (run->state == last && run->number == count && run->time_ns > 0));
	if (run && run->n_files)
		is = is && tpatch_journal_path(journal, n - 1, run->n_files - 1) &&
		     !tpatch_journal_path(journal, n - 1, run->n_files);
	tpatch_journal_free(journal);
	return is;
}

static void try_writing(const struct tpatch_sets *sets, const char *tree)
{
	struct tpatch_error *error = NULL;
	struct tpatch_options options = options_for(tree);
	struct tpatch_plan *plan = tpatch_plan_make(sets, &options, &error);
	struct tpatch_outcome *outcome = tpatch_recover(tree, &error);
	MUST(outcome && outcome->run == 0 && journal_is(tree, 0, TPATCH_RUN_APPLIED));
	tpatch_outcome_free(outcome);
	outcome = tpatch_commit(plan, &error);
	MUST(outcome && outcome->run == 1 && outcome->n_files == tpatch_plan_target(plan)->n_changes &&
		outcome->warnings && !outcome->warnings[0]);
	tpatch_outcome_free(outcome);
	MUST(journal_is(tree, 1, TPATCH_RUN_APPLIED));
	MUST(!tpatch_commit(plan, &error) && error && strstr(error->message, tpatch_plan_change(plan, 0)->path));
	MUST(is_error(&error, TPATCH_ERROR_IO));
	struct tpatch_plan *again = tpatch_plan_make(sets, &options, &error);
	MUST(again && tpatch_plan_target(again)->n_changes == 0);
	outcome = tpatch_commit(again, &error);
	MUST(outcome && outcome->run == 0);
	tpatch_outcome_free(outcome);
	tpatch_plan_free(again);

	char path[4096];
	snprintf(path, sizeof(path), "%s/%s", tree, tpatch_plan_change(plan, 0)->path);
	FILE *file = fopen(path, "a");
	MUST(file && fputs("edited\n", file) >= 0 && fclose(file) == 0);
	MUST(!tpatch_rollback(tree, 0, false, &error) && is_error(&error, TPATCH_ERROR_UNFIT));
	outcome = tpatch_rollback(tree, 1, true, &error);
	MUST(outcome && outcome->run == 1 && outcome->kept_run == 2);
	tpatch_outcome_free(outcome);
	outcome = tpatch_rollback(tree, 2, false, &error);
	MUST(outcome && outcome->run == 3 && outcome->n_files == 1 && !error);
	tpatch_outcome_free(outcome);
	MUST(journal_is(tree, 3, TPATCH_RUN_APPLIED));
	outcome = tpatch_rollback(tree, 0, false, &error);
	MUST(outcome && outcome->run == 3 && !error);
	tpatch_outcome_free(outcome);
	MUST(journal_is(tree, 3, TPATCH_RUN_UNDONE));
	tpatch_plan_free(plan);
}

int main(int argc, char **argv)
{
	if (argc != 5)
		return 2;
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = tpatch_sets_open(NULL, &error);
	MUST(sets && !error);
	MUST(!sets || (tpatch_sets_at(sets, 0) && !tpatch_sets_at(sets, (size_t)-1)));
	MUST(strlen(tpatch_version()) >= 5);
	MUST(strcmp(tpatch_verdict_name(TPATCH_NOT_NEEDED), "not-needed") == 0 &&
		!tpatch_verdict_name((enum tpatch_verdict)99));
	tpatch_sets_free(NULL);
	tpatch_plan_free(NULL);
	tpatch_outcome_free(NULL);
	tpatch_journal_free(NULL);
	tpatch_error_free(NULL);
	tpatch_free(NULL);
	try_errors(sets, argv[1], argv[4]);
	try_later_options(sets, argv[1]);
	try_options(sets, argv[1]);
	try_glob_of_nothing(sets, argv[1]);
	try_threads(sets, argv[1]);
	struct tpatch_options options = options_for(argv[1]);
	struct tpatch_plan *plan = tpatch_plan_make(sets, &options, &error);
	if (plan)
		look_at(plan);
	MUST(plan && !error);
	tpatch_plan_free(plan);
	try_unfit(argv[2], argv[3]);
	try_writing(sets, argv[1]);
	tpatch_sets_free(sets);
	printf("every: %zu passed, %zu failed\n", passed, failed);
	return failed != 0;
}
