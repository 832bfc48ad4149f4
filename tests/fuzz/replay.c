/*
 * Runs a fuzz target on files, without libFuzzer: those that once broke it must not break it again.
 * usage: replay FILE...; a file that breaks it ends the process.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "platform/read.h"

#define MAX_BYTES ((size_t)64 << 20)

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		struct str bytes = STR_INIT;
		struct err err = ERR_INIT;
		if (!platform_read_file(argv[i], MAX_BYTES, &bytes, &err)) {
			fprintf(stderr, "%s\n", err.message);
			return EXIT_FAILURE;
		}
		printf("%s\n", argv[i]);
		fflush(stdout);
		LLVMFuzzerTestOneInput((const uint8_t *)bytes.ptr, bytes.len);
		str_release(&bytes);
	}
	return EXIT_SUCCESS;
}
