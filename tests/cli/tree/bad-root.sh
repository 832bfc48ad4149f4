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
