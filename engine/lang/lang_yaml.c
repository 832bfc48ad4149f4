/*
 * YAML 1.1: lines, as in plain text, but a file that can be read must be one afterwards.
 */
#include "format/yaml.h"
#include "lang/lang_text.h"
#include "lang/problem.h"

static void yaml_problems(struct document *doc, struct problem_list *out)
{
	size_t offset;
	if (!yaml_is_well_formed(doc->source->bytes, &offset))
		problem_list_add(out, (uint32_t)offset, "it is not YAML");
}

static const char *const yaml_filenames[] = { "*.yaml", "*.yml", NULL };

const struct language language_yaml = {
	.name = "yaml",
	.summary = "YAML, line by line",
	.filenames = yaml_filenames,
	.lex = text_lex,
	.problems = yaml_problems,
};
