#!/bin/sh
# check and status look at a tree as the applied runs did: with their facts, values, filter, globs and sets, unless the command line has others.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree
demo_project sets - <<'END2'
facts:
  cuda: {type: version, help: the CUDA toolkit}
  gpu: {type: choice, choices: [old, new], help: the GPU}
profiles:
  new-card: {summary: The new card, facts: {gpu: new, cuda: "12.8"}}
END2
demo_set sets <<'END2'
variables:
  level: {type: number, default: "2", help: what A becomes}
rules:
  - id: a-level
    title: Raise A
    why: The case needs it.
    files: '*.cmake'
    edits:
      - match: set(A 1)
        replace: set(A {{level}})
  - id: b-new
    title: Raise B for the new card
    why: The case needs it.
    files: '*.cmake'
    when: {gpu: new}
    edits:
      - match: set(B 1)
        replace: set(B 2)
  - id: c-cuda
    title: Raise C for CUDA 12
    why: The case needs it.
    files: '*.cmake'
    when: {cuda: ">=12"}
    edits:
      - match: set(C 1)
        replace: set(C 2)
END2
again() {
	rm -rf tree
	mkdir -p tree/sub
	echo 1.0.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >tree/a.cmake
	printf 'set(A 1)\nset(B 1)\n' >tree/b.cmake
	printf 'set(A 1)\n' >tree/sub/c.cmake
	cp -a tree before
}
again
set -- --root tree --patchsets "$PWD/sets"
tpatch -q "$@" --profile new-card --set level=3
echo "--- as the run left it"
t check --root tree
echo "--- one file is put back"
cp before/b.cmake tree/b.cmake
t check --root tree
t check --root tree -q
tpatch check --root tree --json | sed -n '/"of_runs"/,/},/p; /"undone"/p; /"next"/p'
t check --root tree --format github
t status --root tree
echo "--- other facts on the command line"
t check "$@" --fact cuda=12.9
t check "$@" --fact gpu=old
t check "$@" --profile new-card --set level=2 -g '!b.cmake'
echo "--- the set is another since"
cp before/b.cmake tree/b.cmake
sed -i 's/The case needs it/It is needed/' sets/set.yaml
t check --root tree -g a.cmake
echo "--- a rule is gone from the set, and its file is put back"
sed 's/A 1/A 9/; s/A {{level}}/A 8/' sets/set.yaml >other.yaml
cp before/sub/c.cmake tree/sub/c.cmake
cp -a sets kept
mv other.yaml sets/set.yaml
sed -i 's/    edits:/    optional: true\n    edits:/' sets/set.yaml
t check --root tree
tpatch check --root tree --json | sed -n '/"of_runs"/,/},/p'
rm -r sets
mv kept sets
echo "--- its project has not that fact any more"
cp -a sets kept
sed -i '/gpu/d; /profiles/d; /new-card/d' sets/project.yaml
sed -i '/when: {gpu/d' sets/set.yaml
t check --root tree -g a.cmake
echo "--- nor is the set there"
rm -r sets
t check --root tree
mv kept sets
echo "--- two runs, by rules and by globs"
again
tpatch -q "$@" --rule 'a-*' -g a.cmake --fact gpu=old
tpatch -q "$@" --rule 'b-*' -g b.cmake --fact gpu=new
t check --root tree
cp before/a.cmake before/b.cmake tree/
t check --root tree
echo "--- and once more: a run calls nothing undone that it has patched"
t --root tree --patchsets sets --fact gpu=new
echo "--- one of them without a choice of rules"
again
tpatch -q "$@" --rule 'a-*' -g '!sub/'
tpatch -q "$@" -g 'sub/'
t check --root tree
echo "--- a third with the globs of another"
cp before/sub/c.cmake tree/sub/
tpatch -q "$@" -g 'sub/'
tpatch status "$@" | grep '^options'
tpatch status "$@" --json | grep '"options_of_runs"'
echo "--- two runs, each without a rule of the other"
again
tpatch -q "$@" --skip a-level --fact gpu=new -g a.cmake
tpatch -q "$@" --skip b-new -g a.cmake
cp before/a.cmake tree/
t check --root tree
echo "--- a choice on the command line counts in place of the run's"
again
tpatch -q "$@" --rule 'a-*' --fact gpu=new
t check --root tree --skip a-level
echo "--- nothing is written by it"
note_state
t check --root tree -q
as_it_was
echo "--- what a next command has to repeat"
again
tpatch check --root tree --patchsets sets --profile new-card --set level=3 2>&1 | tail -n 1
tpatch status --root tree --patchsets sets --profile new-card 2>&1 | tail -n 1
echo "--- another set than that of the run"
sed 's/^name: demo-1/name: demo-other/' sets/set.yaml >sets/other.yaml
t check --root tree --patchsets sets --use demo-other
tpatch -q "$@" --use demo-1
t check "$@" --use demo-other
t check "$@" --use demo-1
rm sets/other.yaml
echo "--- a run of an earlier tpatch, by an option that is gone"
again
printf 'set(A 2)\nset(B 1)\nset(C 1)\n' >tree/a.cmake
mkdir -p tree/.tpatch/runs/000001/old
cp before/a.cmake tree/.tpatch/runs/000001/old/0
forge_record applied <<'END2'
origin 1
with filter ^a-.*
files 1
file 0 43e15a15ea40826acaf719da6523f8c3 7e07c64bd3c28780ad4bbdb823c6ed10 27 27 0644 0644 0 a.cmake a-level
made 0
declined 0
folders 1
folder 0 .
checksum 84bfca3c2c1e1b77143ca9a45b270644
END2
t check --root tree --patchsets sets
t recover --adopt --root tree
t recover --adopt --root tree
t check --root tree --patchsets sets
t log --root tree
echo "--- an option is of the runs that had it: one had it otherwise, one not at all"
again
cp -a sets other
# shellcheck disable=SC2016 # the dollar is the pattern's
printf '%s\n' '  - {id: more, title: More, why: w, files: a.cmake, edits: [{match: "set(C $X)", set: {X: "7"}}]}' >>other/set.yaml
tpatch -q "$@" --rule a-level --fact gpu=new --set level=3
tpatch -q --root tree --patchsets "$PWD/other" --rule b-new --rule more --fact gpu=new --fact cuda=12.1 --set level=3
t status --root tree
cp before/sub/c.cmake tree/sub/
t check --root tree
echo "--- what is proposed chooses as a run that made what is gone"
sh -c "$(tpatch check --root tree | sed -n 's/^next: //p')" | tail -n 2
cp before/*.cmake tree/
cp before/sub/c.cmake tree/sub/
tpatch status --root tree | grep '^state\|^next'
echo "--- a rule that the run chose is gone"
again
tpatch -q "$@" --rule a-level --fact gpu=new
sed -i '/id: a-level/,/set(A {{level}})/d' sets/set.yaml
t check --root tree
t check --root tree --rule '*'
