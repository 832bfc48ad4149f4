#include "lang/language.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/poison.h"

static const char *const token_kind_names[TOKEN_KIND_COUNT] = {
	[TOKEN_BOM] = "bom",
	[TOKEN_SPACE] = "space",
	[TOKEN_NEWLINE] = "newline",
	[TOKEN_COMMENT] = "comment",
	[TOKEN_NAME] = "name",
	[TOKEN_NUMBER] = "number",
	[TOKEN_STRING] = "string",
	[TOKEN_TEXT] = "text",
	[TOKEN_BRACKET] = "bracket",
	[TOKEN_OPERATOR] = "operator",
	[TOKEN_OPEN] = "open",
	[TOKEN_CLOSE] = "close",
	[TOKEN_END] = "end",
	[TOKEN_INDENT] = "indent",
	[TOKEN_DEDENT] = "dedent",
	[TOKEN_CAPTURE] = "capture",
	[TOKEN_CAPTURE_LIST] = "capture-list",
	[TOKEN_JUNK] = "junk",
};

static const char *const node_kind_names[NODE_KIND_COUNT] = {
	[NODE_COMMAND] = "command",
	[NODE_ARGUMENT] = "argument",
	[NODE_STATEMENT] = "statement",
	[NODE_CALL] = "call",
	[NODE_BLOCK] = "block",
};

void token_list_release(struct token_list *list)
{
	free(list->items);
	*list = (struct token_list){ 0 };
}

size_t token_list_add(struct token_list *list, enum token_kind kind, size_t begin, size_t end)
{
	if (list->count == list->capacity)
		list->items = vec_grow(list->items, list->count, &list->capacity, sizeof(*list->items));
	UNPOISON(&list->items[list->count], sizeof(*list->items));
	list->items[list->count] = (struct token){ .begin = (uint32_t)begin & 0x7ffffff,
		.kind = (uint32_t)kind & 31,
		.end = (uint32_t)end,
		.partner = TOKEN_NONE };
	return list->count++;
}

void token_list_note(struct token_list *list, size_t offset, const char *problem)
{
	if (list->problem && list->problem_offset <= offset)
		return;
	list->problem = problem;
	list->problem_offset = (uint32_t)offset;
}

void token_list_drop_open(struct token_list *list, uint32_t open, const char *problem)
{
	while (open != TOKEN_NONE) {
		struct token *token = &list->items[open];
		if (problem)
			token_list_note(list, token->begin, problem);
		open = token->partner;
		token->partner = TOKEN_NONE;
	}
}

const char *token_kind_name(enum token_kind kind)
{
	return (unsigned)kind < TOKEN_KIND_COUNT ? token_kind_names[kind] : "unknown";
}

bool token_is_document(const struct language *language, struct slice bytes, const struct token *token)
{
	char last = token->end > token->begin ? bytes.ptr[token->end - 1] : '"';
	return language->has_documents && token->kind == TOKEN_STRING && last != '"' && last != '\'';
}

static bool is_crlf(struct slice text, size_t at)
{
	return text.ptr[at] == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n';
}

bool token_same_lines(struct slice a, struct slice b)
{
	size_t i = 0, k = 0;
	while (i < a.len && k < b.len) {
		i += is_crlf(a, i);
		k += is_crlf(b, k);
		if (a.ptr[i++] != b.ptr[k++])
			return false;
	}
	return i == a.len && k == b.len;
}

static bool in_capture_name(char c, bool first)
{
	return (c >= 'A' && c <= 'Z') || c == '_' || (!first && c >= '0' && c <= '9');
}

size_t capture_len(struct slice text, size_t from, enum token_kind *kind)
{
	size_t dollars = 0;
	while (dollars < 3 && from + dollars < text.len && text.ptr[from + dollars] == '$')
		dollars++;
	size_t name = from + dollars, end = name;
	while (end < text.len && in_capture_name(text.ptr[end], end == name))
		end++;
	bool is_list = dollars == 3;
	if (!is_list && (dollars != 1 || end == name))
		return 0;
	*kind = is_list ? TOKEN_CAPTURE_LIST : TOKEN_CAPTURE;
	return end - from;
}

enum token_kind capture_kind(struct slice text, enum token_kind otherwise)
{
	enum token_kind kind = otherwise;
	size_t len = capture_len(text, 0, &kind);
	return len && len == text.len ? kind : otherwise;
}

const char *node_kind_name(enum node_kind kind)
{
	return (unsigned)kind < NODE_KIND_COUNT ? node_kind_names[kind] : "unknown";
}

void node_list_set_parents(struct node_list *nodes)
{
	uint32_t parent = NODE_NONE;
	for (uint32_t i = 0; i < nodes->count; i++) {
		struct node *node = &nodes->items[i];
		while (parent != NODE_NONE && nodes->items[parent].last <= node->first)
			parent = nodes->items[parent].parent;
		node->parent = parent;
		parent = i;
	}
}
