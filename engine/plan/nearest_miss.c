/*
 * The line that comes nearest to what a rule looks for: the one that holds most of the pattern's words. Shown when a rule is
 * missing, so that a reader sees at once what upstream made of the line.
 */
#include "plan/evaluate.h"

#define MAX_WORDS 16
#define MAX_SHOWN 100

struct words {
	struct slice items[MAX_WORDS];
	size_t count;
};

static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/* Words of three letters and more; `$NAME` is none. */
static struct words words_of(struct slice text)
{
	struct words words = { .count = 0 };
	for (size_t i = 0; i < text.len && words.count < MAX_WORDS;) {
		size_t begin = i;
		while (i < text.len && is_word_char(text.ptr[i]))
			i++;
		if (i - begin >= 3 && (begin == 0 || text.ptr[begin - 1] != '$'))
			words.items[words.count++] = slice_sub(text, begin, i);
		if (i == begin)
			i++;
	}
	return words;
}

static size_t score(struct slice line, const struct words *words, bool nocase)
{
	size_t sum = 0;
	for (size_t i = 0; i < words->count; i++) {
		size_t at = nocase ? slice_find_nocase(line, words->items[i], 0) : slice_find(line, words->items[i], 0);
		if (at != (size_t)-1)
			sum += words->items[i].len;
	}
	return sum;
}

const char *nearest_miss(const struct edit_rule *edit, struct document *doc, struct arena *arena, size_t *line)
{
	const struct edit_def *def = edit_rule_def(edit);
	struct words words = words_of(def->match.text.ptr ? def->match.text : def->regex.text);
	struct source *source = doc->source;
	size_t total = 0, best = 0, best_line = 0;
	for (size_t i = 0; i < words.count; i++)
		total += words.items[i].len;
	for (size_t i = 0, n = source_line_count(source); i < n && total; i++) {
		struct slice text = slice_sub(source->bytes, source_line_begin(source, i), source_line_begin(source, i + 1));
		size_t here = score(text, &words, doc->language->names_nocase);
		if (here > best) {
			best = here;
			best_line = i;
		}
	}
	if (best * 2 < total || best == 0)
		return NULL;
	struct slice text = slice_trim(slice_sub(source->bytes, source_line_begin(source, best_line), source_line_begin(source, best_line + 1)));
	struct str out = STR_INIT;
	*line = best_line + 1;
	str_addf(&out, "line %zu: '" SLICE_FMT "'%s", *line, SLICE_ARG(slice_sub(text, 0, MAX_SHOWN)), text.len > MAX_SHOWN ? "…" : "");
	const char *owned = arena_dup(arena, str_slice(&out));
	str_release(&out);
	return owned;
}
