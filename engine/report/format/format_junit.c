/*
 * A run as JUnit XML: a case for each rule. A rule that stops the run fails, and where nothing is written one that
 * applies does, too; one that is not for this tree is skipped.
 */
#include "base/shown.h"
#include "patchset/digest.h"
#include "report/junit.h"
#include "report/report.h"
#include "report/annotations.h"

static void add_annotations(
	const struct report *report, const struct annotations *annotations, size_t rule, struct str *out)
{
	for (size_t i = 0; i < annotations->count; i++) {
		const struct annotation *annotation = &annotations->items[i];
		if (annotation->rule != rule)
			continue;
		if (annotation->path) {
			shown_add(slice_of(annotation->path), out);
			str_add_char(out, ':');
		}
		if (annotation->path && annotation->line)
			str_addf(out, "%zu:", annotation->line);
		str_add_cstr(out, annotation->path ? " " : "");
		annotation_add_message(report, annotation, out);
		str_add_char(out, '\n');
	}
}

static void add_rule(
	const struct report *report, const struct annotations *annotations, size_t rule, struct junit *junit)
{
	const struct rule_result *result = &report->plan->rules[rule];
	bool fails = verdict_stops(result->verdict) || (result->verdict == VERDICT_WOULD_PATCH && !report->written);
	struct str text = STR_INIT, message = STR_INIT;
	add_annotations(report, annotations, rule, &text);
	junit_begin_case(junit, report->plan->set->name, result->rule->id, result->rule->origin, result->rule->line);
	str_addf(&message, "%s: %s", report_verdict_name(report, result->verdict),
		result->detail ? result->detail : result->rule->title);
	if (fails) {
		str_addf(&text, "\n%s", result->rule->why ? result->rule->why : "");
		junit_fail(junit, report_verdict_name(report, result->verdict), message.ptr, str_slice(&text));
	} else if (result->verdict == VERDICT_NOT_NEEDED || result->verdict == VERDICT_NEEDS_FACT) {
		junit_skip(junit, message.ptr);
	} else if (text.len) {
		junit_tell(junit, str_slice(&text));
	}
	junit_end_case(junit);
	str_release(&text);
	str_release(&message);
}

static void print_junit(const struct report *report, struct str *out)
{
	struct junit junit = { 0 };
	struct annotations annotations;
	struct str name = STR_INIT;
	char digest[SHA256_HEX_LEN + 1];
	annotations_find(report, &annotations);
	for (size_t i = 0; i < report->plan->n_rules; i++)
		add_rule(report, &annotations, i, &junit);
	annotations_release(&annotations);
	if (patchset_digest_hex(report->plan->set, digest))
		junit_add_property(&junit, "digest", digest);
	junit_end_suite(&junit, report->plan->set->name);
	str_addf(&name, "tpatch %s", report->command);
	junit_print(&junit, name.ptr, out);
	str_release(&name);
}

const struct report_format report_format_junit = {
	.name = "junit",
	.summary = "JUnit XML, a case for each rule",
	.print = print_junit,
};
