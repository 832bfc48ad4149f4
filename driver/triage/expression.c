#include "triage/expression.h"

bool expression_compile(struct expression *expression, struct err *err)
{
	size_t at = 0;
	if (!expression->regex)
		expression->regex = regex_new(slice_of(expression->pattern), REGEX_BYTES, &at, err);
	return expression->regex != NULL;
}

enum regex_result expression_search(
	struct expression *expression, struct regex_scratch *scratch, struct slice line, size_t *begin, size_t *end)
{
	struct err err = ERR_INIT;
	bool ok = expression_compile(expression, &err);
	err_release(&err);
	return ok ? regex_search(expression->regex, scratch, line, 0, begin, end) : REGEX_NO_MATCH;
}
