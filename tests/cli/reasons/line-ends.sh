#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# Files in which a carriage return alone ends the lines, or some of them: lines are put where the language's lines end, or nowhere.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
# try FILE TEXT EDIT: what becomes of a file of this text by this edit.
try() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf '%b' "$2" >"tree/$1"
	printf 'rules:\n  - id: one\n    title: One\n    why: w\n    files: %s\n    edits:\n      - {%s}\n' "$1" "$3" | demo_set sets
	printf '== %s: %s\n' "$1" "$3"
	tpatch --root tree --patchsets sets -q 2>&1
	printf '[%s] ' "$?"
	tr '\r\n' '<~' <"tree/$1"
	echo
}
lines='a(1)\rb(1)\rc(1)\r'
for file in a.cmake a.py a.sh; do
	try $file "$lines" 'match: b(1), insert-after: x(1)'
done
try a.c 'a(1);\rb(1);\r' 'match: a(1);, insert-after: x(1);'
try a.cmake "$lines" 'match: b(1), insert-before: x(1)'
try a.cmake "$lines" 'regex: b, insert-after: x'
try a.cmake "$lines" 'match: b(1), replace: "b(\n2)"'
try a.cmake "$lines" 'match: a(1), ensure-before: x(1)'
try a.cmake "$lines" 'match: b(1), wrap: "if(x)\n$MATCH\nendif()"'
try a.cmake "$lines" 'match: b($B), set: {B: 2}'
try a.py 'a(1)\rb(1)\nc(1)\n' 'match: a(1), insert-after: x(1)'
try a.py 'a(1)\rb(1)\nc(1)\n' 'match: b(1), insert-before: x(1)'
