/* How a text grows. */
#include "base/str.h"

#include "unit.h"

TEST(str_is_not_moved_for_each_byte)
{
	struct str text = STR_INIT;
	size_t moves = 0, capacity = 0;
	for (size_t i = 0; i < 1 << 20; i++) {
		str_add_char(&text, 'x');
		moves += text.cap != capacity;
		capacity = text.cap;
	}
	assert_int_equal(text.len, 1 << 20);
	assert_in_range(moves, 2, 40);
	assert_in_range(text.cap, text.len + 1, 2 * text.len);
	str_release(&text);
}

TEST(str_has_what_is_reserved_and_no_more)
{
	struct str text = STR_INIT;
	str_reserve(&text, 10000);
	assert_int_equal(text.cap, 10001);
	str_add_repeat(&text, 'x', 10000);
	assert_int_equal(text.cap, 10001);
	str_release(&text);
}
