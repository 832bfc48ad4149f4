#include "report/html_page.h"

#include <string.h>

#include "base/alloc.h"
#include "base/shown.h"
#include "plan/plan.h"
#include "report/embedded_report.h"

static void add_file(const char *name, struct str *out)
{
	struct slice bytes;
	if (embedded_find(html_files, html_file_count, name, &bytes))
		str_add(out, bytes);
}

static void add_text(struct slice text, struct str *out)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];
		if (strchr("<>&\"'", c) && c)
			str_addf(out, "&#%d;", c);
		else if (c >= ' ' || c == '\n')
			str_add_char(out, (char)c);
	}
}

/* '<', '>' and '&' are in JSON only within strings, where they may be written as numbers. */
static void add_data(const struct json *data, const struct json_items *items, struct str *out)
{
	struct str text = STR_INIT;
	if (items)
		json_print_items(data, items, false, &text);
	else
		json_print(data, false, &text);
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (c == '<' || c == '>' || c == '&')
			str_addf(out, "\\u%04x", (unsigned)c);
		else
			str_add_char(out, c);
	}
	str_release(&text);
}

void html_page_add(struct slice title, const char *const *scripts, const struct json *data,
	const struct json_items *items, struct slice fallback, struct str *out)
{
	struct str date = STR_INIT, shown_title = STR_INIT, shown = STR_INIT;
	shown_add(title, &shown_title);
	shown_add_text(fallback, &shown);
	platform_format_time(platform_wall_ns(), &date);
	str_add_cstr(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
			  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
			  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
			  "'unsafe-inline'; script-src "
			  "'unsafe-inline'; img-src data:\">\n<link rel=\"icon\" href=\"data:,\">\n");
	str_addf(out, "<meta name=\"generator\" content=\"tpatch %s\">\n<meta name=\"date\" content=\"%s\">\n<title>",
		TPATCH_VERSION, date.ptr);
	str_release(&date);
	add_text(str_slice(&shown_title), out);
	str_add_cstr(out, "</title>\n<style>\n");
	add_file("page.css", out);
	str_add_cstr(out, "</style>\n</head>\n<body>\n<noscript><main><h1>");
	add_text(str_slice(&shown_title), out);
	str_add_cstr(out, "</h1><pre>");
	add_text(str_slice(&shown), out);
	str_add_cstr(out,
		"</pre></main></noscript>\n<div id=\"page\"></div>\n<script type=\"application/json\" id=\"data\">");
	add_data(data, items, out);
	str_add_cstr(out, "</script>\n<script>\n\"use strict\";\n");
	add_file("page.js", out);
	for (; *scripts; scripts++)
		add_file(*scripts, out);
	str_add_cstr(out, "</script>\n</body>\n</html>\n");
	str_release(&shown_title);
	str_release(&shown);
}

struct json *html_verdicts_json(const struct report *report)
{
	static const enum verdict order[] = { VERDICT_REFUSED, VERDICT_CONFLICT, VERDICT_DRIFTED, VERDICT_AMBIGUOUS,
		VERDICT_MISSING, VERDICT_WARNING, VERDICT_NOTE, VERDICT_DECLINED, VERDICT_WOULD_PATCH,
		VERDICT_ALREADY_PATCHED, VERDICT_UNCHANGED, VERDICT_FIXED_UPSTREAM, VERDICT_NEEDS_FACT,
		VERDICT_NOT_NEEDED };
	_Static_assert(COUNT_OF(order) == VERDICT_COUNT, "each verdict once");
	struct json *list = json_new_array();
	for (size_t i = 0; i < COUNT_OF(order); i++) {
		struct json *object = json_new_object();
		json_put_cstr(object, "name", report_verdict_name(report, order[i]));
		json_put_cstr(object, "label", report_verdict_label(report, order[i]));
		json_put_cstr(object, "kind",
			verdict_stops(order[i])                                                ? "stop"
			: order[i] == VERDICT_WARNING || order[i] == VERDICT_DECLINED          ? "warn"
			: order[i] == VERDICT_WOULD_PATCH                                      ? "change"
			: order[i] == VERDICT_ALREADY_PATCHED || order[i] == VERDICT_UNCHANGED ? "done"
											       : "idle");
		json_append(list, object);
	}
	return list;
}
