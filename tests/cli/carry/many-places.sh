#!/bin/sh
# Patches that change many places that look alike: each hunk gets as much context as tells its place from the others, and patches whose
# places only tell together are one rule.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets
demo_project sets
mkdir old new patched
echo 1.0.0 >old/demo.txt
echo 2.0.0 >new/demo.txt
body() { printf 'def %s(x):\n    check(x)\n    measure(x)\n    weigh(x)\n    begin(x)\n    run(x)\n    end(x)\n    return x\n\n\n' "$1"; }
for name in one two three four five six seven eight nine; do body $name; done >old/a.py
{
	echo 'import sys'
	echo
	cat old/a.py
} >new/a.py
# change FILE FUNCTION...: the fifth line of each is another one
change() {
	file=$1
	shift
	for each in "$@"; do sed -i "/^def $each(/,/run(x)/s/run(x)/run($each)/" "$file"; done
}
# made NAME FUNCTION...: a diff
made() {
	name=$1
	shift
	cp old/a.py patched/a.py
	change patched/a.py "$@"
	diff -u --label a/a.py --label b/a.py old/a.py patched/a.py >"$name"
}
# ported DIFF...: the set that it comes to, and whether a run makes what sed does
ported() {
	echo "== $*"
	rm -f out.yaml
	tpatch port "$@" --from old --to new --patchsets sets -o out.yaml --quiet
	echo "[$?]"
	grep -E '^  - id:|^ +@@' out.yaml
	cp out.yaml sets/out.yaml
	cp -R new tree
	tpatch --root tree --patchsets sets -q
	echo "[$?]"
	cmp tree/a.py expected && echo "as expected"
	rm -rf tree sets/out.yaml
}
made 1.diff one three four six eight nine
cp new/a.py expected
change expected one three four six eight nine
ported 1.diff
made 2.diff two
made 3.diff five
change expected two five
ported 1.diff 2.diff 3.diff
cp new/a.py expected
change expected two five
ported 2.diff 3.diff

echo "== places that names do not tell apart"
for _ in 1 2 3 4 5 6; do printf 'begin()\nrun(x)\nend()\n'; done >old/a.py
{
	echo 'import sys'
	cat old/a.py
} >new/a.py
# line NAME N NEW: a diff of one line
line() {
	sed "$2s/.*/$3/" old/a.py >patched/a.py
	diff -u --label a/a.py --label b/a.py old/a.py patched/a.py >"$1"
}
line 1.diff 5 'run(1)'
line 2.diff 11 'run(2)'
sed '6s/.*/run(1)/; 12s/.*/run(2)/' new/a.py >expected
ported 1.diff 2.diff
