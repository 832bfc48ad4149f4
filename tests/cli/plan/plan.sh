#!/bin/sh
# A plan as a file: reviewed as a diff, written as it is, refused where the tree is otherwise.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
t plan --root tree --patchsets "$sets" | sed 's/"hash": "[0-9a-f]\{64\}"/"hash": "…"/'
t plan --root tree --patchsets "$sets" -o made.plan
as_it_was
t apply --plan made.plan --root tree --dry
as_it_was
t apply --plan made.plan --root tree
diff -r -x .tpatch "$FIXTURES/verdict/as-expected/after" tree && echo "as wanted"
t apply --plan made.plan --root tree
t check -q --root tree --patchsets "$sets"
t rollback --root tree
as_it_was

echo "--- one file is otherwise"
echo "# mine" >>tree/b.cmake
note_state
t apply --plan made.plan --root tree
t apply --plan made.plan --root tree --dry
t apply --plan made.plan --root tree --json=compact
as_it_was

echo "--- one file is applied, one is not; one is gone"
fresh
cp "$FIXTURES/verdict/as-expected/after/a.cmake" tree/a.cmake
note_state
t apply --plan made.plan --root tree
rm tree/a.cmake
note_state
t apply --plan made.plan --root tree
as_it_was

echo "--- nothing to do, and a rule that does not fit"
cp -a "$FIXTURES/verdict/as-expected/after" finished
t plan -q --root finished --patchsets "$sets" -o empty.plan
t apply --plan empty.plan --root finished
t plan --root "$FIXTURES/verdict/missing/before" --patchsets "$FIXTURES/verdict/missing/patchsets" -o missing.plan
test -e missing.plan || echo "no plan was written"

echo "--- nothing is left to do"
cp -a "$FIXTURES/verdict/as-expected/after" ready
t plan --root ready --patchsets "$sets" -o ready.plan
t apply --plan ready.plan --root ready

echo "--- three rules make the same edit: all have made it"
cp -a "$FIXTURES/verdict/same-deletion-is-one-edit/before" shared
t plan -q --root shared --patchsets "$FIXTURES/verdict/same-deletion-is-one-edit/patchsets" -o shared.plan
t apply --plan shared.plan --root shared --dry | grep "would patch"
t apply -q --plan shared.plan --root shared
t apply --plan shared.plan --root shared | grep "already"
t log 1 --root shared | grep a.cmake
t check --root shared --patchsets "$FIXTURES/verdict/same-deletion-is-one-edit/patchsets"

echo "--- another deletion under the id of one of them is not made"
cp -a "$FIXTURES/verdict/same-deletion-is-one-edit/patchsets" newer
sed 's/match: set(B 1)/match: set(E 1)/' "$FIXTURES/verdict/same-deletion-is-one-edit/patchsets/set.yaml" >newer/set.yaml
t check --root shared --patchsets newer | grep by-path
sed -i 's/"edit_digests": "/&; /' made.plan
t apply --plan made.plan --root tree

echo "--- command line"
t apply --plan made.plan --root tree --rule x
t apply --plan not-there.plan --root tree
t plan -q --root finished --patchsets "$sets" -o no/such/folder.plan
