/* The end when there is no memory left. */
#include "platform/posix/posix.h"

#include <unistd.h>

#include "base/alloc.h"

void memory_exhausted(void)
{
	static const char text[] = MEMORY_EXHAUSTED_TEXT;
	/* Not through stdio, which would ask for memory. Where neither can be written, the exit code tells. */
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0) {
		ssize_t ignored = write(STDOUT_FILENO, text, sizeof(text) - 1);
		(void)ignored;
	}
	_exit(MEMORY_EXHAUSTED_CODE);
}
