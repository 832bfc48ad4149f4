#include "command/triage_print.h"

#include "command/print.h"

/* Lines shown from Ninja's FAILED down to the cause, and behind it. */
#define LINES_BEFORE 4
#define LINES_AFTER 2
/* Where the line tells little, and what is behind it tells more. */
#define LINES_AFTER_LITTLE 12
#define LINE_SHOWN_BYTES 160

static void add_lines(const struct triage *triage, struct slice log, bool colored, struct str *out)
{
	size_t line = triage->hits[0].line, failed = triage->failed_line, from = line;
	size_t after = triage->hits[0].signature->level >= LEVEL_LAST ? LINES_AFTER_LITTLE : LINES_AFTER, empty = 0;
	if (failed && failed < line)
		from = line - failed > LINES_BEFORE ? line - LINES_BEFORE : failed;
	for (size_t i = from; i <= line + after; i++) {
		struct slice text = triage_line(log, i);
		bool cut = text.len > LINE_SHOWN_BYTES;
		/* CMake puts an empty line into the middle of its messages; the log may also end there. */
		if (text.len == 0 && i > line && ++empty > 1)
			break;
		if (text.len == 0 && i > line)
			continue;
		if (i > line && empty == 1 && triage_line(log, i - 1).len == 0)
			str_addf(out, "   %6zu  \n", i - 1);
		bool stands_out = colored && i == line;
		str_addf(out, "%s  %s%6zu  " SLICE_FMT "%s%s\n", stands_out ? PAINT_STRONG : "", i == line ? ">" : " ", i, SLICE_ARG(slice_sub(text, 0, LINE_SHOWN_BYTES)),
			cut ? "…" : "", stands_out ? PAINT_END : "");
	}
}

void triage_print(const struct triage *triage, struct slice log, bool colored, struct str *out)
{
	if (triage->count == 0) {
		str_add_cstr(out, "nothing that is known went wrong here");
		if (triage->failed_line)
			str_addf(out, "; Ninja's first FAILED is line %zu", triage->failed_line);
		str_add_cstr(out, "\n");
		return;
	}
	const struct signature *cause = triage->hits[0].signature;
	const char *begin = colored ? PAINT_WRONG : "", *end = colored ? PAINT_END : "";
	str_addf(out, "%s%s%s (%s), line %zu%s\n", begin, cause->id, end, signature_level_name(cause->level), triage->hits[0].line,
		cause->unsure ? "; not seen by us in a real log" : "");
	add_lines(triage, log, colored, out);
	str_addf(out, "cause  %s\n%smend%s   %s\n", cause->cause, colored ? PAINT_OK : "", end, cause->mend);
	for (size_t i = 0; cause->links && cause->links[i]; i++)
		str_addf(out, "%s  %s\n", i ? "     " : "see  ", cause->links[i]);
	for (size_t i = 1; i < triage->count; i++)
		str_addf(out, "also   line %zu: %s: %s\n", triage->hits[i].line, triage->hits[i].signature->id, triage->hits[i].signature->cause);
}

static struct json *links_json(const struct signature *signature)
{
	struct json *links = json_new_array();
	for (size_t i = 0; signature->links && signature->links[i]; i++)
		json_append_text(links, slice_of(signature->links[i]));
	return links;
}

struct json *signatures_json(const struct signatures *signatures)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < signatures->count; i++) {
		const struct signature *signature = &signatures->items[i];
		struct json *row = json_new_object();
		json_put_cstr(row, "id", signature->id);
		json_put_cstr(row, "step", signature->step);
		json_put_cstr(row, "level", signature_level_name(signature->level));
		json_put_cstr(row, "sample", signature->sample);
		json_put_cstr(row, "cause", signature->cause);
		json_put_cstr(row, "mend", signature->mend);
		json_put(row, "links", links_json(signature));
		json_append(list, row);
	}
	return list;
}

struct json *triage_json(const struct triage *triage)
{
	struct json *list = json_new_array();
	for (size_t i = 0; i < triage->count; i++) {
		const struct triage_hit *hit = &triage->hits[i];
		struct json *object = json_new_object();
		json_put_cstr(object, "id", hit->signature->id);
		json_put_cstr(object, "level", signature_level_name(hit->signature->level));
		json_put_number(object, "line", (int64_t)hit->line);
		json_put_text(object, "text", hit->text);
		json_put_cstr(object, "cause", hit->signature->cause);
		json_put_cstr(object, "mend", hit->signature->mend);
		json_put(object, "links", links_json(hit->signature));
		json_append(list, object);
	}
	return list;
}
