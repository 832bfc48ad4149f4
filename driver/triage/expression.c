#include "triage/expression.h"

enum regex_result expression_search(
	struct expression *expression, struct regex_scratch *scratch, struct slice line, size_t *begin, size_t *end)
{
	struct err err = ERR_INIT;
	size_t at = 0;
	if (!expression->regex)
		expression->regex = regex_new(slice_of(expression->pattern), REGEX_BYTES, &at, &err);
	err_release(&err);
	return expression->regex ? regex_search(expression->regex, scratch, line, 0, begin, end) : REGEX_NO_MATCH;
}
