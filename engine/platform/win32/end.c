/* Exit codes of Windows in words. */
#include "platform/process.h"

#include "base/alloc.h"

/* Values of ntstatus.h, which programs end with when something that they did not catch ends them. */
static const struct {
	uint32_t code;
	const char *text;
} crashes[] = {
	{ 0x80000003, "a breakpoint, or an assertion that failed" },
	{ 0xC0000005, "access violation" },
	{ 0xC0000006, "a page could not be read: the disk, or a network drive" },
	{ 0xC0000017, "no memory" },
	{ 0xC000001D, "illegal instruction: the processor is too old for this program" },
	{ 0xC000007B, "one of its DLLs is for another processor: 32-bit and 64-bit are mixed" },
	{ 0xC0000094, "division by zero" },
	{ 0xC00000FD, "stack overflow" },
	{ 0xC000012D, "the commit limit was reached: too little memory and page file" },
	{ 0xC0000135, "a DLL that it needs was not found" },
	{ 0xC0000138, "a DLL that it needs is another version: an ordinal was not found" },
	{ 0xC0000139, "a DLL that it needs is another version: an entry point was not found" },
	{ 0xC0000142, "one of its DLLs could not start" },
	{ 0xC0000374, "heap corruption" },
	{ 0xC0000409, "it ended itself: stack overrun, or abort()" },
	{ 0xC06D007E, "a DLL that it loads late was not found" },
	{ 0xC06D007F, "a DLL that it loads late is another version" },
	{ 0xE06D7363, "a C++ exception that nothing caught" },
};

void process_format_result(const struct process_result *end, struct str *out)
{
	uint32_t code = (uint32_t)end->code;
	if (end->interrupted || code == 0xC000013A) {
		str_add_cstr(out, "it was interrupted");
		return;
	}
	for (size_t i = 0; i < COUNT_OF(crashes); i++) {
		if (crashes[i].code == code) {
			str_addf(out, "it crashed: %s (0x%08lX)", crashes[i].text, (unsigned long)code);
			return;
		}
	}
	/* A severity of 2 or 3 in the upper bits: a status nobody returns on purpose. */
	if (code >> 30 >= 2 && code < 0xFFFF0000u)
		str_addf(out, "it crashed (0x%08lX)", (unsigned long)code);
	else
		str_addf(out, "it ended with exit code %d", end->code);
}
