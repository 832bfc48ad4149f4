#!/bin/sh
# A second tpatch at work: commands that write stop (exit 4), the others go on.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
command -v flock >/dev/null || skip "flock is not here"
fresh
mkdir tree/.tpatch
exec 9>tree/.tpatch/lock
flock 9
set -- --root tree --patchsets "$sets"
t "$@"
echo 4242 >&9
t "$@"
t rollback --root tree
t log --prune --root tree
t recover --root tree
t check -q "$@"
t "$@" --dry -q --stat
t status "$@"
as_it_was
echo "--- after a run that was cut off, too"
exec 9>&-
cut_off
note_state
exec 9>tree/.tpatch/lock
flock 9
t recover --root tree
t "$@"
t check -q "$@"
as_it_was
exec 9>&-
t recover --root tree
