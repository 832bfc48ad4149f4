/*
 * What TOML refuses beyond its tokens: statements that are not whole, values side by side, line ends in inline tables,
 * keys and tables that are defined twice. With what the lexer notes that is all that TOML 1.0 refuses, so that a file
 * without problems is one that every reader of TOML takes.
 */
#include "lang/problem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/table.h"
#include "lang/toml/lang_toml.h"

/* --- which keys are taken, and by what: no key may be defined twice ----------------------------------------------- */

/* Zeroed is empty; names_release() frees. */
struct names {
	struct name *items;
	size_t count, capacity;
	uint32_t *dotted; /* tables that dotted keys made since the last head: further heads may not define them */
	size_t n_dotted, dotted_capacity;
	struct table children; /* by the number of the table and the name in it */
	struct arena arena;
};

static const char TWICE[] = "a key is defined twice";
static const char TABLE_TWICE[] = "a table is defined twice";
static const char NO_TABLE[] = "a key already has a value that is not a table";

enum name_kind { NAME_TABLE, NAME_LIST, NAME_VALUE };

struct name {
	uint8_t kind;     /* enum name_kind; an inline table or array is a NAME_VALUE: nothing is added to it */
	bool is_complete; /* no head and no dotted key of another table may add to it */
	uint32_t element; /* NAME_LIST: the last table of it */
};

static void names_release(struct names *names)
{
	free(names->items);
	free(names->dotted);
	table_release(&names->children);
	arena_release(&names->arena);
	*names = (struct names){ 0 };
}

static uint32_t add(struct names *names, enum name_kind kind)
{
	struct name name = { .kind = (uint8_t)kind };
	VEC_PUSH(names->items, names->count, names->capacity, name);
	return (uint32_t)names->count - 1;
}

/* The number of a new table that has no name. */
static uint32_t names_add_table(struct names *names)
{
	return add(names, NAME_TABLE);
}

/* The number of `name` in table `at`; `*is_new` where it was not there and is a table now. */
static uint32_t child_of(struct names *names, uint32_t at, struct slice name, bool *is_new)
{
	char *bytes = arena_alloc(&names->arena, sizeof(at) + name.len + 1);
	memcpy(bytes, &at, sizeof(at));
	if (name.len)
		memcpy(bytes + sizeof(at), name.ptr, name.len);
	size_t *slot = table_at(&names->children, slice_from(bytes, sizeof(at) + name.len));
	*is_new = *slot == 0;
	if (*is_new)
		*slot = (size_t)add(names, NAME_TABLE) + 1;
	return (uint32_t)(*slot - 1);
}

/*
 * The parts of one key at a time: from table `*at` to the table `name` in it, which is made where it is new. NULL, or
 * what is wrong. `dotted`: in a key with a value, not in a head.
 */
static const char *names_enter(struct names *names, uint32_t *at, struct slice name, bool dotted)
{
	bool is_new;
	uint32_t child = child_of(names, *at, name, &is_new);
	const struct name *found = &names->items[child];
	*at = child;
	if (found->kind == NAME_VALUE)
		return NO_TABLE;
	if (dotted && (found->is_complete || found->kind == NAME_LIST))
		return TABLE_TWICE;
	if (found->kind == NAME_LIST)
		*at = found->element;
	if (dotted)
		VEC_PUSH(names->dotted, names->n_dotted, names->dotted_capacity, child);
	return NULL;
}

/* The last part of a head: `*at` becomes the table that it begins. */
static const char *names_begin(struct names *names, uint32_t *at, struct slice name, bool in_list)
{
	bool is_new;
	uint32_t child = child_of(names, *at, name, &is_new);
	*at = child;
	if (names->items[child].kind == NAME_VALUE)
		return NO_TABLE;
	if (in_list) {
		if (!is_new && names->items[child].kind != NAME_LIST)
			return TABLE_TWICE;
		uint32_t element = add(names, NAME_TABLE);
		names->items[child].kind = NAME_LIST;
		names->items[child].element = element;
		*at = element;
		return NULL;
	}
	if (names->items[child].kind == NAME_LIST || names->items[child].is_complete)
		return TABLE_TWICE;
	names->items[child].is_complete = true;
	return NULL;
}

/* The last part of a key in table `at`, which gets a value. */
static const char *names_define(struct names *names, uint32_t at, struct slice name)
{
	bool is_new;
	uint32_t child = child_of(names, at, name, &is_new);
	names->items[child].kind = NAME_VALUE;
	return is_new ? NULL : TWICE;
}

/* A head: what dotted keys made before it is complete. */
static void names_close_dotted(struct names *names)
{
	for (size_t i = 0; i < names->n_dotted; i++)
		names->items[names->dotted[i]].is_complete = true;
	names->n_dotted = 0;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static const char NO_STATEMENT[] = "neither a key/value pair nor a table header";
static const char NO_VALUE[] = "a value is missing";
static const char MORE[] = "more than one statement on the line";
static const char NO_COMMA[] = "a comma or the closing bracket is missing";
static const char BROKEN_TABLE[] = "an inline table spans lines or ends with a comma";

#define NO_TABLE_HERE UINT32_MAX

struct reader {
	struct document *doc;
	struct problem_list *out;
	struct names names;
	struct str key;     /* the part at hand, decoded */
	uint32_t table;     /* in which the statements are */
	uint32_t *brackets; /* open ones: the number of an inline table, or NO_TABLE_HERE for an array */
	size_t depth, capacity;
	size_t at; /* in doc->code */
};

enum expected { EXPECT_VALUE, EXPECT_ITEM, EXPECT_KEY, EXPECT_FIRST_KEY, EXPECT_NEXT };

static enum token_kind kind_at(const struct reader *r)
{
	return r->at < r->doc->n_code ? (enum token_kind)r->doc->tokens.items[r->doc->code[r->at]].kind
				      : TOKEN_KIND_COUNT;
}

static struct slice text_at(const struct reader *r)
{
	return r->at < r->doc->n_code ? document_text(r->doc, r->doc->code[r->at]) : slice_from("", 0);
}

static bool is(const struct reader *r, enum token_kind kind, const char *text)
{
	return kind_at(r) == kind && slice_eq_cstr(text_at(r), text);
}

static bool take(struct reader *r, enum token_kind kind, const char *text)
{
	bool is_there = is(r, kind, text);
	r->at += is_there;
	return is_there;
}

static bool fail(struct reader *r, const char *what)
{
	size_t last = r->at < r->doc->n_code ? r->at : r->doc->n_code - 1;
	problem_list_add(r->out, r->doc->tokens.items[r->doc->code[last]].begin, what);
	return false;
}

static bool is_key(const struct reader *r)
{
	return kind_at(r) == TOKEN_NAME || kind_at(r) == TOKEN_TEXT;
}

/* The key's part at hand, without quotes and escapes; valid until the next call. */
static struct slice key_part(struct reader *r)
{
	if (kind_at(r) == TOKEN_NAME)
		return text_at(r);
	str_clear(&r->key);
	toml_string_decode(text_at(r), &r->key);
	return str_slice(&r->key);
}

static bool define(struct reader *r, const char *problem)
{
	return problem ? fail(r, problem) : true;
}

/* `a."b".c`, from table `*table` on: what becomes of the last part is for `is_head` and `in_list` to say. */
static bool read_key(struct reader *r, uint32_t *table, bool is_head, bool in_list)
{
	while (is_key(r)) {
		struct slice part = key_part(r);
		size_t own = r->at++;
		bool is_last = !is(r, TOKEN_OPERATOR, ".");
		r->at = own;
		const char *problem = !is_last  ? names_enter(&r->names, table, part, !is_head)
				      : is_head ? names_begin(&r->names, table, part, in_list)
						: names_define(&r->names, *table, part);
		if (!define(r, problem))
			return false;
		r->at++;
		if (is_last)
			return true;
		r->at++;
	}
	return fail(r, NO_STATEMENT);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* A line end before the token at hand. */
static bool begins_line(const struct reader *r)
{
	for (size_t i = r->doc->code[r->at]; i-- > 0 && token_is_layout(&r->doc->tokens.items[i]);)
		if (r->doc->tokens.items[i].kind == TOKEN_NEWLINE)
			return true;
	return false;
}

static bool open_bracket(struct reader *r, enum expected *expected)
{
	bool is_table = slice_eq_cstr(text_at(r), "{");
	uint32_t table = is_table ? names_add_table(&r->names) : NO_TABLE_HERE;
	VEC_PUSH(r->brackets, r->depth, r->capacity, table);
	*expected = is_table ? EXPECT_FIRST_KEY : EXPECT_ITEM;
	r->at++;
	return true;
}

static bool close_bracket(struct reader *r, enum expected *expected)
{
	bool in_table = r->brackets[r->depth - 1] != NO_TABLE_HERE;
	if (!slice_eq_cstr(text_at(r), in_table ? "}" : "]"))
		return fail(r, NO_COMMA);
	r->depth--;
	r->at++;
	*expected = EXPECT_NEXT;
	return true;
}

static bool read_next(struct reader *r, enum expected *expected)
{
	if (kind_at(r) == TOKEN_CLOSE)
		return close_bracket(r, expected);
	if (!take(r, TOKEN_OPERATOR, ","))
		return fail(r, NO_COMMA);
	*expected = r->brackets[r->depth - 1] != NO_TABLE_HERE ? EXPECT_KEY : EXPECT_ITEM;
	return true;
}

static bool read_table_key(struct reader *r, enum expected *expected)
{
	uint32_t table = r->brackets[r->depth - 1];
	if (kind_at(r) == TOKEN_CLOSE)
		return *expected == EXPECT_FIRST_KEY ? close_bracket(r, expected) : fail(r, BROKEN_TABLE);
	if (!read_key(r, &table, false, false))
		return false;
	*expected = EXPECT_VALUE;
	return take(r, TOKEN_OPERATOR, "=") || fail(r, NO_VALUE);
}

static bool read_item(struct reader *r, enum expected *expected)
{
	if (kind_at(r) == TOKEN_OPEN)
		return open_bracket(r, expected);
	if (*expected == EXPECT_ITEM && kind_at(r) == TOKEN_CLOSE)
		return close_bracket(r, expected);
	if (kind_at(r) != TOKEN_STRING && kind_at(r) != TOKEN_NUMBER)
		return fail(r, NO_VALUE);
	r->at++;
	*expected = EXPECT_NEXT;
	return true;
}

/* One value with all that it holds; without recursion, since brackets may nest as deep as the file is long. */
static bool read_value(struct reader *r)
{
	enum expected expected = EXPECT_VALUE;
	r->depth = 0;
	do {
		bool in_table = r->depth && r->brackets[r->depth - 1] != NO_TABLE_HERE;
		if (r->at >= r->doc->n_code)
			return fail(r, NO_VALUE);
		if (in_table && begins_line(r))
			return fail(r, BROKEN_TABLE);
		bool ok = expected == EXPECT_NEXT                                  ? read_next(r, &expected)
			  : expected == EXPECT_KEY || expected == EXPECT_FIRST_KEY ? read_table_key(r, &expected)
										   : read_item(r, &expected);
		if (!ok)
			return false;
	} while (r->depth || expected != EXPECT_NEXT);
	return true;
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static bool read_head(struct reader *r)
{
	bool in_list = slice_eq_cstr(text_at(r), "[[");
	uint32_t table = 0;
	r->at++;
	names_close_dotted(&r->names);
	if (!read_key(r, &table, true, in_list))
		return false;
	r->table = table;
	return take(r, TOKEN_OPERATOR, in_list ? "]]" : "]") || fail(r, NO_STATEMENT);
}

static bool read_statement(struct reader *r)
{
	uint32_t table = r->table;
	if (is(r, TOKEN_OPERATOR, "[") || is(r, TOKEN_OPERATOR, "[["))
		return read_head(r);
	if (!read_key(r, &table, false, false))
		return false;
	return (take(r, TOKEN_OPERATOR, "=") || fail(r, NO_VALUE)) && read_value(r);
}

void toml_problems(struct document *doc, struct problem_list *out)
{
	struct reader r = { .doc = doc, .out = out };
	r.table = names_add_table(&r.names);
	while (r.at < doc->n_code) {
		if (token_kind_is_border(kind_at(&r))) {
			r.at++;
			continue;
		}
		if (read_statement(&r) && kind_at(&r) != TOKEN_END)
			fail(&r, MORE);
		while (r.at < doc->n_code && kind_at(&r) != TOKEN_END)
			r.at++;
	}
	names_release(&r.names);
	str_release(&r.key);
	free(r.brackets);
}
