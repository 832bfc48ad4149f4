/* A drafted rule, loaded and run. */
#include "draft/draft_private.h"

#include <string.h>

#include "patchset/patchset.h"
#include "author/prove.h"
#include "format/yaml_write.h"
#include "plan/plan.h"

#define CALLED "rule 'trial' " /* by the planner's messages */

static void write_pack(const struct draft_rule *rule, struct str *out)
{
	str_add_cstr(out,
		"tpatch: 1\npack: trial\nsummary: trial\nrules:\n  - id: trial\n    title: trial\n    why: trial\n"
		"    files:");
	yaml_write_text(out, 6, slice_of(rule->path));
	draft_write_protected(rule, out);
	draft_write_edits(rule, out);
	draft_write_tests(rule, out);
}

static void prove(const struct rule *rule, struct arena *arena, struct trial *out)
{
	struct proof_report report = { 0 };
	prove_rule(rule, &report);
	out->proves = report.n_failures == 0;
	if (!out->proves) {
		struct str why = STR_INIT;
		str_addf(&why, "its own lines as a test (%s): %s", report.failures[0].how, report.failures[0].why);
		out->problem = arena_dup(arena, str_slice(&why));
		str_release(&why);
	}
	proof_report_release(&report);
}

/* What the rule has made must be recognised without anyone's word for it. */
static bool shows(const struct rule *rule, const char *path, struct slice made)
{
	struct err err = ERR_INIT;
	struct rule_attempt again;
	bool ok = rule_attempt_run(rule, path, made, &again, &err) && again.verdict == VERDICT_ALREADY_PATCHED;
	rule_attempt_release(&again);
	err_release(&err);
	return ok;
}

/* Nobody but us knows the rule by its name. */
static const char *without_name(const char *message, struct arena *arena)
{
	struct str text = STR_INIT;
	bool is_named = slice_starts_with(slice_of(message), CALLED);
	str_addf(&text, "%s%s", is_named ? "it " : "", is_named ? message + strlen(CALLED) : message);
	const char *kept = arena_dup(arena, str_slice(&text));
	str_release(&text);
	return kept;
}

static void apply(const struct rule *rule, const char *path, struct slice text, struct arena *arena, struct trial *out)
{
	struct err err = ERR_INIT;
	struct rule_attempt attempt;
	bool ok = rule_attempt_run(rule, path, text, &attempt, &err);
	out->applies = ok && attempt.verdict == VERDICT_WOULD_PATCH;
	out->n_applied = attempt.n_applied;
	str_add(&out->after, str_slice(&attempt.after));
	if (!ok)
		out->problem = without_name(err.message, arena);
	else if (!out->applies && attempt.detail)
		out->problem = arena_strdup(arena, attempt.detail);
	else if (!out->applies)
		out->problem = attempt.verdict == VERDICT_ALREADY_PATCHED ? "the tree already has it"
									  : "it has nothing to do there";
	out->settles = out->applies && attempt.n_edits + attempt.n_applied == rule->expect_edits.min &&
		       shows(rule, path, str_slice(&out->after));
	rule_attempt_release(&attempt);
	err_release(&err);
}

void trial_run(const struct draft_rule *rule, struct slice text, struct arena *arena, struct trial *out)
{
	struct str yaml = STR_INIT;
	struct err err = ERR_INIT;
	*out = (struct trial){ 0 };
	write_pack(rule, &yaml);
	struct patchset_library *library = patchset_library_load_text("draft", str_slice(&yaml), &err);
	const struct patchset *pack =
		library ? patchset_library_find(library, PATCHSET_PACK, SLICE_LITERAL("trial")) : NULL;
	if (pack) {
		prove(pack->rules[0], arena, out);
		out->applies = !text.ptr;
		if (text.ptr && out->proves)
			apply(pack->rules[0], rule->path, text, arena, out);
	} else {
		out->problem = arena_strdup(arena, err.message ? err.message : "it does not load");
	}
	patchset_library_free(library);
	err_release(&err);
	str_release(&yaml);
}

void trial_release(struct trial *trial)
{
	str_release(&trial->after);
}
