#!/bin/sh
# GPUs as the CUDA driver's library tells of them, by one that stands in: two cards, a card that does not answer, none, a driver that fails.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
command -v cc >/dev/null || skip "there is no cc"
mkdir lib
# driver FLAGS...: builds the library that stands in.
driver() {
	cat >cuda.c <<'END'
#include <string.h>
#ifndef COUNT
#define COUNT 2
#endif
#ifndef FAILS
#define FAILS 0
#endif
int cuDriverGetVersion(int *v) { if (FAILS == 1) return 100; *v = 12090; return 0; }
#ifndef NO_INIT
int cuInit(unsigned f) { return f || FAILS == 2 ? 100 : 0; }
#endif
int cuDeviceGetCount(int *n) { *n = COUNT; return FAILS == 3 ? 100 : 0; }
int cuDeviceGet(int *d, int i) { *d = 10 + i; return FAILS == 4 && i == 1 ? 100 : 0; }
int cuDeviceGetName(char *s, int n, int d) { strncpy(s, d == 11 ? "second" : "first", n); return FAILS == 5 && d == 11; }
int cuDeviceGetAttribute(int *v, int a, int d)
{
	*v = a == 75 ? (d == 11 ? 7 : 9) : a == 76 ? (d == 11 ? 5 : 0) : -1;
	return FAILS == 6 && d == 11 && a == 75 ? 100 : FAILS == 7 && d == 11 && a == 76 ? 100 : 0;
}
END
	cc -shared -fPIC "$@" -o lib/libcuda.so.1 cuda.c 2>/dev/null || skip "cc makes no shared library here"
	echo "$*: $(LD_LIBRARY_PATH=$PWD/lib tpatch facts 2>&1 | grep -E '^(# )?gpu:')"
}
driver
for fails in 1 2 3 4 5 6 7; do driver -DFAILS=$fails; done
driver -DCOUNT=0
driver -DCOUNT=1
driver -DCOUNT=1000
driver -DNO_INIT
