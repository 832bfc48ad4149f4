#include "platform/posix/posix.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "platform/terminal.h"

#define DEFAULT_WIDTH 80
#define DEFAULT_HEIGHT 24
#define MOST_CELLS 100000

bool platform_is_terminal(enum stream stream)
{
	return isatty(posix_stream_fd(stream)) == 1;
}

bool platform_input_is_terminal(void)
{
	return isatty(STDIN_FILENO) == 1;
}

/* What the variable says, if that is a number of columns or lines; else 0. */
static size_t told_by(const char *variable)
{
	const char *text = getenv(variable);
	char *end;
	if (!text || text[0] < '0' || text[0] > '9')
		return 0;
	unsigned long number = strtoul(text, &end, 10);
	return *end || number > MOST_CELLS ? 0 : number;
}

static size_t one_of(size_t told, size_t asked, size_t otherwise)
{
	return told ? told : asked ? asked : otherwise;
}

size_t platform_terminal_width(enum stream stream)
{
	struct winsize size = { 0 };
	if (!platform_is_terminal(stream))
		return 0;
	if (ioctl(posix_stream_fd(stream), TIOCGWINSZ, &size) != 0)
		size.ws_col = 0;
	return one_of(told_by("COLUMNS"), size.ws_col, DEFAULT_WIDTH);
}

size_t platform_terminal_height(enum stream stream)
{
	struct winsize size = { 0 };
	if (!platform_is_terminal(stream))
		return 0;
	if (ioctl(posix_stream_fd(stream), TIOCGWINSZ, &size) != 0)
		size.ws_row = 0;
	return one_of(told_by("LINES"), size.ws_row, DEFAULT_HEIGHT);
}

bool platform_read_line(struct str *line, bool *at_end, struct err *err)
{
	char byte = 0;
	str_clear(line);
	*at_end = false;
	/* Byte by byte: what is typed ahead stays for the next line, and for whoever reads after us. */
	for (;;) {
		ssize_t got = read(STDIN_FILENO, &byte, 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return posix_fail(err, errno, "cannot read standard input");
		if (got == 0 || byte == '\n')
			break;
		str_add_char(line, byte);
	}
	*at_end = byte != '\n' && line->len == 0;
	return true;
}
