#!/bin/sh
# The project file: found from a subfolder and above, overridden by the command line and told so; what it may not say; `tpatch init`.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p tree/rules tree/sub
demo_project tree/rules - <<'END'
tag-prefixes: [v]
facts:
  gpu: {type: choice, choices: [old, new], help: the card}
  level: {type: version, help: a number}
profiles:
  new-card: {summary: the new one, facts: {gpu: new}}
END
cat >tree/rules/set.yaml <<'END'
tpatch: 1
name: demo-1
summary: The rules of this case
target: {project: demo, versions: "1.*"}
variables:
  floor: {default: "5", help: what B becomes}
rules:
  - id: raise-a
    title: Raise A
    why: The case needs it.
    files: "*.cmake"
    edits: [{match: set(A 1), replace: set(A 2)}]
  - id: raise-b
    title: Raise B where the card is new
    why: The case needs it.
    files: "*.cmake"
    when: {gpu: new}
    edits: [{match: set(B 1), replace: "set(B {{floor}})"}]
END
echo 1.0 >tree/demo.txt
echo 'set(A 1)' >tree/a.cmake
echo 'set(B 1)' >tree/b.cmake
echo 'set(B 1)' >tree/sub/c.cmake
cat >tree/tpatch.yaml <<'END'
# settings
patchsets: rules
profile: new-card
variables: {floor: "7"}
skip:
  - rule: raise-a
    reason: A is built elsewhere
globs: "!sub/**"
fail-on: missing
END

echo "--- from a subfolder, as typed"
(cd tree/sub && t status)
(cd tree/sub && t check)
(cd tree/sub && t --dry -q)
echo "--- completion has what the file names"
(cd tree/sub && tpatch __complete cur=raise check --skip && tpatch __complete cur=new check --profile && tpatch __complete cur= check --set)
(cd tree/sub && tpatch __complete cur=raise check --no-config --skip)
echo "--- a bare tpatch only looks"
(cd tree && t -q && cat b.cmake)
echo "--- the command line overrides, and it is said"
t check --root tree --fact gpu=old --set floor=8 --fail-on changes
t check --root tree --rule raise-a -g a.cmake
t status --root tree --profile new-card --json | sed -n '/"settings"/,/^  }/p'
TPATCH_TRACE=1 tpatch check --root tree --set floor=8 2>&1 | sed -n 's/^trace:.*setting/setting/p'
echo "--- applied, the same settings hold for what was done"
t apply --root tree -q
cat tree/b.cmake tree/sub/c.cmake
(cd tree && t check -q)
echo 'set(B 1)' >tree/b.cmake
(cd tree && t check --fail-on changes)
t rollback --root tree --force -q
echo "--- without it"
t check --root tree --no-config -q
t check --root tree --no-config --patchsets tree/rules | grep raise

echo "--- above the tree, which it names; of another tree it says nothing"
mkdir -p above/other && cp -r tree above/demo && rm above/demo/tpatch.yaml above/demo/b.cmake
cp -r tree/. above/other && rm above/other/tpatch.yaml
printf 'root: demo\npatchsets: demo/rules\nskip: [{rule: raise-a, reason: none}]\n' >above/tpatch.yaml
(cd above && t check | head -3)
(cd above && t check --root other -q)

echo "--- what is wrong has its place"
bad() {
	printf '%b' "$1" >tree/tpatch.yaml
	t check --root tree
}
bad 'profil: x\n'
bad 'profile: [a]\n'
bad 'profile: ../../x.yaml\n'
bad 'skip: [raise-a]\n'
bad 'skip: [{rule: raise-a}]\n'
bad 'patchsets: ../above\n'
bad 'patchsets: /etc\n'
bad 'patchsets: rulez\n'
bad 'root: a.cmake\n'
bad 'output: report.html\n'
bad 'patchsets: rules\nfacts: {gpu: newer}\n'
bad 'patchsets: rules\nvariables: {flor: 1}\n'
bad 'patchsets: rules\nprofile: old-card\n'
bad 'patchsets: rules\nskip: [{rule: raise-c, reason: x}]\n'
bad 'patchsets: rules\nskip: [{rule: "raise-[", reason: x}]\n'
bad 'patchsets: rules\npacks: [none, two]\n'
bad 'patchsets: rules\nuse: demo-11\n'
bad 'patchsets: rules\nprofile: new-cart\n'
bad 'patchsets: rules\nglobs: a.cmak\n'
bad 'patchsets: rules\nglobs: "a[.cmake"\n'
bad 'patchsets: rules\ntag: "7.0"\n'
bad 'facts: aut\n'
bad 'facts: [auto]\n'
bad 'facts: {from: facts.yaml}\n'
bad 'patchsets: rules\nfail-on: never\n'
bad 'name: demo-1\ntpatch: 1\n'
bad '- profile\n'
bad 'profile: "\n'
ln -s ../above tree/link
bad 'patchsets: link\n'
rm tree/link tree/tpatch.yaml
ln -s ../above/tpatch.yaml tree/tpatch.yaml
t check --root tree
t log --root tree
rm tree/tpatch.yaml
echo "--- a broken one stands not in the way back"
printf 'profil: x\n' >tree/tpatch.yaml
t log --root tree
(cd tree && t rollback && t list -q && t test demo-1)
printf 'patchsets: rules\nprofile: no-card\nvariables: {none: "1"}\n' >tree/tpatch.yaml
(cd tree && t test demo-1 && t show raise-b && t list)
(cd tree && t test demo-1 --no-config)
printf '# nothing is said\n' >tree/tpatch.yaml
t check --root tree -q --patchsets tree/rules

echo "--- patch sets that come with a tree change no protected files"
cat >tree/rules/more.yaml <<'END'
tpatch: 1
name: demo-2
summary: Another set
target: {project: demo, versions: "1.0"}
rules:
  - id: hooks
    title: Change what CI runs
    why: The case needs it.
    files: .github/workflows/*.yml
    protected: true
    edits: [{match: on, replace: off}]
END
printf 'patchsets: rules\nuse: demo-2\n' >tree/tpatch.yaml
t check --root tree
t check --root tree --patchsets tree/rules -q
rm tree/rules/more.yaml tree/tpatch.yaml

echo "--- init"
t init --root tree --patchsets tree/rules --profile new-card --fact level=1.0 --set floor=9 --skip x
t init --root tree --patchsets tree/rules --profile new-card --fact level=1.0 --set floor=9 -g '!sub/**' --tag 1.0 --fail-on warnings
cat tree/tpatch.yaml
t init --root tree
t status --root tree | sed -n '/^settings/,/^version/p'
rm tree/tpatch.yaml
t init --root tree --patchsets above/demo/rules
t init --root tree --patchsets tree/rules --profile old-card
(cd tree/sub && t init --patchsets ../rules -g c.cmake -q && cat ../tpatch.yaml)
