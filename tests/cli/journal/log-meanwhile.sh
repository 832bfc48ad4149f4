#!/bin/sh
# A run that somebody removes while the journal is read (lib/on_list.c runs a command there) is one that is not there.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
cc -shared -fPIC -o on_list.so "$TESTS/cli/lib/on_list.c" -ldl 2>cc.log || skip "no compiler for a shared library"
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0"
fresh
tpatch -q --root tree --patchsets "$sets"
echo "set(A 1)" >tree/b.cmake
tpatch -q --root tree --patchsets "$sets"
export ON_LIST="tpatch log --prune --keep 1 -q --root tree" LD_PRELOAD="$PWD/on_list.so"
tpatch log --root tree 2>&1 | cut -c 1-16
