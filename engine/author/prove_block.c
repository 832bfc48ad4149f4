/* A test's text within a block: what a rule does at the left margin it must do one level deeper as well. */
#include "author/prove_private.h"

#include "base/alloc.h"
#include "lang/document.h"

struct block_form {
	const char *language;
	const char *head, *foot; /* lines */
	const char *indent;
};

/* Names that no rule asks for. C's is a namespace, where declarations and statements may both stand as far as its lexer is concerned. */
static const struct block_form forms[] = {
	{ "cmake", "if(TPATCH_BLOCK)\n", "endif()\n", "  " },
	{ "python", "if TPATCH_BLOCK:\n", "", "    " },
	{ "starlark", "if TPATCH_BLOCK:\n", "", "    " },
	{ "c", "namespace tpatch_block {\n", "}\n", "  " },
};

static const struct block_form *form_of(const struct language *language)
{
	for (size_t i = 0; i < COUNT_OF(forms); i++)
		if (slice_eq_cstr(slice_of(language->name), forms[i].language))
			return &forms[i];
	return NULL;
}

/* Does the context ask that something does not enclose the place? */
static bool forbids_blocks(const struct context_def *context, bool negated)
{
	if (context->kind == CONTEXT_INSIDE)
		return negated;
	for (size_t i = 0; i < context->n_parts; i++)
		if (forbids_blocks(&context->parts[i], negated || context->kind == CONTEXT_NOT))
			return true;
	return false;
}

const char *block_refuses(const struct rule *rule)
{
	if (!form_of(rule->language))
		return "its language has no blocks";
	for (size_t i = 0; i < rule->n_edits; i++) {
		const struct edit_def *edit = &rule->edits[i];
		if (edit->regex.text.ptr)
			return "a regex looks at bytes, which indentation changes";
		if (edit->op->stands_alone)
			return "the operation does not look into blocks, or compares whole lines";
		if (forbids_blocks(&edit->context, false))
			return "an edit asks not to be inside a block";
	}
	return NULL;
}

static bool is_long_string(struct document *doc, const struct token *token)
{
	switch (token->kind) {
	case TOKEN_STRING:
	case TOKEN_TEXT:
	case TOKEN_BRACKET:
	case TOKEN_JUNK:
		return slice_find(slice_sub(doc->source->bytes, token->begin, token->end), SLICE_LITERAL("\n"), 0) != (size_t)-1;
	default:
		return false;
	}
}

/* Before the text is put anywhere. */
static const char *text_trouble(struct document *doc)
{
	const struct token_list *tokens = document_tokens(doc);
	if (tokens->trouble)
		return "its text is not made of whole statements";
	for (size_t i = 0; i < tokens->count; i++)
		if (is_long_string(doc, &tokens->items[i]))
			return "its text has a string of several lines";
	for (size_t i = 0; i < doc->n_code; i++)
		if (tokens->items[doc->code[i]].kind != TOKEN_END)
			return NULL;
	return "its text has no statement";
}

/* The first `{` or deeper line, which is the block's own, must be closed by the text's last token. */
static bool closes_at_end(struct document *doc)
{
	const struct token_list *tokens = document_tokens(doc);
	for (size_t i = 0; i < doc->n_code; i++) {
		const struct token *token = &tokens->items[doc->code[i]];
		if (token->kind == TOKEN_INDENT || (token->kind == TOKEN_OPEN && slice_eq_cstr(document_text(doc, doc->code[i]), "{")))
			return token->partner != TOKEN_NONE && token->partner == doc->code[doc->n_code - 1];
	}
	return false;
}

/* CMake: nothing but the block and its `endif()` may be outside of it. */
static bool holds_all(struct document *doc)
{
	const struct node_list *nodes = document_nodes(doc);
	size_t outside = 0;
	for (size_t i = 0; i < nodes->count; i++)
		outside += nodes->items[i].parent == NODE_NONE;
	return outside == 2;
}

static void add_block(const struct block_form *form, struct slice text, struct str *out)
{
	struct slice line;
	str_add_cstr(out, form->head);
	if (slice_ends_with(text, "\n"))
		text.len--;
	while (slice_cut(&text, '\n', &line)) {
		if (line.len)
			str_add_cstr(out, form->indent);
		str_add(out, line);
		str_add_char(out, '\n');
	}
	str_add_cstr(out, form->foot);
}

const char *block_put(const struct rule *rule, struct slice text, struct arena *arena, struct slice *out)
{
	const struct block_form *form = form_of(rule->language);
	struct source source;
	struct document doc;
	source_init(&source, "", text);
	document_init(&doc, &source, rule->language);
	const char *why = text_trouble(&doc);
	document_release(&doc);
	source_release(&source);
	if (why)
		return why;
	struct str block = STR_INIT;
	add_block(form, text, &block);
	*out = slice_from(arena_dup(arena, str_slice(&block)), block.len);
	str_release(&block);
	source_init(&source, "", *out);
	document_init(&doc, &source, rule->language);
	bool fits = !document_tokens(&doc)->trouble && (slice_eq_cstr(slice_of(form->language), "cmake") ? holds_all(&doc) : closes_at_end(&doc));
	document_release(&doc);
	source_release(&source);
	return fits ? NULL : "its text is not made of whole statements";
}
