#include "windows_build.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

struct windows_build windows_build_new(const char *machine)
{
	struct windows_build build = { .scratch = scratch_new(), .profile = { .name = "mini" } };
	scratch_write(&build.scratch, "machine.yaml", machine);
	build.probe = probe_file(scratch_path(&build.scratch, "machine.yaml"), &build.err);
	if (!build.probe)
		fail_msg("%s", build.err.message);
	environment_set(&build.probe->environment, "PATH", scratch_path(&build.scratch, "bin"));
	build.recipe = (struct recipe){ .root = build.scratch.path, .python = "python", .windows = true };
	return build;
}

void windows_build_free(struct windows_build *build)
{
	probe_free(build->probe);
	scratch_free(&build->scratch);
	err_release(&build->err);
	str_release(&build->told);
}

static void tell(void *ctx, enum build_event event, enum step_kind step, struct slice text)
{
	struct windows_build *build = ctx;
	(void)step;
	if (event == EVENT_NOTE || event == EVENT_OUTPUT)
		str_addf(&build->told, "%s: " SLICE_FMT "\n", event == EVENT_NOTE ? "note" : "output", SLICE_ARG(text));
}

char *windows_build_shown(const struct windows_build *build, const char *text)
{
	struct slice root = slice_of(build->scratch.path), rest = slice_of(text);
	struct str shown = STR_INIT;
	for (size_t at; (at = slice_find(rest, root, 0)) != (size_t)-1; rest = slice_sub(rest, at + root.len, rest.len))
		str_addf(&shown, SLICE_FMT "ROOT", SLICE_ARG(slice_sub(rest, 0, at)));
	str_add(&shown, rest);
	return str_detach(&shown);
}

/* The head has three lines about tbuild, time and machine, what is known of them (here nothing), and the script. */
static char *log_after_head(const struct windows_build *build)
{
	struct str head = STR_INIT, text = STR_INIT;
	str_add_cstr(&head, "tbuild\ntime\nmachine\n\n");
	script_print(&build->recipe, true, STEP_CHECK, &head);
	char *log = scratch_read(&build->scratch, ".tbuild/logs/latest.log");
	struct slice rest = slice_of(log), known = str_slice(&head), line, ignored;
	while (slice_cut(&rest, '\n', &line) && rest.ptr) {
		size_t bar = slice_find(line, SLICE_LITERAL("| "), 0);
		assert_true(bar != (size_t)-1);
		if (!slice_cut(&known, '\n', &ignored))
			str_addf(&text, SLICE_FMT "\n", SLICE_ARG(slice_sub(line, bar + 2, line.len)));
	}
	char *shown = windows_build_shown(build, text.ptr ? text.ptr : "");
	free(log);
	str_release(&head);
	str_release(&text);
	return shown;
}

char *windows_build_run(struct windows_build *build, enum step_kind until)
{
	struct build_result result;
	err_release(&build->err);
	str_clear(&build->told);
	build->recipe.profile = &build->profile;
	struct build_request request = { .recipe = &build->recipe,
		.probe = build->probe,
		.root = build->scratch.root,
		.until = until,
		.again = true,
		.tell = tell,
		.ctx = build };
	bool ok = build_run(&request, &result, &build->err);
	assert_int_equal(ok, build->err.kind == ERR_NONE);
	build->end = result.end;
	build_result_release(&result);
	return log_after_head(build);
}
