/*
 * JSON values, built and printed by jansson; report/json.c is its door.
 *
 * Strings may hold any bytes: what is not UTF-8 is written as U+FFFD, byte for byte, since JSON has no other way.
 * Adding a value to an array or object hands it over. Keys keep the order in which they were added.
 */
#ifndef TPATCH_REPORT_JSON_H
#define TPATCH_REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

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
/* Appends the text of `value`: indented by two, or on one line; no line end after it. */
void json_print(const struct json *value, bool pretty, struct str *out);

#endif
