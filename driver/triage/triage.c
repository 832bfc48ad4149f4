#include "triage/triage.h"

#include <string.h>

/* A line longer than this is a command or data: no message of a tool. */
#define LINE_MOST_BYTES ((size_t)4096)

enum zone { ZONE_OUTSIDE, ZONE_COMMAND, ZONE_FAILED };

static bool is_one_of(char c, const char *characters)
{
	return c && strchr(characters, c);
}

/* Where what is made of `characters` from `at` on ends. */
static size_t behind(struct slice line, size_t at, const char *characters)
{
	while (at < line.len && is_one_of(line.ptr[at], characters))
		at++;
	return at;
}

/*
 * What is put before each line by tbuild's own log ("   12.34 | "), by GitHub Actions ("2025-06-20T05:54:20.0896525Z ") and by Docker's builder
 * ("#12 3395.3 ").
 */
static struct slice without_time(struct slice line)
{
	size_t at = behind(line, 0, " .0123456789");
	if (at > 1 && at + 1 < line.len && line.ptr[at] == '|' && line.ptr[at - 1] == ' ' && line.ptr[at + 1] == ' ')
		return slice_sub(line, at + 2, line.len);
	at = behind(line, 0, "0123456789-:.T");
	if (at > 18 && at + 1 < line.len && line.ptr[10] == 'T' && line.ptr[at] == 'Z' && line.ptr[at + 1] == ' ')
		return slice_sub(line, at + 2, line.len);
	if (line.len && line.ptr[0] == '#') {
		size_t number = behind(line, 1, "0123456789"), time = behind(line, number + 1, "0123456789.");
		if (number > 1 && time > number + 1 && time < line.len && line.ptr[number] == ' ' && line.ptr[time] == ' ')
			return slice_sub(line, time + 1, line.len);
	}
	return line;
}

static struct slice cleaned(struct slice line)
{
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	return without_time(line);
}

struct slice triage_line(struct slice log, size_t number)
{
	struct slice line = SLICE_LITERAL("");
	while (number > 0 && slice_cut(&log, '\n', &line))
		number--;
	return number == 0 ? cleaned(line) : SLICE_LITERAL("");
}

/* "[12/345] Building …": with -v the whole command, whose options are no messages. */
static bool is_progress(struct slice line)
{
	size_t at = 1;
	if (line.len < 5 || line.ptr[0] != '[')
		return false;
	while (at < line.len && ((line.ptr[at] >= '0' && line.ptr[at] <= '9') || line.ptr[at] == '/'))
		at++;
	return at > 3 && at < line.len && line.ptr[at] == ']';
}

static enum zone next_zone(enum zone zone, struct slice line, bool seen_failed)
{
	if (slice_starts_with(line, "FAILED: "))
		return seen_failed ? ZONE_OUTSIDE : ZONE_COMMAND;
	if (zone == ZONE_COMMAND)
		return ZONE_FAILED;
	return is_progress(line) || slice_starts_with(line, "ninja: ") ? ZONE_OUTSIDE : zone;
}

static const struct signature *match_line(const struct signatures *signatures, struct slice line)
{
	size_t begin, end;
	for (size_t i = 0; i < signatures->count; i++)
		if (regex_search(signatures->items[i].match, signatures->scratch, line, 0, &begin, &end) == REGEX_MATCH)
			return &signatures->items[i];
	return NULL;
}

/* The first line for each: a fatal row and one of the last, in the first FAILED block and anywhere; features; notes. In order of weight. */
enum slot { FATAL_IN_BLOCK, LAST_IN_BLOCK, FATAL, LAST, FEATURE, NOTE, EMPTY, SLOT_COUNT };

static enum slot slot_of(const struct signature *signature, enum zone zone)
{
	switch (signature->level) {
	case LEVEL_FATAL:
		return zone == ZONE_FAILED ? FATAL_IN_BLOCK : FATAL;
	case LEVEL_LAST:
		return zone == ZONE_FAILED ? LAST_IN_BLOCK : LAST;
	case LEVEL_FEATURE:
		return FEATURE;
	case LEVEL_NOTE:
		return NOTE;
	case LEVEL_EMPTY:
		return EMPTY;
	}
	return EMPTY;
}

static void add_hit(struct triage *out, const struct triage_hit *hit)
{
	/* What tells little is no news beside another. */
	if (!hit->signature || out->count == TRIAGE_MOST || (out->count && hit->signature->level >= LEVEL_LAST))
		return;
	for (size_t i = 0; i < out->count; i++)
		if (out->hits[i].signature == hit->signature)
			return;
	out->hits[out->count++] = *hit;
}

struct reading {
	const struct signatures *signatures;
	struct triage_hit first[SLOT_COUNT];
	/* Of a message of CMake's, which breaks its lines at 77 columns and puts two blanks behind a full stop: one paragraph, with single blanks. */
	bool in_message;
	struct str paragraph;
	struct triage_hit paragraph_begin;
};

static void look_at(struct reading *reading, struct slice text, enum zone zone, size_t number, struct slice line)
{
	const struct signature *signature = match_line(reading->signatures, text);
	struct triage_hit *hit = signature ? &reading->first[slot_of(signature, zone)] : NULL;
	if (hit && !hit->signature)
		*hit = (struct triage_hit){ signature, number, line };
}

static void end_paragraph(struct reading *reading, enum zone zone)
{
	if (reading->paragraph.len)
		look_at(reading, str_slice(&reading->paragraph), zone, reading->paragraph_begin.line, reading->paragraph_begin.text);
	str_clear(&reading->paragraph);
}

static void read_message(struct reading *reading, struct slice line, enum zone zone, size_t number)
{
	bool indented = slice_starts_with(line, "  ") && reading->paragraph.len < LINE_MOST_BYTES;
	if (!indented || !reading->in_message)
		end_paragraph(reading, zone);
	if (!indented) {
		/* A paragraph may follow the blank line. */
		reading->in_message = slice_starts_with(line, "CMake Warning") || slice_starts_with(line, "CMake Error") || (reading->in_message && line.len == 0);
		return;
	}
	if (!reading->in_message)
		return;
	if (!reading->paragraph.len)
		reading->paragraph_begin = (struct triage_hit){ NULL, number, line };
	struct slice rest = line, word;
	while (slice_cut(&rest, ' ', &word))
		if (word.len)
			str_addf(&reading->paragraph, "%s" SLICE_FMT, reading->paragraph.len ? " " : "", SLICE_ARG(word));
}

void triage_log(const struct signatures *signatures, struct slice log, struct triage *out)
{
	struct reading reading = { .signatures = signatures };
	struct slice line;
	enum zone zone = ZONE_OUTSIDE;
	*out = (struct triage){ 0 };
	for (size_t number = 1; slice_cut(&log, '\n', &line); number++) {
		line = cleaned(line);
		zone = next_zone(zone, line, out->failed_line != 0);
		if (zone == ZONE_COMMAND && !out->failed_line)
			out->failed_line = number;
		read_message(&reading, line, zone, number);
		/* The line behind "FAILED:" is the command. */
		bool is_command = out->failed_line && number == out->failed_line + 1;
		if (line.len && line.len <= LINE_MOST_BYTES && zone != ZONE_COMMAND && !is_command && !is_progress(line))
			look_at(&reading, line, zone, number, line);
	}
	end_paragraph(&reading, zone);
	str_release(&reading.paragraph);
	for (size_t i = 0; i < SLOT_COUNT; i++)
		add_hit(out, &reading.first[i]);
}
