#!/bin/sh
# A run that was killed half-way: commands that do not write say so (exit 5), apply and rollback put the tree in order first.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
cut_off
t check "$@"
t check "$@" --json=compact
t "$@" --dry
t status "$@"
t status --root tree --json=compact -q
t log --root tree
t log --prune --root tree
echo "--- recover"
t recover --root tree
as_it_was
t recover --root tree
t log --root tree
echo "--- rollback is what recovery does then"
cut_off
t rollback --root tree
as_it_was
t rollback --root tree
echo "--- and nothing older is undone in its place"
cut_off
tpatch -q recover --root tree
tpatch -q "$@" -g a.cmake
run=tree/.tpatch/runs/000002
mv $run/header.applied $run/header.rolling
t rollback --root tree
as_it_was
t rollback 7 --root tree
echo "--- of the last two, the one that recovery undoes is one"
fresh
tpatch -q "$@" -g b.cmake
tpatch -q "$@" -g a.cmake
mv $run/header.applied $run/header.rolling
t rollback --last 2 --root tree
as_it_was
echo "--- an error after recovery"
cut_off
t rollback 7 --root tree
as_it_was
cut_off
t "$@" --tag 9.9 --force-tag
as_it_was
echo "--- apply"
cut_off
t "$@"
t check -q "$@"
t rollback --root tree
as_it_was
cut_off
tpatch "$@" --json=compact | grep -o '"recovered_run":1'
echo "--- only the last rename is missing"
cut_off
mv tree/.tpatch/runs/000001/new/1 tree/b.cmake
t recover --root tree
t status "$@"
t rollback --root tree
as_it_was
