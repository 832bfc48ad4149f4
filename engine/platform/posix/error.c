/* The system's reasons in words. Plain POSIX: with _GNU_SOURCE strerror_r() has another form. */
#define _POSIX_C_SOURCE 200809L
#include "platform/posix/posix.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "base/str.h"

static void reason_of(int errnum, char *out, size_t size)
{
	if (errnum == ELOOP)
		strncpy(out, "a part of the path is a symbolic link", size - 1);
	else if (strerror_r(errnum, out, size) != 0)
		strncpy(out, "unknown reason", size - 1);
	out[size - 1] = '\0';
	/* "Permission denied" continues a sentence here. */
	if (out[0] >= 'A' && out[0] <= 'Z' && out[1] >= 'a' && out[1] <= 'z')
		out[0] = (char)(out[0] - 'A' + 'a');
}

bool posix_fail(struct err *err, int errnum, const char *format, ...)
{
	char reason[128] = { 0 };
	reason_of(errnum, reason, sizeof(reason));
	struct str message = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&message, format, args);
	va_end(args);
	err_set(err, ERR_IO, "%s: %s", str_slice(&message).ptr, reason);
	str_release(&message);
	return false;
}
