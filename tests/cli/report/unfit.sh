#!/bin/sh
# What reports say of rules that do not fit: missing, ambiguous, drifted, and in conflict over a line or a name; and of one that would change a file all
# the same. Each place is told once.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - {id: once, title: Raise A, why: w, files: "*.cmake", edits: [{match: set(A 1), replace: set(A 2)}]}
END
mkdir tree
echo 1.0 >tree/demo.txt
printf 'set(A 1)\nset(B 1)\nset(B 1)\n' >tree/a.cmake
printf '# here\nset(A 1)\n' >tree/b.cmake
echo here >tree/here.txt
echo there >tree/there.txt
echo B B >tree/twice.txt
set -- --root tree --patchsets sets
tpatch apply "$@" -q
sed -i 's/A 2/A 9/' tree/b.cmake
demo_set sets <<'END'
rules:
  - {id: once, title: Raise A, why: Twice is too much., files: "*.cmake", edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: lost, title: Raise C, why: w, files: a.cmake, edits: [{match: set(C 1), replace: set(C 2)}]}
  - {id: only, title: The only B, why: w, files: twice.txt, expect: {edits: 1}, edits: [{regex: B, replace: C}]}
  - {id: left, title: B is 3, why: w, files: a.cmake, edits: [{match: set(B 1), replace: set(B 3)}]}
  - {id: right, title: B is 4, why: w, files: a.cmake, edits: [{match: set(B 1), replace: set(B 4)}]}
  - {id: move, title: Move, why: w, files: here.txt, edits: [{rename-file: new.txt}, {regex: here, replace: hither}]}
  - {id: move-too, title: Move as well, why: w, files: there.txt, edits: [{rename-file: new.txt}]}
  - {id: fits, title: It fits, why: w, files: there.txt, edits: [{regex: there, replace: thither}]}
END
t check "$@" -o github=github -o gitlab=gitlab -o sarif=sarif -o junit=junit
cat github
python3 "$TESTS/cli/lib/compact.py" <gitlab | grep '"description"\|"location"'
python3 "$TESTS/cli/lib/compact.py" <sarif | sed -n '/"results": /,$p' | grep '"message"\|"deletedRegion"'
sed -n '/<testcase/,/<.testcase/p' junit
