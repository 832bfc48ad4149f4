/* The lexer and the tree of cmake: any bytes. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_check_language(language_find(SLICE_LITERAL("cmake")), slice_from((const char *)data, size));
	return 0;
}
