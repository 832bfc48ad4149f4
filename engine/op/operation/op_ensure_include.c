/*
 * ensure-include: where the code that is matched is, the file must include a header: put among its kin at the top
 * where it is not yet included for everyone. C and C++ only.
 *
 * A header counts as included where the directive is outside of every block and of every #if but those that hold all
 * code of the file, as an include guard does, and above the match or in front of all code. It goes into the last run of
 * include lines of its kind (<> or "") that is kin to it (the same first folder, or none as well), else into the last
 * run of its kind, in its sorted place where that run is sorted, else after it; without any of its kind after the last
 * include at the top; without any include below the last directive in front of all code that is for everyone, or the
 * comment that the file begins with.
 *
 * It must mean there what it means to the code that is matched. So it goes nowhere above a macro that an include of
 * the file has above it, and nowhere between what sets something for other headers and what takes it back: #pragma
 * push and pop, #define and #undef. Where a branch of an #if sets a macro for headers, and holds the code, the edit is
 * refused.
 */
#include <stdlib.h>
#include <string.h>

#include "op/fit/fit.h"
#include "op/includes.h"

static bool ensure_include_compile(struct edit_rule *rule, struct err *err)
{
	struct slice header = slice_trim(rule->def->text.text);
	bool is_header = header.len > 2 && ((header.ptr[0] == '<' && slice_ends_with(header, ">")) ||
						   (header.ptr[0] == '"' && slice_ends_with(header, "\"")));
	bool is_one = slice_find(slice_sub(header, 1, header.len), SLICE_LITERAL("<"), 0) == (size_t)-1 &&
		      slice_find(header, SLICE_LITERAL("\n"), 0) == (size_t)-1;
	if (strcmp(rule->language->name, "c") != 0)
		err_set(err, ERR_PATCHSET, "'ensure-include' is for C and C++, not for %s", rule->language->name);
	else if (!is_header || !is_one)
		err_set(err, ERR_PATCHSET,
			"'ensure-include' needs one header as it is included: <cstdint> or \"a/b.h\"");
	else
		return true;
	return def_text_fail(&rule->def->text, 0, err);
}

/* --- where it goes ------------------------------------------------------------------------------------------------ */

static bool same_kind(struct slice a, struct slice b)
{
	return a.ptr[0] == b.ptr[0];
}

/* `<c10` of `<c10/util/x.h>`; empty for a header in no folder. */
static struct slice folder_of(struct slice header)
{
	size_t slash = slice_find(header, SLICE_LITERAL("/"), 0);
	return slice_sub(header, 0, slash == (size_t)-1 ? 0 : slash);
}

/* One past the last of the run of includes on consecutive lines, all of one kind, that begins at `first`. */
static size_t run_end(const struct includes *includes, size_t first)
{
	size_t end = first + 1;
	while (end < includes->count && includes->items[end].begin == includes->items[end - 1].end &&
		same_kind(includes->items[end].header, includes->items[first].header))
		end++;
	return end;
}

static uint32_t place_in_run(const struct includes *includes, size_t first, size_t end, struct slice header)
{
	bool is_sorted = true;
	for (size_t i = first + 1; i < end; i++)
		is_sorted = is_sorted && slice_cmp(includes->items[i - 1].header, includes->items[i].header) <= 0;
	for (size_t i = first; i < end && is_sorted; i++)
		if (slice_cmp(header, includes->items[i].header) < 0)
			return includes->items[i].begin;
	return includes->items[end - 1].end;
}

/* Where the file has includes at its top. */
static uint32_t place_among(const struct includes *includes, struct slice header)
{
	size_t best = (size_t)-1;
	bool best_is_kin = false;
	for (size_t first = 0, end; first < includes->count; first = end) {
		end = run_end(includes, first);
		if (!same_kind(includes->items[first].header, header))
			continue;
		bool is_kin = false;
		for (size_t i = first; i < end; i++)
			is_kin = is_kin || slice_eq(folder_of(includes->items[i].header), folder_of(header));
		if (is_kin || !best_is_kin)
			best = first;
		best_is_kin = best_is_kin || is_kin;
	}
	return best == (size_t)-1 ? includes->items[includes->count - 1].end
				  : place_in_run(includes, best, run_end(includes, best), header);
}

/* Below the comment that the file begins with where a blank line parts it from what it does not describe. */
static uint32_t place_below_comment(struct document *doc)
{
	bool is_blank = false;
	for (uint32_t i = 0, begin = 0; i < doc->tokens.count && token_is_layout(&doc->tokens.items[i]); i++) {
		const struct token *token = &doc->tokens.items[i];
		if (token->kind == TOKEN_NEWLINE && is_blank)
			return begin;
		is_blank = token->kind == TOKEN_NEWLINE || (token->kind == TOKEN_SPACE && is_blank);
		begin = token->kind == TOKEN_NEWLINE ? token->end : begin;
	}
	return doc->source->has_bom ? (uint32_t)strlen("\xEF\xBB\xBF") : 0;
}

static bool is_blank_line(struct source *source, size_t line)
{
	return slice_trim(source_line_text(source, line)).len == 0;
}

static bool ensure_include_emit(struct op_run *run, const struct match *match, struct err *err)
{
	struct source *source = run->doc->source;
	struct includes includes = { .place = NO_PLACE };
	struct slice header = slice_trim(run->rule->def->text.text);
	includes_read(run->doc, match->begin, header, &includes);
	bool among = includes.count > 0, is_of_branch = includes.is_of_branch;
	uint32_t at = among                        ? place_among(&includes, header)
		      : includes.place != NO_PLACE ? includes.place
						   : place_below_comment(run->doc);
	free(includes.items);
	if (is_of_branch)
		return fit_fail(run, match, "a macro of its branch of an #if is for the headers below it", err);
	size_t line = source_line_index(source, at);
	struct slice eol = source_eol_at(source, at);
	struct str text = STR_INIT;
	bool lacks_end = at == source->bytes.len && at > 0 && source->bytes.ptr[at - 1] != '\n';
	if (lacks_end || (!among && line > 0 && !is_blank_line(source, line - 1)))
		str_add(&text, eol);
	str_addf(&text, "#include " SLICE_FMT, SLICE_ARG(header));
	if (!lacks_end)
		str_add(&text, eol);
	if (!among && !lacks_end && at < source->bytes.len && !is_blank_line(source, line))
		str_add(&text, eol);
	edit_list_add(run->out, at, at, str_slice(&text), run->owner, run->group);
	run->out->items[run->out->count - 1].stacks = EDIT_SORTED;
	str_release(&text);
	return true;
}

static bool ensure_include_is_made(struct op_run *run, const struct match *match)
{
	struct includes includes = { .place = NO_PLACE };
	includes_read(run->doc, match->begin, slice_trim(run->rule->def->text.text), &includes);
	free(includes.items);
	return includes.has_header;
}

const struct op op_ensure_include = {
	.name = "ensure-include",
	.summary = "ensure that this header is included at the top of the file, for the matched code; C and C++",
	.value = OP_TEXT,
	.adds = true,
	.takes_code = true,
	.takes_regex = true,
	.at_top = true,
	.once = true,
	.compile = ensure_include_compile,
	.emit = ensure_include_emit,
	.is_made = ensure_include_is_made,
};
