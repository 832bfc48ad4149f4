/*
 * Reading what a file includes: which directives are for everyone, where conditionals and pragmas begin and end.
 *
 * A header counts as included where the directive is outside of every block and of every #if but those that hold all
 * code of the file, as an include guard does, and above the match or in front of all code.
 */
#include "op/includes.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "match/code.h"

/* Macros that are remembered; any #undef after more may be of one of them. */
#define MACROS_MAX 100

static const char *const opening[] = { "if", "ifdef", "ifndef", NULL }, *const branching[] = { "else", "elif",
	"elifdef", "elifndef", NULL };

/* A conditional that is open: `#if` without its `#endif`. */
struct conditional {
	size_t begin;    /* its `#`, into doc->code */
	size_t n_braces; /* open in front of it */
	bool is_partial; /* not all code of the file is in its first branch */
	bool has_macro;  /* its branch defines one */
	bool sets_macro; /* in front of an #include of its own */
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
	bool saw_code, saw_match;
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
	struct conditional conditional = { .begin = r->i, .n_braces = r->n_braces, .is_partial = !holds };
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
	if (r->open.count > 1)
		last[-1].has_macro |= last->has_macro;
	last->has_macro = last->sets_macro = false;
	r->n_partial -= !is_branch && last->is_partial;
	r->open.count -= !is_branch;
}

static void read_macro(struct reader *r, struct slice name, bool is_defined)
{
	if (r->n_partial && is_defined)
		r->open.items[r->open.count - 1].has_macro = true;
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
	for (size_t i = 0; i < r->open.count; i++)
		r->open.items[i].sets_macro |= r->open.items[i].has_macro;
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

/* What is known of the conditionals around the match once it begins. */
static void see_match(struct reader *r)
{
	if (r->saw_match || r->doc->tokens.items[r->doc->code[r->i]].begin < r->match)
		return;
	r->saw_match = true;
	for (size_t i = 0; i < r->open.count; i++)
		r->out->is_of_branch |= r->open.items[i].is_partial && r->open.items[i].sets_macro;
}

void includes_read(struct document *doc, uint32_t match, struct slice header, struct includes *out)
{
	struct reader r = { .doc = doc, .out = out, .header = header, .match = match };
	document_tokens(doc);
	find_holding(&r);
	for (size_t end; r.i < r.doc->n_code; r.i = (end ? end : r.i) + 1) {
		end = code_directive_end(r.doc, r.i);
		see_match(&r);
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
