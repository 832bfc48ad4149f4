#include "triage/triage.h"

#include <string.h>

/* A line longer than this is a command or data: no message of a tool. */
#define LINE_MOST_BYTES ((size_t)4096)

enum zone { ZONE_OUTSIDE, ZONE_COMMAND, ZONE_FAILED };

/* "   12.34 | ", which tbuild's own log has before each line. */
static struct slice without_time(struct slice line)
{
	size_t at = 0;
	while (at < line.len && (line.ptr[at] == ' ' || line.ptr[at] == '.' || (line.ptr[at] >= '0' && line.ptr[at] <= '9')))
		at++;
	if (at > 1 && at + 1 < line.len && line.ptr[at] == '|' && line.ptr[at - 1] == ' ' && line.ptr[at + 1] == ' ')
		return slice_sub(line, at + 2, line.len);
	return line;
}

static struct slice cleaned(struct slice line)
{
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	line = without_time(line);
	/* Colours at the beginning: "ESC [ … m". Those inside do not keep the signatures from matching. */
	while (line.len > 2 && line.ptr[0] == '\033' && line.ptr[1] == '[') {
		size_t end = slice_find(line, SLICE_LITERAL("m"), 2);
		if (end == (size_t)-1)
			break;
		line = slice_sub(line, end + 1, line.len);
	}
	return line;
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

void triage_log(const struct signatures *signatures, struct slice log, struct triage *out)
{
	struct triage_hit first[SLOT_COUNT] = { { 0 } };
	struct slice line;
	enum zone zone = ZONE_OUTSIDE;
	*out = (struct triage){ 0 };
	for (size_t number = 1; slice_cut(&log, '\n', &line); number++) {
		line = cleaned(line);
		zone = next_zone(zone, line, out->failed_line != 0);
		if (zone == ZONE_COMMAND && !out->failed_line)
			out->failed_line = number;
		/* The line behind "FAILED:" is the command. */
		bool is_command = out->failed_line && number == out->failed_line + 1;
		if (line.len == 0 || line.len > LINE_MOST_BYTES || zone == ZONE_COMMAND || is_command || is_progress(line))
			continue;
		const struct signature *signature = match_line(signatures, line);
		if (!signature)
			continue;
		struct triage_hit *hit = &first[slot_of(signature, zone)];
		if (!hit->signature)
			*hit = (struct triage_hit){ signature, number, line };
	}
	for (size_t i = 0; i < SLOT_COUNT; i++)
		add_hit(out, &first[i]);
}
