#include "base/version/version.h"

#include <string.h>

#include "base/alloc.h"
#include "base/utf8.h"

struct operator
{
	const char *text;
	enum version_op op;
};

/* A longer operator is before one that it begins with. */
static const struct operator operators[] = {
	{ "==", VERSION_EQ },
	{ "!=", VERSION_NE },
	{ "<=", VERSION_LE },
	{ ">=", VERSION_GE },
	{ "<", VERSION_LT },
	{ ">", VERSION_GT },
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Offset of the first byte of `text` at or after `at` that is no blank. */
static size_t skip_spaces(struct slice text, size_t at)
{
	while (at < text.len && is_blank(text.ptr[at]))
		at++;
	return at;
}

/* Reads the operator at `*at` and goes past it; a bare version means equality. */
static enum version_op read_operator(struct slice text, size_t *at)
{
	for (size_t i = 0; i < COUNT_OF(operators); i++)
		if (slice_starts_with(slice_sub(text, *at, text.len), operators[i].text)) {
			*at = skip_spaces(text, *at + strlen(operators[i].text));
			return operators[i].op;
		}
	return VERSION_EQ;
}

/* A version that is none may be two bounds, or a minimum as others write it. Returns false. */
static bool hint_range(struct slice number, struct err *err)
{
	size_t len = 0;
	while (len < number.len && !strchr(" \t=<>~", number.ptr[len]))
		len++;
	if (len && len < number.len)
		return err_hint(err, "a comma separates two bounds: \">=1.12, <2.1\"");
	if (len > 1 && number.ptr[len - 1] == '+')
		return err_hint(
			err, "write \">=" SLICE_FMT "\"", SLICE_ARG(utf8_excerpt(slice_sub(number, 0, len - 1))));
	return false;
}

/* Reads the clause in bytes [begin, end) of `text`. */
static bool read_clause(
	struct slice text, size_t begin, size_t end, struct version_clause *out, size_t *error_offset, struct err *err)
{
	struct slice part = slice_sub(text, 0, end);
	size_t at = skip_spaces(part, begin);
	*error_offset = at;
	if (at == end)
		return err_set(err, ERR_USAGE,
			begin == 0 && end == text.len ? "the range of versions is empty"
						      : "there is nothing between two commas");
	bool has_operator = strchr("=!<>~", part.ptr[at]) != NULL;
	out->op = read_operator(part, &at);
	if (has_operator && *error_offset == at) {
		err_set(err, ERR_USAGE, "'" SLICE_FMT "' is not a comparison of versions",
			SLICE_ARG(utf8_excerpt(slice_sub(text, at, end))));
		return err_hint(err, "the operators are ==, !=, <, <=, > and >=; a series is written \"2.4.*\"");
	}
	struct slice number = slice_trim(slice_sub(text, at, end));
	bool series = slice_ends_with(number, ".*");
	if (series && out->op != VERSION_EQ) {
		err_set(err, ERR_USAGE, "'.*' follows '" SLICE_FMT "'",
			SLICE_ARG(slice_trim(slice_sub(text, *error_offset, at))));
		return err_hint(
			err, "a series like \"2.4.*\" is allowed alone or after ==; write the number without .* here");
	}
	*error_offset = at;
	if (series) {
		number.len -= 2;
		out->op = VERSION_SERIES;
	}
	if (!version_parse(&out->version, number, err))
		return hint_range(number, err);
	if (series && (out->version.pre || out->version.has_post || out->version.has_dev))
		return err_set(err, ERR_USAGE, "'" SLICE_FMT ".*' is not a series", SLICE_ARG(utf8_excerpt(number)));
	return true;
}

bool version_range_parse(
	struct version_range *out, struct slice text, struct arena *arena, size_t *error_offset, struct err *err)
{
	size_t n_clauses = 1;
	for (size_t i = 0; i < text.len; i++)
		n_clauses += text.ptr[i] == ',';
	*out = (struct version_range){ .clauses = arena_alloc(arena, n_clauses * sizeof(*out->clauses)) };
	size_t begin = 0;
	while (out->n_clauses < n_clauses) {
		size_t comma = slice_find(text, SLICE_LITERAL(","), begin);
		size_t end = comma == (size_t)-1 ? text.len : comma;
		if (!read_clause(text, begin, end, &out->clauses[out->n_clauses], error_offset, err))
			return false;
		out->n_clauses++;
		begin = end + 1;
	}
	out->text = arena_dup(arena, text);
	return true;
}

static bool clause_has(const struct version_clause *clause, const struct version *v)
{
	struct version release = *v;
	if (!clause->version.pre && !clause->version.has_dev) {
		release.pre = 0;
		release.pre_number = 0;
		release.has_dev = false;
		release.dev = 0;
	}
	int order = version_cmp(&release, &clause->version);
	switch (clause->op) {
	case VERSION_EQ:
		return order == 0;
	case VERSION_NE:
		return order != 0;
	case VERSION_LT:
		return order < 0;
	case VERSION_LE:
		return order <= 0;
	case VERSION_GT:
		return order > 0;
	case VERSION_GE:
		return order >= 0;
	case VERSION_SERIES:
		return version_same_series(v, &clause->version, clause->version.n_parts);
	}
	return false;
}

bool version_range_has(const struct version_range *range, const struct version *v)
{
	for (size_t i = 0; i < range->n_clauses; i++)
		if (!clause_has(&range->clauses[i], v))
			return false;
	return true;
}

#define RELEASE_PARTS 3

/*
 * Which releases of a series can decide a range? Read along one number, a clause changes its answer only at the number
 * it names and at that number's neighbours; with the other numbers lower or higher than any written, that is all there
 * is.
 */
static bool has_beside(
	const struct version_range *range, const struct version *series, size_t n_known, const struct version *named)
{
	static const unsigned long beyond = 999999999;
	for (size_t i = n_known; i < RELEASE_PARTS; i++) {
		struct version v = { .n_parts = RELEASE_PARTS };
		for (size_t k = 0; k < i; k++)
			v.part[k] = k < n_known ? series->part[k] : named->part[k];
		for (int step = -1; step <= 1; step++) {
			if (step < 0 && named->part[i] == 0)
				continue;
			v.part[i] = named->part[i] + (unsigned long)step;
			for (size_t k = i + 1; k < RELEASE_PARTS; k++)
				v.part[k] = step < 0 ? beyond : 0;
			if (version_range_has(range, &v))
				return true;
		}
	}
	return false;
}

bool version_range_may_have(const struct version_range *range, const struct version *v, size_t n_known)
{
	if (n_known >= RELEASE_PARTS)
		return version_range_has(range, v);
	struct version first = { .n_parts = RELEASE_PARTS };
	for (size_t i = 0; i < n_known; i++)
		first.part[i] = v->part[i];
	if (version_range_has(range, &first))
		return true;
	for (size_t i = 0; i < range->n_clauses; i++)
		if (has_beside(range, v, n_known, &range->clauses[i].version))
			return true;
	return false;
}

static void raise_lowest(struct version_bounds *bounds, const struct version *v)
{
	if (!bounds->has_lowest || version_cmp(v, &bounds->lowest) > 0)
		bounds->lowest = *v;
	bounds->has_lowest = true;
}

static void reduce_highest(struct version_bounds *bounds, const struct version *v)
{
	if (!bounds->has_highest || version_cmp(v, &bounds->highest) < 0)
		bounds->highest = *v;
	bounds->has_highest = true;
}

struct version_bounds version_range_bounds(const struct version_range *range)
{
	struct version_bounds bounds = { 0 };
	for (size_t i = 0; i < range->n_clauses; i++) {
		const struct version_clause *clause = &range->clauses[i];
		struct version next = clause->version;
		if (clause->op == VERSION_SERIES)
			next.part[next.n_parts - 1]++;
		bool is_lower = clause->op == VERSION_GT || clause->op == VERSION_GE;
		bool is_upper = clause->op == VERSION_LT || clause->op == VERSION_LE;
		bool is_both = clause->op == VERSION_EQ || clause->op == VERSION_SERIES;
		if (is_lower || is_both)
			raise_lowest(&bounds, &clause->version);
		if (is_upper || is_both)
			reduce_highest(&bounds, &next);
		bounds.exact = bounds.exact || clause->op == VERSION_EQ;
	}
	return bounds;
}

/* Does `clause` end where, or before, `other` begins? */
static bool ends_before(const struct version_clause *clause, const struct version_clause *other)
{
	struct version end = clause->version;
	if (clause->op == VERSION_NE || clause->op == VERSION_GT || clause->op == VERSION_GE ||
		other->op == VERSION_NE || other->op == VERSION_LT || other->op == VERSION_LE)
		return false;
	if (clause->op == VERSION_SERIES)
		end.part[end.n_parts - 1]++;
	int order = version_cmp(&end, &other->version);
	bool has_end = clause->op == VERSION_EQ || clause->op == VERSION_LE, has_begin = other->op != VERSION_GT;
	return order < 0 || (order == 0 && !(has_end && has_begin));
}

bool version_ranges_meet(const struct version_range *a, const struct version_range *b)
{
	for (size_t i = 0; i < a->n_clauses; i++)
		for (size_t k = 0; k < b->n_clauses; k++)
			if (ends_before(&a->clauses[i], &b->clauses[k]) || ends_before(&b->clauses[k], &a->clauses[i]))
				return false;
	return true;
}

bool version_in_range(const char *range, struct slice version)
{
	struct arena arena = ARENA_INIT;
	struct version_range parsed;
	struct version own;
	size_t at = 0;
	struct err err = ERR_INIT;
	bool ok = version_parse(&own, version, NULL) &&
		  version_range_parse(&parsed, slice_of(range), &arena, &at, &err) && version_range_has(&parsed, &own);
	err_release(&err);
	arena_release(&arena);
	return ok;
}
