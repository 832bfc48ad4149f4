#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# A rule of two edits of which the first fits: every format points at the place of the second, which does not, and the proposed command explains it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir 'my sets' tree
cp "$sets/project.yaml" 'my sets/'
cat >'my sets/set.yaml' <<'END2'
tpatch: 1
name: demo-1
summary: A set
target: {project: demo, versions: "1.*"}
rules:
  - id: two
    title: Two edits
    why: The case needs it.
    files: ["*.cmake"]
    edits:
      - match: set(FIRST 1)
        replace: set(FIRST 2)
      - match: set(SECOND one $X)
        replace: set(SECOND two $X)
  - id: nowhere
    title: An edit of which nothing is left
    why: The case needs it.
    files: ["*.cmake"]
    edits:
      - match: set(THIRD 1)
        replace: set(THIRD 2)
      - match: gone($X)
        replace: here($X)
  - id: only
    title: A condition on a value
    why: The case needs it.
    files: ["*.cmake"]
    optional: true
    edits:
      - match: option(MODE $V)
        where: {V: {in: ["a b", "c ", '"c"']}}
        set: {V: d}
END2
echo 1.0.0 >tree/demo.txt
printf 'set(FIRST 1)\nset(THIRD 1)\n\n  set(SECOND eins x)\noption(MODE "a\302\240b")\noption(MODE "c")\noption(MODE "")\n' >tree/a.cmake
set -- --root tree --patchsets 'my sets'
t check "$@" --rule two --rule nowhere
t check "$@" --rule two --format github
t check "$@" --rule two --format gitlab
tpatch check "$@" --rule two --format sarif | sed -n '/"physicalLocation"/,/}/p'
tpatch check "$@" --rule two --json | sed -n '/"findings"/,/]/p; /"explain"/p; /"next"/p'
next=$(tpatch check "$@" --rule two | sed -n 's/^next: //p')
echo "--- what it proposes"
eval "$next"
echo "--- a condition that does not hold: both sides"
tpatch explain only "$@" | sed -n '/^a.cmake/,$p'
