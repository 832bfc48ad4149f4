#!/bin/sh
# No set for the tree: exit 2, and the nearest sets, versions or names are told.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
set -- --root tree --patchsets "$sets"
t check "$@" --tag 9.9 --force-tag
t check "$@" --tag 1.2.3 --force-tag -q
t check "$@" --tag latest
t check "$@" --use demo-2
t check "$@" --use nothing-like-it
t test --patchsets "$sets" demo1
echo 3.0.0 >tree/demo.txt
t "$@"
t "$@" --dry
t status "$@"
echo "no number" >tree/demo.txt
t "$@"
t "$@" --json=compact
rm tree/demo.txt
t "$@"
ls -A tree
