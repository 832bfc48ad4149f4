/* Texts written as YAML come back byte for byte. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "format/yaml.h"
#include "format/yaml_write.h"

static void assert_comes_back(struct slice text)
{
	struct str yaml = STR_INIT;
	struct err err = ERR_INIT;
	struct yaml_file file;
	assert_true(yaml_can_hold(text));
	str_add_cstr(&yaml, "list:\n  - key:");
	yaml_write_text(&yaml, 6, text);
	str_add_cstr(&yaml, "    next: x\n");
	if (!yaml_file_parse(&file, "test", str_slice(&yaml), &err))
		fail_msg("%s:\n%s", err.message, yaml.ptr);
	const struct yaml_node *item = yaml_find(file.root, "list")->value->items[0];
	assert_int_equal(item->count, 2);
	if (!slice_eq(yaml_find(item, "key")->value->text, text))
		fail_msg("came back otherwise:\n%s", yaml.ptr);
	yaml_file_release(&file);
	str_release(&yaml);
}

TEST(yaml_write_comes_back)
{
	static const char *const texts[] = {
		"",
		"a",
		"a b",
		"true",
		"null",
		"1.20",
		"it's",
		"a: b",
		"a #b",
		"- x",
		"\"x\"",
		" lead",
		"trail ",
		"\ttab",
		"a\tb",
		"\n",
		"\n\n",
		"a\n",
		"a\nb",
		"a\nb\n",
		"a\n\n",
		"a\n\n\nb\n\n\n",
		" a\n",
		"  a\n b\n",
		"\na\n",
		"\n  a\n",
		"a\n \n",
		"a\n  \n  ",
		" \n",
		"\tx\ny\n",
		"@@ -1 +1 @@\n a\n-b\n+c\n \n",
		"a\r\n",
		"a\rb",
		"\x01\x7F",
		"\xC2\x85",
		"\xE2\x80\xA8",
		"\xEF\xBB\xBFx",
		"\xC5\xBA \xF0\x9F\x98\x80",
		"# c\nd\n",
		"---\n",
		"...\nx\n",
		"%x",
		"a\\n\"b\"\x0B\nc",
		"~",
		"&a",
		"*a",
		"!x",
		"? x",
		"{a}",
		"[b]",
		"x:",
		"'",
		"''",
	};
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		assert_comes_back((struct slice){ texts[i], strlen(texts[i]) });
	assert_false(yaml_can_hold(SLICE_LITERAL("\xFF")));
	assert_false(yaml_can_hold(SLICE_LITERAL("a\0b")));
	assert_false(yaml_can_hold(SLICE_LITERAL("\xEF\xBF\xBE")));
}

/* It cannot hold them; what is written then is another text, but it is written. */
TEST(yaml_write_ends_where_bytes_are_not_utf8)
{
	struct str out = STR_INIT;
	yaml_write_text(&out, 0,
		SLICE_LITERAL("x\xFF"
			      "y"));
	assert_string_equal(out.ptr, " \"x\\uFFFDy\"\n");
	str_release(&out);
}

TEST(yaml_write_random_texts_come_back)
{
	static const char *const parts[] = { " ", "\n", "a", "- ", ": ", "#", "'", "\"", "\t", "\\", "\x01", "\xC2\xA0",
		"|", "\r" };
	uint32_t seed = 3;
	for (int round = 0; round < 5000; round++) {
		struct str text = STR_INIT;
		for (int i = 0; i < round % 12; i++) {
			seed = seed * 1664525u + 1013904223u;
			size_t kinds = round % 3 ? 3 : sizeof(parts) / sizeof(*parts);
			str_add_cstr(&text, parts[(seed >> 16) % kinds]);
		}
		assert_comes_back(str_slice(&text));
		str_release(&text);
	}
}

/* Whatever is in a comment, the next line is read as it stands, and nothing else is. */
TEST(yaml_comments_end_where_their_line_does)
{
	static const char *const texts[] = { "a", "", "a\nb: 1", "a\rb: 1", "a\r\nb: 1", "a\302\205b: 1",
		"a\342\200\250b: 1", "a\342\200\251b: 1", "a\013b: 1", "\357\273\277b: 1", "\377\nb: 1", "a\033[31m",
		"\303\244\tb" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct str yaml = STR_INIT;
		struct err err = ERR_INIT;
		struct yaml_file file;
		yaml_write_comment(&yaml, "", slice_of(texts[i]));
		str_add_cstr(&yaml, "c: 2\n");
		yaml_write_comment(&yaml, "  ", slice_of(texts[i]));
		if (!yaml_file_parse(&file, "test", str_slice(&yaml), &err))
			fail_msg("%s:\n%s", err.message, yaml.ptr);
		assert_int_equal(file.root->count, 1);
		assert_null(yaml_find(file.root, "b"));
		yaml_file_release(&file);
		str_release(&yaml);
	}
}
