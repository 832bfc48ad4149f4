#!/bin/sh
# Options and words that do not go together: what is said, with the way out, and nothing is written.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
set -- --root tree --patchsets "$sets"
t apply -i --dry-run "$@"
t apply -i --plan a.plan "$@"
t apply -i --output sarif=- "$@"
t apply -i --json "$@"
t apply -i "$@"
t port fix.patch --review --to tree
t port fix.patch --to tree --output one.yaml --output two.yaml
t port --review
t schema --of config --markdown
t schema --of nothing
t show
t lint nothing --patchsets "$sets"
t rollback --last 2 1 --root tree
t rollback 7 --root tree
t log 7 --root tree
t diff 7 --root tree
t export 7 --root tree
t matrix
t new
t parse
as_it_was
