#!/bin/sh
# status after several runs: how many there are and of which set, what was changed since, and that somebody undid all of it by hand.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
cp -a tree original
t apply -q --root tree --patchsets "$sets" -g a.cmake
t status --root tree
t apply -q --root tree --patchsets "$sets"
t status --root tree
cp -p original/a.cmake tree/a.cmake
t status --root tree
cp -p original/b.cmake tree/b.cmake
t status --root tree
t status --root tree --json=compact
t log --root tree
rm tree/a.cmake
t status --root tree
