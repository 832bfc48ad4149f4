/* delete: what was matched goes, and with it the lines that it filled. */
#include "op/edit_rule.h"

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Bytes of the line end that stands right before `at`. */
static uint32_t line_end_before(struct slice bytes, uint32_t at)
{
	if (at == 0)
		return 0;
	return at > 1 && bytes.ptr[at - 2] == '\r' ? 2 : 1;
}

/* Widens [begin, end) to whole lines where nothing but blanks stands beside it; else takes the blanks on its left. */
static void widen(struct slice bytes, uint32_t *begin, uint32_t *end)
{
	uint32_t left = *begin, right = *end;
	while (left > 0 && is_blank(bytes.ptr[left - 1]))
		left--;
	while (right < bytes.len && is_blank(bytes.ptr[right]))
		right++;
	bool starts_line = left == 0 || bytes.ptr[left - 1] == '\n';
	if (starts_line && right == bytes.len) {
		*begin = left - line_end_before(bytes, left); /* the line above takes over the lack of a line end */
		*end = right;
	} else if (starts_line && (bytes.ptr[right] == '\n' || (bytes.ptr[right] == '\r' && right + 1 < bytes.len && bytes.ptr[right + 1] == '\n'))) {
		*begin = left;
		*end = right + (bytes.ptr[right] == '\r' ? 2 : 1);
	} else if (!starts_line) {
		*begin = left;
	}
}

/*
 * Is the match all that an `if (x)` or `else` without braces holds? Then an empty statement takes its place: what follows must not
 * become theirs.
 */
static bool is_sole_body(const struct op_run *run, const struct match *match)
{
	const struct document *doc = run->doc;
	if (run->rule->regex || !doc->language->widen || !pattern_is_statement(run->rule->pattern))
		return false;
	uint32_t own = doc->code[match->run.first], first = own, last = doc->code[match->run.last - 1] + 1;
	doc->language->widen(doc->source->bytes, &doc->tokens, &first, &last);
	bool is_directive = doc->tokens.items[first].kind == TOKEN_OPERATOR && doc->tokens.items[first].partner != TOKEN_NONE;
	return first < own && !is_directive;
}

static bool delete_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	uint32_t begin = match->begin, end = match->end;
	bool leaves_gap = is_sole_body(run, match);
	if (!leaves_gap)
		widen(run->doc->source->bytes, &begin, &end);
	/* The line end above may be gone already with a line that was deleted just before. */
	const struct edit *last = run->out->count ? &run->out->items[run->out->count - 1] : NULL;
	if (last && last->owner == run->owner && last->begin < begin && last->end > begin && last->end <= end)
		begin = last->end;
	edit_list_add(run->out, begin, end, leaves_gap ? SLICE_LITERAL(";") : slice_from("", 0), run->owner, run->group);
	return true;
}

const struct op op_delete = {
	.name = "delete",
	.summary = "remove what was matched, and the lines that it filled",
	.value = OP_TRUE,
	.takes_code = true,
	.takes_regex = true,
	.absence_is_made = true,
	.emit = delete_emit,
};
