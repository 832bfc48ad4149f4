#include "cli/show/reports.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "cmdline/print.h"
#include "platform/output.h"
#include "text/source.h"

bool reports_cut(const char *typed, struct slice *format, const char **path)
{
	const char *equals = strchr(typed, '=');
	if (!equals)
		return false;
	*format = slice_from(typed, (size_t)(equals - typed));
	*path = equals + 1;
	return format->len && **path;
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
		return err_hint(err, "as in --output html=report.html");
	}
	return report_format_find(name) || fail_format("output", name, err);
}

static bool is_standard(const char *typed)
{
	struct slice name;
	const char *path;
	return reports_cut(typed, &name, &path) && strcmp(path, "-") == 0;
}

/* What is there already that a report may take the place of: nothing, no regular file, no text at all, or a report. */
#define LOOKED_AT_BYTES ((size_t)64 << 10)

static bool is_report(struct slice text)
{
	struct slice begin = slice_trim(slice_sub(text, 0, LOOKED_AT_BYTES));
	bool is_format = begin.len && strchr("{<:", begin.ptr[0]), is_quality = slice_starts_with(begin, "[");
	struct slice word = is_quality ? SLICE_LITERAL("\"check_name\"") : SLICE_LITERAL("tpatch");
	return !begin.len || slice_eq_cstr(begin, "[]") ||
	       ((is_format || is_quality || slice_starts_with(begin, "tree ") || slice_starts_with(begin, "tpatch ")) &&
		       slice_find(begin, word, 0) != (size_t)-1);
}

/* A slip of the keyboard names a source instead of a report, and it would be gone. */
static bool may_replace(const struct options *options, const char *path, struct err *err)
{
	struct file_stat st;
	struct str text = STR_INIT;
	struct err unknown = ERR_INIT;
	bool is_file = platform_stat(path, &st, &unknown) && st.type == FILE_REGULAR && st.size > 0 &&
		       st.size <= SOURCE_MAX_BYTES;
	bool ok = options->force || !is_file || !platform_read_file(path, SOURCE_MAX_BYTES, &text, &unknown) ||
		  is_report(str_slice(&text));
	str_release(&text);
	err_release(&unknown);
	if (ok)
		return print_may_write(options, path, err);
	err_set(err, ERR_USAGE, "'%s' exists and is not a tpatch report", path);
	return err_hint(err, "name another file, or use --force to replace it");
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
			(!reports_cut(options->reports[i], &name, &path) || !may_replace(options, path, err)))
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

bool reports_need_texts(const struct options *options)
{
	bool need = !reports_standard(options)->without_texts;
	for (size_t i = 0; options->reports && options->reports[i]; i++) {
		struct slice name;
		const char *path;
		need = need || !reports_cut(options->reports[i], &name, &path) ||
		       !report_format_find(name)->without_texts;
	}
	return need;
}

void reports_add_help(struct str *out)
{
	size_t count;
	const struct report_format *const *formats = report_format_all(&count);
	str_add_cstr(out, "\nformats\n");
	for (size_t i = 0; i < count; i++)
		str_addf(out, "  %-8s %s\n", formats[i]->name, formats[i]->summary);
}

bool reports_write(const struct session *session, const struct commit_report *written, int exit_code, struct err *err)
{
	const struct options *options = session->options;
	struct session_report made;
	bool ok = true;
	session_report_make(session, written, exit_code, &made);
	for (size_t i = 0; ok && options->reports && options->reports[i]; i++) {
		struct slice name;
		const char *path;
		struct str text = STR_INIT;
		if (is_standard(options->reports[i]) || !reports_cut(options->reports[i], &name, &path))
			continue;
		report_format_find(name)->print(&made.report, &text);
		ok = print_may_write(options, path, err) && platform_save_file(path, str_slice(&text), err);
		str_release(&text);
	}
	session_report_release(&made);
	return ok;
}
