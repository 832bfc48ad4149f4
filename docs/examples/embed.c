/* Patches a tree: cc embed.c $(pkg-config --cflags --libs tpatch) -o embed && ./embed DIR [write] */
#include <stdio.h>
#include <string.h>
#include <tpatch.h>

static int fail(struct tpatch_error *error)
{
	char *text = tpatch_error_format(error);
	fputs(text, stderr);
	tpatch_free(text);
	int code = error->kind;
	tpatch_error_free(error);
	return code;
}

static void show(const struct tpatch_plan *plan)
{
	const struct tpatch_target *target = tpatch_plan_target(plan);
	printf("%s %s, set %s: %zu files would change\n", target->project, target->version, target->set, target->n_changes);
	const struct tpatch_finding *finding;
	for (size_t i = 0; (finding = tpatch_plan_finding(plan, i)); i++)
		if (finding->verdict == TPATCH_WOULD_PATCH)
			printf("%s:%zu: %s\n", finding->path, finding->line, finding->rule);
	char *diff = tpatch_plan_diff(plan, TPATCH_ALL_CHANGES, 3, NULL);
	fputs(diff, stdout);
	tpatch_free(diff);
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = tpatch_sets_open(NULL, &error);
	if (!sets)
		return fail(error);
	struct tpatch_options options = { .size = sizeof(options), .root = argv[1] };
	struct tpatch_plan *plan = tpatch_plan_make(sets, &options, &error);
	if (plan && argc == 2)
		show(plan);
	struct tpatch_outcome *outcome = plan && argc > 2 && strcmp(argv[2], "write") == 0 ? tpatch_commit(plan, &error) : NULL;
	if (outcome)
		printf("%zu files written as run %lu\n", outcome->n_files, outcome->run);
	tpatch_outcome_free(outcome);
	tpatch_plan_free(plan);
	tpatch_sets_free(sets);
	return error ? fail(error) : 0;
}
