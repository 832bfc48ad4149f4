/* What a condition on a version takes for one: as CMake reads the argument of cmake_minimum_required(). */
#include "unit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "edit_check.h"

TEST(op_where_a_version_is_read_as_cmake_reads_it)
{
	/* + below 3.5, - not below, ? not to be told */
	static const struct {
		const char *text;
		char answer;
	} rows[] = {
		{ "2.8", '+' },
		{ "\"2.8\"", '+' },
		{ "2.8.12", '+' },
		{ "v2.8", '+' },
		{ "2.8.", '+' },
		{ "2.8-by-us", '+' },
		{ "2.8..3.4", '+' },
		{ "2.8...3.4", '+' },
		{ "3.6...3.4", '+' },
		{ "3.5", '-' },
		{ "3.10", '-' },
		{ "3.10.by-us", '-' },
		{ "2.8...3.5", '-' },
		{ "2.8...3.10-by-us", '-' },
		{ "2.8...", '?' },
		{ "...3.4", '?' },
		{ "2.8....3.4", '?' },
		{ "${V}", '?' },
		{ "by-us", '?' },
	};
	struct set_def set = { edit_text("V"), edit_text("3.5") };
	struct def_text below = edit_text("<3.5");
	struct where_def where = { edit_text("V"), WHERE_VERSION, &below, 1 };
	struct edit_def edit = edit_list_op("set", "cmake_minimum_required(VERSION $V)", &set);
	edit.where = &where;
	edit.n_where = 1;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str text = STR_INIT;
		str_addf(&text, "cmake_minimum_required(VERSION %s)\n", rows[i].text);
		struct edit_result result = edit_run_once(&edit, "cmake", text.ptr);
		char answer = result.n_notes ? '?' : result.n_matches ? '+' : '-';
		if (answer != rows[i].answer)
			fail_msg("%s: %c", rows[i].text, answer);
		free(result.text);
		str_release(&text);
	}
}
