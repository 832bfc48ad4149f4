/*
 * What fuzz targets share. A target is fuzz_NAME.c with LLVMFuzzerTestOneInput(); libFuzzer calls it, or replay.c with files that
 * once broke it (regressions/NAME/). A target that ends the process has found a bug.
 */
#ifndef TPATCH_TESTS_FUZZ_H
#define TPATCH_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "lang/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process, naming what does not hold. */
#define MUST(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
_Noreturn void fuzz_fail(const char *file, int line, const char *what);

/* The input, taken apart from its front. */
struct fuzz_input {
	struct slice rest;
};

struct fuzz_input fuzz_open(const uint8_t *data, size_t size);
/* One byte; 0 at the end. */
uint8_t fuzz_byte(struct fuzz_input *input);
/* All up to the first line "%%" (without it and the line end before it), or all that is left. */
struct slice fuzz_part(struct fuzz_input *input);

/* The language that the next byte stands for, by a list that only grows. */
const struct language *fuzz_language(struct fuzz_input *input);

/* A heap copy of exactly these bytes, so that a read beyond the end is seen; the caller frees `ptr`. */
struct slice fuzz_exact(struct slice bytes);

/* An error that is set: it has a kind, a message, a place that makes sense, and prints. Releases it. */
void fuzz_check_err(struct err *err);

/* Lexes and parses as a file and as a pattern; tokens are the bytes, partners agree, nodes nest (lang/language.h). */
void fuzz_check_language(const struct language *language, struct slice bytes);

#endif
