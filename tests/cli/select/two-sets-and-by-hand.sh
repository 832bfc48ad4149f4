#!/bin/sh
# One set's lines are in the tree already, by hand or from upstream, and no run of it made them. What another set puts between does not part them.
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
	rule after a.cmake 'match: a(), insert-after: "x()\ny()"'
	rule after-that a.cmake 'match: a(), insert-after: "z()"'
	rule before a.cmake 'match: e(), insert-before: "mine(before)"'
	rule by-regex a.cmake 'regex: "^g", insert-after: "mine(by-regex)"'
	rule guard b.cmake 'match: f(), wrap: "if(MINE)\n  $MATCH\nendif()"'
} >sets/mine.yaml
{
	set_of theirs
	rule after-too a.cmake 'match: a(), insert-after: "y()\nw()"'
	rule before-too a.cmake 'match: e(), insert-before: "theirs(before)"'
	rule by-regex-too a.cmake 'regex: "^g", insert-after: "theirs(by-regex)"'
	rule beside b.cmake 'match: f(), insert-before: "theirs()"'
} >sets/theirs.yaml
echo 1.0 >tree/demo.txt
printf 'a()\nx()\ny()\nz()\nb()\nmine(before)\ne()\ng()\nmine(by-regex)\n' >tree/a.cmake
printf 'if(MINE)\n  f()\nendif()\n' >tree/b.cmake
for set in mine theirs mine theirs; do
	echo "== $set"
	tpatch --root tree --patchsets sets --use $set | grep '^  '
done
cat tree/a.cmake tree/b.cmake
echo "== explain tells the same"
tpatch explain after --root tree --patchsets sets --use mine | grep -A9 '^a.cmake'
