#include "data/data.h"

#include <stdlib.h>
#include <string.h>

#include "data/embedded.h"

bool data_find(const char *name, struct slice *out)
{
	for (size_t i = 0; i < driver_data_count; i++) {
		if (strcmp(driver_data[i].name, name) == 0) {
			*out = slice_from((const char *)driver_data[i].bytes, driver_data[i].length);
			return true;
		}
	}
	return false;
}

bool data_is_name(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	return text[0] && strchr(letters, text[0]) &&
	       !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")];
}
