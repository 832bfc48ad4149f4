#include "format/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/shown.h"
#include "base/utf8.h"
#include "text/utf16.h"

#define INDENT 2
#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* Like xmalloc: running out of memory ends the process. jansson says no by NULL. */
static struct json *wrap(json_t *value)
{
	if (!value)
		memory_exhausted();
	return (struct json *)value;
}

static json_t *unwrap(const struct json *value)
{
	return (json_t *)value;
}

static void check(int result)
{
	if (result)
		memory_exhausted();
}

/* Appends `bytes` with a U+FFFD for each byte that is no part of a character. */
static void add_as_utf8(struct str *out, struct slice bytes)
{
	for (;;) {
		size_t good = utf8_prefix(bytes);
		str_add_bytes(out, bytes.ptr, good);
		if (good == bytes.len)
			return;
		str_add_cstr(out, REPLACEMENT);
		bytes = slice_sub(bytes, good + 1, bytes.len);
	}
}

static struct json *new_text(struct slice text)
{
	if (!text.len)
		return wrap(json_string(""));
	if (utf8_is_valid(text))
		return wrap(json_stringn_nocheck(text.ptr, text.len));
	struct str clean = STR_INIT;
	add_as_utf8(&clean, text);
	struct json *value = wrap(json_stringn_nocheck(clean.ptr, clean.len));
	str_release(&clean);
	return value;
}

struct json *json_new_object(void)
{
	return wrap(json_object());
}

struct json *json_new_array(void)
{
	return wrap(json_array());
}

void json_free(struct json *value)
{
	json_decref(unwrap(value));
}

void json_put(struct json *object, const char *key, struct json *value)
{
	struct slice text = slice_of(key);
	struct str clean = STR_INIT;
	if (!utf8_is_valid(text)) {
		add_as_utf8(&clean, text);
		key = clean.ptr;
	}
	check(json_object_set_new_nocheck(unwrap(object), key, unwrap(value)));
	str_release(&clean);
}

void json_put_text(struct json *object, const char *key, struct slice text)
{
	json_put(object, key, new_text(text));
}

void json_put_cstr(struct json *object, const char *key, const char *text)
{
	if (text)
		json_put_text(object, key, slice_of(text));
}

void json_put_number(struct json *object, const char *key, int64_t number)
{
	json_put(object, key, wrap(json_integer(number)));
}

void json_put_bool(struct json *object, const char *key, bool value)
{
	json_put(object, key, wrap(json_boolean(value)));
}

void json_append(struct json *array, struct json *value)
{
	check(json_array_append_new(unwrap(array), unwrap(value)));
}

void json_append_text(struct json *array, struct slice text)
{
	json_append(array, new_text(text));
}

void json_append_number(struct json *array, int64_t number)
{
	json_append(array, wrap(json_integer(number)));
}

static int append_chunk(const char *chunk, size_t size, void *out)
{
	str_add_bytes(out, chunk, size);
	return 0;
}

void json_print(const struct json *value, bool pretty, struct str *out)
{
	size_t flags = JSON_ENCODE_ANY | (pretty ? JSON_INDENT(INDENT) : JSON_COMPACT);
	struct str plain = STR_INIT;
	check(json_dump_callback(unwrap(value), append_chunk, &plain, flags));
	shown_add_json(str_slice(&plain), out);
	str_release(&plain);
}

/* Where `[]` is that the items belong into: its offset in `text`, and how far its line is indented. */
static size_t find_list(struct slice text, const char *key, bool pretty, size_t *indent)
{
	struct str wanted = STR_INIT;
	*indent = 0;
	if (!key)
		return 0;
	/* In a string, a quote has a backslash before it: what is found is a key. */
	str_addf(&wanted, pretty ? "\"%s\": []" : "\"%s\":[]", key);
	size_t at = slice_find(text, str_slice(&wanted), 0);
	for (size_t i = at; at != (size_t)-1 && i > 0 && text.ptr[i - 1] == ' '; i--)
		++*indent;
	at += at == (size_t)-1 ? 0 : wanted.len - (sizeof("[]") - 1);
	str_release(&wanted);
	return at;
}

static void add_item(struct json *item, bool pretty, size_t indent, struct str *out)
{
	struct str text = STR_INIT;
	json_print(item, pretty, &text);
	json_free(item);
	for (struct slice rest = str_slice(&text), line; slice_cut(&rest, '\n', &line);) {
		if (pretty) {
			str_add_char(out, '\n');
			str_add_repeat(out, ' ', indent);
		}
		str_add(out, line);
	}
	str_release(&text);
}

void json_print_items(const struct json *value, const struct json_items *items, bool pretty, struct str *out)
{
	struct str frame = STR_INIT;
	size_t indent;
	json_print(value, pretty, &frame);
	size_t at = find_list(str_slice(&frame), items->key, pretty, &indent);
	if (!items->count || at == (size_t)-1) {
		str_add(out, str_slice(&frame));
		str_release(&frame);
		return;
	}
	str_add(out, slice_sub(str_slice(&frame), 0, at + 1));
	for (size_t i = 0; i < items->count; i++) {
		if (i)
			str_add_char(out, ',');
		add_item(items->make(items->ctx, i), pretty, indent + INDENT, out);
	}
	if (pretty) {
		str_add_char(out, '\n');
		str_add_repeat(out, ' ', indent);
	}
	str_add(out, slice_sub(str_slice(&frame), at + 1, frame.len));
	str_release(&frame);
}

/* At least as many as the text has: each but the first is after a bracket or a comma. */
static size_t count_values(struct slice text)
{
	size_t count = 1;
	bool in_text = false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (c == '"')
			in_text = !in_text;
		else if (in_text)
			i += c == '\\';
		else
			count += c == ',' || c == '{' || c == '[';
	}
	return count;
}

static json_t *load(struct slice text, json_error_t *error)
{
	/* Editors of Windows put a byte order mark in front, and a reader may pass over it (RFC 8259, 8.1). */
	text = utf8_without_mark(text);
	return json_loadb(
		text.ptr ? text.ptr : "", text.len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, error);
}

bool json_is_valid(struct slice text, size_t *offset)
{
	json_error_t error;
	*offset = 0;
	if (count_values(text) > JSON_MAX_VALUES)
		return false;
	json_t *value = load(text, &error);
	size_t at = utf8_mark_len(text) + (error.position > 0 ? (size_t)error.position : 0);
	if (!value)
		*offset = at < text.len ? at : text.len;
	json_decref(value);
	return value;
}

struct json *json_parse(struct slice text, const char *name, struct err *err)
{
	if (count_values(text) > JSON_MAX_VALUES) {
		err_set(err, ERR_USAGE, "it has more than %d values", JSON_MAX_VALUES);
		err_at(err, name, 0, 0);
		return NULL;
	}
	json_error_t error;
	json_t *value = load(text, &error);
	if (value)
		return wrap(value);
	text = utf8_without_mark(text);
	if (utf16_detect(text) != UTF16_NONE) {
		err_set(err, ERR_USAGE, "the file is UTF-16, not UTF-8");
		err_at(err, name, 0, 0);
		err_hint(err, "`>` in PowerShell changes the encoding: let tpatch write the file, with -o FILE");
		return NULL;
	}
	err_set(err, ERR_USAGE, "it is not JSON: %s", error.text);
	err_at(err, name, error.line > 0 ? (size_t)error.line : 0, error.column > 0 ? (size_t)error.column : 0);
	if (error.position >= 0)
		err_snippet(err, text, error.position > 0 ? (size_t)error.position - 1 : 0);
	return NULL;
}

bool json_is_map(const struct json *value)
{
	return json_is_object(unwrap(value));
}

bool json_is_list(const struct json *value)
{
	return json_is_array(unwrap(value));
}

const struct json *json_get(const struct json *object, const char *key)
{
	return (const struct json *)json_object_get(unwrap(object), key);
}

size_t json_count(const struct json *array)
{
	return json_array_size(unwrap(array));
}

const struct json *json_item(const struct json *array, size_t index)
{
	return (const struct json *)json_array_get(unwrap(array), index);
}

bool json_read_text(const struct json *value, struct slice *out)
{
	if (!json_is_string(unwrap(value)))
		return false;
	*out = slice_from(json_string_value(unwrap(value)), json_string_length(unwrap(value)));
	return true;
}

bool json_read_bool(const struct json *value, bool *out)
{
	if (!json_is_boolean(unwrap(value)))
		return false;
	*out = json_is_true(unwrap(value));
	return true;
}

bool json_read_number(const struct json *value, int64_t *out)
{
	if (!json_is_integer(unwrap(value)))
		return false;
	*out = json_integer_value(unwrap(value));
	return true;
}

const char *json_library_version(void)
{
	return jansson_version_str();
}
