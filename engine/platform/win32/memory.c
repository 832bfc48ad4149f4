/* The end when there is no memory left. */
#include "platform/win32/win32.h"

#include "base/alloc.h"

static bool tell(DWORD stream)
{
	static const char text[] = MEMORY_EXHAUSTED_TEXT;
	DWORD written;
	return WriteFile(GetStdHandle(stream), text, sizeof(text) - 1, &written, NULL);
}

void memory_exhausted(void)
{
	if (!tell(STD_ERROR_HANDLE))
		tell(STD_OUTPUT_HANDLE);
	ExitProcess(MEMORY_EXHAUSTED_CODE);
}
