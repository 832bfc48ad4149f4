#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "format/yaml.h"

static struct yaml_file parsed_bytes(struct slice text)
{
	struct yaml_file file;
	struct err err = ERR_INIT;
	if (!yaml_file_parse(&file, "t.yaml", text, &err))
		fail_msg("%zu:%zu: %s", err.line, err.column, err.message);
	assert_int_equal(err.kind, ERR_NONE);
	return file;
}

static struct yaml_file parsed(const char *text)
{
	return parsed_bytes(slice_of(text));
}

static const struct yaml_node *value(const struct yaml_node *map, const char *key)
{
	const struct yaml_pair *pair = yaml_find(map, key);
	if (!pair)
		fail_msg("no key '%s'", key);
	return pair->value;
}

static void assert_text(const struct yaml_node *node, const char *text, enum yaml_style style, bool is_string,
	size_t line, size_t column)
{
	assert_int_equal(node->kind, YAML_KIND_TEXT);
	if (!slice_eq_cstr(node->text, text))
		fail_msg("'" SLICE_FMT "' is not '%s'", SLICE_ARG(node->text), text);
	assert_int_equal(node->style, style);
	assert_int_equal(node->is_string, is_string);
	assert_int_equal(node->line, line);
	assert_int_equal(node->column, column);
}

TEST(yaml_tree_has_kinds_styles_and_places)
{
	struct yaml_file file = parsed("plain: 1.20\n"
				       "single: 'it''s'\n"
				       "double: \"a\\tb\"   # comment\n"
				       "literal: |\n"
				       "  one\n"
				       "\n"
				       "    two\n"
				       "folded: >-\n"
				       "  one\n"
				       "  two\n"
				       "list:\n"
				       "  - x\n"
				       "  - [y, 'z']\n"
				       "map: {k: v}\n"
				       "empty:\n");
	const struct yaml_node *root = file.root;
	assert_int_equal(root->kind, YAML_KIND_MAP);
	assert_int_equal(root->count, 8);
	assert_text(value(root, "plain"), "1.20", YAML_STYLE_PLAIN, false, 1, 8);
	assert_text(value(root, "single"), "it's", YAML_STYLE_SINGLE, true, 2, 9);
	assert_text(value(root, "double"), "a\tb", YAML_STYLE_DOUBLE, true, 3, 9);
	assert_text(value(root, "literal"), "one\n\n  two\n", YAML_STYLE_LITERAL, true, 4, 10);
	assert_text(value(root, "folded"), "one two", YAML_STYLE_FOLDED, true, 8, 9);
	const struct yaml_node *list = value(root, "list");
	assert_int_equal(list->kind, YAML_KIND_LIST);
	assert_int_equal(list->style, YAML_STYLE_PLAIN);
	assert_text(list->items[0], "x", YAML_STYLE_PLAIN, false, 12, 5);
	assert_int_equal(list->items[1]->style, YAML_STYLE_FLOW);
	assert_text(list->items[1]->items[1], "z", YAML_STYLE_SINGLE, true, 13, 9);
	assert_text(root->pairs[6].key, "map", YAML_STYLE_PLAIN, false, 14, 1);
	assert_text(value(value(root, "map"), "k"), "v", YAML_STYLE_PLAIN, false, 14, 10);
	assert_true(yaml_is_null(value(root, "empty")));
	assert_null(yaml_find(root, "nothing"));
	yaml_file_release(&file);
}

TEST(yaml_columns_count_bytes)
{
	struct yaml_file file =
		parsed("# \xE2\x82\xAC\xE2\x82\xAC\n\xC3\xA4: \xF0\x9F\x98\x80 x\nb: {\xC3\xA4\xC3\xA4: y}\n");
	assert_text(file.root->pairs[0].value, "\xF0\x9F\x98\x80 x", YAML_STYLE_PLAIN, false, 2, 5);
	assert_text(file.root->pairs[1].value->pairs[0].value, "y", YAML_STYLE_PLAIN, false, 3, 11);
	yaml_file_release(&file);
}

TEST(yaml_null_is_plain_only)
{
	struct yaml_file file = parsed("[~, null, '~', \"\", Null, nul, !!str , 0]");
	static const bool expected[] = { true, true, false, false, true, false, false, false };
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
		assert_int_equal(yaml_is_null(file.root->items[i]), expected[i]);
	yaml_file_release(&file);
}

TEST(yaml_core_tags_say_what_is_a_string)
{
	struct yaml_file file =
		parsed("a: !!str 1.20\nb: ! x\nc: !!int \"3\"\nd: !!map {x: y}\ne: !!seq\n  - &k !!str 5\n");
	assert_text(value(file.root, "a"), "1.20", YAML_STYLE_PLAIN, true, 1, 10);
	assert_text(value(file.root, "b"), "x", YAML_STYLE_PLAIN, true, 2, 6);
	assert_text(value(file.root, "c"), "3", YAML_STYLE_DOUBLE, false, 3, 10);
	assert_int_equal(value(file.root, "d")->column, 10);
	assert_text(value(file.root, "e")->items[0], "5", YAML_STYLE_PLAIN, true, 6, 14);
	yaml_file_release(&file);
}

TEST(yaml_aliases_share_a_node)
{
	struct yaml_file file = parsed("a: &x [p, {q: r}]\nb: *x\nc: &y\n  # comment\n  k: *x\n");
	const struct yaml_node *shared = value(file.root, "a");
	assert_ptr_equal(value(file.root, "b"), shared);
	assert_ptr_equal(value(value(file.root, "c"), "k"), shared);
	assert_int_equal(shared->n_nodes, 5);
	assert_int_equal(shared->height, 2);
	assert_int_equal(value(file.root, "c")->line, 5);
	assert_int_equal(value(file.root, "c")->n_nodes, 7);
	yaml_file_release(&file);
}

static void assert_same_tree(const struct yaml_node *a, const struct yaml_node *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->style, b->style);
	assert_int_equal(a->line, b->line);
	assert_int_equal(a->column, b->column);
	assert_true(slice_eq(a->text, b->text));
	assert_int_equal(a->count, b->count);
	for (size_t i = 0; i < a->count; i++) {
		if (a->kind == YAML_KIND_MAP)
			assert_same_tree(a->pairs[i].key, b->pairs[i].key);
		assert_same_tree(a->kind == YAML_KIND_MAP ? a->pairs[i].value : a->items[i],
			b->kind == YAML_KIND_MAP ? b->pairs[i].value : b->items[i]);
	}
}

TEST(yaml_crlf_and_byte_order_mark_change_nothing)
{
	static const char text[] =
		"plain: one\n  two\n\n  three\nsingle: 'one\n  two\n\n  three'\ndouble: \"one\n  two\\\n  three\n\n"
		"  four\\r\\n\"\n"
		"literal: |\n  one\n\n  two\nkeep: |+\n  one\n\nfolded: >\n  one\n  two\n\n  three\nlist: [a,\n  b]\n";
	struct str crlf = STR_INIT;
	str_add_cstr(&crlf, "\xEF\xBB\xBF");
	for (const char *c = text; *c; c++) {
		if (*c == '\n')
			str_add_char(&crlf, '\r');
		str_add_char(&crlf, *c);
	}
	struct yaml_file a = parsed(text), b = parsed_bytes(str_slice(&crlf));
	assert_same_tree(a.root, b.root);
	assert_true(slice_eq_cstr(value(a.root, "double")->text, "one twothree\nfour\r\n"));
	yaml_file_release(&a);
	yaml_file_release(&b);
	str_release(&crlf);
}

static void assert_offset(
	const struct yaml_file *file, const struct yaml_node *node, const char *part, size_t line, size_t column)
{
	size_t at = slice_find(node->text, slice_of(part), 0), found_line, found_column;
	assert_true(at != (size_t)-1);
	yaml_place(file, yaml_text_offset(file, node, at), &found_line, &found_column);
	if (found_line != line || found_column != column)
		fail_msg("'%s' is at %zu:%zu, not %zu:%zu", part, found_line, found_column, line, column);
}

TEST(yaml_byte_of_a_text_has_a_place_in_the_file)
{
	struct yaml_file file = parsed("plain: abc X\n"
				       "single: 'a''b''X'\n"
				       "double: \"\\\\ \\x41\\u00e4\\U0001F600\\N\\t\\\" X\"\n"
				       "literal: |\n"
				       "\n"
				       "    one\n"
				       "      X\n"
				       "indented: |2\n"
				       "     X\n"
				       "lengths: \"\\u007f\\u0080\\u07ff\\u0800\\uffff\\U00010000 X\"\n");
	assert_offset(&file, value(file.root, "plain"), "X", 1, 12);
	assert_offset(&file, value(file.root, "single"), "X", 2, 16);
	assert_offset(&file, value(file.root, "double"), "X", 3, 40);
	assert_offset(&file, value(file.root, "literal"), "one", 6, 5);
	assert_offset(&file, value(file.root, "literal"), "X", 7, 7);
	assert_int_equal(yaml_block_indent(&file, value(file.root, "literal")), 4);
	assert_offset(&file, value(file.root, "indented"), "X", 9, 6);
	assert_int_equal(yaml_block_indent(&file, value(file.root, "indented")), 2);
	assert_offset(&file, value(file.root, "lengths"), "X", 10, 52);
	assert_int_equal(yaml_offset(&file, 2, 1), 13);
	assert_int_equal(yaml_offset(&file, 2, 999), 13 + 17);
	assert_int_equal(yaml_offset(&file, 999, 1), file.text.len);
	yaml_file_release(&file);
}

struct bad_yaml {
	const char *text;
	size_t line, column;
	const char *message;
	const char *hint; /* NULL: none */
};

static void assert_refused(struct slice text, const struct bad_yaml *row)
{
	struct yaml_file file;
	struct err err = ERR_INIT;
	if (yaml_file_parse(&file, "t.yaml", text, &err))
		fail_msg("'%s' is let through", row->text);
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.file, "t.yaml");
	if (strcmp(err.message, row->message) != 0 || err.line != row->line || err.column != row->column)
		fail_msg("'%.40s': %zu:%zu: %s", row->text, err.line, err.column, err.message);
	if (row->hint && !err.hint)
		fail_msg("'%.40s' has no hint", row->text);
	assert_true(row->hint || !err.hint);
	if (row->hint)
		assert_string_equal(err.hint, row->hint);
	yaml_file_release(&file);
	err_release(&err);
}

static void assert_all_refused(const struct bad_yaml *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_refused(slice_of(rows[i].text), &rows[i]);
}

#define TOKEN "not valid YAML: found character that cannot start any token while scanning for the next token"
#define QUOTE_AT "put a text that begins with '@', '`' or '%' in quotes"
#define TABS "indent with spaces: YAML does not allow tabs there"
#define ESCAPE "in double quotes a backslash begins an escape: write \\\\, or use single quotes"
#define BRACKET "the closing bracket is missing"
#define DIRECTIVE "put a text that begins with '%' in quotes"
#define NO_DIRECTIVE "no line that begins with '%' is needed: leave it out"
#define TAG "put a text that begins with '!' in quotes"
#define KEY "check the indentation; nothing may follow a text in quotes, and a ' within '…' is written ''"

TEST(yaml_syntax_errors_have_place_and_hint)
{
	static const struct bad_yaml rows[] = {
		{ "a:\n\tb: 1\n", 2, 1, TOKEN, TABS },
		{ "a: b\n\tc\n", 2, 1,
			"not valid YAML: found a tab character that violates indentation while scanning a plain scalar",
			TABS },
		{ "x: @foo\n", 1, 4, TOKEN, QUOTE_AT },
		{ "x: `foo\n", 1, 4, TOKEN, QUOTE_AT },
		{ "x: [|\n  a]\n", 1, 5, TOKEN, "a block does not work within [ ] and { }: put the text in quotes" },
		{ "x: **/foo\n", 1, 5,
			"not valid YAML: did not find expected alphabetic or numeric character while scanning an alias",
			"put a text that begins with '*' or '&' in quotes" },
		{ "x: >=2.1\n", 1, 5,
			"not valid YAML: did not find expected comment or line break while scanning a block scalar",
			"put a text that begins with '>' or '|' in quotes" },
		{ "x: a: b\n", 1, 5, "not valid YAML: mapping values are not allowed in this context",
			"put a text that contains ': ' in quotes, or write it as a block after '|'" },
		{ "x: \"a\\.b\"\n", 1, 6,
			"not valid YAML: found unknown escape character while parsing a quoted scalar", ESCAPE },
		{ "x: \"a\\xg\"\n", 1, 8,
			"not valid YAML: did not find expected hexdecimal number while parsing a quoted scalar",
			ESCAPE },
		{ "a: \"x\nb: 1\n", 1, 4,
			"not valid YAML: found unexpected end of stream while scanning a quoted scalar",
			"the closing quote is missing" },
		{ "a: [1\n", 1, 4, "not valid YAML: did not find expected ',' or ']' while parsing a flow sequence",
			BRACKET },
		{ "\n{b: c", 2, 1, "not valid YAML: did not find expected ',' or '}' while parsing a flow mapping",
			BRACKET },
		{ "a: {b: c [d]}", 1, 10,
			"not valid YAML: did not find expected ',' or '}' while parsing a flow mapping",
			"put a text that contains one of , [ ] { } or a quote in quotes" },
		{ "a: [b,,c]", 1, 7, "not valid YAML: did not find expected node content while parsing a flow node",
			"a value is missing here, or a text needs quotes" },
		{ "x: \"a\" b\n", 1, 8, "not valid YAML: did not find expected key while parsing a block mapping",
			KEY },
		{ "a: x\n- b\n", 2, 1, "not valid YAML: did not find expected key while parsing a block mapping", KEY },
		{ "a:\n  - b\n  c: d\n", 3, 3,
			"not valid YAML: did not find expected '-' indicator while parsing a block collection",
			"check the indentation: the entries of a list begin in one column" },
		{ "a: - b\n", 1, 4, "not valid YAML: block sequence entries are not allowed in this context",
			"put a list on lines of its own below its key" },
		{ "a: b\nfoo\nc: d\n", 2, 1, "not valid YAML: could not find expected ':' while scanning a simple key",
			"write 'key: value', with a space after the colon" },
		{ "x: !e!foo bar\n", 1, 4, "not valid YAML: found undefined tag handle while parsing a node", TAG },
		{ "x: !a{b}\n", 1, 6,
			"not valid YAML: did not find expected whitespace or line break while scanning a tag", TAG },
		{ "x: !<a\n", 1, 4, "not valid YAML: did not find the expected '>' while scanning a tag", TAG },
		{ "%foo\na: b\n", 1, 5, "not valid YAML: found unknown directive name while scanning a directive",
			DIRECTIVE },
		{ "%YAML 2.0\n---\na: b\n", 1, 1, "not valid YAML: found incompatible YAML document", NO_DIRECTIVE },
		{ "%YAML 1.1\n%YAML 1.1\n---\na: b\n", 2, 1, "not valid YAML: found duplicate %YAML directive",
			NO_DIRECTIVE },
		{ "a: \"x\n---\nb: 1\n", 1, 4,
			"not valid YAML: found unexpected document indicator while scanning a quoted scalar",
			"the closing quote is missing" },
		{ "a: ? b\n", 1, 4, "not valid YAML: mapping keys are not allowed in this context",
			"put a text that begins with '?' in quotes" },
		{ "a: |0\n  b\n", 1, 5,
			"not valid YAML: found an indentation indicator equal to 0 while scanning a block scalar",
			NULL },
		{ "%YAML 1.1x\n---\na: b\n", 1, 10,
			"not valid YAML: did not find expected comment or line break while scanning a directive",
			DIRECTIVE },
		{ "x: %foo\n", 1, 4, TOKEN, QUOTE_AT },
		{ "x: \"\\uD800\"\n", 1, 7,
			"not valid YAML: found invalid Unicode character escape code while parsing a quoted scalar",
			ESCAPE },
		{ "'a'\nb: c\n", 2, 1, "not valid YAML: did not find expected <document start>",
			"a patch set is one map, its keys at the beginning of the line" },
		{ " a: b\nc: d\n", 2, 1, "not valid YAML: did not find expected <document start>",
			"a patch set is one map, its keys at the beginning of the line" },
		{ "\xC3\xA4: '\xC3\xA4' x\n", 1, 10,
			"not valid YAML: did not find expected key while parsing a block mapping", KEY },
	};
	assert_all_refused(rows, sizeof(rows) / sizeof(rows[0]));
}

TEST(yaml_refuses_what_it_is_stricter_about)
{
	static const struct bad_yaml rows[] = {
		{ "a: 1\nb: 2\na: 3\nb: 4\n", 3, 1, "the key 'a' is given twice", "it is already in line 1" },
		{ "{a: 1, \"a\": 2}", 1, 8, "the key 'a' is given twice", "it is already in line 1" },
		{ "a: 1\n---\nb: 1\n", 2, 1, "the file holds more than one YAML document",
			"write one patch set per file, without '---' between parts" },
		{ "<<: {a: 1}\n", 1, 1, "merge keys ('<<') are not supported",
			"write the keys out, or give the whole value an anchor" },
		{ "[a]: b\n", 1, 1, "a key must be a string", "put a text that begins with '[' or '{' in quotes" },
		{ "? {a: b}\n: c\n", 1, 3, "a key must be a string",
			"put a text that begins with '[' or '{' in "
			"quotes" },
		{ "? \n: b", 1, 2, "a key is empty", NULL },
		{ "'': b", 1, 1, "a key is empty", NULL },
		{ "x: !foo bar\n", 1, 4, "the tag '!foo' does not fit a text", TAG },
		{ "x: !!binary bar\n", 1, 4, "the tag '!!binary' does not fit a text", TAG },
		{ "x: !!map bar\n", 1, 4, "the tag '!!map' does not fit a text", TAG },
		{ "x: !!str [a]\n", 1, 4, "the tag '!!str' does not fit a list", TAG },
		{ "x: !!seq {a: b}\n", 1, 4, "the tag '!!seq' does not fit a map", TAG },
		{ "a: &x [*x]\n", 1, 8, "an alias is inside its own anchor", NULL },
		{ "a: *y\n", 1, 4, "no anchor '&y' comes before the alias '*y'",
			"put a text that begins with '*' in quotes" },
		{ "", 1, 1, "the file holds no YAML value", NULL },
		{ "# only a comment\n", 1, 1, "the file holds no YAML value", NULL },
	};
	assert_all_refused(rows, sizeof(rows) / sizeof(rows[0]));
}

TEST(yaml_refuses_bytes_that_are_no_text)
{
	static const struct bad_yaml rows[] = {
		{ "a: b\nc: \xC3\n", 2, 4, "byte 0xC3 is not UTF-8", "save the file as UTF-8" },
		{ "a: \xFC\n", 1, 4, "byte 0xFC is not UTF-8", "save the file as UTF-8" },
		{ "a: b\rc: d\n", 1, 5, "a carriage return without a line feed (U+000D) in the file",
			"end lines with LF or CRLF" },
		{ "a: b\r", 1, 5, "a carriage return without a line feed (U+000D) in the file",
			"end lines with LF or CRLF" },
		{ "a: \xE2\x80\xA8\n", 1, 4, "a Unicode line end (U+2028) in the file",
			"in a text in double quotes it can be written as \"\\u2028\"" },
		{ "a: \xC2\x85\n", 1, 4, "a Unicode line end (U+0085) in the file",
			"in a text in double quotes it can be written as \"\\u0085\"" },
		{ "a: \x1B[31m\n", 1, 4, "a control character (U+001B) in the file",
			"in a text in double quotes it can be written as \"\\u001B\"" },
		{ "a: \xEF\xBB\xBF\n", 1, 4, "a byte order mark that is not at the beginning (U+FEFF) in the file",
			"in a text in double quotes it can be written as \"\\uFEFF\"" },
		{ "a: \xEF\xBF\xBE\n", 1, 4, "a code point that is not a character (U+FFFE) in the file",
			"in a text in double quotes it can be written as \"\\uFFFE\"" },
	};
	assert_all_refused(rows, sizeof(rows) / sizeof(rows[0]));
	static const struct bad_yaml nul = { "NUL", 1, 4, "a control character (U+0000) in the file",
		"in a text in double quotes it can be written as \"\\u0000\"" };
	assert_refused(slice_from("a: \0b", 5), &nul);
}

TEST(yaml_refuses_other_encodings)
{
	static const struct bad_yaml utf16 = { "UTF-16", 1, 1, "the file is UTF-16, not UTF-8", "save it as UTF-8" };
	static const struct bad_yaml utf32 = { "UTF-32", 1, 1, "the file is UTF-32, not UTF-8", "save it as UTF-8" };
	assert_refused(SLICE_LITERAL("\xFF\xFE"
				     "a\0:\0"),
		&utf16);
	assert_refused(SLICE_LITERAL("\xFE\xFF\0a\0:"), &utf16);
	assert_refused(SLICE_LITERAL("a\0:\0"), &utf16);
	assert_refused(SLICE_LITERAL("\0a\0:"), &utf16);
	assert_refused(SLICE_LITERAL("\xFF\xFE\0\0a\0\0\0"), &utf32);
	assert_refused(SLICE_LITERAL("\0\0\xFE\xFF\0\0\0a"), &utf32);
}

/* Appends `text` with every '#' replaced by `number`. */
static void add_numbered(struct str *out, const char *text, size_t number)
{
	for (; *text; text++) {
		if (*text == '#')
			str_addf(out, "%zu", number);
		else
			str_add_char(out, *text);
	}
}

/* Is read; empties the text. */
static void assert_enough(struct str *text)
{
	struct yaml_file file = parsed(text->ptr);
	yaml_file_release(&file);
	str_clear(text);
}

static void assert_too_much(struct str *text, size_t line, size_t column, const char *message, const char *hint)
{
	struct yaml_file file;
	struct err err = ERR_INIT;
	assert_false(yaml_file_parse(&file, "t.yaml", str_slice(text), &err));
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.message, message);
	if (err.line != line || err.column != column)
		fail_msg("%s: %zu:%zu", message, err.line, err.column);
	if (hint)
		assert_string_equal(err.hint, hint);
	assert_true(hint || !err.hint);
	yaml_file_release(&file);
	err_release(&err);
	str_release(text);
}

#define DEPTH "at most 32 levels are allowed"
#define VALUES "a file may have 200000 values"

TEST(yaml_limits_depth)
{
	struct str text = STR_INIT;
	str_add_repeat(&text, '[', YAML_MAX_DEPTH);
	str_add_repeat(&text, ']', YAML_MAX_DEPTH);
	struct yaml_file file = parsed(text.ptr);
	assert_int_equal(file.root->height, YAML_MAX_DEPTH);
	yaml_file_release(&file);
	str_clear(&text);
	str_add_repeat(&text, '[', YAML_MAX_DEPTH + 1);
	assert_too_much(&text, 1, YAML_MAX_DEPTH + 1, "lists and maps are nested too deeply", DEPTH);
	/* Every level is a list of one alias to the level before: shallow to read, deep to follow. */
	str_add_cstr(&text, "- &a0 [x]\n");
	for (size_t i = 1; i < YAML_MAX_DEPTH; i++) {
		if (i == YAML_MAX_DEPTH - 1) {
			struct str copy = STR_INIT;
			str_add(&copy, str_slice(&text));
			assert_enough(&copy);
			str_release(&copy);
		}
		str_addf(&text, "- &a%zu [*a%zu]\n", i, i - 1);
	}
	assert_too_much(&text, YAML_MAX_DEPTH, 9, "lists and maps are nested too deeply", DEPTH);
}

TEST(yaml_limits_what_aliases_expand_to)
{
	struct str text = STR_INIT;
	str_add_cstr(&text, "- &a0 [x,x,x,x,x,x,x,x,x,x]\n");
	for (size_t i = 1; i < 8; i++) {
		add_numbered(&text, "- &a#", i);
		add_numbered(&text, " [*a#,*a#,*a#,*a#,*a#,*a#,*a#,*a#,*a#,*a#]\n", i - 1);
	}
	assert_too_much(&text, 6, 8, "alias bomb: too many values once aliases are followed", VALUES);
	str_add_cstr(&text, "- &big '");
	str_add_repeat(&text, 'x', YAML_MAX_TEXT_BYTES);
	str_add_cstr(&text, "'\n");
	for (size_t i = 0; i < YAML_MAX_TOTAL_BYTES / YAML_MAX_TEXT_BYTES; i++)
		str_add_cstr(&text, "- *big\n");
	assert_too_much(&text, 65, 3, "alias bomb: too much text once aliases are followed",
		"all texts together may have 16777216 bytes");
}

TEST(yaml_limits_sizes_and_counts)
{
	struct str text = STR_INIT;
	for (size_t more = 0; more <= 1; more++) {
		str_add_cstr(&text, "a: ");
		str_add_repeat(&text, 'x', YAML_MAX_TEXT_BYTES + more);
		if (!more)
			assert_enough(&text);
	}
	assert_too_much(&text, 1, 4, "the text is too long", "a text may have 262144 bytes");
	for (size_t i = 1; i < YAML_MAX_NODES; i++)
		str_add_cstr(&text, "- x\n");
	struct yaml_file file = parsed(text.ptr);
	yaml_file_release(&file);
	str_add_cstr(&text, "- x\n");
	assert_too_much(&text, YAML_MAX_NODES, 3, "too many values", VALUES);
	for (size_t more = 0; more <= 1; more++) {
		for (size_t i = 0; i < YAML_MAX_ANCHORS + more; i++)
			add_numbered(&text, "- &a# x\n", i);
		if (!more)
			assert_enough(&text);
	}
	assert_too_much(&text, YAML_MAX_ANCHORS + 1, 10, "too many anchors", NULL);
	str_add_cstr(&text, "a: b");
	str_add_repeat(&text, '\n', YAML_MAX_BYTES - text.len);
	file = parsed(text.ptr);
	yaml_file_release(&file);
	str_add_char(&text, '\n');
	assert_too_much(&text, 0, 0, "the file is larger than 4194304 bytes", NULL);
}

TEST(yaml_error_shows_line_and_caret)
{
	struct yaml_file file;
	struct err err = ERR_INIT;
	struct str out = STR_INIT;
	assert_false(yaml_file_parse(&file, "sets/t.yaml", slice_of("a: b\r\nc: @d\r\ne: f\r\n"), &err));
	err_format(&err, &out);
	assert_string_equal(out.ptr, "sets/t.yaml:2:4: " TOKEN "\n 2 | c: @d\n   |    ^\nhint: " QUOTE_AT "\n");
	str_release(&out);
	err_release(&err);
	yaml_file_release(&file);
}

static struct yaml_file parsed_head(const char *text)
{
	static const char *const keys[] = { "a", "b", NULL };
	struct yaml_file file;
	struct err err = ERR_INIT;
	if (!yaml_file_parse_head(&file, "t.yaml", slice_of(text), keys, &err))
		fail_msg("%zu:%zu: %s", err.line, err.column, err.message);
	return file;
}

TEST(yaml_head_ends_before_the_first_other_key)
{
	struct yaml_file file = parsed_head("b: [1, {c: 2}]\na: x\nc: ]not even YAML\na: y\n");
	assert_int_equal(file.root->count, 2);
	assert_int_equal(value(file.root, "b")->count, 2);
	assert_text(value(file.root, "a"), "x", YAML_STYLE_PLAIN, false, 2, 4);
	yaml_file_release(&file);
	file = parsed_head("a: x\nb: y");
	assert_int_equal(file.root->count, 2);
	yaml_file_release(&file);
	file = parsed_head("[c, c]");
	assert_int_equal(file.root->count, 2);
	yaml_file_release(&file);
}

/* Wherever the first part of a long head happens to end. */
TEST(yaml_head_may_have_any_length)
{
	struct str text = STR_INIT;
	for (size_t length = 0; length < 1300; length += 7) {
		str_clear(&text);
		str_add_cstr(&text, "a: |\n  one\n  two\nb: [\"x\n  ");
		str_add_repeat(&text, 'x', length);
		str_add_cstr(&text, "\n  \", 'y']\nc: ]\n");
		str_add_repeat(&text, '#', 1000);
		struct yaml_file file = parsed_head(text.ptr);
		assert_int_equal(file.root->count, 2);
		assert_true(slice_eq_cstr(value(file.root, "a")->text, "one\ntwo\n"));
		assert_int_equal(value(file.root, "b")->count, 2);
		assert_int_equal(value(file.root, "b")->items[0]->text.len, length ? length + 3 : 2);
		yaml_file_release(&file);
	}
	str_release(&text);
}

TEST(yaml_head_reports_what_is_wrong_in_it)
{
	static const char *const keys[] = { "a", NULL };
	struct yaml_file file;
	struct err err = ERR_INIT;
	assert_false(yaml_file_parse_head(&file, "t.yaml", slice_of("a: x\na: y\nc: z\n"), keys, &err));
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_int_equal(err.line, 2);
	err_release(&err);
	yaml_file_release(&file);
}

TEST(yaml_well_formed_is_what_libyaml_reads)
{
	static const struct {
		const char *text;
		size_t offset; /* SIZE_MAX: it is */
	} rows[] = { { "", SIZE_MAX }, { "a: &x 1\nb: [*x]\n--- !t\n{b: &x c, d: &x e}\n", SIZE_MAX },
		{ "\xEF\xBB\xBF"
		  "a: 1\r\n",
			SIZE_MAX },
		{ "a:\n    b: 1\n  c: 2\n", 14 }, { "\xC3\xA9: 1\n}\n", 6 }, { "a: [1\n", 6 },
		{ "a: *x\nb: &x 1\n", 3 }, { "a: &x []\n---\nb: *x\n", 16 } };
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		size_t offset = SIZE_MAX;
		bool is = yaml_is_well_formed(slice_of(rows[i].text), &offset);
		assert_int_equal(is, rows[i].offset == SIZE_MAX);
		assert_int_equal(is ? SIZE_MAX : offset, rows[i].offset);
	}
	size_t offset;
	assert_true(yaml_is_well_formed((struct slice){ 0 }, &offset));
	struct str deep = STR_INIT;
	str_add_repeat(&deep, '[', YAML_MAX_DEPTH);
	str_add_repeat(&deep, ']', YAML_MAX_DEPTH);
	assert_true(yaml_is_well_formed(str_slice(&deep), &offset));
	str_clear(&deep);
	str_add_repeat(&deep, '[', YAML_MAX_DEPTH + 1);
	assert_false(yaml_is_well_formed(str_slice(&deep), &offset));
	assert_int_equal(offset, YAML_MAX_DEPTH);
	str_release(&deep);
}
