#!/bin/sh
# A read-only file is replaced and stays read-only, there and back; a folder that may not be written in stops the run: exit 4.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
need_plain
fresh
chmod 444 tree/a.cmake
note_state
plain_t -q --root tree --patchsets "$sets"
find tree -name '*.cmake' -printf '%p %m\n' | sort
plain_t rollback --root tree
as_it_was
echo "--- the root"
fresh
chmod 555 tree
plain_t --root tree --patchsets "$sets"
plain_t --root tree --patchsets "$sets" --dry -q --stat
chmod 755 tree
as_it_was
ls -A tree
echo "--- a folder"
mkdir tree/sub
cp -p tree/a.cmake tree/b.cmake tree/sub
note_state
chmod 555 tree/sub
plain_t --root tree --patchsets "$sets" --globs 'sub/**'
chmod 755 tree/sub
as_it_was
echo "--- a folder, on the way back"
tpatch -q --root tree --patchsets "$sets" --globs 'sub/**'
note_state
chmod 555 tree/sub
plain_t rollback --root tree
chmod 755 tree/sub
as_it_was
run=tree/.tpatch/runs/000001
mv "$run/header.applied" "$run/header.rolling"
chmod 555 tree/sub
plain_t recover --root tree
chmod 755 tree/sub
t recover --root tree
echo "--- the journal of somebody else"
rm -rf tree/.tpatch tree/sub
note_state
tpatch -q --root tree --patchsets "$sets"
tpatch -q rollback --root tree
chmod 000 tree/.tpatch/lock
plain_t --root tree --patchsets "$sets"
chmod 644 tree/.tpatch/lock
chmod 555 tree/.tpatch/runs
plain_t --root tree --patchsets "$sets"
chmod 755 tree/.tpatch/runs
as_it_was
