#include "text/utf16.h"

#include <stdint.h>

#include "base/utf8.h"

enum utf16_order utf16_detect(struct slice bytes)
{
	if (slice_starts_with(bytes, "\xFF\xFE"))
		return UTF16_LITTLE;
	return slice_starts_with(bytes, "\xFE\xFF") ? UTF16_BIG : UTF16_NONE;
}

static uint32_t unit_at(struct slice bytes, size_t at, enum utf16_order order)
{
	uint32_t first = (unsigned char)bytes.ptr[at], second = (unsigned char)bytes.ptr[at + 1];
	return order == UTF16_LITTLE ? second << 8 | first : first << 8 | second;
}

bool utf16_decode(struct slice bytes, enum utf16_order order, struct str *out, size_t *error_offset)
{
	for (size_t at = 2; at < bytes.len; at += 2) {
		*error_offset = at;
		if (at + 1 == bytes.len)
			return false;
		uint32_t unit = unit_at(bytes, at, order);
		if (unit >= 0xD800 && unit < 0xE000) {
			uint32_t low = at + 3 < bytes.len ? unit_at(bytes, at + 2, order) : 0;
			if (unit >= 0xDC00 || low < 0xDC00 || low > 0xDFFF)
				return false;
			unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
			at += 2;
		}
		utf8_add(unit, out);
	}
	return true;
}
