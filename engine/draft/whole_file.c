/* What a diff does to a file itself. */
#include <string.h>

#include "draft/draft_private.h"
#include "format/yaml_write.h"

/* Of what the patch set holds as a text; YAML ends at 256 KiB. */
#define CONTENT_MAX_BYTES ((size_t)192 << 10)
#define EXECUTABLE 0100u

/* The lines of one side, which are the whole file. */
static const char *read_content(
	const struct patch_file *file, enum patch_side side, struct arena *arena, struct slice *out)
{
	struct str text = STR_INIT;
	bool crlf = false, lf = false;
	for (size_t h = 0; h < file->n_hunks; h++)
		for (size_t i = 0; i < file->hunks[h].n_lines; i++) {
			const struct patch_line *line = &file->hunks[h].lines[i];
			if (line->side != side)
				continue;
			str_add(&text, line->text);
			crlf = crlf || line->crlf;
			lf = lf || (!line->crlf && !line->no_eol);
			if (!line->no_eol)
				str_add_char(&text, '\n');
		}
	*out = slice_from(arena_dup(arena, str_slice(&text)), text.len);
	str_release(&text);
	if (side == PATCH_NEW && crlf)
		return "creates a file with CRLF, but created files have LF";
	if (crlf && lf)
		return "its lines end in LF and in CRLF: no text can express that";
	if (!yaml_can_hold(*out))
		return "it has bytes that are not UTF-8, which YAML cannot contain";
	return out->len > CONTENT_MAX_BYTES ? "its text is too long for a patch set" : NULL;
}

const char *whole_file_read(const struct patch_file *file, struct arena *arena, struct draft_rule *out)
{
	if (!file->old_path) {
		out->fate = DRAFT_CREATED;
		out->changes_mode = out->executable = (file->new_mode & EXECUTABLE) != 0;
		return read_content(file, PATCH_NEW, arena, &out->content);
	}
	if (!file->new_path) {
		out->fate = DRAFT_REMOVED;
		return read_content(file, PATCH_OLD, arena, &out->content);
	}
	if (file->is_rename)
		out->new_path = file->new_path;
	out->executable = (file->new_mode & EXECUTABLE) != 0;
	out->changes_mode = file->old_mode && file->new_mode && out->executable != ((file->old_mode & EXECUTABLE) != 0);
	return NULL;
}
