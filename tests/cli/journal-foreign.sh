#!/bin/sh
# A journal that this user did not write for this folder is read, and never acted upon, until it is taken over.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --patchsets "$sets"
fresh
tpatch -q --root tree "$@"
echo "--- a copy"
cp -rp tree copy
t log --root copy
t rollback -q --root copy
echo "--- cut off, and then copied"
mv copy/.tpatch/runs/000001/header.applied copy/.tpatch/runs/000001/header.rolling
t apply -q --root copy "$@"
t rollback -q --root copy
t recover -q --root copy
cmp tree/a.cmake copy/a.cmake && echo "nothing was written"
t recover --adopt --root copy
cmp "$FIXTURES/verdict/as-expected/before/a.cmake" copy/a.cmake && echo "the original"
echo "--- of another key"
XDG_STATE_HOME=$PWD/other
mkdir other
export XDG_STATE_HOME
t rollback -q --root tree
unset XDG_STATE_HOME
echo "--- moved"
mv tree moved
t rollback --root moved
echo "--- not recovered by itself"
tpatch -q --root moved "$@"
mv moved/.tpatch/runs/000002/header.applied moved/.tpatch/runs/000002/header.rolling
t apply -q --no-recover --root moved "$@"
t rollback --no-recover --root moved
t rollback --root moved
echo "--- a lock with a second name"
echo precious >precious
rm -r moved/.tpatch/lock
ln precious moved/.tpatch/lock
t apply -q --root moved "$@"
cat precious
