#!/bin/sh
# A record that came with the tree decides nothing: not which rules are declined, nor with which options the tree is looked at. It does once the
# user has made it theirs.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"

# A tree with the record, see forge_record.
forge() {
	fresh
	forge_record applied
}

echo "--- it declines the rule"
forge <<EOF
origin 0
files 0
made 0
declined 1
left-out the-rule
folders 0
checksum 0a81ab960423419c0e2c847581c6c506
EOF
t check -q --root tree --patchsets "$sets"
t check --root tree --patchsets "$sets"
t --root tree --patchsets "$sets" --stat -q
t recover -q --adopt --root tree
t rollback -q --root tree
t check --root tree --patchsets "$sets"
echo "--- it names options"
forge <<EOF
origin 3
with patchsets /nowhere
with tag 9
with skip the-rule
files 0
made 0
declined 0
folders 0
checksum 5b7233077216b33d9156ab2a1fcedc8c
EOF
t check -q --root tree --patchsets "$sets"
t check --root tree
t status --root tree
t recover -q --adopt --root tree
t check --root tree
echo "--- a fact without a value"
forge <<EOF
origin 1
with fact cuda
files 0
made 0
declined 0
folders 0
checksum 2b878073b9b9b362e1bde9134e287ce6
EOF
t recover -q --adopt --root tree
t log --root tree
