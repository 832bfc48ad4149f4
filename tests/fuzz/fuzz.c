#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

_Noreturn void fuzz_fail(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

struct fuzz_input fuzz_open(const uint8_t *data, size_t size)
{
	return (struct fuzz_input){ slice_from((const char *)data, size) };
}

uint8_t fuzz_byte(struct fuzz_input *input)
{
	if (!input->rest.len)
		return 0;
	uint8_t byte = (uint8_t)input->rest.ptr[0];
	input->rest = slice_sub(input->rest, 1, input->rest.len);
	return byte;
}

struct slice fuzz_part(struct fuzz_input *input)
{
	struct slice all = input->rest, mark = SLICE_LITERAL("\n%%\n");
	size_t at = slice_find(all, mark, 0);
	if (at == (size_t)-1) {
		input->rest = slice_sub(all, all.len, all.len);
		return all;
	}
	input->rest = slice_sub(all, at + mark.len, all.len);
	return slice_sub(all, 0, at);
}

const struct language *fuzz_language(struct fuzz_input *input)
{
	static const char *const names[] = { "cmake", "python", "text", "c", "starlark", "shell", "batch" };
	const struct language *language = language_find(slice_of(names[fuzz_byte(input) % COUNT_OF(names)]));
	return language ? language : language_find(SLICE_LITERAL("text"));
}

struct slice fuzz_exact(struct slice bytes)
{
	char *copy = xmalloc(bytes.len);
	if (bytes.len)
		memcpy(copy, bytes.ptr, bytes.len);
	return slice_from(copy, bytes.len);
}

void fuzz_check_err(struct err *err)
{
	struct str text = STR_INIT;
	MUST(err->kind != ERR_NONE);
	MUST(err->message && err->message[0]);
	MUST(err->line || !err->column);
	err_format(err, &text);
	MUST(text.len && text.ptr[text.len - 1] == '\n');
	str_release(&text);
	err_release(err);
}

static void check_tokens(struct slice bytes, const struct token_list *tokens)
{
	uint32_t at = 0;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		bool may_be_empty = token->kind == TOKEN_END || token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT;
		MUST(token->kind < TOKEN_KIND_COUNT);
		MUST(token->begin == at);
		MUST(token->end > token->begin || (may_be_empty && token->end == token->begin));
		at = token->end;
		if (token->partner == TOKEN_NONE)
			continue;
		MUST(token->partner < tokens->count);
		const struct token *partner = &tokens->items[token->partner];
		MUST(partner->partner == i);
		MUST(token->kind != TOKEN_OPEN || (partner->kind == TOKEN_CLOSE && token->partner > i));
		MUST(token->kind != TOKEN_INDENT || (partner->kind == TOKEN_DEDENT && token->partner > i));
		MUST(token->kind != TOKEN_CLOSE || partner->kind == TOKEN_OPEN);
		MUST(token->kind != TOKEN_DEDENT || partner->kind == TOKEN_INDENT);
	}
	MUST(at == bytes.len);
	MUST(!tokens->trouble || tokens->trouble_offset <= bytes.len);
}

/* C's braces and conditionals may overlap (lang/lang_c_tree.c); elsewhere a node lies within its parent. */
static void check_nodes(const struct language *language, const struct token_list *tokens, const struct node_list *nodes)
{
	bool may_overlap = slice_eq_cstr(slice_of(language->name), "c");
	for (size_t i = 0; i < nodes->count; i++) {
		const struct node *node = &nodes->items[i];
		MUST(node->kind < NODE_KIND_COUNT);
		MUST(node->first < node->last && node->last <= tokens->count);
		MUST(node->head_last >= node->first && node->head_last <= node->last);
		MUST(!token_is_layout(&tokens->items[node->first]));
		MUST(!token_is_layout(&tokens->items[node->last - 1]));
		MUST(i == 0 || node->first >= nodes->items[i - 1].first);
		if (node->parent == NODE_NONE)
			continue;
		MUST(node->parent < i);
		const struct node *parent = &nodes->items[node->parent];
		MUST(parent->first <= node->first && node->first < parent->last);
		MUST(may_overlap || node->last <= parent->last);
	}
}

/* The block that holds a token is the innermost one whose body does. */
static void check_blocks(struct document *doc)
{
	const struct node_list *nodes = document_nodes(doc);
	size_t step = doc->tokens.count / 64 + 1;
	for (size_t i = 0; i < doc->tokens.count; i += step) {
		uint32_t block = document_block_at(doc, (uint32_t)i);
		if (block == NODE_NONE)
			continue;
		MUST(block < nodes->count && nodes->items[block].kind == NODE_BLOCK);
		MUST(nodes->items[block].head_last <= i && i < nodes->items[block].last);
	}
}

void fuzz_check_language(const struct language *language, struct slice bytes)
{
	struct slice own = fuzz_exact(bytes);
	for (int pattern = 0; pattern <= 1; pattern++) {
		struct token_list tokens = { 0 };
		struct node_list nodes = { 0 };
		language->lex(own, pattern, &tokens);
		check_tokens(own, &tokens);
		if (language->is_statement)
			language->is_statement(own, &tokens);
		if (language->parse)
			language->parse(own, &tokens, &nodes);
		check_nodes(language, &tokens, &nodes);
		token_list_release(&tokens);
		node_list_release(&nodes);
	}
	struct source source;
	struct document doc;
	source_init(&source, "fuzz", own);
	document_init(&doc, &source, language);
	check_blocks(&doc);
	document_release(&doc);
	source_release(&source);
	free((char *)own.ptr);
}
