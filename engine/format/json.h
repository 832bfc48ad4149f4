/*
 * JSON values, built, printed and read by jansson; format/json.c is its door.
 *
 * Strings may hold any bytes: what is not UTF-8 is written as U+FFFD, byte for byte, since JSON has no other way.
 * Adding a value to an array or object hands it over. Keys keep the order in which they were added.
 */
#ifndef TPATCH_FORMAT_JSON_H
#define TPATCH_FORMAT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

/* `schema` in all that tpatch prints as JSON: counts up when a key or a word changes its meaning. */
#define JSON_SCHEMA 3

/* So many values are read: each takes up to 300 bytes. */
#define JSON_MAX_VALUES 4000000

struct json; /* one value */

struct json *json_new_object(void);
struct json *json_new_array(void);
void json_free(struct json *value);
void json_put(struct json *object, const char *key, struct json *value);
void json_put_text(struct json *object, const char *key, struct slice text);
/* `text` may be NULL: the key is then left out. */
void json_put_cstr(struct json *object, const char *key, const char *text);
void json_put_number(struct json *object, const char *key, int64_t number);
void json_put_bool(struct json *object, const char *key, bool value);
void json_append(struct json *array, struct json *value);
void json_append_text(struct json *array, struct slice text);
void json_append_number(struct json *array, int64_t number);
/* Appends the text of `value`: indented by two, or on one line; no line end after it. */
void json_print(const struct json *value, bool pretty, struct str *out);

/* A long list whose items are made while they are printed, one at a time: as values they take many times their text. */
struct json_items {
	/* Whose value in the document is an empty list, as no other's of that name is; NULL: the document is one. */
	const char *key;
	size_t count;
	struct json *(*make)(const void *ctx, size_t index); /* hands over one item */
	const void *ctx;
};

/* json_print() of `value` with `items` in the empty list. */
void json_print_items(const struct json *value, const struct json_items *items, bool pretty, struct str *out);

/*
 * Reads one JSON text (RFC 8259; no key twice in one object; up to JSON_MAX_VALUES). `name` is the file, for messages.
 * NULL with ERR_USAGE, place and line. Free with json_free().
 */
struct json *json_parse(struct slice text, const char *name, struct err *err);
/* Would json_parse() take it? If not, `*offset` is the byte that it stops at, at most text.len. */
bool json_is_valid(struct slice text, size_t *offset);
/* What follows takes NULL and values of any kind, so that a reader asks once at the end. Results are borrowed from the
 * value. */
bool json_is_map(const struct json *value);
bool json_is_list(const struct json *value);
/* NULL if `object` is none, or has no such key. */
const struct json *json_get(const struct json *object, const char *key);
/* 0 for what is no array. */
size_t json_count(const struct json *array);
/* NULL past the end. */
const struct json *json_item(const struct json *array, size_t index);
/* False, and `*out` untouched, for what is no string; whole number; true or false. */
bool json_read_text(const struct json *value, struct slice *out);
bool json_read_number(const struct json *value, int64_t *out);
bool json_read_bool(const struct json *value, bool *out);

/* "2.14": of the jansson that runs. */
const char *json_library_version(void);

#endif
