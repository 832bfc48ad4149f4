#include "triage/triage.h"

#define ESCAPE '\033'

static void take(struct str *log, struct str *better)
{
	str_release(log);
	*log = *better;
}

/* What cannot be decoded, such as the half of a character at the end of a log that was cut off, ends the text. */
static void from_utf16(struct str *log)
{
	enum utf16_order order = utf16_detect(str_slice(log));
	struct str out = STR_INIT;
	size_t error_offset = 0;
	if (order == UTF16_NONE)
		return;
	if (!utf16_decode(str_slice(log), order, &out, &error_offset)) {
		str_clear(&out);
		utf16_decode(slice_sub(str_slice(log), 0, error_offset), order, &out, &error_offset);
	}
	take(log, &out);
}

/* Where the escape sequence that begins at `at` ends. One that the line's end cuts off ends there. */
static size_t behind_escape(struct slice text, size_t at)
{
	char kind = at + 1 < text.len ? text.ptr[at + 1] : 0;
	if (kind != '[' && kind != ']')
		return at + (kind && kind != '\n' ? 2 : 1);
	for (at += 2; at < text.len && text.ptr[at] != '\n'; at++) {
		unsigned char c = (unsigned char)text.ptr[at];
		if (kind == '[' ? c >= 0x40 && c <= 0x7e : c == 7)
			return at + 1;
		if (kind == ']' && c == ESCAPE)
			return at + (at + 1 < text.len && text.ptr[at + 1] == '\\' ? 2 : 1);
	}
	return at;
}

static void drop_escapes(struct str *log)
{
	struct slice text = str_slice(log);
	struct str out = STR_INIT;
	size_t kept = 0, at;
	if (slice_find(text, SLICE_LITERAL("\033"), 0) == (size_t)-1)
		return;
	while ((at = slice_find(text, SLICE_LITERAL("\033"), kept)) != (size_t)-1) {
		str_add(&out, slice_sub(text, kept, at));
		kept = behind_escape(text, at);
	}
	str_add(&out, slice_sub(text, kept, text.len));
	take(log, &out);
}

void triage_decode(struct str *log)
{
	static const char mark[] = "\xef\xbb\xbf";
	from_utf16(log);
	if (slice_starts_with(str_slice(log), mark)) {
		struct str out = STR_INIT;
		str_add(&out, slice_sub(str_slice(log), sizeof(mark) - 1, log->len));
		take(log, &out);
	}
	drop_escapes(log);
}
