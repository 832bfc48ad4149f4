#include "report/shell_line.h"

#include "base/table.h"

void report_add_option(const char *name, const char *value, struct str *out)
{
	if (!value)
		return;
	str_addf(out, " --%s ", name);
	shell_word(value, out);
}

/* The first file in which the rule comes to that verdict, or NULL. */
static const char *first_path(const struct plan *plan, size_t rule, enum verdict verdict)
{
	for (size_t i = 0; i < plan->n_findings; i++)
		if (plan->findings[i].rule == rule && plan->findings[i].verdict == verdict)
			return plan->findings[i].path;
	return NULL;
}

bool shell_line_explain(const struct report *report, size_t rule, struct str *out)
{
	const struct rule_result *result = &report->plan->rules[rule];
	if (!verdict_stops(result->verdict) || result->verdict == VERDICT_REFUSED || report->from_plan)
		return false;
	const char *path = first_path(report->plan, rule, result->verdict);
	str_addf(out, "tpatch explain %s", result->rule->id);
	if (path) {
		struct str word = STR_INIT;
		str_addf(&word, "%s%s", path[0] == '-' ? "./" : "", path);
		str_add_char(out, ' ');
		shell_word(word.ptr, out);
		str_release(&word);
	}
	report_add_option("root", report->root, out);
	str_add_cstr(out, report->about);
	return true;
}

bool shell_line_next(const struct report *report, struct str *out)
{
	for (size_t i = 0; i < report->plan->n_rules; i++)
		if (shell_line_explain(report, i, out))
			return true;
	if (plan_is_stopped(report->plan) || !report->plan->n_changes || (report->written && report->written->run))
		return false;
	str_add_cstr(out, "tpatch");
	report_add_option("root", report->root, out);
	str_add_cstr(out, report->about);
	str_add_cstr(out, report->selection);
	return true;
}

bool shell_line_undo(const struct report *report, struct str *out)
{
	if (!report->written || !report->written->run)
		return false;
	str_add_cstr(out, "tpatch rollback");
	report_add_option("root", report->root, out);
	return true;
}

size_t shell_line_facts(const struct report *report, struct str *out)
{
	const struct plan *plan = report->plan;
	const struct project *project = plan->set->project_details;
	struct table named = { 0 };
	size_t count = 0;
	for (size_t i = 0; i < plan->n_rules; i++) {
		count += plan->rules[i].needs != NULL;
		for (size_t k = 0; plan->rules[i].needs && plan->rules[i].needs[k]; k++) {
			struct slice name = slice_of(plan->rules[i].needs[k]);
			const struct fact *fact = project ? fact_find(project, name) : NULL;
			if (!fact || (*table_at(&named, name))++)
				continue;
			str_add_char(out, ' ');
			fact_format_option(fact, out);
		}
	}
	table_release(&named);
	return count;
}
