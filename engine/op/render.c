/* Text of a patch set as text of a file: captures filled in, line ends and indentation of the place. */
#include "base/ascii.h"
#include "op/emit.h"
#include "op/indent.h"

/* Adds template bytes [begin, end), turning each line end into the file's and indenting what follows it. */
static void add_fitted(const struct op_run *run, const struct match *match, struct slice eol, struct slice indent,
	size_t begin, size_t end, bool is_last, struct str *out)
{
	const struct document *doc = pattern_document(run->rule->template);
	struct slice text = pattern_text(run->rule->template);
	for (size_t i = begin; i < end; i++) {
		if (text.ptr[i] != '\n') {
			str_add_char(out, text.ptr[i]);
			continue;
		}
		str_add(out, eol);
		bool line_is_empty = i + 1 == end ? is_last : text.ptr[i + 1] == '\n';
		if (line_is_empty || indent_is_inside_token(doc, (uint32_t)i + 1))
			continue;
		size_t code = i + 1;
		while (code < end && ascii_is_blank(text.ptr[code]))
			code++;
		if (!emit_spend(run, indent.len))
			return;
		str_add(out, indent);
		indent_add(run, match, slice_sub(text, i + 1, code), out);
		i = code - 1;
	}
}

/* An empty list takes the separator or the spaces beside it along. Returns where the template goes on. */
static size_t skip_after_empty(const struct op_run *run, size_t element, size_t from, struct str *out)
{
	const struct pattern *template = run->rule->template;
	const struct document *doc = pattern_document(template);
	const char *separator = run->rule->language->separator;
	struct slice text = pattern_text(template);
	if (separator && element + 1 < pattern_element_count(template)) {
		uint32_t next = pattern_element_token(template, element + 1);
		if (slice_eq_cstr(document_text(doc, next), separator))
			from = doc->tokens.items[next].end;
		else
			while (out->len &&
				(out->ptr[out->len - 1] == ' ' || slice_ends_with(str_slice(out), separator)))
				out->len--;
	}
	while (from < text.len && text.ptr[from] == ' ')
		from++;
	return from;
}

void render_indented(const struct op_run *run, const struct match *match, size_t begin, size_t end, uint32_t at,
	struct slice indent, struct str *out)
{
	const struct pattern *template = run->rule->template;
	const struct token_list *tokens = &pattern_document(template)->tokens;
	struct slice eol = source_eol_at(run->doc->source, at);
	for (size_t e = 0; e < pattern_element_count(template); e++) {
		const struct token *token = &tokens->items[pattern_element_token(template, e)];
		size_t capture = pattern_element_capture(template, e);
		if (token->begin < begin || token->end > end || capture == (size_t)-1)
			continue;
		add_fitted(run, match, eol, indent, begin, token->begin, false, out);
		begin = token->end;
		size_t taken = pattern_capture_find(run->rule->pattern, pattern_capture_name(template, capture));
		uint32_t capture_begin, capture_end;
		match_capture_span(match, taken, run->doc, &capture_begin, &capture_end);
		indent_add_bytes(run, capture_begin, capture_end, at, out);
		if (capture_begin == capture_end)
			begin = skip_after_empty(run, e, begin, out);
	}
	if (begin < end)
		add_fitted(run, match, eol, indent, begin, end, true, out);
}

void render_template(const struct op_run *run, const struct match *match, size_t begin, size_t end, uint32_t at,
	uint32_t origin, struct str *out)
{
	struct slice indent = source_indent_at(run->doc->source, origin);
	bool begins_line = at == 0 || run->doc->source->bytes.ptr[at - 1] == '\n';
	if (begins_line && at != origin)
		str_add(out, indent);
	render_indented(run, match, begin, end, at, indent, out);
}
