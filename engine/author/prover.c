/* Rules that look at a text without a tree. */
#include <stdlib.h>

#include "author/prove_private.h"
#include "base/alloc.h"

static bool was_applied(const void *ctx, const char *rule_id, const char *path)
{
	(void)ctx, (void)rule_id, (void)path;
	return true;
}

static bool has_made(const void *ctx, const char *rule_id, struct hash edit, const char *path, struct slice bytes)
{
	(void)ctx, (void)rule_id, (void)edit, (void)path, (void)bytes;
	return true;
}

const struct applied_lookup prover_made = { .was_applied = was_applied, .has_made = has_made };

static void free_room(struct prover *prover)
{
	struct worker *worker = &prover->worker;
	free(prover->active);
	free(worker->rules);
	free(worker->named);
	free(worker->matched_files);
	free(worker->passed);
}

/* Room for what a file is looked at with, for as many rules. */
static void make_room(struct prover *prover, size_t n_rules)
{
	struct worker *worker = &prover->worker;
	if (prover->n_rules >= n_rules)
		return;
	prover->n_rules = n_rules;
	free_room(prover);
	prover->active = xcalloc(n_rules, sizeof(*prover->active));
	worker->rules = xcalloc(n_rules, sizeof(*worker->rules));
	worker->named = xcalloc(n_rules, sizeof(*worker->named));
	worker->matched_files = xcalloc(n_rules, sizeof(*worker->matched_files));
	worker->passed = xcalloc(n_rules, sizeof(*worker->passed));
}

void prover_init(struct prover *prover)
{
	*prover = (struct prover){ .is_excerpt = true };
	prover->worker.scratch = regex_scratch_new();
	make_room(prover, 2);
}

void prover_release(struct prover *prover)
{
	struct worker *worker = &prover->worker;
	regex_scratch_free(worker->scratch);
	free_room(prover);
	free(worker->findings);
	free(worker->notes);
	free(worker->candidates);
	arena_release(&worker->arena);
}

bool prover_run(struct prover *prover, const struct rule *const *rules, size_t n_rules, const char *path,
	struct slice text, bool is_named, struct slice *result, struct err *err)
{
	make_room(prover, n_rules);
	struct worker *worker = &prover->worker;
	for (size_t i = 0; i < n_rules; i++) {
		prover->active[i] = (struct active_rule){ .rule = rules[i], .index = i, .position = i };
		worker->rules[i] = &prover->active[i];
		worker->named[i] = is_named;
		worker->matched_files[i] = worker->passed[i] = 0;
	}
	const struct file_stat st = { .type = FILE_REGULAR, .size = text.len, .mode = 0644 };
	struct file_task task = { .path = path,
		.bytes = text,
		.st = &st,
		.rules = worker->rules,
		.n_rules = n_rules,
		.named = worker->named,
		.is_excerpt = prover->is_excerpt,
		.order = prover->order,
		.applied = prover->applied };
	bool ok = plan_one_file(&task, worker, err);
	*result = worker->n_candidates ? worker->candidates[0].change.after : text;
	return ok;
}
