/* A file of a tree while a series is carried: its lines, and who put them there. Private to port/. */
#ifndef TPATCH_PORT_TEXT_H
#define TPATCH_PORT_TEXT_H

#include <stdbool.h>

#include "port/carry/line_ids.h"

#define PORT_NOBODY UINT32_MAX

struct port_text {
	uint32_t *lines;   /* [n], ids */
	uint32_t *origins; /* [n]: the line of the file as it was in the tree, 0-based; PORT_NOBODY: a patch added it */
	uint32_t *owners;  /* [n]: of an added line, which patch */
	size_t n;
	bool ends_open;       /* the last line has no line end */
	uint32_t *original;   /* [n_original], ids: the file as it was in the tree */
	uint32_t *removed_by; /* [n_original]: which patch removed the line, or PORT_NOBODY */
	size_t n_original;
	bool was_open; /* `ends_open` of the file as it was */
	bool has_mark; /* it began with a byte order mark, which is in none of the lines */
	struct port_patches {
		uint32_t *patches; /* [count]: those that change the file, in order */
		uint32_t *joined;  /* [count]: union-find, by index: their changes cannot be told apart */
		size_t count, capacity;
	} by;
};

/* Lines [line, line + n_old) become `lines`. */
struct port_splice {
	size_t line, n_old;
	const uint32_t *lines;
	size_t n_new;
	int end_mark; /* the last line loses (1) or gets (-1) its line end; 0: as it is */
};

/* From bytes. Release with port_text_release(). */
void port_text_init(struct port_text *out, struct line_ids *ids, struct slice bytes);
void port_text_release(struct port_text *text);
/* Makes the changes of patch `owner`: in order, without overlap, each in the numbers of the text before. */
void port_text_splice(struct port_text *text, const struct port_splice *splices, size_t n_splices, uint32_t owner);
/* Are these its lines from `line` on? */
bool port_text_has(const struct port_text *text, size_t line, const uint32_t *lines, size_t n);
/* The patch that stands for all that are joined with `patch`, the first of them. */
uint32_t port_text_owner(struct port_text *text, uint32_t patch);
void port_text_join(struct port_text *text, uint32_t a, uint32_t b);

#endif
