/*
 * JSON, RFC 8259: lines, as in plain text, but a file that can be read must be one afterwards. One that has comments,
 * as editors' settings do, is no JSON before either, and nothing is asked of it.
 */
#include "format/json.h"
#include "lang/lang_text.h"
#include "lang/problem.h"

static void json_problems(struct document *doc, struct problem_list *out)
{
	size_t offset;
	if (!json_is_valid(doc->source->bytes, &offset))
		problem_list_add(out, (uint32_t)offset, "it is not JSON");
}

static const char *const json_filenames[] = { "*.json", NULL };

const struct language language_json = {
	.name = "json",
	.summary = "JSON, line by line",
	.filenames = json_filenames,
	.lex = text_lex,
	.problems = json_problems,
};
