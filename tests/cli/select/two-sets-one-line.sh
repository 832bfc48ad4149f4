#!/bin/sh
# Two sets change the same place or file, each in a run of its own: another run of either has nothing to do, until somebody takes its lines out.
# shellcheck disable=SC2016 # the dollars are captures
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p sets tree
demo_project sets
rule() {
	printf '  - {id: %s, title: Change, why: The case needs it., files: %s, edits: [{%s}]}\n' "$1" "$2" "$3"
}
set_of() {
	printf 'tpatch: 1\nname: %s\nsummary: The rules of this case\ntarget: {project: demo, versions: "1.*"}\nrules:\n' "$1"
}
{
	set_of mine
	rule after a.cmake 'match: set(A 1), insert-after: "mine()"'
	rule before a.cmake 'match: use(A), insert-before: "mine(before)"'
	rule by-regex a.cmake 'regex: "use.B", insert-after: "mine(by-regex)"'
	rule two-lines b.cmake 'match: m(), insert-after: "mine(first)\nmine(second)"'
	rule line-too b.cmake 'match: l(), replace: "l()\nmine(line)"'
	rule line-and-comment d.py 'match: l(), replace: "l()\nmine(comment)"'
	rule guard b.cmake 'match: f(), wrap: "if(MINE)\n  $MATCH\nendif()"'
	rule inside b.cmake 'match: g(), insert-after: "mine(inside)"'
	rule at-end c.cmake 'match: endif(), insert-before: "mine(at-end)"'
	rule at-branch c.cmake 'match: else(), insert-before: "mine(at-branch)"'
} >sets/mine.yaml
{
	set_of theirs
	rule after-too a.cmake 'match: set(A 1), insert-after: "theirs()"'
	rule before-too a.cmake 'match: use(A), insert-before: "theirs(before)"'
	rule by-regex-too a.cmake 'regex: "use.B", insert-after: "theirs(by-regex)"'
	rule between b.cmake 'match: mine(first), insert-after: "theirs(between)"'
	rule beside-line b.cmake 'match: l(), insert-after: "theirs(line)"'
	rule beside-comment d.py 'match: l(), insert-after: "theirs(comment)"'
	rule beside b.cmake 'match: f(), insert-before: "theirs()"'
	rule guard-too b.cmake 'match: g(), wrap: "if(THEIRS)\n  $MATCH\nendif()"'
	rule at-end-too c.cmake 'match: endif(), insert-before: "theirs(at-end)"'
	rule at-branch-too c.cmake 'match: else(), ensure-before: "theirs(at-branch)"'
} >sets/theirs.yaml
echo 1.0 >tree/demo.txt
printf 'set(A 1)\nuse(A)\nset(A 1)\nuse(B)\n' >tree/a.cmake
printf 'f()\ng()\nl()\nm()\n' >tree/b.cmake
printf 'if(A)\n  a()\nelse()\n  b()\nendif()\n' >tree/c.cmake
echo 'l()  # why' >tree/d.py
cp -a tree original
for set in mine theirs mine theirs; do
	echo "== $set"
	tpatch -q --root tree --patchsets sets --use $set
	echo "[$?]"
done
cat tree/a.cmake tree/b.cmake tree/c.cmake tree/d.py
tpatch log --root tree | cut -c1-18
echo "== explain tells the same"
tpatch explain after --root tree --patchsets sets --use mine | grep -A9 '^a.cmake'
echo "== they are taken out: the file is as no run left it"
cp original/a.cmake tree/a.cmake
tpatch --root tree --patchsets sets --use mine | grep patched
cat tree/a.cmake
echo "== what one set deletes in a file that another renames"
{
	set_of mine
	rule less '"*.cmake"' 'match: h(), delete: true'
} >sets/mine.yaml
{
	set_of theirs
	rule move h.cmake 'rename-file: moved/i.cmake'
} >sets/theirs.yaml
printf 'h()\ni()\n' >tree/h.cmake
for set in mine theirs mine theirs; do
	tpatch --root tree --patchsets sets --use $set | grep patched
done
cat tree/moved/i.cmake
