#!/bin/sh
# Prints the path of a tpatch program: $TPATCH_PROGRAM where that is set, else the one built of these sources, which is built if need be. What building
# says goes to standard error.
#
# usage: program.sh [--as-user | --key]. With --as-user nothing is installed: a missing compiler or library is said, with the command that gets it.
# --key prints instead what a cache is to be named by: version, system, processor, and the digest of the sources.
# TPATCH_CACHE: a folder that a pipeline keeps between its runs. KEY/tpatch in it is taken, or put there once it is built; it is linked with its
# libraries, so that a run that finds it installs nothing.
# Exit: 0 printed, 1 it could not be built.
set -eu

if [ -n "${TPATCH_PROGRAM-}" ]; then
    command -v "$TPATCH_PROGRAM" || { echo "tpatch: there is no program '$TPATCH_PROGRAM'" >&2 && exit 1; }
    exit 0
fi
source=$(cd "$(dirname "$0")/../.." && pwd)
cd "$source"

key() {
    system=$(sed -n 's/^ID=//p; s/^VERSION_ID=/-/p' /etc/os-release 2>/dev/null | tr -d '"\n')
    digest=$(find Makefile engine packaging/*.mk patchsets -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c 1-16)
    echo "tpatch-$(sed -n 's/^VERSION := //p' Makefile)-${system:-$(uname -s)}-$(uname -m)-$digest"
}

# Warnings of a compiler that is not known yet must not stop a build.
export DEVELOPER=0

if [ "${1-}" = --key ]; then
    key
    exit 0
fi
if [ "${1-}" != --as-user ]; then
    kept=${TPATCH_CACHE:+$TPATCH_CACHE/$(key)/tpatch}
    if [ -n "$kept" ] && "$kept" --version >/dev/null 2>&1; then
        echo "tpatch: built before, taken from the cache: $kept" >&2
        echo "$kept"
        exit 0
    fi
    ./bootstrap build >&2
    if [ -n "$kept" ]; then
        mkdir -p "$(dirname "$kept")"
        # Without static libraries here, the ordinary program is kept: where it then lacks its libraries, it is built again.
        if make -s build/wheel/linux/tpatch >&2; then
            cp build/wheel/linux/tpatch "$kept"
        else
            cp build/tpatch "$kept"
        fi
        echo "tpatch: put into the cache: $kept" >&2
        echo "$kept"
        exit 0
    fi
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
