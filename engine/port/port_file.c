/* One file of a diff: what it does to the file itself, then its hunks. */
#include "port/port_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/utf8.h"

#define EXECUTABLE 0100u
/* Of a commit's id, as many digits as git itself shows in a large repository. */
#define SHORT_ID 12
/* Of one file: each is weighed beside all others. */
#define MAX_HUNKS 5000

/* A new edit of the result; valid until the next call. */
static struct port_edit *port_add_edit(
	struct porter *porter, uint32_t patch, const struct patch_file *file, const struct patch_hunk *hunk)
{
	struct port_result *result = porter->result;
	struct port_edit edit = { .patch = patch,
		.path = file->old_path ? file->old_path : file->new_path,
		.hunk = hunk,
		.diff_line = hunk ? hunk->line : file->line };
	edit.path_in_b = edit.path;
	VEC_PUSH(result->edits, result->n_edits, result->edits_capacity, edit);
	return &result->edits[result->n_edits - 1];
}

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
tell(struct porter *porter, struct port_edit *edit, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	const char *line = arena_dup(&porter->result->arena, str_slice(&text));
	VEC_PUSH(edit->evidence, edit->n_evidence, edit->evidence_capacity, line);
	str_release(&text);
}

/* The lines of one side of all hunks. */
static uint32_t *side_lines(
	struct porter *porter, const struct patch_file *file, enum patch_side side, size_t *count, bool *is_open)
{
	size_t capacity = 1, n = 0;
	for (size_t h = 0; h < file->n_hunks; h++)
		capacity += file->hunks[h].n_lines;
	uint32_t *lines = arena_alloc(&porter->result->arena, capacity * sizeof(*lines));
	*is_open = false;
	for (size_t h = 0; h < file->n_hunks; h++)
		for (size_t i = 0; i < file->hunks[h].n_lines; i++) {
			const struct patch_line *line = &file->hunks[h].lines[i];
			if (line->side != PATCH_BOTH && line->side != side)
				continue;
			struct slice text = n == 0 ? utf8_without_mark(line->text) : line->text;
			lines[n++] = line_id(&porter->ids, text);
			*is_open = line->no_eol;
		}
	*count = n;
	return lines;
}

static bool same_lines(const struct port_text *text, const uint32_t *lines, size_t n)
{
	return text->n == n && (!n || memcmp(text->lines, lines, n * sizeof(*lines)) == 0);
}

/* --- what git tells of edits that upstream has, or that have no place any more ------------------------------------ */

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static const char *
say(struct porter *porter, const struct git_change *commit, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	if (commit)
		str_addf(&text, " commit %.*s of %s: " SLICE_FMT, SHORT_ID, commit->id, commit->date,
			SLICE_ARG(utf8_excerpt(slice_of(commit->subject))));
	return arena_take(&porter->result->arena, &text);
}

static void add_evidence(struct port_edit *edit, const char *evidence)
{
	VEC_PUSH(edit->evidence, edit->n_evidence, edit->evidence_capacity, evidence);
}

static bool ask_lines(struct porter *porter, const char *path, struct port_edit *edit)
{
	return path && edit->first_in_tree &&
	       git_history_of_lines(porter->options->history, path, edit->first_in_tree, edit->last_in_tree,
		       &porter->result->arena, &edit->commit);
}

static bool ask_gone(struct porter *porter, const char *path, struct port_edit *edit)
{
	return path && edit->gone.len &&
	       git_history_of_text(porter->options->history, path, edit->gone, &porter->result->arena, &edit->commit);
}

static bool ask_file(struct porter *porter, const char *path, enum git_fate fate, struct port_edit *edit)
{
	return git_history_of_file(porter->options->history, path, fate, &porter->result->arena, &edit->commit);
}

static void ask_upstream(struct porter *porter, const char *path, struct port_edit *edit)
{
	bool knows = edit->kind == PORT_CREATE   ? ask_file(porter, edit->path, GIT_MADE, edit)
		     : edit->kind == PORT_REMOVE ? ask_file(porter, edit->path, GIT_REMOVED, edit)
		     : edit->kind == PORT_HUNK   ? ask_lines(porter, path, edit) || ask_gone(porter, path, edit)
						 : false;
	if (knows)
		add_evidence(edit, say(porter, &edit->commit, "since"));
}

static void ask_person(struct porter *porter, const char *path, struct port_edit *edit)
{
	if (!path && ask_file(porter, edit->path, GIT_REMOVED, edit))
		add_evidence(edit, say(porter, &edit->commit, "the file was removed by"));
	else if (ask_gone(porter, path, edit))
		add_evidence(edit,
			say(porter, &edit->commit, CODE_FMT " was removed by", CODE_ARG(utf8_excerpt(edit->gone))));
	else if (ask_lines(porter, path, edit))
		add_evidence(edit, say(porter, &edit->commit, "the lines there were last changed by"));
}

/* Says by which commits upstream has the edits, from number `first_edit` on, or changed the place of those that need a
 * person. `path_in_tree`: of the file as it is in B; NULL: it is not there. */
static void ask_history(struct porter *porter, const char *path_in_tree, size_t first_edit)
{
	struct git_history *history = porter->options->history;
	bool was_spent = !history || git_history_is_spent(history);
	for (size_t i = first_edit; i < porter->result->n_edits && !was_spent; i++) {
		struct port_edit *edit = &porter->result->edits[i];
		if (edit->commit.id)
			continue;
		if (edit->outcome == PORT_UPSTREAM)
			ask_upstream(porter, path_in_tree, edit);
		else if (edit->outcome == PORT_PERSON)
			ask_person(porter, path_in_tree, edit);
	}
	if (!was_spent && git_history_is_spent(history))
		port_note(porter, "git took too long to say by which commits all of it changed: some are not named");
}

/* By git's history, where is the file in B that was at `path`? NULL: it cannot tell; else `*why` is evidence. */
static const char *renamed_by_history(struct porter *porter, const char *path, const char **why)
{
	const char *found;
	struct git_change commit;
	if (!porter->options->history || !git_history_renamed(porter->options->history, path, porter->b.tree,
						 &porter->result->arena, &found, &commit))
		return NULL;
	*why = commit.id ? say(porter, &commit, "by git's history, the file is '%s' here: renamed by", found)
			 : say(porter, NULL, "by git's comparison of both trees, the file is '%s' here", found);
	return found;
}

/* --- files that come and go --------------------------------------------------------------------------------------- */

/* Is there a folder, or anything else, at the path of the tree? */
static bool side_has_folder(struct side *side, const char *path)
{
	struct slice folder = path_dir(slice_of(path));
	struct file_stat st;
	struct err err = ERR_INIT;
	if (!folder.len)
		return true;
	char *name = slice_dup(folder);
	bool ok = tree_stat(side->tree, name, &st, &err) && st.type != FILE_NONE;
	free(name);
	err_release(&err);
	return ok;
}

/* The file in B that is where the path needs a folder; NULL where there is none. */
static bool find_file_above(struct porter *porter, const char *path, struct side_file **out, struct err *err)
{
	bool ok = true;
	*out = NULL;
	for (struct slice folder = path_dir(slice_of(path)); ok && folder.len && !*out; folder = path_dir(folder)) {
		char *name = slice_dup(folder);
		ok = side_get(&porter->b, name, out, err);
		free(name);
	}
	return ok;
}

static bool create(struct porter *porter, uint32_t patch, const struct patch_file *file, struct err *err)
{
	size_t n;
	bool is_open;
	struct side_file *there, *in_a, *above;
	uint32_t *lines = side_lines(porter, file, PATCH_NEW, &n, &is_open);
	if (!side_get(&porter->b, file->new_path, &there, err) ||
		!find_file_above(porter, file->new_path, &above, err) ||
		(porter->has_a && !side_get(&porter->a, file->new_path, &in_a, err)))
		return false;
	struct port_edit *edit = port_add_edit(porter, patch, file, NULL);
	edit->kind = PORT_CREATE;
	if (porter->has_a && !in_a)
		side_make(&porter->a, file->new_path, lines, n, is_open, patch);
	if (there && same_lines(&there->text, lines, n)) {
		edit->outcome = PORT_UPSTREAM;
		tell(porter, edit, "the tree already has the file, with this text");
		return true;
	}
	if (there) {
		edit->outcome = PORT_PERSON;
		tell(porter, edit, "the tree has a file of this name, with different text (%u %% is the same)",
			place_likeness(&porter->ids, there->text.lines, there->text.n, lines, n) / 10);
		return true;
	}
	if (above) {
		edit->outcome = PORT_PERSON;
		tell(porter, edit, "'%s' is a file in the tree, and would have to be a folder", above->path);
		return true;
	}
	struct side_file *made = side_make(&porter->b, file->new_path, lines, n, is_open, patch);
	made->executable = (file->new_mode & EXECUTABLE) != 0;
	edit->outcome = PORT_EXACT;
	port_step_whole(porter, patch, file, NULL);
	edit->line = 1;
	if (porter->has_a && in_a) {
		edit->outcome = PORT_LOOK;
		tell(porter, edit, "the old tree already has the file; this one does not");
	}
	if (porter->has_a && side_has_folder(&porter->a, file->new_path) &&
		!side_has_folder(&porter->b, file->new_path)) {
		edit->outcome = PORT_LOOK;
		tell(porter, edit, "its folder is no longer in the tree");
	}
	if (file->n_hunks && patch_hunk_begins_with_mark(&file->hunks[0], PATCH_NEW)) {
		edit->outcome = PORT_LOOK;
		tell(porter, edit, "it begins with a byte order mark, which is not carried");
	}
	return true;
}

static bool remove_file(struct porter *porter, uint32_t patch, const struct patch_file *file, struct err *err)
{
	size_t n;
	bool is_open;
	struct side_file *there, *in_a;
	const char *why;
	struct side_likely likely = { 0 };
	uint32_t *lines = side_lines(porter, file, PATCH_OLD, &n, &is_open);
	if (!side_get(&porter->b, file->old_path, &there, err) ||
		(porter->has_a && !side_get(&porter->a, file->old_path, &in_a, err)))
		return false;
	struct port_edit *edit = port_add_edit(porter, patch, file, NULL);
	edit->kind = PORT_REMOVE;
	if (porter->has_a && in_a)
		side_move(&porter->a, in_a, NULL, patch);
	if (there) {
		edit->outcome = same_lines(&there->text, lines, n) ? PORT_EXACT : PORT_LOOK;
		if (edit->outcome == PORT_LOOK)
			tell(porter, edit,
				"the file that is removed has %zu line%s here, and %zu in the diff; not all are the "
				"same",
				there->text.n, str_plural(there->text.n), n);
		if (porter->has_a && !in_a) {
			edit->outcome = PORT_LOOK;
			tell(porter, edit, "the old tree does not have the file; this one does");
		}
		port_step_whole(porter, patch, file, there);
		side_move(&porter->b, there, NULL, patch);
		return true;
	}
	const char *renamed = renamed_by_history(porter, file->old_path, &why);
	if (!renamed && !side_find_moved(&porter->b, file->old_path, lines, n, &likely, err))
		return false;
	bool is_moved = likely.path && likely.is_only;
	edit->outcome = renamed || is_moved ? PORT_PERSON : PORT_UPSTREAM;
	if (renamed)
		tell(porter, edit, "%s: should that be removed?", why);
	else if (is_moved)
		tell(porter, edit, "the file is gone, and '%s' has %u %% of its lines: should that be removed?",
			likely.path, likely.share / 10);
	else
		tell(porter, edit, "the tree does not have the file");
	return true;
}

/* --- files that stay ---------------------------------------------------------------------------------------------- */

/* Why no part of it can be carried, or NULL. */
static const char *problem_of(const struct patch_file *file)
{
	if (file->is_binary)
		return "a binary file: only text can be carried";
	if (file->is_special)
		return "a symbolic link or a submodule: only files can be carried";
	if (file->is_copy)
		return "copies the file, for which there is no operation";
	if (file->n_hunks > MAX_HUNKS)
		return "it has more than 5000 hunks here: carry what makes them instead";
	for (size_t h = 0; h < file->n_hunks && file->new_path; h++) {
		if (!file->old_path && file->hunks[h].n_lines && file->hunks[h].lines[0].crlf)
			return "creates a file with CRLF, but created files have LF";
		if (patch_hunk_mixes_line_ends(&file->hunks[h]))
			return "its lines end in LF and in CRLF: an edit takes the line end that it finds";
	}
	return NULL;
}

static void forget(struct porter *porter, uint32_t patch, const struct patch_file *file, const char *why)
{
	size_t n = file->n_hunks > MAX_HUNKS ? 0 : file->n_hunks;
	for (size_t h = 0; h < n || h == 0; h++) {
		struct port_edit *edit = port_add_edit(porter, patch, file, n ? &file->hunks[h] : NULL);
		edit->outcome = PORT_PERSON;
		edit->path_in_b = NULL;
		tell(porter, edit, "%s", why);
	}
}

/* The file in B that was at the path, by git's history or by its content, which is `lines`. `*why` says how that is
 * known, or why there is none. */
static bool find_moved(struct porter *porter, const char *path, const uint32_t *lines, size_t n, const char **moved,
	const char **why, struct err *err)
{
	struct side_likely likely;
	*moved = renamed_by_history(porter, path, why);
	if (*moved)
		return true;
	if (!side_find_moved(&porter->b, path, lines, n, &likely, err))
		return false;
	if (!likely.path) {
		*why = "the tree does not have the file, and none with most of these lines";
	} else if (!likely.is_only) {
		*why = say(porter, NULL,
			"the tree does not have the file; '%s' has %u %% of these lines, another about as many",
			likely.path, likely.share / 10);
	} else {
		*moved = likely.path;
		*why = say(porter, NULL, "by its content, the file is '%s' here", likely.path);
	}
	return true;
}

/* The file in B: at its path, at that after the renaming, or where it went; `*moved` and `*why` as above. */
static bool find_file(struct porter *porter, const struct patch_file *file, struct side_file **out, const char **moved,
	const char **why, struct err *err)
{
	size_t n;
	bool is_open;
	*moved = *why = NULL;
	if (!side_get(&porter->b, file->old_path, out, err))
		return false;
	if (!*out && file->is_rename && !side_get(&porter->b, file->new_path, out, err))
		return false;
	if (*out)
		return true;
	struct side_file *in_a = NULL;
	if (porter->has_a && !side_get(&porter->a, file->old_path, &in_a, err))
		return false;
	const uint32_t *lines = side_lines(porter, file, PATCH_OLD, &n, &is_open);
	if (in_a) {
		lines = in_a->text.lines;
		n = in_a->text.n;
	}
	return find_moved(porter, file->old_path, lines, n, moved, why, err) &&
	       (!*moved || side_get(&porter->b, *moved, out, err));
}

static void set_mode(struct porter *porter, uint32_t patch, const struct patch_file *file, struct side_file *there)
{
	bool executable = (file->new_mode & EXECUTABLE) != 0;
	if (!file->old_mode || !file->new_mode || executable == ((file->old_mode & EXECUTABLE) != 0))
		return;
	struct port_edit *edit = port_add_edit(porter, patch, file, NULL);
	edit->kind = PORT_MODE;
	edit->path_in_b = arena_strdup(&porter->result->arena, there->path);
	edit->outcome = there->executable == executable ? PORT_UPSTREAM : PORT_EXACT;
	tell(porter, edit, "%s %sexecutable", there->executable == executable ? "the file is" : "made",
		executable ? "" : "not ");
	if (there->executable == executable)
		return;
	there->executable = executable;
	there->moded_by = patch;
}

static bool rename_file(struct porter *porter, uint32_t patch, const struct patch_file *file, struct side_file *there,
	const char *moved, struct err *err)
{
	struct side_file *in_a = NULL, *at_target = NULL;
	if (!file->is_rename)
		return true;
	if (porter->has_a && !side_get(&porter->a, file->old_path, &in_a, err))
		return false;
	if (!side_get(&porter->b, file->new_path, &at_target, err))
		return false;
	if (in_a)
		side_move(&porter->a, in_a, file->new_path, patch);
	struct port_edit *edit = port_add_edit(porter, patch, file, NULL);
	edit->kind = PORT_RENAME;
	edit->path_in_b = arena_strdup(&porter->result->arena, there->path);
	if (strcmp(there->path, file->new_path) == 0) {
		edit->outcome = PORT_UPSTREAM;
		tell(porter, edit, "the tree has the file at that path");
	} else if (moved || at_target) {
		edit->outcome = PORT_PERSON;
		tell(porter, edit,
			at_target ? "'%s' is there already" : "the file to be renamed to '%s' was moved elsewhere",
			file->new_path);
	} else {
		edit->outcome = PORT_EXACT;
		tell(porter, edit, "renamed to '%s'", file->new_path);
		side_move(&porter->b, there, file->new_path, patch);
	}
	return true;
}

/* What A has after the hunks, for the patches that follow. */
static void change_a(uint32_t patch, struct carry *carry, struct side_file *in_a)
{
	size_t n = 0, capacity = 1;
	for (size_t h = 0; h < carry->n_hunks; h++)
		capacity += carry->hunks[h].n_runs;
	struct port_splice *splices = xcalloc(capacity, sizeof(*splices));
	for (size_t h = 0; h < carry->n_hunks; h++) {
		const struct carry_hunk *hunk = &carry->hunks[h];
		for (size_t r = 0; r < hunk->n_runs; r++, n++)
			splices[n] = (struct port_splice){ .line = hunk->a_line + hunk->runs[r].old_begin,
				.n_old = hunk->runs[r].old_end - hunk->runs[r].old_begin,
				.lines = hunk->new_side + hunk->runs[r].new_begin,
				.n_new = hunk->runs[r].new_end - hunk->runs[r].new_begin,
				.end_mark = r + 1 == hunk->n_runs ? hunk->end_mark : 0 };
	}
	port_text_splice(&in_a->text, splices, n, patch);
	free(splices);
}

static bool is_of_commands(const char *path)
{
	struct slice name = path_base(slice_of(path));
	return slice_eq_cstr(name, "CMakeLists.txt") || slice_ends_with(name, ".cmake") ||
	       slice_ends_with(name, ".cmake.in");
}

static bool carry_all(struct porter *porter, uint32_t patch, const struct patch_file *file, struct side_file *there,
	const char *old_path, const char *why_moved, struct err *err)
{
	struct carry carry = { .ids = &porter->ids, .arena = &porter->result->arena, .b = &there->text };
	struct side_file *in_a = NULL;
	size_t n_splices, first = porter->result->n_edits;
	const char *path_in_a = file->is_rename ? file->new_path : file->old_path;
	if (porter->has_a && !side_get(&porter->a, path_in_a, &in_a, err))
		return false;
	for (size_t h = 0; h < file->n_hunks; h++)
		port_add_edit(porter, patch, file, &file->hunks[h])->path_in_b =
			arena_strdup(&porter->result->arena, there->path);
	carry_prepare(&carry, file->hunks, file->n_hunks, porter->result->edits + first);
	carry.a = in_a ? &in_a->text : NULL;
	carry.of_commands = is_of_commands(there->path);
	if (porter->has_a && (!in_a || !carry_find_in_a(&carry)))
		porter->n_unlike_a++;
	carry_hunks(&carry);
	carry_names(&carry);
	carry_marks(&carry);
	struct port_splice *splices = carry_splices(&carry, &n_splices);
	for (size_t h = 0; h < file->n_hunks && why_moved; h++) {
		struct port_edit *edit = carry.hunks[h].edit;
		tell(porter, edit, "%s", why_moved);
		edit->outcome = edit->outcome == PORT_EXACT ? PORT_LOOK : edit->outcome;
	}
	port_show_places(porter, &carry, &there->text);
	port_step_changed(porter, patch, file, old_path, there, &carry, there->moded_by == patch);
	port_text_splice(&there->text, splices, n_splices, patch);
	if (carry.a)
		change_a(patch, &carry, in_a);
	if (!port_carry_elsewhere(porter, patch, file, first, err))
		return false;
	ask_history(porter, there->original, first);
	return true;
}

bool port_carry_file(struct porter *porter, uint32_t patch, const struct patch_file *file, struct err *err)
{
	struct side_file *there;
	const char *moved, *why, *problem = problem_of(file);
	struct err refused = ERR_INIT;
	if ((file->old_path && !path_check(slice_of(file->old_path), &refused)) ||
		(file->new_path && !path_check(slice_of(file->new_path), &refused)))
		problem = refused.message;
	if (problem) {
		forget(porter, patch, file, problem);
		err_release(&refused);
		return true;
	}
	if (!file->old_path || !file->new_path) {
		size_t first = porter->result->n_edits;
		if (!(file->old_path ? remove_file : create)(porter, patch, file, err))
			return false;
		ask_history(porter, NULL, first);
		return true;
	}
	if (!find_file(porter, file, &there, &moved, &why, err))
		return false;
	if (!there || there->is_binary) {
		size_t first = porter->result->n_edits;
		forget(porter, patch, file, there ? "it is a binary file in the tree" : why);
		if (!there && !port_carry_elsewhere(porter, patch, file, first, err))
			return false;
		ask_history(porter, NULL, first);
		return true;
	}
	const char *old_path = arena_strdup(&porter->result->arena, there->path);
	if (!rename_file(porter, patch, file, there, moved, err))
		return false;
	set_mode(porter, patch, file, there);
	if (file->n_hunks)
		return carry_all(porter, patch, file, there, old_path, moved ? why : NULL, err);
	port_step_changed(porter, patch, file, old_path, there, NULL, there->moded_by == patch);
	return true;
}
