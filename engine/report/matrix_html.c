#include "report/html_page.h"
#include "report/matrix_report.h"

void matrix_print_html(struct json *data, struct slice fallback, struct str *out)
{
	static const char *const scripts[] = { "matrix.js", NULL };
	json_put(data, "verdicts", html_verdicts_json(&(struct report){ .command = "matrix" }));
	html_page_add(SLICE_LITERAL("tpatch matrix"), scripts, data, NULL, fallback, out);
}
