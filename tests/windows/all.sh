#!/bin/sh
# Runs the tests of the Windows program under Wine. usage: all.sh BUILD LINUX [SUITE...], in the root of the repository, after `make
# windows-tests` and `make`; BUILD is the folder of the Windows build, LINUX the program for Linux that it is compared with.
# SUITE: clang, unit, fixtures, files (those that make, move or remove files), cli, cases. Each ends with `N passed, N failed`; so does the whole. Exit: 0 all passed, 1 some failed.
# STRIDE in the environment: of the fixtures, and of the sources for clang, only every Nth, but all that are for
# Windows alone. CLI_STRIDE: the same for the cases of the command line, FILES_STRIDE for `files`. UNITS: what is to be in the names of the unit tests.
# TREE in the environment: a PyTorch tree on which the two programs are compared as well. It is copied.
# A suite that hangs is ended after its time and has failed; Wine's server is then started anew.
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

# begin NAME SECONDS COMMAND...: starts a suite, beside others.
begin() {
	name=$1
	seconds=$2
	shift 2
	running=
	rm -f "$build/$name.code"
	case " $wanted " in
	"  " | *" $name "*) ;;
	*) return 0 ;;
	esac
	{
		begun=$(date +%s)
		timeout -k 10 "$seconds" "$@" >"$build/$name.log" 2>&1 </dev/null
		echo "$? $(($(date +%s) - begun))" >"$build/$name.code.new"
		mv "$build/$name.code.new" "$build/$name.code"
	} &
	running=$!
}

# finish NAME PID: waits for it and adds the counts of its last "N passed, N failed".
finish() {
	name=$1
	[ -n "$2" ] || return 0
	wait "$2"
	read -r code seconds <"$build/$name.code"
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
	echo "windows $name: $seconds s"
}

[ -d "${TREE-}" ] || TREE=
# One thread of Wine's server serves all programs, and each waits for it most of the time: two suites at once take less time than one after
# the other. The last has the machine, and the prefix, for itself: it is about moments, and puts a library of its own into it.
# shellcheck disable=SC2086 # several words
begin unit 1500 env WINE_PROGRAM="$build/tests/unit.exe" tests/windows/tpatch-wine ${UNITS-}
unit=$running
begin clang 600 sh tests/windows/clang.sh "$build" "${STRIDE:-1}"
finish clang "$running"
begin fixtures 1500 env TMPDIR="$memory" python3 tests/run_fixtures.py --windows --same-as "$linux" --stride "${STRIDE:-1}" tests/windows/tpatch-wine
finish fixtures "$running"
if [ "${STRIDE:-1}" != 1 ]; then
	begin files 1500 env TMPDIR="$memory" python3 tests/run_fixtures.py --windows --same-as "$linux" --stride "${FILES_STRIDE:-1}" tests/windows/tpatch-wine op/create op/remove-file op/rename-file
	finish files "$running"
fi
begin cli 1500 env TMPDIR="$memory" python3 tests/run_cli.py --windows --stride "${CLI_STRIDE:-1}" tests/windows/tpatch-wine
finish cli "$running"
finish unit "$unit"
begin cases 1500 python3 tests/windows/cases.py ${TREE:+--tree "$TREE"} "$linux" "$build"
finish cases "$running"
echo "windows: $passed passed, $failed failed in all"
[ "$failed" = 0 ]
