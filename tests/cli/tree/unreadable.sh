#!/bin/sh
# What may not be read stops the run before anything is written: exit 4.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
need_plain
fresh
mkdir tree/sub
cp -p tree/a.cmake tree/sub
note_state
chmod 000 tree/sub
plain_t --root tree --patchsets "$sets"
plain_t check -q --root tree --patchsets "$sets"
chmod 755 tree/sub
chmod 000 tree/sub/a.cmake
plain_t --root tree --patchsets "$sets"
plain_t --root tree --patchsets "$sets" --dry --globs '!sub/**' -q --stat
chmod 644 tree/sub/a.cmake
chmod 000 tree
plain_t --root tree --patchsets "$sets"
chmod 755 tree
as_it_was
mkdir sets
cp "$sets"/* sets
chmod 000 sets/set.yaml
plain_t check --root tree --patchsets sets
chmod 000 sets
plain_t check --root tree --patchsets sets
chmod 755 sets
ls -A tree
