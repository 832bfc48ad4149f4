/*
 * The last words of a program that an exception ends. Windows says them in a window, or nowhere; a run without a window
 * would end in silence, with a code that nobody knows.
 */
#include "platform/win32/win32.h"

#include <string.h>

#define CRASH_TEXT "error: the program crashed: exception 0x"
#define CRASH_PLACE " at offset 0x"
#define CRASH_HINT                                                                                                     \
	"\nhint: this is a defect: please report it; `tpatch status` shows the state of the tree, and `tpatch "        \
	"recover` repairs it\n"
#define HEX_DIGITS_MAX 16

/* Without memory and locks, which may be what is broken. */
struct last_words {
	char text[sizeof(CRASH_TEXT) + sizeof(CRASH_PLACE) + sizeof(CRASH_HINT) + 2 * HEX_DIGITS_MAX];
	DWORD len;
};

static void add(struct last_words *words, const char *text)
{
	size_t len = strlen(text);
	memcpy(words->text + words->len, text, len);
	words->len += (DWORD)len;
}

static void add_hex(struct last_words *words, uint64_t value, unsigned digits)
{
	while (digits-- > 0)
		words->text[words->len++] = "0123456789ABCDEF"[value >> 4 * digits & 0xF];
}

static bool tell(DWORD stream, const struct last_words *words)
{
	DWORD written;
	return WriteFile(GetStdHandle(stream), words->text, words->len, &written, NULL);
}

LONG WINAPI win32_tell_of_crash(EXCEPTION_POINTERS *crash)
{
	struct last_words words = { .len = 0 };
	uint64_t base = (uint64_t)(uintptr_t)GetModuleHandleW(NULL);
	add(&words, CRASH_TEXT);
	add_hex(&words, crash->ExceptionRecord->ExceptionCode, 8);
	add(&words, CRASH_PLACE);
	add_hex(&words, (uint64_t)(uintptr_t)crash->ExceptionRecord->ExceptionAddress - base, HEX_DIGITS_MAX);
	add(&words, CRASH_HINT);
	if (!tell(STD_ERROR_HANDLE, &words))
		tell(STD_OUTPUT_HANDLE, &words);
	/* The system ends it, with that exception as its code. */
	return EXCEPTION_CONTINUE_SEARCH;
}

void win32_watch_for_crashes(void)
{
	SetUnhandledExceptionFilter(win32_tell_of_crash);
}
