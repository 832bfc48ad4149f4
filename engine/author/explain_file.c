/* One rule in one file: every place and its reason, and where nothing fits, the lines that come nearest. */
#include "author/explain_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "match/near.h"
#include "plan/evaluate/evaluate.h"
#include "plan/evaluate/near_words.h"
#include "text/visible.h"

#define MAX_LINE_SHOWN 110
#define MAX_TOKEN_SHOWN 40
/* So many lines with the best words are laid beside the pattern; the nearest of them are shown. */
#define MAX_CANDIDATES 12
/* A pattern is laid along this many lines from a candidate on. */
#define REACH_LINES 12
#define MAX_DIFFERENCES 6

/* One edit at work. */
struct work {
	const struct rule *rule;
	size_t index;
	struct document *doc;
	struct edit_beside *beside;
	struct regex_scratch *scratch;
	struct arena *arena;
	struct explain_edit *out;
	const struct applied_lookup *applied;
};

static const char *keep(struct arena *arena, struct str *text)
{
	const char *kept = arena_dup(arena, str_slice(text));
	str_release(text);
	return kept;
}

static const char *show_line(struct source *source, size_t index, struct arena *arena)
{
	struct str text = STR_INIT;
	struct slice line = source_line(source, index);
	if (slice_ends_with(line, "\n"))
		line.len--;
	visible_add_signs(line, MAX_LINE_SHOWN, &text);
	return keep(arena, &text);
}

static bool holds_word(struct slice bytes, struct slice word, bool nocase)
{
	return (nocase ? slice_find_nocase(bytes, word, 0) : slice_find(bytes, word, 0)) != (size_t)-1;
}

static bool holds_form(struct slice bytes, const struct word_form *form, bool nocase)
{
	for (size_t i = 0; i < form->n_words; i++)
		if (!holds_word(bytes, form->words[i], nocase))
			return false;
	return true;
}

bool explain_file_has_word(const struct rule *rule, struct slice bytes)
{
	for (size_t i = 0; i < rule->n_edits; i++) {
		size_t count;
		bool nocase;
		const struct word_form *forms = edit_rule_forms(rule->compiled[i], &count, &nocase);
		if (!count)
			return true;
		for (size_t k = 0; k < count; k++)
			if (holds_form(bytes, &forms[k], nocase))
				return true;
	}
	return false;
}

/* --- what fits ---------------------------------------------------------------------------------------------------- */

static bool is_known(const struct explain_edit *edit, struct slice word)
{
	for (size_t i = 0; i < edit->n_words; i++)
		if (slice_eq(edit->words[i].text, word))
			return true;
	return false;
}

static void look_for_words(struct work *work)
{
	bool nocase;
	size_t count;
	const struct word_form *forms = edit_rule_forms(work->rule->compiled[work->index], &count, &nocase);
	work->out->words = arena_alloc(work->arena, count * PATTERN_MAX_WORDS * sizeof(*work->out->words));
	for (size_t i = 0; i < count; i++)
		for (size_t w = 0; w < forms[i].n_words; w++) {
			struct slice word = forms[i].words[w];
			if (!is_known(work->out, word))
				work->out->words[work->out->n_words++] = (struct explain_word){ word,
					holds_word(work->doc->source->bytes, word, nocase), i > 0 };
		}
}

static void add_note(struct work *work, uint32_t at, const char *text)
{
	struct str line = STR_INIT;
	str_addf(&line, "line %zu: %s", source_place(work->doc->source, at).line, text);
	work->out->notes[work->out->n_notes++] = keep(work->arena, &line);
}

static void find_places(struct work *work)
{
	struct explain_edit *out = work->out;
	struct source *source = work->doc->source;
	struct edit_outcome outcome = { 0 };
	edit_rule_find_traced(
		work->rule->compiled[work->index], work->doc, work->scratch, work->beside, &outcome, &out->trace);
	size_t n_found = outcome.matches.count;
	edit_settle(&(struct edit_settling){ work->applied, work->rule, work->index, work->beside, source->bytes,
			    work->scratch, NULL },
		work->doc, &outcome);
	if (outcome.matches.count < n_found)
		edit_trace_drop_left(&out->trace, &outcome);
	out->n_places = out->trace.count;
	out->places = arena_alloc(work->arena, out->n_places * sizeof(*out->places));
	for (size_t i = 0; i < out->n_places; i++) {
		struct place place = source_place(source, out->trace.places[i].begin);
		out->places[i] = (struct explain_place){ place.line, place.column,
			show_line(source, place.line - 1, work->arena), &out->trace.places[i] };
	}
	out->notes = arena_alloc(work->arena, (outcome.n_notes + 1) * sizeof(*out->notes));
	for (size_t i = 0; i < outcome.n_notes; i++)
		add_note(work, outcome.notes[i].begin, outcome.notes[i].text);
	if (outcome.ambiguous)
		add_note(work, outcome.ambiguous_at, outcome.ambiguous);
	out->is_unproved = outcome.unproved;
	edit_outcome_release(&outcome);
}

/* --- what nearly fits --------------------------------------------------------------------------------------------- */

/* Is the first word of the line that counts where patterns do not look? */
static const char *name_place(struct document *doc, const struct near_words *words, size_t begin, size_t end)
{
	struct slice line = slice_sub(doc->source->bytes, begin, end);
	size_t at = (size_t)-1;
	for (size_t i = 0; i < words->count && at == (size_t)-1; i++)
		at = words->nocase ? slice_find_nocase(line, words->items[i], 0) : slice_find(line, words->items[i], 0);
	const struct token_list *tokens = document_tokens(doc);
	for (size_t i = 0; i < tokens->count && at != (size_t)-1; i++) {
		const struct token *token = &tokens->items[i];
		if (token->end <= begin + at)
			continue;
		return token->kind == TOKEN_COMMENT                                  ? "in a comment"
		       : token->kind == TOKEN_STRING || token->kind == TOKEN_BRACKET ? "in a string"
										     : NULL;
	}
	return NULL;
}

static const char *show_difference(struct source *source, const struct near_difference *difference, struct arena *arena)
{
	struct str text = STR_INIT;
	struct place place = source_place(source, difference->at);
	str_addf(&text, "%zu:%zu: ", place.line, place.column);
	if (difference->wanted.len) {
		str_add_cstr(&text, "the rule has '");
		visible_add_signs(difference->wanted, MAX_TOKEN_SHOWN, &text);
		str_add_cstr(&text, difference->found.len ? "', the file has '" : "', missing in the file");
	} else {
		str_add_cstr(&text, "the file has '");
	}
	if (difference->found.len) {
		visible_add_signs(difference->found, MAX_TOKEN_SHOWN, &text);
		str_add_cstr(&text, difference->wanted.len ? "'" : "', missing in the rule");
	}
	return keep(arena, &text);
}

static void lay_pattern(struct work *work, size_t line, struct explain_near *near)
{
	struct source *source = work->doc->source;
	const struct pattern *pattern = edit_rule_pattern(work->rule->compiled[work->index]);
	uint32_t begin = (uint32_t)source_line_begin(source, line),
		 line_end = (uint32_t)source_line_begin(source, line + 1);
	struct near found;
	near->laid = pattern && !near->place &&
		     pattern_near(pattern, work->doc, begin, line_end,
			     (uint32_t)source_line_begin(source, line + REACH_LINES), work->arena, &found);
	if (!near->laid)
		return;
	near->n_differences = found.count;
	near->differences = arena_alloc(work->arena, MAX_DIFFERENCES * sizeof(*near->differences));
	for (size_t i = 0; i < found.count && i < MAX_DIFFERENCES; i++)
		near->differences[i] = show_difference(source, &found.items[i], work->arena);
	if (near->n_differences <= MAX_DIFFERENCES)
		return;
	struct str more = STR_INIT;
	str_addf(&more, "and %zu more", found.count - MAX_DIFFERENCES + 1);
	near->differences[MAX_DIFFERENCES - 1] = keep(work->arena, &more);
	near->n_differences = MAX_DIFFERENCES;
}

struct near_line {
	size_t line, score;
};

/* The best by their words, in order of score, then line. */
static size_t rank_lines(struct source *source, const struct near_words *words, struct near_line *best)
{
	size_t count = 0;
	for (size_t i = 0, n = source_line_count(source); i < n && words->total; i++) {
		struct near_line here = { i, near_words_score(words, source_line(source, i)) };
		size_t at = count;
		if (here.score * 3 < words->total || !here.score)
			continue;
		while (at > 0 && best[at - 1].score < here.score)
			at--;
		if (at == MAX_CANDIDATES)
			continue;
		count += count < MAX_CANDIDATES;
		memmove(&best[at + 1], &best[at], (count - at - 1) * sizeof(*best));
		best[at] = here;
	}
	return count;
}

/* Code before comments and strings, then fewer differences, then more of the words, then the earlier line. */
static int by_nearness(const void *a, const void *b)
{
	const struct explain_near *x = a, *y = b;
	if (!x->place != !y->place)
		return x->place ? 1 : -1;
	if (x->laid && y->laid && x->n_differences != y->n_differences)
		return x->n_differences < y->n_differences ? -1 : 1;
	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

static void find_near(struct work *work)
{
	struct source *source = work->doc->source;
	struct explain_edit *out = work->out;
	struct near_words words = near_words_of(out->def, work->rule->language);
	struct near_line best[MAX_CANDIDATES];
	struct explain_near near[MAX_CANDIDATES] = { { 0 } };
	size_t line, count = rank_lines(source, &words, best);
	out->nearest = edit_rule_nearest(work->rule->compiled[work->index], work->doc, work->arena, &line);
	for (size_t i = 0; i < count; i++) {
		size_t begin = source_line_begin(source, best[i].line),
		       end = source_line_begin(source, best[i].line + 1);
		near[i] = (struct explain_near){ .line = best[i].line + 1, .score = best[i].score };
		near[i].text = show_line(source, best[i].line, work->arena);
		near[i].place = out->def->regex.text.ptr ? NULL : name_place(work->doc, &words, begin, end);
		lay_pattern(work, best[i].line, &near[i]);
	}
	if (count)
		sort_stable(near, count, sizeof(*near), by_nearness);
	out->n_near = count < EXPLAIN_MAX_NEAR ? count : EXPLAIN_MAX_NEAR;
	memcpy(out->near, near, out->n_near * sizeof(*near));
}

/* --- putting it together ------------------------------------------------------------------------------------------ */

void explain_file_fill(const struct explain_request *request, const struct edit_order *order, struct slice bytes,
	struct arena *arena, struct explain_file *out)
{
	const struct rule *rule = request->rule;
	struct source source;
	struct document doc;
	document_open(&doc, &source, out->path, bytes, rule->language);
	out->is_binary = source.has_nul;
	out->has_bom = source.has_bom;
	out->eol = source_eol(&source);
	struct regex_scratch *scratch = regex_scratch_new();
	struct edit_beside beside = { .order = order };
	if (!out->is_binary)
		out->edits = arena_alloc(arena, rule->n_edits * sizeof(*out->edits));
	for (size_t i = 0; i < rule->n_edits && out->edits; i++) {
		out->edits[i].def = &rule->edits[i];
		struct work work = { rule, i, &doc, &beside, scratch, arena, &out->edits[i], request->applied };
		look_for_words(&work);
		find_places(&work);
		if (!out->edits[i].n_places && !rule->edits[i].op->file)
			find_near(&work);
		out->has_places |= out->edits[i].n_places > 0;
		for (size_t k = 0; k < out->edits[i].n_near; k++)
			if (out->edits[i].near[k].score > out->best_score)
				out->best_score = out->edits[i].near[k].score;
	}
	regex_scratch_free(scratch);
	edit_beside_release(&beside);
	document_close(&doc, &source);
}

void explain_file_release(const struct rule *rule, struct explain_file *file)
{
	for (size_t i = 0; i < rule->n_edits && file->edits; i++)
		edit_trace_release(&file->edits[i].trace);
}
