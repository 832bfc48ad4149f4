#!/bin/sh
# Does clang take the engine and the driver for Windows, with the extensions of Microsoft's compiler on and no warning? It reads mingw's headers, for there
# are no others here: what MSVC's own headers lack (getopt.h) cannot be shown. usage: clang.sh BUILD, in the root of the repository, after
# `make windows`; BUILD is that build's folder. Ends with `clang: N passed, N failed`.
set -u

build=${1:?usage: clang.sh BUILD}
if ! command -v clang >/dev/null; then
	echo "clang: 0 passed, 0 failed: clang is not here"
	exit 0
fi
passed=0
failed=0
for source in engine/*/*.c "$build/obj/embedded.c" driver/*/*.c; do
	case $source in
	engine/platform/posix* | driver/system/posix*) continue ;;
	esac
	if clang --target=x86_64-w64-windows-gnu -fms-extensions -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
		-Wvla -Werror -fsyntax-only -isystem "$build/deps/include" -Iengine -Idriver -DTPATCH_VERSION='"0"' -DPCRE2_STATIC -DYAML_DECLARE_STATIC \
		-D__USE_MINGW_ANSI_STDIO=1 "$source"; then
		passed=$((passed + 1))
	else
		echo "FAILED $source"
		failed=$((failed + 1))
	fi
done
echo "clang: $passed passed, $failed failed"
[ "$failed" = 0 ]
