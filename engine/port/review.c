#include "port/review.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "port/port.h"

#define RULE_BEGINS "  - id: "
#define REJECTED "# rejected: "

struct reader {
	struct review *review;
	size_t at;        /* byte of the next line */
	size_t begin;     /* of the comments above the next rule */
	bool in_rules;    /* after "rules:" */
	bool in_block;    /* the lines below belong to the newest edit */
	size_t n_pending; /* newest edits whose rule has not begun */
};

/* The line at `at` without its end; `*next` is the byte after it. */
static struct slice line_at(struct slice text, size_t at, size_t *next)
{
	size_t end = slice_find(text, SLICE_LITERAL("\n"), at);
	*next = end == (size_t)-1 ? text.len : end + 1;
	struct slice line = slice_sub(text, at, end == (size_t)-1 ? text.len : end);
	if (slice_ends_with(line, "\r"))
		line.len--;
	return line;
}

static bool begins_with(struct slice line, const char *head, const char *name, struct slice *rest)
{
	size_t n = strlen(head), m = strlen(name);
	if (!slice_starts_with(line, head) || !slice_starts_with(slice_sub(line, n, line.len), name))
		return false;
	*rest = slice_sub(line, n + m, line.len);
	return slice_starts_with(*rest, ": ");
}

/* What no rule follows at once was about one that somebody took out. */
static void drop_pending(struct reader *reader)
{
	reader->review->n_edits -= reader->n_pending;
	reader->n_pending = 0;
}

/* A comment above a rule that begins an edit's block. */
static bool read_edit(struct reader *reader, struct slice line)
{
	struct slice rest;
	bool is_open = begins_with(line, "  # ", port_outcome_name(PORT_LOOK), &rest);
	if (!is_open && !begins_with(line, "  # ", REVIEW_ACCEPTED_NAME, &rest))
		return false;
	struct review *review = reader->review;
	struct review_edit edit = { .label = slice_sub(rest, 2, rest.len),
		.word = slice_sub(line, 4, line.len - rest.len),
		.body = slice_sub(review->text, reader->at, reader->at),
		.is_accepted = !is_open,
		.rule = SIZE_MAX };
	VEC_PUSH(review->edits, review->n_edits, review->edits_capacity, edit);
	reader->n_pending++;
	return true;
}

static void begin_rule(struct reader *reader, struct slice line, size_t begin)
{
	struct review *review = reader->review;
	struct slice whole = slice_sub(review->text, reader->begin, reader->begin),
		     code = slice_sub(review->text, begin, begin);
	struct review_rule rule = { whole, slice_trim(slice_sub(line, strlen(RULE_BEGINS), line.len)), code, 0 };
	VEC_PUSH(review->rules, review->n_rules, review->rules_capacity, rule);
	for (; reader->n_pending; reader->n_pending--)
		review->edits[review->n_edits - reader->n_pending].rule = review->n_rules - 1;
}

/* The newest rule reaches to byte `end`. */
static void end_rule(struct reader *reader, size_t end)
{
	struct review *review = reader->review;
	if (!review->n_rules)
		return;
	struct review_rule *rule = &review->rules[review->n_rules - 1];
	rule->text.len = (size_t)(review->text.ptr + end - rule->text.ptr);
	rule->code.len = (size_t)(review->text.ptr + end - rule->code.ptr);
}

static void read_line(struct reader *reader, struct slice line, size_t begin)
{
	struct review *review = reader->review;
	struct slice rest;
	if (slice_starts_with(line, "rules:")) {
		drop_pending(reader);
		reader->in_rules = true;
		reader->in_block = false;
		reader->begin = reader->at;
		return;
	}
	if (!reader->in_rules)
		return;
	bool is_comment = slice_starts_with(line, "  # "), is_below = slice_starts_with(line, "  #   ");
	if (is_below && reader->in_block) {
		struct slice *body = &review->edits[review->n_edits - 1].body;
		body->len = (size_t)(review->text.ptr + reader->at - body->ptr);
		return;
	}
	reader->in_block = is_comment && read_edit(reader, line);
	if (slice_starts_with(line, RULE_BEGINS))
		begin_rule(reader, line, begin);
	if (is_comment)
		return;
	if (slice_starts_with(line, "#"))
		review->n_by_hand += begins_with(line, "# ", port_outcome_name(PORT_PERSON), &rest) ||
				     slice_starts_with(line, REJECTED);
	else
		end_rule(reader, reader->at);
	drop_pending(reader);
	reader->begin = reader->at;
}

void review_read(struct review *out, struct slice text)
{
	*out = (struct review){ .text = text };
	struct reader reader = { .review = out };
	for (size_t begin = 0; begin < text.len; begin = reader.at)
		read_line(&reader, line_at(text, begin, &reader.at), begin);
	drop_pending(&reader);
}

void review_release(struct review *review)
{
	free(review->edits);
	free(review->rules);
	*review = (struct review){ 0 };
}

void review_answer(struct review *review, size_t edit, enum review_answer answer)
{
	struct review_rule *rule = &review->rules[review->edits[edit].rule];
	rule->n_rejected -= review->edits[edit].answer == REVIEW_REJECT;
	rule->n_rejected += answer == REVIEW_REJECT;
	review->edits[edit].answer = answer;
}

/* The rule with the answers of its edits, of which `*edit` is the first; it is left behind the last. */
static void write_rule(const struct review *review, size_t rule, size_t *edit, struct str *out)
{
	struct slice text = review->rules[rule].text;
	size_t at = 0;
	for (; *edit < review->n_edits && review->edits[*edit].rule == rule; (*edit)++) {
		const struct review_edit *one = &review->edits[*edit];
		if (one->answer != REVIEW_ACCEPT)
			continue;
		size_t begin = (size_t)(one->word.ptr - text.ptr);
		str_add(out, slice_sub(text, at, begin));
		str_add_cstr(out, REVIEW_ACCEPTED_NAME);
		at = begin + one->word.len;
	}
	str_add(out, slice_sub(text, at, text.len));
}

static void write_rejected(const struct review_rule *rule, const char *line_end, struct str *out)
{
	struct slice line;
	if (out->len && out->ptr[out->len - 1] != '\n')
		str_add_cstr(out, line_end);
	str_addf(out, REJECTED SLICE_FMT "%s", SLICE_ARG(rule->id), line_end);
	for (size_t at = 0, next; at < rule->text.len; at = next) {
		line = line_at(rule->text, at, &next);
		str_addf(out, line.len ? "# " SLICE_FMT "%s" : "#" SLICE_FMT "%s", SLICE_ARG(line), line_end);
	}
}

bool review_keeps_rules(const struct review *review)
{
	size_t n_kept = 0;
	for (size_t i = 0; i < review->n_rules; i++)
		n_kept += !review->rules[i].n_rejected;
	return n_kept > 0;
}

void review_write(const struct review *review, struct str *out)
{
	struct slice text = review->text;
	size_t at = 0, edit = 0, first_end = slice_find(text, SLICE_LITERAL("\n"), 0);
	bool has_crlf = first_end != (size_t)-1 && first_end && text.ptr[first_end - 1] == '\r';
	for (size_t i = 0; i < review->n_rules; i++) {
		struct slice rule = review->rules[i].text;
		size_t begin = (size_t)(rule.ptr - text.ptr);
		str_add(out, slice_sub(text, at, begin));
		at = begin + rule.len;
		while (edit < review->n_edits && review->edits[edit].rule < i)
			edit++;
		if (!review->rules[i].n_rejected)
			write_rule(review, i, &edit, out);
	}
	str_add(out, slice_sub(text, at, text.len));
	for (size_t i = 0; i < review->n_rules; i++)
		if (review->rules[i].n_rejected)
			write_rejected(&review->rules[i], has_crlf ? "\r\n" : "\n", out);
}

/* Whatever their line ends. */
static bool same_lines(struct slice a, struct slice b)
{
	size_t at_a = 0, at_b = 0;
	while (at_a < a.len && at_b < b.len)
		if (!slice_eq(line_at(a, at_a, &at_a), line_at(b, at_b, &at_b)))
			return false;
	return at_a == a.len && at_b == b.len;
}

bool review_has_accepted(const struct review *review, struct slice label, struct slice body)
{
	for (size_t i = 0; i < review->n_edits; i++) {
		const struct review_edit *edit = &review->edits[i];
		if (edit->is_accepted && slice_eq(edit->label, label) && same_lines(edit->body, body))
			return true;
	}
	return false;
}
