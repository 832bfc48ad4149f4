#include "cli/show/reports.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cmdline/exit.h"
#include "cmdline/output_file.h"
#include "cli/settings.h"
#include "cmdline/print.h"
#include "platform/terminal.h"
#include "platform/write.h"
#include "report/report.h"

bool reports_cut(const char *typed, struct slice *format, const char **path)
{
	const char *equals = strchr(typed, '=');
	if (!equals)
		return false;
	*format = slice_from(typed, (size_t)(equals - typed));
	*path = equals + 1;
	return format->len && **path;
}

bool reports_cut_page(const char *typed, const char **page, struct err *err)
{
	*page = slice_starts_with(slice_of(typed), "html=") ? typed + strlen("html=") : NULL;
	if (!*page || **page)
		return true;
	err_set(err, ERR_USAGE, "--output html= lacks the file of the page");
	return err_hint(err, "as in --output html=page.html");
}

static bool fail_format(const char *option, struct slice name, struct err *err)
{
	size_t count;
	const struct report_format *const *formats = report_format_all(&count);
	const char **names = xcalloc(count, sizeof(*names));
	struct str list = STR_INIT;
	for (size_t i = 0; i < count; i++) {
		names[i] = formats[i]->name;
		str_addf(&list, "%s%s", i ? ", " : "", names[i]);
	}
	const char *nearest = nearest_name(name, names, count);
	free(names);
	err_set(err, ERR_USAGE, "--%s does not know the format '" SLICE_FMT "'", option, SLICE_ARG(name));
	if (nearest)
		err_hint(err, "did you mean '%s'? The formats are %s", nearest, list.ptr);
	else
		err_hint(err, "it takes one of: %s", list.ptr);
	str_release(&list);
	return false;
}

static bool check_file(const char *typed, struct err *err)
{
	struct slice name;
	const char *path;
	if (!reports_cut(typed, &name, &path)) {
		err_set(err, ERR_USAGE, "--output takes FORMAT=FILE here, not '%s'", typed);
		return report_format_find(slice_of(typed))
			       ? err_hint(err, "--output %s=FILE writes it to a file, --format %s prints it", typed,
					 typed)
			       : err_hint(err, "as in --output html=report.html");
	}
	return report_format_find(name) || fail_format("output", name, err);
}

static bool is_standard(const char *typed)
{
	struct slice name;
	const char *path;
	return reports_cut(typed, &name, &path) && output_is_standard(path);
}

bool reports_check(const struct options *options, struct err *err)
{
	size_t on_standard = (options->format != NULL) + (options->json != JSON_OFF);
	if (options->format && !report_format_find(slice_of(options->format)))
		return fail_format("format", slice_of(options->format), err);
	for (size_t i = 0; options->reports && options->reports[i]; i++) {
		if (!check_file(options->reports[i], err))
			return false;
		on_standard += is_standard(options->reports[i]);
		struct slice name;
		const char *path;
		if (!is_standard(options->reports[i]) &&
			(!reports_cut(options->reports[i], &name, &path) || !output_may_replace(options, path, err)))
			return false;
	}
	if (on_standard <= 1)
		return true;
	err_set(err, ERR_USAGE, "standard output can take one report only");
	return err_hint(err, "write the others to files: --output FORMAT=FILE");
}

const struct report_format *reports_standard(const struct options *options)
{
	struct slice name = SLICE_LITERAL("text");
	const char *path;
	for (size_t i = 0; options->reports && options->reports[i]; i++)
		if (is_standard(options->reports[i]))
			reports_cut(options->reports[i], &name, &path);
	if (options->json != JSON_OFF)
		name = SLICE_LITERAL("json");
	else if (options->format)
		name = slice_of(options->format);
	return report_format_find(name);
}

bool reports_is_machine(const struct options *options)
{
	return strcmp(reports_standard(options)->name, "text") != 0;
}

void reports_add_help(struct str *out)
{
	size_t count;
	const struct report_format *const *formats = report_format_all(&count);
	str_add_cstr(out, "\nformats\n");
	for (size_t i = 0; i < count; i++)
		str_addf(out, "  %-8s %s\n", formats[i]->name, formats[i]->summary);
}

/* What formats are given of the session's plan. Borrowed, but for the texts and `repository`. */
struct made {
	struct report report;
	struct str about, selection, whole_selection, settings, overridden;
	char *repository;
};

static char *repository_of_pipeline(void)
{
	char *folder = platform_getenv("CI_PROJECT_DIR");
	return folder ? folder : platform_getenv("GITHUB_WORKSPACE");
}

/* What it was asked, as options; those that are proposed lack what the project file says again. */
static void add_request(const struct session *session, struct made *out)
{
	const struct options *options = session->options;
	struct arena arena = ARENA_INIT;
	struct session_request typed = session->request;
	settings_drop_taken(session, &typed, &arena);
	session_add_about(&typed, &out->about);
	const char *declined = options->declined ? " --declined" : "";
	str_add_cstr(&out->selection, declined);
	session_add_selection(&typed, &out->selection);
	report_add_option("plan", options->plan, &out->selection);
	str_add_cstr(&out->whole_selection, declined);
	session_add_selection(&session->request, &out->whole_selection);
	report_add_option("plan", options->plan, &out->whole_selection);
	arena_release(&arena);
}

/* Appends what the command line overrides: "--profile, not kepler of tpatch.yaml"; nothing where that is nothing. */
static void settings_add_overridden(const struct options *options, struct str *out)
{
	const struct config *config = options->config;
	size_t begin = out->len;
	for (size_t i = 0; config && i < config->n_entries; i++) {
		const struct config_entry *entry = &config->entries[i];
		if (entry->use != CONFIG_OVERRIDDEN || strcmp(entry->option, "root") == 0)
			continue;
		str_addf(out, "%s--%s counts, not ", out->len > begin ? "; " : "", entry->overrider);
		str_addf(out, "%s %s of " CONFIG_FILE, entry->option, entry->value);
	}
}

/* Appends "--profile blackwell --skip x (of tpatch.yaml)", all that is taken; nothing where that is nothing. */
static void settings_add_taken(const struct options *options, struct str *out)
{
	const struct config *config = options->config;
	size_t begin = out->len;
	for (size_t i = 0; config && i < config->n_entries; i++)
		if (config->entries[i].use == CONFIG_TAKEN && strcmp(config->entries[i].option, "root") != 0)
			report_add_option(config->entries[i].option, config->entries[i].value, out);
	if (out->len == begin)
		return;
	memmove(out->ptr + begin, out->ptr + begin + 1, out->len - begin); /* the blank in front, and with the NUL */
	out->len--;
	str_add_cstr(out, " (of " CONFIG_FILE ")");
}

/* Without colour and without width, which are the stream's. */
static void make(const struct session *session, const struct commit_report *written, int exit_code, struct made *out)
{
	static const enum report_style styles[] = {
		[JSON_PRETTY] = REPORT_PRETTY, [JSON_COMPACT] = REPORT_COMPACT, [JSON_STREAM] = REPORT_STREAM
	};
	const struct options *options = session->options;
	*out = (struct made){ .repository = repository_of_pipeline() };
	add_request(session, out);
	settings_add_taken(options, &out->settings);
	settings_add_overridden(options, &out->overridden);
	out->report = (struct report){
		.command = options->command->name,
		.tool = TPATCH_VERSION,
		.root = root_path(session->root),
		.repository = out->repository,
		.about = out->about.ptr ? out->about.ptr : "",
		.patchsets = session->request.patchsets,
		.selection = out->selection.ptr ? out->selection.ptr : "",
		.whole_selection = out->whole_selection.ptr,
		.settings = out->settings.ptr,
		.overridden = out->overridden.ptr,
		.dry_run = options->dry_run,
		.from_plan = options->plan != NULL,
		.target = &session->target,
		.plan = &session->plan,
		.written = written,
		.journal = &session->journal,
		.past = &session->past,
		.recovery = &session->recovery,
		.exit_code = exit_code,
		.verbose = options->verbose > 0,
		.context = options->context,
		.style = options->json == JSON_OFF ? REPORT_PRETTY : styles[options->json],
	};
}

static void release(struct made *made)
{
	str_release(&made->about);
	str_release(&made->selection);
	str_release(&made->whole_selection);
	str_release(&made->settings);
	str_release(&made->overridden);
	free(made->repository);
}

bool reports_print(const struct session *session, const struct commit_report *written, int exit_code,
	enum stream stream, struct err *err)
{
	const struct options *options = session->options;
	const struct report_format *format =
		stream == STREAM_OUT ? reports_standard(options) : report_format_find(SLICE_LITERAL("text"));
	struct made made;
	struct str text = STR_INIT;
	make(session, written, exit_code, &made);
	made.report.colored = print_colored(stream, options);
	made.report.width = platform_terminal_width(stream);
	trace_step(session->request.trace, "report");
	format->print(&made.report, &text);
	bool ok = reports_is_machine(session->options) && stream == STREAM_OUT
			  ? print_data(stream, str_slice(&text), err)
			  : print_text(stream, str_slice(&text), err);
	str_release(&text);
	release(&made);
	return ok;
}

bool reports_write(const struct session *session, const struct commit_report *written, int exit_code, struct err *err)
{
	const struct options *options = session->options;
	struct made made;
	bool ok = true;
	make(session, written, exit_code, &made);
	for (size_t i = 0; ok && options->reports && options->reports[i]; i++) {
		struct slice name;
		const char *path;
		struct str text = STR_INIT;
		if (is_standard(options->reports[i]) || !reports_cut(options->reports[i], &name, &path))
			continue;
		report_format_find(name)->print(&made.report, &text);
		ok = output_save(options, path, str_slice(&text), err);
		str_release(&text);
	}
	release(&made);
	return ok;
}

int reports_plan_or_stop(
	const struct options *options, bool (*take)(const struct session *, struct err *), struct err *err)
{
	struct session session;
	int code = EXIT_OK;
	if (!output_may_replace(options, options->output, err))
		return exit_code_of(err);
	bool ok = session_open(&session, options, err) && session_require_whole(&session, err) &&
		  session_select(&session, err) && session_plan(&session, err);
	if (ok) {
		code = plan_is_stopped(&session.plan) ? EXIT_UNFIT : EXIT_OK;
		ok = code == EXIT_OK ? take(&session, err) : reports_print(&session, NULL, code, STREAM_ERR, err);
	}
	session_close(&session);
	return ok ? code : exit_code_of(err);
}
