#include "report/matrix_report.h"

#include <stdlib.h>
#include <string.h>

#define NONE ((size_t)-1)

static const char *word_of(const struct matrix_cell *cell)
{
	if (cell->mark == MATRIX_VERDICT)
		return verdict_name(cell->verdict);
	return cell->mark == MATRIX_ABSENT ? "-" : "?";
}

/* The narrow form of word_of(). */
static const char *letter_of(const struct matrix_cell *cell)
{
	return cell->mark == MATRIX_VERDICT ? verdict_letter(cell->verdict) : word_of(cell);
}

static void add_padded(const char *text, size_t width, struct str *out)
{
	size_t len = strlen(text);
	str_add_cstr(out, text);
	str_add_repeat(out, ' ', len < width ? width - len : 0);
}

static void end_line(struct str *out)
{
	while (out->len && out->ptr[out->len - 1] == ' ')
		out->ptr[--out->len] = '\0';
	str_add_char(out, '\n');
}

static size_t longest_row(const struct matrix *matrix)
{
	size_t longest = strlen("rule");
	for (size_t i = 0; i < matrix->n_rows; i++)
		if (strlen(matrix->rows[i]) > longest)
			longest = strlen(matrix->rows[i]);
	return longest;
}

static size_t width_of(const struct matrix *matrix, const struct matrix_column *column)
{
	size_t width = strlen(column->name);
	for (size_t i = 0; i < matrix->n_rows; i++)
		if (strlen(word_of(&column->cells[i])) > width)
			width = strlen(word_of(&column->cells[i]));
	return width;
}

static void add_words(const struct matrix *matrix, struct str *out)
{
	size_t first = longest_row(matrix);
	add_padded("rule", first, out);
	for (size_t c = 0; c < matrix->n_columns; c++) {
		str_add_cstr(out, "  ");
		add_padded(matrix->columns[c].name, width_of(matrix, &matrix->columns[c]), out);
	}
	end_line(out);
	for (size_t r = 0; r < matrix->n_rows; r++) {
		add_padded(matrix->rows[r], first, out);
		for (size_t c = 0; c < matrix->n_columns; c++) {
			str_add_cstr(out, "  ");
			add_padded(word_of(&matrix->columns[c].cells[r]), width_of(matrix, &matrix->columns[c]), out);
		}
		end_line(out);
	}
}

static bool has_cell(const struct matrix *matrix, enum matrix_mark mark, enum verdict verdict)
{
	for (size_t c = 0; c < matrix->n_columns; c++)
		for (size_t r = 0; r < matrix->n_rows; r++) {
			const struct matrix_cell *cell = &matrix->columns[c].cells[r];
			if (cell->mark == mark && (mark != MATRIX_VERDICT || cell->verdict == verdict))
				return true;
		}
	return false;
}

/* What the letters stand for, of those that are there. */
static void add_legend(const struct matrix *matrix, struct str *out)
{
	const char *before = "\n";
	for (enum verdict v = 0; v < VERDICT_COUNT; v++)
		if (has_cell(matrix, MATRIX_VERDICT, v)) {
			str_addf(out, "%s%s %s", before, verdict_letter(v), verdict_label(v));
			before = "  ";
		}
	if (has_cell(matrix, MATRIX_ABSENT, 0)) {
		str_addf(out, "%s- not in this tree's set", before);
		before = "  ";
	}
	if (has_cell(matrix, MATRIX_UNKNOWN, 0))
		str_addf(out, "%s? this tree could not be looked at", before);
	str_add_char(out, '\n');
}

/* One letter a tree, numbered from the left: the list of trees below has the numbers. */
static void add_letters(const struct matrix *matrix, struct str *out)
{
	size_t first = longest_row(matrix);
	struct str number = STR_INIT;
	add_padded("rule", first + 1, out);
	for (size_t c = 0; c < matrix->n_columns; c++) {
		str_clear(&number);
		str_addf(&number, " %2zu", (c + 1) % 100);
		str_add(out, str_slice(&number));
	}
	end_line(out);
	for (size_t r = 0; r < matrix->n_rows; r++) {
		add_padded(matrix->rows[r], first + 1, out);
		for (size_t c = 0; c < matrix->n_columns; c++)
			str_addf(out, "  %s", letter_of(&matrix->columns[c].cells[r]));
		end_line(out);
	}
	str_release(&number);
	add_legend(matrix, out);
}

static void add_trees(const struct matrix *matrix, struct str *out)
{
	size_t longest = 0;
	for (size_t c = 0; c < matrix->n_columns; c++)
		if (strlen(matrix->columns[c].name) > longest)
			longest = strlen(matrix->columns[c].name);
	str_add_cstr(out, "\ntrees\n");
	for (size_t c = 0; c < matrix->n_columns; c++) {
		const struct matrix_column *column = &matrix->columns[c];
		str_addf(out, "  %2zu  ", c + 1);
		add_padded(column->name, longest + 2, out);
		str_addf(out, "%s%s%s", column->target ? column->target : "", column->set ? ", set " : "",
			column->set ? column->set : "");
		if (column->problem)
			str_addf(out, "%s%s", column->target ? ": " : "", column->problem);
		end_line(out);
	}
}

/* "cmake-minimum breaks first at 2.4: why", "cmake-minimum is not needed from 2.6 on". */
static bool add_conclusions(const struct matrix *matrix, const char *indent, struct str *out)
{
	size_t before = out->len;
	for (size_t r = 0; r < matrix->n_rows; r++) {
		size_t at = matrix_breaks_at(matrix, r), from = matrix_idle_from(matrix, r);
		if (at != NONE) {
			const struct matrix_cell *cell = &matrix->columns[at].cells[r];
			str_addf(out, "%s%s breaks first at %s: %s%s%s\n", indent, matrix->rows[r],
				matrix->columns[at].name, verdict_name(cell->verdict), cell->detail ? ", " : "",
				cell->detail ? cell->detail : "");
		}
		if (from != NONE)
			str_addf(out, "%s%s is not needed from %s on\n", indent, matrix->rows[r],
				matrix->columns[from].name);
	}
	return out->len > before;
}

void matrix_print_text(const struct matrix *matrix, const char *set, size_t width, struct str *out)
{
	size_t needed = longest_row(matrix);
	for (size_t c = 0; c < matrix->n_columns; c++)
		needed += 2 + width_of(matrix, &matrix->columns[c]);
	if (set)
		str_addf(out, "set %s\n\n", set);
	if (needed <= width)
		add_words(matrix, out);
	else
		add_letters(matrix, out);
	add_trees(matrix, out);
	struct str conclusions = STR_INIT;
	if (add_conclusions(matrix, "  ", &conclusions))
		str_addf(out, "\nso\n%s", conclusions.ptr);
	str_release(&conclusions);
}

static void add_markdown_text(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (strchr("|\\`*_<", *text))
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
}

void matrix_print_markdown(const struct matrix *matrix, const char *set, struct str *out)
{
	if (set)
		str_addf(out, "Set `%s`\n\n", set);
	str_add_cstr(out, "| rule |");
	for (size_t c = 0; c < matrix->n_columns; c++) {
		str_add_char(out, ' ');
		add_markdown_text(matrix->columns[c].name, out);
		str_add_cstr(out, " |");
	}
	str_add_cstr(out, "\n|---|");
	for (size_t c = 0; c < matrix->n_columns; c++)
		str_add_cstr(out, "---|");
	str_add_char(out, '\n');
	for (size_t r = 0; r < matrix->n_rows; r++) {
		str_addf(out, "| `%s` |", matrix->rows[r]);
		for (size_t c = 0; c < matrix->n_columns; c++) {
			const struct matrix_cell *cell = &matrix->columns[c].cells[r];
			bool stops = cell->mark == MATRIX_VERDICT && verdict_stops(cell->verdict);
			str_addf(out, " %s%s%s |", stops ? "**" : "", word_of(cell), stops ? "**" : "");
		}
		str_add_char(out, '\n');
	}
	struct str lines = STR_INIT;
	for (size_t c = 0; c < matrix->n_columns; c++)
		if (matrix->columns[c].problem)
			str_addf(&lines, "- %s: %s\n", matrix->columns[c].name, matrix->columns[c].problem);
	add_conclusions(matrix, "- ", &lines);
	if (lines.len) {
		str_add_char(out, '\n');
		for (struct slice rest = str_slice(&lines), line; slice_cut(&rest, '\n', &line) && line.len;) {
			char *text = slice_dup(slice_sub(line, 2, line.len));
			str_add_cstr(out, "- ");
			add_markdown_text(text, out);
			str_add_char(out, '\n');
			free(text);
		}
	}
	str_release(&lines);
}

static void put_column_name(struct json *object, const char *key, const struct matrix *matrix, size_t column)
{
	if (column != NONE)
		json_put_cstr(object, key, matrix->columns[column].name);
}

static struct json *row_json(const struct matrix *matrix, size_t row)
{
	struct json *object = json_new_object(), *cells = json_new_array();
	json_put_cstr(object, "id", matrix->rows[row]);
	for (size_t c = 0; c < matrix->n_columns; c++) {
		const struct matrix_cell *cell = &matrix->columns[c].cells[row];
		struct json *item = json_new_object();
		json_put_cstr(item, "tree", matrix->columns[c].name);
		if (cell->mark == MATRIX_VERDICT)
			json_put_cstr(item, "verdict", verdict_name(cell->verdict));
		json_put_cstr(item, "detail", cell->detail);
		json_append(cells, item);
	}
	json_put(object, "cells", cells);
	put_column_name(object, "breaks_first_at", matrix, matrix_breaks_at(matrix, row));
	put_column_name(object, "not_needed_from", matrix, matrix_idle_from(matrix, row));
	return object;
}

struct json *matrix_json(const struct matrix *matrix, const char *set)
{
	struct json *object = json_new_object(), *trees = json_new_array(), *rules = json_new_array();
	json_put_cstr(object, "set", set);
	for (size_t c = 0; c < matrix->n_columns; c++) {
		const struct matrix_column *column = &matrix->columns[c];
		struct json *tree = json_new_object();
		json_put_cstr(tree, "name", column->name);
		json_put_cstr(tree, "version", column->target);
		json_put_cstr(tree, "set", column->set);
		json_put_cstr(tree, "problem", column->problem);
		json_append(trees, tree);
	}
	json_put(object, "trees", trees);
	for (size_t r = 0; r < matrix->n_rows; r++)
		json_append(rules, row_json(matrix, r));
	json_put(object, "rules", rules);
	return object;
}
