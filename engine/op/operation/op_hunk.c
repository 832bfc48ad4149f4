/* hunk: a piece of a unified diff, with exact context and no fuzz, at the one place where it fits. */
#include "op/edit_rule.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "op/hunk.h"
#include "op/indent.h"
#include "text/visible.h"

/*
 * A hunk's edits: one per run of changed lines, so that context keeps its bytes. An added line takes the line end of
 * the removed line that it stands for, or of the line beside it. Whether the file ends in a line end stays as it was,
 * unless the hunk says otherwise.
 */

/* A run of changed lines: file lines [line, line + n_old) become n_new lines of the hunk. */
struct block {
	const struct hunk *hunk;
	struct source *source;
	size_t line, n_old;
	const struct patch_line *lines; /* of the hunk, removed ones among them */
	size_t n_lines, n_new;
};

static struct slice eol_of_line(struct source *source, size_t index)
{
	return source_eol_at(source, source_line_begin(source, index));
}

/* The line end for the k-th new line of the block. */
static struct slice eol_of_new(const struct block *block, size_t k)
{
	if (k < block->n_old)
		return eol_of_line(block->source, block->line + k);
	if (block->n_old)
		return eol_of_line(block->source, block->line + block->n_old - 1);
	return eol_of_line(block->source, block->line ? block->line - 1 : 0);
}

static bool ends_in_eol(struct source *source)
{
	struct slice bytes = source->bytes;
	return !bytes.len || bytes.ptr[bytes.len - 1] == '\n';
}

static size_t text_end(struct source *source, size_t line)
{
	struct slice text = source_line_text(source, line);
	return (size_t)(text.ptr - source->bytes.ptr) + text.len;
}

static void emit_block(const struct block *block, struct edit_list *out, uint32_t owner, uint32_t group)
{
	struct source *source = block->source;
	struct str text = STR_INIT;
	size_t begin = source_line_begin(source, block->line),
	       end = source_line_begin(source, block->line + block->n_old), k = 0;
	bool at_end = end == source->bytes.len, had_eol = ends_in_eol(source);
	bool wants_eol = block->hunk->exact_end ? !block->hunk->new_side.no_eol : had_eol;
	if (block->line == 0 && source->has_bom)
		begin = UTF8_MARK_LEN;
	if (at_end && begin == end && !had_eol)
		str_add(&text, eol_of_new(block, 0));
	for (size_t i = 0; i < block->n_lines; i++) {
		if (block->lines[i].side != PATCH_NEW)
			continue;
		str_add(&text, utf8_without_mark(block->lines[i].text));
		if (++k < block->n_new || !at_end || wants_eol)
			str_add(&text, eol_of_new(block, k - 1));
	}
	if (at_end && !block->n_new && !wants_eol && block->line)
		begin = text_end(source, block->line - 1);
	edit_list_add(out, begin, end > begin ? end : begin, str_slice(&text), owner, group);
	str_release(&text);
}

void hunk_emit(const struct hunk *hunk, struct source *source, size_t line, struct edit_list *out, uint32_t owner,
	uint32_t group)
{
	const struct patch_hunk *lines = hunk->source;
	for (size_t i = 0; i < lines->n_lines;) {
		if (lines->lines[i].side == PATCH_BOTH) {
			line++;
			i++;
			continue;
		}
		struct block block = { .hunk = hunk, .source = source, .line = line, .lines = &lines->lines[i] };
		for (; i < lines->n_lines && lines->lines[i].side != PATCH_BOTH; i++) {
			block.n_lines++;
			block.n_old += lines->lines[i].side == PATCH_OLD;
			block.n_new += lines->lines[i].side == PATCH_NEW;
		}
		emit_block(&block, out, owner, group);
		line += block.n_old;
	}
}

/*
 * Where an absent hunk nearly is. Every line of the file that equals an old line of the hunk is a vote for the place
 * where the hunk would then begin; a line with something on it counts more than a blank one or a bracket.
 */

/* Comparisons, so that a hunk of blank lines in a file of blank lines comes to an end. */
#define MAX_VOTES ((size_t)1 << 24)
#define MAX_SHOWN 100

static size_t weight(struct slice line)
{
	for (size_t i = 0; i < line.len; i++) {
		unsigned char c = (unsigned char)line.ptr[i];
		if (ascii_is_digit(c) || ascii_is_letter(c) || c >= 0x80)
			return 8;
	}
	return slice_trim(line).len ? 2 : 1;
}

static int compare_lines(const void *a, const void *b)
{
	const struct slice *const *left = a, *const *right = b;
	int order = slice_cmp(**left, **right);
	return order ? order : (*left > *right) - (*left < *right);
}

static size_t first_not_below(const struct slice *const *sorted, size_t count, struct slice line)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (slice_cmp(*sorted[middle], line) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Votes per beginning; index 0 stands for a hunk that begins count - 1 lines before the file. */
static size_t best_start(const struct hunk_side *side, struct source *source, size_t *score)
{
	size_t n_lines = source_line_count(source), best = 0, votes = 0;
	size_t *sums = xcalloc(n_lines + side->count, sizeof(*sums));
	const struct slice **sorted = xcalloc(side->count, sizeof(*sorted));
	for (size_t i = 0; i < side->count; i++)
		sorted[i] = &side->lines[i];
	sort_stable(sorted, side->count, sizeof(*sorted), compare_lines);
	for (size_t i = 0; i < n_lines && votes < MAX_VOTES; i++) {
		struct slice line = source_line_text(source, i);
		for (size_t k = first_not_below(sorted, side->count, line);
			k < side->count && slice_eq(*sorted[k], line); k++, votes++) {
			size_t start = i + side->count - 1 - (size_t)(sorted[k] - side->lines);
			sums[start] += weight(line);
			if (sums[start] > sums[best])
				best = start;
		}
	}
	*score = sums[best];
	free(sums);
	free(sorted);
	return best;
}

static void add_line(struct slice line, struct str *out)
{
	str_add_char(out, '\'');
	visible_add(line, MAX_SHOWN, out);
	str_add_char(out, '\'');
}

bool hunk_nearest(const struct hunk *hunk, struct source *source, struct str *out, size_t *line)
{
	const struct hunk_side *side = &hunk->old_side;
	size_t n_lines = source_line_count(source), total = 0, score, fitting = 0, differs = side->count;
	for (size_t i = 0; i < side->count; i++)
		total += weight(side->lines[i]);
	if (!side->count || !n_lines)
		return false;
	size_t start = best_start(side, source, &score);
	if (score * 3 < total)
		return false;
	for (size_t i = 0; i < side->count; i++) {
		/* wraps where it lies before the file: then it is no line of it */
		size_t at = start + i - (side->count - 1);
		bool fits = at < n_lines && slice_eq(source_line_text(source, at), side->lines[i]);
		fitting += fits;
		if (!fits && differs == side->count)
			differs = i;
	}
	size_t at = differs < side->count ? start + differs - (side->count - 1) : n_lines - 1;
	*line = at < n_lines ? at + 1 : at == n_lines ? n_lines : 1;
	if (differs == side->count) {
		*line = start + 1;
		if (start + 1 < n_lines)
			str_addf(out, "line %zu: the file continues where the hunk ends it", *line);
		else
			str_addf(out, "line %zu: only the end of the file differs: it %s a line end", *line,
				source->bytes.ptr[source->bytes.len - 1] == '\n' ? "has" : "lacks");
		return true;
	}
	str_addf(out, "line %zu: ", *line);
	if (at < n_lines)
		add_line(source_line_text(source, at), out);
	else
		str_add_cstr(out, at == n_lines ? "the file ends" : "the file begins");
	str_add_cstr(out, " where the hunk has ");
	add_line(side->lines[differs], out);
	str_addf(out, " (%zu of its %zu old lines fit)", fitting, side->count);
	return true;
}

/* The longest run of letters, digits and signs: a regex can look for it as it is, in any encoding. */
static struct slice longest_word(const struct hunk_side *side)
{
	struct slice best = { "", 0 };
	for (size_t i = 0; i < side->count; i++) {
		struct slice line = side->lines[i];
		for (size_t begin = 0, end = 0; end <= line.len; end++) {
			bool plain =
				end < line.len && line.ptr[end] > ' ' && line.ptr[end] < 0x7F && line.ptr[end] != '\\';
			if (plain)
				continue;
			if (end - begin > best.len)
				best = slice_sub(line, begin, end);
			begin = end + 1;
		}
	}
	return best;
}

static void add_form(struct edit_rule *rule, const struct hunk_side *side)
{
	if (!side->count)
		return;
	struct slice *word = arena_alloc(&rule->arena, sizeof(*word));
	*word = longest_word(side);
	rule->forms[rule->n_forms++] = (struct word_form){ word, word->len > 0 };
}

static bool hunk_compile(struct edit_rule *rule, struct err *err)
{
	size_t offset = 0;
	struct hunk_list *hunks = arena_alloc(&rule->arena, sizeof(*hunks));
	rule->own = hunks;
	if (!hunk_list_compile(hunks, rule->def->text.text, &rule->arena, &offset, err))
		return def_text_fail(&rule->def->text, offset, err);
	rule->forms = arena_alloc(&rule->arena, (2 + rule->def->n_already) * sizeof(*rule->forms));
	if (!hunks->items[0].old_side.count)
		return true;
	add_form(rule, &hunks->items[0].old_side);
	add_form(rule, &hunks->items[0].new_side);
	return true;
}

static void tell_ambiguous(const struct hunk_list *hunks, size_t index, const struct hunk_found *found,
	struct source *source, struct edit_outcome *out)
{
	struct str text = STR_INIT;
	if (hunks->count > 1)
		str_addf(&text, "hunk %zu of %zu", index + 1, hunks->count);
	else
		str_add_cstr(&text, "the hunk");
	str_addf(&text, " fits at line %zu and at line %zu", found->line + 1, found->second + 1);
	if (found->n_places > 2)
		str_addf(&text, ", and at %zu more", found->n_places - 2);
	str_add_cstr(&text, "; more lines of context would distinguish them");
	out->ambiguous = arena_dup(&out->arena, str_slice(&text));
	out->ambiguous_at = (uint32_t)source_line_begin(source, found->line);
	str_release(&text);
}

/* The place of a hunk that is made is what it added, without the lines around that. */
static void add_made(const struct hunk *hunk, struct source *source, size_t line, struct edit_outcome *out)
{
	const struct patch_hunk *lines = hunk->source;
	size_t first = SIZE_MAX, last = 0, number = line;
	for (size_t i = 0; i < lines->n_lines; i++) {
		if (lines->lines[i].side == PATCH_NEW) {
			first = first == SIZE_MAX ? number : first;
			last = number + 1;
		}
		number += lines->lines[i].side != PATCH_OLD;
	}
	bool is_first = out->n_applied == 0;
	first = first == SIZE_MAX ? line : first;
	last = last > first ? last : first;
	edit_outcome_add_made(out, source_line_begin(source, first), source_line_begin(source, last));
	if (is_first)
		out->applied_at = (uint32_t)source_line_begin(source, line);
}

/* A match's `run` is the hunk's index and its first line in the file. */
static void hunk_find(const struct edit_rule *rule, struct document *doc, struct edit_outcome *out)
{
	const struct hunk_list *hunks = rule->own;
	struct hunk_found *found = xcalloc(hunks->count, sizeof(*found));
	struct hunk_lack lack;
	bool ok = hunk_list_find(hunks, doc->source, found, &lack);
	size_t n_unproved = 0, n_left = 0;
	for (size_t h = 0; h < hunks->count && ok; h++) {
		n_unproved += found[h].state == HUNK_UNPROVED;
		n_left += found[h].state == HUNK_TO_MAKE || found[h].state == HUNK_AMBIGUOUS;
	}
	out->unproved = n_unproved && !n_left;
	out->incomplete = ok ? n_unproved && n_left : lack.some_fit;
	for (size_t h = 0; h < hunks->count && ok && !n_unproved && !out->ambiguous; h++) {
		struct match match = { .run = { (uint32_t)h, (uint32_t)found[h].line } };
		match.begin = (uint32_t)source_line_begin(doc->source, found[h].line);
		match.end = (uint32_t)source_line_begin(doc->source, found[h].line + hunks->items[h].old_side.count);
		if (found[h].state == HUNK_AMBIGUOUS)
			tell_ambiguous(hunks, h, &found[h], doc->source, out);
		else if (found[h].state == HUNK_TO_MAKE)
			VEC_PUSH(out->matches.items, out->matches.count, out->matches.capacity, match);
		else
			add_made(&hunks->items[h], doc->source, found[h].line, out);
	}
	free(found);
}

static bool hunk_op_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	const struct hunk_list *hunks = run->rule->own;
	const struct hunk *hunk = &hunks->items[match->run.first];
	hunk_emit(hunk, run->doc->source, match->run.last, run->out, run->owner, run->group);
	for (size_t i = run->own; i < run->out->count; i++)
		indent_follow(run, i, run->out->items[i].begin);
	return true;
}

static const char *hunk_op_nearest(
	const struct edit_rule *rule, struct document *doc, struct arena *arena, size_t *line)
{
	const struct hunk_list *hunks = rule->own;
	struct hunk_found *found = xcalloc(hunks->count, sizeof(*found));
	struct hunk_lack lack;
	struct str text = STR_INIT;
	if (hunk_list_find(hunks, doc->source, found, &lack))
		for (lack = (struct hunk_lack){ 0 };
			lack.index < hunks->count && found[lack.index].state != HUNK_UNPROVED;)
			lack.index++;
	bool near = lack.index < hunks->count;
	if (near && hunks->count > 1)
		str_addf(&text, "hunk %zu of %zu, ", lack.index + 1, hunks->count);
	if (near && lack.out_of_order)
		str_add_cstr(&text, "which fits, but not after the one before it");
	else if (near)
		near = hunk_nearest(&hunks->items[lack.index], doc->source, &text, line);
	const char *owned = near ? arena_dup(arena, str_slice(&text)) : NULL;
	str_release(&text);
	free(found);
	return owned;
}

/* Of removed lines alone nothing is left. */
static bool hunk_op_is_bare(const struct edit_rule *rule)
{
	const struct hunk_list *hunks = rule->own;
	for (size_t h = 0; h < hunks->count; h++)
		if (!hunks->items[h].new_side.count)
			return true;
	return false;
}

static bool hunk_op_is_addition(const struct edit_rule *rule)
{
	const struct hunk_list *hunks = rule->own;
	for (size_t h = 0; h < hunks->count; h++)
		for (size_t i = 0; i < hunks->items[h].source->n_lines; i++)
			if (hunks->items[h].source->lines[i].side == PATCH_OLD)
				return false;
	return true;
}

/* Appends the lines that the hunk adds at its edge, where it neither has context nor removes anything. */
static void add_edge(const struct patch_hunk *lines, bool is_above, struct str *out)
{
	size_t n = 0, i;
	while (n < lines->n_lines && lines->lines[is_above ? n : lines->n_lines - 1 - n].side == PATCH_NEW)
		n++;
	for (i = is_above ? 0 : lines->n_lines - n; n; n--, i++) {
		str_add(out, utf8_without_mark(lines->lines[i].text));
		str_add_char(out, '\n');
	}
}

static bool hunk_op_lines_around(const struct op_run *run, const struct match *match, struct op_around *out)
{
	const struct hunk_list *hunks = run->rule->own;
	const struct hunk *hunk = &hunks->items[match->run.first];
	out->begin = match->begin;
	out->end = match->end;
	if (hunk->anchor != HUNK_AT_BEGIN)
		add_edge(hunk->source, true, &out->above);
	if (hunk->anchor != HUNK_AT_END)
		add_edge(hunk->source, false, &out->below);
	return true;
}

static bool adds_inside(const struct patch_hunk *lines)
{
	size_t first = 0, last = lines->n_lines;
	while (first < last && lines->lines[first].side == PATCH_NEW)
		first++;
	while (last > first && lines->lines[last - 1].side == PATCH_NEW)
		last--;
	for (; first < last; first++)
		if (lines->lines[first].side != PATCH_BOTH)
			return true;
	return false;
}

static bool hunk_op_is_left(struct op_run *run, const struct match *match, struct op_reach reach)
{
	const struct hunk_list *hunks = run->rule->own;
	struct op_around around = { STR_INIT, STR_INIT, 0, 0 };
	struct op_reach above = { reach.begin, match->begin }, below = { match->end, reach.end };
	bool is = !adds_inside(hunks->items[match->run.first].source) && hunk_op_lines_around(run, match, &around) &&
		  left_has_lines(run, str_slice(&around.above), 0, above) &&
		  left_has_lines(run, str_slice(&around.below), 0, below);
	str_release(&around.above);
	str_release(&around.below);
	return is;
}

const struct op op_hunk = {
	.name = "hunk",
	.summary = "a piece of a unified diff with exact context, which must fit once in the file",
	.value = OP_TEXT,
	.stands_alone = true,
	.compile = hunk_compile,
	.find = hunk_find,
	.emit = hunk_op_emit,
	.is_addition = hunk_op_is_addition,
	.is_bare = hunk_op_is_bare,
	.is_left = hunk_op_is_left,
	.lines_around = hunk_op_lines_around,
	.nearest = hunk_op_nearest,
};
