/* The changes of a plan as a diff, and as a table of files. */
#include <string.h>

#include "report/report.h"

#define RED "\033[31m"
#define GREEN "\033[32m"
#define CYAN "\033[36m"
#define BOLD "\033[1m"
#define RESET "\033[0m"

static const char *line_color(struct slice line)
{
	if (slice_starts_with(line, "diff ") || slice_starts_with(line, "--- ") || slice_starts_with(line, "+++ ") || slice_starts_with(line, "index "))
		return BOLD;
	if (slice_starts_with(line, "@@"))
		return CYAN;
	if (slice_starts_with(line, "+"))
		return GREEN;
	return slice_starts_with(line, "-") ? RED : NULL;
}

/* Colours line by line; a carriage return stays outside of the colour, where terminals ignore it. */
static void add_colored(struct slice diff, struct str *out)
{
	struct slice line;
	while (slice_cut(&diff, '\n', &line)) {
		const char *color = line_color(line);
		size_t len = slice_ends_with(line, "\r") ? line.len - 1 : line.len;
		if (color)
			str_add_cstr(out, color);
		str_add(out, slice_sub(line, 0, len));
		if (color)
			str_add_cstr(out, RESET);
		str_add(out, slice_sub(line, len, line.len));
		if (diff.ptr)
			str_add_char(out, '\n');
	}
}

void report_diff(const struct plan *plan, size_t context, bool colored, struct str *out)
{
	struct str one = STR_INIT;
	for (size_t i = 0; i < plan->n_changes; i++) {
		const struct change *change = &plan->changes[i];
		struct diff_stat stat;
		if (!colored) {
			diff_unified(change->path, change->before, change->after, context, out, &stat);
			continue;
		}
		str_clear(&one);
		diff_unified(change->path, change->before, change->after, context, &one, &stat);
		add_colored(str_slice(&one), out);
	}
	str_release(&one);
}

static struct diff_stat stat_of(const struct change *change, struct str *scratch)
{
	struct diff_stat stat = { 0 };
	str_clear(scratch);
	diff_unified(change->path, change->before, change->after, 0, scratch, &stat);
	return stat;
}

struct diff_stat report_diff_stat(const struct plan *plan)
{
	struct diff_stat total = { 0 };
	struct str scratch = STR_INIT;
	for (size_t i = 0; i < plan->n_changes; i++) {
		struct diff_stat one = stat_of(&plan->changes[i], &scratch);
		total.added += one.added;
		total.removed += one.removed;
	}
	str_release(&scratch);
	return total;
}

void report_stat(const struct plan *plan, size_t width, bool colored, struct str *out)
{
	size_t longest = 0;
	for (size_t i = 0; i < plan->n_changes; i++)
		if (strlen(plan->changes[i].path) > longest)
			longest = strlen(plan->changes[i].path);
	if (width > 30 && longest > width - 24)
		longest = width - 24;
	struct str scratch = STR_INIT;
	for (size_t i = 0; i < plan->n_changes; i++) {
		struct diff_stat one = stat_of(&plan->changes[i], &scratch);
		struct slice path = slice_of(plan->changes[i].path);
		bool cut = path.len > longest;
		if (cut)
			path = slice_sub(path, path.len - (longest - 3), path.len);
		str_addf(out, " %s" SLICE_FMT, cut ? "..." : "", SLICE_ARG(path));
		str_add_repeat(out, ' ', longest - path.len - (cut ? 3 : 0));
		str_addf(out, " | %s+%zu%s %s-%zu%s\n", colored ? GREEN : "", one.added, colored ? RESET : "", colored ? RED : "", one.removed,
		         colored ? RESET : "");
	}
	str_release(&scratch);
}
