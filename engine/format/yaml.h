/*
 * YAML as patch sets use it: one document, read into a tree of nodes that know their place. yaml.c is the door to
 * libyaml.
 *
 * Stricter than YAML 1.1, so that what people see is what is read:
 * - UTF-8 only; a byte order mark is skipped and CRLF is read as LF. A lone CR, the Unicode line ends (U+0085, U+2028,
 *   U+2029) and control characters are refused: editors and YAML disagree on where such lines end.
 * - Keys are texts, each once per map. No merge keys (`<<`), no tags but the core ones (`!!str`, `!!map`, …).
 * - Anchors and aliases are shared nodes, never copies, and count with all they stand for against the limits.
 */
#ifndef TPATCH_FORMAT_YAML_H
#define TPATCH_FORMAT_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#define YAML_MAX_BYTES ((size_t)4 << 20)        /* of a file */
#define YAML_MAX_DEPTH 32                       /* of nested lists and maps, with aliases followed */
#define YAML_MAX_NODES 200000                   /* with aliases followed */
#define YAML_MAX_TEXT_BYTES ((size_t)256 << 10) /* of one text */
#define YAML_MAX_TOTAL_BYTES ((size_t)16 << 20) /* of all texts, with aliases followed */
#define YAML_MAX_ANCHORS 1000

enum yaml_kind { YAML_KIND_TEXT, YAML_KIND_LIST, YAML_KIND_MAP };

enum yaml_style {
	YAML_STYLE_PLAIN,   /* 1.20; of a list or map: written in lines */
	YAML_STYLE_SINGLE,  /* '1.20' */
	YAML_STYLE_DOUBLE,  /* "1.20" */
	YAML_STYLE_LITERAL, /* | */
	YAML_STYLE_FOLDED,  /* > */
	YAML_STYLE_FLOW     /* a list in [ ], a map in { } */
};

struct yaml_node;

/* Bytes of a text that were put in place of others. */
struct yaml_splice {
	size_t written, written_len; /* as the file has it */
	size_t put, put_len;         /* as `text` has it */
};

struct yaml_pair {
	const struct yaml_node *key; /* a text */
	const struct yaml_node *value;
};

struct yaml_node {
	enum yaml_kind kind;
	enum yaml_style style;
	/* of a text: quoted, a block or tagged !!str; others may be numbers, booleans or null to YAML */
	bool is_string;
	struct slice text;              /* of a text */
	size_t begin, end;              /* bytes of yaml_file.text, quotes and block header included */
	size_t line, column;            /* of `begin`; 1-based, in bytes */
	size_t count;                   /* of a list or map */
	const struct yaml_node **items; /* of a list */
	struct yaml_pair *pairs;        /* of a map, in the order of the file */
	/* Sums over the node and all below it, aliases followed. */
	size_t n_nodes, n_bytes;
	size_t height; /* 0: a text; else one more than the highest node below */
	bool open;     /* its end was not read yet */
	/* Of a text, for who changes it after it was read: what was put where, in order; yaml_text_offset() counts by
	 * it. */
	struct yaml_splice *splices;
	size_t n_splices;
	bool expanded, is_regex; /* is_regex: as part of one */
};

struct yaml_file {
	const char *path;  /* as errors name it; borrowed */
	struct slice text; /* the file without byte order mark and with LF: all offsets are into this */
	const struct yaml_node *root;
	size_t *lines; /* offset of each line's first byte */
	size_t n_lines;
	struct arena arena; /* holds all of the above */
};

/*
 * Reads `text`; `path` is borrowed. False with ERR_PATCHSET, place, snippet and, where known, hint. Release with
 * yaml_file_release() in both cases.
 */
bool yaml_file_parse(struct yaml_file *out, const char *path, struct slice text, struct err *err);
/*
 * The same of the beginning alone: the root ends before its first key that is none of `keys`, NULL-terminated, and what
 * comes after is neither looked at nor judged. A root that is no map is read whole.
 */
bool yaml_file_parse_head(
	struct yaml_file *out, const char *path, struct slice text, const char *const *keys, struct err *err);
void yaml_file_release(struct yaml_file *file);
/* Is it YAML to libyaml: any number of documents, whatever they mean, at most YAML_MAX_DEPTH deep, with the anchor of
 * each alias before it? If not, `*offset` is the byte that it stops at, at most text.len. */
bool yaml_is_well_formed(struct slice text, size_t *offset);

/* The pair whose key is `key`, or NULL. */
const struct yaml_pair *yaml_find(const struct yaml_node *map, const char *key);
/* True for `key:` with nothing after it, and for a plain `~` or `null`. */
bool yaml_is_null(const struct yaml_node *node);
/* "a text", "a list" or "a map". */
const char *yaml_kind_name(enum yaml_kind kind);

/* Line and column, 1-based, of byte `offset` of the file. */
void yaml_place(const struct yaml_file *file, size_t offset, size_t *line, size_t *column);
/* The byte of the file at a line and column, both 1-based; clamped to that line. */
size_t yaml_offset(const struct yaml_file *file, size_t line, size_t column);
/* Where byte `at` of a text is in the file: escapes, quotes and a block's indentation are counted. Of folded texts
 * the beginning. */
size_t yaml_text_offset(const struct yaml_file *file, const struct yaml_node *node, size_t at);
/* Columns that a literal block is indented by. */
size_t yaml_block_indent(const struct yaml_file *file, const struct yaml_node *node);

/* Adds file, line, column and snippet of byte `offset` to an error that is set. Returns false. */
bool yaml_err_at(const struct yaml_file *file, size_t offset, struct err *err);
/* Sets an ERR_PATCHSET with the place of `node`. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool yaml_fail(const struct yaml_file *file, const struct yaml_node *node, struct err *err, const char *format, ...);

/* For yaml.c. Fills `text` and `lines` of `out` from the bytes of a file, refusing what is no proper text. */
bool yaml_text_read(struct yaml_file *out, struct slice bytes, struct err *err);
/* For yaml.c. What to do about a message of libyaml's, or NULL; `at` is the character at its place, '\0' at the end of
 * the file. */
const char *yaml_syntax_hint(const char *problem, char at);

/* "0.2.5": of the libyaml that runs. */
const char *yaml_library_version(void);

#endif
