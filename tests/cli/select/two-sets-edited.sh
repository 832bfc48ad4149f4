#!/bin/sh
# Two sets changed the same places, and then somebody edits these files: lines that are there still are not put in again, and those that were taken out are.
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
	rule guard b.cmake 'match: f(), wrap: "if(MINE)\n  $MATCH\nendif()"'
	rule inside b.cmake 'match: g(), insert-after: "mine(inside)"'
} >sets/mine.yaml
{
	set_of theirs
	rule after-too a.cmake 'match: set(A 1), insert-after: "theirs()"'
	rule before-too a.cmake 'match: use(A), insert-before: "theirs(before)"'
	rule by-regex-too a.cmake 'regex: "use.B", insert-after: "theirs(by-regex)"'
	rule between b.cmake 'match: mine(first), insert-after: "theirs(between)"'
	rule beside-line b.cmake 'match: l(), insert-after: "theirs(line)"'
	rule beside b.cmake 'match: f(), insert-before: "theirs()"'
	rule guard-too b.cmake 'match: g(), wrap: "if(THEIRS)\n  $MATCH\nendif()"'
} >sets/theirs.yaml
echo 1.0 >tree/demo.txt
# Lines like those of the rules are the user's own, so far from their places that nobody takes them for those.
far=$(seq -f 'x%g()' 30)
printf 'set(A 1)\nuse(A)\nset(A 1)\nuse(B)\n%s\nmine(before)\nmine(by-regex)\n' "$far" >tree/a.cmake
printf 'f()\ng()\nl()\nm()\n%s\nmine(second)\n' "$far" >tree/b.cmake
both() {
	for set in mine theirs; do
		tpatch --root tree --patchsets sets --use $set | grep -F patched
	done
}
both >first
echo "== edited elsewhere, and between"
{ echo "top()"; sed 's/^theirs()$/user()\n&/' tree/a.cmake; echo "end()"; } >edited
cp edited tree/a.cmake
{ echo "top()"; sed 's/^theirs(line)$/user()\n&/' tree/b.cmake; echo "end()"; } >edited
cp edited tree/b.cmake
cp -a tree was
both
tpatch check --root tree --patchsets sets --use mine
echo "[$?]"
diff -r -x .tpatch was tree && echo "== unchanged"
echo "== of the lines of mine that were put in, some are taken out"
sed '/^mine(before)$/{N;s/^mine(before)\ntheirs/theirs/}; /^theirs(by-regex)$/{n;d}' tree/a.cmake >edited
cp edited tree/a.cmake
sed '/^mine(first)$/d; /^mine(line)$/d' tree/b.cmake >edited
cp edited tree/b.cmake
diff was/a.cmake tree/a.cmake
diff was/b.cmake tree/b.cmake
tpatch --root tree --patchsets sets --use mine --dry | grep -v '^ '
both
diff was/a.cmake tree/a.cmake
diff was/b.cmake tree/b.cmake
echo "== explain tells the same"
echo "more()" >>tree/a.cmake
tpatch explain after --root tree --patchsets sets --use mine | grep -A9 '^a.cmake'
echo "== a comment behind a line that was put in, and a place that is like an indented one"
{
	set_of mine
	rule line c.cmake 'match: l(), replace: "l()\nmine(line)"'
	rule guard c.cmake 'match: g(), wrap: "if(MINE)\n  $MATCH\nendif()"'
} >sets/mine.yaml
{
	set_of theirs
	rule beside-line c.cmake 'match: l(), insert-after: "theirs(line)"'
	rule beside-guarded c.cmake 'match: g(), insert-after: "theirs()"'
} >sets/theirs.yaml
printf 'l() # why\nif(Z)\n  g()\nendif()\ng()\n' >tree/c.cmake
both >first
echo "end()" >>tree/c.cmake
both
cat tree/c.cmake
echo "== taken out at one place of two: put in there again"
sed '5,8{/^    theirs()$/d}' tree/c.cmake >edited
cp edited tree/c.cmake
tpatch --root tree --patchsets sets --use theirs | grep -F patched
sed -n 4,9p tree/c.cmake
echo "== a tree that had the lines at two places, was parted by a run, and lost them at one: they are put in there, once"
{
	set_of mine
	rule line d.cmake 'match: l(), insert-after: "mine()"'
} >sets/mine.yaml
{
	set_of theirs
	rule beside d.cmake 'match: l(), insert-after: "theirs()"'
} >sets/theirs.yaml
printf 'l()\nmine()\nm()\nl()\nmine()\n' >tree/d.cmake
tpatch -q --root tree --patchsets sets --use theirs
sed '6,${/mine/d}' tree/d.cmake >edited
cp edited tree/d.cmake
both
echo "end()" >>tree/d.cmake
both
cat tree/d.cmake
