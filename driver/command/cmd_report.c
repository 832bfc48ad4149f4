/* tbuild report: what one would paste into an issue. */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/log.h"
#include "cmdline/print.h"
#include "command/session.h"
#include "command/triage_print.h"
#include "doctor/doctor.h"

static const char python_questions[] =
	"import sys, platform\n"
	"sys.path = [each for each in sys.path if each]\n" /* not the source tree's torch */
	"print('python  ', sys.version.replace('\\n', ' '))\n"
	"print('platform', platform.platform())\n"
	"try:\n"
	"    import torch\n"
	"    print('torch   ', torch.__version__, 'cuda', torch.version.cuda, 'available', torch.cuda.is_available())\n"
	"    if torch.cuda.is_available():\n"
	"        print('gpu     ', torch.cuda.get_device_name(0), torch.cuda.get_device_capability(0), 'built for', "
	"torch.cuda.get_arch_list())\n"
	"except Exception as e:\n"
	"    print('torch   ', type(e).__name__ + ':', str(e).split('\\n')[0])\n";

/* A block of Markdown whose fence does not occur in it. */
static void add_block(struct str *out, struct slice text)
{
	struct str fence = STR_INIT;
	struct slice line;
	str_add_cstr(&fence, "```");
	while (slice_find(text, str_slice(&fence), 0) != (size_t)-1)
		str_add_char(&fence, '`');
	str_addf(out, "%s\n", fence.ptr);
	while (slice_cut(&text, '\n', &line)) {
		shown_add_line(line, out);
		str_add_char(out, '\n');
	}
	str_addf(out, "%s\n", fence.ptr);
	str_release(&fence);
}

/* A line of Markdown that ends in `text`, which is not ours. */
static void add_code_line(struct str *out, const char *text)
{
	shown_add_code(slice_of(text), out);
	str_add_char(out, '\n');
}

static void add_place(const struct probe *probe, const char *name, struct str *out)
{
	for (size_t i = 0; i < 4; i++) {
		char *path = probe->find(probe, name, i);
		if (path || i == 0)
			str_addf(out, "%-8s %s\n", i == 0 ? name : "", path ? path : "not in PATH");
		free(path);
		if (!path)
			return;
	}
}

static void add_machine(const struct session *session, struct str *out)
{
	static const char *const names[] = { "VIRTUAL_ENV", "CONDA_PREFIX", "CUDA_HOME", "CUDA_PATH", "VSCMD_VER",
		"VCToolsVersion", "DISTUTILS_USE_SDK", "CC", "CXX", "TORCH_CUDA_ARCH_LIST", "CMAKE_ARGS" };
	const struct probe *probe = session->probe;
	char *python = python_find(probe, session->request.python);
	const char *const ask_python[] = { python, "-c", python_questions, NULL }, *const ask_nvcc[] = { "nvcc",
		"--version", NULL };
	struct str text = STR_INIT;
	int code;
	str_addf(&text, "system   %s, %zu core%s", probe->facts.description, probe->facts.cores,
		str_plural(probe->facts.cores));
	if (probe->facts.knows_memory)
		str_addf(&text, ", %.1f GiB memory (%.1f available)", (double)probe->facts.memory.total / (1 << 30),
			(double)probe->facts.memory.available / (1 << 30));
	for (size_t i = 0; i < probe->facts.gpus.count; i++)
		str_addf(&text, "\ngpu      %s, %d.%d", probe->facts.gpus.items[i].name,
			probe->facts.gpus.items[i].major, probe->facts.gpus.items[i].minor);
	str_add_char(&text, '\n');
	if (python)
		probe->run(probe, ask_python, &text, &code);
	add_place(probe, probe_is_windows(probe) ? "python" : "python3", &text);
	if (probe_is_windows(probe))
		add_place(probe, "cl", &text);
	add_place(probe, "cmake", &text);
	add_place(probe, "ninja", &text);
	add_place(probe, "nvcc", &text);
	probe->run(probe, ask_nvcc, &text, &code);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (probe_env(probe, names[i]))
			str_addf(&text, "%s=%s\n", names[i], probe_env(probe, names[i]));
	str_add_cstr(out, "## Machine\n\n");
	add_block(out, str_slice(&text));
	str_release(&text);
	free(python);
}

/* "looks like 2.7" */
static bool is_guessed(const struct run *run)
{
	return slice_starts_with(slice_of(run->target), "looks ");
}

static void add_record(struct root *root, struct str *out)
{
	struct journal journal;
	struct tree_drift drift = { 0 };
	struct err err = ERR_INIT;
	struct str by = STR_INIT;
	str_add_cstr(out, "\n## tpatch's record\n\n");
	if (!journal_read(root, &journal, &err)) {
		str_add_cstr(out, "The journal cannot be read: ");
		add_code_line(out, err.message);
		err_release(&err);
		return;
	}
	for (size_t i = 0; i < journal.n_runs; i++) {
		const struct run *run = &journal.runs[i];
		str_clear(&by);
		if (run->state != RUN_BROKEN)
			str_addf(&by, "tpatch %s, set %s for %s%s", run->tool, run->set,
				is_guessed(run) ? "a tree that " : "", run->target);
		if (run->state == RUN_BROKEN)
			str_addf(out, "- run %lu is broken: ", run->number);
		else
			str_addf(out, "- run %lu: %s, %zu file%s: ", run->number, run_state_name(run->state),
				run->n_files, str_plural(run->n_files));
		add_code_line(out, by.len ? by.ptr : run->problem ? run->problem : "unreadable");
	}
	str_release(&by);
	if (journal.n_runs == 0)
		str_add_cstr(out, "tpatch has changed nothing here.\n");
	else if (!tree_drift_read(root, &drift, &err))
		str_add_char(out, '\n'), add_code_line(out, err.message);
	else if (drift.runs == 0)
		str_add_cstr(out, "\nNo run is applied now.\n");
	else if (drift.count)
		str_addf(out, "\nNot as tpatch left them (%zu of %zu):\n\n", drift.count, drift.files),
			add_block(out, str_slice(&drift.text));
	else if (drift.files == 1)
		str_add_cstr(out, "\nThe one file is as tpatch left it.\n");
	else
		str_addf(out, "\nAll %zu files are as tpatch left them.\n", drift.files);
	str_release(&drift.text);
	journal_release(&journal);
	err_release(&err);
}

static bool add_diagnosis(const struct session *session, struct str *out, struct err *err)
{
	struct diagnosis diagnosis = { 0 };
	bool ok = session_examine(session, &diagnosis, err);
	str_addf(out, "\n## Doctor\n\n%zu wrong, %zu warning%s, %zu unknown, %zu ok\n\n", diagnosis.n[STATE_WRONG],
		diagnosis.n[STATE_WARNING], str_plural(diagnosis.n[STATE_WARNING]), diagnosis.n[STATE_UNKNOWN],
		diagnosis.n[STATE_OK]);
	for (size_t i = 0; i < diagnosis.count; i++)
		if (diagnosis.items[i].state != STATE_OK) {
			str_addf(out, "- **%s** `%s`: ", state_name(diagnosis.items[i].state), diagnosis.items[i].id);
			add_code_line(out, diagnosis.items[i].seen.ptr);
		}
	diagnosis_release(&diagnosis);
	return ok;
}

/* A log that was named must be there; that of the last build may be missing. */
static bool add_log(const struct options *options, struct str *out, struct err *err)
{
	struct signatures signatures;
	struct triage triage = { 0 };
	struct str name = STR_INIT, text = STR_INIT;
	struct err missing = ERR_INIT;
	if (options->n_arguments)
		str_add_cstr(&name, options->arguments[0]);
	bool there = options->n_arguments || session_last_log(options->root ? options->root : ".", &name, &missing);
	bool ok = signatures_load(&signatures, err) && (!there || log_triage(&signatures, name.ptr, &triage, err));
	if (ok && there) {
		triage_print(&triage, false, &text);
		str_add_cstr(out, "\n## Log\n\n");
		if (triage.count)
			str_add_cstr(out, "What `tbuild triage` says of it:\n\n"), add_block(out, str_slice(&text));
		else
			str_addf(out, "No known failure was found in its %zu line%s.\n", triage.lines,
				str_plural(triage.lines));
		str_add_cstr(out, "\nIts last lines:\n\n");
		add_block(out, slice_trim(str_slice(&triage.tail)));
	} else if (ok) {
		str_add_cstr(out, "\n## Log\n\nThere is no log: tbuild has not built this tree, "
				  "and none was named (`tbuild report LOG`).\n");
	}
	err_release(&missing);
	triage_release(&triage);
	signatures_release(&signatures);
	str_release(&name);
	str_release(&text);
	return ok;
}

/* The home folder, written with either slash, becomes ~: it holds a name. */
static void hide_home(const struct probe *probe, struct str *text)
{
	const char *home = probe_env(probe, probe_is_windows(probe) ? "USERPROFILE" : "HOME");
	if (!home || strlen(home) < 4)
		return;
	char *other = xstrdup(home);
	for (char *c = other; *c; c++)
		if (*c == '\\')
			*c = '/';
	struct str hidden = STR_INIT;
	str_add_replaced_nocase(&hidden, str_slice(text), slice_of(home), SLICE_LITERAL("~"));
	str_clear(text);
	str_add_replaced_nocase(text, str_slice(&hidden), slice_of(other), SLICE_LITERAL("~"));
	str_release(&hidden);
	free(other);
}

static int report_run(const struct options *options, struct err *err)
{
	struct session session;
	struct str text = STR_INIT;
	bool ok = session_open(&session, options, TREE_WHERE_ONE_IS, false, err);
	if (ok) {
		str_addf(&text, "# tbuild " TPATCH_VERSION ": PyTorch %s", session.torch ? session.torch : "(no tree)");
		str_addf(&text, "%s%s\n\n", session.has_profile ? ", profile " : "",
			session.has_profile ? session.profile.name : "");
		if (session.root) {
			str_add_cstr(&text, "Tree: ");
			add_code_line(&text, root_path(session.root));
			str_add_char(&text, '\n');
		}
		add_machine(&session, &text);
		ok = add_diagnosis(&session, &text, err);
		if (ok && session.root)
			add_record(session.root, &text);
		ok = ok && add_log(options, &text, err);
		hide_home(session.probe, &text);
	}
	ok = ok && print_output(options, str_slice(&text), err);
	str_release(&text);
	session_close(&session);
	return ok ? EXIT_OK : exit_code_of(err);
}

static const int report_options[] = { OPTION_ROOT, OPTION_PROFILE, OPTION_TORCH, OPTION_PYTHON, OPTION_CUDA, OPTION_SET,
	OPTION_MACHINE, OPTION_OUTPUT, OPTION_REPLACE, OPTION_NONE };

const struct command command_report = {
	.name = "report",
	.arguments = "[LOG] ",
	.summary = "everything to paste into an issue: machine, findings, log",
	.help = "Writes Markdown: the machine, doctor's findings, tpatch's record, what is known\n"
		"about the log, and the end of the log. LOG is that of any build (default: that of the last\n"
		"build in --root, if there is one). Your home folder becomes ~ in it; read it\n"
		"before you publish it.\n"
		"\n"
		"examples\n"
		"  tbuild report --root ~/pytorch --output report.md\n"
		"  tbuild report build.log\n",
	.options = report_options,
	.max_arguments = 1,
	.run = report_run,
};
