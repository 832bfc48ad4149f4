#include "cli/port_report.h"

#include "base/path.h"

static const char *const outcome_keys[PORT_OUTCOME_COUNT] = { [PORT_EXACT] = "exact", [PORT_LOOK] = "look", [PORT_UPSTREAM] = "upstream", [PORT_PERSON] = "person" };

static void print_edit(const struct series *series, const struct port_edit *edit, struct str *out)
{
	path_quote(slice_of(edit->path_in_b ? edit->path_in_b : edit->path), out);
	if (edit->line)
		str_addf(out, ":%zu", edit->line);
	str_addf(out, ": %s (%s:%zu)\n", port_outcome_name(edit->outcome), series->patches[edit->patch].name, edit->diff_line);
	for (size_t i = 0; i < edit->n_evidence; i++)
		str_addf(out, "  %s\n", edit->evidence[i]);
}

static bool is_told(const struct port_edit *edit, bool all, bool quiet)
{
	if (quiet)
		return edit->outcome == PORT_PERSON;
	return all || edit->outcome != PORT_EXACT;
}

void port_print_text(const struct series *series, const struct port_result *result, bool all, bool quiet, struct str *out)
{
	for (size_t i = 0; i < series->n_notes; i++)
		str_addf(out, "%s\n", series->notes[i]);
	for (size_t i = 0; i < result->n_notes; i++)
		str_addf(out, "%s\n", result->notes[i]);
	for (size_t i = 0; i < result->n_edits; i++)
		if (is_told(&result->edits[i], all, quiet))
			print_edit(series, &result->edits[i], out);
	if (quiet)
		return;
	str_addf(out, "%zu edit%s of %zu patch%s", result->n_edits, result->n_edits == 1 ? "" : "s", series->n_patches, series->n_patches == 1 ? "" : "es");
	for (size_t k = 0; k < PORT_OUTCOME_COUNT; k++)
		if (result->counts[k])
			str_addf(out, " · %zu %s", result->counts[k], port_outcome_name((enum port_outcome)k));
	str_add_cstr(out, "\n");
	if (result->yaml.len)
		str_addf(out, "%zu rule%s, proved in the tree: %zu edit%s of code, %zu hunk%s\n", result->n_rules, result->n_rules == 1 ? "" : "s", result->n_code_edits,
		         result->n_code_edits == 1 ? "" : "s", result->n_hunks, result->n_hunks == 1 ? "" : "s");
	else
		str_add_cstr(out, result->counts[PORT_PERSON] ? "no set is written: nothing could be carried\n" : "no set is written: nothing is left to carry\n");
}

static struct json *texts(const char *const *items, size_t count)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < count; i++)
		json_append_text(list, slice_of(items[i]));
	return list;
}

static struct json *edit_json(const struct series *series, const struct port_edit *edit)
{
	struct json *out = json_new_object();
	json_put_cstr(out, "outcome", outcome_keys[edit->outcome]);
	json_put_cstr(out, "patch", series->patches[edit->patch].name);
	json_put_number(out, "diff_line", (int64_t)edit->diff_line);
	json_put_cstr(out, "path", edit->path);
	json_put_cstr(out, "path_in_tree", edit->path_in_b);
	if (edit->line)
		json_put_number(out, "line", (int64_t)edit->line);
	json_put(out, "evidence", texts(edit->evidence, edit->n_evidence));
	if (edit->before.ptr) {
		json_put_text(out, "before", edit->before);
		json_put_text(out, "after", edit->after);
	}
	return out;
}

void port_add_json(const struct series *series, const struct port_result *result, struct json *out)
{
	struct json *counts = json_new_object(), *edits = json_new_array(), *notes = texts(series->notes, series->n_notes);
	for (size_t i = 0; i < result->n_notes; i++)
		json_append_text(notes, slice_of(result->notes[i]));
	for (size_t k = 0; k < PORT_OUTCOME_COUNT; k++)
		json_put_number(counts, outcome_keys[k], (int64_t)result->counts[k]);
	for (size_t i = 0; i < result->n_edits; i++)
		json_append(edits, edit_json(series, &result->edits[i]));
	json_put_number(out, "patches", (int64_t)series->n_patches);
	json_put_number(out, "rules", (int64_t)result->n_rules);
	json_put(out, "counts", counts);
	json_put(out, "notes", notes);
	json_put(out, "edits", edits);
}
