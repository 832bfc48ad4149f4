#!/bin/sh
# Which rules: --rule, --pack, --skip, and what `list`, `show` and `check` say of them; what the exit code of `check` tells.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p sets tree
demo_project sets - <<'END'
tag-prefixes: [v]
facts:
  gpu: {type: choice, choices: [old, new], help: the card}
END
cat >sets/pack.yaml <<'END'
tpatch: 1
pack: raising
summary: What has to be raised
rules:
  - id: raise-a
    title: Raise A
    why: The case needs it.
    files: a.cmake
    edits:
      - match: set(A 1)
        replace: set(A 2)
  - id: raise-b
    title: Raise B where the card is new
    why: The case needs it.
    files: b.cmake
    when: {gpu: new}
    edits:
      - match: set(B 1)
        replace: set(B 2)
END
cat >sets/set.yaml <<'END'
tpatch: 1
name: demo-1
summary: The rules of this case
target: {project: demo, versions: "1.*"}
use: [raising]
rules:
  - id: heed
    title: Heed the cable
    why: The case needs it.
    warn: the cable is short.
    files: a.cmake
  - id: know
    title: Know the colour
    why: The case needs it.
    note: the colour is blue, and needs no edit.
    files: a.cmake
END
echo 1.0 >tree/demo.txt
echo 'set(A 1)' >tree/a.cmake
echo 'set(B 1)' >tree/b.cmake
set -- --root tree --patchsets sets
t() {
	echo "\$ tpatch $*"
	tpatch "$@" 2>&1 || echo "[$?]"
}
t list --patchsets sets demo-1
t list --patchsets sets raising
t list --patchsets sets 'raise-[b]'
t list --patchsets sets CABLE
t list --patchsets sets raisin
t list --patchsets sets '('
t list "$@"
t list "$@" --fact gpu=new raise
t list "$@" --json=compact raise
t list --patchsets sets --format markdown demo-1
t show --patchsets sets raising
t show --patchsets sets know
t show --patchsets sets raise
echo "--- chosen"
t check "$@" --fact gpu=new --pack raising --skip 'raise-b'
t check "$@" --fact gpu=new --rule raise-b --pack demo-1 -v
t check "$@" --rule rais-a
t check "$@" --pack 'r*g' --skip '*'
echo "--- the exit code"
for word in missing changes warnings; do
	tpatch check -q "$@" --fail-on $word
	echo "$word: $?"
done
tpatch check -q "$@" --exit-zero
echo "zero: $?"
tpatch -q "$@" --fact gpu=new
for word in missing changes warnings; do
	tpatch check -q "$@" --fail-on $word
	echo "$word: $?"
done
echo 'set(A 3)' >tree/a.cmake
rm -r tree/.tpatch
tpatch check -q "$@" --fail-on missing >/dev/null 2>&1
echo "missing: $?"
tpatch check -q "$@" --exit-zero 2>&1 | tail -n 2
t check "$@" --fail-on everything
echo "--- names that are not of the tree's set"
sed 's/name: demo-1/name: demo-2/; s/"1\.\*"/"2.*"/; s/id: /id: new-/' sets/set.yaml >sets/two.yaml
sed 's/pack: raising/pack: unused/; s/id: raise/id: lower/' sets/pack.yaml >sets/unused.yaml
for word in demo-1 demo-2 unused new-heed; do
	tpatch list "$@" -q $word >/dev/null 2>&1 && echo "listed: $word"
	t list "$@" --json=compact $word | sed '/^\[{/s/"rules".*/.../'
done
echo "--- each option of a tree is enough"
for option in '--tag 1.0' '--use demo-2' '--facts none' '--fact gpu=new'; do
	# shellcheck disable=SC2086 # two words
	(cd tree && t list --patchsets ../sets $option | sed -n '1p; 3,4p; /in force/p')
done
