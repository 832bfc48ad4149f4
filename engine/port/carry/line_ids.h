/* Lines as numbers: equal texts have equal numbers. Private to port/. */
#ifndef TPATCH_PORT_LINE_IDS_H
#define TPATCH_PORT_LINE_IDS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

struct line_ids {
	uint32_t *slots; /* hash table: id + 1, 0 where free */
	size_t n_slots;
	struct slice *texts;   /* [count], by id, in the arena */
	unsigned char *traits; /* [count]: weight and guard */
	size_t count, texts_capacity, traits_capacity;
	struct arena arena;
};

/* How much a line says about where it is. */
#define LINE_WEIGHT_BLANK 1 /* white space alone */
#define LINE_WEIGHT_SIGNS 3 /* no letter and no digit: a brace */
#define LINE_WEIGHT_WORDS 10

enum line_guard { LINE_NO_GUARD, LINE_IF, LINE_ELSE, LINE_ENDIF };

void line_ids_release(struct line_ids *ids);
/* The number of a text without its line end, which is copied if it is new. */
uint32_t line_id(struct line_ids *ids, struct slice text);
struct slice line_text(const struct line_ids *ids, uint32_t id);
unsigned line_weight(const struct line_ids *ids, uint32_t id);
/* What it is to the preprocessor: "#if", "#ifdef", …; "#else", "#elif"; "#endif". */
enum line_guard line_guard(const struct line_ids *ids, uint32_t id);

/* Blanks that a line begins with. */
static inline size_t line_indent(struct slice line)
{
	size_t n = 0;
	while (n < line.len && (line.ptr[n] == ' ' || line.ptr[n] == '\t'))
		n++;
	return n;
}

#endif
