/* tbuild triage: what a log says. */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/log.h"
#include "cmdline/print.h"
#include "command/session.h"
#include "command/triage_print.h"

#define MOST_LOGS 1000
/* In a folder. */
#define MAX_FILES 10000
#define MAX_DEPTH 32

/* --- which logs --------------------------------------------------------------------------------------------------- */

/* Names of files, for log_names_release(). */
struct log_names {
	char **items;
	size_t count, capacity;
};

static bool is_log(struct slice name)
{
	static const char *const endings[] = { ".log", ".txt", ".out", ".err", "CMakeConfigureLog.yaml" };
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (slice_ends_with(name, endings[i]))
			return true;
	return false;
}

static bool add_folder(struct log_names *names, struct root *root, const char *top, const char *folder, unsigned depth,
	struct err *err)
{
	struct dir_list list = { 0 };
	bool ok = root_list(root, folder, &list, err);
	for (size_t i = 0; ok && i < list.count && names->count < MAX_FILES; i++) {
		struct str below = STR_INIT, path = STR_INIT;
		const char *name = list.entries[i].name;
		str_addf(&below, "%s%s%s", folder, folder[0] ? "/" : "", name);
		if (list.entries[i].type == FILE_DIRECTORY && depth < MAX_DEPTH) {
			ok = add_folder(names, root, top, below.ptr, depth + 1, err);
		} else if (list.entries[i].type == FILE_REGULAR && is_log(slice_of(name))) {
			str_addf(&path, "%s%s%s", top, top[strlen(top) - 1] == '/' ? "" : "/", below.ptr);
			VEC_PUSH(names->items, names->count, names->capacity, str_detach(&path));
		}
		str_release(&below);
		str_release(&path);
	}
	dir_list_release(&list);
	return ok;
}

/* Appends `path`; of a folder all that is named as logs are in it and below, sorted, no link followed. ERR_IO. */
static bool log_names_add(struct log_names *names, const char *path, struct err *err)
{
	struct file_stat st = { 0 };
	if (strcmp(path, "-") != 0 && !platform_stat(path, &st, err))
		return false;
	if (st.type != FILE_DIRECTORY) {
		VEC_PUSH(names->items, names->count, names->capacity, xstrdup(path));
		return true;
	}
	size_t before = names->count;
	struct root *root = root_open(path, err);
	bool ok = root && add_folder(names, root, path, "", 0, err);
	if (root)
		root_close(root);
	if (ok && names->count == before) {
		ok = err_set(err, ERR_IO, "there are no logs in '%s'", path);
		err_hint(err,
			"it looks for *.log, *.txt, *.out, *.err, CMakeConfigureLog.yaml; other files can be named "
			"one by one");
	}
	return ok;
}

static void log_names_release(struct log_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		free(names->items[i]);
	free(names->items);
	*names = (struct log_names){ 0 };
}

/* What the command line names; without a name the log of the last build. */
static bool find_logs(const struct options *options, struct log_names *names, struct err *err)
{
	struct str last = STR_INIT;
	bool ok = true;
	for (size_t i = 0; ok && i < options->n_arguments; i++)
		ok = log_names_add(names, options->arguments[i], err);
	if (!options->n_arguments)
		ok = session_last_log(options->root ? options->root : ".", &last, err) &&
		     log_names_add(names, last.ptr, err);
	str_release(&last);
	return ok;
}

/* --- what they say ------------------------------------------------------------------------------------------------ */

static struct json *links_json(const struct signature *signature)
{
	struct json *links = json_new_array();
	for (size_t i = 0; signature->links && signature->links[i]; i++)
		json_append_text(links, slice_of(signature->links[i]));
	return links;
}

static struct json *candidate_json(const char *id, const char *cause, const char *tell, const char *fix)
{
	struct json *object = json_new_object();
	json_put_cstr(object, "id", id);
	json_put_cstr(object, "cause", cause);
	json_put_cstr(object, "tell", tell);
	json_put_cstr(object, "fix", fix);
	return object;
}

static struct json *row_candidates_json(const struct signature *row)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < row->n_candidates; i++) {
		const struct candidate *each = &row->candidates[i];
		json_append(list, candidate_json(each->id, each->cause, each->tell, each->fix));
	}
	return list;
}

static struct json *hit_candidates_json(const struct triage_hit *hit)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < hit->n_candidates; i++) {
		const struct triage_candidate *each = &hit->candidates[i];
		struct json *object = candidate_json(each->candidate->id, each->cause, each->tell, each->fix);
		json_put_bool(object, "raised", each->is_raised);
		json_append(list, object);
	}
	return list;
}

/* All that is known, for json_free(). */
static struct json *signatures_json(const struct signatures *signatures)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < signatures->count; i++) {
		const struct signature *signature = &signatures->items[i];
		struct json *row = json_new_object();
		json_put_cstr(row, "id", signature->id);
		json_put_cstr(row, "step", signature->step);
		json_put_cstr(row, "level", signature_level_name(signature->level));
		json_put_cstr(row, "sample", signature->sample);
		json_put_cstr(row, "cause", signature->cause);
		json_put_cstr(row, "fix", signature->n_candidates ? signature->candidates[0].fix : signature->fix);
		json_put(row, "candidates", row_candidates_json(signature));
		json_put(row, "links", links_json(signature));
		json_append(list, row);
	}
	return list;
}

/* For json_free(). */
static struct json *triage_json(const struct triage *triage)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < triage->count; i++) {
		const struct triage_hit *hit = &triage->hits[i];
		struct json *object = json_new_object();
		json_put_cstr(object, "id", hit->signature->id);
		json_put_cstr(object, "level", signature_level_name(hit->signature->level));
		json_put_cstr(object, "confidence", confidence_name(hit->confidence));
		json_put_number(object, "line", (int64_t)hit->line);
		json_put_cstr(object, "text", hit->text);
		json_put_cstr(object, "cause", hit->cause);
		if (hit->package) {
			json_put_cstr(object, "package", hit->package->name);
			json_put_bool(object, "whole_name", hit->is_whole);
		}
		json_put_cstr(object, "fix", hit->n_candidates ? hit->candidates[0].fix : hit->fix);
		json_put(object, "candidates", hit_candidates_json(hit));
		json_put(object, "links", links_json(hit->signature));
		json_append(list, object);
	}
	return list;
}

/* What the log tells of the machine and its tools. For json_free(). */
static struct json *facts_json(const struct triage *triage)
{
	struct json *object = json_new_object();
	for (size_t i = 0; i < triage->n_facts; i++)
		json_put_cstr(object, triage->facts[i].name, triage->facts[i].value);
	return object;
}

static bool print_list(const struct signatures *signatures, const struct options *options, struct err *err)
{
	if (options->json != JSON_OFF)
		return print_json_value(options, signatures_json(signatures), err);
	struct str text = STR_INIT;
	for (size_t i = 0; i < signatures->count; i++)
		str_addf(&text, "%-20s %-8s %s\n", signatures->items[i].id,
			signature_level_name(signatures->items[i].level), signatures->items[i].cause);
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* One log is reported without its name; of several, each with its name, and those without a known failure in one
 * line. */
static bool triage_one(const struct signatures *signatures, const char *name, bool is_one,
	const struct options *options, struct json *list, bool *known, struct err *err)
{
	struct triage triage;
	struct str text = STR_INIT;
	bool ok = log_triage(signatures, name, &triage, err);
	*known = *known || triage.count;
	if (ok && list) {
		struct json *file = json_new_object();
		json_put_cstr(file, "file", name);
		json_put(file, "hits", triage_json(&triage));
		json_put(file, "facts", facts_json(&triage));
		json_append(list, file);
	} else if (ok && options->json) {
		ok = print_json_value(options, triage_json(&triage), err);
	} else if (ok) {
		if (!is_one) {
			shown_add_line(slice_of(name), &text);
			str_add_cstr(&text, ": ");
		}
		triage_print(&triage, print_colored(STREAM_OUT, options), &text);
		if (!is_one && triage.count)
			str_add_char(&text, '\n');
		ok = print_paged(options, str_slice(&text), err);
	}
	str_release(&text);
	triage_release(&triage);
	return ok;
}

static int triage_run(const struct options *options, struct err *err)
{
	struct signatures signatures;
	struct log_names names = { 0 };
	bool known = options->list, ok = signatures_load(&signatures, err);
	if (ok && options->list) {
		ok = print_list(&signatures, options, err);
	} else if (ok && find_logs(options, &names, err)) {
		bool is_one = names.count == 1 &&
			      (!options->n_arguments || strcmp(names.items[0], options->arguments[0]) == 0);
		struct json *list = options->json && !is_one ? json_new_array() : NULL;
		for (size_t i = 0; ok && i < names.count; i++)
			ok = triage_one(&signatures, names.items[i], is_one, options, list, &known, err);
		if (list && ok)
			ok = print_json_value(options, list, err);
		else if (list)
			json_free(list);
	} else {
		ok = false;
	}
	log_names_release(&names);
	signatures_release(&signatures);
	return ok ? (known ? EXIT_OK : EXIT_NO) : exit_code_of(err);
}

static const int triage_options[] = { OPTION_ROOT, OPTION_LIST, OPTION_JSON, OPTION_NONE };

const struct command command_triage = {
	.name = "triage",
	.arguments = "[LOG|DIR]... ",
	.summary = "what went wrong: the causes that a log shows, and their fixes",
	.help = "Reads the log of any build, whether tbuild made it or not, and looks for known failures.\n"
		"'-' is standard input; a folder stands for all logs in it; without LOG, it reads the log\n"
		"of the last build in --root. It reports the first cause, not the last line: in Ninja's\n"
		"output the first FAILED block, an error before a warning, and a compile error before the\n"
		"kill that follows it. Confidence is high where the row has been right on new logs, low\n"
		"where only the kind of error is known. Where a line has several likely causes, it lists\n"
		"them, each with the question that decides. Exits with 1 when it finds no known failure.\n"
		"\n"
		"examples\n"
		"  tbuild triage build.log\n"
		"  ninja 2>&1 | tbuild triage -\n"
		"  tbuild triage logs --json\n",
	.options = triage_options,
	.max_arguments = MOST_LOGS,
	.run = triage_run,
};
