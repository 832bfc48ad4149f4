#include "lang/keyword.h"

#include <string.h>

const struct keyword *keyword_find(const struct keyword *sorted, size_t count, struct slice name)
{
	size_t low = 0, high = name.len ? count : 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		/* Asked of every name of a file: most differ from most words in their first letter. */
		int order = sorted[middle].text[0] - name.ptr[0];
		order = order ? order : strncmp(sorted[middle].text, name.ptr, name.len);
		if (order == 0 && sorted[middle].text[name.len] == '\0')
			return &sorted[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}
