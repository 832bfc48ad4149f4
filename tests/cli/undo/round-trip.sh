#!/bin/sh
# From a tree as it was found, there and back: exit codes of check, second run, journal, rollback.
case=$FIXTURES/verdict/as-expected
cp -a "$case/before" tree
set -- --root tree --patchsets "$case/patchsets"
tpatch check -q "$@"
echo "exit $?"
tpatch "$@"
tpatch "$@"
tpatch check -q "$@"
echo "exit $?"
tpatch status "$@"
tpatch log --root tree
tpatch rollback --root tree
tpatch log --root tree
tpatch rollback --root tree
echo "exit $?"
diff -r -x .tpatch "$case/before" tree && echo "as it was"
