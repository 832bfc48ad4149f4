#!/bin/sh
# Prints the path of a tpatch program: $TPATCH_PROGRAM where that is set, else the one built of these sources, which is built if need be. What building
# says goes to standard error.
#
# usage: program.sh [--as-user]. With --as-user nothing is installed: a missing compiler or library is said, with the command that gets it.
# Exit: 0 printed, 1 it could not be built.
set -eu

if [ -n "${TPATCH_PROGRAM-}" ]; then
    command -v "$TPATCH_PROGRAM" || { echo "tpatch: there is no program '$TPATCH_PROGRAM'" >&2 && exit 1; }
    exit 0
fi
source=$(cd "$(dirname "$0")/../.." && pwd)
cd "$source"
if [ "${1-}" != --as-user ]; then
    ./bootstrap build >&2
elif ! [ -x build/tpatch ]; then
    # Built aside, so that two at once are not in each other's way.
    mkdir "build-$$"
    if ! make -s -j"$(getconf _NPROCESSORS_ONLN)" BUILD="build-$$" "build-$$/tpatch" >"build-$$/log" 2>&1; then
        tail -n 20 "build-$$/log" >&2
        rm -rf "build-$$"
        echo "tpatch: it cannot be built here; as root, '$source/bootstrap build' installs what is missing" >&2
        exit 1
    fi
    mkdir -p build
    mv "build-$$/tpatch" build/tpatch
    rm -rf "build-$$"
fi
echo "$source/build/tpatch"
