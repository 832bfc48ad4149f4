#!/bin/sh
# A root that is not there, no folder, or no tree that a set knows: exit 2, or 4 where the system refuses.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
t --root nowhere
t check --root tree/demo.txt
t status --root ''
t rollback --root nowhere
mkdir empty
t --root empty
t check --root empty --json=compact
: >not-a-set
t check --root tree --patchsets nowhere
t check --root tree --patchsets not-a-set
t check --root tree --patchsets empty
ls -A tree empty
# A folder of the sources is told apart from one that has nothing to do with them.
mkdir tree/part
t check --root tree/part --patchsets "$sets"
t rollback --root tree/part
