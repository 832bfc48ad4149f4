#!/bin/sh
# --rule, --pack, --skip, --globs and numbers that are wrong: exit 2.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
set -- check --root tree --patchsets "$sets"
t "$@" --filter the-rule
t "$@" --filter=the-rule
t "$@" --rule '['
t "$@" --rule nosuch
t "$@" --pack dmo
t "$@" --rule the-rule --skip nosuch
t "$@" --globs '['
t "$@" --globs '!'
t "$@" --jobs 257
t "$@" --jobs -1
t "$@" --json=xml
t "$@" --color red
t "$@" --jsn
t "$@" --tag
t "$@" more
t chek
t ''
t rollback 0 --root tree
t rollback x --root tree
t rollback 99999999999999999999999 --root tree
t rollback 1 --root tree
t log 7 --root tree
t show nosuch
t parse
t parse nosuch
t parse tree
t parse tree/a.cmake --language cobol
ls -A tree
