#!/bin/sh
# Rules of a group: what is said when one is at fault, what --rule takes along and --skip leaves out, what lint and show say.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir tree
cp -r "$FIXTURES/group/one-is-missing/patchsets" missing
cp -r "$FIXTURES/group/filter-takes-all/patchsets" filter
cp -r "$FIXTURES/upstream/group-without-the-superseded/patchsets" upstream
cp "$FIXTURES/group/one-is-missing/before/"* tree
t check --root tree --patchsets missing
t check --root tree --patchsets filter --rule two -v
t check --root tree --patchsets filter --rule two --json=compact
t check --root tree --patchsets filter --skip two -v
t show one --patchsets upstream
sed -i '/id: two/,$ s/group: pair/group: other/' filter/set.yaml
t lint demo-1 --patchsets filter
cp "$FIXTURES/upstream/group-without-the-superseded/before/"* tree
t check --root tree --patchsets upstream
t matrix --trees tree --patchsets upstream
