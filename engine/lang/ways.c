#include "lang/ways.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void ways_release(struct ways *ways)
{
	for (size_t i = 0; i < WAY_COUNT; i++)
		free(ways->steps[i]);
	*ways = (struct ways){ 0 };
}

uint32_t ways_end(struct ways *ways, enum token_way way, struct slice bytes, const struct token_list *tokens,
	uint32_t i, way_step *step)
{
	uint32_t *steps = ways->steps[way], end = i;
	if (!steps) {
		steps = ways->steps[way] = xmalloc(tokens->count * sizeof(*steps));
		memset(steps, 0xff, tokens->count * sizeof(*steps)); /* TOKEN_NONE: not known yet */
	}
	for (;;) {
		if (steps[end] == TOKEN_NONE)
			steps[end] = step(bytes, tokens, end);
		if (steps[end] == end)
			break;
		end = steps[end];
	}
	/* All tokens on the way lead to its end. */
	while (i != end) {
		uint32_t next = steps[i];
		steps[i] = end;
		i = next;
	}
	return end;
}
