#!/bin/sh
# The Windows programs with UCRT, the C library of Windows 10 and of MSYS2's UCRT64, and their tests under Wine. Debian's compiler is one for msvcrt: its
# specs are changed to compile and link for UCRT, the libraries of deps.sh too. What stays of msvcrt's are objects of mingw itself, which begin and end a
# program, and its helpers (crt2.o, libmingwex.a). usage: ucrt.sh BUILD LINUX-TPATCH, in the root of the repository, after `make windows` and `make`;
# BUILD is the folder of the Windows build. Ends with `ucrt: N passed, N failed`. Exit: 0 all passed, 1 some failed.
set -eu

build=$(cd "${1:?usage: ucrt.sh BUILD LINUX-TPATCH}" && pwd)
linux=${2:?usage: ucrt.sh BUILD LINUX-TPATCH}
mingw=${MINGW_CC:-x86_64-w64-mingw32-gcc-posix}
ucrt=$build/ucrt
passed=0
failed=0

# check NAME COMMAND...: one test.
check() {
	name=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		echo "FAILED $name"
		failed=$((failed + 1))
	fi
}

# suite NAME COMMAND...: adds the counts of its last "N passed, N failed".
suite() {
	name=$1
	shift
	code=0
	timeout -k 10 900 "$@" >"$ucrt/$name.log" 2>&1 </dev/null || code=$?
	counts=$(sed -nE 's/^(.*[^0-9])?([0-9]+) passed, ([0-9]+) failed.*$/\2 \3/p' "$ucrt/$name.log" | tail -n 1)
	grep -aE '^FAILED |passed, [0-9]+ failed' "$ucrt/$name.log" | tail -n 20 || :
	f=${counts##* }
	p=${counts%% *}
	if [ "$code" != 0 ] && [ "${f:-0}" = 0 ]; then
		echo "FAILED $name: exited with $code"
		f=1
	fi
	passed=$((passed + ${p:-0}))
	failed=$((failed + ${f:-0}))
}

# Each program needs UCRT, and no other C library.
needs_ucrt() {
	needed=$("${OBJDUMP:-x86_64-w64-mingw32-objdump}" -p "$1" | sed -n 's/^[[:space:]]*DLL Name: //p')
	printf '%s\n' "$needed" | grep -q '^api-ms-win-crt-' && ! printf '%s\n' "$needed" | grep -qi '^msvcr'
}

mkdir -p "$ucrt/deps/src"
for archive in "$build"/deps/src/*.orig.tar.*; do
	[ -f "$ucrt/deps/src/${archive##*/}" ] || cp "$archive" "$ucrt/deps/src/"
done
"$mingw" -dumpspecs | sed -e 's/-lmsvcrt/-lucrt/' -e '/^\*cpp:$/{n;s/^/-D_UCRT /;}' >"$ucrt/specs"
cat >"$ucrt/cc" <<END
#!/bin/sh
exec $mingw -specs="$ucrt/specs" "\$@"
END
chmod +x "$ucrt/cc"
make -s -j"$(nproc)" MINGW_CC="$ucrt/cc" windows_build="$ucrt" windows >"$ucrt/make.log" 2>&1 || {
	tail -n 20 "$ucrt/make.log"
	echo "ucrt: 0 passed, 1 failed: it cannot be built"
	exit 1
}
for program in tpatch.exe tbuild.exe lib/tpatch.dll; do
	check "$program: its C library is not UCRT" needs_ucrt "$ucrt/$program"
done
[ -e "$ucrt/wine" ] || ln -s ../wine "$ucrt/wine"
WINEPREFIX=$build/wine
WINE_PROGRAM=$ucrt/tpatch.exe
export WINEPREFIX WINE_PROGRAM
timeout -k 10 120 sh tests/windows/wine.sh start "$WINEPREFIX"
trap 'sh tests/windows/wine.sh stop "$WINEPREFIX"' EXIT
suite rules tests/windows/tpatch-wine test
suite cli python3 tests/run_cli.py --windows tests/windows/tpatch-wine
suite driver python3 driver/tests/run_windows.py "$ucrt" "$linux" windows/
echo "ucrt: $passed passed, $failed failed"
[ "$failed" = 0 ]
