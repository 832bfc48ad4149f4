#include "base/digest/hex.h"

#include "base/ascii.h"

void hex_write(const unsigned char *bytes, size_t count, char *hex)
{
	static const char digits[] = "0123456789abcdef";
	for (size_t i = 0; i < count; i++) {
		hex[2 * i] = digits[bytes[i] >> 4];
		hex[2 * i + 1] = digits[bytes[i] & 15];
	}
	hex[2 * count] = '\0';
}

bool hex_read(unsigned char *bytes, size_t count, struct slice hex)
{
	if (hex.len != 2 * count)
		return false;
	for (size_t i = 0; i < count; i++) {
		int high = ascii_hex_value(hex.ptr[2 * i]), low = ascii_hex_value(hex.ptr[2 * i + 1]);
		if (high < 0 || low < 0)
			return false;
		bytes[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}
