#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# lint: one finding of each kind, a clean set, a set that does not load, a pack with the name of a set, and what --root adds.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree
demo_project sets
cat >sets/clean.yaml <<'END'
tpatch: 1
name: clean
summary: Nothing to say
target: {project: demo, versions: ">=1, <2"}
rules:
  - id: good
    title: Do it
    why: It fails.
    links: https://example.org/1
    upstream: {status: backport, fixed-in: "2.0", link: "https://example.org/2"}
    files: ["cmake/*.cmake", setup.py]
    language: cmake
    edits:
      - match: need(VERSION $MIN)
        where: {MIN: {version: "<3.5"}}
        set: {MIN: "3.5"}
    tests:
      - before: |
          need(VERSION 2)
        after: |
          need(VERSION 3.5)
      - path: cmake/y.cmake
        before: need(VERSION 4)
END
set -- --patchsets sets
t lint clean "$@"
cat >sets/bad.yaml <<'END'
tpatch: 1
name: bad
summary: One of each
target: {project: demo, versions: ">=3"}
rules:
  - id: dead
    title: Long fixed
    why: It fails.
    upstream: {status: backport, fixed-in: "2.0"}
    files: a.cmake
    edits:
      - match: f($X)
        replace: g()
    tests:
      - path: b.cmake
        before: h()
  - id: ends
    title: Fixed on the way, and without a link or test
    why: It fails.
    upstream: {status: backport, fixed-in: "3.5", link: "https://example.org/2"}
    files: a.cmake
    edits:
      - match: k($X, $X)
        delete: true
  - id: no-version
    title: Conditions that cannot hold
    why: It fails.
    links: https://example.org/1
    upstream: {status: backport}
    files: [gone.cmake, "*.none"]
    language: cmake
    edits:
      - match: f(VERSION $X)
        where: {X: {version: ">3, <3"}}
        set: {X: "1"}
      - match: f(KIND $X)
        where: {X: {in: [a, b], not: {in: [b, a]}}}
        set: {X: "1"}
      - match: f(NAME $X)
        where: {X: {in: [a, b], regex: "^b"}}
        set: {X: "1"}
    tests:
      - before: |
          f(NAME b)
        after: |
          f(NAME 1)
  - id: forms
    title: Forms that are always made, or never
    why: It fails.
    links: https://example.org/1
    files: "*.py"
    versions: "<2"
    versions-from: assumed
    edits:
      - match: f($A, $B)
        replace: f($B, $A)
      - match: g($A, 1)
        replace: h($A)
        already: g($X, $Y)
  - id: twin
    title: The same again
    why: It fails.
    links: https://example.org/1
    files: a.cmake
    edits:
      - match: f($X)
        delete: true
  - id: hidden
    title: What a wider pattern takes as well
    why: It fails.
    links: https://example.org/1
    files: a.cmake
    versions: ">=3.1"
    versions-from: tree
    edits:
      - match: f(only)
        replace: g(b)
  - id: empty
    title: Regexes that fit nothing
    why: It fails.
    links: https://example.org/1
    files: c.cmake
    edits:
      - match: m($X)
        where: {X: {regex: 'a?'}}
        set: {X: "1"}
      - match: n($X)
        where: {X: {not: {regex: 'a*'}}}
        set: {X: "1"}
      - match: o($X)
        where: {X: {regex: '^a?$'}}
        set: {X: "1"}
END
t lint bad "$@"
t lint bad "$@" -q
t lint bad "$@" --json=compact
echo 3.1.0 >tree/demo.txt
t lint bad "$@" --root tree -q
t lint nothing "$@"
echo 'name: x' >>sets/bad.yaml
t lint bad "$@"
rm sets/bad.yaml
for pack in clean alone; do
	cat >sets/pack-$pack.yaml <<END
tpatch: 1
pack: $pack
summary: A pack
rules:
  - id: of-$pack
    title: Drop it
    why: It fails.
    files: "*.$pack"
    edits: [{regex: a, replace: b}]
END
done
t lint clean "$@"
t lint alone "$@"
t lint demo "$@"
t lint sets/pack-clean.yaml "$@"
t lint sets/project.yaml "$@"
# Without a name: all sets and packs.
tpatch lint "$@" | grep '^sets/'
echo "--- a set that is for no version"
demo_project none
for versions in '>1.0, <1.0' '==1.0, !=1.0'; do
	demo_set none "$versions" <<'END'
rules:
  - {id: any, title: Any, why: w, files: a.txt, edits: [{regex: b, replace: c}]}
  - {id: own, title: Own, why: w, files: a.txt, versions: "1.*", edits: [{regex: d, replace: e}]}
END
	t lint demo-1 --patchsets none | grep 'in-force'
done
