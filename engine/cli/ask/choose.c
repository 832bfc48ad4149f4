#include "cli/ask/choose.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "cli/ask/dialog.h"
#include "cli/ask/questions.h"
#include "cli/show/reports.h"
#include "cmdline/print.h"
#include "report/report.h"
#include "text/wrap.h"

/* --- a question as the user sees it ------------------------------------------------------------------------------- */

struct question_view {
	const struct questions *questions;
	const struct question *question;
	size_t context;       /* lines, of the diff */
	size_t width, height; /* of the screen: columns, lines */
	bool colored;
};

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
static void question_show_all(const struct question_view *view, struct str *out)
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
static void question_show(const struct question_view *view, struct str *out)
{
	str_add_char(out, '\n');
	each_rule(view, add_title, out);
	add_counts(view, out);
	struct str all = STR_INIT;
	size_t head = count_lines(str_slice(out)) + 1, room = view->height > head ? view->height - head : 0;
	question_show_all(view, &all);
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

/* Appends the line behind which the answer is typed. */
static void question_show_prompt(const struct question_view *view, struct str *out)
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
static void question_show_help(const struct question_view *view, struct str *out)
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
static void question_show_why(const struct question_view *view, struct str *out)
{
	each_rule(view, add_why, out);
}

/* Appends what a no has left out, where that is more than one place; else nothing. */
static void question_show_declined(const struct question_view *view, struct str *out)
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

struct dialog {
	const struct options *options;
	struct questions questions;
	size_t at;
	bool is_shown; /* the question at hand is on the screen */
};

static struct question_view view_of(const struct dialog *dialog)
{
	const struct options *options = dialog->options;
	return (struct question_view){
		.questions = &dialog->questions,
		.question = &dialog->questions.items[dialog->at],
		.context = options->context,
		.width = platform_terminal_width(STREAM_OUT),
		.height = platform_terminal_height(STREAM_OUT),
		.colored = print_colored(STREAM_OUT, options),
	};
}

static bool show(const struct dialog *dialog, void (*add)(const struct question_view *, struct str *), struct err *err)
{
	struct question_view view = view_of(dialog);
	struct str text = STR_INIT;
	add(&view, &text);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* All of the diff, in the pager where it is long. */
static bool show_whole(const struct dialog *dialog, struct err *err)
{
	struct question_view view = view_of(dialog);
	struct str text = STR_INIT;
	question_show_all(&view, &text);
	bool ok = print_paged(dialog->options, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static bool decide(struct dialog *dialog, enum answer answer, struct err *err)
{
	dialog->questions.items[dialog->at].answer = answer;
	bool ok = answer == ANSWER_YES || show(dialog, question_show_declined, err);
	dialog->at = questions_next(&dialog->questions, dialog->at);
	dialog->is_shown = false;
	return ok;
}

static bool decide_rest(struct dialog *dialog, enum answer answer)
{
	questions_answer_rest(&dialog->questions, dialog->at, answer);
	dialog->at = questions_next(&dialog->questions, dialog->at);
	dialog->is_shown = false;
	return true;
}

static bool quit(struct dialog *dialog)
{
	struct questions *questions = &dialog->questions;
	for (size_t i = 0; i < questions->count; i++)
		if (questions->items[i].answer == ANSWER_NONE)
			questions->items[i].answer = ANSWER_NO;
	dialog->at = questions->count;
	return true;
}

static bool go_back(struct dialog *dialog, struct err *err)
{
	if (dialog->at == 0)
		return dialog_tell_first(err);
	dialog->questions.items[--dialog->at].answer = ANSWER_NONE;
	dialog->is_shown = false;
	return true;
}

static bool divide(struct dialog *dialog, struct err *err)
{
	if (!dialog->questions.items[dialog->at].is_divisible)
		return print_text(STREAM_OUT, SLICE_LITERAL("this is all or none: it cannot be split\n"), err);
	questions_divide(&dialog->questions, dialog->at);
	dialog->is_shown = false;
	return true;
}

static bool take_answer(void *state, char letter, bool *is_answer, struct err *err)
{
	struct dialog *dialog = state;
	switch (letter) {
	case 'y':
		return decide(dialog, ANSWER_YES, err);
	case 'n':
		return decide(dialog, ANSWER_NO, err);
	case 's':
		return divide(dialog, err);
	case 'a':
		return decide_rest(dialog, ANSWER_YES);
	case 'd':
		return decide_rest(dialog, ANSWER_NO);
	case 'q':
		return quit(dialog);
	case 'k':
		return go_back(dialog, err);
	case 'w':
		return show(dialog, question_show_why, err);
	case 'p':
		return show_whole(dialog, err);
	default:
		*is_answer = false;
		return true;
	}
}

static void add_question(const void *state, struct str *out)
{
	struct question_view view = view_of(state);
	question_show(&view, out);
}

static void add_prompt(const void *state, struct str *out)
{
	struct question_view view = view_of(state);
	question_show_prompt(&view, out);
}

static void add_help(const void *state, struct str *out)
{
	struct question_view view = view_of(state);
	question_show_help(&view, out);
}

static const struct dialog_parts parts = {
	.hint = "nothing was written; q quits and applies what you accepted",
	.add_question = add_question,
	.add_prompt = add_prompt,
	.add_help = add_help,
	.take = take_answer,
};

static void decline_unwanted(struct plan *plan, const struct questions *questions)
{
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct finding *finding = &plan->findings[i];
		if (finding->verdict == VERDICT_WOULD_PATCH &&
			!questions_want(questions, plan->rules[finding->rule].rule, finding->path))
			plan_decline(plan, i);
	}
}

bool choose(const struct options *options, struct plan *plan, struct err *err)
{
	struct dialog dialog = { .options = options };
	questions_make(plan, options->ask, &dialog.questions);
	bool ok = true;
	while (ok && dialog.at < dialog.questions.count)
		ok = dialog_ask(&parts, &dialog, &dialog.is_shown, err);
	ok = ok && print_text(STREAM_OUT, SLICE_LITERAL("\n"), err);
	if (ok)
		decline_unwanted(plan, &dialog.questions);
	questions_release(&dialog.questions);
	return ok;
}
