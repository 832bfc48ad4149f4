#include "cli/show/explain_print.h"
#include "cmdline/print.h"

static struct json *clause_json(const struct trace_clause *clause)
{
	struct json *object = json_new_object();
	json_put_cstr(object, "condition", clause->text);
	json_put_cstr(object, "value", clause->value);
	if (clause->answer == WHERE_UNDECIDABLE)
		json_put_cstr(object, "holds", "undecidable");
	else
		json_put_bool(object, "holds", clause->answer == WHERE_HOLDS);
	return object;
}

static struct json *place_json(const struct explain_place *place)
{
	struct json *object = json_new_object(), *clauses = json_new_array();
	json_put_number(object, "line", (int64_t)place->line);
	json_put_number(object, "column", (int64_t)place->column);
	json_put_cstr(object, "text", place->text);
	json_put_cstr(object, "state", trace_fate_name(place->why->fate));
	for (size_t i = 0; i < place->why->n_clauses; i++)
		json_append(clauses, clause_json(&place->why->clauses[i]));
	json_put(object, "conditions", clauses);
	return object;
}

static struct json *near_json(const struct explain_near *near)
{
	struct json *object = json_new_object(), *differences = json_new_array();
	json_put_number(object, "line", (int64_t)near->line);
	json_put_cstr(object, "text", near->text);
	json_put_cstr(object, "place", near->place);
	for (size_t i = 0; i < near->n_differences; i++)
		json_append_text(differences, slice_of(near->differences[i]));
	json_put(object, "differences", differences);
	return object;
}

static struct json *edit_json(const struct explain_edit *edit)
{
	struct json *object = json_new_object(), *words = json_new_array(), *places = json_new_array(),
		    *near = json_new_array(), *notes = json_new_array();
	json_put_cstr(object, "operation", edit->def->op->name);
	json_put_number(object, "line", (int64_t)edit->def->line);
	for (size_t i = 0; i < edit->n_words; i++) {
		struct json *word = json_new_object();
		json_put_text(word, "word", edit->words[i].text);
		json_put_bool(word, "there", edit->words[i].is_there);
		json_put_text(word, "form", slice_of(edit->words[i].is_made ? "after" : "before"));
		json_append(words, word);
	}
	for (size_t i = 0; i < edit->n_places; i++)
		json_append(places, place_json(&edit->places[i]));
	for (size_t i = 0; i < edit->n_near; i++)
		json_append(near, near_json(&edit->near[i]));
	for (size_t i = 0; i < edit->n_notes; i++)
		json_append_text(notes, slice_of(edit->notes[i]));
	json_put(object, "words", words);
	json_put(object, "places", places);
	json_put(object, "near", near);
	json_put_cstr(object, "nearest", edit->nearest);
	json_put(object, "notes", notes);
	json_put_bool(object, "unproved", edit->is_unproved);
	return object;
}

static struct json *file_json(const struct explanation *e, const struct explain_file *file)
{
	struct json *object = json_new_object(), *edits = json_new_array();
	json_put_cstr(object, "path", file->path);
	json_put_bool(object, "taken", file->taken_by && !file->excluded_by);
	json_put_cstr(object, "taken_by", file->taken_by);
	json_put_cstr(object, "excluded_by", file->excluded_by);
	json_put_bool(object, "binary", file->is_binary);
	json_put_bool(object, "bom", file->has_bom);
	if (file->finding) {
		json_put_cstr(object, "verdict", verdict_name(file->finding->verdict));
		json_put_cstr(object, "detail", file->finding->detail);
	}
	for (size_t i = 0; file->edits && i < e->rule->n_edits; i++)
		json_append(edits, edit_json(&file->edits[i]));
	json_put(object, "edits", edits);
	return object;
}

static struct json *globs_json(const struct explain_glob *globs, size_t count)
{
	struct json *array = json_new_array();
	for (size_t i = 0; i < count; i++) {
		struct json *object = json_new_object();
		json_put_cstr(object, "glob", globs[i].text);
		json_put_number(object, "files", (int64_t)globs[i].n_files);
		json_append(array, object);
	}
	return array;
}

static struct json *version_json(const struct explain_view *view)
{
	struct json *object = json_new_object(), *clues = json_new_array();
	json_put_cstr(object, "project", view->target->project->name);
	json_put_cstr(object, "version", view->target->label);
	for (size_t i = 0; i < view->target->n_clues; i++) {
		struct json *clue = json_new_object();
		json_put_cstr(clue, "source", target_clue_source(view->target, &view->target->clues[i]));
		json_put_cstr(clue, "said", view->target->clues[i].said);
		json_append(clues, clue);
	}
	json_put(object, "clues", clues);
	json_put_cstr(object, "set", view->tree_set->name);
	json_put_bool(object, "in_set", view->set == view->tree_set);
	json_put_cstr(object, "rule_versions",
		view->explanation->rule->versions ? view->explanation->rule->versions->text : NULL);
	json_put_bool(object, "applies", view->explanation->in_force);
	if (view->explanation->rule->when) {
		struct str when = STR_INIT;
		when_format(view->explanation->rule->when, &when);
		json_put_text(object, "rule_when", str_slice(&when));
		str_release(&when);
	}
	json_put_cstr(object, "why_not", view->explanation->not_in_force);
	return object;
}

struct json *explain_json(const struct explain_view *view)
{
	const struct explanation *e = view->explanation;
	struct json *object = print_new_json(), *taken = json_new_array(), *files = json_new_array();
	json_put_cstr(object, "rule", e->rule->id);
	json_put_cstr(object, "file", e->rule->origin);
	json_put_number(object, "line", (int64_t)e->rule->line);
	json_put(object, "target", version_json(view));
	json_put(object, "globs", globs_json(e->files, e->n_files_globs));
	json_put(object, "exclude", globs_json(e->excludes, e->n_excludes));
	for (size_t i = 0; i < e->n_taken; i++)
		json_append_text(taken, slice_of(e->taken[i]));
	json_put(object, "taken", taken);
	json_put_number(object, "files_with_places", (int64_t)e->n_with_places);
	json_put_bool(object, "near_only", e->near_only);
	json_put_cstr(object, "verdict", e->result ? verdict_name(e->result->verdict) : NULL);
	json_put_cstr(object, "detail", e->result ? e->result->detail : e->plan_err.message);
	for (size_t i = 0; i < e->n_explained; i++)
		json_append(files, file_json(e, &e->explained[i]));
	json_put(object, "files", files);
	return object;
}
