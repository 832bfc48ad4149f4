/*
 * A ported set under review: any bytes are read, and any answers written. What was open and is answered is open no
 * more, and what no answer is about stays as it was. The first byte says which answers are given.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "fuzz.h"
#include "port/review.h"

static bool is_within(struct slice part, struct slice whole)
{
	return part.ptr >= whole.ptr && part.ptr + part.len <= whole.ptr + whole.len;
}

static size_t n_open(const struct review *review)
{
	size_t n = 0;
	for (size_t i = 0; i < review->n_edits; i++)
		n += !review->edits[i].is_accepted && review->edits[i].answer == REVIEW_OPEN &&
		     !review->rules[review->edits[i].rule].n_rejected;
	return n;
}

static void check(const struct review *review)
{
	for (size_t i = 0; i < review->n_edits; i++) {
		const struct review_edit *edit = &review->edits[i];
		MUST(edit->rule < review->n_rules && (i == 0 || edit->rule >= review->edits[i - 1].rule));
		MUST(is_within(edit->word, review->rules[edit->rule].text) && is_within(edit->body, review->text));
	}
	for (size_t i = 0; i < review->n_rules; i++)
		MUST(is_within(review->rules[i].text, review->text) && is_within(review->rules[i].code, review->text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	uint8_t answers = fuzz_byte(&input);
	struct slice text = fuzz_exact(input.rest);
	struct review review, again;
	struct str same = STR_INIT, out = STR_INIT;
	review_read(&review, text);
	check(&review);
	review_write(&review, &same);
	MUST(slice_eq(str_slice(&same), text));
	for (size_t i = 0; i < review.n_edits; i++)
		if (!review.edits[i].is_accepted)
			review_answer(&review, i, (enum review_answer)((answers >> (2 * (i % 4)) & 3) % 3));
	review_write(&review, &out);
	review_read(&again, str_slice(&out));
	check(&again);
	MUST(n_open(&again) == n_open(&review));
	review_release(&again);
	review_release(&review);
	str_release(&same);
	str_release(&out);
	free((void *)(uintptr_t)text.ptr);
	return 0;
}
