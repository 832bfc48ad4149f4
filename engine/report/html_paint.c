#include "report/html_paint.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "lang/document.h"
#include "text/myers.h"

/* Words of one change, on both sides together, that are compared; what is larger is no change of words. */
#define MAX_WORDS 4000
#define WORD_BUDGET ((uint64_t)1 << 22)

static char name_letter(const struct language *language, struct slice text)
{
	if (!language->binding)
		return language->parse ? 'f' : 'n';
	return language->binding(text, TOKEN_NAME, true) == BINDING_OPERAND ? 'n' : 'k';
}

static char letter_of(const struct language *language, const struct token *token, struct slice text)
{
	switch ((enum token_kind)token->kind) {
	case TOKEN_COMMENT:
		return 'c';
	case TOKEN_NAME:
		return name_letter(language, text);
	case TOKEN_NUMBER:
		return 'm';
	case TOKEN_STRING:
	case TOKEN_BRACKET:
		return 's';
	case TOKEN_OPERATOR:
	case TOKEN_OPEN:
	case TOKEN_CLOSE:
		return 'o';
	default:
		return 'p';
	}
}

char *paint_syntax(struct source *source)
{
	struct document document;
	char *paint = xmalloc(source->bytes.len + 1);
	memset(paint, 'p', source->bytes.len + 1);
	document_init(&document, source, language_of_path(slice_of(source->path)));
	const struct token_list *tokens = document_tokens(&document);
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		memset(paint + token->begin, letter_of(document.language, token, document_text(&document, i)), token->end - token->begin);
	}
	document_release(&document);
	return paint;
}

struct word {
	size_t begin, end;
};

struct words {
	struct word *items;
	size_t count, capacity;
};

/* 0: a byte that is a word of its own. */
static int class_of(char c)
{
	if ((unsigned char)c >= 0x80 || isalnum((unsigned char)c) || c == '_')
		return 1;
	return c == ' ' || c == '\t' ? 2 : 0;
}

static void cut_words(struct slice bytes, size_t begin, size_t end, struct words *out)
{
	for (size_t at = begin, next; at < end; at = next) {
		int class = class_of(bytes.ptr[at]);
		for (next = at + 1; class && next < end && class_of(bytes.ptr[next]) == class;)
			next++;
		struct word word = { at, next };
		VEC_PUSH(out->items, out->count, out->capacity, word);
	}
}

static struct slice word_text(struct slice bytes, const struct words *words, size_t index)
{
	return slice_sub(bytes, words->items[index].begin, words->items[index].end);
}

/* Numbers that are equal where the words are: their hashes, of which an accident would only misplace a colour. */
static uint32_t *number_words(struct slice bytes, const struct words *words)
{
	uint32_t *numbers = xcalloc(words->count + 1, sizeof(*numbers));
	for (size_t i = 0; i < words->count; i++) {
		struct hash hash = hash_of(word_text(bytes, words, i));
		memcpy(&numbers[i], hash.bytes, sizeof(*numbers));
	}
	return numbers;
}

/* Bytes of words that carry meaning, and how many of these stay. */
static void weigh(struct slice bytes, const struct words *words, const unsigned char *marks, size_t *all, size_t *kept)
{
	for (size_t i = 0; i < words->count; i++) {
		struct slice text = word_text(bytes, words, i);
		if (class_of(text.ptr[0]) != 1)
			continue;
		*all += text.len;
		*kept += marks[i] ? 0 : text.len;
	}
}

static void raise_words(char *paint, const struct words *words, const unsigned char *marks)
{
	for (size_t i = 0; i < words->count; i++)
		for (size_t at = words->items[i].begin; marks[i] && at < words->items[i].end; at++)
			paint[at] = (char)toupper((unsigned char)paint[at]);
}

static void compare(struct source *before, char *before_paint, const struct words *old, struct source *after, char *after_paint, const struct words *new)
{
	uint32_t *old_numbers = number_words(before->bytes, old), *new_numbers = number_words(after->bytes, new);
	unsigned char *removed = xcalloc(old->count + 1, 1), *added = xcalloc(new->count + 1, 1);
	size_t all = 0, kept = 0;
	myers_diff(old_numbers, old->count, new_numbers, new->count, WORD_BUDGET, removed, added);
	weigh(before->bytes, old, removed, &all, &kept);
	weigh(after->bytes, new, added, &all, &kept);
	if (3 * kept > all) {
		raise_words(before_paint, old, removed);
		raise_words(after_paint, new, added);
	}
	free(old_numbers);
	free(new_numbers);
	free(removed);
	free(added);
}

void paint_words(struct source *before, char *before_paint, struct source *after, char *after_paint, const struct line_change *change)
{
	struct words old = { 0 }, new = { 0 };
	if (change->before == change->before_end || change->after == change->after_end)
		return;
	cut_words(before->bytes, source_line_begin(before, change->before), source_line_begin(before, change->before_end), &old);
	cut_words(after->bytes, source_line_begin(after, change->after), source_line_begin(after, change->after_end), &new);
	if (old.count + new.count <= MAX_WORDS)
		compare(before, before_paint, &old, after, after_paint, &new);
	free(old.items);
	free(new.items);
}
