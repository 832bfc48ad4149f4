#!/bin/sh
# A pack that two sets use: each command that takes names of rules, packs, sets or files, and a test that is wrong, which is in both sets.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
cat >sets/pack.yaml <<'END'
tpatch: 1
pack: shared
summary: A pack
rules:
  - id: p1
    title: One
    why: w
    files: '*.cmake'
    edits: [{match: set(A 1), replace: set(A 2)}]
    tests:
      - before: |
          set(A 1)
        after: |
          set(A 3)
      - before: |
          set(A 1)
          set(B 1)
        after: |
          set(B 1)
END
for i in 1 2; do
	cat >"sets/set$i.yaml" <<END
tpatch: 1
name: demo-$i
summary: A set $i
target: {project: demo, versions: "$i.*"}
use: [shared]
rules:
  - {id: r$i, title: R, why: w, files: a.txt, edits: [{regex: a, replace: b}]}
END
done
set -- --patchsets sets
t lint "$@" demo-1 demo-2
t test "$@" demo-1 demo-2
echo "--- of one rule in two sets"
t test "$@" demo-1 demo-1 demo-2 --update
cat sets/pack.yaml
t test "$@" demo-1 demo-1 demo-2 --update
echo "--- by file"
t test "$@" sets/pack.yaml sets/set1.yaml
t test "$@" sets/project.yaml
t test "$@" sets/no.yaml
t test "$@" nope
echo "--- shown"
t show "$@" demo-1
t show "$@" shared
t show "$@" p1
t show "$@" demo
t show "$@" --digest shared
echo "--- listed"
t list "$@" demo-1
t list "$@" shared
t list "$@" p1 --json=compact
t list "$@" p1 --json=stream
t list "$@" r2 --json=stream
t list "$@" demo-3
t list "$@" 'x*('
