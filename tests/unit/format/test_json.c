#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "format/json.h"

/* Prints and frees `value`. */
static void expect_json(struct json *value, bool pretty, const char *expected)
{
	struct str out = STR_INIT;
	json_print(value, pretty, &out);
	assert_string_equal(str_slice(&out).ptr, expected);
	str_release(&out);
	json_free(value);
}

static void expect_text(struct slice text, const char *expected)
{
	struct json *array = json_new_array();
	json_append_text(array, text);
	expect_json(array, false, expected);
}

TEST(json_values_of_all_kinds_in_order)
{
	struct json *object = json_new_object(), *array = json_new_array();
	json_put_text(object, "z", SLICE_LITERAL("text"));
	json_put_cstr(object, "a", "cstr");
	json_put_cstr(object, "left out", NULL);
	json_put_number(object, "n", -9007199254740993);
	json_put_bool(object, "yes", true);
	json_put_bool(object, "no", false);
	json_append_text(array, SLICE_LITERAL("x"));
	json_append(array, json_new_object());
	json_put(object, "list", array);
	expect_json(object, false,
		"{\"z\":\"text\",\"a\":\"cstr\",\"n\":-9007199254740993,\"yes\":true,\"no\":false,\"list\":[\"x\","
		"{}]}");
}

TEST(json_pretty_is_indented_by_two)
{
	struct json *object = json_new_object(), *array = json_new_array();
	json_append_text(array, SLICE_LITERAL("x"));
	json_put(object, "list", array);
	expect_json(object, true, "{\n  \"list\": [\n    \"x\"\n  ]\n}");
}

TEST(json_print_appends)
{
	struct json *array = json_new_array();
	struct str out = STR_INIT;
	str_add_cstr(&out, "before ");
	json_print(array, false, &out);
	assert_string_equal(out.ptr, "before []");
	str_release(&out);
	json_free(array);
}

TEST(json_putting_a_key_again_replaces_its_value)
{
	struct json *object = json_new_object();
	json_put_number(object, "a", 1);
	json_put_number(object, "a", 2);
	expect_json(object, false, "{\"a\":2}");
}

TEST(json_escapes_what_json_must)
{
	expect_text(SLICE_LITERAL("\"\\/\b\f\n\r\t\x01\x7F"), "[\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u007F\"]");
	expect_text(slice_from("a\0b", 3), "[\"a\\u0000b\"]");
	expect_text(slice_from(NULL, 0), "[\"\"]");
}

TEST(json_keeps_utf8)
{
	expect_text(
		SLICE_LITERAL("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), "[\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"]");
}

#define R "\xEF\xBF\xBD"

TEST(json_replaces_each_byte_that_is_not_utf8)
{
	expect_text(SLICE_LITERAL("caf\xE9!"), "[\"caf" R "!\"]");
	expect_text(SLICE_LITERAL("\xC0\xAF"), "[\"" R R "\"]");
	expect_text(SLICE_LITERAL("\xED\xA0\x80"), "[\"" R R R "\"]");
	expect_text(SLICE_LITERAL("\xF4\x90\x80\x80"), "[\"" R R R R "\"]");
	expect_text(SLICE_LITERAL("\xE2\x82"), "[\"" R R "\"]");
	expect_text(SLICE_LITERAL("\x80\xC3\xA9\xFF"), "[\"" R "\xC3\xA9" R "\"]");
}

TEST(json_keys_may_hold_any_bytes)
{
	struct json *object = json_new_object();
	json_put_bool(object, "a\xFF", true);
	expect_json(object, false, "{\"a" R "\":true}");
}

TEST(json_parse_reads_what_print_writes)
{
	static const char text[] =
		"{\"text\":\"a\\u0000\\u00e9\",\"number\":-9007199254740993,\"list\":[1,\"two\",{}]}";
	struct err err = ERR_INIT;
	struct json *value = json_parse(slice_of(text), "x.json", &err);
	struct slice got;
	int64_t number = 0;
	assert_non_null(value);
	assert_true(json_is_map(value));
	assert_true(json_read_text(json_get(value, "text"), &got));
	assert_true(slice_eq(got, slice_from("a\0\xC3\xA9", 4)));
	assert_true(json_read_number(json_get(value, "number"), &number));
	assert_true(number == -9007199254740993);
	assert_true(json_is_list(json_get(value, "list")));
	assert_int_equal(json_count(json_get(value, "list")), 3);
	assert_true(json_is_map(json_item(json_get(value, "list"), 2)));
	json_free(value);
}

TEST(json_readers_take_what_is_not_there)
{
	struct err err = ERR_INIT;
	struct json *value = json_parse(SLICE_LITERAL("[1.5, \"x\"]"), "x.json", &err);
	struct slice text = SLICE_LITERAL("untouched");
	int64_t number = 7;
	assert_null(json_get(value, "key"));
	assert_null(json_get(NULL, "key"));
	assert_null(json_item(value, 2));
	assert_null(json_item(NULL, 0));
	assert_int_equal(json_count(NULL), 0);
	assert_false(json_is_map(NULL));
	assert_false(json_is_list(NULL));
	assert_false(json_read_number(json_item(value, 0), &number));
	assert_false(json_read_number(NULL, &number));
	assert_false(json_read_text(json_item(value, 0), &text));
	assert_true(slice_eq_cstr(text, "untouched"));
	assert_int_equal(number, 7);
	json_free(value);
}

static void expect_no_json(struct slice text, size_t line, const char *part)
{
	struct err err = ERR_INIT;
	assert_null(json_parse(text, "x.json", &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.file, "x.json");
	assert_int_equal(err.line, line);
	if (!strstr(err.message, part))
		fail_msg("'%s' is not in '%s'", part, err.message);
	err_release(&err);
}

TEST(json_parse_says_where_it_is_no_json)
{
	expect_no_json(SLICE_LITERAL(""), 1, "end of file");
	expect_no_json(SLICE_LITERAL("{\n\"a\": 1,\n}"), 3, "'}'");
	expect_no_json(SLICE_LITERAL("{\"a\": 1,\n\"a\": 2}"), 2, "duplicate");
	expect_no_json(SLICE_LITERAL("[1] [2]"), 1, "end of file expected");
	expect_no_json(SLICE_LITERAL("\"\xFF\""), 1, "byte 0xff");
	expect_no_json(slice_from(NULL, 0), 1, "end of file");
}

static struct json *make_item(const void *ctx, size_t index)
{
	struct json *item = json_new_object(), *list = json_new_array();
	json_put_number(item, "n", (int64_t)index);
	json_put_cstr(item, "text", ctx);
	json_append_text(list, SLICE_LITERAL("a\nb"));
	json_put(item, "list", list);
	return item;
}

/* The same bytes as with all items in the value, also where a text looks like the place that is looked for. */
TEST(json_prints_items_as_if_they_were_values)
{
	static const char text[] = "\"items\": [] \"items\":[]";
	for (int pretty = 0; pretty < 2; pretty++)
		for (size_t count = 0; count < 3; count++)
			for (int is_root = 0; is_root < 2; is_root++) {
				struct json *whole = json_new_array(), *frame = json_new_array();
				struct str expected = STR_INIT, got = STR_INIT;
				struct json_items items = { is_root ? NULL : "items", count, make_item, text };
				for (size_t i = 0; i < count; i++)
					json_append(whole, make_item(text, i));
				if (!is_root) {
					struct json *a = json_new_object(), *b = json_new_object();
					json_put_cstr(a, "before", text);
					json_put_cstr(b, "before", text);
					json_put(a, "items", whole);
					json_put(b, "items", frame);
					json_put_number(a, "behind", 1);
					json_put_number(b, "behind", 1);
					json_append(whole = json_new_array(), a);
					json_append(frame = json_new_array(), b);
				}
				json_print(whole, pretty, &expected);
				json_print_items(frame, &items, pretty, &got);
				assert_string_equal(got.ptr, expected.ptr);
				json_free(whole);
				json_free(frame);
				str_release(&expected);
				str_release(&got);
			}
}

TEST(json_refuses_more_values_than_memory_is_for)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	str_add_cstr(&text, "[\",[{\\\",\"");
	str_add_repeat(&text, ',', JSON_MAX_VALUES - 1);
	str_add_cstr(&text, "]");
	assert_null(json_parse(str_slice(&text), "x.json", &err));
	assert_string_equal(err.message, "it has more than 4000000 values");
	err_release(&err);
	text.len--;
	text.ptr[text.len - 1] = ']'; /* one less, and no JSON for another reason */
	assert_null(json_parse(str_slice(&text), "x.json", &err));
	assert_non_null(strstr(err.message, "it is not JSON"));
	err_release(&err);
	str_release(&text);
}

TEST(json_validity_is_that_of_its_reader)
{
	static const struct {
		const char *text;
		size_t offset; /* SIZE_MAX: it is JSON */
	} rows[] = { { "[1]", SIZE_MAX }, { "\xEF\xBB\xBF{}", SIZE_MAX }, { "1\n", SIZE_MAX }, { "", 0 }, { "[1,]", 4 },
		{ "\xEF\xBB\xBF[1,]", 7 }, { "{\"a\": 1, \"a\": 2}", 12 }, { "[1] 2", 5 }, { "// c\n{}", 1 } };
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		size_t offset = SIZE_MAX;
		bool is = json_is_valid(slice_of(rows[i].text), &offset);
		assert_int_equal(is, rows[i].offset == SIZE_MAX);
		assert_int_equal(is ? SIZE_MAX : offset, rows[i].offset);
	}
}
