#include "pattern_check.h"

#include <stdlib.h>
#include <string.h>

#include "match/pattern.h"
#include "unit.h"

struct text_under_test {
	struct source source;
	struct document doc;
	struct pattern *pattern;
	struct match_list found;
};

static struct pattern *compile(const struct language *language, const char *text)
{
	struct err err = ERR_INIT;
	size_t offset = 0;
	struct pattern *pattern = pattern_new(slice_of(text), language, &offset, &err);
	if (!pattern)
		fail_msg("pattern '%s': %s at %zu", text, err.message, offset);
	return pattern;
}

static void search(struct text_under_test *t, const struct language *language, const char *pattern, const char *text)
{
	memset(t, 0, sizeof(*t));
	t->pattern = compile(language, pattern);
	source_init(&t->source, "test", slice_of(text));
	document_init(&t->doc, &t->source, language);
	pattern_find(t->pattern, &t->doc, &t->found);
}

static void release(struct text_under_test *t)
{
	match_list_release(&t->found);
	document_release(&t->doc);
	source_release(&t->source);
	pattern_free(t->pattern);
}

static void compare(const char *pattern, const char *text, struct str *found, const char *expected)
{
	char *list = str_detach(found);
	if (strcmp(list, expected) != 0)
		fail_msg("pattern '%s' in '%s': found '%s', expected '%s'", pattern, text, list, expected);
	free(list);
}

void check_finds(const struct language *language, const char *pattern, const char *text, const char *expected)
{
	struct text_under_test t;
	struct str out = STR_INIT;
	search(&t, language, pattern, text);
	for (size_t i = 0; i < t.found.count; i++) {
		str_add_cstr(&out, i ? "|" : "");
		str_add(&out, slice_sub(t.source.bytes, t.found.items[i].begin, t.found.items[i].end));
		for (size_t c = 0; c < pattern_capture_count(t.pattern); c++) {
			str_addf(&out, " " SLICE_FMT "=", SLICE_ARG(pattern_capture_name(t.pattern, c)));
			str_add(&out, match_capture_text(&t.found.items[i], c, &t.doc));
		}
	}
	compare(pattern, text, &out, expected);
	release(&t);
}

void check_widens(const struct language *language, const char *pattern, const char *text, const char *expected)
{
	struct text_under_test t;
	struct str out = STR_INIT;
	search(&t, language, pattern, text);
	for (size_t i = 0; i < t.found.count; i++) {
		uint32_t first = t.doc.code[t.found.items[i].run.first],
			 last = t.doc.code[t.found.items[i].run.last - 1] + 1;
		document_widen(&t.doc, &first, &last);
		str_add_cstr(&out, i ? "|" : "");
		str_add(&out,
			slice_sub(t.source.bytes, t.doc.tokens.items[first].begin, t.doc.tokens.items[last - 1].end));
	}
	compare(pattern, text, &out, expected);
	release(&t);
}

void check_inside(
	const struct language *language, const char *head, const char *text, const char *needle, size_t expected)
{
	struct text_under_test t;
	search(&t, language, needle, text);
	if (t.found.count != 1)
		fail_msg("'%s' is found %zu times in '%s'", needle, t.found.count, text);
	uint32_t token = t.doc.code[t.found.items[0].run.first];
	const struct node_list *nodes = document_nodes(&t.doc);
	struct pattern *pattern = compile(language, head);
	size_t count = 0;
	for (uint32_t at = document_block_at(&t.doc, token); at != NODE_NONE; at = nodes->items[at].parent)
		count += token < nodes->items[at].last && pattern_fits_head(pattern, &t.doc, &nodes->items[at]);
	if (count != expected)
		fail_msg("'%s' in '%s' is inside %zu blocks '%s', expected %zu", needle, text, count, head, expected);
	pattern_free(pattern);
	release(&t);
}

void check_refused(const struct language *language, const char *pattern, const char *message)
{
	struct err err = ERR_INIT;
	size_t offset = 0;
	assert_null(pattern_new(slice_of(pattern), language, &offset, &err));
	assert_says(&err, message);
	err_release(&err);
}
