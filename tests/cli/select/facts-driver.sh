#!/bin/sh
# GPUs as the CUDA driver's library tells of them, by one that stands in: two cards, a card that does not answer, none, a driver that fails.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
command -v cc >/dev/null || skip "there is no cc"
mkdir lib
cat >cuda.c <<'END'
#include <stdlib.h>
#include <string.h>
static int number(const char *name, int otherwise) { return getenv(name) ? atoi(getenv(name)) : otherwise; }
#define FAILS number("FAILS", 0)
int cuDriverGetVersion(int *v) { if (FAILS == 1) return 100; *v = 12090; return 0; }
#ifndef NO_INIT
int cuInit(unsigned f) { return f || FAILS == 2 ? 100 : 0; }
#endif
int cuDeviceGetCount(int *n) { *n = number("COUNT", 2); return FAILS == 3 ? 100 : 0; }
int cuDeviceGet(int *d, int i) { *d = 10 + i; return FAILS == 4 && i == 1 ? 100 : 0; }
int cuDeviceGetName(char *s, int n, int d) { strncpy(s, d == 11 ? "second" : "first", n); return FAILS == 5 && d == 11; }
int cuDeviceGetAttribute(int *v, int a, int d)
{
	*v = a == 75 ? (d == 11 ? 7 : 9) : a == 76 ? (d == 11 ? 5 : 0) : -1;
	return FAILS == 6 && d == 11 && a == 75 ? 100 : FAILS == 7 && d == 11 && a == 76 ? 100 : 0;
}
END
# stand_in FLAGS...: builds the library that stands in.
stand_in() {
	cc -shared -fPIC "$@" -o lib/libcuda.so.1 cuda.c 2>/dev/null || skip "cc makes no shared library here"
}
# told NAME=VALUE...: what it tells where these are set.
told() {
	echo "$*: $(env "$@" LD_LIBRARY_PATH="$PWD/lib" tpatch facts 2>&1 | grep -E '^(# )?gpu:')"
}
stand_in
told
for fails in 1 2 3 4 5 6 7; do told FAILS=$fails; done
for count in 0 1 1000; do told COUNT=$count; done
stand_in -DNO_INIT
told
