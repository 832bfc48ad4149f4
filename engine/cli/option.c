#include "cli/option.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "cli/session.h"
#include "lang/language.h"
#include "report/report.h"

/* What there is to choose from. */
struct shelf {
	struct options options; /* borrows from those of the command line */
	struct session session;
	struct patchset_library *library; /* the session's, or `own`; NULL: it cannot be read */
	struct patchset_library *own;
	const struct patchset *set; /* the one that is named or fits the tree, or NULL */
};

static bool takes(const struct command *command, int wanted)
{
	for (const int *id = command->options; *id; id++)
		if (*id == wanted)
			return true;
	return false;
}

static void shelf_open(struct shelf *shelf, const struct options *options)
{
	struct err ignored = ERR_INIT;
	*shelf = (struct shelf){ .options = *options };
	shelf->options.quiet = true;
	shelf->options.facts_file = NULL; /* no machine is asked while somebody types */
	if (takes(options->command, OPTION_ROOT) && session_open(&shelf->session, &shelf->options, &ignored) &&
		session_select(&shelf->session, &ignored))
		shelf->set = shelf->session.set;
	shelf->library = shelf->session.library;
	err_release(&ignored);
	if (!shelf->library)
		shelf->library = shelf->own = patchset_library_open(options->patchsets, &ignored);
	if (shelf->library && options->use)
		shelf->set = patchset_library_find(shelf->library, PATCHSET_SET, slice_of(options->use));
	bool ok = !shelf->library ||
		  (shelf->set ? patchset_library_read(shelf->library, PATCHSET_SET, shelf->set->name, &ignored)
			      : patchset_library_read_all(shelf->library, &ignored));
	if (!ok) {
		shelf->library = NULL;
		shelf->set = NULL;
	}
	err_release(&ignored);
}

static void shelf_close(struct shelf *shelf)
{
	if (takes(shelf->options.command, OPTION_ROOT))
		session_close(&shelf->session);
	if (shelf->own)
		patchset_library_free(shelf->own);
}

/* The one set, or all of them. */
static const struct patchset *const *shelf_sets(const struct shelf *shelf, size_t *count)
{
	*count = 1;
	if (shelf->set)
		return &shelf->set;
	*count = 0;
	return shelf->library ? patchset_library_all(shelf->library, PATCHSET_SET, count) : NULL;
}

/* The set's project, or all of them. `each` gets `out`. */
static void for_projects(
	const struct options *options, void (*each)(const struct project *project, struct str *out), struct str *out)
{
	struct shelf shelf;
	size_t count = 0;
	shelf_open(&shelf, options);
	const struct patchset *const *projects =
		shelf.library && !shelf.set ? patchset_library_all(shelf.library, PATCHSET_PROJECT, &count) : NULL;
	for (size_t i = 0; i < count; i++)
		each(&projects[i]->details, out);
	if (shelf.set)
		each(shelf.set->project_details, out);
	shelf_close(&shelf);
}

static int by_id(const void *a, const void *b)
{
	const struct rule *const *one = a, *const *other = b;
	return strcmp((*one)->id, (*other)->id);
}

void values_add_rules(const struct options *options, struct str *out)
{
	struct shelf shelf;
	const struct rule **rules = NULL;
	size_t n_sets, n_rules = 0, capacity = 0;
	shelf_open(&shelf, options);
	const struct patchset *const *sets = shelf_sets(&shelf, &n_sets);
	for (size_t s = 0; s < n_sets; s++)
		for (size_t i = 0; i < sets[s]->n_rules; i++)
			VEC_PUSH(rules, n_rules, capacity, sets[s]->rules[i]);
	sort_stable(rules, n_rules, sizeof(*rules), by_id);
	for (size_t i = 0; i < n_rules; i++)
		if (!i || strcmp(rules[i]->id, rules[i - 1]->id) != 0)
			str_addf(out, "%s\t%s\n", rules[i]->id, rules[i]->title);
	free(rules);
	shelf_close(&shelf);
}

static void add_all(const struct options *options, enum patchset_kind kind, struct str *out)
{
	struct err ignored = ERR_INIT;
	struct patchset_library *library = patchset_library_open(options->patchsets, &ignored);
	size_t count = 0;
	const struct patchset *const *all = library ? patchset_library_all(library, kind, &count) : NULL;
	for (size_t i = 0; i < count; i++)
		str_addf(out, "%s\t%s\n", all[i]->name, all[i]->summary);
	if (library)
		patchset_library_free(library);
	err_release(&ignored);
}

void values_add_sets(const struct options *options, struct str *out)
{
	add_all(options, PATCHSET_SET, out);
}

void values_add_packs(const struct options *options, struct str *out)
{
	add_all(options, PATCHSET_PACK, out);
}

static void add_profiles(const struct project *project, struct str *out)
{
	for (size_t i = 0; i < project->n_profiles; i++)
		str_addf(out, "%s\t%s\n", project->profiles[i].name, project->profiles[i].summary);
}

static void values_add_profiles(const struct options *options, struct str *out)
{
	for_projects(options, add_profiles, out);
}

static void add_pairs(
	const char *name, const char *const *choices, const char *value, const char *help, struct str *out)
{
	for (size_t i = 0; choices && choices[i]; i++)
		str_addf(out, "%s=%s\t%s\n", name, choices[i], help);
	if (!choices)
		str_addf(out, "%s=%s\t%s\n", name, value, help);
}

static void add_facts(const struct project *project, struct str *out)
{
	for (size_t i = 0; i < project->n_facts; i++)
		add_pairs(project->facts[i].name, project->facts[i].choices, "", project->facts[i].help, out);
}

/* Facts as NAME=VALUE, one line for each value that is known; NAME= where any is taken. */
static void values_add_facts(const struct options *options, struct str *out)
{
	for_projects(options, add_facts, out);
}

/* auto and none; files come from the shell. */
static void values_add_fact_sources(const struct options *options, struct str *out)
{
	(void)options;
	str_add_cstr(out, "auto\twhat this machine has\nnone\tnot even this system\n");
}

/* Variables of the set, as NAME=VALUE. */
static void values_add_variables(const struct options *options, struct str *out)
{
	struct shelf shelf;
	shelf_open(&shelf, options);
	for (size_t i = 0; shelf.set && i < shelf.set->n_variables; i++) {
		const struct variable *variable = shelf.set->variables[i];
		add_pairs(variable->name, variable->choices, variable->default_value, variable->help, out);
	}
	shelf_close(&shelf);
}

static void add_versions(const struct project *project, struct str *out)
{
	for (size_t i = 0; i < project->n_releases; i++)
		str_addf(out, "%s\t%s\n", project->releases[i].version, project->name);
}

/* Releases of the projects: "1.12.1". */
static void values_add_versions(const struct options *options, struct str *out)
{
	for_projects(options, add_versions, out);
}

void values_add_runs(const struct options *options, struct str *out)
{
	struct err ignored = ERR_INIT;
	struct options quiet = *options;
	struct session session;
	quiet.quiet = true;
	bool ok = session_open_with_history(&session, &quiet, &ignored);
	for (size_t i = ok ? session.journal.n_runs : 0; i-- > 0;) {
		const struct run *run = &session.journal.runs[i];
		struct str time = STR_INIT;
		platform_format_time(run->time_ns, &time);
		str_addf(out, "%lu\t%s %s, %s\n", run->number, run_state_name(run->state), time.ptr,
			run->set ? run->set : "");
		str_release(&time);
	}
	session_close(&session);
	err_release(&ignored);
}

static void add_languages(const struct options *options, struct str *out)
{
	(void)options;
	size_t count;
	const struct language *const *languages = language_all(&count);
	for (size_t i = 0; i < count; i++)
		str_addf(out, "%s\t%s\n", languages[i]->name, languages[i]->summary);
}

/* Those of the command, each with `ending` after it. */
static void add_words(const struct options *options, const char *ending, struct str *out)
{
	size_t count;
	struct slice rest = slice_of(options->command->formats ? options->command->formats : ""), word;
	const struct report_format *const *formats = report_format_all(&count);
	if (options->command->formats)
		while (slice_cut(&rest, ' ', &word))
			str_addf(out, SLICE_FMT "%s\n", SLICE_ARG(word), ending);
	else
		for (size_t i = 0; i < count; i++)
			str_addf(out, "%s%s\t%s\n", formats[i]->name, ending, formats[i]->summary);
}

static void add_formats(const struct options *options, struct str *out)
{
	add_words(options, "", out);
}

static void add_report_formats(const struct options *options, struct str *out)
{
	add_words(options, "=", out);
}

const struct option_row option_rows[OPTION_COUNT] = { OPTIONS(OPTION_ROW) };

void options_settle(struct options *options)
{
	bool prints_reports = takes(options->command, OPTION_REPORT) && takes(options->command, OPTION_JSON);
	if (!prints_reports || !options->format || strcmp(options->format, "json") != 0)
		return;
	options->format = NULL;
	if (options->json == JSON_OFF)
		options->json = JSON_PRETTY;
}
