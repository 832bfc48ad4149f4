#include "base/utf8.h"

#define MAX_EXCERPT 60

size_t utf8_decode(struct slice bytes, size_t offset, uint32_t *code_point)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	if (offset >= bytes.len)
		return 0;
	unsigned char lead = (unsigned char)bytes.ptr[offset];
	/* C0 and C1 begin overlong forms, F5 and above what lies beyond U+10FFFF. */
	size_t len = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
	if (!len || bytes.len - offset < len)
		return 0;
	uint32_t value = len == 1 ? lead : lead & (0x7Fu >> len);
	for (size_t i = 1; i < len; i++) {
		unsigned char next = (unsigned char)bytes.ptr[offset + i];
		if ((next & 0xC0) != 0x80)
			return 0;
		value = value << 6 | (next & 0x3Fu);
	}
	if (value < smallest[len] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
		return 0;
	*code_point = value;
	return len;
}

struct slice utf8_excerpt(struct slice text)
{
	size_t end = 0;
	while (end < text.len && end < MAX_EXCERPT && (unsigned char)text.ptr[end] >= ' ' && text.ptr[end] != 0x7F)
		end++;
	/* Not within a character of several bytes. */
	while (end > 0 && end < text.len && ((unsigned char)text.ptr[end] & 0xC0) == 0x80)
		end--;
	return slice_sub(text, 0, end);
}
