/* The causes of a row whose line has several. Private to triage/. */
#ifndef TBUILD_TRIAGE_CANDIDATES_H
#define TBUILD_TRIAGE_CANDIDATES_H

#include "triage/match.h"

/* Gives `hit` the candidates of the row that matches `text`, in the row's order. */
void candidates_fill(
	const struct match *match, struct slice text, struct regex_scratch *scratch, struct triage_hit *hit);

#endif
