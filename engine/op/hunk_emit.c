/*
 * A hunk's edits: one per run of changed lines, so that context keeps its bytes. An added line takes the line end of
 * the removed line that it stands for, or of the line beside it. Whether the file ends in a line end stays as it was,
 * unless the hunk says otherwise.
 */
#include "op/hunk.h"

/* A run of changed lines: file lines [line, line + n_old) become n_new lines of the hunk. */
struct block {
	const struct hunk *hunk;
	struct source *source;
	size_t line, n_old;
	const struct patch_line *lines; /* of the hunk, removed ones among them */
	size_t n_lines, n_new;
};

static struct slice eol_of_line(struct source *source, size_t index)
{
	return source_eol_at(source, source_line_begin(source, index));
}

/* The line end for the k-th new line of the block. */
static struct slice eol_of_new(const struct block *block, size_t k)
{
	if (k < block->n_old)
		return eol_of_line(block->source, block->line + k);
	if (block->n_old)
		return eol_of_line(block->source, block->line + block->n_old - 1);
	return eol_of_line(block->source, block->line ? block->line - 1 : 0);
}

static bool ends_in_eol(struct source *source)
{
	struct slice bytes = source->bytes;
	return !bytes.len || bytes.ptr[bytes.len - 1] == '\n';
}

static size_t text_end(struct source *source, size_t line)
{
	struct slice text = hunk_file_line(source, line);
	return (size_t)(text.ptr - source->bytes.ptr) + text.len;
}

static void emit_block(const struct block *block, struct edit_list *out, uint32_t owner, uint32_t group)
{
	struct source *source = block->source;
	struct str text = STR_INIT;
	size_t begin = source_line_begin(source, block->line),
	       end = source_line_begin(source, block->line + block->n_old), k = 0;
	bool at_end = end == source->bytes.len, had_eol = ends_in_eol(source);
	bool wants_eol = block->hunk->exact_end ? !block->hunk->new_side.no_eol : had_eol;
	if (block->line == 0 && source->has_bom)
		begin = 3;
	if (at_end && begin == end && !had_eol)
		str_add(&text, eol_of_new(block, 0));
	for (size_t i = 0; i < block->n_lines; i++) {
		if (block->lines[i].side != PATCH_NEW)
			continue;
		struct slice line = block->lines[i].text;
		str_add(&text, slice_starts_with(line, "\xEF\xBB\xBF") ? slice_sub(line, 3, line.len) : line);
		if (++k < block->n_new || !at_end || wants_eol)
			str_add(&text, eol_of_new(block, k - 1));
	}
	if (at_end && !block->n_new && !wants_eol && block->line)
		begin = text_end(source, block->line - 1);
	edit_list_add(out, begin, end > begin ? end : begin, str_slice(&text), owner, group);
	str_release(&text);
}

void hunk_emit(const struct hunk *hunk, struct source *source, size_t line, struct edit_list *out, uint32_t owner,
	uint32_t group)
{
	const struct patch_hunk *lines = hunk->source;
	for (size_t i = 0; i < lines->n_lines;) {
		if (lines->lines[i].side == PATCH_BOTH) {
			line++;
			i++;
			continue;
		}
		struct block block = { .hunk = hunk, .source = source, .line = line, .lines = &lines->lines[i] };
		for (; i < lines->n_lines && lines->lines[i].side != PATCH_BOTH; i++) {
			block.n_lines++;
			block.n_old += lines->lines[i].side == PATCH_OLD;
			block.n_new += lines->lines[i].side == PATCH_NEW;
		}
		emit_block(&block, out, owner, group);
		line += block.n_old;
	}
}
