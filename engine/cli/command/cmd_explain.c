/* tpatch explain RULE [FILE]: why a rule matches, or why not. tpatch explain FILE: which runs and rules wrote its
 * lines. */
#include <stdlib.h>

#include "cli/show/blame.h"
#include "cmdline/exit.h"
#include "cli/show/explain_print.h"
#include "cli/find_rule.h"
#include "cli/option.h"
#include "cli/session.h"
#include "tree/typed_globs.h"
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
	struct applied_lookup applied = journal_applied_lookup(&session->journal);
	applied.set = session->set ? session->set->name : NULL;
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
		.trace = session->request.trace,
	};
	struct explanation explanation;
	struct explain_view view = { &explanation, set, session->set, &session->target, request.path != NULL };
	bool ok = explain_rule(&request, &explanation, err) && print_explanation(&view, options, err);
	explanation_release(&explanation);
	free(path);
	return ok;
}

/* What runs did to the file `path`. */
static bool explain_file(struct session *session, const char *path, struct err *err)
{
	const struct options *options = session->options;
	struct json *object = print_new_json();
	struct str text = STR_INIT;
	bool ok = blame_file(session, path, &text, object, err);
	if (ok && options->json != JSON_OFF) {
		str_clear(&text);
		print_json(options, object, &text);
	}
	ok = ok && print_paged(options, str_slice(&text), err);
	str_release(&text);
	json_free(object);
	return ok;
}

/* Is the one argument the path of a file that runs have changed, or that is there? Then `*path`, for free(). */
static bool names_file(const struct session *session, bool *is_changed, char **path)
{
	struct file_stat st = { .type = FILE_NONE };
	struct err ignored = ERR_INIT;
	*path = typed_path_in_tree(session->root, session->options->arguments[0]);
	*is_changed = journal_applied_to(&session->journal, *path, NULL) != NULL;
	bool is_there = session->options->n_arguments == 1 &&
			(*is_changed || (root_stat(session->root, *path, &st, &ignored) && st.type == FILE_REGULAR));
	err_release(&ignored);
	return is_there;
}

/* A file is what no rule is called. What runs did to it is known without any patch set of today. */
static bool explain_either(struct session *session, struct err *err)
{
	const char *name = session->options->arguments[0];
	struct err unknown = ERR_INIT, ignored = ERR_INIT;
	char *path = NULL;
	bool is_changed, is_selected = session_select(session, &unknown);
	bool is_rule = is_selected && find_rule(session->library, session->set, name, NULL, &ignored);
	bool ok, is_file = !is_rule && names_file(session, &is_changed, &path);
	if (is_file && is_changed) {
		ok = explain_file(session, path, err);
	} else if (is_file) {
		err_set(err, ERR_USAGE, "no applied run has changed '%s'", path);
		ok = err_hint(err, "`tpatch check -v -g '%s'` shows what rules find in it", path);
	} else if (is_selected) {
		ok = explain(session, err);
	} else {
		ok = false;
		*err = unknown;
		unknown = ERR_INIT;
	}
	err_release(&unknown);
	err_release(&ignored);
	free(path);
	return ok;
}

static int explain_run(const struct options *options, struct err *err)
{
	if (!options->n_arguments) {
		err_set(err, ERR_USAGE, "no rule or file given");
		err_hint(err, "`tpatch list` names the rules, `tpatch log 1` the files of run 1");
		return exit_code_of(err);
	}
	struct session session;
	bool ok = session_open(&session, options, err) && session_require_whole(&session, err) &&
		  explain_either(&session, err);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int explain_options[] = {
	OPTION_ROOT,
	OPTIONS_OF_SET,
	OPTION_EXPECT_DIGEST,
	OPTION_JOBS,
	OPTION_JSON,
	OPTION_NONE,
};

const struct command command_explain = {
	.name = "explain",
	.arguments = "RULE [FILE] | FILE ",
	.summary = "why a rule matches, or why not; or which rules changed a file",
	.help = "Shows which version the tree is and how that is known, whether the rule applies, and\n"
		"which files it searches. For each edit it shows the word that a file must contain, every\n"
		"place where the pattern matches, and which conditions hold and fail there. Where nothing\n"
		"matches, it shows the closest lines and how they differ. Writes nothing.\n"
		"\n"
		"FILE is a path from --root, or an absolute one below it. Without FILE, it shows the\n"
		"first files in which there is something to show.\n"
		"\n"
		"With a file instead of a rule, it shows which run and rule wrote each changed line, as\n"
		"git blame does, and what was edited by hand since. It uses the patch sets of those runs.\n"
		"\n"
		"Invisible characters are shown: tab as →, CR as ␍, trailing spaces as ·, others by\n"
		"name: [NBSP], [BOM].\n"
		"\n"
		"examples\n"
		"  tpatch explain cmake-minimum --root ~/pytorch\n"
		"  tpatch explain torch/utils/cpp_extension.py\n"
		"  tpatch explain cmake-minimum third_party/protobuf/cmake/CMakeLists.txt\n"
		"\n"
		"exit codes: 0 explained, 2 no such rule or file, 4 I/O error\n",
	.add_arguments = values_add_rules,
	.options = explain_options,
	.max_arguments = 2,
	.run = explain_run,
};
