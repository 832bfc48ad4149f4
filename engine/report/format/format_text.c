/*
 * The summary a person reads: what the tree is, what each rule found, what blocks the run, what to do next.
 */
#include <stdint.h>
#include <string.h>

#include "base/path.h"
#include "report/shell_line.h"
#include "report/report.h"
#include "report/text_head.h"
#include "text/wrap.h"

#define BOLD "\033[1m"
#define DIM "\033[2m"
#define RED "\033[1;31m"
#define GREEN "\033[32m"
#define YELLOW "\033[33m"
#define RESET "\033[0m"

/* Notes and files listed without --verbose; more are counted. */
#define SHOWN 10

/* Rules that are not needed listed without --verbose: a set has many for other machines. More are counted. */
#define SHOWN_NOT_NEEDED 8

/* Columns of a verdict's word, but for the rare long one. */
#define VERDICT_WIDTH 17

/* Columns that the third column of the rules wants; with fewer it gets lines of its own. */
#define LEAST_DETAIL 24

static const char *verdict_color(enum verdict verdict)
{
	if (verdict_stops(verdict))
		return RED;
	if (verdict == VERDICT_WOULD_PATCH)
		return GREEN;
	if (verdict == VERDICT_DECLINED)
		return YELLOW;
	return verdict == VERDICT_ALREADY_PATCHED ? "\033[36m" : DIM;
}

static void add_colored(const struct report *report, const char *color, const char *text, size_t width, struct str *out)
{
	size_t len = strlen(text);
	if (report->colored)
		str_add_cstr(out, color);
	str_add_cstr(out, text);
	if (report->colored)
		str_add_cstr(out, RESET);
	if (len < width)
		str_add_repeat(out, ' ', width - len);
}

/* Of the rules: where they begin is given by those before. */
struct columns {
	size_t verdict, id;
};

/* Appends the line, broken as the terminal wants it, and its end; `line` is empty afterwards. */
static void end_line(const struct report *report, size_t indent, struct str *line, struct str *out)
{
	wrap_add(str_slice(line), 0, indent, report->width, out);
	str_add_char(out, '\n');
	str_release(line);
}

/* The earlier run in which the rule was declined, or NULL. */
static const struct run *declined_in(const struct report *report, const struct rule_result *rule)
{
	return report->journal ? journal_declined_in(report->journal, rule->rule->id, NULL) : NULL;
}

static void add_counts(const struct report *report, const struct rule_result *rule, struct str *out)
{
	const struct run *run = rule->n_declined_edits ? declined_in(report, rule) : NULL;
	if (rule->n_edits)
		str_addf(out, "%zu place%s in %zu file%s", rule->n_edits, str_plural(rule->n_edits), rule->n_files,
			str_plural(rule->n_files));
	if (rule->n_applied_edits && rule->n_edits)
		str_addf(out, ", %zu already patched", rule->n_applied_edits);
	else if (rule->n_applied_edits && !rule->n_applied_files) /* beside those of the file that are declined */
		str_addf(out, "%zu place%s already patched", rule->n_applied_edits, str_plural(rule->n_applied_edits));
	else if (rule->n_applied_edits)
		str_addf(out, "%zu place%s in %zu file%s", rule->n_applied_edits, str_plural(rule->n_applied_edits),
			rule->n_applied_files, str_plural(rule->n_applied_files));
	if (rule->n_declined_edits)
		str_addf(out, "%s%zu place%s in %zu file%s%s", rule->n_edits || rule->n_applied_edits ? "; " : "",
			rule->n_declined_edits, str_plural(rule->n_declined_edits), rule->n_declined_files,
			str_plural(rule->n_declined_files),
			rule->n_edits || rule->n_applied_edits ? " declined"
			: run                                  ? ", declined"
							       : "");
	if (run)
		str_addf(out, " in run %lu", run->number);
}

/* Verdict, id and the rest, in columns; where these are too narrow for the rest, it is below. */
static void add_rule(const struct report *report, enum verdict verdict, const char *id, struct columns columns,
	struct str *detail, struct str *out)
{
	size_t at = 2 + columns.verdict + columns.id;
	bool is_below = report->width && at + LEAST_DETAIL > report->width;
	struct str line = STR_INIT;
	str_add_cstr(&line, "  ");
	add_colored(report, verdict_color(verdict), report_verdict_label(report, verdict),
		is_below ? strlen(report_verdict_label(report, verdict)) + 2 : columns.verdict, &line);
	str_add_cstr(&line, id);
	if (detail->len && !is_below && id[0])
		str_add_repeat(&line, ' ', columns.id - strlen(id));
	if (is_below && id[0]) {
		wrap_add(str_slice(&line), 0, 4, report->width, out);
		str_add_cstr(out, detail->len ? "\n      " : "");
		wrap_add(str_slice(detail), 6, 6, report->width, out);
	} else {
		str_add_cstr(out, line.ptr);
		wrap_add(str_slice(detail), wrap_columns(str_slice(&line)),
			id[0]      ? at
			: is_below ? 6
				   : 2 + columns.verdict,
			report->width, out);
	}
	str_add_char(out, '\n');
	str_release(&line);
	str_release(detail);
}

/* Is the rule counted in one line with others, instead of having its own? */
static bool is_folded(const struct report *report, enum verdict verdict, size_t n_left_out)
{
	return (verdict == VERDICT_NOT_NEEDED && n_left_out) || (verdict == VERDICT_NEEDS_FACT && !report->verbose);
}

/* Those that stop the run, or the others. */
static void add_rules(const struct report *report, bool stopping, struct str *out)
{
	const struct plan *plan = report->plan;
	size_t longest = 0, width = VERDICT_WIDTH, n_left_out = plan->verdicts[VERDICT_NOT_NEEDED];
	if (report->verbose || n_left_out <= SHOWN_NOT_NEEDED || n_left_out == plan->n_rules)
		n_left_out = 0;
	for (size_t i = 0; i < plan->n_rules; i++) {
		if (is_folded(report, plan->rules[i].verdict, n_left_out))
			continue;
		if (strlen(plan->rules[i].rule->id) > longest)
			longest = strlen(plan->rules[i].rule->id);
		if (strlen(report_verdict_label(report, plan->rules[i].verdict)) + 2 > width)
			width = strlen(report_verdict_label(report, plan->rules[i].verdict)) + 2;
	}
	struct columns columns = { width, longest + 2 };
	struct str detail = STR_INIT;
	for (size_t i = 0; i < plan->n_rules; i++) {
		const struct rule_result *rule = &plan->rules[i];
		if (is_folded(report, rule->verdict, n_left_out) || verdict_stops(rule->verdict) != stopping)
			continue;
		if (rule->rule->notice && (rule->verdict == VERDICT_NOTE || rule->verdict == VERDICT_WARNING ||
						  rule->verdict == VERDICT_REFUSED))
			str_add_cstr(&detail, rule->rule->title);
		else if (verdict_stops(rule->verdict) ||
			 (!rule->n_edits && !rule->n_applied_edits && !rule->n_declined_edits))
			str_add_cstr(&detail, rule->detail ? rule->detail : "");
		else
			add_counts(report, rule, &detail);
		add_rule(report, rule->verdict, rule->rule->id, columns, &detail, out);
	}
	if (!report->verbose && !stopping && plan->verdicts[VERDICT_NEEDS_FACT]) {
		str_addf(&detail, "%zu rule%s that depend%s on your machine: see below",
			plan->verdicts[VERDICT_NEEDS_FACT], str_plural(plan->verdicts[VERDICT_NEEDS_FACT]),
			plan->verdicts[VERDICT_NEEDS_FACT] == 1 ? "s" : "");
		add_rule(report, VERDICT_NEEDS_FACT, "", columns, &detail, out);
	}
	if (!n_left_out || stopping)
		return;
	str_addf(&detail, "%zu rules, for other versions or machines, or with nothing to do; --verbose lists them",
		n_left_out);
	add_rule(report, VERDICT_NOT_NEEDED, "", columns, &detail, out);
}

/* What rules have to say that edit nothing. */
static void add_sayings(const struct report *report, bool stopping, struct str *out)
{
	const struct plan *plan = report->plan;
	for (size_t i = 0; i < plan->n_rules; i++) {
		const struct rule_result *result = &plan->rules[i];
		bool refuses = result->verdict == VERDICT_REFUSED, warns = result->verdict == VERDICT_WARNING;
		if (refuses != stopping ||
			(!refuses && !warns && (result->verdict != VERDICT_NOTE || !report->verbose)))
			continue;
		struct str line = STR_INIT;
		str_add_char(out, '\n');
		add_colored(report,
			refuses ? RED
			: warns ? YELLOW
				: GREEN,
			refuses ? "refused"
			: warns ? "warning"
				: "note",
			0, &line);
		str_addf(&line, ": %s: %s", result->rule->id, result->detail);
		end_line(report, 2, &line, out);
		for (const char *const *link = result->rule->links; link && *link; link++)
			str_addf(out, "  see %s\n", *link);
	}
}

static void add_place(const char *path, size_t line, size_t column, struct str *out)
{
	path_quote(slice_of(path), out);
	if (line)
		str_addf(out, ":%zu:%zu", line, column);
}

static size_t count_undone(const struct plan *plan)
{
	size_t files = 0;
	for (size_t i = 0; i < plan->n_findings; i++)
		files += finding_is_undone(&plan->findings[i]) &&
			 (i == 0 || !finding_is_undone(&plan->findings[i - 1]) ||
				 strcmp(plan->findings[i - 1].path, plan->findings[i].path) != 0);
	return files;
}

/* Files of runs that are as before, and that no rule of this report changes again. */
static void add_undone_files(const struct report *report, struct str *out)
{
	size_t count = report->past ? report->past->n_undone : 0,
	       shown = report->verbose || count < SHOWN ? count : SHOWN;
	for (size_t i = 0; i < shown; i++) {
		const struct report_undone *undone = &report->past->undone[i];
		struct str line = STR_INIT;
		str_add_cstr(&line, i ? "  " : "\nfiles of runs\n  ");
		add_colored(report, YELLOW, "undone", VERDICT_WIDTH, &line);
		path_quote(slice_of(undone->path), &line);
		str_addf(&line, ": back to the state before run %lu, and no selected rule changes it", undone->run);
		end_line(report, 6, &line, out);
	}
	if (count > shown)
		str_addf(out, "  undone           %zu more: --verbose lists them\n", count - shown);
}

/* The run that had made what is to be made again, or NULL. */
static const struct run *maker_of(const struct report *report, const struct finding *finding)
{
	const char *rule = report->plan->rules[finding->rule].rule->id;
	return report->journal ? journal_applied_by(report->journal, rule, finding->path) : NULL;
}

/* Files in which a rule stops the run or its edit is gone; with --verbose, every file with a finding. */
static void add_findings(const struct report *report, bool stopping, struct str *out)
{
	const struct plan *plan = report->plan;
	const struct run *run;
	bool any = false, wrote = report->written && report->written->run;
	size_t n_undone = 0;
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct finding *finding = &plan->findings[i];
		if (verdict_stops(finding->verdict) != stopping)
			continue;
		bool is_told = stopping || finding->verdict == VERDICT_WARNING ||
			       (finding_is_undone(finding) && n_undone++ < SHOWN);
		if (!is_told && !report->verbose)
			continue;
		if (!any)
			str_add_cstr(out, "\nfiles\n");
		any = true;
		struct str line = STR_INIT;
		str_add_cstr(&line, "  ");
		if (finding_is_undone(finding) && !wrote)
			add_colored(report, YELLOW, "undone", VERDICT_WIDTH, &line);
		else
			add_colored(report, verdict_color(finding->verdict),
				report_verdict_label(report, finding->verdict), VERDICT_WIDTH, &line);
		add_place(finding->path, finding->line, finding->column, &line);
		str_addf(&line, "  %s", plan->rules[finding->rule].rule->id);
		if (finding->detail)
			str_addf(&line, ": %s", finding->detail);
		else if (finding_is_undone(finding) && (run = maker_of(report, finding)))
			str_addf(&line, ": made by run %lu, but %s", run->number,
				wrote ? "was gone" : "no longer there");
		end_line(report, 6, &line, out);
	}
	if (n_undone > SHOWN && !report->verbose)
		str_addf(out, "  %-15s  %zu more (--verbose)\n", wrote ? "patched" : "undone", n_undone - SHOWN);
}

static bool same_note(const struct plan_note *a, const struct plan_note *b)
{
	return a->rule == b->rule && strcmp(a->text, b->text) == 0;
}

static size_t count_same(const struct plan *plan, size_t from)
{
	size_t count = 0;
	for (size_t i = from; i < plan->n_notes; i++)
		count += same_note(&plan->notes[i], &plan->notes[from]);
	return count;
}

static bool was_shown(const struct plan *plan, size_t note)
{
	for (size_t i = 0; i < note; i++)
		if (same_note(&plan->notes[i], &plan->notes[note]))
			return true;
	return false;
}

/* With --verbose: rules that nobody asked for by name. */
static void add_taken_along(const struct report *report, struct str *out)
{
	const struct plan *plan = report->plan;
	bool any = false;
	for (size_t i = 0; i < plan->n_rules && report->verbose; i++) {
		if (!plan->rules[i].taken_along)
			continue;
		str_addf(out, "%s  %s: included, because another rule of the group '%s' was chosen\n",
			any ? "" : "\ngroups\n", plan->rules[i].rule->id, plan->rules[i].rule->group);
		any = true;
	}
}

static void add_warning(const struct report *report, const char *text, struct str *out)
{
	struct str line = STR_INIT;
	str_addf(&line, "  %s", text);
	end_line(report, 4, &line, out);
}

/* What could not be judged. Without --verbose the same note is told once, with the number of its places. */
static void add_notes(const struct report *report, struct str *out)
{
	const struct plan *plan = report->plan;
	size_t n_warnings = report->written ? report->written->n_warnings : 0, shown = 0, left = 0;
	if (plan->n_notes || n_warnings)
		str_add_cstr(out, "\nnotes\n");
	for (size_t i = 0; i < plan->n_notes; i++) {
		const struct plan_note *note = &plan->notes[i];
		if (!report->verbose && was_shown(plan, i))
			continue;
		size_t same = report->verbose ? 1 : count_same(plan, i);
		if (!report->verbose && shown == SHOWN) {
			left += same;
			continue;
		}
		shown++;
		struct str line = STR_INIT;
		str_add_cstr(&line, "  ");
		add_place(note->path, note->line, note->column, &line);
		str_addf(&line, ": %s", note->text);
		if (note->rule != (size_t)-1)
			str_addf(&line, " (%s)", plan->rules[note->rule].rule->id);
		if (same > 1)
			str_addf(&line, "; the same in %zu more place%s", same - 1, str_plural(same - 1));
		end_line(report, 4, &line, out);
	}
	if (left)
		str_addf(out, "  … and %zu more: --verbose lists them\n", left);
	for (size_t i = 0; i < n_warnings; i++)
		add_warning(report, report->written->warnings[i], out);
}

static size_t count_stopped(const struct plan *plan)
{
	size_t stopped = 0;
	for (size_t i = 0; i < plan->n_rules; i++)
		stopped += verdict_stops(plan->rules[i].verdict);
	return stopped;
}

/* Which facts would decide about rules that were left out for want of them. */
static void add_needs(const struct report *report, struct str *out)
{
	struct str options = STR_INIT;
	size_t count = shell_line_facts(report, &options);
	struct str line = STR_INIT;
	if (count) {
		bool was_asked = report->plan->facts && report->plan->facts->n_gaps;
		str_addf(&line, "%zu rule%s skipped: %s on your machine. To include %s, pass%s:%s", count,
			count == 1 ? " was" : "s were", count == 1 ? "it depends" : "they depend",
			count == 1 ? "it" : "them", was_asked ? "" : " --facts auto where you build, or",
			options.ptr ? options.ptr : "");
		end_line(report, 2, &line, out);
	}
	str_release(&options);
}

/* The only one that stops the run, or what stands for one of several in a command line. */
static const char *stopping_rule(const struct plan *plan, size_t stopped)
{
	size_t i = 0;
	while (stopped == 1 && !verdict_stops(plan->rules[i].verdict))
		i++;
	return stopped == 1 ? plan->rules[i].rule->id : "RULE";
}

static void add_stop(const struct report *report, size_t stopped, struct str *out)
{
	const char *rule = stopping_rule(report->plan, stopped), *which = stopped == 1 ? "it" : "a rule";
	size_t refused = report->plan->verdicts[VERDICT_REFUSED], unfit = stopped - refused;
	struct str line = STR_INIT;
	str_add_cstr(out, report->colored ? RED : "");
	if (refused)
		str_addf(out, "%zu rule%s this build", refused, refused == 1 ? " refuses" : "s refuse");
	if (unfit)
		str_addf(out, "%s%zu rule%s %s not fit this tree", refused ? ", " : "", unfit, str_plural(unfit),
			unfit == 1 ? "does" : "do");
	str_addf(out, "; nothing was written.%s\n", report->colored ? RESET : "");
	if (unfit && shell_line_next(report, &line)) {
		str_addf(out, "next: %s\n", line.ptr);
		str_clear(&line);
		str_addf(&line, "to leave %s out: --skip %s", which, rule);
	} else {
		str_addf(&line, "next: `tpatch show %s", rule);
		report_add_option("patchsets", report->patchsets, &line);
		str_addf(&line, "` shows why; to leave %s out: --skip %s", which, rule);
	}
	end_line(report, 2, &line, out);
}

static size_t count_declined(const struct plan *plan)
{
	size_t declined = 0;
	for (size_t i = 0; i < plan->n_rules; i++)
		declined += plan->rules[i].n_declined_edits > 0;
	return declined;
}

static void add_declined(const struct report *report, struct str *out)
{
	const struct plan *plan = report->plan;
	struct str line = STR_INIT;
	size_t declined = count_declined(plan), in_part = declined - plan->verdicts[VERDICT_DECLINED];
	if (!declined)
		return;
	str_addf(&line, "%zu rule%s declined", declined, declined == 1 ? " was" : "s were");
	if (in_part && in_part == declined)
		str_add_cstr(&line, ", in some files only");
	else if (in_part)
		str_addf(&line, ", %zu of them in some files only", in_part);
	str_add_cstr(&line, "; `tpatch -i` asks about them again, --declined applies them without asking.");
	end_line(report, 2, &line, out);
}

static size_t count_undecided(const struct plan *plan)
{
	size_t count = 0;
	for (size_t i = 0; i < plan->n_rules; i++)
		count += plan->rules[i].needs != NULL;
	return count;
}

/* Says no more than what was looked at. */
static void add_nothing(const struct report *report, struct str *out)
{
	size_t undecided = count_undecided(report->plan);
	const char *selection = report->whole_selection ? report->whole_selection : report->selection;
	if (report->past && report->past->n_undone)
		str_addf(out,
			"%zu file%s of applied runs %s back to the original: see `tpatch status`; `tpatch rollback` "
			"updates the journal.\n",
			report->past->n_undone, str_plural(report->past->n_undone),
			report->past->n_undone == 1 ? "is" : "are");
	else if (report->from_plan)
		str_add_cstr(out, "Nothing to do: everything in the plan is done.\n");
	else if (report->past && report->past->selects)
		str_addf(out, "Nothing to do for the rules and files of %s%s.\n", report->past->runs,
			undecided ? ", as far as the rules could be decided" : "");
	else if (selection[0])
		str_addf(out, "Nothing to do with%s%s.\n", selection,
			undecided ? ", for the rules that could be decided" : "");
	else if (undecided)
		str_addf(out, "Nothing to do for the rules that could be decided; %zu could not.\n", undecided);
	else
		str_add_cstr(out, "Nothing to do: the tree has every patch that it needs.\n");
}

static void add_all_declined(const struct report *report, struct str *out)
{
	const struct plan *plan = report->plan;
	size_t declined = count_declined(plan);
	bool before = false;
	for (size_t i = 0; i < plan->n_rules; i++)
		before = before || (plan->rules[i].n_declined_edits && declined_in(report, &plan->rules[i]));
	struct str line = STR_INIT;
	str_addf(&line, "%s: %s%zu rule%s that would change something %s declined",
		report->written ? "Nothing was written" : "Nothing to do", declined == 1 ? "the " : "all ", declined,
		str_plural(declined), declined == 1 ? "was" : "were");
	str_add_cstr(&line, before ? " before; `tpatch -i` asks again, --declined applies them without asking." : ".");
	end_line(report, 2, &line, out);
}

static void add_outcome(const struct report *report, struct str *out)
{
	const struct plan *plan = report->plan;
	struct diff_stat stat = report_diff_stat(plan);
	size_t stopped = count_stopped(plan);
	size_t begin = out->len;
	add_needs(report, out);
	if (stopped) {
		if (out->len > begin)
			str_add_char(out, '\n');
		/* What stops the run is what has to be looked at: it is last, where a terminal shows it. */
		add_rules(report, true, out);
		add_sayings(report, true, out);
		add_findings(report, true, out);
		str_add_char(out, '\n');
		add_stop(report, stopped, out);
		return;
	}
	if (count_declined(plan) && !plan->n_changes) {
		add_all_declined(report, out);
		return;
	}
	if (!plan->n_changes) {
		add_nothing(report, out);
		return;
	}
	bool wrote = report->written && report->written->run;
	struct str line = STR_INIT;
	str_addf(&line, "%s%zu file%s %s%s (+%zu -%zu lines)", report->colored ? BOLD : "", plan->n_changes,
		str_plural(plan->n_changes), wrote ? "changed" : "would change", report->colored ? RESET : "",
		stat.added, stat.removed);
	if (wrote) {
		str_addf(&line, ", recorded as run %lu.", report->written->run);
		end_line(report, 2, &line, out);
		str_add_cstr(out, "undo: ");
		shell_line_undo(report, out);
		str_add_char(out, '\n');
		add_declined(report, out);
	} else {
		str_add_cstr(&line, "; nothing was written.");
		if (count_undone(plan))
			str_addf(&line, " An edit of an earlier run is gone from %zu of them.", count_undone(plan));
		end_line(report, 2, &line, out);
		str_add_cstr(out, "next: ");
		shell_line_next(report, out);
		str_add_char(out, '\n');
	}
}

static void print_summary(const struct report *report, struct str *out)
{
	text_head_add(report, out);
	size_t begin = out->len;
	add_rules(report, false, out);
	add_sayings(report, false, out);
	add_findings(report, false, out);
	add_undone_files(report, out);
	add_taken_along(report, out);
	add_notes(report, out);
	if (out->len > begin)
		str_add_char(out, '\n');
	add_outcome(report, out);
}

const struct report_format report_format_text = {
	.name = "text",
	.summary = "a summary for people",
	.without_texts = true,
	.print = print_summary,
};
