/* tpatch lint [SET…]: what the author of a patch set should know. */
#include <limits.h>

#include "author/lint.h"
#include "cmdline/exit.h"
#include "cli/named_sets.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cmdline/print.h"
#include "format/json.h"

static void add_text(const struct lint_report *report, const struct options *options, struct str *out)
{
	size_t hidden = 0;
	for (size_t i = 0; i < report->count; i++) {
		const struct lint_finding *finding = &report->findings[i];
		if (finding->level == LINT_NOTE && options->quiet)
			hidden++;
		else
			str_addf(out, "%s:%zu: %s: %s: %s [%s]\n", finding->origin, finding->line,
				lint_level_name(finding->level), finding->rule, finding->message, finding->check);
	}
	str_addf(out, "%zu error%s, %zu warning%s, %zu note%s%s\n", report->counts[LINT_ERROR],
		str_plural(report->counts[LINT_ERROR]), report->counts[LINT_WARNING],
		str_plural(report->counts[LINT_WARNING]), report->counts[LINT_NOTE],
		str_plural(report->counts[LINT_NOTE]), hidden ? " (not shown)" : "");
}

static void add_json(const struct lint_report *report, int exit_code, const struct options *options, struct str *out)
{
	struct json *object = print_new_json(), *findings = json_new_array();
	for (size_t i = 0; i < report->count; i++) {
		struct json *finding = json_new_object();
		json_put_cstr(finding, "level", lint_level_name(report->findings[i].level));
		json_put_cstr(finding, "check", report->findings[i].check);
		json_put_cstr(finding, "file", report->findings[i].origin);
		json_put_number(finding, "line", (int64_t)report->findings[i].line);
		json_put_cstr(finding, "rule", report->findings[i].rule);
		json_put_cstr(finding, "message", report->findings[i].message);
		json_append(findings, finding);
	}
	json_put(object, "findings", findings);
	json_put_number(object, "errors", (int64_t)report->counts[LINT_ERROR]);
	json_put_number(object, "warnings", (int64_t)report->counts[LINT_WARNING]);
	json_put_number(object, "notes", (int64_t)report->counts[LINT_NOTE]);
	json_put_number(object, "exit", exit_code);
	print_json(options, object, out);
	json_free(object);
}

static bool lint_named(
	const struct patchset_library *library, const char *name, struct lint_report *report, struct err *err)
{
	const struct patchset *set = named_set(library, name, err);
	const struct patchset *pack =
		named_set_is_file(name) ? NULL : patchset_library_find(library, PATCHSET_PACK, slice_of(name));
	if (!set)
		return false;
	if (set->kind != PATCHSET_PROJECT)
		lint_patchset(set, report);
	if (pack && pack != set)
		lint_patchset(pack, report);
	return true;
}

static void lint_all(const struct patchset_library *library, enum patchset_kind kind, struct lint_report *report)
{
	size_t count;
	const struct patchset *const *sets = patchset_library_all(library, kind, &count);
	for (size_t i = 0; i < count; i++)
		lint_patchset(sets[i], report);
}

static bool lint_library(const struct patchset_library *library, const struct options *options,
	struct lint_report *report, struct err *err)
{
	for (size_t i = 0; i < options->n_arguments; i++)
		if (!lint_named(library, options->arguments[i], report, err))
			return false;
	if (!options->n_arguments) {
		lint_all(library, PATCHSET_SET, report);
		lint_all(library, PATCHSET_PACK, report);
	}
	return true;
}

/* The rules that the tree gets; with SET, those of each. */
static bool lint_in_tree(struct session *session, struct lint_report *report, struct err *err)
{
	const struct options *options = session->options;
	for (size_t i = 0; i < options->n_arguments; i++) {
		const struct patchset *set = named_set(session->library, options->arguments[i], err);
		if (!set ||
			(set->kind == PATCHSET_SET && !lint_tree(set, &session->target, session->root, report, err)))
			return false;
	}
	return options->n_arguments || lint_tree(session->set, &session->target, session->root, report, err);
}

static bool lint_with_tree(
	const struct options *options, struct patchset_library *library, struct lint_report *report, struct err *err)
{
	struct session session;
	bool ok = session_open_with_sets(&session, options, library, err) && session_select(&session, err) &&
		  lint_library(session.library, options, report, err) && lint_in_tree(&session, report, err);
	session_close(&session);
	return ok;
}

static bool gather(const struct options *options, struct lint_report *report, struct err *err)
{
	struct patchset_library *library = named_sets_load(options, err);
	bool ok = library && (options->root ? lint_with_tree(options, library, report, err)
					    : lint_library(library, options, report, err));
	patchset_library_free(library);
	return ok;
}

static int lint_run(const struct options *options, struct err *err)
{
	struct lint_report report = { 0 };
	struct str text = STR_INIT;
	int exit_code = EXIT_OK;
	if (!gather(options, &report, err)) {
		lint_report_release(&report);
		return exit_code_of(err);
	}
	lint_report_sort(&report);
	if (report.counts[LINT_ERROR])
		exit_code = EXIT_USAGE;
	else if (report.counts[LINT_WARNING])
		exit_code = EXIT_NO;
	if (options->json == JSON_OFF)
		add_text(&report, options, &text);
	else
		add_json(&report, exit_code, options, &text);
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	lint_report_release(&report);
	return ok ? exit_code : exit_code_of(err);
}

static const int lint_options[] = { OPTION_ROOT, OPTION_TAG, OPTION_FORCE_TAG, OPTION_USE, OPTION_PATCHSETS,
	OPTION_JSON, OPTION_NONE };

const struct command command_lint = {
	.name = "lint",
	.arguments = "[SET|FILE...] ",
	.summary = "check patch sets: dead rules, impossible conditions, missing tests",
	.help = "Finds rules that load but are useless: rules that never match or always count as\n"
		"patched, rules that upstream made needless, two rules for the same code, a pattern that\n"
		"is hidden by a wider one, conditions that always hold, edits and rules without a test,\n"
		"test paths that 'files' does not match, gaps in 'upstream', captures that are never\n"
		"used, groups of one rule. SET is the name of a set or pack, or a file (with a slash, or\n"
		"ending in .yaml); default: all. A file that does not load is an error with its place.\n"
		"The project and packs beside a file are used too, unless --patchsets names a folder.\n"
		"\n"
		"With --root, it also finds entries of 'files' that match nothing in the tree, for the\n"
		"rules that apply to it.\n"
		"\n"
		"examples\n"
		"  tpatch lint sets/my-set.yaml\n"
		"  tpatch lint --patchsets sets my-set\n"
		"  tpatch lint --patchsets sets my-set --root ~/pytorch\n"
		"\n"
		"exit codes: 0 nothing or notes only, 1 warnings, 2 errors\n",
	.add_arguments = values_add_sets,
	.options = lint_options,
	.max_arguments = INT_MAX,
	.run = lint_run,
};
