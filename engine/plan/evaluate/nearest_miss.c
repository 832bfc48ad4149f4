/*
 * The line that comes nearest to what a rule looks for: the one that holds most of the pattern's words. Shown when a
 * rule is missing, so that a reader sees at once what upstream made of the line.
 */
#include "plan/evaluate/evaluate.h"
#include "plan/evaluate/near_words.h"
#include "text/visible.h"

#define MAX_SHOWN 100

const char *nearest_miss(const struct edit_rule *edit, struct document *doc, struct arena *arena, size_t *line)
{
	const struct edit_def *def = edit_rule_def(edit);
	if (def->op->nearest)
		return edit_rule_nearest(edit, doc, arena, line);
	struct near_words words = near_words_of(def, doc->language);
	struct source *source = doc->source;
	size_t best = 0, best_line = 0;
	for (size_t i = 0, n = source_line_count(source); i < n && words.total; i++) {
		size_t here = near_words_score(&words, source_line(source, i));
		if (here > best) {
			best = here;
			best_line = i;
		}
	}
	if (best * 2 < words.total || best == 0)
		return NULL;
	struct slice text = slice_trim(source_line(source, best_line));
	struct str out = STR_INIT;
	*line = best_line + 1;
	str_addf(&out, "line %zu: '", *line);
	visible_add(text, MAX_SHOWN, &out);
	str_add_char(&out, '\'');
	const char *owned = arena_dup(arena, str_slice(&out));
	str_release(&out);
	return owned;
}
