#!/bin/sh
# A journal that this user did not write for this folder is read, and never acted upon, until it is taken over.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --patchsets "$sets"
# A key of this case's own: with none here, one that stands in /var/tmp would be taken, and be found under any home.
XDG_STATE_HOME=$PWD/state
export XDG_STATE_HOME
mkdir -p state/tpatch other
chmod 700 state/tpatch
(umask 077 && od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n' >state/tpatch/key && echo >>state/tpatch/key)
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
t check -q --root copy "$@"
t status --root copy
cmp tree/a.cmake copy/a.cmake && echo "nothing was written"
t recover --adopt --root copy
cmp "$FIXTURES/verdict/as-expected/before/a.cmake" copy/a.cmake && echo "the original"
echo "--- of another key"
XDG_STATE_HOME=$PWD/other
t rollback -q --root tree
XDG_STATE_HOME=$PWD/state
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
echo "--- several runs of another key"
fresh
tpatch -q --root tree "$@" -g a.cmake
tpatch -q --root tree "$@"
warnings() {
	tpatch check --root tree --patchsets "$sets" 2>said >/dev/null
	cat said
}
(XDG_STATE_HOME=$PWD/other && warnings)
cp "$FIXTURES/verdict/as-expected/before/a.cmake" tree/c.cmake
tpatch -q --root tree "$@"
XDG_STATE_HOME=$PWD/other
warnings
t recover --adopt --root tree
warnings
