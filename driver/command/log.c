#include "command/log.h"

#include <stdlib.h>
#include <string.h>

#include "system/system.h"

#define PIECE_BYTES ((size_t)1 << 20)
/* A pipe that is named by a path is read at once. */
#define PIPE_MAX_BYTES ((size_t)1 << 30)

/* Standard input where `path` is NULL. */
static bool read_pieces(struct triage_reader *reader, const char *path, struct err *err)
{
	char *buffer = xmalloc(PIECE_BYTES);
	uint64_t offset = 0;
	size_t got;
	bool ok;
	do {
		ok = path ? system_read_at(path, offset, buffer, PIECE_BYTES, &got, err)
			  : system_read_input(buffer, PIECE_BYTES, &got, err);
		triage_reader_take(reader, slice_from(buffer, got));
		offset += got;
	} while (ok && got);
	free(buffer);
	return ok;
}

bool log_triage(const struct signatures *signatures, const char *path, struct triage *out, struct err *err)
{
	struct file_stat st = { 0 };
	struct str all = STR_INIT;
	bool is_input = strcmp(path, "-") == 0;
	*out = (struct triage){ 0 };
	if (!is_input && !platform_stat(path, &st, err))
		return false;
	bool is_file = st.type == FILE_REGULAR;
	if (!is_input && !is_file && !platform_read_file(path, PIPE_MAX_BYTES, &all, err)) {
		str_release(&all);
		return false;
	}
	struct triage_reader *reader = triage_reader_new(signatures);
	bool ok = true;
	if (is_input || is_file)
		ok = read_pieces(reader, is_input ? NULL : path, err);
	else
		triage_reader_take(reader, str_slice(&all));
	triage_reader_end(reader, out);
	str_release(&all);
	return ok;
}
