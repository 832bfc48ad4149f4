#!/bin/sh
# A file, a link or a device where the journal belongs: exit 4, and nothing is written there or anywhere.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
mkdir out
fresh
: >tree/.tpatch
t "$@"
t check "$@"
t rollback --root tree
rm tree/.tpatch
ln -s ../out tree/.tpatch
t "$@"
t status "$@"
rm tree/.tpatch
mkdir tree/.tpatch
ln -s ../../out tree/.tpatch/runs
t "$@"
rm tree/.tpatch/runs
ln -s ../../out/lock tree/.tpatch/lock
t "$@"
rm tree/.tpatch/lock
mkfifo tree/.tpatch/lock
t "$@"
rm tree/.tpatch/lock
mkdir tree/.tpatch/lock
t "$@"
as_it_was
ls -A out
