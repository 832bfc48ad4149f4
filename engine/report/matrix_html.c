#include "report/html_page.h"
#include "report/matrix_report.h"

void matrix_print_html(struct json *data, struct slice fallback, struct str *out)
{
	json_put(data, "verdicts", html_verdicts_json(&(struct report){ .command = "matrix" }));
	html_page_add("tpatch matrix", "matrix.js", data, fallback, out);
}
