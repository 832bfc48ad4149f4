#include "plan/evaluate/near_words.h"

#include "base/ascii.h"
#include "plan/evaluate/evaluate.h"
#include "text/visible.h"

/*
 * The line that comes nearest to what a rule looks for: the one that holds most of the pattern's words. Shown when a
 * rule is missing, so that a reader sees at once what upstream made of the line.
 */

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

static bool is_word_char(char c)
{
	return ascii_is_word(c) || c == '.';
}

struct near_words near_words_of(const struct edit_def *edit, const struct language *language)
{
	struct near_words words = { .nocase = language->names_nocase };
	struct slice text = edit->match.text.ptr ? edit->match.text : edit->regex.text;
	for (size_t i = 0; i < text.len && words.count < NEAR_MAX_WORDS;) {
		size_t begin = i;
		while (i < text.len && is_word_char(text.ptr[i]))
			i++;
		if (i - begin >= 3 && (begin == 0 || text.ptr[begin - 1] != '$')) {
			words.items[words.count++] = slice_sub(text, begin, i);
			words.total += i - begin;
		}
		if (i == begin)
			i++;
	}
	return words;
}

size_t near_words_score(const struct near_words *words, struct slice line)
{
	size_t sum = 0;
	for (size_t i = 0; i < words->count; i++) {
		size_t at = words->nocase ? slice_find_nocase(line, words->items[i], 0)
					  : slice_find(line, words->items[i], 0);
		if (at != (size_t)-1)
			sum += words->items[i].len;
	}
	return sum;
}
