#include "triage/match.h"

#include <stdlib.h>
#include <string.h>

/* Groups of an expression that are asked for what the line names, and how much of that is shown. */
#define MOST_GROUPS 20
#define NAMED_MOST_BYTES ((size_t)120)
/* Rows in a word of `to_try`. */
#define ROWS_IN_WORD ((size_t)64)

void matcher_init(struct matcher *matcher, const struct signatures *signatures)
{
	*matcher = (struct matcher){ .signatures = signatures,
		.scratch = regex_scratch_new(),
		.to_try = xcalloc(signatures->count / ROWS_IN_WORD + 1, sizeof(*matcher->to_try)),
		.groups = xcalloc(signatures->count + 1, sizeof(*matcher->groups)) };
}

void matcher_release(struct matcher *matcher)
{
	regex_scratch_free(matcher->scratch);
	word_hits_release(&matcher->found);
	word_hits_release(&matcher->found_of_groups);
	str_release(&matcher->symbol);
	free(matcher->to_try);
	free(matcher->groups);
	*matcher = (struct matcher){ 0 };
}

static struct slice group_of(struct matcher *matcher, size_t group, struct slice line)
{
	size_t begin, end;
	return group <= MOST_GROUPS && regex_group(matcher->scratch, group, &begin, &end) ? slice_sub(line, begin, end)
											  : SLICE_LITERAL("");
}

static bool match_row(struct matcher *matcher, const struct signature *row, struct slice line, struct match *out)
{
	size_t begin, end;
	if (expression_search(row->match, matcher->scratch, line, &begin, &end) != REGEX_MATCH)
		return false;
	struct match match = { .signature = row };
	for (size_t i = 0; i < MATCH_GROUPS; i++)
		match.groups[i] = group_of(matcher, i + 1, line);
	size_t group = 0;
	while (group < MOST_GROUPS && !match.named.len)
		match.named = group_of(matcher, ++group, line);
	/* A name in a source may be followed by its scope. */
	struct slice scope = group_of(matcher, group + 1, line);
	const struct packages *packages = &matcher->signatures->packages;
	struct found found = { 0 };
	if (row->table == PACKAGE_NAME || row->table == PACKAGE_API || row->table == PACKAGE_DECLARED ||
		(row->table == PACKAGE_SYMBOL && row->level == LEVEL_GENERAL))
		found = packages_find_in_source(packages, row->table, &match.named, scope, &matcher->symbol);
	else if (row->table != PACKAGE_KINDS)
		found = packages_find(packages, row->table, &match.named, &matcher->symbol);
	match.package = found.package;
	match.is_whole = found.is_whole;
	match.is_guess = found.is_guess;
	if (row->table != PACKAGE_KINDS && !match.package && !row->otherwise)
		return false;
	*out = match;
	return true;
}

/* Which groups of words of each row the line has. */
static void find_groups(struct matcher *matcher, struct slice line)
{
	const struct signatures *all = matcher->signatures;
	struct word_hits *found = &matcher->found_of_groups;
	for (size_t i = 0; i < found->count; i++)
		matcher->groups[all->group_of[found->words[i]].row] = 0;
	word_set_find(all->group_set, line, found);
	for (size_t i = 0; i < found->count; i++) {
		const struct group_word *word = &all->group_of[found->words[i]];
		matcher->groups[word->row] |= word->bit;
	}
}

/* The rows that are worth trying on the line, as bits. */
static void choose_rows(struct matcher *matcher, struct slice line)
{
	const struct signatures *all = matcher->signatures;
	word_set_find(all->word_set, line, &matcher->found);
	if (matcher->found.count)
		find_groups(matcher, line);
	memset(matcher->to_try, 0, (all->count / ROWS_IN_WORD + 1) * sizeof(*matcher->to_try));
	for (size_t i = 0; i < matcher->found.count; i++) {
		size_t row = all->word_row[matcher->found.words[i]];
		if (matcher->groups[row] == all->items[row].groups)
			matcher->to_try[row / ROWS_IN_WORD] |= (uint64_t)1 << row % ROWS_IN_WORD;
	}
}

struct match matcher_find(struct matcher *matcher, struct slice line, const struct signature *after)
{
	const struct signatures *all = matcher->signatures;
	struct match match = { 0 };
	choose_rows(matcher, line);
	for (size_t row = after ? (size_t)(after - all->items) + 1 : 0; row < all->count; row++) {
		uint64_t rest = matcher->to_try[row / ROWS_IN_WORD] >> row % ROWS_IN_WORD;
		if (!rest)
			row |= ROWS_IN_WORD - 1;
		if (!(rest & 1))
			continue;
		matcher->compared++;
		if (match_row(matcher, &all->items[row], line, &match))
			break;
	}
	return match;
}

static void add_shown(const struct match *match, struct slice text, struct str *out)
{
	size_t begin = out->len;
	shown_add_line(utf8_cut(text, NAMED_MOST_BYTES), out);
	for (size_t i = begin; match->for_shell && i < out->len; i++)
		if (strchr("$`;|&<>", out->ptr[i]))
			out->ptr[i] = '?';
}

static void fill(const struct match *match, struct slice text, struct str *out);

/* Appends what "{name}" means; false: it means nothing. */
static bool fill_name(const struct match *match, struct slice name, struct str *out)
{
	struct match plain = *match;
	plain.package = NULL;
	size_t group = name.len == 1 && ascii_is_digit(name.ptr[0]) ? (size_t)(name.ptr[0] - '0') : 0;
	if (group == 1)
		add_shown(match, match->named.len ? match->named : SLICE_LITERAL("what it names"), out);
	else if (group && group <= MATCH_GROUPS)
		add_shown(match, match->groups[group - 1], out);
	else if (slice_eq_cstr(name, "top"))
		add_shown(match, slice_sub(match->named, 0, slice_find(match->named, SLICE_LITERAL("."), 0)), out);
	else if (match->package && slice_eq_cstr(name, "package"))
		fill(&plain, slice_of(match->package->name), out);
	else if (match->package && slice_eq_cstr(name, "get"))
		package_add_remedy(match->package, out);
	else
		return false;
	return true;
}

static void fill(const struct match *match, struct slice text, struct str *out)
{
	size_t at;
	while ((at = slice_find(text, SLICE_LITERAL("{"), 0)) != (size_t)-1) {
		size_t end = slice_find(text, SLICE_LITERAL("}"), at);
		str_add(out, slice_sub(text, 0, at));
		bool filled = end != (size_t)-1 && fill_name(match, slice_sub(text, at + 1, end), out);
		if (!filled)
			str_add_char(out, '{');
		text = slice_sub(text, filled ? end + 1 : at + 1, text.len);
	}
	str_add(out, text);
}

char *match_fill(const struct match *match, const char *text, bool for_shell)
{
	struct match own = *match;
	struct str out = STR_INIT;
	own.for_shell = for_shell;
	fill(&own, slice_of(text), &out);
	return str_detach(&out);
}
