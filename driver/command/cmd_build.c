/* tbuild, tbuild build: all of it, or what it would do. */
#include <stdlib.h>
#include <string.h>

#include "build/build.h"
#include "command/command.h"
#include "command/log.h"
#include "command/plan.h"
#include "cmdline/print.h"
#include "command/session.h"
#include "command/triage_print.h"

/* Progress, where it is not shown in place: in logs of CI. */
#define TELL_EVERY_NS ((uint64_t)60 * 1000 * 1000 * 1000)

struct teller {
	bool verbose, terminal, colored, line_open; /* line_open: the last line of the terminal shows progress */
	size_t width;
	uint64_t shown_ns; /* when progress was last shown, without a terminal */
};

static bool print_script(const struct recipe *recipe, const struct options *options, struct err *err)
{
	struct str text = STR_INIT;
	bool batch = options->script ? strcmp(options->script, "bat") == 0 : recipe->windows;
	script_print(recipe, batch, options->until, &text);
	bool ok = print_output_data(options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static void show_progress(struct teller *teller, enum step_kind step, struct slice text)
{
	struct str line = STR_INIT;
	struct err ignored = ERR_INIT;
	str_addf(&line, "\r%-10s", step_name(step));
	shown_add(text, &line);
	if (line.len < teller->width)
		str_add_repeat(&line, ' ', teller->width - line.len);
	teller->line_open = true;
	print_data(STREAM_OUT, str_slice(&line), &ignored);
	err_release(&ignored);
	str_release(&line);
}

static void tell(void *ctx, enum build_event event, enum step_kind step, struct slice text)
{
	static const char *const words[] = { [EVENT_STEP_BEGINS] = "begins",
		[EVENT_STEP_SKIPPED] = "skipped: ",
		[EVENT_STEP_DONE] = "done in ",
		[EVENT_STEP_FAILED] = "failed: ",
		[EVENT_PROGRESS] = "",
		[EVENT_NOTE] = "" };
	struct teller *teller = ctx;
	struct str line = STR_INIT;
	if (event == EVENT_PROGRESS) {
		if (teller->terminal && !teller->verbose)
			show_progress(teller, step, text);
		if (teller->terminal || teller->verbose || platform_monotonic_ns() - teller->shown_ns < TELL_EVERY_NS)
			return;
	}
	if (event == EVENT_OUTPUT && !teller->verbose)
		return;
	if (teller->line_open)
		str_add_char(&line, '\n');
	teller->line_open = false;
	if (event == EVENT_OUTPUT)
		str_addf(&line, SLICE_FMT "\n", SLICE_ARG(text));
	else if (event == EVENT_STEP_FAILED && teller->colored)
		str_addf(&line, "%-10s" PAINT_WRONG "failed:" PAINT_END " " SLICE_FMT "\n", step_name(step),
			SLICE_ARG(text));
	else
		str_addf(&line, "%-10s%s" SLICE_FMT "\n", step_name(step), words[event], SLICE_ARG(text));
	print_if_possible(STREAM_OUT, str_slice(&line));
	str_release(&line);
	teller->shown_ns = platform_monotonic_ns();
}

/* What is known about a failure. */
static bool explain(const char *log_path, bool colored, struct err *err)
{
	struct signatures signatures;
	struct triage triage = { 0 };
	struct str text = STR_INIT;
	bool ok = signatures_load(&signatures, err) && log_triage(&signatures, log_path, &triage, err);
	if (ok) {
		str_add_char(&text, '\n');
		triage_print(&triage, colored, &text);
		ok = print_text(STREAM_OUT, str_slice(&text), err);
	}
	str_release(&text);
	triage_release(&triage);
	signatures_release(&signatures);
	return ok;
}

/* Where everything is, and what comes next. */
static void print_end(const struct recipe *recipe, enum step_kind until, const struct build_result *result, bool ok)
{
	struct str text = STR_INIT;
	if (result->log)
		str_addf(&text, "log       %s\n", result->log);
	if (ok && result->end == BUILD_DONE && result->wheel)
		str_addf(&text, "wheel     %s/%s\ninstall   \"%s\" -m pip install \"%s/%s\"\n", recipe->root,
			result->wheel, recipe->python, recipe->root, result->wheel);
	if (ok && result->end == BUILD_DONE && recipe->commands[STEP_INSTALL] && until >= STEP_INSTALL)
		str_addf(&text, "installed %s now imports the tree itself: edits there take effect at once\n",
			recipe->python);
	if (ok && result->end == BUILD_INTERRUPTED)
		str_addf(&text, "resume    with the same command: finished steps are not repeated\n");
	print_if_possible(STREAM_OUT, str_slice(&text));
	str_release(&text);
}

static bool build_tree(const struct session *session, const struct recipe *recipe, const struct options *options,
	int *code, struct err *err)
{
	struct teller teller = { .verbose = options->verbose,
		.terminal = platform_is_terminal(STREAM_OUT),
		.width = platform_terminal_width(STREAM_OUT),
		.colored = print_colored(STREAM_OUT, options) };
	struct build_request request = { .recipe = recipe,
		.tree_options = &session->tree_options,
		.probe = session->probe,
		.root = session->root,
		.until = options->until,
		.again = options->again,
		.tell = tell,
		.ctx = &teller };
	struct build_result result = { 0 };
	struct str facts = STR_INIT;
	bool ok = (options->unpatched || build_check_drift(session->root, err)) &&
		  plan_agree(session, recipe, options, request.until, &facts, err);
	if (ok) {
		request.facts = str_slice(&facts);
		process_hold_interrupts();
		ok = build_run(&request, &result, err);
		print_end(recipe, request.until, &result, ok);
	}
	*code = result.end == BUILD_DONE ? EXIT_OK : result.end == BUILD_FAILED ? EXIT_NO : EXIT_INTERRUPTED;
	if (ok && result.end == BUILD_FAILED)
		ok = explain(result.log, teller.colored, err);
	str_release(&facts);
	build_result_release(&result);
	return ok;
}

static bool check_steps(const struct options *options, struct err *err)
{
	return !(options->target && options->editable) ||
	       err_set(err, ERR_USAGE, "--target installs nothing: leave out --editable");
}

static int build_command(const struct options *options, struct err *err)
{
	struct session session = { 0 };
	struct recipe recipe = { 0 };
	int code = EXIT_OK;
	bool ok = check_steps(options, err) && session_open(&session, options, TREE_NEEDED, true, err) &&
		  profile_check_version(&session.profile, session.torch, err) &&
		  recipe_make(session.probe, &session.profile, root_path(session.root), session.torch,
			  &session.tree_options, &session.request, &recipe, err);
	if (ok && options->dry_run)
		ok = (options->unpatched || build_check_drift(session.root, err)) &&
		     print_script(&recipe, options, err);
	else if (ok && options->script)
		ok = err_set(err, ERR_USAGE, "--script needs --dry-run, which prints the script");
	else if (ok && options->machine)
		ok = err_set(err, ERR_USAGE, "--machine describes another machine: only --dry-run works with it");
	else if (ok)
		ok = build_tree(&session, &recipe, options, &code, err);
	build_recipe_release(&recipe);
	session_close(&session);
	return ok ? code : exit_code_of(err);
}

static const int build_options[] = { OPTION_ROOT, OPTION_PROFILE, OPTION_TORCH, OPTION_PYTHON, OPTION_CUDA, OPTION_JOBS,
	OPTION_SET, OPTION_DRY_RUN, OPTION_SCRIPT, OPTION_MACHINE, OPTION_UNPATCHED, OPTION_UNTIL, OPTION_TARGET,
	OPTION_EDITABLE, OPTION_AGAIN, OPTION_CLEAN, OPTION_YES, OPTION_NO_DOCTOR, OPTION_VERBOSE, OPTION_NONE };

const struct command command_build = {
	.name = "build",
	.arguments = "",
	.summary = "configure, check the configuration, build, make the wheel",
	.help = "Examines the machine as `tbuild doctor` does, shows what it will build with, asks for\n"
		"confirmation on a terminal, and builds in steps: configure; compare (stops if a feature\n"
		"turned itself off); build; stage; wheel; check. It skips steps that are done. Logs are\n"
		"in .tbuild/logs of the tree. A tree that is not as tpatch left it is built only with\n"
		"--unpatched. When a step fails, it searches the log for known failures.\n"
		"\n"
		"examples\n"
		"  tbuild --profile blackwell --root ~/pytorch\n"
		"  tbuild --profile cpu --root ~/pytorch --dry-run > build.sh\n"
		"  tbuild --profile cpu --root ~/pytorch --until compare --set USE_MKLDNN=0\n"
		"  tbuild --profile cpu --root ~/pytorch --python venv/bin/python --editable\n",
	.options = build_options,
	.max_arguments = 0,
	.run = build_command,
};
