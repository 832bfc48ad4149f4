/* Which lines of a log say why: their position decides their weight. */
#include "triage/triage.h"

#include <stdlib.h>
#include <string.h>

#include "triage/broken.h"
#include "triage/candidates.h"
#include "triage/line.h"
#include "triage/lines.h"
#include "triage/match.h"
#include "triage/rank.h"
#include "triage/traceback.h"

enum zone { ZONE_OUTSIDE, ZONE_COMMAND, ZONE_FAILED };

/* What the machine is is at the beginning of a log, or in the lines that rows match. */
#define FACTS_LINES 20000

/* A compiler's notes after its message, and the lines that they take: one names each of the functions of a name. */
#define NOTES_MOST 4
#define NOTES_LINES 24

/* No build turns off more. */
#define FEATURES_MOST 200

struct triage_reader {
	const struct signatures *signatures;
	struct matcher matcher;
	struct facts_seen seen;
	struct triage_hit *first;    /* [CONTEXT_COUNT][rows]: `line` is 0 where there is none */
	struct triage_hit *features; /* see struct triage */
	size_t n_features, features_capacity;
	struct triage_hit *open_rows[8];
	size_t n_open;

	struct lines input;
	bool too_long; /* is the line at hand */

	size_t number, failed_line;
	enum zone zone;
	bool in_yaml, in_probe, probe_counts;
	/* Of a message of CMake's, which breaks its lines at 77 columns and puts two spaces after a full stop: one
	 * paragraph, with single spaces. */
	bool in_message, is_warning;
	size_t message_indentation, source_indentation; /* of CMake's message, and of a compiler's */
	struct str english, spare;                      /* of the line at hand, if it is in another language */
	struct word_hits phrases;
	struct str heading, said, paragraph, plain; /* of an error its heading, and its paragraphs until it ends */
	size_t paragraph_line, message_first;
	/* A compiler's message, until the line of source after it comes. */
	struct str message;
	size_t message_line;
	bool is_exception; /* `message` is the exception that ends a traceback */
	/* A compiler's message, until it has no more notes. */
	struct str noted;
	size_t noted_line, n_notes;
	struct traceback traceback;
	struct broken broken_line;
	char *tail[TRIAGE_TAIL];
};

static void hit_release(struct triage_hit *hit)
{
	free(hit->text);
	free(hit->cause);
	free(hit->fix);
	for (size_t i = 0; i < hit->n_candidates; i++) {
		free(hit->candidates[i].cause);
		free(hit->candidates[i].tell);
		free(hit->candidates[i].fix);
	}
	free(hit->candidates);
	for (size_t i = 0; i < TRIAGE_BEFORE; i++)
		free(hit->before[i]);
	for (size_t i = 0; i < TRIAGE_AFTER; i++)
		free(hit->after[i]);
	*hit = (struct triage_hit){ 0 };
}

void triage_release(struct triage *triage)
{
	for (size_t i = 0; i < triage->count; i++)
		hit_release(&triage->hits[i]);
	for (size_t i = 0; i < triage->n_features; i++)
		hit_release(&triage->features[i]);
	free(triage->features);
	for (size_t i = 0; i < triage->n_facts; i++)
		free(triage->facts[i].value);
	free(triage->facts);
	str_release(&triage->tail);
	*triage = (struct triage){ 0 };
}

/* --- one line ----------------------------------------------------------------------------------------------------- */

/* Does a program say of what it tells that it goes on without? */
static bool is_warning(const struct triage_reader *reader, struct slice line)
{
	size_t begin, end;
	return expression_search(reader->signatures->warning, reader->matcher.scratch, line, &begin, &end) ==
	       REGEX_MATCH;
}

static enum context place_of(const struct triage_reader *reader, struct slice line, const struct signature *row)
{
	if (reader->in_probe)
		return reader->probe_counts ? CONTEXT_OPEN : CONTEXT_PROBE;
	if (reader->in_message ? reader->is_warning : !row->warns && is_warning(reader, line))
		return CONTEXT_WARNING;
	if (!reader->in_message && slice_starts_with(line, "-- "))
		return CONTEXT_STATUS;
	if (reader->zone == ZONE_FAILED)
		return CONTEXT_FAILED;
	return reader->in_message ? CONTEXT_ERROR : CONTEXT_OPEN;
}

static void keep_after_one(struct triage_hit *hit, struct slice line)
{
	if (hit->n_after < TRIAGE_AFTER)
		hit->after[hit->n_after++] = line_kept(line);
}

/* The lines after a hit, if there is one, up to the one at hand. */
static void keep_lines_up_to(const struct triage_reader *reader, struct triage_hit *hit, struct slice line)
{
	for (size_t number = hit ? hit->line + 1 : reader->number; number < reader->number; number++)
		keep_after_one(hit, slice_of(reader->tail[(number - 1) % TRIAGE_TAIL]));
	if (hit)
		keep_after_one(hit, line);
}

/* A row may tell of many features; what is told twice is kept once. */
static void keep_feature(struct triage_reader *reader, const struct match *match, size_t number, struct slice shown)
{
	char *text = line_kept(shown);
	/* A paragraph takes the place of its lines. */
	while (reader->n_features && reader->features[reader->n_features - 1].line >= number)
		hit_release(&reader->features[--reader->n_features]);
	bool is_new = reader->n_features < FEATURES_MOST;
	for (size_t i = 0; i < reader->n_features && is_new; i++)
		is_new = strcmp(reader->features[i].text, text) != 0;
	if (!is_new) {
		free(text);
		return;
	}
	struct triage_hit feature = { .signature = match->signature,
		.confidence = CONFIDENCE_MEDIUM,
		.line = number,
		.text = text,
		.cause = match_fill(match, match->signature->cause, false),
		.fix = match_fill(match, match->signature->fix, true) };
	VEC_PUSH(reader->features, reader->n_features, reader->features_capacity, feature);
}

/* What was found anew, or NULL. */
static struct triage_hit *take_match(
	struct triage_reader *reader, struct match match, struct slice text, size_t number, struct slice shown)
{
	const struct signature *signature = match.signature;
	/* What only says that something failed is a line of its own, and belongs to no message before it. */
	if (signature->level == LEVEL_EMPTY && memchr(text.ptr, '\n', text.len))
		return NULL;
	enum context place = place_of(reader, text, signature);
	struct triage_hit *hit =
		&reader->first[place * reader->signatures->count + (size_t)(signature - reader->signatures->items)];
	if (signature->level == LEVEL_FEATURE && place != CONTEXT_ERROR && place != CONTEXT_PROBE)
		keep_feature(reader, &match, number, shown);
	/* A message of several lines counts where it begins, also if its last line said as much; no broken one. */
	bool is_again = hit->line != 0;
	if (is_again && (hit->line <= number || text.ptr == reader->broken_line.joined.ptr))
		return NULL;
	hit_release(hit);
	facts_look_at(&reader->seen, &reader->signatures->facts, text, reader->matcher.scratch);
	const char *fix = signature->otherwise && !match.package ? signature->otherwise : signature->fix;
	*hit = (struct triage_hit){ .signature = signature,
		.package = match.package,
		.is_whole = match.is_whole,
		.is_guess = match.is_guess,
		.line = number,
		.text = line_kept(shown),
		.cause = match_fill(&match, signature->cause, false),
		.fix = fix ? match_fill(&match, fix, true) : NULL };
	candidates_fill(&match, text, reader->matcher.scratch, hit);
	for (size_t i = 0; i < TRIAGE_BEFORE && i + 1 < number; i++) {
		const char *line = reader->tail[(number - 2 - i) % TRIAGE_TAIL];
		hit->before[TRIAGE_BEFORE - 1 - i] = line ? xstrdup(line) : NULL;
	}
	if (!is_again && reader->n_open < COUNT_OF(reader->open_rows))
		reader->open_rows[reader->n_open++] = hit;
	return hit;
}

/* A row that asks for what the rest of the log tells leaves the line to the next one, too: only the end shows which of
 * them counts. What was found anew, or NULL. */
static struct triage_hit *look_at(struct triage_reader *reader, struct slice text, size_t number, struct slice shown)
{
	struct triage_hit *found = NULL;
	struct match match = matcher_find(&reader->matcher, text, NULL);
	while (match.signature) {
		const struct signature *row = match.signature;
		struct triage_hit *hit = take_match(reader, match, text, number, shown);
		found = found ? found : hit;
		if (!row->when.count && !row->unless.count)
			break;
		match = matcher_find(&reader->matcher, text, row);
	}
	return found;
}

static bool holds(struct slice line, const char *text)
{
	return slice_find(line, slice_of(text), 0) != (size_t)-1;
}

static void keep_after(struct triage_reader *reader, struct slice line)
{
	size_t kept = 0;
	for (size_t i = 0; i < reader->n_open; i++) {
		struct triage_hit *hit = reader->open_rows[i];
		keep_after_one(hit, line);
		if (hit->n_after < TRIAGE_AFTER)
			reader->open_rows[kept++] = hit;
	}
	reader->n_open = kept;
}

/* One that CMake did not find: the next line says for what. */
static bool is_variable(struct slice line)
{
	size_t at = 0;
	while (at < line.len && (ascii_is_letter(line.ptr[at]) || ascii_is_digit(line.ptr[at]) || line.ptr[at] == '_'))
		at++;
	return at > 2 && (at == line.len || slice_eq_cstr(slice_sub(line, at, line.len), " (ADVANCED)"));
}

/* "ResolvePackageNotFound:", "LibMambaUnsatisfiableError: …:" of conda, "… Did find:" of dyld, "thread 'main'
 * panicked at build.rs:57:10:" of Rust, "* ERROR: … failed (compile phase):" of Portage: what is meant comes after it,
 * also after an empty line. */
static bool is_heading(struct slice line)
{
	return slice_ends_with(line, ":") &&
	       (holds(line, "NotFound") || holds(line, "UnsatisfiableError") || holds(line, "Did find") ||
		       holds(line, " panicked at ") || slice_ends_with(line, " phase):"));
}

/* What dyld does not load or find; after "Referenced from: …" it says why. */
static bool is_of_dyld(struct slice line)
{
	return holds(line, "ibrary not loaded: ") || holds(line, "ymbol not found: ");
}

/* Is `line` between a message and what belongs to it? */
static bool is_between(const struct triage_reader *reader, struct slice line)
{
	struct slice message = str_slice(&reader->message);
	return line.len ? slice_starts_with(line, "Referenced from: ") && is_of_dyld(message)
			: is_heading(message) || reader->is_exception;
}

static bool is_advice(const struct triage_reader *reader, struct slice line)
{
	size_t begin, end;
	return expression_search(reader->signatures->advice, reader->matcher.scratch, line, &begin, &end) ==
		       REGEX_MATCH &&
	       begin == 0;
}

/* What clang breaks at the width of a terminal it indents by as much more than the message. A line of source may be so,
 * too, and is looked at in both ways. */
#define CLANG_INDENT 6

/* A compiler shows the line of source that it does not take after its message. Both are looked at as one text, in which
 * an expression's '.' does not go from one to the other; what was broken after "error:" is one line. Of what follows an
 * exception only what to do about it belongs to it. */
static void look_at_source(struct triage_reader *reader, struct slice line, size_t indentation, bool is_exception)
{
	if (is_between(reader, line))
		return;
	bool is_wrapped = reader->message.len && !reader->is_exception &&
			  indentation == reader->source_indentation + CLANG_INDENT;
	/* A word alone is a line of source there ("__BEGIN_DECLS"), and not a variable of CMake's. */
	bool is_source = is_wrapped || (!reader->is_exception && holds(str_slice(&reader->message), "error:"));
	bool is_message = line.len <= LINE_MOST_BYTES && !reader->too_long &&
			  (is_exception || holds(line, "error:") || holds(line, "error C") ||
				  (is_variable(line) && !is_source) || is_heading(line) || is_of_dyld(line));
	if (reader->message.len && !is_message && line.len && line.len <= LINE_MOST_BYTES &&
		(reader->is_exception ? is_advice(reader, line)
				      : !is_variable(str_slice(&reader->message)) || holds(line, "linked by target ") ||
						holds(line, "used as include directory "))) {
		struct slice message = str_slice(&reader->message);
		/* clang breaks its messages after "error:" or before a name. */
		bool is_broken =
			slice_ends_with(message, "error:") || (line.ptr[0] == '\'' && !slice_ends_with(message, "'"));
		size_t length = message.len;
		str_addf(&reader->message, "%s" SLICE_FMT, is_broken ? " " : "\n", SLICE_ARG(line));
		message = str_slice(&reader->message);
		struct slice shown = slice_sub(message, 0, is_broken ? message.len : length);
		struct triage_hit *hit = look_at(reader, message, reader->message_line, shown);
		keep_lines_up_to(reader, hit, line);
		if (!is_broken && is_wrapped) {
			reader->message.ptr[length] = ' ';
			hit = look_at(reader, message, reader->message_line, message);
			keep_lines_up_to(reader, hit, line);
		}
	}
	str_clear(&reader->message);
	if (is_message)
		str_add(&reader->message, line);
	reader->source_indentation = indentation;
	reader->message_line = reader->number;
	reader->is_exception = is_exception && is_message;
}

/* "/usr/include/a.h:5:8: note: candidate: …" says whose the function is that a compiler's message is about: both are
 * looked at as one text. */
static void look_at_note(struct triage_reader *reader, struct slice line)
{
	if (line.len > LINE_MOST_BYTES || reader->too_long)
		return;
	if (holds(line, ": error: ") || holds(line, ": fatal error: ")) {
		str_clear(&reader->noted);
		str_add(&reader->noted, line);
		reader->noted_line = reader->number;
		reader->n_notes = 0;
	} else if (reader->noted.len && reader->n_notes < NOTES_MOST &&
		   reader->number - reader->noted_line < NOTES_LINES && holds(line, ": note: ")) {
		size_t length = reader->noted.len;
		reader->n_notes++;
		str_addf(&reader->noted, "\n" SLICE_FMT, SLICE_ARG(line));
		struct slice both = str_slice(&reader->noted);
		keep_lines_up_to(reader, look_at(reader, both, reader->noted_line, slice_sub(both, 0, length)), line);
		reader->noted.len = length;
		reader->noted.ptr[length] = '\0';
	}
}

/* A line with the full ones before it, which a terminal may have broken. */
static void look_at_pieces(struct triage_reader *reader, struct slice shown)
{
	const struct broken *broken = &reader->broken_line;
	struct slice all = str_slice(&broken->joined), first = slice_sub(all, 0, broken->joined_first);
	if (all.len <= LINE_MOST_BYTES)
		keep_lines_up_to(reader, look_at(reader, all, broken->joined_number, first), shown);
}

static bool says_error(struct slice line)
{
	return holds(line, ": error") || holds(line, ": fatal error") || slice_starts_with(line, "error: ") ||
	       slice_starts_with(line, "nvcc error ") || slice_starts_with(line, "nvcc fatal ");
}

static void next_zone(struct triage_reader *reader, struct slice line)
{
	if (reader->in_probe)
		return;
	if (slice_starts_with(line, "FAILED: ")) {
		reader->zone = reader->failed_line ? ZONE_OUTSIDE : ZONE_COMMAND;
		reader->failed_line = reader->failed_line ? reader->failed_line : reader->number;
	} else if (reader->zone == ZONE_COMMAND) {
		reader->zone = ZONE_FAILED;
	} else if (reader->zone == ZONE_FAILED && (line_is_progress(line) || slice_starts_with(line, "ninja: "))) {
		reader->zone = ZONE_OUTSIDE;
	}
}

/* --- what CMake says ---------------------------------------------------------------------------------------------- */

/* Whether the compiler works at all is no probe: the build ends with it. */
static bool is_of_compiler(struct slice line)
{
	return (holds(line, "compiler") || holds(line, "Compiler")) &&
	       (holds(line, "works") || holds(line, "ABI info") || holds(line, "working") ||
		       holds(line, "identification"));
}

static void find_probe(struct triage_reader *reader, struct slice line)
{
	if (reader->in_yaml) {
		if (slice_starts_with(line, "kind: "))
			reader->probe_counts = false;
		else if (slice_starts_with(line, "- \"") ||
			 (slice_starts_with(line, "Compiling the ") && slice_ends_with(line, "failed.")))
			reader->probe_counts = is_of_compiler(line);
		else if (slice_eq_cstr(line, "..."))
			reader->in_yaml = reader->in_probe = false;
		return;
	}
	if (slice_eq_cstr(line, "events:")) {
		reader->in_yaml = reader->in_probe = true;
	} else if (holds(line, " failed with the following output:") ||
		   (slice_starts_with(line, "Compiling the ") && slice_ends_with(line, "failed."))) {
		reader->in_probe = !slice_starts_with(line, "  ");
		reader->probe_counts = is_of_compiler(line);
	} else if (reader->in_probe &&
		   (slice_starts_with(line, "CMake Error") || slice_starts_with(line, "CMake Warning") ||
			   slice_starts_with(line, "-- "))) {
		reader->in_probe = false;
	}
}

static void end_paragraph(struct triage_reader *reader)
{
	if (reader->paragraph.len) {
		struct slice text = str_slice(&reader->paragraph);
		look_at(reader, text, reader->paragraph_line, text);
		if (!reader->said.len)
			reader->message_first = reader->paragraph_line;
		if (reader->heading.len && reader->said.len < LINE_MOST_BYTES)
			str_addf(&reader->said, "%s" SLICE_FMT, reader->said.len ? " " : "", SLICE_ARG(text));
	}
	str_clear(&reader->paragraph);
}

/* An error's heading and all that it says: a name may have a paragraph of its own ("links to:", the name, "but …"). */
static void end_message(struct triage_reader *reader)
{
	end_paragraph(reader);
	if (reader->said.len) {
		str_addf(&reader->heading, "\n" SLICE_FMT, SLICE_ARG(str_slice(&reader->said)));
		look_at(reader, str_slice(&reader->heading), reader->message_first, str_slice(&reader->said));
	}
	str_clear(&reader->heading);
	str_clear(&reader->said);
}

static void read_message(struct triage_reader *reader, struct slice line, size_t indentation)
{
	bool begins = slice_starts_with(line, "CMake Warning") || slice_starts_with(line, "CMake Error") ||
		      slice_starts_with(line, "CMake Deprecation Warning");
	bool inside = !begins && line.len && indentation >= reader->message_indentation + 2 &&
		      reader->paragraph.len < LINE_MOST_BYTES;
	if (!inside || !reader->in_message)
		end_paragraph(reader);
	if (begins || (!inside && line.len))
		end_message(reader);
	if (begins) {
		reader->in_message = true;
		reader->is_warning = !slice_starts_with(line, "CMake Error");
		reader->message_indentation = indentation;
		if (!reader->is_warning)
			str_add(&reader->heading, line);
	} else if (!inside && line.len) {
		/* A paragraph may follow an empty line. */
		reader->in_message = false;
	}
	if (!inside || !reader->in_message)
		return;
	if (!reader->paragraph.len)
		reader->paragraph_line = reader->number;
	struct slice rest = line, word;
	while (slice_cut(&rest, ' ', &word))
		if (word.len)
			str_addf(&reader->paragraph, "%s" SLICE_FMT, reader->paragraph.len ? " " : "", SLICE_ARG(word));
}

/* --- lines as they come ------------------------------------------------------------------------------------------- */

static void read_line(struct triage_reader *reader, struct slice raw)
{
	size_t indentation;
	char **slot = &reader->tail[reader->number++ % TRIAGE_TAIL];
	struct slice line = line_last_written(raw);
	str_clear(&reader->plain);
	if (line.len && memchr(line.ptr, '\033', line.len)) {
		line_drop_escapes(line, &reader->plain);
		line = str_slice(&reader->plain);
	}
	struct slice shown = line;
	line = line_without_prefix(line, reader->signatures->launcher, reader->matcher.scratch, &indentation);
	struct slice said = line;
	line = phrases_translate(
		&reader->signatures->phrases, line, &reader->phrases, &reader->spare, &reader->english);
	keep_after(reader, shown);
	if (reader->number <= FACTS_LINES)
		facts_look_at(&reader->seen, &reader->signatures->facts, line, reader->matcher.scratch);
	next_zone(reader, line);
	find_probe(reader, line);
	if (reader->in_message || slice_starts_with(line, "CMake "))
		read_message(reader, line, indentation);
	bool is_exception = traceback_read(&reader->traceback, line);
	/* The line after "FAILED:" is the command, if nobody has cut it out; none begins with ":/". */
	bool is_command = reader->failed_line && reader->number == reader->failed_line + 1 && !says_error(line) &&
			  !slice_starts_with(line, ":/");
	bool is_said = line.len && line.len <= LINE_MOST_BYTES && !reader->too_long && reader->zone != ZONE_COMMAND &&
		       !is_command && !line_is_progress(line) && !reader->traceback.is_source;
	if (is_said)
		look_at(reader, line, reader->number, said);
	if (broken_take(&reader->broken_line, said, shown, reader->number, is_said))
		look_at_pieces(reader, shown);
	look_at_source(reader, line, indentation, is_exception);
	look_at_note(reader, line);
	if (is_exception)
		look_at(reader, str_slice(&reader->traceback.text), reader->number, line);
	free(*slot);
	*slot = line_kept(shown);
}

static void take_line(void *ctx, struct slice line, bool is_long)
{
	struct triage_reader *reader = ctx;
	reader->too_long = is_long;
	read_line(reader, line);
}

struct triage_reader *triage_reader_new(const struct signatures *signatures)
{
	struct triage_reader *reader = xcalloc(1, sizeof(*reader));
	reader->signatures = signatures;
	reader->input = (struct lines){ .take = take_line, .ctx = reader };
	matcher_init(&reader->matcher, signatures);
	reader->seen.values = xcalloc(signatures->facts.count + 1, sizeof(*reader->seen.values));
	reader->first = xcalloc(CONTEXT_COUNT * (signatures->count + 1), sizeof(*reader->first));
	return reader;
}

void triage_reader_take(struct triage_reader *reader, struct slice bytes)
{
	lines_take(&reader->input, bytes);
}

static void free_reader(struct triage_reader *reader)
{
	/* Pages that were never written stay so. */
	for (size_t i = 0; i < CONTEXT_COUNT * reader->signatures->count; i++) {
		if (reader->first[i].line)
			hit_release(&reader->first[i]);
	}
	for (size_t i = 0; i < TRIAGE_TAIL; i++)
		free(reader->tail[i]);
	matcher_release(&reader->matcher);
	for (size_t i = 0; i < reader->signatures->facts.count; i++)
		free(reader->seen.values[i]);
	free(reader->seen.values);
	word_hits_release(&reader->seen.found);
	free(reader->first);
	str_release(&reader->heading);
	str_release(&reader->paragraph);
	str_release(&reader->said);
	str_release(&reader->plain);
	str_release(&reader->english);
	str_release(&reader->spare);
	word_hits_release(&reader->phrases);
	str_release(&reader->message);
	str_release(&reader->noted);
	str_release(&reader->broken_line.text);
	str_release(&reader->broken_line.joined);
	str_release(&reader->traceback.text);
	free(reader);
}

static void take_facts(struct triage_reader *reader, struct triage *out)
{
	const struct facts *facts = &reader->signatures->facts;
	out->facts = xcalloc(facts->count + 1, sizeof(*out->facts));
	for (size_t i = 0; i < facts->count; i++) {
		if (!reader->seen.values[i])
			continue;
		out->facts[out->n_facts++] =
			(struct triage_fact){ facts->items[i].name, facts->items[i].what, reader->seen.values[i] };
		reader->seen.values[i] = NULL;
	}
}

void triage_reader_end(struct triage_reader *reader, struct triage *out)
{
	*out = (struct triage){ 0 };
	lines_end(&reader->input);
	end_message(reader);
	out->failed_line = reader->failed_line;
	out->lines = reader->number;
	for (size_t i = reader->number > TRIAGE_TAIL ? reader->number - TRIAGE_TAIL : 0; i < reader->number; i++)
		str_addf(&out->tail, "%s\n", reader->tail[i % TRIAGE_TAIL]);
	out->features = reader->features;
	out->n_features = reader->n_features;
	triage_rank(reader->first, reader->signatures, &reader->seen, out);
	take_facts(reader, out);
	free_reader(reader);
}
