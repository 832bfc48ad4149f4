#!/bin/sh
# A file that one set moves, and a new one that another set makes at its old path: the first set is done, as long as both are.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_project others
printf 'rules:\n  - {id: move, title: T, why: w, files: a.cmake, edits: [{rename-file: b.cmake}]}\n' | demo_set sets
printf 'rules:\n  - {id: make, title: T, why: w, files: a.cmake, edits: [{create: "set(N 1)\\n"}]}\n' | demo_set others
sed -i 's/demo-1/other/' others/set.yaml
mkdir tree
echo 1.0 >tree/demo.txt
echo 'set(A 1)' >tree/a.cmake

says() {
	tpatch check --root tree --patchsets sets | sed -n 's/^  \(.*  move  \)/\1/p'
}

tpatch apply -q --root tree --patchsets sets
tpatch apply -q --root tree --patchsets others
echo "--- by a later run"
says
tpatch apply --root tree --patchsets sets | tail -1
echo "--- and edited since; the moved one is gone"
echo 'set(M 1)' >>tree/a.cmake
echo 'set(B 1)' >>tree/b.cmake
says
rm tree/b.cmake
says
echo "--- by somebody"
rm -rf tree/.tpatch
tpatch apply -q --root tree --patchsets sets
echo 'set(N 1)' >tree/a.cmake
says
