/* The end when there is no memory left. */
#include "platform/win32/win32.h"

#include "base/alloc.h"

void memory_exhausted(void)
{
	static const char text[] = MEMORY_EXHAUSTED_TEXT;
	DWORD written;
	WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, sizeof(text) - 1, &written, NULL);
	ExitProcess(MEMORY_EXHAUSTED_CODE);
}
