#!/bin/sh
# Several of a kind: which edit of a rule is ambiguous, where a file is broken first, one file read as many languages.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
mkdir tree
echo 1.0 >tree/demo.txt
# rules: the set, of the rules on standard input
rules() {
	{
		echo 'rules:'
		cat
	} | demo_set sets
}
set -- --root tree --patchsets sets
echo "== the second of three edits"
rules <<'END'
  - id: three
    title: Three
    why: w
    files: a.cmake
    edits:
      - {match: set(A 1), replace: set(A 2)}
      - {match: old(), delete: true, already: new()}
      - {match: set(B 1), replace: set(B 2)}
END
printf 'set(A 1)\nold()\nnew()\nset(B 1)\n' >tree/a.cmake
t check "$@"
echo "== broken before the rule: the first place of two"
rules <<'END'
  - {id: key, title: Key, why: w, files: a.toml, edits: [{match: k = 1, replace: k = 2}]}
END
printf 'k = 1\nx = 1\nx = 2\n[t]\ny = maybe\n[t]\n' >tree/a.toml
t check "$@"
printf 'k = 1\ny = 1 2\nx = 1\nx = 2\n' >tree/a.toml
t check "$@"
rm tree/a.toml
echo "== one file, many languages"
for language in cmake python c starlark; do
	echo "  - {id: in-$language, title: T, why: w, files: '*.x', language: $language, edits: [{match: f(1), replace: f(2)}]}"
done >list
for language in shell batch; do
	echo "  - {id: in-$language, title: T, why: w, files: '*.x', language: $language, edits: [{match: f 1, replace: f 2}]}"
done >>list
for language in toml requirements json yaml; do
	echo "  - {id: in-$language, title: T, why: w, files: '*.x', language: $language, edits: [{regex: '^f 1', replace: f 2}]}"
done >>list
rules <list
printf 'f\n1\n' >tree/a.x
t check "$@"
printf 'f 1\n' >tree/a.x
t check "$@" --skip 'in-shell' --skip 'in-batch'
