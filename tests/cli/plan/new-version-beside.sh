#!/bin/sh
# A new version of a rule is missing where the lines of its old one are still beside the place, whatever people did to the file and to these lines meanwhile.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets

# rule EDITS: the set is one rule with these.
rule() {
	printf 'rules:\n  - {id: r, title: T, why: w, files: a.cmake, edits: [%s]}\n' "$1" | demo_set sets
}

# made EDITS: a tree that they patched.
made() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >tree/a.cmake
	rule "$1"
	tpatch apply -q --root tree --patchsets sets
}

# by_hand SED: somebody edits the file.
by_hand() {
	sed "$1" tree/a.cmake >text
	cp text tree/a.cmake
}

says() {
	cat tree/a.cmake
	tpatch check --root tree --patchsets sets | sed -n 's/^  \(.*  r  .*\)/\1/p'
}

echo "--- a comment behind the old line, and a line of somebody's before the place"
made '{match: set(B 1), insert-before: mine(1)}'
by_hand 's/mine(1)/& # ours/; s/set(B 1)/own(1)\
&/'
rule '{match: set(B 1), insert-before: mine(2)}'
says
echo "--- made by the first of two runs"
made '{match: set(B 1), insert-before: mine(1)}, {match: set(A 1), insert-after: also(1)}'
by_hand '/also(1)/d'
tpatch apply -q --root tree --patchsets sets
by_hand 's/set(C 1)/set(C 2)/'
rule '{match: set(B 1), insert-before: mine(2)}, {match: set(A 1), insert-after: also(1)}'
says
