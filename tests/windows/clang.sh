#!/bin/sh
# Does clang take the engine and the driver for Windows without a warning? Twice: as a compiler of mingw's kind, with the extensions of Microsoft's
# compiler on, and as clang-cl, which calls itself Microsoft's (_MSC_VER), in its C11 mode. Both read mingw's headers, for there are no others here: what
# MSVC's own headers lack (getopt.h) cannot be shown. usage: clang.sh BUILD [N], in the root of the repository, after `make windows`; BUILD is that build's
# folder. N: of the sources that are not for Windows alone, every Nth only, and each source in one of the two ways, by turns. Ends with `clang: N passed, N failed`.
set -u

build=${1:?usage: clang.sh BUILD [N]}
stride=${2:-1}
if ! command -v clang >/dev/null; then
	echo "clang: 0 passed, 0 failed: clang is not here"
	exit 0
fi
passed=0
failed=0
number=0
turn=0
mingw=${MINGW_INCLUDE:-/usr/x86_64-w64-mingw32/include}

gcc_like() {
	clang --target=x86_64-w64-windows-gnu -fms-extensions -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
		-Wvla -Werror -fsyntax-only -isystem "$build/deps/include" -D__USE_MINGW_ANSI_STDIO=1 "$@"
}

clang_cl() {
	clang --driver-mode=cl --target=x86_64-pc-windows-msvc /std:c11 /Zs /W4 /WX -Wvla /FItests/windows/clang-cl.h -imsvc "$mingw" -imsvc "$build/deps/include" "$@"
}

for source in engine/*/*.c engine/*/*/*.c "$build/obj/embedded.c" driver/*/*.c; do
	case $source in
	engine/platform/posix/* | driver/system/posix*) continue ;;
	*win32*) ;;
	*)
		number=$((number + 1))
		[ $((number % stride)) = 0 ] || continue
		;;
	esac
	turn=$((1 - turn))
	case $stride:$turn in
	1:*) compilers="gcc_like clang_cl" ;;
	*:1) compilers=gcc_like ;;
	*) compilers=clang_cl ;;
	esac
	for compiler in $compilers; do
		if $compiler -Iengine -Idriver -DTPATCH_VERSION='"0"' -DPCRE2_STATIC -DYAML_DECLARE_STATIC -DSODIUM_STATIC -- "$source"; then
			passed=$((passed + 1))
		else
			echo "FAILED $source ($compiler)"
			failed=$((failed + 1))
		fi
	done
done
echo "clang: $passed passed, $failed failed"
[ "$failed" = 0 ]
