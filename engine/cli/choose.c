#include "cli/choose.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "cli/question_show.h"
#include "cli/reports.h"
#include "cmdline/print.h"

bool choose_check(const struct options *options, struct err *err)
{
	if (options->ask == ASK_NOTHING)
		return true;
	if (options->dry_run) {
		err_set(err, ERR_USAGE, "--interactive and --dry-run do not go together");
		return err_hint(err, "--interactive writes nothing before the last answer; Ctrl-C ends it without writing anything");
	}
	if (options->plan) {
		err_set(err, ERR_USAGE, "--plan says already what is wanted");
		return err_hint(err, "leave out --interactive, or --plan");
	}
	if (reports_is_machine(options)) {
		err_set(err, ERR_USAGE, "--interactive talks on standard output: no report for programs can go there");
		return err_hint(err, "give it a file: --output FORMAT=FILE");
	}
	if (platform_input_is_terminal() && platform_is_terminal(STREAM_OUT))
		return true;
	err_set(err, ERR_USAGE, "--interactive asks questions, and standard %s is no terminal", platform_input_is_terminal() ? "output" : "input");
	return err_hint(err, "--rule, --pack, --skip and --globs choose rules and files without questions, --dry-run shows what would change");
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
		return print_text(STREAM_OUT, SLICE_LITERAL("there is no question before this one\n"), err);
	dialog->questions.items[--dialog->at].answer = ANSWER_NONE;
	dialog->is_shown = false;
	return true;
}

static bool divide(struct dialog *dialog, struct err *err)
{
	if (!question_is_divisible(&dialog->questions, &dialog->questions.items[dialog->at]))
		return print_text(STREAM_OUT, SLICE_LITERAL("this is all or none: it cannot be split\n"), err);
	questions_divide(&dialog->questions, dialog->at);
	dialog->is_shown = false;
	return true;
}

static bool explain_answers(struct dialog *dialog, struct slice typed, struct err *err)
{
	struct str text = STR_INIT;
	if (typed.len && !slice_eq_cstr(typed, "?")) {
		str_add_char(&text, '\'');
		str_add(&text, typed);
		str_add_cstr(&text, "' is no answer; one letter is:\n");
	}
	bool ok = print_text(STREAM_OUT, str_slice(&text), err) && show(dialog, question_show_help, err);
	str_release(&text);
	return ok;
}

static bool take_answer(struct dialog *dialog, struct slice typed, struct err *err)
{
	switch (typed.len == 1 ? tolower((unsigned char)typed.ptr[0]) : 0) {
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
		return explain_answers(dialog, typed, err);
	}
}

static bool ask(struct dialog *dialog, struct err *err)
{
	struct str line = STR_INIT;
	bool at_end = false;
	bool ok = (dialog->is_shown || show(dialog, question_show, err)) && show(dialog, question_show_prompt, err) &&
	          platform_read_line(&line, &at_end, err);
	dialog->is_shown = true;
	if (ok && at_end) {
		print_if_possible(STREAM_OUT, SLICE_LITERAL("\n"));
		err_set(err, ERR_IO, "the answers ended before the questions did");
		ok = err_hint(err, "nothing was written; q quits, and applies what was said yes to");
	}
	ok = ok && take_answer(dialog, slice_trim(str_slice(&line)), err);
	str_release(&line);
	return ok;
}

static void decline_unwanted(struct plan *plan, const struct questions *questions)
{
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct finding *finding = &plan->findings[i];
		if (finding->verdict == VERDICT_APPLIES && !questions_want(questions, plan->rules[finding->rule].rule, finding->path))
			plan_decline(plan, i);
	}
}

bool choose(const struct options *options, struct plan *plan, struct err *err)
{
	struct dialog dialog = { .options = options };
	questions_make(plan, options->ask, &dialog.questions);
	bool ok = true;
	while (ok && dialog.at < dialog.questions.count)
		ok = ask(&dialog, err);
	ok = ok && print_text(STREAM_OUT, SLICE_LITERAL("\n"), err);
	if (ok)
		decline_unwanted(plan, &dialog.questions);
	questions_release(&dialog.questions);
	return ok;
}
