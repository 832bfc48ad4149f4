#include "unit.h"

#include <string.h>

#include "lang/document.h"

static struct source source;
static struct document doc;

static void open_document(const char *language, const char *text)
{
	source_init(&source, "test", slice_of(text));
	document_init(&doc, &source, language_find(slice_of(language)));
}

static void close_document(void)
{
	document_release(&doc);
	source_release(&source);
}

/* The head of the block that holds the token at the first `needle`, or "". */
static void expect_block(const char *needle, const char *head)
{
	const struct token_list *tokens = document_tokens(&doc);
	size_t offset = slice_find(source.bytes, slice_of(needle), 0);
	uint32_t index = 0;
	while (tokens->items[index].end <= offset)
		index++;
	uint32_t block = document_block_at(&doc, index);
	struct slice found = SLICE_LITERAL("");
	if (block != NODE_NONE) {
		const struct node *node = &doc.nodes.items[block];
		found = slice_sub(
			source.bytes, tokens->items[node->first].begin, tokens->items[node->head_last - 1].end);
	}
	assert_int_equal(found.len, strlen(head));
	assert_memory_equal(found.ptr, head, found.len);
}

TEST(document_code_leaves_out_layout)
{
	open_document("cmake", "# c\nf( a\n)\n");
	assert_false(doc.lexed);
	assert_int_equal(document_tokens(&doc)->count, 9);
	assert_true(doc.lexed);
	assert_int_equal(doc.n_code, 4);
	const char *const texts[] = { "f", "(", "a", ")" };
	for (size_t i = 0; i < doc.n_code; i++)
		assert_true(slice_eq_cstr(document_text(&doc, doc.code[i]), texts[i]));
	close_document();
}

TEST(document_is_lexed_and_parsed_once)
{
	open_document("cmake", "f(a)\n");
	const struct token *tokens = document_tokens(&doc)->items;
	assert_int_equal(document_nodes(&doc)->count, 2);
	assert_int_equal(document_nodes(&doc)->count, 2);
	assert_ptr_equal(document_tokens(&doc)->items, tokens);
	close_document();
}

TEST(document_of_nothing)
{
	open_document("cmake", "");
	assert_int_equal(document_tokens(&doc)->count, 0);
	assert_int_equal(document_nodes(&doc)->count, 0);
	assert_int_equal(doc.n_code, 0);
	close_document();
}

TEST(document_block_at_is_the_innermost)
{
	open_document("cmake", "zero()\nfunction(f)\n  one()\n  if(A)\n    two(x)\n    foreach(i)\n    endforeach()\n"
			       "    three() # note\n"
			       "  else()\n    four()\n  endif()\n  five()\nendfunction()\nsix()\n");
	expect_block("zero", "");
	expect_block("function(f)", "");
	expect_block("one", "function(f)");
	expect_block("if(A)", "function(f)");
	expect_block("A)", "function(f)");
	expect_block("two", "if(A)");
	expect_block("x)", "if(A)");
	expect_block("endforeach", "if(A)");
	expect_block("three", "if(A)");
	expect_block("else", "function(f)");
	expect_block("four", "else()");
	expect_block("endif", "function(f)");
	expect_block("five", "function(f)");
	expect_block("endfunction", "");
	expect_block("six", "");
	close_document();
}

TEST(document_block_at_layout_between_commands)
{
	open_document("cmake", "if(A)\n  f()\n  # inside\n  g()\n  # behind\nendif()\n# outside\n");
	expect_block("# inside", "if(A)");
	expect_block("# behind", "");
	expect_block("# outside", "");
	close_document();
}

TEST(document_plain_text_is_lines)
{
	open_document("text", "\xEF\xBB\xBF  one two \r\n\n\tthree");
	document_tokens(&doc);
	assert_int_equal(doc.n_code, 2);
	assert_true(slice_eq_cstr(document_text(&doc, doc.code[0]), "one two"));
	assert_true(slice_eq_cstr(document_text(&doc, doc.code[1]), "three"));
	assert_int_equal(doc.tokens.items[0].kind, TOKEN_BOM);
	assert_int_equal(document_nodes(&doc)->count, 0);
	assert_int_equal(document_block_at(&doc, 0), NODE_NONE);
	close_document();
}

TEST(document_plain_text_is_lossless)
{
	static const char text[] = " a\r\n\r\n\rb\r\r\n \t \n\0c \xFF\n\n  ";
	for (size_t len = 0; len < sizeof(text); len++) {
		struct token_list tokens = { 0 };
		language_find(slice_of("text"))->lex(slice_from(text, len), true, &tokens);
		uint32_t at = 0;
		for (size_t i = 0; i < tokens.count; i++) {
			assert_int_equal(tokens.items[i].begin, at);
			assert_true(tokens.items[i].end > at);
			at = tokens.items[i].end;
		}
		assert_int_equal(at, len);
		token_list_release(&tokens);
	}
}

TEST(document_plain_text_patterns_capture_lines)
{
	static const enum token_kind kinds[] = { TOKEN_TEXT, TOKEN_CAPTURE, TOKEN_CAPTURE_LIST, TOKEN_TEXT };
	struct token_list tokens = { 0 };
	size_t n_code = 0;
	language_find(slice_of("text"))->lex(slice_of("a $X\n $X\n$$$\n$x"), true, &tokens);
	for (size_t i = 0; i < tokens.count; i++)
		if (!token_is_layout(&tokens.items[i]))
			assert_int_equal(tokens.items[i].kind, kinds[n_code++]);
	assert_int_equal(n_code, 4);
	token_list_release(&tokens);
}

TEST(document_kinds_have_names)
{
	for (int kind = 0; kind < TOKEN_KIND_COUNT; kind++)
		assert_string_not_equal(token_kind_name((enum token_kind)kind), "unknown");
	for (int kind = 0; kind < NODE_KIND_COUNT; kind++)
		assert_string_not_equal(node_kind_name((enum node_kind)kind), "unknown");
	assert_string_equal(token_kind_name(TOKEN_CAPTURE_LIST), "capture-list");
	assert_string_equal(token_kind_name(TOKEN_KIND_COUNT), "unknown");
}

TEST(document_languages_are_found_by_their_names)
{
	size_t count;
	const struct language *const *all = language_all(&count);
	assert_true(count >= 3);
	for (size_t i = 0; i < count; i++)
		assert_ptr_equal(language_find(slice_of(all[i]->name)), all[i]);
	assert_null(language_find(slice_of("")));
	assert_null(language_find(slice_of("cobol")));
}

/* For each code token: does a block that begins before it on its line hold it ('B'), does one end on its line ('E'),
 * both ('2') or neither ('-')? */
static void expect_line_bounds(const char *text, const char *expected)
{
	open_document("shell", text);
	document_tokens(&doc);
	struct str found = STR_INIT;
	for (size_t i = 0; i < doc.n_code; i++)
		str_add_char(&found, "-BE2"[document_line_bounds(&doc, i)]);
	if (!slice_eq_cstr(str_slice(&found), expected))
		fail_msg("%s: %.*s", text, (int)found.len, found.ptr);
	str_release(&found);
	close_document();
}

TEST(document_knows_blocks_that_begin_and_end_on_a_line)
{
	expect_line_bounds("a\n", "--");
	expect_line_bounds("a && \"b\" | c\n", "------");
	expect_line_bounds("if a; then b; fi\nc\n", "-222222---");
	expect_line_bounds("if a; then\nb\nfi\n", "-BBBB--E-");
}
