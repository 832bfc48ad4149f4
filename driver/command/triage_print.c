#include "command/triage_print.h"

#include <string.h>

#include "cmdline/print.h"

/* After a line that says all there is. */
#define LINES_AFTER 2
#define LINE_SHOWN_BYTES ((size_t)160)

static void add_line(size_t number, const char *text, bool is_hit, bool colored, struct str *out)
{
	struct slice line = slice_of(text);
	bool is_painted = colored && is_hit, cut = line.len > LINE_SHOWN_BYTES;
	str_addf(out, "%s  %s%6zu  ", is_painted ? PAINT_STRONG : "", is_hit ? ">" : " ", number);
	shown_add_line(utf8_cut(line, LINE_SHOWN_BYTES), out);
	str_addf(out, "%s%s\n", cut ? "…" : "", is_painted ? PAINT_END : "");
}

static void add_lines(const struct triage *triage, bool colored, struct str *out)
{
	const struct triage_hit *hit = &triage->hits[0];
	size_t line = hit->line, failed = triage->failed_line;
	size_t after = hit->signature->level >= LEVEL_LAST ? TRIAGE_AFTER : LINES_AFTER, empty = 0;
	/* What only says that something failed has its reason above it. */
	size_t begin = hit->signature->level == LEVEL_EMPTY ? 1 : failed;
	for (size_t i = TRIAGE_BEFORE; begin && begin < line && i > 0; i--)
		if (line >= begin + i && hit->before[TRIAGE_BEFORE - i])
			add_line(line - i, hit->before[TRIAGE_BEFORE - i], false, colored, out);
	add_line(line, hit->text, true, colored, out);
	for (size_t i = 0; i < hit->n_after && i < after; i++) {
		/* CMake puts an empty line into the middle of its messages; the log may also end there. */
		bool is_empty = !hit->after[i][0];
		if (is_empty && ++empty > 1)
			break;
		if (is_empty)
			continue;
		if (empty == 1 && i > 0 && !hit->after[i - 1][0])
			str_addf(out, "   %6zu  \n", line + i);
		add_line(line + i + 1, hit->after[i], false, colored, out);
	}
}

/* What is before a cause: a guess is not worded as a fact, and a message that is only quoted not as a cause. */
static const char *says_how_sure(const struct triage_hit *hit)
{
	if (hit->confidence == CONFIDENCE_HIGH)
		return "";
	if (hit->confidence == CONFIDENCE_MEDIUM)
		return "probably: ";
	if (hit->signature->level == LEVEL_EMPTY)
		return "not known: ";
	bool is_quoted = hit->signature->level >= LEVEL_LAST || slice_ends_with(slice_of(hit->signature->cause), "{1}");
	return is_quoted ? "not known. The log says: " : "possibly: ";
}

/* "cause", and what to do about it; of several causes each, with how to tell. */
static void add_remedy(const struct triage_hit *hit, bool colored, struct str *out)
{
	const char *begin = colored ? PAINT_OK : "", *end = colored ? PAINT_END : "";
	bool is_known = hit->confidence != CONFIDENCE_LOW;
	if (!hit->n_candidates) {
		str_addf(out, "cause  %s%s\n%s%s%s %s\n", says_how_sure(hit), hit->cause, begin,
			is_known ? "fix   " : "next  ", end, hit->fix);
		return;
	}
	str_addf(out, "cause  %s; %s\n", hit->cause,
		is_known ? "the likeliest reason comes first" : "which of these is the reason is not known");
	for (size_t i = 0; i < hit->n_candidates; i++) {
		const struct triage_candidate *each = &hit->candidates[i];
		str_addf(out, "%zu      %s%s\n       tell  %s\n       %sfix%s   %s\n", i + 1,
			each->is_raised ? "as this log suggests: " : "", each->cause, each->tell, begin, end,
			each->fix);
	}
}

void triage_print(const struct triage *triage, bool colored, struct str *out)
{
	if (triage->count == 0) {
		str_addf(out, "no known failure found in %zu line%s", triage->lines, str_plural(triage->lines));
		if (triage->failed_line)
			str_addf(out, "; Ninja's first FAILED is line %zu: read on from there", triage->failed_line);
		str_add_cstr(out, triage->lines ? "\nnext   if the build failed, its first error says why; "
						  "`tbuild report LOG` gathers what an issue needs\n"
						: "\nnext   nothing was written into this log: "
						  "`COMMAND >build.log 2>&1` writes errors into it too\n");
		return;
	}
	const struct signature *cause = triage->hits[0].signature;
	const char *begin = colored ? PAINT_WRONG : "", *end = colored ? PAINT_END : "";
	str_addf(out, "%s%s%s (%s), line %zu, confidence %s", begin, cause->id, end, signature_level_name(cause->level),
		triage->hits[0].line, confidence_name(triage->hits[0].confidence));
	const struct tally *tally = &cause->tally;
	if (triage->hits[0].confidence == CONFIDENCE_HIGH)
		str_addf(
			out, ": right on %u of %u logs that were new to it", tally->right, tally->right + tally->wrong);
	bool is_known = triage->hits[0].confidence != CONFIDENCE_LOW;
	str_addf(out, "%s\n", cause->unsure && is_known ? "; another cause may say the same" : "");
	add_lines(triage, colored, out);
	add_remedy(&triage->hits[0], colored, out);
	for (size_t i = 0; i < triage->n_facts; i++) {
		const struct triage_fact *fact = &triage->facts[i];
		str_addf(out, "%s%s%s", i ? ", " : "seen   ", fact->what, strcmp(fact->value, "yes") ? " " : "");
		if (strcmp(fact->value, "yes") != 0)
			shown_add_line(slice_of(fact->value), out);
	}
	str_add_cstr(out, triage->n_facts ? "\n" : "");
	for (size_t i = 0; cause->links && cause->links[i]; i++)
		str_addf(out, "%s  %s\n", i ? "     " : "see  ", cause->links[i]);
	for (size_t i = 1; i < triage->count; i++)
		str_addf(out, "also   line %zu: %s (%s): %s\n", triage->hits[i].line, triage->hits[i].signature->id,
			confidence_name(triage->hits[i].confidence), triage->hits[i].cause);
}
