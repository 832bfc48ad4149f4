#include "op/fit/fit.h"

#include "base/ascii.h"
#include "match/code.h"
#include "op/insert.h"

#define TAB_WIDTH 8

/* The column after `text`, which begins in `column`. */
static size_t column_after(struct slice text, size_t column)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '\t')
			column += TAB_WIDTH - column % TAB_WIDTH;
		else if (((unsigned char)text.ptr[i] & 0xC0) != 0x80)
			column++;
	return column;
}

/* The column of the backslash at the end of a line, and of the code before it; false where there is none. */
static bool backslash_of(struct source *source, size_t line, size_t *column, size_t *code_end)
{
	if (line >= source_line_count(source))
		return false;
	struct slice text = source_line(source, line), code;
	while (text.len && ascii_is_space(text.ptr[text.len - 1]))
		text.len--;
	if (!slice_ends_with(text, "\\"))
		return false;
	code = text = slice_sub(text, 0, text.len - 1);
	while (code.len && ascii_is_blank(code.ptr[code.len - 1]))
		code.len--;
	*column = column_after(text, 0);
	*code_end = column_after(code, 0);
	return true;
}

/* The column in which the lines around this one have their backslashes; 0 where they have none of their own. */
static size_t column_at(struct source *source, size_t line)
{
	size_t column, code_end, known = 0;
	for (size_t i = line ? line - 1 : 0; i <= line + 1; i++) {
		if (!backslash_of(source, i, &column, &code_end))
			continue;
		if (column > code_end + 1)
			return column;
		known = known == column ? column : known ? 0 : column;
	}
	return 0;
}

static void add_backslash(struct str *out, size_t width, size_t column)
{
	str_add_repeat(out, ' ', width < column ? column - width : 1);
	str_add_char(out, '\\');
}

/* The text with a backslash at the end of each line but the last, and after that blanks up to the one of the file, if
 * it comes next: `has_next`. */
static void add_spliced(struct slice text, size_t width, size_t column, bool has_next, struct str *out)
{
	for (size_t at = 0, end; at < text.len; at = end) {
		size_t eol = slice_find(text, SLICE_LITERAL("\n"), at);
		end = eol == (size_t)-1 ? text.len : eol + 1;
		struct slice line = slice_sub(text, at, eol == (size_t)-1 ? end : eol);
		line.len -= slice_ends_with(line, "\r");
		str_add(out, line);
		width = column_after(line, width);
		if (eol == (size_t)-1)
			break;
		if (!slice_ends_with(line, "\\"))
			add_backslash(out, width, column);
		str_add(out, slice_sub(text, at + line.len, end));
		width = 0;
	}
	if (has_next)
		str_add_repeat(out, ' ', width < column ? column - width : 1);
}

/* What cannot be in a directive beside its other lines, or NULL. */
static const char *why_not_in_directive(const struct language *language, struct slice text)
{
	struct token_list tokens = { 0 };
	const char *why = NULL;
	language->lex(text, false, &tokens);
	for (uint32_t i = 0; i < tokens.count && !why; i++) {
		const struct token *token = &tokens.items[i];
		struct slice bytes = token_text(text, &tokens, i);
		if (token->kind == TOKEN_COMMENT && slice_starts_with(bytes, language->line_comment))
			why = "a comment to the end of its line would take the rest of the directive with it";
		if (token_is_directive(language, &tokens, i))
			why = "a directive cannot be inside another one";
	}
	token_list_release(&tokens);
	return why;
}

static void splice(struct op_run *run, struct edit *edit)
{
	struct source *source = run->doc->source;
	struct slice bytes = source->bytes;
	size_t line = source_line_index(source, edit->begin), column = column_at(source, line);
	size_t width = column ? column_after(slice_sub(bytes, source_line_begin(source, line), edit->begin), 0) : 0;
	uint32_t end = edit->end;
	while (end < bytes.len && ascii_is_blank(bytes.ptr[end]))
		end++;
	bool has_next = end < bytes.len && bytes.ptr[end] == '\\';
	struct str text = STR_INIT;
	add_spliced(edit->text, width, column, has_next, &text);
	edit->end = has_next ? end : edit->end;
	edit->text = slice_from(arena_dup(&run->out->arena, str_slice(&text)), text.len);
	str_release(&text);
}

/* Where the directive ends with which the match begins, if the edit is about what a capture took there; else 0. */
static uint32_t own_directive_end(const struct op_run *run, const struct match *match)
{
	const struct document *doc = run->doc;
	bool is_part = run->rule->def->n_sets && run->rule->pattern;
	size_t end = is_part ? code_directive_end(doc, match->run.first) : 0;
	return end ? code_token(doc, end)->begin : 0;
}

bool splice_edits(struct op_run *run, const struct match *match, struct err *err)
{
	const struct language *language = run->doc->language;
	if (!language->splices || run->rule->def->op->at_top)
		return true;
	uint32_t end = insert_is_in_directive(run, match) ? UINT32_MAX : own_directive_end(run, match);
	for (size_t i = run->own; i < run->out->count; i++) {
		struct edit *edit = &run->out->items[i];
		if (!end || edit->begin > end)
			continue;
		const char *why = why_not_in_directive(language, edit->text);
		if (why)
			return fit_fail(run, match, why, err);
		if (slice_find(edit->text, SLICE_LITERAL("\n"), 0) != (size_t)-1)
			splice(run, edit);
	}
	return true;
}
