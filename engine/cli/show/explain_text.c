#include <string.h>

#include "base/path.h"
#include "cli/show/explain_print.h"

/* --- the rule ----------------------------------------------------------------------------------------------------- */

static void add_version(const struct explain_view *view, struct str *out)
{
	const struct rule *rule = view->explanation->rule;
	const struct target *target = view->target;
	str_addf(out, "tree      %s %s", target->project->name, target->label);
	for (size_t i = 0; i < target->n_clues; i++)
		str_addf(out, "%s%s: %s", i ? "; " : " (", target_clue_source(target, &target->clues[i]),
			target->clues[i].said);
	str_addf(out, ")\nset       %s, for versions %s\n", view->tree_set->name, view->tree_set->target->text);
	if (view->set != view->tree_set)
		str_addf(out, "          the rule is not in this set but in '%s'; explained with --use %s\n",
			view->set->name, view->set->name);
	str_addf(out, "applies   %s: ", view->explanation->in_force ? "yes" : "NO");
	const char *not_in_force = view->explanation->not_in_force;
	if (rule->when && not_in_force)
		str_addf(out, "%s\n", not_in_force);
	else if (rule->versions)
		str_addf(out, "the rule is for versions %s\n", rule->versions->text);
	else
		str_add_cstr(out, "the rule applies to every version of its set\n");
	if (!rule->when)
		return;
	str_add_cstr(out, "when      ");
	when_format(rule->when, out);
	str_add_char(out, '\n');
}

static void add_globs(const struct explanation *e, struct str *out)
{
	for (size_t i = 0; i < e->n_files_globs; i++) {
		const struct explain_glob *glob = &e->files[i];
		str_addf(out, "          %6zu  %s", glob->n_files, glob->text);
		if (glob->meant) {
			str_add_cstr(out, "   (no such file; did you mean ");
			path_quote(slice_of(glob->meant), out);
			str_add_cstr(out, "?)\n");
		} else {
			str_add_cstr(out, glob->path && !glob->n_files ? "   (no such file)\n" : "\n");
		}
	}
	for (size_t i = 0; i < e->n_excludes; i++)
		if (e->excludes[i].n_files)
			str_addf(out, "          %6zu excluded by %s\n", e->excludes[i].n_files, e->excludes[i].text);
}

static void add_files(const struct explain_view *view, struct str *out)
{
	const struct explanation *e = view->explanation;
	str_addf(out, "files     %zu", e->n_taken);
	for (size_t i = 0; i < e->n_taken && i < EXPLAIN_MAX_NAMES; i++) {
		str_add_cstr(out, i ? ", " : ": ");
		path_quote(slice_of(e->taken[i]), out);
	}
	str_add_cstr(out, e->n_taken > EXPLAIN_MAX_NAMES ? ", …\n" : "\n");
	add_globs(e, out);
	if (!view->one_file)
		str_addf(out, "          %zu of them contain%s a word that the rule needs; %zu ha%s a match\n",
			e->n_with_word, e->n_with_word == 1 ? "s" : "", e->n_with_places,
			e->n_with_places == 1 ? "s" : "ve");
}

static void add_verdict(const struct explanation *e, struct str *out)
{
	const struct rule_result *result = e->result;
	if (!result) {
		str_addf(out, "verdict   none: a run would stop: %s\n",
			e->plan_err.message ? e->plan_err.message : "the rule is not in the plan");
		return;
	}
	str_addf(out, "verdict   %s", verdict_label(result->verdict));
	if (result->n_edits)
		str_addf(out, ": %zu place%s in %zu file%s to change", result->n_edits, str_plural(result->n_edits),
			result->n_files, str_plural(result->n_files));
	if (result->n_applied_edits && result->n_edits)
		str_addf(out, ", %zu patched", result->n_applied_edits);
	else if (result->n_applied_edits)
		str_addf(out, ": %zu place%s in %zu file%s patched", result->n_applied_edits,
			str_plural(result->n_applied_edits), result->n_applied_files,
			str_plural(result->n_applied_files));
	if (result->detail)
		str_addf(out, "%s %s", result->n_edits || result->n_applied_edits ? ";" : ":", result->detail);
	str_add_char(out, '\n');
}

/* --- one edit in one file ----------------------------------------------------------------------------------------- */

static void add_clauses(const struct trace_place *place, struct str *out)
{
	static const char *const answers[] = {
		[WHERE_HOLDS] = "yes", [WHERE_HOLDS_NOT] = "NO ", [WHERE_UNDECIDABLE] = "?  "
	};
	for (size_t i = 0; i < place->n_clauses; i++) {
		const struct trace_clause *clause = &place->clauses[i];
		str_addf(out, "        %s  %s", answers[clause->answer], clause->text);
		if (clause->shown)
			str_addf(out, "   (it is: %s)", clause->value[0] ? clause->shown : "empty");
		str_add_char(out, '\n');
	}
}

static void add_near(const struct explain_near *near, struct str *out)
{
	str_addf(out, "    %5zu  | %s\n", near->line, near->text);
	if (near->place)
		str_addf(out, "           this is %s: patterns match code only\n", near->place);
	for (size_t i = 0; i < near->n_differences; i++)
		str_addf(out, "           %s\n", near->differences[i]);
	if (near->laid && !near->n_differences)
		str_add_cstr(out,
			"           every token of the pattern is here, but the match must be a whole statement or "
			"expression,\n"
			"           and a capture used twice must be the same code in both places\n");
}

static void add_words(const struct explain_edit *edit, struct str *out)
{
	for (size_t i = 0; i < edit->n_words; i++)
		str_addf(out, "    word '" SLICE_FMT "'%s %s\n", SLICE_ARG(edit->words[i].text),
			edit->words[i].is_made ? " of the patched form" : "",
			edit->words[i].is_there  ? "is there"
			: edit->words[i].is_made ? "is not there yet"
						 : "is NOT there");
	if (!edit->n_words)
		str_add_cstr(out, "    no word is needed: every file is searched\n");
}

static void add_edit(const struct explain_edit *edit, size_t index, size_t n_edits, struct str *out)
{
	static const char *const picks[] = { "", ", pick: first", ", pick: last", ", pick: " };
	bool looks = edit->def->op == &op_look;
	str_addf(out, "  %s %zu of %zu (%s%s", looks ? "search" : "edit", index + 1, n_edits, edit->def->op->name,
		picks[edit->def->pick]);
	if (edit->def->pick == PICK_NTH)
		str_addf(out, "%zu", edit->def->pick_number);
	str_addf(out, "), line %zu of the patch set\n", edit->def->line);
	if (edit->def->op->file) {
		str_add_cstr(out, "    is for the file itself: see the verdict above\n");
		return;
	}
	add_words(edit, out);
	for (size_t i = 0; i < edit->n_places; i++) {
		const struct explain_place *place = &edit->places[i];
		str_addf(out, "    %zu:%zu %s\n           | %s\n", place->line, place->column,
			looks && place->why->fate == TRACE_TO_MAKE ? "found" : trace_fate_name(place->why->fate),
			place->text);
		add_clauses(place->why, out);
	}
	for (size_t i = 0; i < edit->n_notes; i++)
		str_addf(out, "    note: %s\n", edit->notes[i]);
	if (edit->is_unproved)
		str_addf(out,
			"    nothing matches, and nothing in the file proves that the code was removed: an 'already' "
			"would say what the result looks like\n"
			"%s",
			edit->n_near ? "    nearest:\n" : "");
	else if (!edit->n_places)
		str_addf(out, "    nothing matches%s\n",
			edit->n_near    ? "; nearest:"
			: edit->nearest ? ""
					: ", and nothing is close");
	if (edit->nearest)
		str_addf(out, "    nearest: %s\n", edit->nearest);
	for (size_t i = 0; i < edit->n_near; i++)
		add_near(&edit->near[i], out);
}

static void add_file(const struct explain_view *view, const struct explain_file *file, struct str *out)
{
	static const char *const line_ends[] = { "no line end", "LF", "CRLF", "CR only", "LF and CRLF" };
	str_add_char(out, '\n');
	path_quote(slice_of(file->path), out);
	str_addf(out, " (%s%s)\n", line_ends[file->eol], file->has_bom ? ", byte order mark" : "");
	if (file->taken_by && file->excluded_by && strcmp(file->excluded_by, EXPLAIN_PROTECTED) == 0)
		str_addf(out,
			"  NOT searched: '%s' matches it, but git, CI or an editor obeys it, and the rule has no "
			"`protected: true`\n",
			file->taken_by);
	else if (file->excluded_by && file->taken_by)
		str_addf(out, "  NOT searched: '%s' matches it, but 'exclude' has '%s'\n", file->taken_by,
			file->excluded_by);
	else if (!file->taken_by)
		str_add_cstr(out, "  NOT searched: no entry of 'files' matches it; what follows is as if one did\n");
	else
		str_addf(out, "  taken by '%s'\n", file->taken_by);
	if (file->finding)
		str_addf(out, "  verdict %s%s%s\n", verdict_label(file->finding->verdict),
			file->finding->detail ? ": " : "", file->finding->detail ? file->finding->detail : "");
	if (file->is_binary)
		str_add_cstr(out, "  it contains NUL bytes: treated as binary and skipped\n");
	for (size_t i = 0; file->edits && i < view->explanation->rule->n_edits; i++)
		add_edit(&file->edits[i], i, view->explanation->rule->n_edits, out);
}

void explain_add_text(const struct explain_view *view, struct str *out)
{
	const struct explanation *e = view->explanation;
	str_addf(out, "%s: %s\nwritten   %s:%zu\n", e->rule->id, e->rule->title, e->rule->origin, e->rule->line);
	add_version(view, out);
	if (e->rule->files[0])
		add_files(view, out);
	add_verdict(e, out);
	if (e->near_only)
		str_add_cstr(out, "\nNothing matches in any file. The closest lines are:\n");
	for (size_t i = 0; i < e->n_explained; i++)
		add_file(view, &e->explained[i], out);
	if (e->n_with_places > e->n_explained)
		str_addf(out, "\n%zu more file%s with places: `tpatch explain %s FILE` shows each\n",
			e->n_with_places - e->n_explained, str_plural(e->n_with_places - e->n_explained), e->rule->id);
}
