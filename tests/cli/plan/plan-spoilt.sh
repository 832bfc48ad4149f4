#!/bin/sh
# Plan files that nobody should write by hand: what is wrong, and where.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
tpatch plan -q --root tree --patchsets "$sets" -o good.plan || exit 1

# spoilt EXPRESSION: the good plan, changed by sed.
spoilt() {
	echo "--- $1"
	sed "$1" good.plan >bad.plan
	cmp -s good.plan bad.plan && echo "NOT CHANGED"
	t apply --plan bad.plan --root tree
}

spoilt 's/"set": {/"set": /'
# shellcheck disable=SC2016 # sed's, not the shell's
spoilt '$d'
spoilt '2d'
spoilt 's/"tpatch_plan": 4/"tpatch_plan": 2/'
spoilt 's/"verdict": "would-patch"/"verdict": "missing"/'
spoilt 's/"verdict": "would-patch"/"verdict": "applied"/'
spoilt 's/"verdict": "would-patch"/"verdict": "good"/'
spoilt 's/"rule": "[a-z-]*"/"rule": "nobody"/'
spoilt 's/"path": "b.cmake"/"path": "..\/b.cmake"/'
spoilt 's/"path": "b.cmake"/"path": ".git\/config"/'
spoilt 's/"path": "b.cmake"/"path": "a.cmake"/'
spoilt 's/"path": "b.cmake"/"path_hex": "612"/'
spoilt 's/"path": "b.cmake"/"path": "b\\u0000"/'
spoilt 's/"before_hash": "[0-9a-f]*"/"before_hash": "12"/'
spoilt 's/"offset": [0-9]*/"offset": -1/'
spoilt 's/"offset": [0-9]*/"offset": 1.5/'
spoilt 's/"offset": [0-9]*/"offset": 4000/'
# shellcheck disable=SC2016 # sed's, not the shell's
spoilt '/"path": "b.cmake"/,$s/"offset": [0-9]*/"offset": 4000/'
spoilt 's/"length": [0-9]*/"length": 99999999999/'
spoilt 's/"text": "[^"]*"/"text": "other"/'
spoilt 's/"text": "[^"]*"/"text": 5/'
spoilt 's/"offset"/"text": "twice", "offset"/'
spoilt 's/"edits": \[/"edits": [], "others": [/'
spoilt 's/"files": \[/"files": {}, "others": [/'
spoilt 's/"title"/"name"/'
spoilt 's/"title": "/&a\\nb/'
spoilt 's/"rules": \[/&{"id": "the-rule", "title": "x", "verdict": "would-patch"},/'
spoilt 's/"verdict": "would-patch"/"verdict": "already-patched"/'
spoilt '/"path"/,99s/"rules": \[/"rules": [1, /'
spoilt '/"path"/,99s/"rules": \[/"rules": ["nobody", /'
spoilt '/"path"/,99s/"rules"/"rules": {}, "others"/'
spoilt '/"path"/,99s/"places": \[/"places": [1, /'
spoilt '/"path"/,99s/"places": \[/"places": [-1], "others": [/'
# operation JSON: the first file has an operation as well.
operation() {
	spoilt "1,/\"edits\"/s|\"edits\"|\"operation\": $1, &|"
}
operation '{"kind": "moved", "rules": ["the-rule"]}'
operation '{"kind": "created"}'
operation '{"kind": "created", "rules": []}'
operation '{"kind": "created", "rules": [1]}'
operation '{"kind": "created", "rules": ["nobody"]}'
operation '{"kind": "created", "rules": ["the-rule", "the-rule", "the-rule"]}'
operation '{"kind": "renamed", "rules": ["the-rule"], "new_path": "../x"}'
operation '{"kind": "renamed", "rules": ["the-rule"]}'
echo "--- no JSON at all"
printf '\377\376' >bad.plan
t apply --plan bad.plan --root tree
printf '\377\376{\0}\0' >bad.plan
t apply --plan bad.plan --root tree
: >bad.plan
t apply --plan bad.plan --root tree
echo '[1]' >bad.plan
t apply --plan bad.plan --root tree
as_it_was
echo "--- what is different at the paths of a plan"
demo_project own
demo_set own <<'END'
rules:
  - {id: made, title: A, why: w, files: made.txt, edits: [{create: "new\n"}]}
  - {id: gone, title: A, why: w, files: gone.txt, edits: [{remove-file: {text: "old\n"}}]}
  - {id: moved, title: A, why: w, files: here.txt, edits: [{rename-file: there.txt}]}
END
for each in : 'cp tree/here.txt tree/there.txt' 'mv tree/here.txt tree/there.txt' 'mkdir tree/there.txt' 'echo >>tree/here.txt' 'echo >tree/made.txt' 'echo new >tree/made.txt' \
	'rm tree/gone.txt' 'echo >tree/gone.txt' 'truncate -s 16777217 tree/here.txt' 'rm tree/gone.txt; mv tree/here.txt tree/there.txt; echo new >tree/made.txt'; do
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	echo old >tree/gone.txt
	echo here >tree/here.txt
	[ -e own.plan ] || tpatch plan -q --root tree --patchsets own -o own.plan
	eval "$each"
	note_state
	echo "--- $each"
	t apply --plan own.plan --root tree -q
	[ "$each" = : ] || as_it_was
done
echo "--- files of a plan that cannot be beside each other"
demo_project two
demo_set two <<'END'
rules:
  - {id: one, title: A, why: w, files: b.txt, edits: [{create: "new\n"}]}
  - {id: two, title: A, why: w, files: c.txt, edits: [{create: "new\n"}]}
END
rm -rf tree
mkdir tree
echo 1.0 >tree/demo.txt
tpatch plan -q --root tree --patchsets two -o good.plan
note_state
spoilt 's/"path": "c\.txt"/"path": "b.txt\/c.txt"/'
spoilt 's/"path": "b\.txt"/"path": "C.txt"/'
as_it_was
