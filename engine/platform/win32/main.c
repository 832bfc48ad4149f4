/* Where Windows enters: arguments come as UTF-16 and go to main() as UTF-8. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <wchar.h>

#include "base/alloc.h"

int wmain(int argc, wchar_t **argv);
int main(int argc, char **argv);

/* Read by the C library's start-up: a pattern like *.cmake is for tpatch, not for the library to expand. */
int _dowildcard = 0;

int wmain(int argc, wchar_t **argv)
{
	char **converted = xcalloc((size_t)argc + 1, sizeof(*converted));
	for (int i = 0; i < argc; i++) {
		struct str text = STR_INIT;
		win32_add_utf8(argv[i], wcslen(argv[i]), &text);
		converted[i] = str_detach(&text);
	}
	char **owned = xcalloc((size_t)argc + 1, sizeof(*owned)); /* main() may sort its array */
	for (int i = 0; i < argc; i++)
		owned[i] = converted[i];
	int code = main(argc, converted);
	for (int i = 0; i < argc; i++)
		free(owned[i]);
	free(owned);
	free(converted);
	return code;
}
