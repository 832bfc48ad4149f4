#!/bin/sh
# A rollback over later edits and later runs: asked for with --force; what it writes over can be had back.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
original=$FIXTURES/verdict/as-expected/before
fresh
tpatch -q "$@"
echo '# mine' >>tree/a.cmake
cp tree/a.cmake mine
t rollback --root tree
t rollback --force --root tree
cmp tree/a.cmake "$original/a.cmake" && cmp tree/b.cmake "$original/b.cmake" && echo "both are the originals"
t log --root tree
t status "$@"
echo "--- had back"
t rollback 2 --dry-run --root tree
t rollback 2 --dry-run --root tree --json=compact
t diff 2 --root tree
echo '# other' >>tree/b.cmake
t rollback 2 --dry-run --root tree
echo '# other' >>tree/a.cmake
t rollback 2 --dry-run --root tree
t rollback 2 --dry-run --force --root tree -q
cp -p "$original"/*.cmake tree
t rollback 2 --root tree
t rollback 2 --dry-run --root tree
cmp tree/a.cmake mine && echo "a.cmake is mine"
echo "--- nothing in the way: as without --force"
fresh
tpatch -q "$@"
t rollback --force --root tree
as_it_was
t log --root tree
echo "--- a later run"
fresh
tpatch -q "$@"
mkdir sets
cp "$sets/project.yaml" sets
sed -e 's/^      - match:.*/      - match: set(A 2)/' -e 's/^        set:.*/        replace: set(A 3)/' "$sets/set.yaml" >sets/set.yaml
tpatch -q --root tree --patchsets sets
cp tree/a.cmake later
t rollback 1 --root tree
t rollback 1 --force --root tree --json=compact
cmp tree/a.cmake "$original/a.cmake" && cmp tree/b.cmake "$original/b.cmake" && echo "both are the originals"
echo "--- a file that is gone"
fresh
tpatch -q "$@"
rm tree/a.cmake
t rollback --root tree
t rollback --force --root tree
cmp tree/a.cmake "$original/a.cmake" && cmp tree/b.cmake "$original/b.cmake" && echo "both are the originals"
stat -c '%a' tree/a.cmake
t rollback 2 --root tree
ls tree
echo "--- what --force does not do"
fresh
tpatch -q "$@"
rm tree/a.cmake tree/b.cmake
mkdir tree/b.cmake
note_state
t rollback --force --root tree
as_it_was
rmdir tree/b.cmake
fresh
tpatch -q "$@"
echo '# mine' >>tree/a.cmake
echo '# spoilt' >>tree/.tpatch/runs/000001/old/0
note_state
t rollback --force --root tree
as_it_was
t rollback 7 --force --root tree
t rollback one --force --root tree
echo "--- the later run is undone, and then the original of this one is not to be had"
fresh
tpatch -q "$@"
tpatch -q --root tree --patchsets sets
echo '# spoilt' >>tree/.tpatch/runs/000001/old/0
t rollback 1 --force --root tree
