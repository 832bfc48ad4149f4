#include "problem_check.h"

#include <stdlib.h>
#include <string.h>

#include "lang/problem.h"
#include "unit.h"

/* Each as "3: what", the byte where it is before it, separated by "; ". For free(). */
static char *problems_of(const char *language, const char *text)
{
	struct str out = STR_INIT;
	struct source source;
	struct document doc;
	struct problem_list list = { 0 };
	source_init(&source, "test", slice_of(text));
	document_init(&doc, &source, language_find(slice_of(language)));
	document_problems(&doc, &list);
	for (size_t i = 0; i < list.count; i++)
		str_addf(&out, "%s%zu: %s", i ? "; " : "", (size_t)list.items[i].offset, list.items[i].what);
	problem_list_release(&list);
	document_release(&doc);
	source_release(&source);
	str_reserve(&out, 1);
	return str_detach(&out);
}

void assert_broken(const char *language, const char *text, const char *problems)
{
	char *found = problems_of(language, text);
	if (strcmp(found, problems) != 0)
		fail_msg("%s: '%s', not '%s', is wrong with:\n%s", language, found, problems, text);
	free(found);
}

void assert_whole(const char *language, const char *text)
{
	assert_broken(language, text, "");
}
