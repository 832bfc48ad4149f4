/* The page of a port. engine/report/html/port.js draws it from the data that are put together here. */
#include "base/alloc.h"
#include "report/html_diff.h"
#include "report/html_page.h"
#include "report/port_report.h"

/* In the order in which the page lists them: what a person has to do comes first. */
static const struct {
	enum port_outcome outcome;
	const char *name, *kind;
} outcomes[] = {
	{ PORT_PERSON, "person", "stop" },
	{ PORT_LOOK, "look", "warn" },
	{ PORT_UPSTREAM, "upstream", "idle" },
	{ PORT_EXACT, "exact", "done" },
};

static struct json *outcomes_json(void)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < COUNT_OF(outcomes); i++) {
		struct json *object = json_new_object();
		json_put_cstr(object, "name", outcomes[i].name);
		json_put_cstr(object, "label", port_outcome_name(outcomes[i].outcome));
		json_put_cstr(object, "kind", outcomes[i].kind);
		json_append(list, object);
	}
	return list;
}

static const char *name_of(enum port_outcome outcome)
{
	size_t i = 0;
	while (outcomes[i].outcome != outcome)
		i++;
	return outcomes[i].name;
}

static struct json *hunk_json(const struct port_edit *edit)
{
	const struct patch_hunk *hunk = edit->hunk;
	struct str before = STR_INIT, after = STR_INIT;
	patch_hunk_add_side(hunk, PATCH_OLD, &before);
	patch_hunk_add_side(hunk, PATCH_NEW, &after);
	struct json *json =
		html_excerpt_json(edit->path, str_slice(&before), str_slice(&after), hunk->old_start, hunk->new_start);
	str_release(&before);
	str_release(&after);
	return json;
}

static struct json *edit_json(const struct series *series, const struct port_edit *edit)
{
	struct json *object = json_new_object(), *evidence = json_new_array();
	for (size_t i = 0; i < edit->n_evidence; i++)
		json_append_text(evidence, slice_of(edit->evidence[i]));
	json_put_cstr(object, "outcome", name_of(edit->outcome));
	if (edit->is_reviewed)
		json_put_bool(object, "reviewed", true);
	json_put_cstr(object, "patch", series->patches[edit->patch].name);
	json_put_number(object, "diffLine", (int64_t)edit->diff_line);
	json_put_cstr(object, "path", edit->path);
	json_put_cstr(object, "pathInTree", edit->path_in_b);
	if (edit->line)
		json_put_number(object, "line", (int64_t)edit->line);
	json_put(object, "evidence", evidence);
	if (edit->hunk)
		json_put(object, "a", hunk_json(edit));
	if (edit->first_line)
		json_put(object, "b",
			html_excerpt_json(
				edit->path_in_b, edit->before, edit->after, edit->first_line, edit->first_line));
	return object;
}

static struct json *run_json(const struct port_report *report)
{
	struct json *object = json_new_object();
	json_put_cstr(object, "source", report->source);
	json_put_cstr(object, "from", report->from);
	json_put_cstr(object, "to", report->to);
	json_put_cstr(object, "next", report->next);
	json_put_number(object, "patches", (int64_t)report->series->n_patches);
	json_put_number(object, "rules", (int64_t)report->result->n_rules);
	return object;
}

static struct json *data_json(const struct port_report *report)
{
	struct json *data = json_new_object(), *edits = json_new_array(), *notes = json_new_array();
	for (size_t i = 0; i < report->series->n_notes; i++)
		json_append_text(notes, slice_of(report->series->notes[i]));
	for (size_t i = 0; i < report->result->n_notes; i++)
		json_append_text(notes, slice_of(report->result->notes[i]));
	for (size_t i = 0; i < report->result->n_edits; i++)
		json_append(edits, edit_json(report->series, &report->result->edits[i]));
	json_put(data, "run", run_json(report));
	json_put(data, "outcomes", outcomes_json());
	json_put(data, "notes", notes);
	json_put(data, "edits", edits);
	return data;
}

void port_print_html(const struct port_report *report, struct str *out)
{
	static const char *const scripts[] = { "list.js", "port.js", NULL };
	struct json *data = data_json(report);
	struct str title = STR_INIT, fallback = STR_INIT;
	port_print_text(report, true, false, &fallback);
	str_addf(&title, "tpatch port: %s to %s", report->source, report->to);
	html_page_add(str_slice(&title), scripts, data, NULL, str_slice(&fallback), out);
	json_free(data);
	str_release(&title);
	str_release(&fallback);
}
