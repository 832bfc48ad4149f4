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
t port fix.patch --to tree --output html=
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
t list --format markdown --tag 1.0
t list --format text nothing --patchsets "$sets"
t matrix --trees tree --tags 'v*' --patchsets "$sets"
t test --output junit= --patchsets "$sets"
t init --root tree --facts facts.yaml --patchsets "$sets"
t init --root tree -g '[' --patchsets "$sets"
t init --root tree --patchsets nowhere
t show --digest
t show nothing --profile fast --patchsets "$sets"
as_it_was
echo "--- where two reports go"
tpatch test demo-1 --patchsets "$sets" -o junit=- | head -n 2
t test demo-1 --patchsets "$sets" -o junit=one -o junit=two
cmp one two && echo "the same"
echo "--- what was done, in lines"
t apply --stat -q "$@"
t rollback -q --root tree
t apply --stat --dry-run "$@"
t apply --stat --json=compact "$@" | cut -c 1-40
