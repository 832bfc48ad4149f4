#include "op/indent.h"

#include "base/ascii.h"
#include "op/emit.h"

bool indent_is_inside_token(const struct document *doc, uint32_t offset)
{
	size_t i = token_list_from(&doc->tokens, offset);
	if (i >= doc->tokens.count)
		return false;
	const struct token *token = &doc->tokens.items[i];
	return (token->begin < offset && !token_is_layout(token)) ||
	       (token->begin == offset && token_is_document(doc->language, doc->source->bytes, token));
}

/* --- in the style of the file ------------------------------------------------------------------------------------- */

bool indent_of_element(const struct pattern *pattern, size_t element, struct slice *blanks)
{
	struct slice text = pattern_text(pattern);
	size_t end = pattern_document(pattern)->tokens.items[pattern_element_token(pattern, element)].begin, at = end;
	while (at > 0 && ascii_is_blank(text.ptr[at - 1]))
		at--;
	bool begins_line = at == 0 || text.ptr[at - 1] == '\n';
	*blanks = slice_sub(text, begins_line ? at : end, end);
	return begins_line;
}

static bool is_of_spaces(struct slice blanks)
{
	return slice_find(blanks, SLICE_LITERAL("\t"), 0) == (size_t)-1;
}

/* The bytes of an element, without line ends. False where it took nothing. */
static bool element_span(
	const struct op_run *run, const struct match *match, size_t element, uint32_t *begin, uint32_t *end)
{
	code_run_span(match->elements[element], run->doc, begin, end);
	return *begin < *end;
}

/* What the file has for `*width` spaces of the pattern, beyond the indentation of the match; false where the match does
 * not show it. */
static bool learn(const struct op_run *run, const struct match *match, size_t *width, struct slice *spaces)
{
	struct source *source = run->doc->source;
	struct slice base = source_indent_at(source, match->begin);
	for (size_t e = 0; e < pattern_element_count(run->rule->pattern); e++) {
		uint32_t begin, end;
		struct slice blanks;
		indent_of_element(run->rule->pattern, e, &blanks);
		*width = blanks.len;
		if (!blanks.len || !is_of_spaces(blanks) || !element_span(run, match, e, &begin, &end) ||
			!source_begins_line(source, begin))
			continue;
		struct slice indent = source_indent_at(source, begin);
		*spaces = slice_sub(indent, base.len < indent.len ? base.len : indent.len, indent.len);
		if (spaces->len && slice_eq(slice_sub(indent, 0, base.len), base))
			return true;
	}
	return false;
}

void indent_add(const struct op_run *run, const struct match *match, struct slice blanks, struct str *out)
{
	size_t known;
	struct slice spaces;
	if (blanks.len == 0)
		return;
	if (!run->rule->pattern || !is_of_spaces(blanks) || !learn(run, match, &known, &spaces) ||
		blanks.len % known != 0) {
		str_add(out, blanks);
		return;
	}
	for (size_t i = 0; i < blanks.len / known; i++)
		str_add(out, spaces);
}

/* --- whose indentation is whose ----------------------------------------------------------------------------------- */

void indent_edit(const struct op_run *run, uint32_t line, uint32_t begin, uint32_t end, struct slice text)
{
	edit_list_add(run->out, begin, end, text, run->owner, run->group);
	run->out->items[run->out->count - 1].stacks = EDIT_SHIFTS;
	if (!run->doc->language->is_indented)
		return;
	run->out->items[run->out->count - 1].layout = EDIT_INDENTS;
	run->out->items[run->out->count - 1].line = line;
}

void indent_follow(const struct op_run *run, size_t edit, uint32_t offset)
{
	struct source *source = run->doc->source;
	if (!run->doc->language->is_indented)
		return;
	run->out->items[edit].layout = EDIT_FOLLOWS;
	run->out->items[edit].line = (uint32_t)source_text_begin(source, source_line_index(source, offset));
}

/* --- bytes that move ---------------------------------------------------------------------------------------------- */

/* The indentation of the line that is being written: the last one in `out`, of which the file has what is before
 * `at` if it is the first. */
static struct slice indent_of_last_line(const struct op_run *run, uint32_t at, const struct str *out)
{
	struct slice line = str_slice(out);
	size_t begin = line.len, end;
	while (begin > 0 && line.ptr[begin - 1] != '\n')
		begin--;
	if (begin == 0 && at > 0 && run->doc->source->bytes.ptr[at - 1] != '\n')
		return source_indent_at(run->doc->source, at);
	for (end = begin; end < line.len && ascii_is_blank(line.ptr[end]);)
		end++;
	return slice_sub(line, begin, end);
}

/* Adds bytes [begin, end), giving `to` to each line that begins in them in place of `from`. */
static void add_shifted(
	const struct op_run *run, uint32_t begin, uint32_t end, struct slice from, struct slice to, struct str *out)
{
	struct slice bytes = run->doc->source->bytes;
	for (uint32_t at = begin; at < end; at++) {
		bool is_line = at > 0 && bytes.ptr[at - 1] == '\n' && bytes.ptr[at] != '\n' && bytes.ptr[at] != '\r';
		if (is_line && slice_eq(slice_sub(bytes, at, at + from.len), from) &&
			!indent_is_inside_token(run->doc, at)) {
			str_add(out, to);
			at += (uint32_t)from.len;
			if (at >= end)
				break;
		}
		str_add_char(out, bytes.ptr[at]);
	}
}

/* What was made within the bytes for other matches is made in them. */
void indent_add_bytes(const struct op_run *run, uint32_t begin, uint32_t end, uint32_t at, struct str *out)
{
	struct str to = STR_INIT;
	struct slice from = source_indent_at(run->doc->source, begin);
	uint32_t last = end;
	if (!emit_spend(run, end - begin))
		return;
	str_add(&to, indent_of_last_line(run, at, out));
	for (uint32_t i = run->emission ? emit_from(run, begin) : EMIT_NONE; i != EMIT_NONE; i = emit_next(run, i)) {
		const struct edit *edit = emit_edit(run, i);
		if (edit->begin > last)
			break;
		if (edit->end > last)
			continue;
		if (edit->begin < begin || !emit_spend(run, edit->text.len))
			continue; /* it overlaps the one before: the conflict is told where edits are settled */
		add_shifted(run, begin, edit->begin, from, str_slice(&to), out);
		str_add(out, edit->text);
		begin = edit->end;
	}
	add_shifted(run, begin, end, from, str_slice(&to), out);
	str_release(&to);
}
