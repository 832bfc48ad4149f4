/* What a plan holds, as the caller sees it. */
#include <string.h>

#include "base/mode.h"
#include "api/private.h"
#include "report/report.h"
#include "text/source.h"

/* The caller's verdicts are the engine's. */
#define SAME_NUMBER(id_, ...) _Static_assert((int)TPATCH_##id_ == (int)VERDICT_##id_, #id_);
VERDICTS(SAME_NUMBER)

static const char *rule_id(const struct plan *plan, size_t rule)
{
	return rule < plan->n_rules ? plan->rules[rule].rule->id : NULL;
}

static void view_rules(struct tpatch_plan *plan)
{
	const struct plan *from = &plan->session.plan;
	struct plan_view *view = &plan->view;
	view->rules = arena_alloc(&view->arena, from->n_rules * sizeof(*view->rules));
	for (size_t i = 0; i < from->n_rules; i++) {
		const struct rule_result *result = &from->rules[i];
		view->rules[i] = (struct tpatch_rule){
			.id = result->rule->id,
			.title = result->rule->title,
			.why = result->rule->why,
			.links = result->rule->links,
			.verdict = (enum tpatch_verdict)result->verdict,
			.detail = result->detail,
			.n_files = result->n_files,
			.n_places = result->n_edits,
			.n_applied_files = result->n_applied_files,
			.n_applied_places = result->n_applied_edits,
		};
	}
}

static void view_findings(struct tpatch_plan *plan)
{
	const struct plan *from = &plan->session.plan;
	struct plan_view *view = &plan->view;
	view->findings = arena_alloc(&view->arena, from->n_findings * sizeof(*view->findings));
	for (size_t i = 0; i < from->n_findings; i++) {
		const struct finding *finding = &from->findings[i];
		view->findings[i] = (struct tpatch_finding){
			.rule = rule_id(from, finding->rule),
			.path = finding->path,
			.verdict = (enum tpatch_verdict)finding->verdict,
			.line = finding->line,
			.column = finding->column,
			.n_places = finding->n_edits,
			.n_applied_places = finding->n_applied,
			.detail = finding->detail,
		};
	}
	view->notes = arena_alloc(&view->arena, from->n_notes * sizeof(*view->notes));
	for (size_t i = 0; i < from->n_notes; i++) {
		const struct plan_note *note = &from->notes[i];
		view->notes[i] = (struct tpatch_note){ rule_id(from, note->rule), note->path, note->line, note->column,
			note->text };
	}
}

static struct tpatch_edit *view_edits(const struct plan *plan, const struct change *change, struct arena *arena)
{
	struct tpatch_edit *edits = arena_alloc(arena, change->n_edits * sizeof(*edits));
	struct source source;
	source_init(&source, change->path, change->before);
	for (size_t i = 0; i < change->n_edits; i++) {
		const struct edit *edit = &change->edits[i];
		struct place place = source_place(&source, edit->begin);
		edits[i] = (struct tpatch_edit){
			.rule = rule_id(plan, edit->owner),
			.begin = edit->begin,
			.end = edit->end,
			.line = place.line,
			.column = place.column,
			.text = edit->text.ptr ? edit->text.ptr : "",
			.text_size = edit->text.len,
		};
	}
	source_release(&source);
	return edits;
}

static struct tpatch_change view_change(const struct plan *plan, const struct change *change, struct arena *arena)
{
	const char **rules = arena_alloc(arena, (change->n_rules + 1) * sizeof(*rules));
	for (size_t i = 0; i < change->n_rules; i++)
		rules[i] = rule_id(plan, change->rules[i]);
	struct str diff = STR_INIT;
	struct diff_stat stat = { 0 };
	report_change(change, 0, &diff, &stat);
	str_release(&diff);
	return (struct tpatch_change){
		.path = change->path,
		.new_path = change->new_path,
		.is_new = change->is_new,
		.is_gone = change->is_gone,
		.changes_mode = change->changes_mode,
		.executable = change->changes_mode && mode_is_executable(change->mode),
		.before = change->before.ptr ? change->before.ptr : "",
		.before_size = change->before.len,
		.after = change->after.ptr ? change->after.ptr : "",
		.after_size = change->after.len,
		.rules = rules,
		.n_edits = change->n_edits,
		.n_added = stat.added,
		.n_removed = stat.removed,
	};
}

void embed_view(struct tpatch_plan *plan)
{
	const struct plan *from = &plan->session.plan;
	struct plan_view *view = &plan->view;
	view->target = (struct tpatch_target){
		.root = root_path(plan->session.root),
		.project = plan->session.target.project->name,
		.version = plan->session.target.label,
		.set = plan->session.set->name,
		.commit = plan->session.target.commit,
		.n_files_seen = from->counts.files_seen,
		.n_changes = from->n_changes,
	};
	view_rules(plan);
	view_findings(plan);
	view->changes = arena_alloc(&view->arena, from->n_changes * sizeof(*view->changes));
	view->edits = arena_alloc(&view->arena, from->n_changes * sizeof(*view->edits));
	for (size_t i = 0; i < from->n_changes; i++) {
		view->changes[i] = view_change(from, &from->changes[i], &view->arena);
		view->edits[i] = view_edits(from, &from->changes[i], &view->arena);
	}
}

const struct tpatch_target *tpatch_plan_target(const struct tpatch_plan *plan)
{
	return &plan->view.target;
}

const char *tpatch_verdict_name(enum tpatch_verdict verdict)
{
	return (unsigned)verdict < VERDICT_COUNT ? verdict_name((enum verdict)verdict) : NULL;
}

const struct tpatch_rule *tpatch_plan_rule(const struct tpatch_plan *plan, size_t index)
{
	return index < plan->session.plan.n_rules ? &plan->view.rules[index] : NULL;
}

const struct tpatch_finding *tpatch_plan_finding(const struct tpatch_plan *plan, size_t index)
{
	return index < plan->session.plan.n_findings ? &plan->view.findings[index] : NULL;
}

const struct tpatch_note *tpatch_plan_note(const struct tpatch_plan *plan, size_t index)
{
	return index < plan->session.plan.n_notes ? &plan->view.notes[index] : NULL;
}

const struct tpatch_change *tpatch_plan_change(const struct tpatch_plan *plan, size_t index)
{
	return index < plan->session.plan.n_changes ? &plan->view.changes[index] : NULL;
}

const struct tpatch_edit *tpatch_plan_edit(const struct tpatch_plan *plan, size_t change, size_t index)
{
	return change < plan->session.plan.n_changes && index < plan->session.plan.changes[change].n_edits
		       ? &plan->view.edits[change][index]
		       : NULL;
}
