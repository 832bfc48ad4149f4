#include "cli/ask/question_view.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/path.h"
#include "cli/ask/dialog.h"
#include "report/report.h"
#include "text/wrap.h"

#define BOLD "\033[1m"
#define DIM "\033[2m"
#define RESET "\033[0m"

/* Files that are named where their diffs do not fit. */
#define NAMED_FILES 5

static void add_colored(const struct question_view *view, const char *color, const char *text, struct str *out)
{
	str_addf(out, "%s%s%s", view->colored ? color : "", text, view->colored ? RESET : "");
}

static size_t count_lines(struct slice text)
{
	size_t lines = 0;
	for (size_t i = 0; i < text.len; i++)
		lines += text.ptr[i] == '\n';
	return lines;
}

/* Is the file asked for by an earlier piece too? Then it was shown there. */
static bool is_shown_before(const struct question_view *view, size_t piece)
{
	for (size_t i = view->question->begin; i < piece; i++)
		if (view->questions->pieces[i].change == view->questions->pieces[piece].change)
			return true;
	return false;
}

static bool *rules_of(const struct question_view *view)
{
	bool *wanted = xcalloc(view->questions->plan->n_rules + 1, sizeof(*wanted));
	for (size_t i = view->question->begin; i < view->question->end; i++)
		wanted[view->questions->pieces[i].finding->rule] = true;
	return wanted;
}

static void add_file(const struct question_view *view, const struct change *change, const bool *wanted, struct str *out,
	struct diff_stat *stat)
{
	struct str diff = STR_INIT;
	if (report_part(change, wanted, view->context, &diff, stat))
		report_show_diff(str_slice(&diff), view->colored, out);
	else
		str_addf(out, "%s: the same edit as that of another rule\n", change->path);
	str_release(&diff);
}

static void add_name(
	const struct question_view *view, const struct change *change, struct diff_stat stat, struct str *out)
{
	struct str line = STR_INIT;
	str_add_cstr(&line, "  ");
	path_quote(slice_of(change->path), &line);
	str_addf(&line, "  +%zu -%zu", stat.added, stat.removed);
	add_colored(view, DIM, line.ptr, out);
	str_add_char(out, '\n');
	str_release(&line);
}

/* Appends all of its diff. */
static void add_all(const struct question_view *view, struct str *out)
{
	bool *wanted = rules_of(view);
	struct diff_stat stat;
	for (size_t i = view->question->begin; i < view->question->end; i++)
		if (!is_shown_before(view, i))
			add_file(view, view->questions->pieces[i].change, wanted, out, &stat);
	free(wanted);
}

/* The diffs of the files that fit, the first one in any case; the others by name. */
static void add_fitting(const struct question_view *view, size_t most_lines, struct str *out)
{
	bool *wanted = rules_of(view);
	size_t lines = 0, shown = 0, named = 0, left = 0;
	for (size_t i = view->question->begin; i < view->question->end; i++) {
		const struct change *change = view->questions->pieces[i].change;
		struct diff_stat stat;
		struct str file = STR_INIT;
		if (is_shown_before(view, i))
			continue;
		add_file(view, change, wanted, &file, &stat);
		lines += count_lines(str_slice(&file));
		if (!named && (!shown || lines <= most_lines)) {
			str_add(out, str_slice(&file));
			shown++;
		} else if (named < NAMED_FILES) {
			str_add_cstr(out, named ? "" : "and in\n");
			add_name(view, change, stat, out);
			named++;
		} else {
			left++;
		}
		str_release(&file);
	}
	if (left)
		str_addf(out, "  … and %zu more file%s\n", left, str_plural(left));
	free(wanted);
}

static void add_title(const struct question_view *view, const struct rule *rule, struct str *out)
{
	struct str line = STR_INIT;
	add_colored(view, BOLD, rule->id, &line);
	str_addf(&line, ": %s", rule->title);
	wrap_add(str_slice(&line), 0, 2, view->width, out);
	str_add_char(out, '\n');
	str_release(&line);
}

/* Calls `add` for each rule of the question once. */
static void each_rule(const struct question_view *view,
	void (*add)(const struct question_view *, const struct rule *, struct str *), struct str *out)
{
	const struct piece *pieces = view->questions->pieces;
	for (size_t i = view->question->begin; i < view->question->end; i++) {
		bool is_new = true;
		for (size_t k = view->question->begin; k < i; k++)
			is_new = is_new && pieces[k].rule != pieces[i].rule;
		if (is_new)
			add(view, pieces[i].rule, out);
	}
}

static void add_counts(const struct question_view *view, struct str *out)
{
	const struct question *question = view->question;
	if (question->group && question->n_rules > 1)
		str_addf(out, "group '%s', all or none: ", question->group);
	str_addf(out, "%zu place%s in %zu file%s\n", question->n_places, str_plural(question->n_places),
		question->n_files, str_plural(question->n_files));
}

/* Appends what it is about, and its diff: as many files as fit, the others by name. */
static void add_question(const struct question_view *view, struct str *out)
{
	str_add_char(out, '\n');
	each_rule(view, add_title, out);
	add_counts(view, out);
	struct str all = STR_INIT;
	size_t head = count_lines(str_slice(out)) + 1, room = view->height > head ? view->height - head : 0;
	add_all(view, &all);
	if (count_lines(str_slice(&all)) <= room)
		str_add(out, str_slice(&all));
	else
		add_fitting(view, room > NAMED_FILES + 2 ? room - NAMED_FILES - 2 : 0, out);
	str_release(&all);
}

static void add_what(const struct question_view *view, struct str *out)
{
	const struct question *question = view->question;
	bool is_group = question->group != NULL;
	if (question->n_rules > 1)
		str_addf(out, "Apply these %zu rules", question->n_rules);
	else
		str_addf(out, "Apply %s", view->questions->pieces[view->question->begin].rule->id);
	if (question->n_files > 1)
		str_addf(out, " to %zu files", question->n_files);
	else if (view->question->part || view->questions->by == ASK_BY_FILE)
		str_add_cstr(out, " to this file");
	if (is_group && question->n_rules > 1)
		str_add_cstr(out, ", all or none");
}

/* Appends the line after which the answer is typed. */
static void add_prompt(const struct question_view *view, struct str *out)
{
	const struct question *question = view->question;
	struct str text = STR_INIT;
	str_addf(&text, "(%zu/%zu", question->number, view->questions->n_whole);
	if (question->part)
		str_addf(&text, ", %s %zu/%zu", view->questions->by == ASK_BY_FILE ? "rule" : "file", question->part,
			question->n_parts);
	str_add_cstr(&text, ") ");
	add_what(view, &text);
	str_addf(&text, " [y,n,%sa,d,q,k,w,p,?]?", question->is_divisible ? "s," : "");
	add_colored(view, DIALOG_PROMPT, text.ptr, out);
	str_add_char(out, ' ');
	str_release(&text);
}

/* Appends what each answer means. */
static void add_help(const struct question_view *view, struct str *out)
{
	const struct question *question = view->question;
	bool by_file = view->questions->by == ASK_BY_FILE;
	const char *rest = !question->part ? "all that follow"
			   : by_file       ? "the other rules of this file"
					   : "the other files of this rule";
	str_add_cstr(out, "y - yes, apply this\nn - no, skip this\n");
	if (question->is_divisible)
		str_addf(out, "s - split: decide %s\n", by_file ? "rule by rule" : "file by file");
	str_addf(out, "a - apply this and %s\nd - skip this and %s\n", rest, rest);
	str_add_cstr(out, "q - quit: apply what you accepted, skip this and everything after it\n"
			  "k - go back to the previous question\n"
			  "w - why: the rule's reason and links\n"
			  "p - print the whole diff again\n"
			  "? - print this\n"
			  "Ctrl-C or Ctrl-D quits without writing anything. Nothing is written before the last\n"
			  "answer; then everything at once, as one run that `tpatch rollback` undoes.\n");
	str_add_cstr(out, "A rule's edits of one file are all or none");
	str_add_cstr(out, question->group ? ", and so are the rules of a group.\n" : ".\n");
}

static void add_why(const struct question_view *view, const struct rule *rule, struct str *out)
{
	add_title(view, rule, out);
	wrap_prose(slice_trim(slice_of(rule->why)), 2, view->width, out);
	for (const char *const *link = rule->links; link && *link; link++)
		str_addf(out, "  see %s\n", *link);
}

/* Appends why there are its rules, and where to read more. */
static void add_whys(const struct question_view *view, struct str *out)
{
	each_rule(view, add_why, out);
}

/* Appends what a no has left out, where that is more than one place; else nothing. */
static void add_declined(const struct question_view *view, struct str *out)
{
	const struct question *question = view->question;
	struct str text = STR_INIT;
	if (question->n_places < 2)
		return;
	str_addf(&text, "skipped: all %zu places in %zu file%s", question->n_places, question->n_files,
		str_plural(question->n_files));
	if (question->group && question->n_rules > 1)
		str_addf(&text, ", since the rules of group '%s' are applied all or none", question->group);
	else if (question->n_files == 1 && question->n_rules == 1)
		str_add_cstr(&text, ", since a rule's edits of a file are all or none");
	struct str line = STR_INIT;
	wrap_add(str_slice(&text), 0, 2, view->width, &line);
	add_colored(view, DIM, line.ptr, out);
	str_add_char(out, '\n');
	str_release(&line);
	str_release(&text);
}

void question_view_add(const struct question_view *view, enum question_part part, struct str *out)
{
	static void (*const parts[])(const struct question_view *, struct str *) = {
		[QUESTION_WHOLE] = add_question,
		[QUESTION_DIFF] = add_all,
		[QUESTION_PROMPT] = add_prompt,
		[QUESTION_HELP] = add_help,
		[QUESTION_WHY] = add_whys,
		[QUESTION_DECLINED] = add_declined,
	};
	parts[part](view, out);
}
