#!/bin/sh
# What cannot be undone, file by file, and nothing is written: exit 3; a run that is not there: exit 2.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
fresh
t rollback --root tree
tpatch -q "$@"
t rollback 7 --root tree
note_state
echo "--- edited, gone, no file any more"
echo '# mine' >>tree/a.cmake
rm tree/b.cmake
mkdir tree/b.cmake
note_state
t rollback --root tree
t status "$@"
as_it_was
echo "--- given up"
rmdir tree/b.cmake
cp tree/.tpatch/runs/000001/old/0 tree/a.cmake
cp tree/.tpatch/runs/000001/old/1 tree/b.cmake
t rollback --root tree
cmp tree/a.cmake "$FIXTURES/verdict/as-expected/before/a.cmake" && echo "a.cmake is the original"
echo "--- a later run"
fresh
tpatch -q "$@"
mkdir sets
cp "$sets/project.yaml" sets
sed -e 's/^      - match:.*/      - match: set(A 2)/' -e 's/^        set:.*/        replace: set(A 3)/' "$sets/set.yaml" >sets/set.yaml
tpatch -q --root tree --patchsets sets
note_state
t rollback 1 --root tree
as_it_was
t rollback 2 --root tree
t rollback 1 --root tree
t rollback 2 --root tree
t log --root tree
echo "--- an original that was changed"
fresh
tpatch -q "$@"
note_state
echo x >>tree/.tpatch/runs/000001/old/1
t rollback --root tree
rm tree/.tpatch/runs/000001/old/1
t rollback --root tree
as_it_was
