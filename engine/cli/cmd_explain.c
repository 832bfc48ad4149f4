/* tpatch explain RULE [FILE]: why a rule matches, or why not. */
#include <stdlib.h>

#include "cli/exit.h"
#include "cli/explain_print.h"
#include "cli/find_rule.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cli/typed_path.h"
#include "cmdline/print.h"

static bool print_explanation(const struct explain_view *view, const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	if (options->json == JSON_OFF) {
		explain_add_text(view, &text);
	} else {
		struct json *json = explain_json(view);
		print_json(options, json, &text);
		json_free(json);
	}
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static bool explain(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	const struct patchset *set = NULL;
	const struct rule *rule = find_rule(session->library, session->set, options->arguments[0], &set, err);
	if (!rule)
		return false;
	struct applied_lookup applied = commit_applied_lookup(&session->journal);
	char *path = options->n_arguments > 1 ? typed_path_in_tree(session->root, options->arguments[1]) : NULL;
	struct explain_request request = {
		.root = session->root,
		.target = &session->target,
		.set = session->set,
		.rule = rule,
		.path = path,
		.applied = &applied,
		.facts = &session->facts,
		.n_threads = options->jobs,
	};
	struct explanation explanation;
	struct explain_view view = { &explanation, set, session->set, &session->target, request.path != NULL };
	bool ok = explain_rule(&request, &explanation, err) && print_explanation(&view, options, err);
	explanation_release(&explanation);
	free(path);
	return ok;
}

static int explain_run(const struct options *options, struct err *err)
{
	if (!options->n_arguments) {
		err_set(err, ERR_USAGE, "which rule?");
		err_hint(err, "`tpatch list` names them");
		return exit_code_of(err);
	}
	struct session session;
	bool ok = session_open(&session, options, err) && session_require_whole(&session, err) && session_select(&session, err) &&
	          explain(&session, err);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int explain_options[] = {
	OPTION_ROOT, OPTION_TAG, OPTION_FORCE_TAG, OPTION_USE, OPTION_PATCHSETS, OPTION_FACT, OPTION_FACTS, OPTION_PROFILE, OPTION_SET, OPTION_EXPECT_DIGEST, OPTION_JOBS,
	OPTION_JSON, OPTION_NONE,
};

const struct command command_explain = {
	.name = "explain",
	.arguments = "RULE [FILE] ",
	.summary = "why a rule matches, or why not, clause by clause",
	.help = "Tells which version the tree is and by what, whether the rule is in force, which files\n"
		"it looks at, and for each edit: the word a file must hold, every place where the\n"
		"pattern fits with the conditions that hold and fail there, and where nothing fits the\n"
		"lines that come nearest and how they differ. Writes nothing.\n\n"
		"FILE is a path from --root, or an absolute one below it; without it the first files with\n"
		"something to tell.\n\n"
		"What cannot be seen is shown: tab as →, CR as ␍, blanks at the end as ·, others by\n"
		"name: [NBSP], [BOM].\n\n"
		"examples\n"
		"  tpatch explain cmake-minimum --root ~/pytorch\n"
		"  tpatch explain cmake-minimum third_party/protobuf/cmake/CMakeLists.txt\n\n"
		"exit codes: 0 explained, 2 no such rule or file, 4 I/O error\n",
	.options = explain_options,
	.max_arguments = 2,
	.run = explain_run,
};
