#!/bin/sh
# Many runs: undone one after the other, and forgotten; a number is never given twice.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
# more N: one run more, of one file
more() {
	echo "set(A 1) # $1" >tree/b.cmake
	tpatch -q --root tree --patchsets "$sets"
}
fresh
tpatch -q "$@"
more 2
more 3
more 4
t log --root tree
for run in 1x 4294967297; do
	for command in log diff export rollback; do
		t $command $run --root tree
	done
done
t rollback --last 9 --root tree
t rollback --last 0 --root tree
t rollback 2 --last 2 --root tree
t log 2 --prune --root tree
t log --keep 2 --root tree
echo "--- the last two"
t rollback --last 2 --force --root tree
t log --root tree
echo "--- pruned"
t log --prune --keep 2 --root tree
t log --root tree
t log --prune --keep 0 --root tree
t log --root tree
t rollback --root tree
more 5
t log --root tree
t log --prune --keep 0 --json=compact --root tree
t log --prune -q --root tree
more 6
t log --root tree
echo "--- the note of the last number is spoilt"
t log --prune --keep 0 --root tree
echo x >tree/.tpatch/last
more 7
t log --root tree
