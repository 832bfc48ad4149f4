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
 * push and pop, #define and #undef.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "match/code.h"
#include "op/edit_rule.h"

/* Macros that are remembered; any #undef after more may be of one of them. */
#define MACROS_MAX 100

/* An #include at the top, for everyone, beside which another may be put. */
struct include {
	struct slice header; /* with its <> or "" */
	uint32_t begin, end; /* its lines, with comments that end or begin on them */
};

struct includes {
	struct include *items; /* in order; none is above a macro that another has above it */
	size_t count, capacity;
	uint32_t place; /* after the last directive at the top that is for everyone, or NO_PLACE */
	bool has_header;
};

#define NO_PLACE UINT32_MAX

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

/* --- what the file includes --------------------------------------------------------------------------------------- */

static const char *const opening[] = { "if", "ifdef", "ifndef", NULL }, *const branching[] = { "else", "elif",
	"elifdef", "elifndef", NULL };

/* A conditional that is open: `#if` without its `#endif`. */
struct conditional {
	size_t begin;    /* its `#`, into doc->code */
	size_t n_braces; /* open in front of it */
	bool is_partial; /* not all code of the file is in its first branch */
};

struct conditionals {
	struct conditional *items;
	size_t count, capacity;
};

struct reader {
	struct document *doc;
	struct includes *out;
	struct slice header;
	uint32_t match; /* where what needs the header begins */
	size_t i;       /* into doc->code */
	struct conditionals open, holding;
	size_t n_partial, n_braces, n_set; /* partial conditionals, `{` and #pragma push that are open */
	struct slice macros[MACROS_MAX];   /* defined at the top */
	size_t n_macros;
	bool has_new_macro; /* since the last include at the top */
	bool saw_code;
};

static struct slice word(const struct reader *r, size_t i, size_t end)
{
	return i < end ? document_text(r->doc, r->doc->code[i]) : slice_from("", 0);
}

static bool has_word(const struct reader *r, size_t end, const char *const *words)
{
	for (size_t i = r->i + 2; i < end; i++)
		if (slice_is_one_of(word(r, i, end), words))
			return true;
	return false;
}

/* Is the match in the directive from `i` to `end`? */
static bool has_match(const struct reader *r, size_t i, size_t end)
{
	const struct token *tokens = r->doc->tokens.items;
	return r->match >= tokens[r->doc->code[i]].begin && r->match < tokens[r->doc->code[end]].end;
}

/* --- conditionals that hold all code, such as an include guard, or `#ifdef USE_CUDA` ------------------------------ */

struct finding {
	struct reader *r;
	struct conditionals open;
	size_t n_left; /* of r->holding, that have not ended */
	bool saw_code;
};

static void meet_code(struct finding *f)
{
	struct conditionals *holding = &f->r->holding;
	for (size_t i = 0; i < f->open.count && !f->open.items[i].is_partial && !f->saw_code; i++)
		VEC_PUSH(holding->items, holding->count, holding->capacity, f->open.items[i]);
	f->n_left = f->saw_code ? f->n_left : holding->count;
	holding->count = f->n_left;
	f->saw_code = true;
}

static void meet_directive(struct finding *f, size_t i, struct slice name)
{
	bool is_branch = slice_is_one_of(name, branching);
	if (slice_is_one_of(name, opening))
		VEC_PUSH(f->open.items, f->open.count, f->open.capacity, ((struct conditional){ .begin = i }));
	if (!f->open.count || !(is_branch || slice_eq_cstr(name, "endif")))
		return;
	f->open.items[f->open.count - 1].is_partial = true;
	f->n_left = f->open.count - 1 < f->n_left ? f->open.count - 1 : f->n_left;
	f->open.count -= !is_branch;
}

static void find_holding(struct reader *r)
{
	struct finding f = { .r = r };
	for (size_t i = 0; i < r->doc->n_code; i++) {
		size_t end = code_directive_end(r->doc, i);
		if (end ? has_match(r, i, end) : code_kind(r->doc, i) != TOKEN_END)
			meet_code(&f);
		if (end)
			meet_directive(&f, i, word(r, i + 1, end));
		i = end ? end : i;
	}
	free(f.open.items);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool is_for_everyone(const struct reader *r)
{
	return r->n_braces == 0 && r->n_partial == 0;
}

static void read_opening(struct reader *r)
{
	size_t depth = r->open.count;
	bool holds = !r->n_partial && depth < r->holding.count && r->holding.items[depth].begin == r->i;
	struct conditional conditional = { r->i, r->n_braces, !holds };
	VEC_PUSH(r->open.items, r->open.count, r->open.capacity, conditional);
	r->n_partial += !holds;
	/* What is in front of it is for others as well. */
	r->out->count = holds ? 0 : r->out->count;
}

static void read_closing(struct reader *r, bool is_branch)
{
	if (!r->open.count)
		return;
	struct conditional *last = &r->open.items[r->open.count - 1];
	r->saw_code |= !last->is_partial;
	r->n_braces = is_branch ? last->n_braces : r->n_braces;
	r->n_partial += is_branch && !last->is_partial;
	last->is_partial |= is_branch;
	r->n_partial -= !is_branch && last->is_partial;
	r->open.count -= !is_branch;
}

static void read_macro(struct reader *r, struct slice name, bool is_defined)
{
	if (r->saw_code)
		return;
	bool is_known = r->n_macros == MACROS_MAX;
	for (size_t i = 0; i < r->n_macros && !is_known; i++)
		is_known = slice_eq(r->macros[i], name);
	r->has_new_macro = true;
	if (is_defined && r->n_macros < MACROS_MAX)
		r->macros[r->n_macros++] = name;
	else if (!is_defined && is_known)
		r->out->count = 0;
}

/* What sets something for what follows, and what takes it back. */
static void read_pragma(struct reader *r, size_t end)
{
	static const char *const sets[] = { "push", "push_macro", "begin", NULL }, *const takes_back[] = { "pop",
		"pop_macro", "end", NULL };
	bool packs = slice_eq_cstr(word(r, r->i + 2, end), "pack"), packs_nothing = packs && end - r->i <= 5;
	if (has_word(r, end, takes_back) || packs_nothing)
		r->n_set -= r->n_set > 0;
	else if (has_word(r, end, sets) || packs)
		r->n_set++;
}

/* The lines of the directive, from the beginning of a comment that ends on the first. */
static struct include lines_of(const struct reader *r, struct slice header, size_t end)
{
	const struct token_list *tokens = &r->doc->tokens;
	uint32_t first = r->doc->code[r->i];
	while (first > 0 &&
		(tokens->items[first - 1].kind == TOKEN_SPACE || tokens->items[first - 1].kind == TOKEN_COMMENT))
		first--;
	return (struct include){ header, tokens->items[first].begin, tokens->items[r->doc->code[end]].end };
}

static void read_include(struct reader *r, size_t end)
{
	struct include include = lines_of(r, word(r, r->i + 2, end), end);
	if (!is_for_everyone(r) || !include.header.len)
		return;
	r->out->has_header |= slice_eq(include.header, r->header) && (!r->saw_code || include.begin < r->match);
	if (r->saw_code || r->n_set)
		return;
	r->out->count = r->has_new_macro ? 0 : r->out->count;
	r->has_new_macro = false;
	VEC_PUSH(r->out->items, r->out->count, r->out->capacity, include);
}

static void read_directive(struct reader *r, size_t end)
{
	struct slice name = word(r, r->i + 1, end), what = word(r, r->i + 2, end);
	bool is_define = slice_eq_cstr(name, "define");
	/* A macro needs what it names only where it is used. */
	r->saw_code |= !is_define && has_match(r, r->i, end);
	if (slice_is_one_of(name, opening))
		read_opening(r);
	else if (slice_is_one_of(name, branching) || slice_eq_cstr(name, "endif"))
		read_closing(r, !slice_eq_cstr(name, "endif"));
	else if (is_define || slice_eq_cstr(name, "undef"))
		read_macro(r, what, is_define);
	else if (slice_eq_cstr(name, "pragma") && !slice_eq_cstr(what, "once"))
		read_pragma(r, end);
	else if (slice_eq_cstr(name, "include"))
		read_include(r, end);
	if (!r->saw_code && is_for_everyone(r) && !r->n_set)
		r->out->place = r->doc->tokens.items[r->doc->code[end]].end;
}

static void read_includes(const struct op_run *run, const struct match *match, struct includes *out)
{
	struct reader r = { .doc = run->doc, .out = out, .header = slice_trim(run->rule->def->text.text) };
	r.match = match->begin;
	document_tokens(run->doc);
	find_holding(&r);
	for (size_t end; r.i < r.doc->n_code; r.i = (end ? end : r.i) + 1) {
		end = code_directive_end(r.doc, r.i);
		if (end)
			read_directive(&r, end);
		r.saw_code |= !end && code_kind(r.doc, r.i) != TOKEN_END;
		if (code_is(r.doc, r.i, TOKEN_OPEN, "{"))
			r.n_braces++;
		else if (code_is(r.doc, r.i, TOKEN_CLOSE, "}"))
			r.n_braces -= r.n_braces > 0;
	}
	free(r.holding.items);
	free(r.open.items);
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
	return slice_trim(source_line(source, line)).len == 0;
}

static bool ensure_include_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	struct source *source = run->doc->source;
	struct includes includes = { .place = NO_PLACE };
	struct slice header = slice_trim(run->rule->def->text.text);
	read_includes(run, match, &includes);
	bool among = includes.count > 0;
	uint32_t at = among                        ? place_among(&includes, header)
		      : includes.place != NO_PLACE ? includes.place
						   : place_below_comment(run->doc);
	free(includes.items);
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
	read_includes(run, match, &includes);
	free(includes.items);
	return includes.has_header;
}

const struct op op_ensure_include = {
	.name = "ensure-include",
	.summary = "ensure that this header is included at the top of the file, for the matched code; C and C++",
	.value = OP_TEXT,
	.takes_code = true,
	.takes_regex = true,
	.at_top = true,
	.once = true,
	.compile = ensure_include_compile,
	.emit = ensure_include_emit,
	.is_made = ensure_include_is_made,
};
