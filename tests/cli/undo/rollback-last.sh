#!/bin/sh
# Of two runs that are to be undone the older one is in the way of an edit: what is said of it does not hold for the newer one.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
tpatch -q --root tree --patchsets "$sets" --globs a.cmake
tpatch -q --root tree --patchsets "$sets" --globs b.cmake
echo "# mine" >>tree/a.cmake
t rollback --last 2 --root tree
tail -n 1 tree/a.cmake
