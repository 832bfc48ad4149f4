#!/bin/sh
# What completion asks the program and is answered, for every kind of value; the scripts that ask; and the manual pages.
# (tests/shells.py tries the scripts in their shells, and the pages in man.)
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p tree/rules
demo_project tree/rules - <<'END'
tag-prefixes: [v]
releases: {"1.0": 67ece03c8cd632cc, "2.0": 664058fa83f1d8ee}
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
  mode: {type: choice, choices: [fast, small], default: fast, help: how}
rules:
  - id: raise-b
    title: Raise B
    why: The case needs it.
    files: "*.cmake"
    edits: [{match: set(B 1), replace: "set(B {{floor}})"}]
  - id: raise-a
    title: Raise A
    why: The case needs it.
    files: "*.cmake"
    edits: [{match: set(A 1), replace: set(A 2)}]
END
sed -e 's/demo-1/demo-2/; s/"1[.][*]"/"2.*"/; s/raise-b/lower-b/' tree/rules/set.yaml >tree/rules/other.yaml
printf 'tpatch: 1\npack: bits\nsummary: A pack\nrules:\n  - {id: bit, title: A bit, why: w, files: "*", edits: [{match: a, replace: b}]}\n' >tree/rules/pack.yaml
echo 1.0 >tree/demo.txt
echo 'set(A 1)' >tree/a.cmake
echo 'set(B 1)' >tree/b.cmake
ask() {
	echo "\$ $*"
	tpatch __complete "$@" 2>&1
}
rules="--patchsets tree/rules"

# The help beside each word is told by `help` too: only the words.
names() {
	ask "$@" | cut -f 1
}
echo "--- words of the command line"
names cur=
names cur=st
names cur=-
names cur=--ver check
names cur=--pro check
names cur=-q check
names cur= help
names cur=pr check --json=
names cur=--json=c check
names cur=al check --color
echo "--- what patch sets hold"
# shellcheck disable=SC2086 # two words
{
	ask cur= check --root tree $rules --rule
	ask cur=raise check $rules --rule
	ask cur=demo check $rules --use
	ask cur=b check $rules --pack
	ask cur= check $rules --root tree --profile
	ask cur=g check $rules --root tree --fact
	ask cur= check $rules --root tree --facts
	ask cur= check $rules --root tree --set
	ask cur= check $rules --root tree --tag
	ask cur=demo lint $rules
	ask cur=bi show $rules
	ask cur=raise show $rules --tag 1.0
	ask cur=raise explain $rules
	ask cur= export $rules --format
	ask cur= check $rules --format
	ask cur= check $rules --output
	ask cur= parse --language
	echo "--- of another set than the tree's, of files, of nothing that is known"
	ask cur= check $rules --root tree --use demo-2 --rule
	ask cur=f check $rules --root tree --use demo-2 --set
	ask cur=n check $rules --root tree --use demo-2 --profile
	ask cur=raise check $rules --root tree --use nothing --rule
	ask cur=n check $rules --root nowhere --profile
	ask cur= check --patchsets nowhere --rule
	ask cur=html=pa check --output
	ask cur=--output=html=pa check
	ask cur=--output=ht check
	ask cur=--nonsense=x check
	ask cur=gpu=n check $rules --root tree --fact
	ask cur=demo show $rules --digest
	ask cur=demo list $rules
	ask cur=demo test $rules demo-1
	ask cur=de matrix $rules
	ask cur=a explain $rules raise-a
	ask cur=a explain $rules raise-a a.cmake
	ask cur= log 1
	ask cur= diff 1 2
	ask cur=ch help
	ask cur=ch help check
	echo "--- runs, the newest first"
	ask cur= rollback --root tree
	tpatch -q --root tree $rules --rule raise-a
	tpatch -q --root tree $rules --rule raise-b
	tpatch -q rollback --root tree 2
	ask cur= rollback --root tree
	ask cur= diff --root tree
	ask cur= log --root tree
	ask cur= export --root tree
	ask cur=2 export --root tree
}

echo "--- scripts"
for shell in bash zsh fish powershell; do
	tpatch help --completion $shell >script && grep -c tpatch script
	grep -n PROGRAM script
done
tpatch help --completion tcsh
bash -n script 2>/dev/null
tpatch help --completion bash >script && bash -n script && sed -n '1,4p' script

echo "--- manual pages"
tpatch help --man | grep -e '^\.[A-Z]' -e '^.f'
tpatch help recover --man | grep -e '^\.[A-Z]' -e '^.f'
tpatch help check --man | grep -e '^\.[A-Z]' | sort | uniq -c
