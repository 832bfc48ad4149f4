#!/bin/sh
# What reports say of single edits: what is added, removed and becomes another, several edits of one match, an edit of two rules,
# columns after letters of several units, a byte order mark, names that have to be escaped.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - {id: add, title: Add, why: w, files: add.cmake, edits: [{match: "f($$$A)", add-to: {A: b}}]}
  - {id: take, title: Take, why: w, files: take.cmake, edits: [{match: "f($$$A)", remove-from: {A: b}}]}
  - {id: both, title: Both, why: w, files: both.py, edits: [{match: "f(x=$X, y=$Y)", replace: "f(u=$X, v=$Y)"}]}
  - {id: one, title: One of two, why: w, files: shared.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: other, title: The other, why: w, files: shared.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: wide, title: Wide letters, why: w, files: wide.py, edits: [{match: "a = 1", replace: "a = 2"}]}
  - {id: long, title: A long one, why: w, files: long.cmake, edits: [{match: set(L $X), set: {X: "0123456789012345678901234567890123456789012345678901234567890"}}]}
  - {id: marked, title: Behind a mark, why: w, files: marked.cmake, edits: [{match: set(M 1), replace: set(M 2)}]}
  - {id: name, title: "A name, a % and a #", why: w, files: "a, b%20#c.cmake", edits: [{match: set(N 1), replace: set(N 2)}]}
  - {id: moved, title: Moved and changed, why: w, files: here.cmake, edits: [{rename-file: there.cmake}]}
  - {id: inside, title: Changed and moved, why: w, files: here.cmake, edits: [{match: set(H 1), replace: set(H 2)}]}
  - {id: nowhere, title: Nowhere, why: w, files: shared.cmake, edits: [{match: set(X 1), replace: set(X 2)}]}
  - {id: nothing, title: No such file, why: w, files: "no/such.cmake", edits: [{match: set(X 1), replace: set(X 2)}]}
END
mkdir tree
cd tree || exit
echo 1.0 >demo.txt
printf 'f(a)\nf(a) f(b)\n' >add.cmake
printf 'f(a b)\nf(a b c)\n' >take.cmake
printf 'g()\nf(x=1, y=2); f(x=3, y=4)\n' >both.py
printf 'set(A 1)\nset(A 1)\n' >shared.cmake
printf '"\360\237\230\200\303\251"; a = 1\n\n\t"b"; a = 1\n' >wide.py
printf 'set(L 1)\n' >long.cmake
printf '\357\273\277set(M 1)\nset(M 1)\n' >marked.cmake
printf 'set(N 1)\n' >'a, b%20#c.cmake'
printf '# a\nset(H 1)\n' >here.cmake
cd ..
set -- --root tree --patchsets sets
tpatch check "$@" -q -o github=github -o sarif=sarif -o html=html
echo "[$?]"
cat github
python3 "$TESTS/cli/lib/compact.py" <sarif | sed -n '/"results": /,$p'
sed -n 's/.*<script[^>]*id="data"[^>]*>//p' html | sed 's,</script>.*,,' | python3 "$TESTS/cli/lib/compact.py" | sed -n '/"findings": /,/^ \]/p'
sed -i '/id: moved/d; /id: nowhere/d; /id: nothing/d' sets/set.yaml
tpatch apply "$@" -q -o github=github -o gitlab=gitlab
echo "[$?]"
cat github
python3 "$TESTS/cli/lib/compact.py" <gitlab
tpatch rollback -q --root tree
echo "--- of a plan, which has neither the facts nor the variables of its set"
tpatch plan "$@" -q -o plan
tpatch apply --root tree --plan plan -q -o html=html
echo "[$?]"
grep -o '"id":"both","title":"Both","verdict":"[a-z]*"' html
