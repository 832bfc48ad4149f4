#!/bin/sh
# Somebody names the folder that the tree is in: the error says which one is meant, and how many there are.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir above
cp -a "$FIXTURES/verdict/as-expected/before" above/demo-1
t check --root above --patchsets "$sets"
cp -a above/demo-1 above/demo-2
t check --root above --patchsets "$sets"
