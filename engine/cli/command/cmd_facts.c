/* tpatch facts: what a build on this machine would find, as a file for --facts. */
#include <string.h>

#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cmdline/print.h"
#include "format/json.h"

/* Where the values end, so that what they come from is in one column. */
#define VALUE_COLUMN 26

static const struct fact_gap *gap_of(const struct fact_values *values, const struct fact *fact)
{
	for (size_t i = 0; i < values->n_gaps; i++)
		if (values->gaps[i].fact == fact)
			return &values->gaps[i];
	return NULL;
}

/* The values as YAML that --facts reads; what is not known as comments. */
static void add_text(const struct project *project, const struct fact_values *values, struct str *out)
{
	size_t n_unknown = 0;
	str_addf(out, "# facts of %s; save this to a file for --facts FILE\n", project->name);
	for (size_t i = 0; i < values->count; i++) {
		const struct fact_value *value = &values->items[i];
		size_t begin = out->len;
		str_addf(out, "%s: \"%s\"", value->fact->name, value->text);
		size_t width = out->len - begin;
		str_add_repeat(out, ' ', width < VALUE_COLUMN ? VALUE_COLUMN - width : 1);
		str_addf(out, "# %s%s%s\n", value->given_by, value->doubt ? "; on this machine: " : "",
			value->doubt ? value->doubt : "");
	}
	for (size_t i = 0; i < project->n_facts; i++) {
		const struct fact *fact = &project->facts[i];
		const struct fact_gap *gap = gap_of(values, fact);
		if (fact_values_find(values, fact->name))
			continue;
		str_addf(out, "%s# %s: %s\n",
			n_unknown++ ? "" : "\n# not known; give these with --fact where they matter\n", fact->name,
			gap ? gap->why : "not looked for");
	}
}

static struct json *facts_json(const struct project *project, const struct fact_values *values)
{
	struct json *object = print_new_json(), *facts = json_new_array();
	json_put_cstr(object, "project", project->name);
	json_put_cstr(object, "profile", values->profile ? values->profile->name : NULL);
	for (size_t i = 0; i < project->n_facts; i++) {
		const struct fact *fact = &project->facts[i];
		const struct fact_value *value = fact_values_find(values, fact->name);
		const struct fact_gap *gap = gap_of(values, fact);
		struct json *entry = json_new_object();
		json_put_cstr(entry, "name", fact->name);
		json_put_cstr(entry, "value", value ? value->text : NULL);
		json_put_cstr(entry, "given_by", value ? value->given_by : NULL);
		json_put_cstr(entry, "doubt", value ? value->doubt : NULL);
		json_put_cstr(entry, "unknown", value ? NULL : gap ? gap->why : "not looked for");
		json_append(facts, entry);
	}
	json_put(object, "facts", facts);
	return object;
}

static bool print_facts(
	const struct options *options, const struct project *project, const struct fact_values *values, struct err *err)
{
	struct str text = STR_INIT;
	if (options->json == JSON_OFF) {
		add_text(project, values, &text);
	} else {
		struct json *json = facts_json(project, values);
		print_json(options, json, &text);
		json_free(json);
	}
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* Outside of a tree: the one project whose facts can be meant. */
static const struct project *only_project(struct patchset_library *library, struct err *err)
{
	size_t count, n_with_facts = 0;
	const struct patchset *const *projects = patchset_library_all(library, PATCHSET_PROJECT, &count);
	const struct project *only = NULL;
	for (size_t i = 0; i < count; i++) {
		if (!patchset_library_read(library, PATCHSET_PROJECT, projects[i]->name, err))
			return NULL;
		if (!projects[i]->details.n_facts)
			continue;
		only = &projects[i]->details;
		n_with_facts++;
	}
	if (n_with_facts == 1)
		return only;
	err_set(err, ERR_USAGE, "not in a source tree, and %zu projects declare facts", n_with_facts);
	err_hint(err, "--root DIR names a tree");
	return NULL;
}

/* Of a tree its project and version; no set need fit it. */
static bool gather_and_print(const struct session *session, struct patchset_library *library, struct err *err)
{
	const struct options *options = session->options;
	struct target target = { 0 };
	struct fact_values values = { 0 };
	struct fact_request request = session->request.facts;
	const struct project *project = NULL;
	request.file = request.file ? request.file : "auto";
	request.machine = options->machine;
	request.tree = root_path(session->root);
	if (target_detect(session->root, library, options->tag, &target, err)) {
		project = target.project;
		request.version = &target.version;
		request.n_known = target.n_known;
	} else if (!options->root) {
		err_release(err);
		project = only_project(library, err);
	}
	bool ok = project && fact_values_gather(&values, project, &request, err) &&
		  print_facts(options, project, &values, err);
	fact_values_release(&values);
	target_release(&target);
	return ok;
}

static int facts_run(const struct options *options, struct err *err)
{
	struct session session;
	struct patchset_library *own = NULL;
	bool ok = session_open(&session, options, err);
	if (ok && !session.library)
		ok = (own = patchset_library_open(options->patchsets, err)) != NULL;
	ok = ok && gather_and_print(&session, own ? own : session.library, err);
	patchset_library_free(own);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int facts_options[] = { OPTION_ROOT, OPTION_TAG, OPTION_PATCHSETS, OPTION_PROFILE, OPTION_FACT,
	OPTION_FACTS, OPTION_MACHINE, OPTION_JSON, OPTION_NONE };

const struct command command_facts = {
	.name = "facts",
	.arguments = "",
	.summary = "what rules ask about the machine, and the answers for this one",
	.help = "Prints each fact, its value, and where it was found. It looks the way the build will,\n"
		"for the system, GPU, CUDA, cuDNN, compiler, CMake, Python and its packages, and BLAS. It\n"
		"never guesses: what it cannot find stays unknown. `--facts auto` passes these facts to\n"
		"any command. To patch on another machine, save the output to a file, and pass it there\n"
		"with --facts FILE.\n"
		"\n"
		"It runs cmake, python and the compiler from PATH, never from the tree. Where several\n"
		"versions of CUDA or Visual C++ are installed, --profile chooses one; --fact overrides\n"
		"what was found.\n"
		"\n"
		"examples\n"
		"  tpatch facts\n"
		"  tpatch facts --profile blackwell >facts.yaml\n"
		"  tpatch facts --machine elsewhere.yaml --json\n",
	.options = facts_options,
	.max_arguments = 0,
	.run = facts_run,
};
