/* What the page of a run says of the run and of each rule. Private to report/. */
#ifndef TPATCH_REPORT_HTML_RUN_H
#define TPATCH_REPORT_HTML_RUN_H

#include "format/json.h"
#include "report/report.h"

/* The tree, the patch sets with their digests, the facts, and the command lines that the page proposes. */
struct json *html_run_json(const struct report *report);
/* [{"id", "title", "verdict", "detail", "why", "links", "next" (the command that explains why it does not fit), …}…] */
struct json *html_rules_json(const struct report *report);

#endif
