#!/bin/sh
# Runs the tests of tbuild.exe under Wine. usage: all.sh BUILD LINUX-TPATCH [WORD...], in the root of the repository, after `make windows` and `make`;
# BUILD is the folder of the Windows build. Ends with `N passed, N failed`. Exit: 0 all passed, 1 some failed.
set -u

build=${1:?usage: all.sh BUILD LINUX-TPATCH [WORD...]}
timeout -k 10 120 sh tests/windows/wine.sh start "$build/wine" || {
	echo "Wine does not start"
	echo "0 passed, 1 failed"
	exit 1
}
trap 'sh tests/windows/wine.sh stop "$build/wine"' EXIT
timeout -k 10 1500 python3 driver/tests/run_windows.py "$@"
