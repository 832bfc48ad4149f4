#include "base/embedded.h"

#include <string.h>

struct slice embedded_bytes(const struct embedded_file *file)
{
	return slice_from((const char *)file->bytes, file->length);
}

bool embedded_find(const struct embedded_file *files, size_t count, const char *name, struct slice *out)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(files[i].name, name) != 0)
			continue;
		*out = embedded_bytes(&files[i]);
		return true;
	}
	return false;
}
