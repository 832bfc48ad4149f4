#include "commit/journal/header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/digest/hash.h"
#include "base/path.h"
#include "base/sort.h"

/* Digits of a number that fits into 64 bits for sure. */
#define DIGITS_MAX 19

/* A header while it is read. */
struct lines {
	struct slice rest;
	struct arena *arena;
};

static bool line_parse_u64(struct slice text, uint64_t *out)
{
	if (text.len == 0 || text.len > DIGITS_MAX)
		return false;
	uint64_t value = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
		value = value * 10 + (uint64_t)(text.ptr[i] - '0');
	}
	*out = value;
	return true;
}

/* Decimal, nothing but digits (and a minus). */
static bool line_parse_i64(struct slice text, int64_t *out)
{
	bool negative = slice_starts_with(text, "-");
	uint64_t value;
	if (!line_parse_u64(slice_sub(text, negative, text.len), &value) || value > INT64_MAX)
		return false;
	*out = negative ? -(int64_t)value : (int64_t)value;
	return true;
}

/* Appends `text`; what would end a field or a line, and '%' itself, becomes %XX, and all else stays readable. */
static void line_escape(const char *text, struct str *out)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c <= ' ' || c == '%' || c == ',' || c == 0x7f)
			str_addf(out, "%%%02X", c);
		else
			str_add_char(out, *text);
	}
}

static int hex_digit(char c)
{
	if (ascii_is_digit(c))
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The text as it was; NULL where it is no escaped text. There is no NUL byte in it. */
static const char *line_unescape(struct slice text, struct arena *arena)
{
	char *out = arena_alloc(arena, text.len + 1);
	size_t len = 0;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (c == '%') {
			if (text.len - i < 3)
				return NULL;
			int high = hex_digit(text.ptr[i + 1]), low = hex_digit(text.ptr[i + 2]);
			if (high < 0 || low < 0)
				return NULL;
			c = (char)(high << 4 | low);
			i += 2;
		}
		if (!c)
			return NULL;
		out[len++] = c;
	}
	return out;
}

/* Appends a line with one escaped field. */
static void line_add_text(struct str *out, const char *key, const char *text)
{
	str_addf(out, "%s ", key);
	line_escape(text, out);
	str_add_char(out, '\n');
}

/* The next line must begin with `key` and a space; the rest of it goes to `value`. */
static bool line_take(struct lines *lines, const char *key, struct slice *value)
{
	struct slice line;
	size_t len = strlen(key);
	if (!slice_cut(&lines->rest, '\n', &line) || !slice_starts_with(line, key) || line.len <= len ||
		line.ptr[len] != ' ')
		return false;
	*value = slice_sub(line, len + 1, line.len);
	return true;
}

static bool line_take_number(struct lines *lines, const char *key, uint64_t *out)
{
	struct slice value;
	return line_take(lines, key, &value) && line_parse_u64(value, out);
}

static bool line_take_text(struct lines *lines, const char *key, const char **out)
{
	struct slice value;
	return line_take(lines, key, &value) && (*out = line_unescape(value, lines->arena)) != NULL;
}

/* Format 1 knows only files whose text changes. */
#define FORMAT_TEXTS 1
#define FORMAT_FILES 2
/* Formats 1 and 2 know no declined rules. */
#define FORMAT_DECLINED 3
/* Formats 1 to 3 do not tell how the run was made. */
#define FORMAT_ORIGIN 4

const char *journal_run_path(struct str *out, unsigned long number)
{
	str_clear(out);
	str_addf(out, JOURNAL_RUNS "/%06lu", number);
	return out->ptr;
}

const char *journal_item_path(struct str *out, unsigned long number, const char *name)
{
	str_clear(out);
	str_addf(out, JOURNAL_RUNS "/%06lu/%s", number, name);
	return out->ptr;
}

const char *journal_slot_path(struct str *out, unsigned long number, const char *kind, size_t slot)
{
	str_clear(out);
	str_addf(out, JOURNAL_RUNS "/%06lu/%s/%zu", number, kind, slot);
	return out->ptr;
}

const char *journal_header_path(struct str *out, unsigned long number, enum run_state state)
{
	str_clear(out);
	str_addf(out, JOURNAL_RUNS "/%06lu/header.%s", number, run_state_name(state));
	return out->ptr;
}

static bool parse_octal(struct slice text, uint32_t *out)
{
	uint32_t value = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '7')
			return false;
		value = value * 8 + (uint32_t)(text.ptr[i] - '0');
	}
	*out = value & MODE_BITS;
	return text.len > 0 && text.len <= 4;
}

bool journal_run_number(const char *name, unsigned long *number)
{
	uint64_t value;
	char canonical[DIGITS_MAX + 2];
	if (!line_parse_u64(slice_of(name), &value) || value == 0 || value > UINT32_MAX)
		return false;
	*number = (unsigned long)value;
	snprintf(canonical, sizeof(canonical), "%06lu", *number);
	return strcmp(canonical, name) == 0;
}

bool journal_last_number(struct slice text, unsigned long *number)
{
	uint64_t value;
	if (!slice_ends_with(text, "\n") || !line_parse_u64(slice_sub(text, 0, text.len - 1), &value) ||
		value > UINT32_MAX)
		return false;
	*number = (unsigned long)value;
	return true;
}

/* --- how a run was made ------------------------------------------------------------------------------------------- */

static const char *const origin_names[ORIGIN_KIND_COUNT] = {
	[ORIGIN_ARGUMENT] = "argument",
	[ORIGIN_TAG] = "tag",
	[ORIGIN_USE] = "use",
	[ORIGIN_PATCHSETS] = "patchsets",
	[ORIGIN_PLAN] = "plan",
	[ORIGIN_PROFILE] = "profile",
	[ORIGIN_FACT] = "fact",
	[ORIGIN_VALUE] = "value",
	[ORIGIN_FILTER] = "filter",
	[ORIGIN_RULE] = "rule",
	[ORIGIN_PACK] = "pack",
	[ORIGIN_SKIP] = "skip",
	[ORIGIN_GLOB] = "glob",
	[ORIGIN_DIGEST] = "digest",
	[ORIGIN_EDITS] = "edits",
};

static void origin_format(const struct run_origin *origin, struct str *out)
{
	str_addf(out, "origin %zu\n", origin->count);
	for (size_t i = 0; i < origin->count; i++) {
		str_addf(out, "with %s ", origin_names[origin->items[i].kind]);
		line_escape(origin->items[i].text, out);
		str_add_char(out, '\n');
	}
}

/* ORIGIN_KIND_COUNT where it is none. */
static enum origin_kind kind_of(struct slice name)
{
	size_t kind = 0;
	while (kind < ORIGIN_KIND_COUNT && !slice_eq_cstr(name, origin_names[kind]))
		kind++;
	return (enum origin_kind)kind;
}

/* NAME=VALUE is what whoever reads it relies upon. */
static bool is_whole(const struct run_detail *detail)
{
	bool is_pair = detail->kind == ORIGIN_FACT || detail->kind == ORIGIN_VALUE || detail->kind == ORIGIN_EDITS;
	return detail->text && (!is_pair || strchr(detail->text, '='));
}

/* Strings come from the arena of `lines`. A line of a kind that only a later tpatch writes is passed over. */
static bool origin_parse(struct lines *lines, struct run_origin *out)
{
	static const size_t shortest = sizeof("with x \n") - 1;
	uint64_t count;
	if (!line_take_number(lines, "origin", &count) || count > lines->rest.len / shortest)
		return false;
	out->items = arena_alloc(lines->arena, ((size_t)count + 1) * sizeof(*out->items));
	for (size_t i = 0; i < count; i++) {
		struct slice text, name;
		if (!line_take(lines, "with", &text) || !slice_cut(&text, ' ', &name) || !text.ptr)
			return false;
		struct run_detail detail = { kind_of(name), line_unescape(text, lines->arena) };
		if (!is_whole(&detail))
			return false;
		if (detail.kind != ORIGIN_KIND_COUNT)
			out->items[out->count++] = detail;
	}
	return true;
}

static void format_hash(struct hash hash, bool absent, struct str *out)
{
	char hex[HASH_HEX_LEN + 1];
	hash_to_hex(hash, hex);
	str_addf(out, "%s ", absent ? "-" : hex);
}

static void format_file(const struct run_file *file, size_t slot, struct str *out)
{
	str_addf(out, "file %zu ", slot);
	format_hash(file->before, file->is_new, out);
	format_hash(file->after, file->is_gone, out);
	str_addf(out, "%" PRIu64 " %" PRIu64 " %04" PRIo32 " ", file->before_size, file->after_size,
		file->mode & MODE_BITS);
	str_addf(out, "%04" PRIo32 " %" PRId64 " ", file->after_mode & MODE_BITS, file->mtime_ns);
	line_escape(file->path, out);
	str_add_char(out, ' ');
	for (const char *const *rule = file->rules; *rule; rule++) {
		if (rule != file->rules)
			str_add_char(out, ',');
		line_escape(*rule, out);
	}
	str_add_char(out, '\n');
}

static void format_made(const struct run *run, struct str *out)
{
	str_addf(out, "made %zu\n", run->n_made);
	for (size_t i = 0; i < run->n_made; i++)
		line_add_text(out, "made-folder", run->made[i]);
}

static void format_declined(const struct run *run, struct str *out)
{
	str_addf(out, "declined %zu\n", run->n_declined);
	for (size_t i = 0; i < run->n_declined; i++) {
		str_add_cstr(out, "left-out ");
		line_escape(run->declined[i].rule, out);
		if (run->declined[i].path) {
			str_add_char(out, ' ');
			line_escape(run->declined[i].path, out);
		}
		str_add_char(out, '\n');
	}
}

/* The root, whose path is empty, is written ".". */
static void format_folders(const struct folder_times *folders, struct str *out)
{
	str_addf(out, "folders %zu\n", folders->count);
	for (size_t i = 0; i < folders->count; i++) {
		const struct folder_time *folder = &folders->items[i];
		str_addf(out, "folder %" PRId64 " ", folder->mtime_ns);
		line_escape(folder->path[0] ? folder->path : ".", out);
		str_add_char(out, '\n');
	}
}

static void format_checksum(size_t begin, struct str *out)
{
	char checksum[HASH_HEX_LEN + 1];
	hash_to_hex(hash_of(slice_sub(str_slice(out), begin, out->len)), checksum);
	str_addf(out, "checksum %s\n", checksum);
}

void folder_times_format(const struct folder_times *times, struct str *out)
{
	size_t begin = out->len;
	format_folders(times, out);
	format_checksum(begin, out);
}

void header_format(const struct run *run, struct str *out)
{
	size_t begin = out->len;
	str_addf(out, "tpatch-run %d\nrun %lu\ntime %" PRId64 "\n", FORMAT_ORIGIN, run->number, run->time_ns);
	line_add_text(out, "tool", run->tool);
	line_add_text(out, "set", run->set);
	line_add_text(out, "target", run->target);
	str_addf(out, "keeps %lu\n", run->origin.keeps);
	origin_format(&run->origin, out);
	str_addf(out, "files %zu\n", run->n_files);
	for (size_t i = 0; i < run->n_files; i++)
		format_file(&run->files[i], i, out);
	format_made(run, out);
	format_declined(run, out);
	format_folders(&run->folders, out);
	format_checksum(begin, out);
}

static const char *const *parse_rules(struct slice text, struct arena *arena)
{
	size_t count = 0;
	for (size_t i = 0; i < text.len; i++)
		count += text.ptr[i] == ',';
	const char **rules = arena_alloc(arena, (count + 2) * sizeof(*rules));
	struct slice part;
	for (size_t n = 0; text.len && slice_cut(&text, ',', &part); n++)
		if (!(rules[n] = line_unescape(part, arena)))
			return NULL;
	return rules;
}

/* "-" stands for no file. */
static bool parse_hash(struct slice text, unsigned format, struct hash *out, bool *absent)
{
	*absent = format >= FORMAT_FILES && slice_eq_cstr(text, "-");
	return *absent || hash_from_hex(out, text);
}

static bool parse_file(struct slice line, size_t slot, unsigned format, struct arena *arena, struct run_file *out)
{
	enum { SLOT, BEFORE, AFTER, BEFORE_SIZE, AFTER_SIZE, MODE, AFTER_MODE, MTIME, PATH, RULES, N_FIELDS };
	struct slice field[N_FIELDS];
	uint64_t written_slot;
	for (size_t i = 0; i < N_FIELDS; i++) {
		if (i == AFTER_MODE && format == FORMAT_TEXTS)
			field[i] = field[MODE];
		else if (!slice_cut(&line, ' ', &field[i]))
			return false;
	}
	return !line.ptr && line_parse_u64(field[SLOT], &written_slot) && written_slot == slot &&
	       parse_hash(field[BEFORE], format, &out->before, &out->is_new) &&
	       parse_hash(field[AFTER], format, &out->after, &out->is_gone) && !(out->is_new && out->is_gone) &&
	       line_parse_u64(field[BEFORE_SIZE], &out->before_size) &&
	       line_parse_u64(field[AFTER_SIZE], &out->after_size) && parse_octal(field[MODE], &out->mode) &&
	       parse_octal(field[AFTER_MODE], &out->after_mode) && line_parse_i64(field[MTIME], &out->mtime_ns) &&
	       (out->path = line_unescape(field[PATH], arena)) != NULL && path_leads_into_tree(slice_of(out->path)) &&
	       (out->rules = parse_rules(field[RULES], arena)) != NULL;
}

/* The checksum line is cut off `text`; false unless it is right. */
static bool check_sum(struct slice *text)
{
	static const size_t line_len = sizeof("checksum ") - 1 + HASH_HEX_LEN + 1;
	if (text->len < line_len)
		return false;
	struct slice body = slice_sub(*text, 0, text->len - line_len), line = slice_sub(*text, body.len, text->len);
	struct hash written;
	if (!slice_starts_with(line, "checksum ") || !slice_ends_with(line, "\n") ||
		!hash_from_hex(&written, slice_sub(line, sizeof("checksum ") - 1, line.len - 1)))
		return false;
	*text = body;
	return hash_eq(written, hash_of(body));
}

static bool parse_files(struct lines *lines, unsigned format, struct run *run)
{
	uint64_t count;
	/* No line is shorter than a hash: a count that cannot be true must not reserve memory. */
	if (!line_take_number(lines, "files", &count) || count > lines->rest.len / HASH_HEX_LEN)
		return false;
	run->n_files = (size_t)count;
	run->files = arena_alloc(lines->arena, (run->n_files + 1) * sizeof(*run->files));
	for (size_t i = 0; i < run->n_files; i++) {
		struct slice line;
		if (!line_take(lines, "file", &line) || !parse_file(line, i, format, lines->arena, &run->files[i]))
			return false;
	}
	return true;
}

static bool parse_made(struct lines *lines, struct run *run)
{
	uint64_t count;
	if (!line_take_number(lines, "made", &count) || count > lines->rest.len / sizeof("made-folder"))
		return false;
	run->n_made = (size_t)count;
	run->made = arena_alloc(lines->arena, (run->n_made + 1) * sizeof(*run->made));
	for (size_t i = 0; i < run->n_made; i++)
		if (!line_take_text(lines, "made-folder", &run->made[i]) ||
			!path_leads_into_tree(slice_of(run->made[i])))
			return false;
	return true;
}

static bool parse_declined(struct lines *lines, struct run *run)
{
	static const size_t shortest = sizeof("left-out x\n") - 1;
	uint64_t count;
	if (!line_take_number(lines, "declined", &count) || count > lines->rest.len / shortest)
		return false;
	run->n_declined = (size_t)count;
	run->declined = arena_alloc(lines->arena, (run->n_declined + 1) * sizeof(*run->declined));
	for (size_t i = 0; i < run->n_declined; i++) {
		struct slice line, rule;
		struct run_declined *declined = &run->declined[i];
		if (!line_take(lines, "left-out", &line) || !slice_cut(&line, ' ', &rule) || !rule.len ||
			!(declined->rule = line_unescape(rule, lines->arena)))
			return false;
		declined->path = line.ptr ? line_unescape(line, lines->arena) : NULL;
		if (line.ptr && (!declined->path || !path_leads_into_tree(slice_of(declined->path))))
			return false;
	}
	return true;
}

static bool parse_folder(struct slice line, struct arena *arena, struct folder_time *out)
{
	struct slice mtime, path;
	if (!slice_cut(&line, ' ', &mtime) || !slice_cut(&line, ' ', &path) || line.ptr || path.len == 0 ||
		!line_parse_i64(mtime, &out->mtime_ns))
		return false;
	out->path = slice_eq_cstr(path, ".") ? "" : line_unescape(path, arena);
	return out->path && (!out->path[0] || path_leads_into_tree(slice_of(out->path)));
}

static int compare_folders(const void *a, const void *b)
{
	return strcmp(((const struct folder_time *)a)->path, ((const struct folder_time *)b)->path);
}

static bool parse_folders(struct lines *lines, struct folder_times *out)
{
	static const size_t shortest = sizeof("folder 0 .\n") - 1;
	uint64_t count;
	if (!line_take_number(lines, "folders", &count) || count > lines->rest.len / shortest)
		return false;
	out->count = (size_t)count;
	out->items = arena_alloc(lines->arena, (out->count + 1) * sizeof(*out->items));
	for (size_t i = 0; i < out->count; i++) {
		struct slice line;
		if (!line_take(lines, "folder", &line) || !parse_folder(line, lines->arena, &out->items[i]))
			return false;
	}
	sort_stable(out->items, out->count, sizeof(*out->items), compare_folders);
	return lines->rest.len == 0;
}

bool folder_times_parse(struct slice text, struct arena *arena, struct folder_times *out)
{
	struct lines lines = { .rest = text, .arena = arena };
	if (check_sum(&lines.rest) && parse_folders(&lines, out))
		return true;
	*out = (struct folder_times){ 0 };
	return false;
}

static bool refuse(struct run *run, const char *why)
{
	run->problem = why;
	run->n_files = run->n_made = run->n_declined = run->origin.count = 0;
	run->origin.keeps = 0;
	run->folders.count = 0;
	return false;
}

static bool refuse_format(struct run *run, uint64_t format, struct arena *arena)
{
	struct str why = STR_INIT;
	str_addf(&why, "its header has format %" PRIu64 ", and this tpatch reads formats %d to %d", format,
		FORMAT_TEXTS, FORMAT_ORIGIN);
	refuse(run, arena_dup(arena, str_slice(&why)));
	str_release(&why);
	return false;
}

static bool parse_keeps(struct lines *lines, struct run *run)
{
	uint64_t number;
	if (!line_take_number(lines, "keeps", &number) || number >= run->number)
		return false;
	run->origin.keeps = (unsigned long)number;
	return true;
}

bool header_parse(struct slice text, struct arena *arena, struct run *run)
{
	struct lines lines = { .rest = text, .arena = arena };
	uint64_t format, number;
	struct slice time;
	if (!line_take_number(&lines, "tpatch-run", &format))
		return refuse(run, "its header is not that of a run");
	if (format < FORMAT_TEXTS || format > FORMAT_ORIGIN)
		return refuse_format(run, format, arena);
	lines.rest = text;
	if (!check_sum(&lines.rest))
		return refuse(run, "its header does not match its checksum");
	if (!line_take_number(&lines, "tpatch-run", &format) || !line_take_number(&lines, "run", &number) ||
		number != run->number)
		return refuse(run, "its header is that of another run");
	if (!line_take(&lines, "time", &time) || !line_parse_i64(time, &run->time_ns) ||
		!line_take_text(&lines, "tool", &run->tool) || !line_take_text(&lines, "set", &run->set) ||
		!line_take_text(&lines, "target", &run->target) ||
		(format >= FORMAT_ORIGIN && (!parse_keeps(&lines, run) || !origin_parse(&lines, &run->origin))) ||
		!parse_files(&lines, (unsigned)format, run) || (format >= FORMAT_FILES && !parse_made(&lines, run)) ||
		(format >= FORMAT_DECLINED && !parse_declined(&lines, run)) || !parse_folders(&lines, &run->folders))
		return refuse(run, "its header has an invalid line, or a path that is not allowed");
	return true;
}
