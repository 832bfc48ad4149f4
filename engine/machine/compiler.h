/* The C++ compiler that CMake takes, other than on Windows, where machine/msvc.h has it. */
#ifndef TPATCH_MACHINE_COMPILER_H
#define TPATCH_MACHINE_COMPILER_H

#include "machine/probe.h"

/*
 * The command: `cxx`, the value of CXX, which may have words after it ("ccache g++-12"); where that is NULL or empty,
 * the first of those that CMake looks for which is in PATH; "g++" where there is none. Borrowed.
 */
const char *compiler_command(const struct probe *probe, const char *cxx);
/* The version of GCC, or of Clang, that a command says it is, for free(); NULL: it does not run, or is another. */
char *compiler_gcc_version(const struct probe *probe, const char *command);
char *compiler_clang_version(const struct probe *probe, const char *command);
/* The processor that it makes code for, "x86_64", "aarch64", for free(); NULL: it does not run, or does not say. */
char *compiler_processor(const struct probe *probe, const char *command);

#endif
