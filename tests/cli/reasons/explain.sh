#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# explain, whole: rules of other sets, that stop a run, search only or are for the file itself; which of several matches an edit picks; tokens that
# are all there and do not match; every kind of line end; more files than are shown.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - id: twice
    title: A capture that is used twice
    why: The case needs it.
    files: near.cmake
    edits: [{match: set($X $X), replace: same($X)}]
  - id: first
    title: The first of three
    why: The case needs it.
    files: three.cmake
    edits: [{match: set(A $X), replace: first($X), pick: first}]
  - id: last
    title: The last of three
    why: The case needs it.
    files: three.cmake
    edits: [{match: set(A $X), replace: last($X), pick: last}]
  - id: second
    title: The second of three
    why: The case needs it.
    files: three.cmake
    edits: [{match: set(A $X), replace: second($X), pick: 2}]
  - id: fourth
    title: The fourth of three
    why: The case needs it.
    files: three.cmake
    edits: [{match: set(A $X), replace: fourth($X), pick: 4}]
  - id: breaks
    title: It does not settle
    why: The case needs it.
    files: near.cmake
    edits: [{regex: 'eins', replace: 'eins eins'}]
  - id: warns
    title: Something is there
    why: The case needs it.
    files: '*.cmake'
    warn: It is there.
    if-found: {match: set(A $X)}
  - id: made
    title: A file is made
    why: The case needs it.
    files: made.txt
    edits: [{create: "made\n"}]
  - id: many
    title: In many files
    why: The case needs it.
    files: '**/*.many'
    edits: [{regex: '[0-9]+', replace: none}]
  - id: ends
    title: Line ends
    why: The case needs it.
    files: '*.ends'
    edits: [{regex: 'one', replace: two}]
END
mkdir other
sed 's/name: demo-1/name: demo-2/; s/"1\.\*"/"2.*"/; s/id: first/id: first-of-2/' sets/set.yaml >sets/two.yaml
rmdir other
mkdir tree
echo 1.0.0 >tree/demo.txt
printf 'set(eins zwei)\n' >tree/near.cmake
printf 'set(A 1)\nset(A 2)\nset(A 3)\n' >tree/three.cmake
set -- --root tree --patchsets sets
for rule in twice first last second fourth breaks warns made first-of-2 nowhere; do
	t explain $rule "$@"
done
echo "--- more files than are shown, by one and by two; and more than are named"
for n in 1 2 3 4 5 6; do
	echo "$n" >tree/$n.many
	tpatch explain many "$@" | sed -n '/^files/p; /of them contain/p; /more file/p'
done
echo "--- line ends"
printf 'one' >tree/none.ends
printf 'one\r' >tree/cr.ends
printf 'one\r\none\n' >tree/mixed.ends
printf '\357\273\277one\n' >tree/bom.ends
printf '' >tree/empty.ends
for name in none cr mixed bom empty; do
	tpatch explain ends $name.ends "$@" | sed '1,/^$/d'
done
echo "--- a rule at which every run stops"
demo_set alone <<'END'
rules:
  - id: breaks
    title: It does not settle
    why: The case needs it.
    files: near.cmake
    edits: [{regex: 'eins', replace: 'eins eins'}]
END
demo_project alone
t explain breaks --root tree --patchsets alone
t explain breaks near.cmake --root tree --patchsets alone
tpatch explain breaks --root tree --patchsets alone --json | sed -n '/"verdict"/p; /"error"/,/}/p'
echo "--- hunks: one to make, one that is made, one at two places, one that is nowhere"
demo_set hunks <<'END'
rules:
  - id: hunks
    title: Hunks of a file
    why: The case needs it.
    files: near.cmake
    edits:
      - hunk: |
          @@
           set(a 1)
          -set(b 1)
          +set(b 2)
      - hunk: |
          @@
           set(c 1)
          +set(d 1)
      - hunk: |
          @@
          -set(e 1)
          +set(e 2)
      - hunk: |
          @@
           set(f 1)
          -set(g 1)
          +set(g 2)
END
demo_project hunks
printf 'set(a 1)\nset(b 1)\nset(c 1)\nset(d 1)\nset(e 1)\nset(e 1)\nset(f 1)\nset(g 3)\n' >tree/near.cmake
t explain hunks near.cmake --root tree --patchsets hunks
