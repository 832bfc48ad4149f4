#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# A tree that one version of a set has patched, and the next version of it: what is made is not what has only the same name, and what is otherwise
# because the rule is another was not changed by anybody.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets

# rules [RULE EDITS [FILE]]…: the set has these rules.
rules() {
	echo "rules:" >"$HOME/rules"
	while [ $# -gt 0 ]; do
		printf '  - id: %s\n    title: T\n    why: w\n    files: %s\n    edits: %s\n' "$1" "${3:-a.cmake}" "$2" >>"$HOME/rules"
		shift 2
		[ $# = 0 ] || shift
	done
	demo_set sets <"$HOME/rules"
}

# first RULE EDITS [FILE]…: a tree patched by these.
first() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >tree/a.cmake
	rules "$@"
	tpatch apply -q --root tree --patchsets sets || echo "NOT APPLIED"
}

# then RULE EDITS [FILE]…: and what these say of it.
next() {
	rules "$@"
	t check --root tree --patchsets sets | grep -v '^\(tree\|version\|set\|digest\|but\) \|^$'
}

delete_a='[{match: set(A 1), delete: true}]'
echo "--- another deletion, whose code is not there"
first r "$delete_a" a.cmake
next r '[{match: set(Z 1), delete: true}]'
echo "--- one more, whose code is not there"
next r '[{match: set(A 1), delete: true}, {match: set(Z 1), delete: true}]'
echo "--- the same within a block"
next r '[{match: set(A 1), delete: true, inside: if(X)}]'
echo "--- the same under another name, and beside another edit"
next other "$delete_a"
next r '[{match: set(A 1), delete: true}, {match: set(B 1), replace: set(B 2)}]'
echo "--- the same, in two rules"
first r '[{match: set(A 1), delete: true}, {match: set(C 1), delete: true}]' a.cmake
next one "$delete_a" a.cmake two '[{match: set(C 1), delete: true}]'
echo "--- a deletion of what was replaced"
first r '[{match: set(A 1), replace: set(A 2)}]' a.cmake
next r "$delete_a"
echo "--- another result; then it is made of the first"
next r '[{match: set(A 1), replace: set(A 3)}]'
next r '[{match: set(A 2), replace: set(A 3)}]'
echo "--- the same, and somebody has changed the file"
echo 'set(D 1)' >>tree/a.cmake
next r '[{match: set(A 1), replace: set(A 3)}]'
next r '[{match: set(A 2), replace: set(A 3)}]'
echo "--- another content of a new file; the executable bit"
first r '[{create: "a\n"}]' n.txt
next r '[{create: "b\n"}]' n.txt
next r '[{create: "a\n"}, {executable: true}]' n.txt
echo "--- another new path; then the file is gone"
first r '[{rename-file: b.cmake}]' a.cmake
next r '[{rename-file: c.cmake}]'
rm tree/b.cmake
next r '[{rename-file: b.cmake}]'
echo "--- other lines beside the same code, by each of the operations that add some; then the first run is taken back"
# versions SELECTOR OPERATION BEFORE AFTER: V1, then V2, between these.
versions() {
	first r "[{$1, $2: $3V1$4}]" a.cmake
	next r "[{$1, $2: $3V2$4}]" | sed -n 2p
}
versions 'match: set(A 1)' insert-after '' '()'
versions 'match: set(A 1)' ensure-before '' '()'
versions 'match: set(A 1)' wrap '"if(' ')\n$MATCH\nendif()"'
versions 'match: set(A 1)' replace '"set(A 1)\n' '()"'
versions 'match: set(A $$$X)' add-to '{X: ' '}'
tpatch explain r --root tree --patchsets sets | grep '^verdict'
tpatch rollback -q --root tree
next r '[{match: set(A 1), insert-after: V2()}]' | sed -n 2p
echo "--- one more that adds lines, beside the same; then the same is written otherwise"
first r '[{match: set(A 1), insert-after: x(1)}]' a.cmake
next r '[{match: set(A 1), insert-after: x(1)}, {match: set(B 1), insert-after: x(2)}]' | sed -n 2p
next r '[{match: set(A $X), insert-after: x(1)}]' | sed -n 2p
echo "--- the first is gone by hand"
printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >tree/a.cmake
next r '[{match: set(A 1), insert-after: x(2)}]' | sed -n 2p
