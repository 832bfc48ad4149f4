/* The header of a run. The right checksum is put after the input, unless it begins with '!': nobody finds that by
 * chance. */
#include <stdlib.h>
#include <string.h>

#include "base/digest/hash.h"
#include "base/path.h"
#include "commit/journal/header.h"
#include "fuzz.h"

static void add_checksum(struct str *text)
{
	char hex[HASH_HEX_LEN + 1];
	hash_to_hex(hash_of(str_slice(text)), hex);
	str_addf(text, "checksum %s\n", hex);
}

/* What a header says can be written again, and says the same. */
static void check_round_trip(const struct run *run)
{
	struct str text = STR_INIT, again = STR_INIT;
	struct arena arena = ARENA_INIT;
	struct run read = { .number = run->number };
	header_format(run, &text);
	MUST(header_parse(str_slice(&text), &arena, &read));
	MUST(read.n_files == run->n_files && read.time_ns == run->time_ns);
	header_format(&read, &again);
	MUST(slice_eq(str_slice(&text), str_slice(&again)));
	arena_release(&arena);
	str_release(&text);
	str_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice input = slice_from((const char *)data, size);
	struct arena arena = ARENA_INIT;
	struct str text = STR_INIT;
	struct run run = { .number = 1 };
	bool raw = slice_starts_with(input, "!");
	str_add(&text, raw ? slice_sub(input, 1, input.len) : input);
	if (!raw)
		add_checksum(&text);
	struct slice exact = fuzz_exact(str_slice(&text));
	if (header_parse(exact, &arena, &run)) {
		for (size_t i = 0; i < run.n_files; i++)
			MUST(path_leads_into_tree(slice_of(run.files[i].path)));
		check_round_trip(&run);
	} else {
		MUST(run.problem && run.problem[0] && run.n_files == 0);
	}
	free((char *)exact.ptr);
	str_release(&text);
	arena_release(&arena);
	return 0;
}
