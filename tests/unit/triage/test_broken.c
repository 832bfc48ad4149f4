/* Lines that a terminal broke. */
#include "triage/broken.h"

#include <string.h>

#include "unit.h"

/* Takes a line of `width` letters; `joined`: the length of the text that it is looked at in, or 0. */
static void assert_joined(struct broken *broken, size_t width, bool may_begin, size_t joined)
{
	static char letters[300];
	memset(letters, 'x', sizeof(letters));
	struct slice line = slice_from(letters, width);
	bool is_piece = broken_take(broken, line, line, 1, may_begin);
	assert_int_equal(is_piece ? broken->joined.len : 0, joined);
}

TEST(broken_lines_are_as_wide_as_the_widest)
{
	struct broken broken = { 0 };
	assert_joined(&broken, 80, true, 0);
	assert_joined(&broken, 20, true, 100);
	assert_joined(&broken, 20, true, 0);
	/* Not a usual width, until it comes again. */
	assert_joined(&broken, 97, true, 0);
	assert_joined(&broken, 9, true, 0);
	assert_joined(&broken, 97, true, 0);
	assert_joined(&broken, 9, true, 106);
	/* Narrower than the widest. */
	assert_joined(&broken, 80, true, 0);
	assert_joined(&broken, 9, true, 0);
	str_release(&broken.text);
	str_release(&broken.joined);
}

TEST(broken_lines_are_no_narrower_than_terminals)
{
	struct broken broken = { 0 };
	for (int i = 0; i < 3; i++)
		assert_joined(&broken, 71, true, 0);
	assert_joined(&broken, 72, true, 0);
	assert_joined(&broken, 72, true, 0);
	assert_joined(&broken, 1, true, 73);
	str_release(&broken.text);
	str_release(&broken.joined);
}

TEST(broken_lines_begin_with_no_command_and_have_an_end)
{
	struct broken broken = { 0 };
	assert_joined(&broken, 80, false, 0);
	assert_joined(&broken, 80, true, 0);
	for (size_t pieces = 2; pieces <= 6; pieces++)
		assert_joined(&broken, 80, true, 80 * pieces);
	assert_joined(&broken, 80, true, 0);
	str_release(&broken.text);
	str_release(&broken.joined);
}
