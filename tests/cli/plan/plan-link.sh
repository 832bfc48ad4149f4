#!/bin/sh
# A link in the place of a file: no plan is written there, not even to what the link leads to, and no rule has a file there.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
t plan --root tree --patchsets "$sets" -o made.plan
rm tree/a.cmake
ln -s b.cmake tree/a.cmake
note_state
t apply --plan made.plan --root tree
as_it_was

demo_project sets
demo_set sets <<'END'
rules:
  - {id: one, title: One, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: two, title: Two, why: w, files: a.cmake, edits: [{remove-file: {text: "set(A 1)\n"}}]}
END
echo 1.0 >tree/demo.txt
t check --root tree --patchsets sets

echo "--- the folder is a link: nobody says that there is no such file, nor that it is removed"
mkdir tree/real
cp tree/b.cmake tree/real/a.cmake
ln -s real tree/sub
demo_set sets <<'END'
rules:
  - {id: one, title: One, why: w, files: sub/a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: two, title: Two, why: w, files: sub/in/a.cmake, edits: [{remove-file: {text: "set(A 1)\n"}}]}
  - {id: three, title: Three, why: w, files: none/a.cmake, edits: [{remove-file: {text: "set(A 1)\n"}}]}
END
t check --root tree --patchsets sets
