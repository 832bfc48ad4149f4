/*
 * The log of a build: its first byte says in which pieces it comes, and what is found does not depend on that. What is
 * kept is bounded, however the log is made.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "triage/triage.h"

static struct signatures signatures;

static void read_in(struct slice log, size_t piece, struct triage *out)
{
	struct triage_reader *reader = triage_reader_new(&signatures);
	for (size_t at = 0; at < log.len; at += piece)
		triage_reader_take(reader, slice_sub(log, at, at + piece < log.len ? at + piece : log.len));
	triage_reader_end(reader, out);
}

static void check_line(const char *line)
{
	MUST(!line || (strlen(line) <= TRIAGE_KEPT_BYTES + strlen("…") && !strchr(line, '\n')));
}

static void check(const struct triage *triage)
{
	MUST(triage->count <= TRIAGE_MOST && triage->failed_line <= triage->lines);
	for (size_t i = 0; i < triage->count; i++) {
		const struct triage_hit *hit = &triage->hits[i];
		MUST(hit->signature && hit->line >= 1 && hit->line <= triage->lines && hit->n_after <= TRIAGE_AFTER);
		check_line(hit->text);
		for (size_t k = 0; k < TRIAGE_BEFORE; k++)
			check_line(hit->before[k]);
		for (size_t k = 0; k < hit->n_after; k++)
			check_line(hit->after[k]);
		for (size_t k = 0; k < i; k++)
			MUST(triage->hits[k].signature != hit->signature);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	struct triage whole, parts;
	struct err err = ERR_INIT;
	size_t piece = fuzz_byte(&input) % 64 + 1;
	if (!signatures.count)
		fuzz_must_work(signatures_load(&signatures, &err), &err);
	struct slice log = fuzz_exact(input.rest);
	read_in(log, log.len + 1, &whole);
	read_in(log, piece, &parts);
	check(&whole);
	MUST(whole.count == parts.count && whole.lines == parts.lines && whole.failed_line == parts.failed_line);
	for (size_t i = 0; i < whole.count; i++)
		MUST(whole.hits[i].signature == parts.hits[i].signature && whole.hits[i].line == parts.hits[i].line &&
			strcmp(whole.hits[i].text, parts.hits[i].text) == 0);
	MUST(slice_eq(str_slice(&whole.tail), str_slice(&parts.tail)));
	triage_release(&whole);
	triage_release(&parts);
	free((char *)log.ptr);
	return 0;
}
