#include "report/port_report.h"

#include "base/path.h"

static const char *const outcome_keys[PORT_OUTCOME_COUNT] = {
	[PORT_EXACT] = "exact", [PORT_LOOK] = "look", [PORT_UPSTREAM] = "upstream", [PORT_PERSON] = "person"
};

static const char *plural(size_t n, const char *one, const char *many)
{
	return n == 1 ? one : many;
}

static void print_edit(const struct series *series, const struct port_edit *edit, struct str *out)
{
	path_quote(slice_of(edit->path_in_b ? edit->path_in_b : edit->path), out);
	if (edit->line)
		str_addf(out, ":%zu", edit->line);
	str_addf(out, ": %s (%s:%zu)\n", port_edit_outcome_name(edit), series->patches[edit->patch].name,
		edit->diff_line);
	for (size_t i = 0; i < edit->n_evidence; i++)
		str_addf(out, "  %s\n", edit->evidence[i]);
}

static bool is_shown(const struct port_edit *edit, bool all, bool quiet)
{
	if (quiet)
		return edit->outcome == PORT_PERSON;
	return all || (edit->outcome != PORT_EXACT && !edit->is_reviewed);
}

static void print_counts(const struct port_report *report, struct str *out)
{
	const struct port_result *result = report->result;
	size_t n_patches = report->series->n_patches, n_reviewed = 0;
	for (size_t i = 0; i < result->n_edits; i++)
		n_reviewed += result->edits[i].is_reviewed;
	str_addf(out, "%zu %s of %zu %s", result->n_edits, plural(result->n_edits, "edit", "edits"), n_patches,
		plural(n_patches, "patch", "patches"));
	for (size_t k = 0; k < PORT_OUTCOME_COUNT; k++)
		if (result->counts[k])
			str_addf(out, " · %zu %s", result->counts[k], port_outcome_name((enum port_outcome)k));
	if (n_reviewed)
		str_addf(out, " (%zu of them reviewed)", n_reviewed);
	str_add_cstr(out, "\n");
}

void port_print_text(const struct port_report *report, bool all, bool quiet, struct str *out)
{
	const struct series *series = report->series;
	const struct port_result *result = report->result;
	for (size_t i = 0; i < series->n_notes; i++)
		str_addf(out, "%s\n", series->notes[i]);
	for (size_t i = 0; i < result->n_notes; i++)
		str_addf(out, "%s\n", result->notes[i]);
	for (size_t i = 0; i < result->n_edits; i++)
		if (is_shown(&result->edits[i], all, quiet))
			print_edit(series, &result->edits[i], out);
	if (quiet)
		return;
	print_counts(report, out);
	if (report->n_kept)
		str_addf(out, "%zu %s as in the set before\n", report->n_kept,
			plural(report->n_kept, "rule is", "rules are"));
	if (result->n_rules)
		str_addf(out, "%zu %s, proved in the tree: %zu %s of code, %zu %s\n", result->n_rules,
			plural(result->n_rules, "rule", "rules"), result->n_code_edits,
			plural(result->n_code_edits, "edit", "edits"), result->n_hunks,
			plural(result->n_hunks, "hunk", "hunks"));
	else if (!result->yaml.len)
		str_addf(out, "no set was written: %s\n",
			result->counts[PORT_PERSON] || report->series->n_unread ? "nothing could be carried"
										: "nothing is left to carry");
	if (report->next)
		str_addf(out, "next: %s\n", report->next);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static struct json *texts(const char *const *items, size_t count)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < count; i++)
		json_append_text(list, slice_of(items[i]));
	return list;
}

static void put_hunk(struct json *out, const struct patch_hunk *hunk)
{
	struct str text = STR_INIT;
	port_hunk_print(hunk, "", &text);
	json_put_text(out, "hunk", str_slice(&text));
	str_release(&text);
}

static struct json *commit_json(const struct git_change *commit)
{
	struct json *out = json_new_object();
	json_put_cstr(out, "id", commit->id);
	json_put_cstr(out, "date", commit->date);
	json_put_text(out, "subject", slice_of(commit->subject));
	return out;
}

static struct json *edit_json(const struct series *series, const struct port_edit *edit)
{
	struct json *out = json_new_object();
	json_put_cstr(out, "outcome", outcome_keys[edit->outcome]);
	if (edit->is_reviewed)
		json_put_bool(out, "reviewed", true);
	json_put_cstr(out, "at", edit->at);
	json_put_cstr(out, "patch", series->patches[edit->patch].name);
	json_put_number(out, "diff_line", (int64_t)edit->diff_line);
	json_put_cstr(out, "path", edit->path);
	json_put_cstr(out, "path_in_tree", edit->path_in_b);
	if (edit->line)
		json_put_number(out, "line", (int64_t)edit->line);
	json_put(out, "evidence", texts(edit->evidence, edit->n_evidence));
	if (edit->commit.id)
		json_put(out, "commit", commit_json(&edit->commit));
	if (edit->hunk)
		put_hunk(out, edit->hunk);
	if (!edit->first_line)
		return out;
	json_put_text(out, "before", edit->before);
	json_put_text(out, "after", edit->after);
	json_put_number(out, "first_line", (int64_t)edit->first_line);
	return out;
}

void port_add_json(const struct port_report *report, struct json *out)
{
	const struct series *series = report->series;
	const struct port_result *result = report->result;
	struct json *counts = json_new_object(), *edits = json_new_array(),
		    *notes = texts(series->notes, series->n_notes);
	for (size_t i = 0; i < result->n_notes; i++)
		json_append_text(notes, slice_of(result->notes[i]));
	for (size_t k = 0; k < PORT_OUTCOME_COUNT; k++)
		json_put_number(counts, outcome_keys[k], (int64_t)result->counts[k]);
	for (size_t i = 0; i < result->n_edits; i++)
		json_append(edits, edit_json(series, &result->edits[i]));
	json_put_cstr(out, "tpatch", report->tool);
	json_put_cstr(out, "source", report->source);
	json_put_cstr(out, "from", report->from);
	json_put_cstr(out, "to", report->to);
	json_put_number(out, "patches", (int64_t)series->n_patches);
	json_put_number(out, "rules", (int64_t)result->n_rules);
	json_put_number(out, "kept_rules", (int64_t)report->n_kept);
	json_put(out, "counts", counts);
	json_put(out, "notes", notes);
	json_put(out, "edits", edits);
}
