#include "base/mode.h"

bool mode_is_executable(uint32_t mode)
{
	return (mode & 0100) != 0;
}

uint32_t mode_with_executable(uint32_t mode, bool executable)
{
	return executable ? mode | (mode & 0444) >> 2 : mode & ~(uint32_t)0111;
}
