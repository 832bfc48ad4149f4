#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# A file that one version of a rule has patched and somebody has edited since, and the next version of that rule: it writes nothing beside what the first
# has written and nobody has taken out.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets

# version EDIT: the rule's edit.
version() {
	printf 'rules:\n  - {id: r, title: T, why: w, files: %s, edits: [%s]}\n' "$file" "$1" | demo_set sets
}

# first EDIT: the file, patched by this; its text is on standard input.
first() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	cat >"tree/$file"
	version "$1"
	tpatch apply -q --root tree --patchsets sets || echo "NOT APPLIED"
}

# next EDIT: what this says of the tree.
next() {
	version "$1"
	tpatch check --root tree --patchsets sets | sed -n 's/^  \(.*  r  .*\)/\1/p'
}

# versions SELECTOR OPERATION BEFORE AFTER: V1, an edit by hand at the end of the file, then V2, between these.
versions() {
	echo "$2"
	first "{$1, $2: $3V1$4}" <"$HOME/text"
	cat "$HOME/end" >>"tree/$file"
	next "{$1, $2: $3V2$4}"
}

file=a.cmake
printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >text
echo 'set(D 1)' >end
echo "--- by each of the operations that add something, where the file was edited elsewhere"
versions 'match: set(A 1)' insert-after '' '()'
versions 'match: set(B 1)' insert-before '' '()'
versions 'match: set(A 1)' ensure-after '' '()'
versions 'match: set(A 1)' ensure-before '' '()'
versions 'match: set(A 1)' wrap '"if(' ')\n$MATCH\nendif()"'
versions 'match: set(A 1)' replace '"set(A 1)\n' '()"'
versions 'match: set(A $$$X)' add-to '{X: ' '}'
versions 'regex: set.A' insert-after '' '()'
echo "--- by a hunk, above and below what it finds"
first '{hunk: "@@ -1 +1,2 @@\n+V1()\n set(A 1)\n"}' <text
cat end >>tree/a.cmake
next '{hunk: "@@ -1 +1,2 @@\n+V2()\n set(A 1)\n"}'
first '{hunk: "@@ -3 +3,2 @@\n set(C 1)\n+V1()\n"}' <text
next '{hunk: "@@ -3 +3,2 @@\n set(C 1)\n+V2()\n"}'
cat end >>tree/a.cmake
next '{hunk: "@@ -3 +3,2 @@\n set(C 1)\n+V2()\n"}'
next '{hunk: "@@ -3,2 +3,2 @@\n set(C 1)\n-V1()\n+V2()\n"}'
echo "--- a header, at the top"
file=a.c
printf '#include <a.h>\n\nint f = g();\n' >text
echo 'int h;' >end
versions 'match: g()' ensure-include '<' '.h>'
sed -i /V1/d tree/a.c
next '{match: g(), ensure-include: <V2.h>}'

file=a.cmake
printf 'set(A 1)\nset(B 1)\nset(C 1)\n' >text
echo "--- with a line of somebody between"
first '{match: set(A 1), insert-after: V1()}' <text
printf 'set(A 1)\n\n# why\nV1()\nset(B 1)\nset(C 1)\n' >tree/a.cmake
next '{match: set(A 1), insert-after: V2()}'
echo "--- the first is gone by hand"
printf 'set(A 1)\nset(B 1)\nset(C 1)\nset(D 1)\n' >tree/a.cmake
next '{match: set(A 1), insert-after: V2()}'
echo "--- and what is beside the place, another set has put there since"
first '{match: set(A 1), insert-after: V1()}' <text
printf 'set(A 1)\nset(B 1)\nset(C 1)\nset(D 1)\n' >tree/a.cmake
cp -r sets others
sed 's/demo-1/demo-other/; s/id: r/id: other/; s/V1()/other()/' sets/set.yaml >others/set.yaml
tpatch apply -q --root tree --patchsets others || echo "NOT APPLIED"
next '{match: set(A 1), insert-after: V2()}'
echo "--- or between both"
first '{match: set(A 1), insert-after: V1()}' <text
tpatch apply -q --root tree --patchsets others || echo "NOT APPLIED"
cat end >>tree/a.cmake
next '{match: set(A 1), insert-after: V2()}'
