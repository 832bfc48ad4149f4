#include "report/patches/patch_series.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "report/patches/stages.h"

#define CONTEXT_LINES 3
#define TEXT_COLUMNS 78

/* --- taking the plan apart ---------------------------------------------------------------------------------------- */

static bool fail_shared(
	const struct plan *plan, const struct change *change, size_t owner, size_t co_owner, struct err *err)
{
	struct str path = STR_INIT;
	path_quote(slice_of(change->path), &path);
	err_set(err, ERR_UNFIT, "rules '%s' and '%s' make the same edit in %s: neither can be a separate patch",
		plan->rules[owner].rule->id, plan->rules[co_owner].rule->id, path.ptr);
	str_release(&path);
	return err_hint(err, "--skip RULE skips one of them");
}

static bool is_of_file(const struct change *change)
{
	return change->is_new || change->is_gone || change->new_path;
}

static bool check_apart(const struct plan *plan, struct err *err)
{
	for (size_t i = 0; i < plan->n_changes; i++) {
		const struct change *change = &plan->changes[i];
		for (size_t e = 0; e < change->n_edits; e++)
			if (change->edits[e].co_owner != change->edits[e].owner)
				return fail_shared(
					plan, change, change->edits[e].owner, change->edits[e].co_owner, err);
		if (is_of_file(change) && change->file_owner != change->file_co_owner)
			return fail_shared(plan, change, change->file_owner, change->file_co_owner, err);
		if (change->changes_mode && change->mode_owner != change->mode_co_owner)
			return fail_shared(plan, change, change->mode_owner, change->mode_co_owner, err);
	}
	return true;
}

static bool fail_rest(const char *what, const char *name, struct err *err)
{
	err_set(err, ERR_UNFIT, "%s '%s' cannot be expressed as patches", what, name);
	return err_hint(err, "the diff of the whole run is `tpatch --dry`");
}

/* Is the file now as the change leaves it? */
static bool stages_are_done(const struct stages *stages)
{
	struct str text = STR_INIT;
	if (!stages->change->is_gone || stages->change->file_owner >= stages->end)
		pieces_add_text(&stages->after, &text);
	bool done = slice_eq(str_slice(&text), stages->change->after);
	str_release(&text);
	return done;
}

/* Adds to the patch of each rule what it does to the file; then the file must be as the plan has it. */
static bool add_change(const struct change *change, struct rule_patch *patches, struct err *err)
{
	struct stages stages;
	stages_init(&stages, change);
	for (size_t i = 0; i < change->n_rules; i++)
		stages_add_diff(&stages, change->rules[i], CONTEXT_LINES, &patches[change->rules[i]].diff);
	bool ok = stages_are_done(&stages) || fail_rest("the changes of", change->path, err);
	stages_release(&stages);
	return ok;
}

/* Nothing got lost: each rule that applies has its patch. */
static bool check_patches(const struct plan *plan, const struct rule_patch *patches, struct err *err)
{
	for (size_t r = 0; r < plan->n_rules; r++)
		if (plan->rules[r].verdict == VERDICT_WOULD_PATCH && !patches[r].diff.len)
			return fail_rest("rule", plan->rules[r].rule->id, err);
	return true;
}

void patch_series_drop_empty(struct patch_series *series)
{
	size_t kept = 0;
	for (size_t i = 0; i < series->count; i++) {
		if (series->patches[i].diff.len)
			series->patches[kept++] = series->patches[i];
		else
			str_release(&series->patches[i].diff);
	}
	series->count = kept;
}

bool patch_series_make(const struct plan *plan, struct patch_series *out, struct err *err)
{
	*out = (struct patch_series){ .set = plan->set->name };
	if (!check_apart(plan, err))
		return false;
	bool ok = true;
	out->patches = xcalloc(plan->n_rules, sizeof(*out->patches));
	for (out->count = 0; out->count < plan->n_rules; out->count++)
		out->patches[out->count].rule = plan->rules[out->count].rule;
	for (size_t i = 0; ok && i < plan->n_changes; i++)
		ok = add_change(&plan->changes[i], out->patches, err);
	ok = ok && check_patches(plan, out->patches, err);
	patch_series_drop_empty(out);
	return ok;
}

void patch_series_release(struct patch_series *series)
{
	for (size_t i = 0; i < series->count; i++)
		str_release(&series->patches[i].diff);
	free(series->patches);
	*series = (struct patch_series){ 0 };
}

/* --- headers ------------------------------------------------------------------------------------------------------ */

/* Would git am, quilt or patch take the line for something else than text? */
static bool looks_like_patch(struct slice line)
{
	static const char *const begins[] = { "diff ", "Index:", "---", "+++", "***", "@@", "From", ">From",
		"Subject:", "Date:", "[PATCH" };
	struct slice text = slice_trim(line);
	for (size_t i = 0; i < COUNT_OF(begins); i++)
		if (slice_starts_with(text, begins[i]))
			return true;
	return false;
}

/* The beginning of `line` that fits on one line, up to a space; all of it where there is no blank. */
static struct slice fitting(struct slice line)
{
	size_t end = line.len;
	if (line.len > TEXT_COLUMNS) {
		for (end = TEXT_COLUMNS; end > 0 && line.ptr[end] != ' '; end--)
			;
		for (end = end ? end : TEXT_COLUMNS; end < line.len && line.ptr[end] != ' '; end++)
			;
	}
	return slice_sub(line, 0, end);
}

/* The reason, each line after `indent`; what stands for an empty line is `blank`. */
static void add_why(const struct rule *rule, const char *indent, const char *blank, struct str *out)
{
	struct slice rest = slice_trim(slice_of(rule->why)), line;
	while (slice_cut(&rest, '\n', &line)) {
		line = slice_from(line.ptr, slice_ends_with(line, "\r") ? line.len - 1 : line.len);
		if (!slice_trim(line).len)
			str_addf(out, "%s\n", blank);
		for (struct slice part; slice_trim(line).len; line = slice_sub(line, part.len + 1, line.len)) {
			part = fitting(line);
			str_addf(out, "%s%s" SLICE_FMT "\n", indent, looks_like_patch(part) ? "| " : "",
				SLICE_ARG(part));
		}
	}
}

/* What DEP-3's Forwarded says of each upstream status; the link instead, where there is one and this is "yes". NULL:
 * nothing is known. */
static const char *forwarded(const char *status)
{
	static const char *const words[][2] = { { "backport", "not-needed" }, { "pending", "no" },
		{ "submitted", "yes" }, { "denied", "yes" }, { "inappropriate", "not-needed" },
		{ "inactive-upstream", "no" } };
	for (size_t i = 0; status && i < COUNT_OF(words); i++)
		if (strcmp(words[i][0], status) == 0)
			return words[i][1];
	return NULL;
}

static void add_fields(const char *set, const struct rule *rule, struct str *out)
{
	const char *status = rule->upstream_status, *link = rule->upstream_link, *fixed_in = rule->upstream_fixed_in;
	if (status && strcmp(status, "backport") == 0)
		str_addf(out, "Origin: backport, %s\n", link ? link : fixed_in ? fixed_in : "upstream");
	else
		str_addf(out, "Origin: other, patch set %s\n", set);
	for (const char *const *url = rule->links; url && *url; url++)
		str_addf(out, "%s: %s\n", strstr(*url, "/issues/") ? "Bug" : "X-Link", *url);
	const char *word = forwarded(status);
	if (word)
		str_addf(out, "Forwarded: %s\n", link && strcmp(word, "yes") == 0 ? link : word);
	if (fixed_in)
		str_addf(out, "Applied-Upstream: %s%s%s\n", fixed_in, link ? ", " : "", link ? link : "");
	str_addf(out, "X-Tpatch-Rule: %s\n", rule->id);
}

void patch_series_file_name(const struct patch_series *series, size_t index, struct str *out)
{
	str_addf(out, "%04zu-%s.patch", index + 1, series->patches[index].rule->id);
}

void patch_series_add_head(const char *set, const struct rule *rule, struct str *out)
{
	str_addf(out, "Description: %s\n", rule->title);
	add_why(rule, " ", " .", out);
	add_fields(set, rule, out);
	str_add_cstr(out, "---\n");
}

void patch_series_format_quilt(const struct patch_series *series, size_t index, struct str *out)
{
	patch_series_add_head(series->set, series->patches[index].rule, out);
	str_add(out, str_slice(&series->patches[index].diff));
}

void patch_series_format_mail(const struct patch_series *series, size_t index, const char *tool, struct str *out)
{
	const struct rule *rule = series->patches[index].rule;
	/* The first line is the one by which git knows its own mails. No date: the same plan gives the same bytes. */
	str_addf(out,
		"From %040d Mon Sep 17 00:00:00 2001\nFrom: tpatch <tpatch@localhost>\nSubject: [PATCH %zu/%zu] %s\n",
		0, index + 1, series->count, rule->title);
	str_add_cstr(
		out, "MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\n");
	add_why(rule, "", "", out);
	str_add_char(out, '\n');
	add_fields(series->set, rule, out);
	str_add_cstr(out, "---\n");
	str_add(out, str_slice(&series->patches[index].diff));
	str_addf(out, "-- \ntpatch %s\n\n", tool);
}
