/* The answer to a question: the same on every system. */
#include <stdio.h>
#include <string.h>

#include "system/system.h"

bool system_read_input(void *buffer, size_t size, size_t *got, struct err *err)
{
	*got = fread(buffer, 1, size, stdin);
	return !ferror(stdin) || err_set(err, ERR_IO, "cannot read standard input");
}

bool system_read_line(struct str *out)
{
	char part[256];
	bool any = false;
	while (fgets(part, sizeof(part), stdin)) {
		size_t length = strlen(part);
		any = true;
		str_add(out, slice_from(part, length));
		if (length && part[length - 1] == '\n')
			break;
	}
	return any;
}
