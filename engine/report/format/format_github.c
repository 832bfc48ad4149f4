/*
 * Annotations in a pull request: one workflow command of GitHub Actions for each place
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions). The rules of escaping are those
 * of @actions/core: %, CR and LF in a message; in a property ':' and ',' as well. The runner makes absolute paths
 * relative to the workspace, so that --root may be any folder in it. GitHub takes columns only where begin and end are
 * on one line.
 */
#include "base/shown.h"
#include "report/report.h"
#include "report/annotations.h"

static void add_escaped(struct slice told, bool is_property, struct str *out)
{
	struct str shown = STR_INIT;
	shown_add_block(told, &shown);
	struct slice text = str_slice(&shown);
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
		if (is_special)
			str_addf(out, "%%%02X", (unsigned char)c);
		else
			str_add_char(out, c);
	}
	str_release(&shown);
}

static void add_file(const struct report *report, const struct annotation *annotation, struct str *out)
{
	struct str path = STR_INIT;
	str_addf(&path, "%s/%s", report->root, annotation->path);
	str_add_cstr(out, ",file=");
	add_escaped(str_slice(&path), true, out);
	str_release(&path);
	if (annotation->n_edits) {
		const struct region *region = &annotation->regions[0];
		str_addf(out, ",line=%zu,endLine=%zu", region->line, region->end_line);
		if (region->line == region->end_line)
			str_addf(out, ",col=%zu,endColumn=%zu", region->column, region->end_column);
	} else if (annotation->line) {
		str_addf(out, ",line=%zu", annotation->line);
	}
}

static void add_command(const struct report *report, const struct annotation *annotation, struct str *out)
{
	static const char *const commands[] = {
		[ANNOTATION_NOTE] = "notice", [ANNOTATION_WARNING] = "warning", [ANNOTATION_ERROR] = "error"
	};
	const char *id = report->plan->rules[annotation->rule].rule->id;
	struct str message = STR_INIT;
	str_addf(out, "::%s title=tpatch (", commands[annotation->level]);
	add_escaped(slice_of(id), true, out);
	str_add_char(out, ')');
	if (annotation->path) {
		add_file(report, annotation, out);
		str_addf(&message, "%s:", annotation->path);
		if (annotation->line)
			str_addf(&message, "%zu:", annotation->line);
		str_add_char(&message, ' ');
	}
	str_addf(&message, "%s ", id);
	annotation_add_message(report, annotation, &message);
	str_add_cstr(out, "::");
	add_escaped(str_slice(&message), false, out);
	str_add_char(out, '\n');
	str_release(&message);
}

static void print_github(const struct report *report, struct str *out)
{
	struct annotations annotations;
	annotations_find(report, &annotations);
	for (size_t i = 0; i < annotations.count; i++)
		add_command(report, &annotations.items[i], out);
	annotations_release(&annotations);
}

const struct report_format report_format_github = {
	.name = "github",
	.summary = "annotations of a pull request, by workflow commands of GitHub Actions",
	.print = print_github,
};
