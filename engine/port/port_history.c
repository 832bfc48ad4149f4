/* What git can tell of edits that upstream has, or that have no place any more. */
#include "port/port_private.h"

#include "base/alloc.h"
#include "base/utf8.h"

/* Of a commit's id, as many digits as git itself shows in a large repository. */
#define SHORT_ID 12

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

static void tell(struct port_edit *edit, const char *evidence)
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
		tell(edit, say(porter, &edit->commit, "since"));
}

static void ask_person(struct porter *porter, const char *path, struct port_edit *edit)
{
	if (!path && ask_file(porter, edit->path, GIT_REMOVED, edit))
		tell(edit, say(porter, &edit->commit, "the file was removed by"));
	else if (ask_gone(porter, path, edit))
		tell(edit, say(porter, &edit->commit, CODE_FMT " was removed by", CODE_ARG(utf8_excerpt(edit->gone))));
	else if (ask_lines(porter, path, edit))
		tell(edit, say(porter, &edit->commit, "the lines there were last changed by"));
}

void port_ask_history(struct porter *porter, const char *path_in_tree, size_t first_edit)
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

const char *port_renamed_by_history(struct porter *porter, const char *path, const char **why)
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
