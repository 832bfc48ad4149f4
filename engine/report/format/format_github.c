/*
 * Annotations in a pull request: one workflow command of GitHub Actions for each place
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions). The rules of escaping are those
 * of @actions/core: %, CR and LF in a message; in a property ':' and ',' as well. The runner makes absolute paths
 * relative to the workspace, so that --root may be any folder in it. GitHub takes columns only where begin and end are
 * on one line.
 */
#include "base/shown.h"
#include "report/report.h"
#include "report/spots.h"

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

static void add_file(const struct report *report, const struct spot *spot, struct str *out)
{
	struct str path = STR_INIT;
	str_addf(&path, "%s/%s", report->root, spot->path);
	str_add_cstr(out, ",file=");
	add_escaped(str_slice(&path), true, out);
	str_release(&path);
	if (spot->n_edits) {
		const struct region *region = &spot->regions[0];
		str_addf(out, ",line=%zu,endLine=%zu", region->line, region->end_line);
		if (region->line == region->end_line)
			str_addf(out, ",col=%zu,endColumn=%zu", region->column, region->end_column);
	} else if (spot->line) {
		str_addf(out, ",line=%zu", spot->line);
	}
}

static void add_command(const struct report *report, const struct spot *spot, struct str *out)
{
	static const char *const commands[] = {
		[SPOT_NOTE] = "notice", [SPOT_WARNING] = "warning", [SPOT_ERROR] = "error"
	};
	const char *id = report->plan->rules[spot->rule].rule->id;
	struct str message = STR_INIT;
	str_addf(out, "::%s title=tpatch (", commands[spot->level]);
	add_escaped(slice_of(id), true, out);
	str_add_char(out, ')');
	if (spot->path) {
		add_file(report, spot, out);
		str_addf(&message, "%s:", spot->path);
		if (spot->line)
			str_addf(&message, "%zu:", spot->line);
		str_add_char(&message, ' ');
	}
	str_addf(&message, "%s ", id);
	spot_add_message(report, spot, &message);
	str_add_cstr(out, "::");
	add_escaped(str_slice(&message), false, out);
	str_add_char(out, '\n');
	str_release(&message);
}

static void print_github(const struct report *report, struct str *out)
{
	struct spots spots;
	spots_find(report, &spots);
	for (size_t i = 0; i < spots.count; i++)
		add_command(report, &spots.items[i], out);
	spots_release(&spots);
}

const struct report_format report_format_github = {
	.name = "github",
	.summary = "annotations of a pull request, by workflow commands of GitHub Actions",
	.print = print_github,
};
