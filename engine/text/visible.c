#include "text/visible.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/utf8.h"

static bool looks_like_nothing(uint32_t c)
{
	return (c >= 0x80 && c <= 0xA0) || c == 0xAD || c == 0x1680 || (c >= 0x2000 && c <= 0x200F) ||
	       (c >= 0x2028 && c <= 0x202F) || (c >= 0x205F && c <= 0x206F) || c == 0x3000 || c == 0xFEFF;
}

void visible_add(struct slice line, size_t max_bytes, struct str *out)
{
	size_t solid = line.len;
	while (solid && line.ptr[solid - 1] == ' ')
		solid--;
	for (size_t i = 0, len; i < line.len; i += len) {
		unsigned char c = (unsigned char)line.ptr[i];
		uint32_t code_point = 0;
		if (i >= max_bytes) {
			str_add_cstr(out, "…");
			return;
		}
		len = utf8_decode(line, i, &code_point);
		if (c == '\t' || c == '\r')
			str_add_cstr(out, c == '\t' ? "\\t" : "\\r");
		else if (!len || c < 0x20 || c == 0x7F || (c == ' ' && i >= solid))
			str_addf(out, "\\x%02X", c);
		else if (looks_like_nothing(code_point))
			str_addf(out, "\\u%04X", (unsigned)code_point);
		else
			str_add_bytes(out, line.ptr + i, len);
		len += !len;
	}
}

/* Names of what is often met and never seen. */
static const char *sign_of(uint32_t code_point)
{
	return code_point == 0xA0     ? "NBSP"
	       : code_point == 0xFEFF ? "BOM"
	       : code_point == 0x200B ? "ZWSP"
	       : code_point == 0xAD   ? "SHY"
				      : NULL;
}

void visible_add_signs(struct slice line, size_t max_bytes, struct str *out)
{
	size_t solid = line.len;
	while (solid && (line.ptr[solid - 1] == ' ' || line.ptr[solid - 1] == '\r'))
		solid--;
	for (size_t i = 0, len; i < line.len; i += len + !len) {
		unsigned char c = (unsigned char)line.ptr[i];
		uint32_t code_point = 0;
		len = utf8_decode(line, i, &code_point);
		const char *sign = len ? sign_of(code_point) : NULL;
		if (i >= max_bytes && i < solid) {
			str_add_cstr(out, "…");
			i = solid - (len ? len : 1);
		} else if (c == '\t' || c == '\r') {
			str_add_cstr(out, c == '\t' ? "→" : "␍");
		} else if (c == ' ' && i >= solid) {
			str_add_cstr(out, "·");
		} else if (sign) {
			str_addf(out, "[%s]", sign);
		} else if (!len || c < 0x20 || c == 0x7F) {
			str_addf(out, "[%02X]", c);
		} else if (looks_like_nothing(code_point)) {
			str_addf(out, "[U+%04X]", (unsigned)code_point);
		} else {
			str_add_bytes(out, line.ptr + i, len);
		}
	}
}
