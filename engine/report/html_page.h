/* A page that is one file: style, script and data in it, and nothing that it fetches. Private to report/. */
#ifndef TPATCH_REPORT_HTML_PAGE_H
#define TPATCH_REPORT_HTML_PAGE_H

#include "format/json.h"
#include "report/report.h"

/*
 * Appends the page that `scripts` (files of engine/report/html, NULL-terminated; page.js comes before them by itself)
 * make of `data`. The data are in the page as JSON in
 * which no byte can end the element; the script puts texts into the page as text only, and the page's own policy
 * forbids it to fetch anything. `items`, where it is not NULL, fills an empty list of the
 * data. `fallback` is what readers without scripts see; control bytes in it and in `title` are shown.
 */
void html_page_add(struct slice title, const char *const *scripts, const struct json *data,
	const struct json_items *items, struct slice fallback, struct str *out);

/* Every verdict in the order in which pages list them, and what it means for the run: [{"name", "kind": "stop" | "warn"
 * | "change" | "done" | "idle"}…]. */
struct json *html_verdicts_json(const struct report *report);

#endif
