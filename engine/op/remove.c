#include "op/remove.h"
#include "op/fit/fit.h"

#include <string.h>

#include "base/ascii.h"
#include "match/code.h"

/* Bytes of the line end that is right before `at`. */
static uint32_t line_end_before(struct slice bytes, uint32_t at)
{
	if (at == 0 || bytes.ptr[at - 1] != '\n')
		return 0;
	return at > 1 && bytes.ptr[at - 2] == '\r' ? 2 : 1;
}

static uint32_t blanks_begin(struct slice bytes, uint32_t at)
{
	while (at > 0 && ascii_is_blank(bytes.ptr[at - 1]))
		at--;
	return at;
}

/* One past the line end at `at`, or `at` itself. */
static uint32_t line_end_after(struct slice bytes, uint32_t at)
{
	uint32_t after = at + (at + 1 < bytes.len && bytes.ptr[at] == '\r');
	return after < bytes.len && bytes.ptr[after] == '\n' ? after + 1 : at;
}

/*
 * Widens [begin, end) to whole lines where nothing but blanks is beside it; else takes the blanks on its left. A line
 * that is joined to the one below goes with what joins it; the last of joined lines leaves its end to the one above.
 */
static void widen(struct document *doc, uint32_t *begin, uint32_t *end)
{
	struct slice bytes = doc->source->bytes;
	uint32_t left = blanks_begin(bytes, *begin), right = *end,
		 text_begin = (uint32_t)source_text_begin(doc->source, 0);
	if (*end > *begin && bytes.ptr[*end - 1] == '\n') {
		/* Its last line ends with it: neither the next one nor what is above takes part. */
		*begin = left == text_begin || bytes.ptr[left - 1] == '\n' ? left : *begin;
		return;
	}
	while (right < bytes.len && ascii_is_blank(bytes.ptr[right]))
		right++;
	bool starts_line = left == text_begin || bytes.ptr[left - 1] == '\n';
	uint32_t after = line_end_after(bytes, right);
	bool ends_line = right == bytes.len || after > right;
	const struct token *below = ends_line || !starts_line ? NULL : document_splice_at(doc, right);
	if (below && source_line_index(doc->source, below->end) > source_line_index(doc->source, right)) {
		*begin = left;
		*end = (uint32_t)source_line_begin(doc->source, source_line_index(doc->source, right) + 1);
		return;
	}
	uint32_t own_line = left;
	for (const struct token *above; ends_line && left > text_begin && bytes.ptr[left - 1] == '\n' &&
					(above = document_splice_at(doc, left - 1)) != NULL;)
		left = blanks_begin(bytes, above->begin);
	starts_line = left == text_begin || bytes.ptr[left - 1] == '\n';
	if (starts_line && right == bytes.len) {
		*begin = left - line_end_before(bytes, left); /* the line above takes over the lack of a line end */
		*end = right;
	} else if (starts_line && ends_line) {
		*begin = left;
		*end = after;
	} else if (!starts_line) {
		*begin = left;
		*end = left < own_line ? right : *end;
	}
}

/* --- blocks that would be empty ----------------------------------------------------------------------------------- */

/* The code tokens of all matches beside `match` that nothing but line ends and `;` parts from it. False where an
 * earlier one than `match` is among them. */
static bool neighbours_of(const struct op_run *run, const struct match *match, struct code_run *region)
{
	static const char *const semicolon[] = { ";", NULL };
	const struct document *doc = run->doc;
	const struct match_list *all = &run->outcome->matches;
	size_t own = (size_t)(match - all->items);
	*region = match->run;
	for (size_t i = own; i < all->count; i++) {
		size_t at = region->last;
		while (code_kind(doc, at) == TOKEN_END || document_is_one_of(doc, at, semicolon))
			at++;
		if (i > 0 && &all->items[i] == match) {
			size_t before = match->run.first;
			while (before > 0 && (code_kind(doc, before - 1) == TOKEN_END ||
						     document_is_one_of(doc, before - 1, semicolon)))
				before--;
			if (all->items[i - 1].run.last >= before && all->items[i - 1].run.last <= match->run.first)
				return false;
		}
		if (i + 1 == all->count || all->items[i + 1].run.first > at)
			return true;
		region->last = all->items[i + 1].run.last > region->last ? all->items[i + 1].run.last : region->last;
	}
	return true;
}

/* Is [first, last) all that the block around it holds? By its indentation, or by what opens and closes it. */
static bool fills_block(const struct document *doc, size_t first, size_t last)
{
	static const char *const openers[] = { "then", "do", "else", "{", "(", NULL };
	static const char *const semicolon[] = { ";", NULL }, *const colon[] = { ":", NULL };
	if (first == 0)
		return false;
	enum token_kind before = code_kind(doc, first - 1);
	size_t depth = 0;
	for (size_t i = first; i < last; i++)
		depth += code_kind(doc, i) == TOKEN_INDENT            ? 1
			 : code_kind(doc, i) == TOKEN_DEDENT && depth ? (size_t)-1
								      : 0;
	for (; depth && (code_kind(doc, last) == TOKEN_END || code_kind(doc, last) == TOKEN_DEDENT); last++)
		depth -= code_kind(doc, last) == TOKEN_DEDENT;
	if (doc->language->statement_start) {
		size_t opener = first - 1;
		while (opener > 0 && code_kind(doc, opener) == TOKEN_END)
			opener--;
		while (code_kind(doc, last) == TOKEN_END || document_is_one_of(doc, last, semicolon))
			last++;
		enum block_part part = document_block_part(doc, last);
		return document_is_one_of(doc, opener, openers) &&
		       (code_kind(doc, last) == TOKEN_CLOSE || part != BLOCK_NO_PART);
	}
	while (code_kind(doc, last) == TOKEN_END)
		last++;
	if (before == TOKEN_INDENT)
		return code_kind(doc, last) == TOKEN_DEDENT || last >= doc->n_code;
	bool is_inline = document_is_one_of(doc, first - 1, colon) &&
			 doc->tokens.items[doc->code[first - 1]].partner == TOKEN_NONE;
	return is_inline && last > first && code_kind(doc, last - 1) == TOKEN_END;
}

/* What has to be where the match was, or ""; NULL where the match cannot go, see language.give_way. */
static const char *what_stays(const struct op_run *run, const struct match *match, const char **why)
{
	const struct document *doc = run->doc;
	const struct language *language = doc->language;
	struct code_run region = match->run;
	const char *stays = "";
	if (run->rule->regex)
		return stays;
	bool begins = neighbours_of(run, match, &region);
	size_t last = begins ? region.last : match->run.last;
	struct statements old = { .bytes = doc->source->bytes,
		.tokens = &doc->tokens,
		.first = doc->code[match->run.first],
		.last = doc->code[last - 1] + 1 };
	struct statements none = { .tokens = &doc->tokens };
	if (language->give_way && pattern_is_statement(run->rule->pattern))
		stays = language->give_way(&old, &none, why);
	bool fills = stays && !*stays && language->no_statement && begins && fills_block(doc, region.first, last);
	return fills ? language->no_statement : stays;
}

/* --- what goes with it -------------------------------------------------------------------------------------------- */

/* A block that is matched from its head to its end goes with its decorators. */
static uint32_t with_decorators(const struct op_run *run, const struct match *match)
{
	const struct node_list *nodes = document_nodes(run->doc);
	uint32_t first = run->doc->code[match->run.first];
	for (size_t i = 0; i < nodes->count; i++) {
		const struct node *node = &nodes->items[i];
		if (node->first > first)
			break;
		if (node->kind == NODE_BLOCK && node->first < first && first < node->head_last &&
			run->doc->tokens.items[node->last - 1].end == match->end)
			return run->doc->tokens.items[node->first].begin;
	}
	return match->begin;
}

/* Is there nothing but blanks from `at` to the end of its line? */
static bool ends_line(const struct source *source, uint32_t at)
{
	struct slice bytes = source->bytes;
	while (at < bytes.len && (ascii_is_blank(bytes.ptr[at]) || bytes.ptr[at] == '\r'))
		at++;
	return at == bytes.len || bytes.ptr[at] == '\n';
}

/* After the comments on the line where what goes ends, if these are all that is left of its lines: they are about it.
 * Else `until`, its end. */
static uint32_t with_line_comment(const struct op_run *run, const struct match *match, uint32_t until)
{
	const struct token_list *tokens = &run->doc->tokens;
	struct source *source = run->doc->source;
	uint32_t end = until;
	size_t i = run->doc->code[match->run.last - 1];
	while (i > 0 && tokens->items[i].begin >= until) /* the line end may be part of the match */
		i--;
	while (i + 1 < tokens->count && tokens->items[i + 1].begin < until)
		i++;
	for (i++; i < tokens->count && tokens->items[i].kind <= TOKEN_COMMENT; i++) {
		if (tokens->items[i].kind == TOKEN_COMMENT)
			end = tokens->items[i].end;
		else if (tokens->items[i].kind == TOKEN_NEWLINE)
			break;
	}
	bool is_one_line = source_line_index(source, end) == source_line_index(source, until);
	return is_one_line && ends_line(source, end) && source_begins_line(source, match->begin) ? end : until;
}

/* Comments of their own lines that are indented deeper than the line at `begin`, right after the line that ends at
 * `end`: they belong to the block. */
static uint32_t with_comments(const struct op_run *run, uint32_t begin, uint32_t end)
{
	struct source *source = run->doc->source;
	size_t depth = source_indent_at(source, begin).len;
	for (size_t line = source_line_index(source, end) + 1; line < source_line_count(source); line++) {
		struct slice text = slice_trim(source_line(source, line));
		uint32_t at = (uint32_t)source_line_begin(source, line);
		if (text.len && (text.ptr[0] != '#' || source_indent_at(source, at).len <= depth))
			break;
		if (text.len)
			end = at + (uint32_t)source_indent_at(source, at).len + (uint32_t)text.len;
	}
	return end;
}

static bool holds_indentation(const struct op_run *run, const struct match *match)
{
	for (size_t i = match->run.first; i < match->run.last; i++)
		if (code_kind(run->doc, i) == TOKEN_INDENT)
			return true;
	return false;
}

/* What says more of a statement goes with it. */
static uint32_t with_addition(const struct op_run *run, const struct match *match)
{
	static const char *const semicolon[] = { ";", NULL };
	const struct document *doc = run->doc;
	size_t last = match->run.last;
	if (run->rule->regex || !doc->language->semicolon_adds || !document_is_one_of(doc, last, semicolon))
		return match->end;
	while (last < doc->n_code && code_kind(doc, last) != TOKEN_END)
		last++;
	return doc->tokens.items[doc->code[last - 1]].end;
}

/* Between statements of one line the `;` goes as well: `a(); b()` and not `a(); ; b()`. */
static bool take_semicolon(const struct op_run *run, const struct match *match, uint32_t *begin, uint32_t *end)
{
	static const char *const semicolon[] = { ";", NULL };
	const struct document *doc = run->doc;
	size_t first = match->run.first, last = match->run.last;
	if (!doc->language->is_statement || doc->language->widen)
		return false;
	if (document_is_one_of(doc, last, semicolon)) {
		size_t next = code_kind(doc, last + 1) == TOKEN_END || last + 1 >= doc->n_code ? last : last + 1;
		const struct token *token = &doc->tokens.items[doc->code[next]];
		*end = next == last ? token->end : token->begin;
		return next != last;
	}
	if (first > 0 && document_is_one_of(doc, first - 1, semicolon))
		*begin = doc->tokens.items[doc->code[first - 1]].begin;
	return false;
}

/* Code that is left on a line keeps the line's indentation. */
static uint32_t with_blanks_after(const struct op_run *run, const struct match *match, uint32_t end)
{
	struct slice bytes = run->doc->source->bytes;
	bool is_followed = !run->rule->regex && end == match->end && source_begins_line(run->doc->source, match->begin);
	while (is_followed && end < bytes.len && ascii_is_blank(bytes.ptr[end]))
		end++;
	return end;
}

bool remove_match(struct op_run *run, const struct match *match, struct err *err)
{
	uint32_t begin = match->begin, end = with_addition(run, match);
	const char *why = NULL, *stays = what_stays(run, match, &why);
	if (!stays)
		return fit_fail(run, match, why, err);
	bool is_whole_line = !*stays;
	if (!run->rule->regex && !*stays)
		end = with_line_comment(run, match, end);
	if (!run->rule->regex && holds_indentation(run, match)) {
		begin = with_decorators(run, match);
		end = with_comments(run, begin, end);
	} else if (!run->rule->regex && !*stays && end == match->end) {
		is_whole_line = !take_semicolon(run, match, &begin, &end);
	}
	if (is_whole_line) {
		widen(run->doc, &begin, &end);
		end = with_blanks_after(run, match, end);
	}
	/* The line end above may be gone already with a line that was deleted just before. */
	const struct edit *last = run->out->count ? &run->out->items[run->out->count - 1] : NULL;
	if (last && last->owner == run->owner && last->begin < begin && last->end > begin && last->end <= end)
		begin = last->end;
	edit_list_add(run->out, begin, end, slice_of(stays), run->owner, run->group);
	return true;
}
