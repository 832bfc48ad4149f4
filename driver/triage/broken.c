#include "triage/broken.h"

/* Terminals and consoles are no narrower, and nothing that counts is broken into more pieces. */
#define NARROWEST 72
#define PIECES_MOST 6

/* No line before it was longer, and terminals have that width, or one of those lines ended there, too. */
static bool is_full(struct broken *broken, size_t width)
{
	static const size_t usual[] = { 80, 100, 120, 132 };
	if (width < NARROWEST || width < broken->widest)
		return false;
	bool is_likely = width == broken->widest;
	broken->widest = width;
	for (size_t i = 0; i < COUNT_OF(usual) && !is_likely; i++)
		is_likely = width == usual[i];
	return is_likely;
}

bool broken_take(struct broken *broken, struct slice said, struct slice shown, size_t number, bool may_begin)
{
	bool is_piece = broken->text.len > 0, goes_on = is_full(broken, shown.len) && broken->pieces + 1 < PIECES_MOST;
	if (is_piece) {
		str_add(&broken->text, shown);
		str_clear(&broken->joined);
		str_add(&broken->joined, str_slice(&broken->text));
		broken->joined_number = broken->number;
		broken->joined_first = broken->first;
	}
	broken->pieces++;
	if (!goes_on || (!is_piece && !may_begin)) {
		str_clear(&broken->text);
		broken->pieces = 0;
	} else if (!is_piece) {
		str_add(&broken->text, said);
		broken->number = number;
		broken->first = said.len;
	}
	return is_piece;
}
