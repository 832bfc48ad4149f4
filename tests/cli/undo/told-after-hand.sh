#!/bin/sh
# What diff, rollback --dry and explain tell of files that somebody changed after the runs: edited beside a run's line, removed, made executable or not,
# put back at the old path. Two runs: one renames and edits a file, the other edits it, sets its executable bit, and makes another.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'SET'
rules:
  - {id: move, title: T, why: w, files: a.cmake, edits: [{rename-file: b.cmake}, {match: set(A 1), replace: set(A 2)}]}
SET
cp -r sets later
demo_set later <<'SET'
rules:
  - {id: edit, title: T, why: w, files: b.cmake, edits: [{match: set(B 1), replace: set(B 2)}, {executable: true}]}
  - {id: make, title: T, why: w, files: n.cmake, edits: [{create: "set(N 1)\n"}]}
SET

patched() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >tree/a.cmake
	tpatch apply -q --root tree --patchsets sets && tpatch apply -q --root tree --patchsets later
}

told() {
	t diff --stat --root tree
	t rollback 2 --force --dry -q --root tree
	t explain b.cmake --root tree | grep -v '^  run'
}

echo "--- nothing"
patched
told
echo "--- the lines beside those of a run"
printf 'set(A 9)\nset(B 2)\nset(D 1)\n' >tree/b.cmake
told
echo "--- the line of a run"
printf 'set(A 2)\nset(B 9)\nset(C 1)\n' >tree/b.cmake
told
echo "--- the executable bit"
patched
chmod -x tree/b.cmake
told
echo "--- both files are removed"
rm tree/b.cmake tree/n.cmake
told
echo "--- moved back; then another file at the old path, and a folder"
patched
mv tree/b.cmake tree/a.cmake
t diff --root tree
echo "set(X 1)" >tree/a.cmake
t diff --root tree
rm tree/a.cmake
mkdir tree/a.cmake
t diff --stat --root tree
