/*
 * The first byte holds flags; then a pattern up to a line "%%", a replacement up to another, and a text. All matches
 * are expanded, with little time.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "base/utf8.h"
#include "format/regex.h"

#define BUDGET_NS 20000000u
#define MAX_EXPANDED ((size_t)1 << 20)

static void expand_all(const struct regex *regex, bool of_characters, struct slice text, struct slice replacement)
{
	struct regex_scratch *scratch = regex_scratch_new();
	struct err err = ERR_INIT;
	struct str out = STR_INIT;
	bool replaces = regex_check_replacement(regex, replacement, &err);
	if (!replaces)
		fuzz_check_err(&err);
	regex_scratch_set_budget(scratch, BUDGET_NS);
	size_t begin, end, group_begin, group_end;
	for (size_t from = 0;
		from <= text.len && regex_search(regex, scratch, text, from, &begin, &end) == REGEX_MATCH;) {
		MUST(begin <= end && end <= text.len && begin >= from);
		if (of_characters)
			MUST(utf8_is_valid(slice_sub(text, 0, begin)) && utf8_is_valid(slice_sub(text, begin, end)));
		for (size_t group = 0; group < 4; group++)
			if (regex_group(scratch, group, &group_begin, &group_end))
				MUST(group_begin <= group_end && group_end <= text.len);
		if (replaces && out.len < MAX_EXPANDED && !regex_expand(scratch, text, replacement, &out, &err))
			fuzz_check_err(&err);
		MUST(end > begin || regex_matches_empty(regex));
		from = end > begin ? end : end + 1;
	}
	str_release(&out);
	regex_scratch_free(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	unsigned flags = fuzz_byte(&input) & (REGEX_NOCASE | REGEX_ANCHORED | REGEX_BYTES);
	struct slice pattern = fuzz_exact(fuzz_part(&input)), replacement = fuzz_exact(fuzz_part(&input)),
		     text = fuzz_exact(input.rest);
	struct err err = ERR_INIT;
	size_t offset = (size_t)-1;
	struct regex *regex = regex_new(pattern, flags, &offset, &err);
	if (regex) {
		expand_all(regex, !(flags & REGEX_BYTES) && utf8_is_valid(pattern) && utf8_is_valid(text), text,
			replacement);
	} else {
		MUST(offset <= pattern.len && err.kind == ERR_PATCHSET);
		fuzz_check_err(&err);
	}
	regex_free(regex);
	free((char *)pattern.ptr);
	free((char *)replacement.ptr);
	free((char *)text.ptr);
	return 0;
}
