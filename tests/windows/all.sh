#!/bin/sh
# Runs the tests of the Windows program under Wine. usage: all.sh BUILD LINUX [SUITE...], in the root of the repository, after `make
# windows-tests` and `make`; BUILD is the folder of the Windows build, LINUX the program for Linux that it is compared with.
# SUITE: clang, unit, fixtures, cli, cases. Each ends with `N passed, N failed`; so does the whole. Exit: 0 all passed, 1 some failed.
# TREE in the environment: a PyTorch tree on which the two programs are compared as well. It is copied.
# A suite that hangs is ended after its time and has failed; the next begins with a new Wine server.
set -u

build=$(cd "${1:?usage: all.sh BUILD LINUX [SUITE...]}" && pwd)
linux=${2:?usage: all.sh BUILD LINUX [SUITE...]}
shift 2
wanted=$*
passed=0
failed=0
WINEPREFIX=$build/wine
WINE_PROGRAM=$build/tpatch.exe
export WINEPREFIX WINE_PROGRAM
# Wine asks the system much about files, and flushing is not what these suites are about: in memory where there is room.
case $(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print ($4 > 500000) }') in
1) memory=/dev/shm ;;
*) memory=${TMPDIR:-/tmp} ;;
esac
timeout -k 10 120 sh tests/windows/wine.sh start "$WINEPREFIX" || {
	echo "windows: Wine does not start"
	echo "windows: 0 passed, 1 failed in all"
	exit 1
}
trap 'sh tests/windows/wine.sh stop "$WINEPREFIX"' EXIT

# suite NAME SECONDS COMMAND...: runs it and adds the counts of its last "N passed, N failed".
suite() {
	name=$1
	seconds=$2
	shift 2
	case " $wanted " in
	"  " | *" $name "*) ;;
	*) return 0 ;;
	esac
	begun=$(date +%s)
	timeout -k 10 "$seconds" "$@" >"$build/$name.log" 2>&1 </dev/null
	code=$?
	counts=$(sed -nE 's/^(.*[^0-9])?([0-9]+) passed, ([0-9]+) failed.*$/\2 \3/p' "$build/$name.log" | tail -n 1)
	f=${counts##* }
	if [ -z "$counts" ] || { [ "$code" != 0 ] && [ "$f" = 0 ]; }; then
		echo "windows $name: exited with $code"
		tail -n 5 "$build/$name.log"
		f=$((${f:-0} + 1))
	fi
	if [ "$code" = 124 ] || [ "$code" = 137 ]; then
		echo "windows $name: ended after $seconds s"
		sh tests/windows/wine.sh stop "$WINEPREFIX"
		timeout -k 10 120 sh tests/windows/wine.sh start "$WINEPREFIX"
	fi
	p=${counts%% *}
	passed=$((passed + ${p:-0}))
	failed=$((failed + f))
	grep -aE '^(FAILED|SKIPPED) |\[  FAILED  \] [a-z]|passed, [0-9]+ failed' "$build/$name.log"
	echo "windows $name: $(($(date +%s) - begun)) s"
}

[ -d "${TREE-}" ] || TREE=
suite clang 120 sh tests/windows/clang.sh "$build"
suite unit 600 env LC_ALL=C.UTF-8 WINEDEBUG=-all DISPLAY= WINEDLLOVERRIDES='mscoree,mshtml=' wine "$build/tests/unit.exe"
suite fixtures 600 env TMPDIR="$memory" python3 tests/run_fixtures.py --windows tests/windows/tpatch-wine
suite cli 240 env TMPDIR="$memory" python3 tests/run_cli.py --windows tests/windows/tpatch-wine
suite cases 600 python3 tests/windows/cases.py ${TREE:+--tree "$TREE"} "$linux" "$build"
echo "windows: $passed passed, $failed failed in all"
[ "$failed" = 0 ]
