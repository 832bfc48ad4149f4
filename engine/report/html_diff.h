/* One file's change as the page wants it. Private to report/. */
#ifndef TPATCH_REPORT_HTML_DIFF_H
#define TPATCH_REPORT_HTML_DIFF_H

#include "format/json.h"
#include "report/report.h"

/*
 * {"path", "operation", "newPath", "executable" (as --json has them), "rules": [index], "added", "removed", "eol":
 * "CRLF" | "LF" | "mixed", "bom": true, "hunks": [{"old": line, "new": line, "heading", "rules": [index], "lines":
 * [[sign, piece…]…]}…], "left": lines}. "left" is how many changed lines more there are than a page shows. A sign is
 * "-", "+" or " ", and "!" after it says that the line has no line end. A piece is the letter of a colour
 * (html_diff.c) and text. Line ends are left out where all of both texts are alike.
 */
struct json *html_diff_json(const struct report *report, const struct change *change);
/*
 * {"old", "new", "lines"} of all lines of two texts, as a hunk has them above. `old_line` and `new_line` are the
 * numbers of their first lines, 0 where these are not known.
 */
struct json *html_excerpt_json(
	const char *path, struct slice before, struct slice after, size_t old_line, size_t new_line);

#endif
