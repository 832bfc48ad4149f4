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
