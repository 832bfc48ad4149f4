/* Logs that come in pieces: which of their lines count. */
#include <stdlib.h>
#include <string.h>

#include "triage/triage.h"
#include "unit.h"

#define ERROR_LINE "x.c:1:10: fatal error: cblas.h: No such file or directory\n"

static void load(struct signatures *signatures)
{
	struct err err = ERR_INIT;
	if (!signatures_load(signatures, &err))
		fail_msg("%s", err.message);
}

/* The line of the first hit of a log that comes in these pieces, or 0. */
static size_t first_hit(const struct signatures *signatures, const struct slice *pieces, size_t n)
{
	struct triage triage;
	struct triage_reader *reader = triage_reader_new(signatures);
	for (size_t i = 0; i < n; i++)
		triage_reader_take(reader, pieces[i]);
	triage_reader_end(reader, &triage);
	size_t line = triage.count ? triage.hits[0].line : 0;
	triage_release(&triage);
	return line;
}

/* A line that is written over may be longer than what is kept of a line: what it says last counts. */
TEST(triage_reader_takes_what_a_long_line_says_last)
{
	static char progress[100000];
	struct signatures signatures;
	load(&signatures);
	memset(progress, '.', sizeof(progress));
	struct slice pieces[] = { slice_from(progress, sizeof(progress)), SLICE_LITERAL("....\r" ERROR_LINE) };
	assert_int_equal(first_hit(&signatures, pieces, 2), 1);
	struct slice plain[] = { slice_from(progress, sizeof(progress)), SLICE_LITERAL(".... " ERROR_LINE) };
	assert_int_equal(first_hit(&signatures, plain, 2), 0);
	signatures_release(&signatures);
}

/* PowerShell's logs, cut anywhere. */
TEST(triage_reader_takes_pieces_of_utf_16)
{
	char log[2 + 2 * sizeof(ERROR_LINE)] = "\xFF\xFE";
	struct signatures signatures;
	size_t n = 2;
	for (const char *c = ERROR_LINE; *c; c++) {
		log[n++] = *c;
		log[n++] = '\0';
	}
	load(&signatures);
	for (size_t cut = 1; cut < n; cut++) {
		struct slice pieces[] = { slice_from(log, cut), slice_from(log + cut, n - cut) };
		assert_int_equal(first_hit(&signatures, pieces, 2), 1);
		if (cut > 20)
			cut += 6;
	}
	signatures_release(&signatures);
}

/* A whole log in one line, longer than what is kept of a line. */
TEST(triage_reader_takes_the_lines_of_a_flat_log)
{
	struct str log = STR_INIT;
	struct signatures signatures;
	load(&signatures);
	str_add_cstr(&log, "{\"output\":\"");
	for (int i = 0; i < 5000; i++)
		str_addf(&log, "[%d/6000] Building x.o\\nAll of it\\n", i);
	str_add_cstr(&log, "x.c:1:10: fatal error: cblas.h: No such file or directory\\n\"}");
	struct slice pieces[] = { slice_sub(str_slice(&log), 0, 99999), slice_sub(str_slice(&log), 99999, log.len) };
	assert_int_equal(first_hit(&signatures, pieces, 2), 10001);
	/* A string without an end is data. */
	str_clear(&log);
	str_add_cstr(&log, "{\"data\":\"");
	str_add_repeat(&log, 'x', 300000);
	str_add_cstr(&log, "\",\"log\":\"x.c:1:10: fatal error: cblas.h: No such file or directory\"}");
	struct slice data[] = { slice_sub(str_slice(&log), 0, 70000), slice_sub(str_slice(&log), 70000, log.len) };
	assert_int_equal(first_hit(&signatures, data, 2), 1);
	str_release(&log);
	signatures_release(&signatures);
}
