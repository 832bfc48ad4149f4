/*
 * What fuzz targets share. A target is fuzz_NAME.c with LLVMFuzzerTestOneInput(); libFuzzer calls it, or replay.c with
 * files that once broke it (regressions/NAME/). A target that ends the process has found a bug.
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

/* Appends `text`, in it for HASH0 to HASH9 what `add` makes of that one of `texts`: nobody finds a digest by chance. */
void fuzz_add_hashes(struct slice text, const struct slice *texts, size_t count,
	void (*add)(struct slice text, struct str *out), struct str *out);

/* Ends the process with the message of `err` unless `ok`. */
void fuzz_must_work(bool ok, const struct err *err);
/*
 * A folder in memory, empty at first; the same for the whole process. It lies in a folder of its own, so that
 * fuzz_outside() can tell whether anything was written beside it.
 */
struct root *fuzz_folder(void);
/* Writes a file in it, and the folders that it lies in; one that is there is replaced. False where another file or
 * folder blocks the path. */
bool fuzz_put(const char *path, struct slice bytes, uint32_t mode);
/* Removes all that is in it. */
void fuzz_clear(void);
/* Every path in it with mode and content, so that two states can be compared; `.tpatch` only with `journal`. */
void fuzz_state(bool journal, struct str *out);
/* Ends the process if anything was made or changed beside the folder. */
void fuzz_check_outside(void);

/* An error that is set: it has a kind, a message, a place that makes sense, and prints. Releases it. */
void fuzz_check_err(struct err *err);

/* Lexes and parses as a file and as a pattern; tokens are the bytes, partners agree, nodes nest (lang/language.h). */
void fuzz_check_language(const struct language *language, struct slice bytes);

#endif
