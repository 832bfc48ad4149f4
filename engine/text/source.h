/*
 * A file's bytes and what is known of their layout: byte order mark, line ends, line starts.
 */
#ifndef TPATCH_TEXT_SOURCE_H
#define TPATCH_TEXT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "base/table.h"
#include "text/line_index.h"

/* Larger files are refused before they are read: no source code is so long, and what is known of a file while it is
 * looked at may take sixty times its bytes. docs/safety.md, "What work and memory are bounded by". */
#define SOURCE_MAX_BYTES ((size_t)16 << 20)

enum eol { EOL_NONE, EOL_LF, EOL_CRLF, EOL_CR, EOL_MIXED };

/* The lines of a file by their texts, without line ends and byte order mark. */
struct source_lines {
	struct table numbers; /* by text, from 1 on */
	uint32_t *lines;
	struct line_index index;
};

struct source {
	const char *path;   /* relative, borrowed */
	struct slice bytes; /* borrowed */
	bool has_bom;       /* EF BB BF at offset 0 */
	bool has_nul;       /* a NUL byte: binary, not to be edited */
	/* n_lines + 1 offsets: each line's first byte, then bytes.len; NULL until a call needs it */
	uint32_t *lines;
	size_t n_lines;
	struct source_lines *known; /* source_known_lines() */
	size_t n_line_searches;
};

struct place {
	size_t line;   /* 1-based */
	size_t column; /* 1-based, in bytes */
};

/*
 * `path` and `bytes` are borrowed and must outlive `source`. A line ends with "\n"; "\r\n" ends one line; a lone "\r"
 * ends none.
 */
void source_init(struct source *source, const char *path, struct slice bytes);
void source_release(struct source *source);
/* Line and column of `offset`; an offset past the end is the end, which after a final newline is a line of its own. */
struct place source_place(struct source *source, size_t offset);
/* Number of the line (0-based) that holds `offset`, in the same sense. */
size_t source_line_index(struct source *source, size_t offset);
/* Offset of the first byte of 0-based line `index`; `bytes.len` when `index` is past the last. */
size_t source_line_begin(struct source *source, size_t index);
/* The same, but after a byte order mark. */
size_t source_text_begin(struct source *source, size_t index);
/* The bytes of 0-based line `index`, its line end included; empty when `index` is past the last. */
struct slice source_line(struct source *source, size_t index);
/* The same without line end and byte order mark. */
struct slice source_line_text(struct source *source, size_t index);
/* Lines in the file: a text without final newline counts its last line; an empty file has none. */
size_t source_line_count(struct source *source);
/* The line end in force at `offset`: that of the line it is on, else of the line before, else "\n". */
struct slice source_eol_at(struct source *source, size_t offset);
/* The line ends of the whole file. EOL_CR only for a text without any "\n": beside others a lone "\r" ends no line. */
enum eol source_eol(const struct source *source);
/* Spaces and tabs at the start of the line that holds `offset`, after a byte order mark. */
struct slice source_indent_at(struct source *source, size_t offset);
/* Is nothing but spaces before `offset` on its line? */
bool source_begins_line(struct source *source, size_t offset);

/* Asked for before each search for lines of the file. NULL for the first few: for these it is cheaper to read through
 * it. Released with the file. */
const struct source_lines *source_known_lines(struct source *source);

#endif
