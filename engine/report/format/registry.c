/* The output formats: one row each. */
#include "base/alloc.h"
#include "report/report.h"

#define FORMATS(ROW)                                                                                                   \
	ROW(text)                                                                                                      \
	ROW(json)                                                                                                      \
	ROW(sarif)                                                                                                     \
	ROW(github)                                                                                                    \
	ROW(gitlab)                                                                                                    \
	ROW(junit)                                                                                                     \
	ROW(diff)                                                                                                      \
	ROW(html)

#define DECLARE(name) extern const struct report_format report_format_##name;
FORMATS(DECLARE)

#define ADDRESS(name) &report_format_##name,
static const struct report_format *const formats[] = { FORMATS(ADDRESS) };

const struct report_format *report_format_find(struct slice name)
{
	for (size_t i = 0; i < COUNT_OF(formats); i++)
		if (slice_eq_cstr(name, formats[i]->name))
			return formats[i];
	return NULL;
}

const struct report_format *const *report_format_all(size_t *count)
{
	*count = COUNT_OF(formats);
	return formats;
}
