#include "plan/evaluate/near_words.h"

#include "base/ascii.h"

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
