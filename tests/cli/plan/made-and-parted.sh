#!/bin/sh
# What a run made is known again after others have put lines into it, as far as all that it wrote is there.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_project others

# rule FOLDER NAME EDIT: FOLDER has the set NAME of one rule, r.
rule() {
	printf 'rules:\n  - {id: r, title: T, why: w, files: a.cmake, edits: [%s]}\n' "$3" | demo_set "$1"
	sed -i "s/demo-1/$2/" "$1/set.yaml"
}

# made EDIT: a tree patched by this.
made() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\nset(C 1)\nset(D 1)\n# ---\nset(E 1)\n' >tree/a.cmake
	rule sets mine "$1"
	tpatch apply -q --root tree --patchsets sets
}

# theirs EDIT: another set does this.
theirs() {
	rule others theirs "$1"
	tpatch apply -q --root tree --patchsets others
}

# by_hand SED: somebody edits the file.
by_hand() {
	sed "$1" tree/a.cmake >text
	cp text tree/a.cmake
}

says() {
	tpatch check --root tree --patchsets sets | sed -n 's/^  \(.*  r  .*\)/\1/p'
}

hunk='{hunk: "@@ -1,3 +1,4 @@\n set(A 1)\n-set(B 1)\n+set(B 2)\n+mine(1)\n set(C 1)\n"}'
echo "--- a hunk, by lines of another set, and by somebody's; then after another run, and edited again"
made "$hunk"
theirs '{match: mine(1), insert-before: theirs(1)}'
says
by_hand 's/set(C 1)/own(1)\
&/'
says
theirs '{match: mine(1), insert-before: theirs(1)}'
theirs '{match: set(A 1), insert-after: theirs(2)}'
says
by_hand 's/set(D 1)/own(2)/'
says
cat tree/a.cmake
echo "--- somebody has changed a line of it, or taken one out, or its context"
by_hand 's/mine(1)/mine(2)/'
says
by_hand '/mine(2)/d'
says
made "$hunk"
theirs '{match: mine(1), insert-before: theirs(1)}'
by_hand 's/set(A 1)/set(A 3)/'
says
echo "--- another set has changed it"
made "$hunk"
theirs '{match: set(B 2), replace: set(B 3)}'
says
echo "--- two hunks, one of which was parted"
made '{hunk: "@@ -1,2 +1,3 @@\n set(A 1)\n+mine(1)\n set(B 1)\n@@ -3,2 +4,3 @@\n set(C 1)\n+mine(2)\n set(D 1)\n"}'
theirs '{match: mine(2), insert-after: theirs(1)}'
says
echo "--- what replaces something"
made '{match: set(B 1), replace: "set(B 2)\nmine(1)"}'
theirs '{match: mine(1), insert-before: theirs(1)}'
says
by_hand 's/theirs(1)/&\
own(1)/'
says
by_hand '/mine(1)/d'
says
echo "--- without a record"
made "$hunk"
theirs '{match: mine(1), insert-before: theirs(1)}'
rm -rf tree/.tpatch
says
echo "--- made before the first run"
made "$hunk"
rm -rf tree/.tpatch
theirs '{match: mine(1), insert-before: theirs(1)}'
says
by_hand 's/set(C 1)/set(C 2)/'
says
by_hand '/mine(1)/d'
says
echo "--- a line without words was removed: others put lines elsewhere, change the line before it, put one in its place"
removal='{regex: "^# -+\\n", delete: true}'
made "$removal"
by_hand '1i\
own(1)'
says
# shellcheck disable=SC2016 # sed's, not the shell's
by_hand '$a\
own(2)'
says
by_hand 's/set(D 1)/set(D 2)/'
says
made "$removal"
by_hand 's/set(E 1)/own(1)\
&/'
says
