/*
 * The first byte chooses the language; then a pattern up to a line "%%", then a file to be searched. Several patterns,
 * each up to such a line, are fitted to one another.
 */
#include <stdlib.h>

#include "fuzz.h"
#include "match/pattern.h"

static void check_run(struct code_run run, const struct document *doc)
{
	MUST(run.first <= run.last && run.last <= doc->n_code);
	uint32_t begin, end;
	code_run_span(run, doc, &begin, &end);
	MUST(begin <= end && end <= doc->source->bytes.len);
}

static void check_matches(const struct pattern *pattern, struct document *doc)
{
	struct match_list list = { 0 };
	pattern_find(pattern, doc, &list);
	for (size_t i = 0; i < list.count; i++) {
		const struct match *match = &list.items[i];
		MUST(match->begin <= match->end && match->end <= doc->source->bytes.len);
		MUST(i == 0 || match->begin >= list.items[i - 1].end);
		check_run(match->run, doc);
		uint32_t at = match->run.first;
		for (size_t e = 0; e < pattern_element_count(pattern); e++) {
			/* What the elements took lies side by side. */
			check_run(match->elements[e], doc);
			MUST(match->elements[e].first == at);
			at = match->elements[e].last;
		}
		MUST(at == match->run.last);
		for (size_t c = 0; c < pattern_capture_count(pattern); c++) {
			check_run(match->captures[c], doc);
			match_capture_text(match, c, doc);
		}
	}
	match_list_release(&list);
}

static void check_heads(const struct pattern *pattern, struct document *doc)
{
	const struct node_list *nodes = document_nodes(doc);
	for (size_t i = 0; i < nodes->count; i++)
		if (nodes->items[i].kind == NODE_BLOCK)
			pattern_fits_head(pattern, doc, &nodes->items[i]);
}

static void search(const struct pattern *pattern, const struct language *language, struct slice text)
{
	struct source source;
	struct document doc;
	source_init(&source, "fuzz", text);
	document_init(&doc, &source, language);
	check_matches(pattern, &doc);
	check_heads(pattern, &doc);
	document_release(&doc);
	source_release(&source);
}

static void check_pattern(const struct pattern *pattern, const struct language *language, struct slice text)
{
	MUST(slice_eq(pattern_text(pattern), text));
	for (size_t c = 0; c < pattern_capture_count(pattern); c++)
		MUST(pattern_capture_find(pattern, pattern_capture_name(pattern, c)) == c);
	pattern_covers(pattern, pattern);
	search(pattern, language, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	const struct language *language = fuzz_language(&input);
	struct slice text = fuzz_exact(fuzz_part(&input)), file = fuzz_exact(input.rest);
	struct err err = ERR_INIT;
	size_t offset = (size_t)-1;
	struct pattern *pattern = pattern_new(text, language, &offset, &err);
	if (pattern) {
		check_pattern(pattern, language, text);
		search(pattern, language, file);
		struct pattern *other = pattern_new(file, language, &offset, &err);
		if (other) {
			pattern_covers(pattern, other);
			pattern_covers(other, pattern);
		} else {
			err_release(&err);
		}
		pattern_free(other);
	} else {
		MUST(offset <= text.len && err.kind == ERR_PATCHSET);
		fuzz_check_err(&err);
	}
	pattern_free(pattern);
	free((char *)text.ptr);
	free((char *)file.ptr);
	return 0;
}
