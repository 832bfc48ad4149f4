#include "build/build.h"

#include <stdlib.h>
#include <string.h>

#include "build/work.h"

/* Writes `.tbuild/NAME` anew, in the place of a file or link of that name. ERR_IO. */
static bool work_save(const struct work *work, const char *name, struct slice bytes, struct err *err)
{
	char *path = work_path(work, name);
	bool ok = system_remove_tree(path, err) && platform_save_file(path, bytes, err);
	free(path);
	return ok;
}

/* --- stamps ------------------------------------------------------------------------------------------------------- */

/*
 * `.tbuild/STEP.stamp` holds a hash of all that configuring or comparing depends on: where the tree is,
 * profile, environment, commands up to it, the record of tpatch. Sources that change are Ninja's business.
 */

/* Below `.tbuild`; for free(). */
static char *stamp_name(enum step_kind step)
{
	struct str name = STR_INIT;
	str_addf(&name, "%s.stamp", step_name(step));
	return str_detach(&name);
}

static void add_changes(const struct recipe *recipe, struct str *text)
{
	for (size_t i = 0; i < recipe->n_changes; i++) {
		/* How many compilers run at once is no part of what is built. */
		if (strcmp(recipe->changes[i].name, "MAX_JOBS") != 0)
			str_addf(text, "%s=%s\n", recipe->changes[i].name,
				recipe->changes[i].value ? recipe->changes[i].value : "");
	}
}

/* Variables that come from outside and that CMake reads when it configures. */
static void add_outside(const struct work *work, struct str *text)
{
	static const char *const names[] = { "CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CUDAFLAGS",
		"NVCC_APPEND_FLAGS" };
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = environment_get(&work->environment, names[i]);
		str_addf(text, "%s=%s\n", names[i], value ? value : "");
	}
}

/* The newest run of tpatch, and what CMakeLists.txt is. */
static void add_tree(const struct work *work, struct str *text)
{
	struct journal journal;
	struct err err = ERR_INIT;
	struct file_stat st;
	if (journal_read(work->request->root, &journal, &err)) {
		const struct run *run = journal_last(&journal, RUN_APPLIED);
		str_addf(text, "run %lu\n", run ? run->number : 0);
		journal_release(&journal);
	}
	if (root_stat(work->request->root, "CMakeLists.txt", &st, &err))
		str_addf(text, "CMakeLists.txt %lld\n", (long long)st.mtime_ns);
	err_release(&err);
}

static void stamp_text(const struct work *work, enum step_kind step, char hex[HASH_HEX_LEN + 1])
{
	const struct recipe *recipe = work->request->recipe;
	struct str text = STR_INIT;
	str_addf(&text, TPATCH_VERSION "\n%s\n%s\n%s\n", recipe->root, recipe->profile->name, recipe->python);
	str_addf(&text, "msvc %s\n", recipe->msvc.toolset ? recipe->msvc.toolset : "");
	add_changes(recipe, &text);
	add_outside(work, &text);
	add_tree(work, &text);
	for (int kind = 0; kind <= (int)step; kind++)
		for (size_t i = 0; recipe->commands[kind] && recipe->commands[kind][i]; i++)
			str_addf(&text, "%s\n", recipe->commands[kind][i]);
	for (size_t i = 0; i < recipe->n_expect; i++)
		str_addf(&text, "%s %s\n", recipe->expect[i].name, recipe->expect[i].value);
	hash_to_hex(hash_of(str_slice(&text)), hex);
	str_release(&text);
}

/* Stamps are of STEP_CONFIGURE and STEP_COMPARE. Is that of `step` there, made with the same profile, environment,
 * commands and record? */
static bool stamp_holds(const struct work *work, enum step_kind step)
{
	char *name = stamp_name(step), *path = work_path(work, name), hex[HASH_HEX_LEN + 1];
	struct str found = STR_INIT;
	struct err err = ERR_INIT;
	stamp_text(work, step, hex);
	bool holds = platform_read_file(path, 4096, &found, &err) && slice_eq_cstr(slice_trim(str_slice(&found)), hex);
	str_release(&found);
	err_release(&err);
	free(path);
	free(name);
	return holds;
}

static bool stamp_write(const struct work *work, enum step_kind step, struct err *err)
{
	char *name = stamp_name(step), hex[HASH_HEX_LEN + 1];
	struct str text = STR_INIT;
	stamp_text(work, step, hex);
	str_addf(&text, "%s\n", hex);
	bool ok = work_save(work, name, str_slice(&text), err);
	str_release(&text);
	free(name);
	return ok;
}

/* Removes the stamps of the step and those after it. */
static bool stamp_drop_from(const struct work *work, enum step_kind step, struct err *err)
{
	bool ok = true;
	for (int kind = (int)step; ok && kind <= STEP_COMPARE; kind++) {
		char *name = stamp_name((enum step_kind)kind), *path = work_path(work, name);
		ok = system_remove_tree(path, err);
		free(path);
		free(name);
	}
	return ok;
}

/* --- what earlier builds left: of a link the link goes, never what it points to ----------------------------------- */

static bool is_left(const char *name)
{
	for (size_t i = 0; recipe_clean_names[i]; i++) {
		const char *known = recipe_clean_names[i];
		if (known[0] == '*' ? slice_ends_with(slice_of(name), known + 1) : strcmp(name, known) == 0)
			return true;
	}
	return false;
}

/* Removes what earlier builds left (recipe_clean_names), and tells what that was. Never outside of the tree. ERR_IO. */
static bool clean_tree(struct work *work, struct err *err)
{
	struct dir_list list = { 0 };
	struct str path = STR_INIT, removed = STR_INIT;
	bool ok = stamp_drop_from(work, STEP_CONFIGURE, err) && root_list(work->request->root, "", &list, err);
	for (size_t i = 0; ok && i < list.count; i++) {
		const char *name = list.entries[i].name;
		if (!is_left(name))
			continue;
		str_clear(&path);
		str_addf(&path, "%s/%s", root_path(work->request->root), name);
		ok = system_remove_tree(path.ptr, err);
		str_addf(&removed, "%s%s%s", removed.len ? ", " : "removed ", name,
			list.entries[i].type == FILE_SYMLINK ? " (a link; its target is untouched)" : "");
	}
	work_note(work, removed.len ? removed.ptr : "nothing to remove");
	dir_list_release(&list);
	str_release(&path);
	str_release(&removed);
	return ok;
}

/* A link that came with the tree would lead out of it. */
static bool check_folder(const struct work *work, const char *name, struct err *err)
{
	struct file_stat st;
	if (!root_stat(work->request->root, name, &st, err) || st.type == FILE_DIRECTORY)
		return err->kind == ERR_NONE;
	err_set(err, ERR_UNFIT, "'%s/%s' is not a folder of this tree: nothing was written",
		root_path(work->request->root), name);
	return err_hint(err, "tbuild keeps its logs there and does not follow links; remove it");
}

static bool make_folders(const struct work *work, struct err *err)
{
	static const char *const folders[] = { STATE_DIR, STATE_DIR "/logs" };
	bool ok = true;
	for (size_t i = 0; ok && i < COUNT_OF(folders); i++) {
		char *path = work_path(work, folders[i] + strlen(STATE_DIR));
		ok = platform_make_folder(path, err) && check_folder(work, folders[i], err);
		free(path);
	}
	return ok && work_save(work, ".gitignore", SLICE_LITERAL("*\n"), err);
}

static bool lock(const struct work *work, struct err *err)
{
	char *path = work_path(work, "lock");
	bool busy, ok = system_lock(path, &busy, err);
	if (!ok && busy) {
		err_set(err, ERR_IO, "another build is running in '%s'", root_path(work->request->root));
		err_hint(err, "wait for it or stop it; if its tbuild was killed, the build runs on until its programs "
			      "exit");
	}
	free(path);
	return ok;
}

bool build_check_drift(struct root *root, struct err *err)
{
	struct tree_drift drift;
	struct str text = STR_INIT, word = STR_INIT;
	bool ok = tree_drift_read(root, &drift, err);
	if (ok && drift.count) {
		struct slice rest = slice_trim(str_slice(&drift.text)), line;
		while (slice_cut(&rest, '\n', &line))
			str_addf(&text, "\n  " SLICE_FMT, SLICE_ARG(line));
		ok = err_set(err, ERR_UNFIT, "%zu file%s not as tpatch left %s:%s", drift.count,
			drift.count == 1 ? " is" : "s are", drift.count == 1 ? "it" : "them", text.ptr);
		shell_word(root_path(root), &word);
		err_hint(err, "`tpatch status --root %s` shows which; --unpatched builds the tree as it is", word.ptr);
	}
	str_release(&word);
	str_release(&drift.text);
	str_release(&text);
	return ok;
}

static void tell(struct work *work, enum build_event event, const char *text)
{
	static const char *const words[] = { [EVENT_STEP_BEGINS] = "begins",
		[EVENT_STEP_SKIPPED] = "skipped: ",
		[EVENT_STEP_DONE] = "done in ",
		[EVENT_STEP_FAILED] = "failed: " };
	struct str line = STR_INIT;
	str_addf(&line, "== %s %s%s", step_name(work->step), words[event], text);
	log_line(work, str_slice(&line));
	str_release(&line);
	work->request->tell(work->request->ctx, event, work->step, slice_of(text));
}

static void tell_end(struct work *work, const struct process_result *end)
{
	struct str text = STR_INIT;
	if (end->code == 0) {
		format_duration(end->ns, &text);
		tell(work, EVENT_STEP_DONE, text.ptr);
	} else {
		process_format_result(end, &text);
		tell(work, EVENT_STEP_FAILED, text.ptr);
	}
	str_release(&text);
}

/* The newest file that the glob of the profile, "dist/NAME", names; for free(), or NULL. */
static char *find_wheel(const struct work *work, struct err *err)
{
	const char *glob = work->request->recipe->profile->wheel_glob;
	struct slice folder = path_dir(slice_of(glob));
	const char *const globs[] = { glob };
	struct glob_set *set = glob_set_new(globs, 1, false, err);
	struct regex_scratch *scratch = regex_scratch_new();
	struct dir_list list = { 0 };
	struct str path = STR_INIT;
	char *newest = NULL, *name = slice_dup(folder);
	int64_t newest_ns = INT64_MIN;
	struct file_stat st = { .type = FILE_DIRECTORY };
	bool ok = set && (!name[0] || root_stat(work->request->root, name, &st, err)) &&
		  (st.type != FILE_DIRECTORY || root_list(work->request->root, name, &list, err));
	for (size_t i = 0; ok && i < list.count; i++) {
		str_clear(&path);
		str_add(&path, folder);
		path_push(&path, slice_of(list.entries[i].name));
		if (!glob_set_match(set, scratch, str_slice(&path)) ||
			!root_stat(work->request->root, path.ptr, &st, err) || st.mtime_ns < newest_ns)
			continue;
		newest_ns = st.mtime_ns;
		free(newest);
		newest = xstrdup(path.ptr);
	}
	if (!newest && err->kind == ERR_NONE)
		err_set(err, ERR_UNFIT, "the build did not make the wheel '%s'", glob);
	dir_list_release(&list);
	str_release(&path);
	free(name);
	glob_set_free(set);
	regex_scratch_free(scratch);
	return newest;
}

/* Unpacks the wheel and runs the check beside it, where Python does not find the source tree. */
static bool check_wheel(struct work *work, struct process_result *end, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	char *folder = work_path(work, "check");
	const char *const unpack[] = { recipe->python, "-m", "zipfile", "-e", work->wheel, folder, NULL };
	const char *const check[] = { recipe->python, "-c", recipe->profile->check, NULL };
	bool ok = system_remove_tree(folder, err) && run_program(work, unpack, recipe->root, end, err);
	if (ok && end->code == 0) {
		environment_set(&work->environment, "PYTHONPATH", folder);
		ok = run_program(work, check, folder, end, err);
		environment_unset(&work->environment, "PYTHONPATH");
	}
	free(folder);
	return ok;
}

/* What was installed points into the tree; run elsewhere, Python does not take the working directory for it. */
static bool check_installed(struct work *work, struct process_result *end, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	char *folder = work_path(work, "check");
	const char *const check[] = { recipe->python, "-c", recipe->profile->check, NULL };
	bool ok = system_remove_tree(folder, err) && platform_make_folder(folder, err) &&
		  run_program(work, check, folder, end, err);
	free(folder);
	return ok;
}

static bool save_pools(const struct work *work, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = true;
	if (work->request->recipe->heavy_jobs) {
		recipe_print_pools(work->request->recipe, &text);
		ok = work_save(work, "pools.cmake", str_slice(&text), err);
	}
	str_release(&text);
	return ok;
}

static bool make_step(struct work *work, struct process_result *end, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	*end = (struct process_result){ 0 };
	if (work->step == STEP_CLEAN)
		return clean_tree(work, err);
	if (work->step == STEP_COMPARE)
		return compare_features(work, err);
	if (work->step == STEP_STAGE)
		return stage_libraries(work, err);
	if (work->step == STEP_CHECK)
		return (work->wheel ? check_wheel : check_installed)(work, end, err);
	if ((work->step == STEP_CONFIGURE && !save_pools(work, err)) || !run_with_memory(work, end, err))
		return false;
	if (work->step != STEP_WHEEL || end->code != 0 || !recipe->profile->wheel_glob)
		return true;
	work->wheel = find_wheel(work, err);
	return work->wheel != NULL;
}

/*
 * Configuring is skipped with comparing, which needs what configuring prints. The later steps always look: what has
 * changed among the sources is known to Ninja alone, and it is quick to say that nothing has.
 */
static bool can_skip(const struct work *work, enum step_kind step)
{
	struct file_stat st;
	struct err err = ERR_INIT;
	bool compares = recipe_has_step(work->request->recipe, STEP_COMPARE);
	if (work->request->again || step == STEP_CLEAN || step > STEP_COMPARE || !stamp_holds(work, STEP_CONFIGURE) ||
		(compares && !stamp_holds(work, STEP_COMPARE)))
		return false;
	bool there = root_stat(work->request->root, "build/CMakeCache.txt", &st, &err) && st.type == FILE_REGULAR;
	err_release(&err);
	return there;
}

static bool run_steps(struct work *work, struct build_result *result, struct err *err)
{
	for (int kind = 0; kind <= (int)work->request->until; kind++) {
		struct process_result end;
		work->step = (enum step_kind)kind;
		if (!recipe_has_step(work->request->recipe, work->step))
			continue;
		if (can_skip(work, work->step)) {
			tell(work, EVENT_STEP_SKIPPED, "done before, and nothing it depends on has changed");
			continue;
		}
		tell(work, EVENT_STEP_BEGINS, "");
		if (work->step <= STEP_COMPARE && !stamp_drop_from(work, work->step, err))
			return false;
		if (!make_step(work, &end, err)) {
			result->step = work->step;
			log_line(work, slice_of(err->message));
			tell(work, EVENT_STEP_FAILED, "the reason is below");
			return false;
		}
		tell_end(work, &end);
		if (end.code != 0) {
			result->end = end.interrupted ? BUILD_INTERRUPTED : BUILD_FAILED;
			result->step = work->step;
			return true;
		}
		if (work->step == STEP_BUILD)
			tell_spent(work);
		if (work->step <= STEP_COMPARE && !stamp_write(work, work->step, err))
			return false;
	}
	return true;
}

static void release(struct work *work)
{
	environment_release(&work->environment);
	signatures_release(&work->signatures);
	str_release(&work->line);
	str_release(&work->configured);
	str_release(&work->log_path);
}

/*
 * Starts the server of sccache, if that is the launcher, and appends what it says. It outlives the build: started by a
 * compiler, it would be a program of a step, which ends with it when it is interrupted; started behind the lock, it
 * would hold that.
 */
static void cache_start(const struct work *work, struct str *said)
{
	struct environment environment = { 0 };
	if (!recipe_has_server(work->request->recipe) || work->request->until < STEP_CONFIGURE)
		return;
	environment_copy(&environment, &work->environment);
	recipe_apply(work->request->recipe, &environment);
	static const char *const start[] = { "sccache", "--start-server", NULL };
	struct probe own = *work->request->probe;
	struct str out = STR_INIT;
	int code = 0;
	own.environment = environment;
	bool runs = own.run(&own, start, &out, &code);
	str_add_cstr(said, "+ sccache --start-server\n");
	str_add(said, runs ? str_slice(&out) : SLICE_LITERAL("it cannot be started"));
	str_release(&out);
	environment_release(&environment);
}

bool build_run(const struct build_request *request, struct build_result *result, struct err *err)
{
	struct work work = { .request = request, .begun_ns = platform_monotonic_ns() };
	struct str server = STR_INIT;
	*result = (struct build_result){ .end = BUILD_DONE };
	environment_copy(&work.environment, &request->probe->environment);
	cache_start(&work, &server);
	bool ok = make_folders(&work, err) && lock(&work, err) && log_begin(&work, err);
	if (ok) {
		struct err end = ERR_INIT;
		struct slice rest = slice_trim(str_slice(&server)), line;
		while (rest.len && slice_cut(&rest, '\n', &line))
			log_line(&work, slice_trim(line));
		bool interrupted;
		ok = activate_msvc(&work, &interrupted, err);
		if (!ok)
			log_line(&work, slice_of(err->message));
		recipe_apply(request->recipe, &work.environment);
		if (interrupted)
			result->end = BUILD_INTERRUPTED;
		else
			ok = ok && run_steps(&work, result, err);
		result->log = xstrdup(work.log_path.ptr);
		result->wheel = work.wheel;
		/* The first error is the one to report. */
		if (!log_end(&work, &end) && ok) {
			ok = false;
			*err = end;
			end = ERR_INIT;
		}
		err_release(&end);
	}
	str_release(&server);
	release(&work);
	return ok;
}

void build_result_release(struct build_result *result)
{
	free(result->log);
	free(result->wheel);
	*result = (struct build_result){ 0 };
}
