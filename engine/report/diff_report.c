/* The changes of a plan as a diff, and as a table of files. */
#include <string.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "base/path.h"
#include "report/report.h"

#define RED "\033[31m"
#define GREEN "\033[32m"
#define CYAN "\033[36m"
#define BOLD "\033[1m"
#define RESET "\033[0m"

/* A header of git's that tells of the file itself. Lines of a hunk begin with a sign. */
static bool is_extended(struct slice line)
{
	static const char *const begins[] = { "new file mode ", "deleted file mode ", "old mode ", "new mode ",
		"similarity index ", "rename from ", "rename to " };
	for (size_t i = 0; i < COUNT_OF(begins); i++)
		if (slice_starts_with(line, begins[i]))
			return true;
	return false;
}

/* Who decides by what he sees must see all there is: control bytes are shown, but for those of the layout. */
static void add_harmless(struct slice text, struct str *out)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];
		bool is_line_end = c == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n';
		if ((c < ' ' && c != '\t' && c != '\n' && !is_line_end) || c == 0x7f)
			str_addf(out, "^%c", c ^ 0x40);
		else
			str_add_char(out, text.ptr[i]);
	}
}

static const char *line_color(struct slice line)
{
	if (slice_starts_with(line, "diff ") || slice_starts_with(line, "--- ") || slice_starts_with(line, "+++ ") ||
		slice_starts_with(line, "index ") || is_extended(line))
		return BOLD;
	if (slice_starts_with(line, "@@"))
		return CYAN;
	if (slice_starts_with(line, "+"))
		return GREEN;
	return slice_starts_with(line, "-") ? RED : NULL;
}

/* Colours line by line; a carriage return stays outside of the colour, where terminals ignore it. */
static void add_colored(struct slice diff, bool is_shown, struct str *out)
{
	struct slice line;
	while (slice_cut(&diff, '\n', &line)) {
		const char *color = line_color(line);
		size_t len = slice_ends_with(line, "\r") ? line.len - 1 : line.len;
		if (color)
			str_add_cstr(out, color);
		if (is_shown)
			add_harmless(slice_sub(line, 0, len), out);
		else
			str_add(out, slice_sub(line, 0, len));
		if (color)
			str_add_cstr(out, RESET);
		str_add(out, slice_sub(line, len, line.len));
		if (diff.ptr)
			str_add_char(out, '\n');
	}
}

void report_show_diff(struct slice diff, bool colored, struct str *out)
{
	if (colored)
		add_colored(diff, true, out);
	else
		add_harmless(diff, out);
}

void report_change(const struct change *change, size_t context, struct str *out, struct diff_stat *stat)
{
	struct diff_file file = {
		.old_path = change->is_new ? NULL : change->path,
		.new_path = change->is_gone ? NULL : change_new_path(change),
		.old_mode = change->st.mode,
		.new_mode = change_mode(change),
		.before = change->before,
		.after = change->after,
		.edits = change->is_gone ? NULL : change->edits,
		.n_edits = change->n_edits,
	};
	diff_files(&file, context, out, stat);
}

const char *report_operation(const struct change *change)
{
	if (change->is_new)
		return "created";
	if (change->is_gone)
		return "removed";
	if (change->new_path)
		return "renamed";
	return change->changes_mode ? "mode changed" : NULL;
}

void report_diff(const struct plan *plan, size_t context, bool colored, struct str *out)
{
	struct str one = STR_INIT;
	for (size_t i = 0; i < plan->n_changes; i++) {
		const struct change *change = &plan->changes[i];
		struct diff_stat stat;
		if (!colored) {
			report_change(change, context, out, &stat);
			continue;
		}
		str_clear(&one);
		report_change(change, context, &one, &stat);
		add_colored(str_slice(&one), false, out);
	}
	str_release(&one);
}

static struct diff_stat stat_of(const struct change *change, struct str *scratch)
{
	struct diff_stat stat = { 0 };
	if (change->has_no_texts)
		return change->stat;
	str_clear(scratch);
	report_change(change, 0, scratch, &stat);
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

/* Where the file was and is: "a => b", as git has it. */
static struct slice shown_path(const struct change *change, struct str *out)
{
	str_clear(out);
	path_quote(slice_of(change->path), out);
	if (change->new_path) {
		str_add_cstr(out, " => ");
		path_quote(slice_of(change->new_path), out);
	}
	return str_slice(out);
}

static size_t longest_path(const struct plan *plan, size_t width, struct str *scratch)
{
	size_t longest = 0;
	for (size_t i = 0; i < plan->n_changes; i++) {
		size_t len = shown_path(&plan->changes[i], scratch).len;
		longest = len > longest ? len : longest;
	}
	return width > 30 && longest > width - 24 ? width - 24 : longest;
}

void report_stat(const struct plan *plan, size_t width, bool colored, struct str *out)
{
	struct str scratch = STR_INIT, name = STR_INIT;
	size_t longest = longest_path(plan, width, &name);
	for (size_t i = 0; i < plan->n_changes; i++) {
		const struct change *change = &plan->changes[i];
		struct diff_stat one = stat_of(change, &scratch);
		struct slice path = shown_path(change, &name);
		bool cut = path.len > longest;
		if (cut)
			path = slice_sub(path, path.len - (longest - 3), path.len);
		str_addf(out, " %s" SLICE_FMT, cut ? "..." : "", SLICE_ARG(path));
		str_add_repeat(out, ' ', longest - path.len - (cut ? 3 : 0));
		str_addf(out, " | %s+%zu%s %s-%zu%s", colored ? GREEN : "", one.added, colored ? RESET : "",
			colored ? RED : "", one.removed, colored ? RESET : "");
		const char *operation = report_operation(change);
		if (operation)
			str_addf(out, "  %s", operation);
		if (!change->is_gone && change->changes_mode)
			str_addf(out, " %cx", mode_is_executable(change->mode) ? '+' : '-');
		str_add_char(out, '\n');
	}
	str_release(&scratch);
	str_release(&name);
}
