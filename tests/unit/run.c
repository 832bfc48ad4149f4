/*
 * Runs the unit tests, one cmocka group per file. usage: unit [FILTER...]
 * A FILTER is a part of a test's path below tests/unit or of its name; without one all run.
 * Exit: 0 all passed, 1 some failed, 2 usage.
 */
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"

void assert_says(const struct err *err, const char *wanted)
{
	struct str said = STR_INIT;
	str_add_cstr(&said, err->message ? err->message : "");
	if (err->hint)
		str_addf(&said, " | %s", err->hint);
	assert_string_equal(said.ptr, wanted);
	str_release(&said);
}

static bool is_wanted(const struct unit_row *row, char **filters)
{
	if (!*filters)
		return true;
	for (; *filters; filters++)
		if (strstr(row->file, *filters) || strstr(row->name, *filters))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	(void)argc;
	struct CMUnitTest *group = calloc(unit_n_rows, sizeof(*group));
	if (!group)
		return 2;
	size_t n_run = 0, n_failed = 0, n_files = 0;
	for (size_t i = 0; i < unit_n_rows;) {
		const char *file = unit_rows[i].file;
		size_t n_group = 0;
		for (; i < unit_n_rows && strcmp(unit_rows[i].file, file) == 0; i++)
			if (is_wanted(&unit_rows[i], argv + 1))
				group[n_group++] =
					(struct CMUnitTest){ .name = unit_rows[i].name, .test_func = unit_rows[i].run };
		if (!n_group)
			continue;
		int failed = _cmocka_run_group_tests(file, group, n_group, NULL, NULL);
		n_failed += failed < 0 ? n_group : (size_t)failed;
		n_run += n_group;
		n_files++;
	}
	free(group);
	if (!n_run) {
		fprintf(stderr, "no unit test has such a name\n");
		return 2;
	}
	printf("unit: %zu passed, %zu failed, in %zu files\n", n_run - n_failed, n_failed, n_files);
	return n_failed ? 1 : 0;
}
