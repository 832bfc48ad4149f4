#!/bin/sh
# Profiles that extend others: facts and variables of all parts that hold here, the nearest last; what cannot be read of one.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree
project() {
	demo_project sets - <<END
facts:
  gpu: {type: choice, choices: [none, old, new], help: the card}
  level: {type: version, help: a number}
  colour: {type: text, help: a colour}
profiles:
  base: {summary: the first, versions: ">=1", facts: {gpu: none, colour: red}, set: {one: a, two: b}}
  middle:
    summary: the second
    extends: base
    facts: {gpu: old}
    set: {two: c}
    when:
      - {versions: ">=2", facts: {level: "2.0"}}
      - {versions: "<2", facts: {level: "1.0"}}
      - {system: windows, facts: {colour: blue}}
  last: {summary: the third, extends: middle, versions: "<3", facts: {gpu: new}, set: {three: d}}
  bare: {summary: nothing of its own, extends: last}
${1-}
END
}
project
demo_set sets '>=1' <<'END'
variables:
  one: {default: "1", help: the first}
  two: {default: "2", help: the second}
  three: {default: "3", help: the third}
rules:
  - id: change
    title: Change A
    why: The case needs it.
    files: a.txt
    edits: [{match: A, replace: "{{one}} {{two}} {{three}}"}]
END
echo A >tree/a.txt
set -- --root tree --patchsets sets
for version in 1.0 2.1 3.0; do
	echo "$version" >tree/demo.txt
	for profile in base middle last bare; do
		echo "--- $profile of $version"
		tpatch facts "$@" --profile $profile 2>&1 | grep -E '^(gpu|level|colour|error|hint|warning)'
		tpatch --dry -q "$@" --profile $profile --facts none | grep '^+[^+]'
	done
done
echo 1.0 >tree/demo.txt
echo "--- what is typed goes before"
tpatch facts "$@" --profile last --fact gpu=none | grep gpu
tpatch --dry -q "$@" --profile middle --set two=z --set one=y | grep '^+[^+]'
echo "--- a profile in a file"
printf 'profile: mine\nsummary: x\nextends: last\nfacts: {level: "7.0"}\nset: {one: q}\n' >mine.yaml
tpatch facts "$@" --profile ./mine.yaml | grep -E '^(gpu|level|colour)'
tpatch --dry -q "$@" --profile ./mine.yaml | grep '^+[^+]'
echo "--- what cannot be read"
bad() {
	project "  $1"
	t facts --root tree --patchsets sets --profile wrong | sed '/^\$/d; /^! *[0-9|]/d'
}
bad 'wrong: {summary: x, extends: nobody}'
bad 'wrong: {summary: x, facts: {card: new}}'
bad 'wrong: {summary: x, facts: {gpu: newest}}'
bad 'wrong: {summary: x, facts: {level: high}}'
bad 'wrong: {summary: x, versions: ">=x"}'
bad 'wrong: {summary: x, when: [{system: windows, fact: {gpu: new}}]}'
bad 'wrong: {summary: x, when: [{facts: {gpu: newest}}]}'
bad 'wrong: {facts: {gpu: new}}'
bad 'Wrong one: {summary: x}'
project
for text in 'summary: x\n' 'profile: a\nsummary: x\nfactz: {}\n' '- a\n' 'profile: "\n'; do
	printf '%b' "$text" >mine.yaml
	t facts --root tree --patchsets sets --profile ./mine.yaml
done
