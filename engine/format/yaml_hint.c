/* What libyaml's messages mean for the author of a patch set. */
#include "format/yaml.h"

#include <string.h>

#include "base/alloc.h"

/* What to do about libyaml's messages: the first row whose `problem` is part of the message and whose `at` is the
 * character there. */
struct syntax_hint {
	const char *problem;
	const char *at; /* "": the end of the file; NULL: anything */
	const char *hint;
};

static const struct syntax_hint syntax_hints[] = {
	{ "while scanning a directive", NULL, "put a text that begins with '%' in quotes" },
	{ "found character that cannot start any token", "\t", "indent with spaces: YAML does not allow tabs there" },
	{ "found character that cannot start any token", "|",
		"a block does not work within [ ] and { }: put the text in quotes" },
	{ "found character that cannot start any token", ">",
		"a block does not work within [ ] and { }: put the text in quotes" },
	{ "found character that cannot start any token", NULL,
		"put a text that begins with '@', '`' or '%' in quotes" },
	{ "found a tab character", NULL, "indent with spaces: YAML does not allow tabs there" },
	{ "mapping values are not allowed", NULL,
		"put a text that contains ': ' in quotes, or write it as a block after '|'" },
	{ "did not find expected alphabetic or numeric character", NULL,
		"put a text that begins with '*' or '&' in quotes" },
	{ "did not find expected comment or line break", NULL, "put a text that begins with '>' or '|' in quotes" },
	{ "found unknown escape character", NULL,
		"in double quotes a backslash begins an escape: write \\\\, or use single quotes" },
	{ "did not find expected hexdecimal number", NULL,
		"in double quotes a backslash begins an escape: write \\\\, or use single quotes" },
	{ "found invalid Unicode character escape code", NULL,
		"in double quotes a backslash begins an escape: write \\\\, or use single quotes" },
	{ "found unexpected end of stream", NULL, "the closing quote is missing" },
	{ "found unexpected document indicator", NULL, "the closing quote is missing" },
	{ "found incompatible YAML document", NULL, "no line that begins with '%' is needed: leave it out" },
	{ "found duplicate %", NULL, "no line that begins with '%' is needed: leave it out" },
	{ "mapping keys are not allowed", NULL, "put a text that begins with '?' in quotes" },
	{ "found undefined tag handle", NULL, "put a text that begins with '!' in quotes" },
	{ "while scanning a tag", NULL, "put a text that begins with '!' in quotes" },
	{ "did not find expected ',' or", "", "the closing bracket is missing" },
	{ "did not find expected ',' or", NULL, "put a text that contains one of , [ ] { } or a quote in quotes" },
	{ "did not find expected node content", NULL, "a value is missing here, or a text needs quotes" },
	{ "could not find expected ':'", NULL, "write 'key: value', with a space after the colon" },
	{ "did not find expected key", NULL,
		"check the indentation; nothing may follow a text in quotes, and a ' within '…' is written ''" },
	{ "did not find expected '-' indicator", NULL,
		"check the indentation: the entries of a list begin in one column" },
	{ "block sequence entries are not allowed", NULL, "put a list on lines of its own below its key" },
	{ "did not find expected <document start>", NULL,
		"a patch set is one map, its keys at the beginning of the line" },
};

const char *yaml_syntax_hint(const char *problem, char at)
{
	for (size_t i = 0; i < COUNT_OF(syntax_hints); i++) {
		const struct syntax_hint *row = &syntax_hints[i];
		if (strstr(problem, row->problem) && (!row->at || row->at[0] == at))
			return row->hint;
	}
	return NULL;
}
