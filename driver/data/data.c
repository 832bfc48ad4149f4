#include "data/data.h"

#include <string.h>

#include "data/embedded.h"

bool data_find(const char *name, struct slice *out)
{
	return embedded_find(driver_files, driver_file_count, name, out);
}

bool data_is_name(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	return text[0] && strchr(letters, text[0]) &&
	       !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789")];
}
