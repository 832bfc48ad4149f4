#!/bin/sh
# What programs read, whole: keys that only a run with something to say about them has.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p patchsets tree/old toolkit/include
printf '#define CUDA_VERSION 12090\n' >toolkit/include/cuda.h
demo_project patchsets - <<'END'
facts:
  cuda: {type: version, help: the CUDA toolkit}
  colour: {type: text, help: nothing that a machine has}
profiles:
  narrow: {summary: An older toolkit, facts: {cuda: "11.8"}, cuda: ">=11, <12"}
END
demo_set patchsets <<'END'
rules:
  - {id: change, title: Change, why: w, files: '*.cmake', exclude: 'old/**', edits: [{match: set(A 1), replace: set(A 2)}]}
  - {id: more, title: More, why: w, files: a.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}
  - id: late
    title: Late
    why: w
    versions: ">=1.5"
    when: {cuda: ">=12"}
    files: a.cmake
    edits: [{match: set(C 1), replace: set(C 2)}]
END
# whole COMMAND...: what it prints, laid out for people; times and digests are others each time.
whole() {
	echo "\$ tpatch $*"
	tpatch "$@" >out.json 2>errors
	code=$?
	python3 "$TESTS/cli/lib/compact.py" <out.json | sed -E "s/[0-9a-f]{32,64}/<hash>/g; s/, [0-9.]+ in '[^']*' \(the usual place\)//g"
	sed 's/^/! /' errors
	echo "[$code]"
}
set -- --root tree --patchsets patchsets
echo 1.0 >tree/demo.txt
printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >tree/a.cmake
printf 'set(A 1)\n' >tree/old/a.cmake
whole explain change old/a.cmake "$@" --json
whole explain late a.cmake "$@" --json
whole facts "$@" --json --fact cuda=12.8
CUDA_HOME=$PWD/toolkit whole facts "$@" --json --profile narrow

echo "== a line of two runs, of one, and by hand"
tpatch -q "$@" --rule change
tpatch -q "$@" --rule more
printf 'set(D 1)\n' >>tree/a.cmake
whole explain a.cmake "$@" --json
whole log --root tree --json

echo "== what would be undone and kept, and what was"
printf 'set(A 3)\nset(B 2)\nset(C 1)\n' >tree/a.cmake
whole rollback 2 --root tree --dry-run --force --json
tpatch -q rollback 2 --root tree --force
whole status "$@" --json

echo "== a journal that came with the tree"
rm -rf tree/.tpatch
printf 'set(A 1)\n' >tree/a.cmake
tpatch -q "$@" --rule change
cp -Rp tree copy
whole log --root copy --json
whole status --root copy --patchsets patchsets --json

echo "== a tree of code"
printf 'if(X)\n  set(A 1)\nendif()\n' >tree/b.cmake
printf 'if a:\n    b = f(1, 2)\n' >tree/b.py
whole parse --tree tree/b.cmake --json
whole parse --tree tree/b.py --json
