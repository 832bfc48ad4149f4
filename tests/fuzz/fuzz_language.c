/* The first byte chooses the language; the rest is a file: any bytes give tokens and a tree. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	const struct language *language = fuzz_language(&input);
	fuzz_check_language(language, input.rest);
	return 0;
}
