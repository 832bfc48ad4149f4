/*
 * Reading plan files, and their format. One JSON object:
 *
 *   tpatch_plan  4: the version of this format; it counts up when a key changes its meaning, and keys may be added at
 *                any time. In 1 and 2 the hashes were XXH3, for which two texts can be made; up to 3 verdicts had other
 *                words. Those plans are not read
 *   tpatch, root version of tpatch and folder, as they were: for people
 *   target       {project, version}
 *   set          {name, hash}: patchset_digest() of the set (patchset/digest.h)
 *   rules        [{id, title, verdict, detail, edit_digests}], in the order of the set; verdicts as everywhere, none
 *                that stops a run. The last are for the record of the run: the edit_digest()s "HEX,HEX" of a rule that
 *                changes files; not in plans of earlier tpatches
 *   files        [{path, rules, places, before_hash, after_hash, edits}], by path; hashes are SHA-256 in hex: nobody
 *                can put another text in the place of what was reviewed. `rules` are all that have a part in the file,
 *                also those that make the same edit as another, and `places` says in how many places each of them;
 *                not in plans of earlier tpatches
 *   edits        [{rule, offset, length, text}], by place: `length` bytes at `offset` of the old file become `text`
 *
 *   operation    of a file, where there is one: {kind: created | removed | renamed, rules}, with `new_path` for
 *                renamed. What is created has no before_hash, what is removed no after_hash. `rules` are one id, or two
 *                where two rules want the same
 *   executable   of a file, where that bit changes or that of a created file is stated: {set: true | false, rules}
 *
 * Paths and texts that are not UTF-8 are in `path_hex` and `text_hex` instead, two digits a byte.
 */
#include "commit/plan_file.h"

#include <string.h>

#include "base/ascii.h"
#include "base/path.h"
#include "base/sort.h"
#include "format/json.h"

/* Where the reader is, "files[3].edits[0]", for messages. */
struct reader {
	const char *name;
	struct plan_file *out;
	const struct plan_file_rule **by_id; /* out->rules, sorted */
	struct str place;
	struct err *err;
};

/* "'files[3].path' `what`" */
static bool refuse(const struct reader *reader, const char *key, const char *what)
{
	const char *place = reader->place.ptr ? reader->place.ptr : "";
	err_set(reader->err, ERR_USAGE, "'%s%s%s' %s", place, place[0] && key[0] ? "." : "", key, what);
	return err_at(reader->err, reader->name, 0, 0);
}

/* Adds to the place; the result is what leave() takes. */
static size_t enter(struct reader *reader, const char *list, size_t index)
{
	size_t len = reader->place.len;
	str_addf(&reader->place, "%s%s[%zu]", len ? "." : "", list, index);
	return len;
}

static void leave(struct reader *reader, size_t len)
{
	reader->place.len = len;
	reader->place.ptr[len] = '\0';
}

static bool is_one_line(struct slice text)
{
	return strlen(text.ptr) == text.len && slice_find(text, SLICE_LITERAL("\n"), 0) == (size_t)-1;
}

/* A text of the file, of one line, as a C string; `*out` stays NULL where it is not there and need not be. */
static bool read_cstr(
	struct reader *reader, const struct json *object, const char *key, bool required, const char **out)
{
	struct slice text;
	const struct json *value = json_get(object, key);
	if (!value && !required)
		return true;
	if (!value)
		return refuse(reader, key, "is missing");
	if (!json_read_text(value, &text) || !is_one_line(text))
		return refuse(reader, key, "must be one line of text");
	*out = arena_dup(&reader->out->arena, text);
	return true;
}

static int hex_digit(char c)
{
	if (ascii_is_digit(c))
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(struct reader *reader, const char *key, struct slice hex, struct slice *out)
{
	char *bytes = arena_alloc(&reader->out->arena, hex.len / 2 + 1);
	bool ok = hex.len % 2 == 0;
	for (size_t i = 0; ok && i < hex.len; i += 2) {
		int high = hex_digit(hex.ptr[i]), low = hex_digit(hex.ptr[i + 1]);
		ok = high >= 0 && low >= 0;
		bytes[i / 2] = (char)(ok ? high * 16 + low : 0);
	}
	*out = slice_from(bytes, hex.len / 2);
	return ok || refuse(reader, key, "must be lower-case hex digits, two for each byte");
}

/* What put_bytes() wrote. */
static bool read_bytes(struct reader *reader, const struct json *object, const char *key, struct slice *out)
{
	struct str hex_key = STR_INIT;
	struct slice text;
	str_addf(&hex_key, "%s_hex", key);
	bool ok, plain = json_read_text(json_get(object, key), &text);
	if (plain) {
		*out = slice_from(arena_dup(&reader->out->arena, text), text.len);
		ok = true;
	} else if (!json_get(object, key) && json_read_text(json_get(object, hex_key.ptr), &text)) {
		ok = read_hex(reader, hex_key.ptr, text, out);
	} else {
		ok = refuse(reader, key, "must be a text");
	}
	str_release(&hex_key);
	return ok;
}

static bool read_hash(struct reader *reader, const struct json *object, const char *key, struct sha256 *out)
{
	struct slice hex;
	if (json_read_text(json_get(object, key), &hex) && sha256_from_hex(out, hex))
		return true;
	return refuse(reader, key, "must be a SHA-256: 64 hex digits");
}

static bool read_offset(struct reader *reader, const struct json *object, const char *key, uint32_t *out)
{
	int64_t number;
	if (!json_read_number(json_get(object, key), &number) || number < 0 || number > (int64_t)SOURCE_MAX_BYTES)
		return refuse(reader, key, "must be a whole number of bytes, up to 16 MiB");
	*out = (uint32_t)number;
	return true;
}

static bool read_verdict(struct reader *reader, const struct json *object, enum verdict *out)
{
	struct slice text = { NULL, 0 };
	json_read_text(json_get(object, "verdict"), &text);
	for (int v = 0; v < VERDICT_COUNT; v++) {
		*out = (enum verdict)v;
		if (slice_eq_cstr(text, verdict_name(*out)))
			return !verdict_stops(*out) ||
			       refuse(reader, "verdict", "stops a run, so a plan cannot contain it");
	}
	return refuse(reader, "verdict", "must be a verdict, as `tpatch check` prints them");
}

static bool read_rule(struct reader *reader, const struct json *value, struct plan_file_rule *out)
{
	if (!read_cstr(reader, value, "id", true, &out->id) || !read_cstr(reader, value, "title", true, &out->title) ||
		!read_cstr(reader, value, "detail", false, &out->detail) ||
		!read_cstr(reader, value, "edit_digests", false, &out->edits))
		return false;
	if (out->edits && out->edits[strspn(out->edits, "0123456789abcdef,")])
		return refuse(reader, "edit_digests", "must be hex digits and commas");
	return read_verdict(reader, value, &out->verdict);
}

static int by_id(const void *a, const void *b)
{
	return strcmp((*(const struct plan_file_rule *const *)a)->id, (*(const struct plan_file_rule *const *)b)->id);
}

static int id_to_rule(const void *id, const void *rule)
{
	return strcmp(id, (*(const struct plan_file_rule *const *)rule)->id);
}

/* Each id once: the first that is there again is told. */
static bool index_rules(struct reader *reader)
{
	struct plan_file *out = reader->out;
	const struct plan_file_rule *twice = NULL;
	reader->by_id = arena_alloc(&out->arena, (out->n_rules + 1) * sizeof(*reader->by_id));
	for (size_t i = 0; i < out->n_rules; i++)
		reader->by_id[i] = &out->rules[i];
	if (out->n_rules)
		sort_stable(reader->by_id, out->n_rules, sizeof(*reader->by_id), by_id);
	for (size_t i = 1; i < out->n_rules; i++)
		if (by_id(&reader->by_id[i - 1], &reader->by_id[i]) == 0 && (!twice || reader->by_id[i] < twice))
			twice = reader->by_id[i];
	if (!twice)
		return true;
	enter(reader, "rules", (size_t)(twice - out->rules));
	return refuse(reader, "id", "is there twice");
}

static bool find_rule(struct reader *reader, const char *key, const char *id, uint32_t *out)
{
	const struct plan_file *file = reader->out;
	size_t at = sort_lower_bound(reader->by_id, file->n_rules, sizeof(*reader->by_id), id, id_to_rule);
	if (at == file->n_rules || strcmp(reader->by_id[at]->id, id) != 0)
		return refuse(reader, key, "is not listed in 'rules'");
	*out = (uint32_t)(reader->by_id[at] - file->rules);
	return file->rules[*out].verdict == VERDICT_WOULD_PATCH ||
	       refuse(reader, key, "names a rule whose verdict is not 'would-patch'");
}

static bool read_edit(struct reader *reader, const struct json *value, const struct edit *last, struct edit *out)
{
	uint32_t length = 0;
	const char *id = NULL;
	if (!read_cstr(reader, value, "rule", true, &id) || !find_rule(reader, "rule", id, &out->owner) ||
		!read_offset(reader, value, "offset", &out->begin) || !read_offset(reader, value, "length", &length) ||
		!read_bytes(reader, value, "text", &out->text))
		return false;
	out->co_owner = out->owner;
	out->end = out->begin + length;
	if (last && out->begin < last->end)
		return refuse(reader, "offset", "overlaps the edit before it, or comes before it");
	return true;
}

static bool need_list(struct reader *reader, const struct json *object, const char *key, const struct json **out)
{
	*out = json_get(object, key);
	return json_is_list(*out) || refuse(reader, key, "must be a list");
}

/* A path that a run makes is one that a patch set may name. */
static bool may_be_made(struct reader *reader, const char *key, struct slice path)
{
	return path_is_allowed(path) || refuse(reader, key, "is not a path below the root that a run may create");
}

/* One of a list of rules. */
static bool read_id(struct reader *reader, const struct json *value, uint32_t *out)
{
	struct slice id;
	if (!json_read_text(value, &id) || strlen(id.ptr) != id.len)
		return refuse(reader, "rules", "must be texts");
	return find_rule(reader, "rules", id.ptr, out);
}

static bool read_places(struct reader *reader, const struct json *places, struct plan_file_entry *out)
{
	int64_t number;
	if (!places)
		return true;
	if (!json_is_list(places) || json_count(places) != out->n_rules)
		return refuse(reader, "places", "must be a list with a number for each of the rules");
	out->places = arena_alloc(&reader->out->arena, (out->n_rules + 1) * sizeof(*out->places));
	for (size_t i = 0; i < out->n_rules; i++) {
		if (!json_read_number(json_item(places, i), &number) || number < 0 ||
			number > (int64_t)SOURCE_MAX_BYTES)
			return refuse(reader, "places", "must be whole numbers");
		out->places[i] = (size_t)number;
	}
	return true;
}

/* All that have a part in the file, where the plan says so. */
static bool read_parts(struct reader *reader, const struct json *object, struct plan_file_entry *out)
{
	const struct json *rules;
	if (!json_get(object, "rules"))
		return true;
	if (!need_list(reader, object, "rules", &rules))
		return false;
	size_t count = json_count(rules);
	out->rules = arena_alloc(&reader->out->arena, (count + 1) * sizeof(*out->rules));
	for (; out->n_rules < count; out->n_rules++)
		if (!read_id(reader, json_item(rules, out->n_rules), &out->rules[out->n_rules]))
			return false;
	return read_places(reader, json_get(object, "places"), out);
}

/* The one or two rules after an operation. */
static bool read_owners(struct reader *reader, const struct json *object, size_t *owner, size_t *co_owner)
{
	const struct json *rules;
	uint32_t found[2] = { 0, 0 };
	if (!need_list(reader, object, "rules", &rules))
		return false;
	size_t count = json_count(rules);
	if (count < 1 || count > 2)
		return refuse(reader, "rules", "must be one or two rules");
	for (size_t i = 0; i < count; i++)
		if (!read_id(reader, json_item(rules, i), &found[i]))
			return false;
	*owner = found[0];
	*co_owner = found[count - 1];
	return true;
}

static bool read_operation(struct reader *reader, const struct json *operation, struct plan_file_entry *out)
{
	const char *kind = NULL;
	struct slice path;
	if (!operation)
		return true;
	if (!read_cstr(reader, operation, "kind", true, &kind) ||
		!read_owners(reader, operation, &out->file_owner, &out->file_co_owner))
		return false;
	out->is_new = strcmp(kind, "created") == 0;
	out->is_gone = strcmp(kind, "removed") == 0;
	if (out->is_new || out->is_gone)
		return true;
	if (strcmp(kind, "renamed") != 0)
		return refuse(reader, "kind", "must be created, removed or renamed");
	if (!read_bytes(reader, operation, "new_path", &path))
		return false;
	out->new_path = path.ptr;
	return may_be_made(reader, "new_path", path);
}

static bool read_executable(struct reader *reader, const struct json *executable, struct plan_file_entry *out)
{
	out->changes_mode = executable != NULL;
	return !executable || ((json_read_bool(json_get(executable, "set"), &out->executable) ||
				       refuse(reader, "set", "must be true or false")) &&
				      read_owners(reader, executable, &out->mode_owner, &out->mode_co_owner));
}

static bool read_hashes(struct reader *reader, const struct json *value, struct plan_file_entry *out)
{
	out->before = out->after = sha256_of(slice_from("", 0));
	return (out->is_new || read_hash(reader, value, "before_hash", &out->before)) &&
	       (out->is_gone || read_hash(reader, value, "after_hash", &out->after));
}

static bool read_entry(struct reader *reader, const struct json *value, const struct plan_file_entry *last,
	struct plan_file_entry *out)
{
	struct slice path;
	const struct json *edits;
	if (!read_bytes(reader, value, "path", &path) || !read_operation(reader, json_get(value, "operation"), out) ||
		!read_executable(reader, json_get(value, "executable"), out) || !read_hashes(reader, value, out) ||
		!read_parts(reader, value, out) || !need_list(reader, value, "edits", &edits))
		return false;
	out->path = path.ptr;
	if (out->is_new ? !may_be_made(reader, "path", path)
			: !path_leads_into_tree(path) &&
				  !refuse(reader, "path", "is not a path below the root that a run may write"))
		return false;
	if (last && strcmp(last->path, out->path) >= 0)
		return refuse(reader, "path", "does not come after the path before it: files are sorted, each once");
	out->n_edits = json_count(edits);
	out->edits = arena_alloc(&reader->out->arena, (out->n_edits + 1) * sizeof(*out->edits));
	bool ok = out->n_edits > 0 || out->is_gone || out->new_path || out->changes_mode ||
		  refuse(reader, "edits", "is empty");
	for (size_t i = 0; ok && i < out->n_edits; i++) {
		size_t above = enter(reader, "edits", i);
		ok = read_edit(reader, json_item(edits, i), i ? &out->edits[i - 1] : NULL, &out->edits[i]);
		leave(reader, above);
	}
	return ok;
}

static bool read_rules(struct reader *reader, const struct json *list)
{
	struct plan_file *out = reader->out;
	bool ok = true;
	out->n_rules = json_count(list);
	out->rules = arena_alloc(&out->arena, (out->n_rules + 1) * sizeof(*out->rules));
	for (size_t i = 0; ok && i < out->n_rules; i++) {
		size_t above = enter(reader, "rules", i);
		ok = read_rule(reader, json_item(list, i), &out->rules[i]);
		leave(reader, above);
	}
	return ok && index_rules(reader);
}

static bool read_entries(struct reader *reader, const struct json *list)
{
	struct plan_file *out = reader->out;
	bool ok = true;
	out->n_entries = json_count(list);
	out->entries = arena_alloc(&out->arena, (out->n_entries + 1) * sizeof(*out->entries));
	for (size_t i = 0; ok && i < out->n_entries; i++) {
		size_t above = enter(reader, "files", i);
		ok = read_entry(reader, json_item(list, i), i ? &out->entries[i - 1] : NULL, &out->entries[i]);
		leave(reader, above);
	}
	return ok;
}

static bool read_version(struct reader *reader, const struct json *whole)
{
	int64_t version;
	if (!json_is_map(whole) || !json_get(whole, "tpatch_plan")) {
		err_set(reader->err, ERR_USAGE, "it is not a plan: it has no 'tpatch_plan'");
		err_at(reader->err, reader->name, 0, 0);
		return err_hint(reader->err, "`tpatch plan -o FILE` writes plans");
	}
	if (json_read_number(json_get(whole, "tpatch_plan"), &version) && version == PLAN_FILE_FORMAT)
		return true;
	refuse(reader, "tpatch_plan", "is a version that this tpatch does not read");
	return err_hint(reader->err, "make a new plan: `tpatch plan -o FILE`");
}

static bool read_whole(struct reader *reader, const struct json *whole)
{
	struct plan_file *out = reader->out;
	const struct json *rules, *files, *target = json_get(whole, "target"), *set = json_get(whole, "set");
	if (!read_version(reader, whole) || !read_cstr(reader, whole, "tpatch", true, &out->tool) ||
		!read_cstr(reader, whole, "root", true, &out->root))
		return false;
	str_add_cstr(&reader->place, "target");
	if (!read_cstr(reader, target, "project", true, &out->project) ||
		!read_cstr(reader, target, "version", true, &out->target))
		return false;
	str_clear(&reader->place);
	str_add_cstr(&reader->place, "set");
	if (!read_cstr(reader, set, "name", true, &out->set) || !read_hash(reader, set, "hash", &out->set_hash))
		return false;
	leave(reader, 0);
	return need_list(reader, whole, "rules", &rules) && need_list(reader, whole, "files", &files) &&
	       read_rules(reader, rules) && read_entries(reader, files);
}

bool plan_file_read(struct slice text, const char *name, struct plan_file *out, struct err *err)
{
	*out = (struct plan_file){ .name = name };
	struct reader reader = { .name = name, .out = out, .err = err };
	struct json *whole = json_parse(text, name, err);
	bool ok = whole && read_whole(&reader, whole);
	if (!whole && !err->hint)
		err_hint(err, "`tpatch plan -o FILE` writes a plan");
	if (whole)
		json_free(whole);
	str_release(&reader.place);
	return ok;
}

void plan_file_release(struct plan_file *file)
{
	arena_release(&file->arena);
	*file = (struct plan_file){ 0 };
}
