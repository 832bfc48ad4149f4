#include "base/utf8.h"

#include <string.h>

#include "base/alloc.h"

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

size_t utf8_ascii_prefix(struct slice bytes)
{
	size_t at = 0;
	for (uint64_t word; bytes.len - at >= sizeof(word); at += sizeof(word)) {
		memcpy(&word, bytes.ptr + at, sizeof(word));
		if (word & 0x8080808080808080u)
			break;
	}
	while (at < bytes.len && (unsigned char)bytes.ptr[at] < 0x80)
		at++;
	return at;
}

size_t utf8_prefix(struct slice bytes)
{
	uint32_t code_point;
	size_t at = 0, len = 1;
	while (len && at < bytes.len) {
		at += utf8_ascii_prefix(slice_sub(bytes, at, bytes.len));
		len = utf8_decode(bytes, at, &code_point);
		at += len;
	}
	return at;
}

bool utf8_is_valid(struct slice bytes)
{
	return utf8_prefix(bytes) == bytes.len;
}

bool utf8_is_ignorable(uint32_t code_point)
{
	static const uint32_t ranges[][2] = { { 0xAD, 0xAD }, { 0x34F, 0x34F }, { 0x61C, 0x61C }, { 0x115F, 0x1160 },
		{ 0x17B4, 0x17B5 }, { 0x180B, 0x180F }, { 0x200B, 0x200F }, { 0x202A, 0x202E }, { 0x2060, 0x206F },
		{ 0x3164, 0x3164 }, { 0xFE00, 0xFE0F }, { 0xFEFF, 0xFEFF }, { 0xFFA0, 0xFFA0 }, { 0xFFF0, 0xFFF8 },
		{ 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A }, { 0xE0000, 0xE0FFF } };
	size_t i = 0;
	while (i < COUNT_OF(ranges) && code_point > ranges[i][1])
		i++;
	return i < COUNT_OF(ranges) && code_point >= ranges[i][0];
}

static bool is_continued(struct slice text, size_t at)
{
	return at < text.len && ((unsigned char)text.ptr[at] & 0xC0) == 0x80;
}

struct slice utf8_cut(struct slice text, size_t most)
{
	size_t whole = text.len < most ? text.len : most, end = whole;
	while (end > 0 && whole - end < 3 && is_continued(text, end))
		end--;
	/* Else it is no UTF-8. */
	return slice_sub(text, 0, is_continued(text, end) ? whole : end);
}

void utf8_add(uint32_t code_point, struct str *out)
{
	if (code_point < 0x80) {
		str_add_char(out, (char)code_point);
		return;
	}
	size_t more = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
	static const unsigned char leads[] = { 0, 0xC0, 0xE0, 0xF0 };
	str_add_char(out, (char)(leads[more] | code_point >> (6 * more)));
	while (more-- > 0)
		str_add_char(out, (char)(0x80 | (code_point >> (6 * more) & 0x3F)));
}

size_t utf8_mark_len(struct slice bytes)
{
	return slice_starts_with(bytes, UTF8_MARK) ? UTF8_MARK_LEN : 0;
}

struct slice utf8_without_mark(struct slice bytes)
{
	return slice_sub(bytes, utf8_mark_len(bytes), bytes.len);
}

struct slice utf8_excerpt(struct slice text)
{
	size_t end = 0;
	while (end < text.len && end < MAX_EXCERPT && (unsigned char)text.ptr[end] >= ' ' && text.ptr[end] != 0x7F)
		end++;
	return utf8_cut(text, end);
}
