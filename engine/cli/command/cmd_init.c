/* tpatch init: the project file, by asking or from options. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cmdline/exit.h"
#include "cli/option.h"
#include "cli/session.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "config/config.h"
#include "format/yaml_write.h"
#include "platform/terminal.h"
#include "tree/typed_globs.h"

/* What is asked for, or was typed. */
struct wanted {
	const char *profile, *facts, *fail_on;
	const char **globs;            /* from the root, NULL-terminated; NULL: none */
	const char **skips, **reasons; /* [n_skips] */
	size_t n_skips, skips_capacity, reasons_capacity;
	struct arena arena;
};

/* --- asking ------------------------------------------------------------------------------------------------------- */

/* One line, without spaces at its ends; "" at the end of the input too, which `at_end` says. */
static bool ask(struct wanted *wanted, const char *question, const char **answer, bool *at_end, struct err *err)
{
	struct str line = STR_INIT;
	bool ok = print_text(STREAM_OUT, slice_of(question), err) && platform_read_line(&line, at_end, err);
	*answer = arena_dup(&wanted->arena, slice_trim(str_slice(&line)));
	str_release(&line);
	if (!ok || !*at_end)
		return ok;
	print_if_possible(STREAM_OUT, SLICE_LITERAL("\n"));
	return err_set(err, ERR_USAGE, "the input ended before all questions were answered; nothing was written");
}

static bool is_profile(const struct project *project, const char *name)
{
	for (size_t i = 0; i < project->n_profiles; i++)
		if (strcmp(project->profiles[i].name, name) == 0)
			return true;
	return false;
}

static bool is_rule(const struct patchset *set, const char *id)
{
	for (size_t i = 0; i < set->n_rules; i++)
		if (strcmp(set->rules[i]->id, id) == 0)
			return true;
	return false;
}

static bool is_skipped(const struct wanted *wanted, const char *id)
{
	for (size_t i = 0; i < wanted->n_skips; i++)
		if (strcmp(wanted->skips[i], id) == 0)
			return true;
	return false;
}

static bool say(const char *answer, const char *what, struct err *err)
{
	struct str text = STR_INIT;
	str_addf(&text, "'%s' is %s\n", answer, what);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static bool ask_profile(struct wanted *wanted, const struct project *project, struct err *err)
{
	struct str question = STR_INIT;
	const char *answer = "";
	bool at_end, ok = true;
	for (size_t i = 0; i < project->n_profiles; i++)
		str_addf(&question, "  %-20s %s\n", project->profiles[i].name, project->profiles[i].summary);
	str_add_cstr(&question, "which profile fits the machine that builds it? (a name from above; empty: none) ");
	while (ok && project->n_profiles) {
		ok = ask(wanted, question.ptr, &answer, &at_end, err);
		if (!ok || !answer[0] || is_profile(project, answer))
			break;
		ok = say(answer, "not a profile", err);
	}
	wanted->profile = answer[0] ? answer : NULL;
	str_release(&question);
	return ok;
}

static bool ask_facts(struct wanted *wanted, struct err *err)
{
	static const char question[] =
		"find CMake, CUDA, the compiler and so on at each command? (yes or no; empty: yes) ";
	const char *answer = "";
	bool at_end, ok = true, is_yes = false, is_no = false;
	while (ok && !is_yes && !is_no) {
		ok = ask(wanted, question, &answer, &at_end, err);
		is_yes = ok && (!answer[0] || strcmp(answer, "yes") == 0 || strcmp(answer, "y") == 0);
		is_no = ok && (strcmp(answer, "no") == 0 || strcmp(answer, "n") == 0);
		if (ok && !is_yes && !is_no)
			ok = say(answer, "not yes or no", err);
	}
	wanted->facts = is_yes ? "auto" : NULL;
	return ok;
}

static bool ask_skips(struct wanted *wanted, const struct patchset *set, struct err *err)
{
	const char *id, *reason = "";
	bool at_end, ok = true;
	while (ok) {
		ok = ask(wanted, "a rule to skip? (its id, from `tpatch list`; empty: no more) ", &id, &at_end, err);
		if (!ok || !id[0])
			break;
		if (!is_rule(set, id)) {
			ok = say(id, "not a rule of this set", err);
			continue;
		}
		if (is_skipped(wanted, id)) {
			ok = say(id, "skipped already", err);
			continue;
		}
		for (reason = ""; ok && !reason[0];)
			ok = ask(wanted, "why? ", &reason, &at_end, err);
		VEC_PUSH(wanted->skips, wanted->n_skips, wanted->skips_capacity, id);
		size_t n_reasons = wanted->n_skips - 1;
		VEC_PUSH(wanted->reasons, n_reasons, wanted->reasons_capacity, reason);
	}
	return ok;
}

static bool ask_fail_on(struct wanted *wanted, struct err *err)
{
	static const char question[] = "`tpatch check` fails on changes, missing or warnings? (empty: changes) ";
	const char *answer = "";
	bool at_end, ok = true;
	while (ok) {
		ok = ask(wanted, question, &answer, &at_end, err);
		if (!ok || !answer[0] || strcmp(answer, "changes") == 0 || strcmp(answer, "missing") == 0 ||
			strcmp(answer, "warnings") == 0)
			break;
		ok = say(answer, "not one of these", err);
	}
	wanted->fail_on = answer[0] ? answer : NULL;
	return ok;
}

static bool ask_all(const struct session *session, struct wanted *wanted, struct err *err)
{
	struct str head = STR_INIT;
	str_addf(&head, "%s %s in %s, set %s\n\n", session->target.project->name, session->target.label,
		root_path(session->root), session->set->name);
	bool ok = print_text(STREAM_OUT, str_slice(&head), err) &&
		  ask_profile(wanted, session->set->project_details, err) &&
		  (!session->set->project_details->n_facts || ask_facts(wanted, err)) &&
		  ask_skips(wanted, session->set, err) && ask_fail_on(wanted, err);
	str_release(&head);
	return ok;
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static void add_value(const char *key, const char *value, struct str *out)
{
	if (!value)
		return;
	str_addf(out, "%s:", key);
	yaml_write_text(out, 2, slice_of(value));
}

/* NAME=VALUE, a line each. */
static void add_pairs(const char *key, const char **pairs, struct str *out)
{
	if (pairs)
		str_addf(out, "%s:\n", key);
	for (; pairs && *pairs; pairs++) {
		struct slice rest = slice_of(*pairs), name;
		slice_cut(&rest, '=', &name);
		str_addf(out, "  " SLICE_FMT ":", SLICE_ARG(name));
		yaml_write_text(out, 4, rest);
	}
}

/* The word alone, or in the map of those that were typed. */
static void add_facts(const struct options *options, const struct wanted *wanted, struct str *out)
{
	const char **facts = option_is_given(options, OPTION_FACT) ? options->facts : NULL;
	if (!facts)
		add_value("facts", wanted->facts, out);
	else
		add_pairs("facts", facts, out);
	if (facts)
		add_value("  from", wanted->facts, out);
	if (!facts && !wanted->facts)
		str_add_cstr(out, "# facts: auto\n");
}

static void add_list(const char *key, const char **values, struct str *out)
{
	if (values)
		str_addf(out, "%s:\n", key);
	for (; values && *values; values++) {
		str_add_cstr(out, "  -");
		yaml_write_text(out, 4, slice_of(*values));
	}
}

static void add_file(const struct options *options, const struct wanted *wanted, const char *patchsets, struct str *out)
{
	str_add_cstr(out,
		"# The settings of this tree for tpatch and tbuild; the command line overrides them.\n"
		"# `tpatch status` shows them, `tpatch schema --of config` and docs/using.md describe the keys.\n");
	add_value("patchsets", patchsets, out);
	add_value("use", option_is_given(options, OPTION_USE) ? options->use : NULL, out);
	if (option_is_given(options, OPTION_TAG)) {
		str_add_cstr(out, "tag: ");
		yaml_write_quoted(out, slice_of(options->tag));
		str_add_char(out, '\n');
	}
	add_list("packs", option_is_given(options, OPTION_PACK) ? options->packs : NULL, out);
	add_value("profile", wanted->profile, out);
	add_facts(options, wanted, out);
	add_pairs("variables", option_is_given(options, OPTION_SET) ? options->settings : NULL, out);
	if (wanted->n_skips)
		str_add_cstr(out, "skip:\n");
	for (size_t i = 0; i < wanted->n_skips; i++) {
		str_add_cstr(out, "  - rule:");
		yaml_write_text(out, 6, slice_of(wanted->skips[i]));
		str_add_cstr(out, "    reason:");
		yaml_write_text(out, 6, slice_of(wanted->reasons[i]));
	}
	if (!wanted->n_skips)
		str_add_cstr(out, "# skip:\n#   - rule: ID\n#     reason: why this tree skips it\n");
	add_list("globs", wanted->globs, out);
	add_value("fail-on", wanted->fail_on, out);
}

/* A path from the root, as the file has it. */
static bool find_patchsets(const struct session *session, char **path, struct err *err)
{
	const struct options *options = session->options;
	*path = NULL;
	if (!option_is_given(options, OPTION_PATCHSETS))
		return true;
	struct root *folder = root_open(options->patchsets, err);
	if (!folder)
		return false;
	*path = root_path_below(session->root, root_path(folder));
	root_close(folder);
	if (*path)
		return true;
	err_set(err, ERR_USAGE, "the patch sets in '%s' are not below '%s'", options->patchsets,
		root_path(session->root));
	return err_hint(err, "a project file can name only what is below its own folder; keep them in the tree, "
			     "or give --patchsets each time");
}

/* What was typed from the working folder, from the root. */
static bool find_globs(const struct session *session, struct wanted *wanted, struct err *err)
{
	struct user_glob *globs;
	size_t count;
	if (!option_is_given(session->options, OPTION_GLOBS))
		return true;
	if (!typed_globs(
		    session->root, (const char *const *)session->options->globs, &wanted->arena, &globs, &count, err))
		return false;
	wanted->globs = arena_alloc(&wanted->arena, (count + 1) * sizeof(*wanted->globs));
	for (size_t i = 0; i < count; i++)
		wanted->globs[i] = globs[i].glob;
	return true;
}

static bool write_file(const struct session *session, const struct wanted *wanted, struct err *err)
{
	struct str text = STR_INIT, path = STR_INIT, said = STR_INIT;
	struct config check;
	char *patchsets;
	bool ok = find_patchsets(session, &patchsets, err);
	str_addf(&path, "%s/" CONFIG_FILE, root_path(session->root));
	if (ok)
		add_file(session->options, wanted, patchsets, &text);
	/* What could not be read again is not written. */
	ok = ok && config_read(&check, path.ptr, str_slice(&text), err);
	if (ok)
		config_release(&check);
	ok = ok && output_save(session->options, path.ptr, str_slice(&text), err);
	str_addf(&said,
		"written: %s\nnext: `tpatch` shows what would change with it, `tpatch status` shows its settings\n",
		path.ptr);
	ok = ok && (session->options->quiet || print_text(STREAM_OUT, str_slice(&said), err));
	free(patchsets);
	str_release(&text);
	str_release(&path);
	str_release(&said);
	return ok;
}

static bool require_none(const struct session *session, struct err *err)
{
	struct file_stat st;
	if (!root_stat(session->root, CONFIG_FILE, &st, err))
		return false;
	if (st.type == FILE_NONE)
		return true;
	err_set(err, ERR_USAGE, "'" CONFIG_FILE "' already exists in '%s'", root_path(session->root));
	return err_hint(err, "edit it, or remove it first: `tpatch init` never overwrites it");
}

static const int init_options[] = { OPTION_ROOT, OPTION_PROFILE, OPTION_FACT, OPTION_FACTS, OPTION_SET,
	OPTION_PATCHSETS, OPTION_USE, OPTION_TAG, OPTION_PACK, OPTION_GLOBS, OPTION_FAIL_ON, OPTION_NONE };

/* A file of facts is a map as well, and may change or go away. */
static bool take_facts(struct wanted *wanted, const char *word, struct err *err)
{
	wanted->facts = word;
	if (strcmp(word, "auto") == 0 || strcmp(word, "none") == 0)
		return true;
	err_set(err, ERR_USAGE, "tpatch.yaml takes --facts auto or none, and '%s' is a file", word);
	return err_hint(err, "give its facts with --fact, or write them into tpatch.yaml as the map 'facts'");
}

/* Where something was typed, it is known what is wanted. */
static bool asks(const struct options *options)
{
	bool was_typed = false;
	for (size_t i = 1; init_options[i]; i++)
		was_typed = was_typed || option_is_given(options, init_options[i]);
	return !was_typed && platform_input_is_terminal() && platform_is_terminal(STREAM_OUT);
}

static int init_run(const struct options *options, struct err *err)
{
	static const char *const fail_on[] = { "changes", "missing", "warnings" };
	struct session session;
	struct wanted wanted = { 0 };
	bool ok = session_open(&session, options, err) && require_none(&session, err) && session_select(&session, err);
	if (ok && option_is_given(options, OPTION_PROFILE))
		wanted.profile = options->profile;
	if (ok && option_is_given(options, OPTION_FACTS))
		ok = take_facts(&wanted, options->facts_file, err);
	if (ok && option_is_given(options, OPTION_FAIL_ON))
		wanted.fail_on = fail_on[options->fail_on];
	ok = ok && find_globs(&session, &wanted, err) && (!asks(options) || ask_all(&session, &wanted, err)) &&
	     write_file(&session, &wanted, err);
	free(wanted.skips);
	free(wanted.reasons);
	arena_release(&wanted.arena);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

const struct command command_init = {
	.name = "init",
	.arguments = "",
	.summary = "write tpatch.yaml, the settings of a tree",
	.help = "Writes `tpatch.yaml` at the root of the tree. Every later command in the tree takes its\n"
		"settings as if you had typed them. On a terminal it asks for the machine's profile,\n"
		"whether to find facts on this machine, which rules to skip and why, and what makes\n"
		"`tpatch check` fail. Without a terminal, or with options, it writes the options that you\n"
		"give. It never overwrites a file.\n"
		"\n"
		"examples\n"
		"  tpatch init\n"
		"  tpatch init --root ~/pytorch --facts auto\n"
		"  tpatch init --root ~/pytorch --profile blackwell --globs '!third_party/**'\n"
		"\n"
		"exit codes: 0 written, 2 there is one already, or an option is wrong\n",
	.options = init_options,
	.max_arguments = 0,
	.run = init_run,
};
