#!/bin/sh
# What a run made is told as undone whichever runs came after it, and that run is named.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'EOF'
rules:
  - {id: first, title: T, why: w, files: a.cmake, edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: second, title: T, why: w, files: a.cmake, edits: [{match: set(C 1), replace: set(C 2)}]}
EOF
demo_project back
printf 'rules:\n  - {id: back, title: T, why: w, files: a.cmake, edits: [{match: set(A 2), replace: set(A 1)}]}\n' | demo_set back
sed -i 's/demo-1/demo-back/' back/set.yaml

# patched: a tree in which two runs have changed the file.
patched() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >tree/a.cmake
	tpatch apply -q --root tree --patchsets sets --rule first
	tpatch apply -q --root tree --patchsets sets --rule second
}

says() {
	tpatch check --root tree --patchsets sets | sed -n 's/^  \(.*\(first\|second\)\)/\1/p'
}

echo "--- by somebody: of the older run, of the newer one, of both"
patched
sed -i 's/set(A 2)/set(A 1)/' tree/a.cmake
says
patched
sed -i 's/set(C 2)/set(C 1)/' tree/a.cmake
says
sed -i 's/set(A 2)/set(A 1)/' tree/a.cmake
says
echo "--- by a run of another set"
patched
tpatch apply -q --root tree --patchsets back
says
echo "--- another place that a later run made"
patched
sed -i 's/set(A 2)/set(B 1)/; s/replace: set(A 1)/replace: "set(B 1)\\nset(A 1)"/; s/match: set(A 2)/match: set(B 1)/' back/set.yaml
tpatch apply -q --root tree --patchsets back
says
echo "--- rolled back"
patched
tpatch rollback -q --root tree
tpatch rollback -q --root tree
says
