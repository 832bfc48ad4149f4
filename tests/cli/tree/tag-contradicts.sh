#!/bin/sh
# --tag that the tree contradicts: a neighbouring series is a warning that names both, two series away is refused unless forced.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
set -- --root tree --patchsets "$sets"
t check "$@" --tag 1.0.7
t check "$@" --tag 1.1.0
t check "$@" --tag 1.1.0 -q
tpatch check "$@" --tag 1.1.0 --json 2>/dev/null | sed -n '/"contradiction"/p'
t check "$@" --tag 1.2
t status "$@" --tag 1.2
t explain the-rule "$@" --tag 2.0
t check "$@" --tag 1.2 --force-tag
t "$@" --tag 1.2 -q
ls -A tree
