#include "command/triage_print.h"

#include "cmdline/print.h"

/* After a line that says all there is. */
#define LINES_AFTER 2
#define LINE_SHOWN_BYTES ((size_t)160)

static void add_line(size_t number, const char *text, bool is_hit, bool colored, struct str *out)
{
	struct slice line = slice_of(text);
	bool stands_out = colored && is_hit, cut = line.len > LINE_SHOWN_BYTES;
	str_addf(out, "%s  %s%6zu  ", stands_out ? PAINT_STRONG : "", is_hit ? ">" : " ", number);
	shown_add_line(slice_sub(line, 0, LINE_SHOWN_BYTES), out);
	str_addf(out, "%s%s\n", cut ? "…" : "", stands_out ? PAINT_END : "");
}

static void add_lines(const struct triage *triage, bool colored, struct str *out)
{
	const struct triage_hit *hit = &triage->hits[0];
	size_t line = hit->line, failed = triage->failed_line;
	size_t after = hit->signature->level >= LEVEL_LAST ? TRIAGE_AFTER : LINES_AFTER, empty = 0;
	for (size_t i = TRIAGE_BEFORE; failed && failed < line && i > 0; i--)
		if (line >= failed + i && hit->before[TRIAGE_BEFORE - i])
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

void triage_print(const struct triage *triage, bool colored, struct str *out)
{
	if (triage->count == 0) {
		str_addf(out, "no known failure found in %zu line%s", triage->lines, str_plural(triage->lines));
		if (triage->failed_line)
			str_addf(out, "; Ninja's first FAILED is line %zu", triage->failed_line);
		str_add_cstr(out, "\n");
		return;
	}
	const struct signature *cause = triage->hits[0].signature;
	const char *begin = colored ? PAINT_WRONG : "", *end = colored ? PAINT_END : "";
	str_addf(out, "%s%s%s (%s), line %zu, confidence %s%s\n", begin, cause->id, end,
		signature_level_name(cause->level), triage->hits[0].line, confidence_name(triage->hits[0].confidence),
		cause->unsure ? "; another cause may say the same" : "");
	add_lines(triage, colored, out);
	str_addf(out, "cause  %s\n%sfix%s    %s\n", triage->hits[0].cause, colored ? PAINT_OK : "", end,
		triage->hits[0].fix);
	for (size_t i = 0; cause->links && cause->links[i]; i++)
		str_addf(out, "%s  %s\n", i ? "     " : "see  ", cause->links[i]);
	for (size_t i = 1; i < triage->count; i++)
		str_addf(out, "also   line %zu: %s (%s): %s\n", triage->hits[i].line, triage->hits[i].signature->id,
			confidence_name(triage->hits[i].confidence), triage->hits[i].cause);
}
