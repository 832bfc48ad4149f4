#!/bin/sh
# A run that was killed, and files that somebody changed before it was recovered: never overwritten.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
echo "--- a file that the run had replaced"
cut_off
echo '# mine' >>tree/a.cmake
note_state
t recover --root tree
t "$@"
t rollback --root tree
t status "$@"
as_it_was
cp tree/.tpatch/runs/000001/old/0 tree/a.cmake
t recover --root tree
cmp tree/a.cmake "$FIXTURES/verdict/as-expected/before/a.cmake" && echo "a.cmake is the original"
echo "--- a file that the run had not replaced"
cut_off
echo '# mine' >>tree/b.cmake
t recover --root tree
tail -n 1 tree/b.cmake
cut_off
rm tree/b.cmake
echo '# mine' >tree/b.cmake
t "$@" -q
tail -n 1 tree/b.cmake
echo "--- a record that cannot be read"
cut_off
echo x >>tree/.tpatch/runs/000001/header.pending
note_state
t recover --root tree
t "$@"
t check "$@"
as_it_was
