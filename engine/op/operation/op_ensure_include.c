/*
 * ensure-include: where the code that is matched is, the file must include a header: put among its kin at the top
 * where it is not yet included for everyone. C and C++ only.
 *
 * A header counts as included where the directive is outside of every block and of every #if but the file's include
 * guard. It goes into the last run of include lines of its kind (<> or "") that is kin to it (the same first folder, or
 * none as well), else into the last run of its kind, in its sorted place where that run is sorted, else after it;
 * without any of its kind after the last include at the top; without any include below the guard, #pragma once or the
 * comment that the file begins with.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "match/code.h"
#include "op/edit_rule.h"

/* An #include for everyone. */
struct include {
	struct slice header; /* with its <> or "" */
	size_t line;         /* 0-based */
};

struct includes {
	struct include *items; /* in order */
	size_t count, capacity;
	size_t n_top;      /* of these, those in front of all code that is no directive */
	size_t guard_line; /* one past the line of the guard's #define or of #pragma once; 0: there is none */
};

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

struct reader {
	struct document *doc;
	struct includes *out;
	size_t i;           /* into doc->code */
	size_t n_opened;    /* #if and { around the place, the guard left out */
	struct slice guard; /* the name of an #ifndef that may be one */
	size_t n_directives;
	bool in_guard, saw_code;
};

static struct slice word(const struct reader *r, size_t i, size_t end)
{
	return i < end ? document_text(r->doc, r->doc->code[i]) : slice_from("", 0);
}

static bool is_one_of(struct slice text, const char *const *words)
{
	for (; *words; words++)
		if (slice_eq_cstr(text, *words))
			return true;
	return false;
}

static void read_directive(struct reader *r, size_t end)
{
	static const char *const opening[] = { "if", "ifdef", "ifndef", NULL };
	struct slice name = word(r, r->i + 1, end), what = word(r, r->i + 2, end);
	size_t line = source_line_index(r->doc->source, r->doc->tokens.items[r->doc->code[r->i]].begin);
	if (is_one_of(name, opening)) {
		if (r->n_directives == 0 && !r->saw_code && slice_eq_cstr(name, "ifndef"))
			r->guard = what;
		r->n_opened++;
	} else if (slice_eq_cstr(name, "endif")) {
		r->in_guard = r->in_guard && r->n_opened > 0;
		r->n_opened -= r->n_opened > 0;
	} else if (slice_eq_cstr(name, "define") && r->n_directives == 1 && r->guard.len && slice_eq(r->guard, what)) {
		r->in_guard = true;
		r->n_opened = 0;
		r->out->guard_line = line + 1;
	} else if (slice_eq_cstr(name, "pragma") && slice_eq_cstr(what, "once")) {
		r->out->guard_line = line + 1;
	} else if (slice_eq_cstr(name, "include") && what.len && r->n_opened == 0) {
		struct include include = { what, line };
		VEC_PUSH(r->out->items, r->out->count, r->out->capacity, include);
		r->out->n_top += !r->saw_code;
	}
	r->n_directives++;
}

static void read_includes(struct document *doc, struct includes *out)
{
	struct reader r = { .doc = doc, .out = out };
	document_tokens(doc);
	while (r.i < doc->n_code) {
		const struct token *token = &doc->tokens.items[doc->code[r.i]];
		size_t end = code_directive_end(doc, r.i);
		if (end) {
			read_directive(&r, end);
			r.i = end;
		} else if (token->kind != TOKEN_END) {
			bool is_brace = slice_eq_cstr(
				document_text(doc, doc->code[r.i]), token->kind == TOKEN_OPEN ? "{" : "}");
			r.saw_code = true;
			if (token->kind == TOKEN_OPEN && is_brace)
				r.n_opened++;
			else if (token->kind == TOKEN_CLOSE && is_brace && r.n_opened > 0)
				r.n_opened--;
		}
		r.i++;
	}
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
	while (end < includes->n_top && includes->items[end].line == includes->items[end - 1].line + 1 &&
		same_kind(includes->items[end].header, includes->items[first].header))
		end++;
	return end;
}

/* The line before which the header goes; `*like` is the include beside it. */
static size_t place_in_run(const struct includes *includes, size_t first, size_t end, struct slice header)
{
	bool is_sorted = true;
	for (size_t i = first + 1; i < end; i++)
		is_sorted = is_sorted && slice_cmp(includes->items[i - 1].header, includes->items[i].header) <= 0;
	for (size_t i = first; i < end && is_sorted; i++)
		if (slice_cmp(header, includes->items[i].header) < 0)
			return includes->items[i].line;
	return includes->items[end - 1].line + 1;
}

/* False where the file has no include at its top. */
static bool place_among(const struct includes *includes, struct slice header, size_t *line)
{
	size_t best = (size_t)-1;
	bool best_is_kin = false;
	for (size_t first = 0, end; first < includes->n_top; first = end) {
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
	if (best != (size_t)-1)
		*line = place_in_run(includes, best, run_end(includes, best), header);
	else if (includes->n_top)
		*line = includes->items[includes->n_top - 1].line + 1;
	return includes->n_top > 0;
}

static bool is_blank_line(struct source *source, size_t line)
{
	return slice_trim(source_line(source, line)).len == 0;
}

/* Below the guard, or below the comment that the file begins with where a blank line parts it from what it does not
 * describe. */
static size_t place_at_top(const struct op_run *run, const struct includes *includes)
{
	struct source *source = run->doc->source;
	size_t first_code = run->doc->n_code
				    ? source_line_index(source, run->doc->tokens.items[run->doc->code[0]].begin)
				    : source_line_count(source);
	if (includes->guard_line)
		return includes->guard_line;
	for (size_t line = 1; line < first_code; line++)
		if (is_blank_line(source, line))
			return line;
	return 0;
}

static bool ensure_include_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)match, (void)err;
	struct source *source = run->doc->source;
	struct includes includes = { 0 };
	struct slice header = slice_trim(run->rule->def->text.text);
	size_t line = 0;
	read_includes(run->doc, &includes);
	bool among = place_among(&includes, header, &line);
	if (!among)
		line = place_at_top(run, &includes);
	free(includes.items);
	size_t at = source_line_begin(source, line);
	if (at == 0 && source->has_bom)
		at = strlen("\xEF\xBB\xBF");
	struct slice eol = source_eol_at(source, at);
	struct str text = STR_INIT;
	bool lacks_end = at == source->bytes.len && at > 0 && source->bytes.ptr[at - 1] != '\n';
	if (lacks_end || (!among && line > 0 && !is_blank_line(source, line - 1)))
		str_add(&text, eol);
	str_addf(&text, "#include " SLICE_FMT, SLICE_ARG(header));
	if (!lacks_end)
		str_add(&text, eol);
	if (!among && !lacks_end && line < source_line_count(source) && !is_blank_line(source, line))
		str_add(&text, eol);
	edit_list_add(run->out, at, at, str_slice(&text), run->owner, run->group);
	run->out->items[run->out->count - 1].stacks = EDIT_SORTED;
	str_release(&text);
	return true;
}

static bool ensure_include_is_made(struct op_run *run, const struct match *match)
{
	(void)match;
	struct includes includes = { 0 };
	struct slice header = slice_trim(run->rule->def->text.text);
	bool made = false;
	read_includes(run->doc, &includes);
	for (size_t i = 0; i < includes.count && !made; i++)
		made = slice_eq(includes.items[i].header, header);
	free(includes.items);
	return made;
}

const struct op op_ensure_include = {
	.name = "ensure-include",
	.summary = "ensure that this header is included at the top of the file, for the matched code; C and C++",
	.value = OP_TEXT,
	.takes_code = true,
	.takes_regex = true,
	.once = true,
	.compile = ensure_include_compile,
	.emit = ensure_include_emit,
	.is_made = ensure_include_is_made,
};
