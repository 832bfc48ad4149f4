#include <stdlib.h>

#include "author/prove_private.h"
#include "base/alloc.h"
#include "base/utf8.h"
#include "fileop/fileop.h"
#include "lang/document.h"

/* --- a test's text within a block: what a rule does at the left margin it must do one level deeper as well -------- */

struct block_form {
	const char *language;
	const char *head, *foot; /* lines */
	const char *indent;
};

/* Names that no rule asks for. C's is a namespace, where declarations and statements may both be as far as its lexer
 * is concerned. */
static const struct block_form forms[] = {
	{ "cmake", "if(TPATCH_BLOCK)\n", "endif()\n", "  " },
	{ "python", "if TPATCH_BLOCK:\n", "", "    " },
	{ "starlark", "if TPATCH_BLOCK:\n", "", "    " },
	{ "c", "namespace tpatch_block {\n", "}\n", "  " },
};

static const struct block_form *form_of(const struct language *language)
{
	for (size_t i = 0; i < COUNT_OF(forms); i++)
		if (slice_eq_cstr(slice_of(language->name), forms[i].language))
			return &forms[i];
	return NULL;
}

/* Does the context ask that something does not enclose the place? */
static bool forbids_blocks(const struct context_def *context, bool negated)
{
	if (context->kind == CONTEXT_INSIDE)
		return negated;
	for (size_t i = 0; i < context->n_parts; i++)
		if (forbids_blocks(&context->parts[i], negated || context->kind == CONTEXT_NOT))
			return true;
	return false;
}

/* NULL, or why no text can prove anything about the rule in a block: one of its edits sees bytes, asks not to be in
 * blocks, or is made outside of them. */
static const char *block_refuses(const struct rule *rule)
{
	if (!form_of(rule->language))
		return "the language has no blocks";
	for (size_t i = 0; i < rule->n_edits; i++) {
		const struct edit_def *edit = &rule->edits[i];
		if (edit->regex.text.ptr)
			return "a regex looks at bytes, which indentation changes";
		if (edit->op->stands_alone)
			return "the operation does not look into blocks, or compares whole lines";
		if (edit->op->at_top)
			return "an edit is made at the top of the file";
		if (forbids_blocks(&edit->context, false))
			return "an edit must not be inside a block";
	}
	return NULL;
}

static bool is_long_string(struct document *doc, const struct token *token)
{
	switch (token->kind) {
	case TOKEN_STRING:
	case TOKEN_TEXT:
	case TOKEN_BRACKET:
	case TOKEN_JUNK:
		return slice_find(slice_sub(doc->source->bytes, token->begin, token->end), SLICE_LITERAL("\n"), 0) !=
		       (size_t)-1;
	default:
		return false;
	}
}

/* Before the text is put anywhere. */
static const char *text_problem(struct document *doc)
{
	const struct token_list *tokens = document_tokens(doc);
	if (tokens->problem)
		return "the text is not whole statements";
	for (size_t i = 0; i < tokens->count; i++)
		if (is_long_string(doc, &tokens->items[i]))
			return "the text has a multi-line string";
	for (size_t i = 0; i < doc->n_code; i++)
		if (tokens->items[doc->code[i]].kind != TOKEN_END)
			return NULL;
	return "the text has no statement";
}

/* The first `{` or deeper line, which is the block's own, must be closed by the text's last token. */
static bool closes_at_end(struct document *doc)
{
	const struct token_list *tokens = document_tokens(doc);
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &tokens->items[doc->code[i]];
		if (token->kind == TOKEN_INDENT ||
			(token->kind == TOKEN_OPEN && slice_eq_cstr(document_text(doc, doc->code[i]), "{")))
			return token->partner != TOKEN_NONE && token->partner == doc->code[doc->n_code - 1];
	}
	return false;
}

/* CMake: nothing but the block and its `endif()` may be outside of it. */
static bool holds_all(struct document *doc)
{
	const struct node_list *nodes = document_nodes(doc);
	size_t outside = 0;
	for (size_t i = 0; i < nodes->count; i++)
		outside += nodes->items[i].parent == NODE_NONE;
	return outside == 2;
}

static void add_block(const struct block_form *form, struct slice text, struct str *out)
{
	struct slice line;
	str_add_cstr(out, form->head);
	if (slice_ends_with(text, "\n"))
		text.len--;
	while (slice_cut(&text, '\n', &line)) {
		if (line.len)
			str_add_cstr(out, form->indent);
		str_add(out, line);
		str_add_char(out, '\n');
	}
	str_add_cstr(out, form->foot);
}

/*
 * The text within a block of the rule's language, in `arena`. NULL, or one line that says why it cannot be put there
 * without saying something else: the language has no blocks, the text is not made of whole statements, holds strings of
 * several lines, …
 */
static const char *block_put(const struct rule *rule, struct slice text, struct arena *arena, struct slice *out)
{
	const struct block_form *form = form_of(rule->language);
	struct source source;
	struct document doc;
	document_open(&doc, &source, "", text, rule->language);
	const char *why = text_problem(&doc);
	document_close(&doc, &source);
	if (why)
		return why;
	struct str block = STR_INIT;
	add_block(form, text, &block);
	*out = slice_from(arena_dup(arena, str_slice(&block)), block.len);
	str_release(&block);
	document_open(&doc, &source, "", *out, rule->language);
	bool fits = !document_tokens(&doc)->problem &&
		    (slice_eq_cstr(slice_of(form->language), "cmake") ? holds_all(&doc) : closes_at_end(&doc));
	document_close(&doc, &source);
	return fits ? NULL : "the text is not whole statements";
}

static const char *const variant_names[PROOF_VARIANT_COUNT] = { "LF", "CRLF", "BOM", "no final newline", "in a block" };

struct proof_failure *proof_fail(struct proof_report *report, const struct rule *rule, const struct rule_test *test,
	const char *how, const char *why, struct slice expected, struct slice got)
{
	struct proof_failure failure = {
		.rule = rule,
		.test = test,
		.how = arena_strdup(&report->arena, how),
		.why = arena_strdup(&report->arena, why),
		.expected = expected,
		.got = slice_from(arena_dup(&report->arena, got), got.len),
	};
	VEC_PUSH(report->failures, report->n_failures, report->failures_capacity, failure);
	return &report->failures[report->n_failures - 1];
}

/* --- variants ----------------------------------------------------------------------------------------------------- */

static struct slice vary(struct arena *arena, struct slice text, enum proof_variant variant)
{
	struct str out = STR_INIT;
	if (variant == PROOF_BOM)
		str_add_cstr(&out, UTF8_MARK);
	if (variant == PROOF_NO_FINAL_NEWLINE && slice_ends_with(text, "\n"))
		text.len--;
	for (size_t i = 0; i < text.len; i++) {
		if (variant == PROOF_CRLF && text.ptr[i] == '\n')
			str_add_char(&out, '\r');
		str_add_char(&out, text.ptr[i]);
	}
	struct slice owned = slice_from(arena_dup(arena, str_slice(&out)), out.len);
	str_release(&out);
	return owned;
}

/* Without its line end, a space last line would be no line at all. */
static bool ends_in_full_line(struct slice text)
{
	return slice_ends_with(text, "\n") && text.len > 1 && !slice_ends_with(text, "\n\n");
}

/* The layout in which a variant can be told. A text without any line end does not say which ones it has. */
static enum proof_variant layout_for(const struct rule_test *test, enum proof_variant variant)
{
	if (variant == PROOF_NO_FINAL_NEWLINE && !(ends_in_full_line(test->before) && ends_in_full_line(test->after)))
		return PROOF_LF;
	if (variant == PROOF_CRLF && slice_find(test->before, SLICE_LITERAL("\n"), 0) == (size_t)-1)
		return PROOF_LF;
	return variant;
}

/* --- one test in one variant -------------------------------------------------------------------------------------- */

/* One test as it is run. */
struct trial {
	const struct rule *rule;
	const struct rule_test *test;
	enum proof_variant variant;
	struct slice before, after;
	size_t n_places; /* that `before` has: to make and made */
};

static void fail(const struct trial *trial, const char *why, struct slice expected, struct slice got,
	struct proof_report *report)
{
	proof_fail(report, trial->rule, trial->test, variant_names[trial->variant], why, expected, got);
}

/* The change taken back, edit by edit: what is left must be the text from before. */
static bool undo_gives(const struct change *change, struct slice before, struct str *out)
{
	struct edit_list inverse = EDIT_LIST_INIT;
	size_t shift = 0; /* wraps round where the text has become shorter */
	for (size_t i = 0; i < change->n_edits; i++) {
		const struct edit *edit = &change->edits[i];
		size_t begin = edit->begin + shift;
		edit_list_add(&inverse, begin, begin + edit->text.len, slice_sub(before, edit->begin, edit->end), 0, 0);
		shift += edit->text.len - (edit->end - edit->begin);
	}
	edit_list_apply(&inverse, change->after, out);
	edit_list_release(&inverse);
	return slice_eq(str_slice(out), before);
}

/* Why the rule leaves `before` as it is: the verdict on a file that it names, and what is missing there. In the
 * report's arena. */
static const char *why_unchanged(struct prover *prover, const struct trial *trial, struct proof_report *report)
{
	static const char plain[] = "`before` did not become `after`";
	struct err err = ERR_INIT;
	struct slice result;
	struct str text = STR_INIT;
	prover_run(prover, &trial->rule, 1, trial->test->path, trial->before, true, &result, &err);
	err_release(&err);
	const struct finding *finding = prover->worker.n_findings ? &prover->worker.findings[0] : NULL;
	if (!finding)
		return trial->rule->optional ? "`before` did not become `after`: the optional rule finds nothing there"
					     : plain;
	str_addf(&text, "%s: the rule is %s", plain, verdict_name(finding->verdict));
	if (finding->detail)
		str_addf(&text, ": %s", finding->detail);
	const char *why = arena_dup(&report->arena, str_slice(&text));
	str_release(&text);
	return why;
}

/* `before` becomes `after`, and back. */
static bool edit_holds(struct prover *prover, struct trial *trial, struct proof_report *report)
{
	struct err err = ERR_INIT;
	struct slice result, nothing = slice_from("", 0);
	struct str back = STR_INIT;
	bool holds = false;
	if (!prover_run(prover, &trial->rule, 1, trial->test->path, trial->before, false, &result, &err)) {
		fail(trial, err.message, nothing, nothing, report);
	} else if (trial->rule->notice && trial->test->found != (prover->worker.n_findings > 0)) {
		fail(trial, trial->test->found ? "nothing was found in `before`" : "something was found in `before`",
			nothing, nothing, report);
	} else if (!slice_eq(result, trial->after)) {
		bool unchanged = slice_eq(result, trial->before);
		struct slice got = slice_from(arena_dup(&report->arena, result), result.len);
		fail(trial, unchanged ? why_unchanged(prover, trial, report) : "`before` did not become `after`",
			trial->after, got, report);
		struct proof_failure *failure = &report->failures[report->n_failures - 1];
		if (trial->variant == PROOF_LF)
			failure->outcome = failure->got;
	} else if (prover->worker.n_candidates &&
		   !undo_gives(&prover->worker.candidates[0].change, trial->before, &back)) {
		fail(trial, "undoing the edits does not restore `before`", trial->before, str_slice(&back), report);
	} else {
		holds = true;
		trial->n_places = prover->worker.n_findings
					  ? prover->worker.findings[0].n_edits + prover->worker.findings[0].n_applied
					  : 0;
	}
	str_release(&back);
	err_release(&err);
	return holds;
}

/* Is `expect` as true of the result as it was of what it was made from? Else a second run would call the rule
 * ambiguous. */
static bool still_counts(const struct prover *prover, const struct trial *trial)
{
	size_t least = trial->rule->expect_edits.min;
	const struct finding *first = prover->worker.n_findings ? &prover->worker.findings[0] : NULL;
	return trial->n_places < least || (first && (first->n_applied >= least || first->has_uncounted));
}

/* `after` is recognised and stays. */
static bool result_stays(struct prover *prover, const struct trial *trial, struct proof_report *report)
{
	struct err err = ERR_INIT;
	struct slice result, nothing = slice_from("", 0);
	bool stays = false;
	/* What leaves no form of its own cannot tell that it is made; where nothing changes there is nothing to
	 * tell. */
	prover->applied = &prover_made;
	if (!prover_run(prover, &trial->rule, 1, trial->test->path, trial->after, false, &result, &err))
		fail(trial, err.message, nothing, nothing, report);
	else if (!slice_eq(result, trial->after))
		fail(trial, "`after` did not stay unchanged", trial->after, result, report);
	else if (!slice_eq(trial->before, trial->after) &&
		 (!prover->worker.n_findings || prover->worker.findings[0].verdict != VERDICT_ALREADY_PATCHED))
		fail(trial, "`after` is not recognised as patched", nothing, nothing, report);
	else if (!slice_eq(trial->before, trial->after) && !still_counts(prover, trial))
		fail(trial, "`after` is recognised in fewer places than `expect` says: a second run would be ambiguous",
			nothing, nothing, report);
	else
		stays = true;
	prover->applied = NULL;
	err_release(&err);
	return stays;
}

/* The texts of one variant. False when the test cannot be run in it. */
static bool prepare(struct trial *trial, const char *refusal, struct proof_report *report)
{
	const struct rule_test *test = trial->test;
	if (trial->variant != PROOF_INDENTED) {
		enum proof_variant layout = layout_for(test, trial->variant);
		trial->before = vary(&report->arena, test->before, layout);
		trial->after = vary(&report->arena, test->after, layout);
		return true;
	}
	const char *why = refusal;
	if (!why)
		why = block_put(trial->rule, test->before, &report->arena, &trial->before);
	if (!why)
		why = block_put(trial->rule, test->after, &report->arena, &trial->after);
	if (why) {
		struct proof_skip skip = { trial->rule, test, why };
		VEC_PUSH(report->skips, report->n_skips, report->skips_capacity, skip);
	}
	return !why;
}

/* A test that fails as it is written fails once: its variants would say the same again. */
static void prove_test(struct prover *prover, const struct rule *rule, const struct rule_test *test,
	const char *refusal, struct proof_report *report)
{
	for (int variant = 0; variant < PROOF_VARIANT_COUNT; variant++) {
		struct trial trial = { .rule = rule, .test = test, .variant = (enum proof_variant)variant };
		if (!prepare(&trial, refusal, report))
			continue;
		if (edit_holds(prover, &trial, report) && result_stays(prover, &trial, report))
			report->n_passed++;
		else if (variant == PROOF_LF)
			return;
	}
}

void prove_rule(const struct rule *rule, struct proof_report *report)
{
	struct prover prover;
	prover_init(&prover);
	for (size_t i = 0; i < rule->n_tests; i++)
		if (rule->file_edit || rule->mode_edit)
			prove_file_test(&prover, rule, &rule->tests[i], report);
		else
			prove_test(&prover, rule, &rule->tests[i], block_refuses(rule), report);
	prover_release(&prover);
}

/* The edits outlive what found them. */
static void copy_edits(const struct change *from, struct arena *arena, struct change *to)
{
	struct edit *edits = arena_alloc(arena, (from->n_edits + 1) * sizeof(*edits));
	for (size_t i = 0; i < from->n_edits; i++) {
		edits[i] = from->edits[i];
		edits[i].text.ptr = arena_dup(arena, edits[i].text);
	}
	to->edits = edits;
	to->n_edits = from->n_edits;
}

bool rules_make_change(const struct rule *const *rules, size_t n_rules, const char *path, struct slice text,
	struct arena *arena, struct change *out, struct err *err)
{
	struct prover prover;
	struct slice result;
	prover_init(&prover);
	prover.is_excerpt = false;
	bool ok = prover_run(&prover, rules, n_rules, path, text, true, &result, err);
	*out = (struct change){ .path = arena_strdup(arena, path), .before = text };
	out->after = slice_from(arena_dup(arena, result), result.len);
	if (prover.worker.n_candidates)
		copy_edits(&prover.worker.candidates[0].change, arena, out);
	prover_release(&prover);
	return ok;
}

bool rule_makes_file(const struct rule *rule, struct slice *text)
{
	struct file_effect effect = fileop_effect(rule->file_edit, NULL, 0);
	*text = effect.text;
	return effect.is_new;
}

bool rule_attempt_run(
	const struct rule *rule, const char *path, struct slice text, struct rule_attempt *out, struct err *err)
{
	struct prover prover;
	struct slice result;
	*out = (struct rule_attempt){ .verdict = VERDICT_NOT_NEEDED };
	prover_init(&prover);
	prover.is_excerpt = false;
	bool ok = prover_run(&prover, &rule, 1, path, text, true, &result, err);
	str_add(&out->after, result);
	if (prover.worker.n_findings) {
		out->verdict = prover.worker.findings[0].verdict;
		out->n_edits = prover.worker.findings[0].n_edits;
		out->n_applied = prover.worker.findings[0].n_applied;
	}
	if (ok && prover.worker.n_findings && prover.worker.findings[0].detail)
		out->detail = arena_strdup(&out->arena, prover.worker.findings[0].detail);
	prover_release(&prover);
	return ok;
}

void rule_attempt_release(struct rule_attempt *attempt)
{
	str_release(&attempt->after);
	arena_release(&attempt->arena);
	*attempt = (struct rule_attempt){ 0 };
}

void proof_report_release(struct proof_report *report)
{
	free(report->failures);
	free(report->skips);
	arena_release(&report->arena);
	*report = (struct proof_report){ 0 };
}
