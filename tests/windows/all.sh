#!/bin/sh
# Runs the tests of the Windows program under Wine. usage: all.sh BUILD LINUX [SUITE...], in the root of the repository, after `make
# windows-tests` and `make`; BUILD is the folder of the Windows build, LINUX the program for Linux that it is compared with.
# SUITE: unit, fixtures, cli, cases. Each ends with `N passed, N failed`; so does the whole. Exit: 0 all passed, 1 some failed.
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
sh tests/windows/wine.sh start "$WINEPREFIX" || exit 1
trap 'sh tests/windows/wine.sh stop "$WINEPREFIX"' EXIT

# suite NAME COMMAND...: runs it and adds the counts of its last "N passed, N failed".
suite() {
	name=$1
	shift
	case " $wanted " in
	"  " | *" $name "*) ;;
	*) return 0 ;;
	esac
	"$@" >"$build/$name.log" 2>&1 </dev/null
	code=$?
	counts=$(sed -nE 's/^(.*[^0-9])?([0-9]+) passed, ([0-9]+) failed.*$/\2 \3/p' "$build/$name.log" | tail -n 1)
	f=${counts##* }
	if [ -z "$counts" ] || { [ "$code" != 0 ] && [ "$f" = 0 ]; }; then
		echo "windows $name: exited with $code"
		f=$((${f:-0} + 1))
	fi
	passed=$((passed + ${counts%% *}))
	failed=$((failed + f))
	grep -aE '^(FAILED|SKIPPED) |\[  FAILED  \] [a-z]|passed, [0-9]+ failed' "$build/$name.log"
}

suite unit env LC_ALL=C.UTF-8 WINEDEBUG=-all DISPLAY= WINEDLLOVERRIDES='mscoree,mshtml=' wine "$build/tests/unit.exe"
suite fixtures python3 tests/run_fixtures.py --windows tests/windows/tpatch-wine
suite cli python3 tests/run_cli.py --windows tests/windows/tpatch-wine
suite cases python3 tests/windows/cases.py "$linux" "$build"
echo "windows: $passed passed, $failed failed in all"
[ "$failed" = 0 ]
