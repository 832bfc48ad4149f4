#!/bin/sh
# What cannot be undone, file by file, and nothing is written: exit 3; a run that is not there: exit 2.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
fresh
t rollback --root tree
tpatch -q "$@"
t rollback 7 --root tree
note_state
echo "--- edited, gone, no file any more"
echo '# mine' >>tree/a.cmake
rm tree/b.cmake
mkdir tree/b.cmake
note_state
t rollback --root tree
t status "$@"
as_it_was
echo "--- given up"
rmdir tree/b.cmake
cp tree/.tpatch/runs/000001/old/0 tree/a.cmake
cp tree/.tpatch/runs/000001/old/1 tree/b.cmake
t rollback --root tree
cmp tree/a.cmake "$FIXTURES/verdict/as-expected/before/a.cmake" && echo "a.cmake is the original"
echo "--- a later run"
fresh
tpatch -q "$@"
mkdir sets
cp "$sets/project.yaml" sets
sed -e 's/^      - match:.*/      - match: set(A 2)/' -e 's/^        set:.*/        replace: set(A 3)/' "$sets/set.yaml" >sets/set.yaml
tpatch -q --root tree --patchsets sets
note_state
t rollback 1 --root tree
as_it_was
t rollback 2 --root tree
t rollback 1 --root tree
t rollback 2 --root tree
t log --root tree
echo "--- an original that was changed"
fresh
tpatch -q "$@"
note_state
echo x >>tree/.tpatch/runs/000001/old/1
t rollback --root tree
rm tree/.tpatch/runs/000001/old/1
t rollback --root tree
as_it_was
echo "--- a file of a later run in a folder that the run made"
rm -rf tree sets
mkdir tree
echo 1.0 >tree/demo.txt
printf "set(A 1)\nset(B 1)\n" >tree/a.cmake
demo_project sets
demo_set sets <<'END'
rules:
  - {id: one, title: One, why: It is one., files: sub/a.txt, edits: [{create: "a\n"}]}
  - {id: two, title: Two, why: It is two., files: sub/b.txt, edits: [{create: "b\n"}]}
  - {id: three, title: Three, why: It is three., files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: four, title: Four, why: It is four., files: a.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}
END
tpatch -q --root tree --patchsets sets --rule one
tpatch -q --root tree --patchsets sets --rule two
note_state
t rollback 1 --root tree
as_it_was
t rollback 1 --root tree --force
ls tree
echo "--- an edit by hand between two runs"
tpatch -q --root tree --patchsets sets --rule three
echo "# mine" >>tree/a.cmake
tpatch -q --root tree --patchsets sets --rule four
note_state
t rollback 3 --root tree
t rollback --last 2 --root tree --dry-run
t rollback 3 --root tree --dry-run --force
as_it_was
t rollback 3 --root tree --force
cat tree/a.cmake
t log --root tree
echo "--- something in the way of each of two runs"
rm -rf tree
mkdir tree
echo 1.0 >tree/demo.txt
printf "set(A 1)\n" >tree/a.cmake
printf "set(B 1)\n" >tree/b.cmake
demo_set sets <<'END'
rules:
  - {id: one, title: One, why: It is one., files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: two, title: Two, why: It is two., files: b.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}
  - {id: three, title: Three, why: It is three., files: c.txt, edits: [{create: "c\n"}]}
END
tpatch -q --root tree --patchsets sets --rule one
tpatch -q --root tree --patchsets sets --rule two
tpatch -q --root tree --patchsets sets --rule three
echo "# mine" >>tree/a.cmake
note_state
t rollback --last 3 --root tree --dry-run
echo "mine" >>tree/c.txt
note_state
t rollback --root tree
t rollback --last 3 --root tree --dry-run
as_it_was
echo "--- the folder that a removed file was in is gone, as git leaves none that are empty"
rm -rf tree
mkdir -p tree/sub
echo 1.0 >tree/demo.txt
echo old >tree/sub/old.txt
demo_set sets <<'END'
rules:
  - {id: one, title: One, why: It is one., files: sub/old.txt, edits: [{remove-file: {text: "old\n"}}]}
END
tpatch -q --root tree --patchsets sets
rmdir tree/sub
t rollback --root tree
mkdir tree/sub
t rollback --root tree
cat tree/sub/old.txt
