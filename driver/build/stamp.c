/*
 * Stamps: `.tbuild/STEP.stamp` holds a hash of all that configuring or comparing depends on: where the tree is,
 * profile, environment, commands up to it, the record of tpatch. Sources that change are Ninja's business.
 */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

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

bool stamp_holds(const struct work *work, enum step_kind step)
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

bool stamp_write(const struct work *work, enum step_kind step, struct err *err)
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

bool stamp_drop_from(const struct work *work, enum step_kind step, struct err *err)
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
