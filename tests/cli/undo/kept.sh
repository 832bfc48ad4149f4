#!/bin/sh
# What `rollback --force` kept, brought back: into a tree that is as it was left, that was edited, that has something else there, and where
# the kept copies themselves were touched; files that the run had made, removed, renamed or given another mode.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p patchsets
demo_project patchsets
demo_set patchsets <<'END'
rules:
  - {id: change, title: Change, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: create, title: Create, why: w, files: new.cmake, edits: [{create: "set(NEW 1)\n"}]}
  - {id: drop, title: Drop, why: w, files: old.txt, edits: [{remove-file: {text: "gone\n"}}]}
  - {id: run, title: Run, why: w, files: run.sh, edits: [{executable: true}]}
END
anew() {
	chmod -R u+w tree 2>/dev/null
	rm -rf tree && mkdir tree
	echo 1.0 >tree/demo.txt
	echo 'set(A 1)' >tree/a.cmake
	echo 'gone' >tree/old.txt
	echo 'echo' >tree/run.sh
	tpatch -q --root tree --patchsets patchsets || tpatch --root tree --patchsets patchsets
	echo '# mine' >>tree/a.cmake
	echo '# mine' >>tree/new.cmake
	echo 'back' >tree/old.txt
	echo '# mine' >>tree/run.sh
}
show() {
	for each in a.cmake new.cmake old.txt run.sh; do
		[ -e "tree/$each" ] && [ ! -d "tree/$each" ] && echo "$each: $(stat -c %A "tree/$each") $(tr '\n' ' ' <"tree/$each")"
	done
}
echo "--- kept, and back"
anew
t rollback --root tree
t rollback --root tree --force --json
show
t rollback 2 --root tree --json
show
echo "--- again: it is there"
t rollback 2 --root tree
t rollback 2 --root tree --json=compact
t log --root tree
echo "--- the way back undone"
t rollback --root tree
show

echo "--- edited since: only with --force"
anew
tpatch -q rollback --root tree --force
echo 'other' >>tree/a.cmake
echo 'other' >tree/old.txt
note_state
t rollback 2 --root tree
as_it_was
t rollback 2 --root tree --force
show

echo "--- something else there"
anew
tpatch -q rollback --root tree --force
rm tree/a.cmake && mkdir tree/a.cmake
note_state
t rollback 2 --root tree --force
as_it_was
rmdir tree/a.cmake

echo "--- removed since"
t rollback 2 --root tree
t rollback 2 --root tree --force
show

echo "--- the kept copy, or the original, is not as it was left"
anew
tpatch -q rollback --root tree --force
for each in tree/.tpatch/runs/000002/old/*; do chmod u+w "$each" && echo x >>"$each"; done
note_state
t rollback 2 --root tree
as_it_was
anew
for each in tree/.tpatch/runs/000001/old/*; do chmod u+w "$each" && echo x >>"$each"; done
note_state
t rollback --root tree --force
t rollback --root tree
as_it_was

echo "--- several runs, the second of which does not go"
anew
echo 'set(B 1)' >tree/b.cmake
sed -i 's/^  - {id: create.*/  - {id: more, title: More, why: w, files: b.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}/' patchsets/set.yaml
t -q --root tree --patchsets patchsets --rule more
for each in tree/.tpatch/runs/000001/old/*; do chmod u+w "$each" && echo x >>"$each"; done
t rollback --last 2 --root tree --force
t rollback --last 3 --root tree
t log --root tree
