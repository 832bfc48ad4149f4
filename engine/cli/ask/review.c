#include "cli/ask/review.h"

#include <string.h>

#include "cli/ask/dialog.h"
#include "cli/set_file.h"
#include "cmdline/exit.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "patchset/rule_text.h"
#include "port/port.h"
#include "port/review.h"
#include "report/report.h"

struct reviewing {
	const struct options *options;
	struct review review;
	size_t at, n_questions;
	bool is_shown;
};

bool review_check(const struct options *options, struct err *err)
{
	if (options->json != JSON_OFF) {
		err_set(err, ERR_USAGE, "--review asks its questions on standard output, so JSON cannot go there");
		return err_hint(err, "--output html=FILE writes a page to read beside it");
	}
	return dialog_require_terminal("review", err) ||
	       err_hint(err, "if everything is known to be right, --accept-reviewed says so without questions");
}

/* --- a question --------------------------------------------------------------------------------------------------- */

static const struct review_rule *rule_of(const struct reviewing *r, const struct review_edit *edit)
{
	return &r->review.rules[edit->rule];
}

static size_t edits_of_rule(const struct reviewing *r, size_t rule)
{
	size_t n = 0;
	for (size_t i = 0; i < r->review.n_edits; i++)
		n += r->review.edits[i].rule == rule;
	return n;
}

/* The lines of the rule that begin with "    KEY:" of `first`, up to that of `last`. */
static struct slice part_of_rule(const struct review_rule *rule, const char *first, const char *last)
{
	size_t begin = slice_find(rule->code, slice_of(first), 0), end;
	if (begin == (size_t)-1)
		return rule->code;
	begin++;
	end = slice_find(rule->code, slice_of(last), begin);
	return slice_sub(rule->code, begin, end == (size_t)-1 ? rule->code.len : end + 1);
}

/* The comment of the edit: the evidence, and the edit as the diff has it, which the comment indents by two spaces
 * more. */
static void add_comment(const struct reviewing *r, const struct review_edit *edit, struct str *out)
{
	struct slice rest = edit->body, line;
	struct str hunk = STR_INIT;
	while (slice_cut(&rest, '\n', &line)) {
		line.len -= slice_ends_with(line, "\r");
		struct slice text = slice_sub(line, line.len < 6 ? line.len : 6, line.len);
		if (slice_starts_with(text, "  ") && text.len > 2 && strchr(" +-", text.ptr[2]))
			str_addf(&hunk, SLICE_FMT "\n", SLICE_ARG(slice_sub(text, 2, text.len)));
		else if (text.len)
			str_addf(out, "  " SLICE_FMT "\n", SLICE_ARG(text));
	}
	if (hunk.len) {
		str_add_cstr(out, "in the patch\n");
		report_show_diff(str_slice(&hunk), print_colored(STREAM_OUT, r->options), out);
	}
	str_release(&hunk);
}

static void add_question(const void *state, struct str *out)
{
	const struct reviewing *r = state;
	const struct review_edit *edit = &r->review.edits[r->at];
	bool colored = print_colored(STREAM_OUT, r->options);
	str_addf(out, "\n%s" SLICE_FMT "%s: %s\n", colored ? PAINT_STRONG : "", SLICE_ARG(edit->label),
		colored ? PAINT_END : "", port_outcome_name(PORT_LOOK));
	add_comment(r, edit, out);
	str_addf(out, "in the set, rule " SLICE_FMT "\n", SLICE_ARG(rule_of(r, edit)->id));
	str_add(out, part_of_rule(rule_of(r, edit), "\n    edits:\n", "\n    expect:"));
}

static void add_prompt(const void *state, struct str *out)
{
	const struct reviewing *r = state;
	const struct review_edit *edit = &r->review.edits[r->at];
	bool colored = print_colored(STREAM_OUT, r->options);
	size_t number = 1, n = edits_of_rule(r, edit->rule);
	for (size_t i = 0; i < r->at; i++)
		number += !r->review.edits[i].is_accepted;
	str_addf(out, "%s(%zu/%zu) Accept this edit", colored ? DIALOG_PROMPT : "", number, r->n_questions);
	if (n > 1)
		str_addf(out, ", one of %zu of the rule", n);
	str_addf(out, " [y,n,a,d,q,k,w,p,?]?%s ", colored ? PAINT_END : "");
}

static void add_help(const void *state, struct str *out)
{
	(void)state;
	str_add_cstr(out,
		"y - yes, accept this edit\n"
		"n - no, reject it: its rule is removed from the set, and kept at its end as a comment\n"
		"a - accept this and all that follow\n"
		"d - reject this and all that follow\n"
		"q - quit: keep the answers so far, and leave this and all that follow for later\n"
		"k - go back to the previous question\n"
		"w - why: what the rule is for\n"
		"p - print the whole rule\n"
		"? - print this\n"
		"Ctrl-C or Ctrl-D ends without writing anything. Nothing is written before the last answer.\n");
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

/* The next edit without an answer at or after `from`; those whose rule was rejected need none. */
static size_t next_open(const struct reviewing *r, size_t from)
{
	for (size_t i = from; i < r->review.n_edits; i++) {
		const struct review_edit *edit = &r->review.edits[i];
		if (!edit->is_accepted && edit->answer == REVIEW_OPEN && !rule_of(r, edit)->n_rejected)
			return i;
	}
	return r->review.n_edits;
}

static bool decide(struct reviewing *r, enum review_answer answer, bool all)
{
	do {
		review_answer(&r->review, r->at, answer);
		r->at = next_open(r, r->at);
	} while (all && r->at < r->review.n_edits);
	r->is_shown = false;
	return true;
}

static bool go_back(struct reviewing *r, struct err *err)
{
	for (size_t i = r->at; i-- > 0;) {
		if (r->review.edits[i].answer == REVIEW_OPEN)
			continue;
		review_answer(&r->review, i, REVIEW_OPEN);
		r->at = i;
		r->is_shown = false;
		return true;
	}
	return dialog_tell_first(err);
}

static bool take_answer(void *state, char letter, bool *is_answer, struct err *err)
{
	struct reviewing *r = state;
	const struct review_rule *rule = rule_of(r, &r->review.edits[r->at]);
	switch (letter) {
	case 'y':
		return decide(r, REVIEW_ACCEPT, false);
	case 'n':
		return decide(r, REVIEW_REJECT, false);
	case 'a':
		return decide(r, REVIEW_ACCEPT, true);
	case 'd':
		return decide(r, REVIEW_REJECT, true);
	case 'q':
		r->at = r->review.n_edits;
		return true;
	case 'k':
		return go_back(r, err);
	case 'w':
		return print_text(STREAM_OUT,
			slice_sub(rule->code, 0,
				(size_t)(part_of_rule(rule, "\n    edits:\n", "\n    expect:").ptr - rule->code.ptr)),
			err);
	case 'p':
		return print_paged(r->options, rule->text, err);
	default:
		*is_answer = false;
		return true;
	}
}

static const struct dialog_parts parts = {
	.hint = "nothing was written; q quits, and keeps the answers so far",
	.add_question = add_question,
	.add_prompt = add_prompt,
	.add_help = add_help,
	.take = take_answer,
};

/* --- the file ----------------------------------------------------------------------------------------------------- */

static bool save(const struct reviewing *r, const char *path, struct err *err)
{
	struct str text = STR_INIT;
	bool changes = false;
	if (r->review.n_rules && !review_keeps_rules(&r->review)) {
		err_set(err, ERR_UNFIT, "every rule was rejected: nothing is left of the set");
		return err_hint(err, "'%s' is as it was: remove it", path);
	}
	for (size_t i = 0; i < r->review.n_edits; i++)
		changes |= r->review.edits[i].answer != REVIEW_OPEN;
	review_write(&r->review, &text);
	bool ok = !changes || (output_save(r->options, path, str_slice(&text), err));
	str_release(&text);
	return ok;
}

/* What the file says now: read again, since a rejected rule takes others of its edits with it. */
static int summarize(
	const struct options *options, const char *path, struct slice text, size_t n_before, struct err *err)
{
	struct review now;
	struct str line = STR_INIT;
	size_t n_accepted = 0;
	review_read(&now, text);
	for (size_t i = 0; i < now.n_edits; i++)
		n_accepted += now.edits[i].is_accepted;
	size_t n_open = now.n_edits - n_accepted;
	str_addf(&line, "%s: %zu accepted, %zu to look at, %zu left to a person\n", path, n_accepted, n_open,
		now.n_by_hand);
	if (!n_before && !options->quiet)
		str_add_cstr(&line, n_accepted ? "every edit was reviewed\n" : "nothing is marked for review\n");
	bool ok = print_text(STREAM_OUT, str_slice(&line), err);
	int code = !ok ? exit_code_of(err) : n_open || now.n_by_hand ? EXIT_UNFIT : EXIT_OK;
	str_release(&line);
	review_release(&now);
	return code;
}

int review_file(const struct options *options, const char *path, struct err *err)
{
	struct str text = STR_INIT, after = STR_INIT;
	struct reviewing r = { .options = options };
	bool ok = platform_read_file(path, SET_FILE_MAX_BYTES, &text, err);
	if (ok && !patchset_is_text(str_slice(&text))) {
		err_set(err, ERR_USAGE, "'%s' is not a patch set", path);
		ok = err_hint(
			err, "--review reads what `tpatch port … -o FILE` wrote; with --to, SOURCE is carried first");
	}
	review_read(&r.review, str_slice(&text));
	r.at = next_open(&r, 0);
	for (size_t i = 0; i < r.review.n_edits; i++)
		r.n_questions += !r.review.edits[i].is_accepted;
	ok = ok && (!r.n_questions || review_check(options, err));
	while (ok && r.at < r.review.n_edits)
		ok = dialog_ask(&parts, &r, &r.is_shown, err);
	ok = ok && save(&r, path, err) && platform_read_file(path, SET_FILE_MAX_BYTES, &after, err);
	int code = ok ? summarize(options, path, str_slice(&after), r.n_questions, err) : exit_code_of(err);
	review_release(&r.review);
	str_release(&text);
	str_release(&after);
	return code;
}
