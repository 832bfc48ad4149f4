/*
 * The first byte chooses a file name; the rest is the file. Every rule of the embedded sets and of tests/fuzz/rules/
 * that is of the file's language looks at it, alone and then all together: what comes out must be settled, and stay as
 * it is the second time. With the record of the run, the second look must say that the rule was applied; without it
 * too, unless the result is that something is gone: then it must say no more than that nothing is there. Run it in the
 * root of the repository.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fuzz.h"
#include "plan/compose.h"

#define RULES_FOLDER "tests/fuzz/rules"
#define MAX_RULES 512

static struct {
	struct patchset_library *library;
	struct active_rule rules[MAX_RULES];
	size_t count;
	struct regex_scratch *scratch;
} all;

static void add_rule(const struct rule *rule)
{
	for (size_t i = 0; i < all.count; i++)
		if (all.rules[i].rule == rule)
			return;
	MUST(all.count < MAX_RULES);
	all.rules[all.count] = (struct active_rule){ .rule = rule, .index = all.count, .position = all.count };
	all.count++;
}

static void load_rules(void)
{
	struct err err = ERR_INIT;
	size_t n_sets;
	all.library = patchset_library_load(RULES_FOLDER, &err);
	if (!all.library) {
		fprintf(stderr, "%s: %s\n", err.file ? err.file : RULES_FOLDER, err.message);
		abort();
	}
	const struct patchset *const *sets = patchset_library_all(all.library, PATCHSET_SET, &n_sets);
	for (size_t s = 0; s < n_sets; s++)
		for (size_t i = 0; i < sets[s]->n_rules; i++)
			add_rule(sets[s]->rules[i]);
	all.scratch = regex_scratch_new();
}

/* What some rules make of a file. */
struct result {
	struct worker worker;
	size_t matched_files[MAX_RULES], passed[MAX_RULES];
	struct err err;
	bool ok;
	struct slice after; /* the file itself where nothing changes */
	bool conflict, limited;
};

static void result_release(struct result *result)
{
	free(result->worker.findings);
	free(result->worker.notes);
	free(result->worker.candidates);
	arena_release(&result->worker.arena);
	err_release(&result->err);
	free(result);
}

static struct result *evaluate(const char *path, struct slice bytes, const struct active_rule *const *rules,
	size_t n_rules, const struct applied_lookup *applied)
{
	static const bool named[MAX_RULES];
	struct result *result = xcalloc(1, sizeof(*result));
	const struct file_stat st = { .type = FILE_REGULAR, .size = bytes.len, .mode = 0644 };
	struct file_task task = { .path = path,
		.bytes = bytes,
		.st = &st,
		.rules = rules,
		.n_rules = n_rules,
		.named = named,
		.applied = applied };
	result->worker.matched_files = result->matched_files;
	result->worker.passed = result->passed;
	result->worker.scratch = all.scratch;
	result->ok = plan_one_file(&task, &result->worker, &result->err);
	result->after = bytes;
	MUST(result->ok == (result->err.kind == ERR_NONE));
	if (!result->ok)
		return result;
	MUST(result->worker.n_candidates <= 1);
	if (result->worker.n_candidates) {
		const struct change *change = &result->worker.candidates[0].change;
		MUST(slice_eq(change->before, bytes) && !slice_eq(change->after, bytes));
		MUST(change->n_rules > 0 && change->n_edits > 0);
		result->after = change->after;
	}
	for (size_t i = 0; i < result->worker.n_findings; i++)
		result->conflict |= result->worker.findings[i].verdict == VERDICT_CONFLICT;
	for (size_t i = 0; i < result->worker.n_notes; i++)
		result->limited |= strstr(result->worker.notes[i].text, "limit") != NULL;
	return result;
}

static _Noreturn void fail_rule(
	const char *what, const struct active_rule *const *rules, size_t n_rules, const struct err *err)
{
	fprintf(stderr, "%s: %s\n", n_rules == 1 ? rules[0]->rule->id : "all rules",
		err && err->message ? err->message : what);
	fuzz_fail(__FILE__, __LINE__, what);
}

static struct slice with_crlf(struct slice text)
{
	struct str out = STR_INIT;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\n')
			str_add_char(&out, '\r');
		str_add_char(&out, text.ptr[i]);
	}
	size_t len = out.len;
	return slice_from(str_detach(&out), len);
}

/* Git for Windows checks out CRLF: the same edits must come out. */
static void check_crlf(const char *path, struct slice bytes, const struct result *lf, const struct active_rule *rule)
{
	bool has_lines = slice_find(bytes, SLICE_LITERAL("\n"), 0) != (size_t)-1;
	if (!has_lines || slice_find(bytes, SLICE_LITERAL("\r"), 0) != (size_t)-1)
		return;
	struct slice own = with_crlf(bytes), wanted = with_crlf(lf->after);
	struct result *crlf = evaluate(path, own, &rule, 1, NULL);
	if (crlf->ok != lf->ok || (!crlf->limited && !lf->limited && !slice_eq(crlf->after, wanted)))
		fail_rule("CRLF makes a difference", &rule, 1, &crlf->err);
	result_release(crlf);
	free((char *)own.ptr);
	free((char *)wanted.ptr);
}

/* The record of the run that made *ctx of the file. */
static bool was_applied(const void *ctx, const char *rule_id, const char *path)
{
	(void)ctx, (void)rule_id, (void)path;
	return true;
}

static bool has_made(const void *ctx, const char *rule_id, struct hash edit, const char *path, struct slice bytes)
{
	(void)rule_id, (void)edit, (void)path;
	return slice_eq(bytes, *(const struct slice *)ctx);
}

static bool is_provable(const struct rule *rule)
{
	bool provable = true;
	for (size_t i = 0; i < rule->n_edits; i++)
		provable &= edit_rule_is_provable(rule->compiled[i]);
	return provable;
}

/* Looks at what came out once more, with or without the record of the run. */
static void check_again(const char *path, struct slice bytes, const struct active_rule *const *rules, size_t n_rules,
	const struct applied_lookup *applied)
{
	struct result *second = evaluate(path, bytes, rules, n_rules, applied);
	const struct worker *worker = &second->worker;
	bool one_applied = worker->n_findings == 1 && worker->findings[0].verdict == VERDICT_ALREADY_PATCHED;
	bool nothing_there =
		worker->n_findings == 0 || (worker->n_findings == 1 && worker->findings[0].verdict == VERDICT_MISSING);
	if (!second->ok || worker->n_candidates)
		fail_rule("the second time makes a change", rules, n_rules, &second->err);
	if (n_rules == 1 && !one_applied && (applied || is_provable(rules[0]->rule) || !nothing_there))
		fail_rule(applied ? "the record of the run is not heeded" : "what was made is not seen as made", rules,
			n_rules, NULL);
	result_release(second);
}

static void check(const char *path, struct slice bytes, const struct active_rule *const *rules, size_t n_rules)
{
	struct result *first = evaluate(path, bytes, rules, n_rules, NULL);
	/* A rule that would change its own result is refused: that is safe, but no honest rule should come to it.
	 * $FUZZ_STRICT looks for these. */
	if (!first->ok && (first->err.kind != ERR_UNFIT || (n_rules == 1 && getenv("FUZZ_STRICT"))))
		fail_rule("a rule that is refused", rules, n_rules, &first->err);
	if (n_rules == 1 && rules[0]->rule->n_edits == 1 && first->conflict)
		fail_rule("an edit that contradicts itself", rules, n_rules, NULL);
	if (first->ok && first->worker.n_candidates) {
		check_again(path, first->after, rules, n_rules, NULL);
		if (n_rules == 1)
			check_again(path, first->after, rules, n_rules,
				&(struct applied_lookup){
					.ctx = &first->after, .was_applied = was_applied, .has_made = has_made });
	}
	if (n_rules == 1 && first->ok)
		check_crlf(path, bytes, first, rules[0]);
	result_release(first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = { "CMakeLists.txt", "setup.py", "notes.txt", "kernel.cu", "defs.bzl",
		"build.sh", "build.bat", "pyproject.toml", "requirements.txt" };
	struct fuzz_input input = fuzz_open(data, size);
	const char *path = names[fuzz_byte(&input) % COUNT_OF(names)];
	const struct active_rule *rules[MAX_RULES];
	size_t count = 0;
	if (!all.library)
		load_rules();
	struct slice bytes = fuzz_exact(input.rest);
	for (size_t i = 0; i < all.count; i++) {
		if (all.rules[i].rule->language != language_of_path(slice_of(path)))
			continue;
		rules[count++] = &all.rules[i];
		check(path, bytes, &rules[count - 1], 1);
	}
	check(path, bytes, rules, count);
	free((char *)bytes.ptr);
	return 0;
}
