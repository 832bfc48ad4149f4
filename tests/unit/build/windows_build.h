/*
 * A build of tbuild on a machine that is described as Windows, in a scratch folder: with a cmd.exe that is a script of
 * ours, and libraries that a test makes. Everything that such a build does besides starting programs of Windows.
 */
#ifndef TPATCH_TESTS_WINDOWS_BUILD_H
#define TPATCH_TESTS_WINDOWS_BUILD_H

#include "build/build.h"
#include "scratch.h"

struct windows_build {
	struct scratch scratch; /* the tree; `bin` in it is the only folder of PATH */
	struct probe *probe;
	struct profile profile;
	struct recipe recipe;
	struct err err;
	enum build_end end;
	struct str told; /* "note: ..." and "output: ..." for each line that the caller was told */
};

/* `machine` is YAML, of which the first line says `system`. Free with windows_build_free(). */
struct windows_build windows_build_new(const char *machine);
void windows_build_free(struct windows_build *build);

/*
 * Makes the steps up to `until`, anew. What the log has after its head, without the time of each line and with ROOT for
 * the scratch folder, for free(). What failed is in `err`, which is emptied before.
 */
char *windows_build_run(struct windows_build *build, enum step_kind until);
/* Text with ROOT in the place of the scratch folder, for free(). */
char *windows_build_shown(const struct windows_build *build, const char *text);

#endif
