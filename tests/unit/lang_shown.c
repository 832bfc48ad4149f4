#include "lang_shown.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "lang/document.h"
#include "lang/problem.h"
#include "match/code.h"
#include "unit.h"

/* What is shown, and where. */
struct page {
	struct document doc;
	struct str out;
	uint32_t *numbers; /* of tokens that have a partner */
	uint32_t n_pairs;
	size_t next_code;
	bool is_fresh; /* nothing in this row yet */
};

static size_t line_of(const struct page *page, size_t offset)
{
	size_t line = 1;
	for (size_t i = 0; i < offset; i++)
		line += page->doc.source->bytes.ptr[i] == '\n';
	return line;
}

static void end_row(struct page *page)
{
	if (!page->is_fresh)
		str_add_char(&page->out, '\n');
	page->is_fresh = true;
}

/* Line ends within a token are `\n` here, so that a row stays one. */
static void add_text(struct page *page, struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		switch (text.ptr[i]) {
		case '\n':
			str_add_cstr(&page->out, "\\n");
			break;
		case '\r':
			str_add_cstr(&page->out, "\\r");
			break;
		default:
			str_add_char(&page->out, text.ptr[i]);
		}
}

static void add_number(struct page *page, uint32_t i)
{
	uint32_t partner = page->doc.tokens.items[i].partner;
	if (partner == TOKEN_NONE)
		return;
	if (partner > i)
		page->numbers[i] = page->numbers[partner] = ++page->n_pairs;
	str_addf(&page->out, "%u", (unsigned)page->numbers[i]);
}

static void add_token(struct page *page, uint32_t i)
{
	static const char *const obvious[] = { "name", "operator", "open", "close", "comment", NULL };
	const struct token *token = &page->doc.tokens.items[i];
	struct slice text = token_text(page->doc.source->bytes, &page->doc.tokens, i);
	const char *kind = token_kind_name(token->kind);
	bool is_code = !token_is_layout(token);
	str_add_cstr(&page->out, page->is_fresh ? "" : " ");
	page->is_fresh = false;
	if (is_code && token->kind != TOKEN_END && code_is_statement_start(&page->doc, page->next_code))
		str_add_char(&page->out, '|');
	page->next_code += is_code;
	if (token->kind == TOKEN_END)
		str_add_char(&page->out, '$');
	else if (token->begin == token->end)
		str_add_cstr(&page->out, kind);
	else if (slice_is_one_of(slice_of(kind), obvious))
		add_text(page, text);
	else {
		str_addf(&page->out, "%s:", kind);
		add_text(page, text);
	}
	add_number(page, i);
	if (token->kind == TOKEN_END)
		end_row(page);
}

static void add_tokens(struct page *page)
{
	const struct token_list *tokens = document_tokens(&page->doc);
	page->numbers = xcalloc(tokens->count + 1, sizeof(*page->numbers));
	page->is_fresh = true;
	for (uint32_t i = 0; i < tokens->count; i++) {
		struct slice text = token_text(page->doc.source->bytes, tokens, i);
		bool holds_line_end =
			text.len && (memchr(text.ptr, '\n', text.len) || memchr(text.ptr, '\r', text.len));
		if (tokens->items[i].kind == TOKEN_NEWLINE)
			end_row(page);
		else if (tokens->items[i].kind != TOKEN_SPACE)
			add_token(page, i);
		else if (holds_line_end)
			str_add_cstr(&page->out, " \\");
	}
	end_row(page);
}

static void add_nodes(struct page *page)
{
	const struct node_list *nodes = document_nodes(&page->doc);
	const struct token *items = page->doc.tokens.items;
	struct slice bytes = page->doc.source->bytes;
	for (size_t i = 0; i < nodes->count; i++) {
		const struct node *node = &nodes->items[i];
		uint32_t head_last = node->head_last > node->first ? node->head_last : node->last;
		str_add_cstr(&page->out, "@ ");
		for (uint32_t at = node->parent; at != NODE_NONE; at = nodes->items[at].parent)
			str_add_char(&page->out, '.');
		str_addf(&page->out, "%s ", node_kind_name(node->kind));
		add_text(page, slice_sub(bytes, items[node->first].begin, items[head_last - 1].end));
		str_addf(&page->out, ": %zu-%zu\n", line_of(page, items[node->first].begin),
			line_of(page, items[node->last - 1].end));
	}
}

static void add_problems(struct page *page)
{
	struct problem_list list = { 0 };
	document_problems(&page->doc, &list);
	for (size_t i = 0; i < list.count; i++) {
		size_t begin = list.items[i].offset;
		while (begin > 0 && page->doc.source->bytes.ptr[begin - 1] != '\n')
			begin--;
		str_addf(&page->out, "! %zu:%zu %s\n", line_of(page, list.items[i].offset),
			list.items[i].offset - begin + 1, list.items[i].what);
	}
	problem_list_release(&list);
}

void assert_shown(const char *language, const char *text, const char *expected)
{
	struct page page = { .out = STR_INIT };
	struct source source;
	document_open(&page.doc, &source, "test", slice_of(text), language_find(slice_of(language)));
	add_tokens(&page);
	add_nodes(&page);
	add_problems(&page);
	str_reserve(&page.out, 1);
	char *found = str_detach(&page.out);
	if (strcmp(found, expected) != 0)
		fail_msg("%s sees\n%s\nnot\n%s\nin\n%s", language, found, expected, text);
	free(found);
	free(page.numbers);
	document_close(&page.doc, &source);
}
