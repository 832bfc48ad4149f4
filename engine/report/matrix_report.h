/* A matrix of verdicts as people and programs read it. */
#ifndef TPATCH_REPORT_MATRIX_REPORT_H
#define TPATCH_REPORT_MATRIX_REPORT_H

#include "author/matrix.h"
#include "format/json.h"

/*
 * Each appends one matrix. `set` is the set that was asked for, or NULL where each tree has its own. Text is a grid of
 * words where these fit into `width` columns, of single letters otherwise.
 */
void matrix_print_text(const struct matrix *matrix, const char *set, size_t width, struct str *out);
void matrix_print_markdown(const struct matrix *matrix, const char *set, struct str *out);
/* A new object; free with json_free(). */
struct json *matrix_json(const struct matrix *matrix, const char *set);

/* The page of {"matrices": [matrix_json()…]}, to which it adds what it needs besides. `fallback` is what readers
 * without scripts see. */
void matrix_print_html(struct json *data, struct slice fallback, struct str *out);

#endif
