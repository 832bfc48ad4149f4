#!/bin/sh
# show: everything that a rule can say, as a person reads it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets
demo_project sets - <<'END'
facts: {level: {type: version, help: a number}}
END
cat >sets/all.yaml <<'END'
tpatch: 1
name: all
summary: A rule with everything
target: {project: demo, versions: "1.*"}
rules:
  - id: everything
    title: Everything
    why: There is a reason.
    files: ["*.cmake", "CMakeLists.txt"]
    edits:
      - match: old($NAME $VERSION)
        where:
          VERSION: {version: "<3.5"}
          NAME: {in: [a, b]}
        inside: if($$$)
        not:
          any:
            - inside: |
                while(A)
            - after: |
                first()
                second()
        pick: last
        replace: new($NAME)
        already: new(a)
      - match: thing()
        pick: 2
        delete: true
  - id: by-text
    title: By text
    why: There is another.
    files: a.txt
    edits:
      - regex: '^a+$'
        replace: b
      - match: c
        pick: first
        replace: d
  - id: gone
    title: Remove it
    why: It is old.
    files: old.txt
    edits:
      - remove-file: {hash: 00112233445566778899aabbccddeeff}
  - id: shown
    title: Run it
    why: It prints "no such thing".
    shown-by:
      - tool: cmake
        claims: ["3.17.5", "3.18.0"]
        run: |
          $TOOL -P a.cmake
          $TOOL -P b.cmake
      - tool: clang
        run: $TOOL -c a.c
    files: run.sh
    edits:
      - executable: true
    tests:
      - before: |
          a
        executable: after
      - name: cleared
        before: |
          a
        executable: before
      - name: text alone
        before: |
          a
  - id: moved
    title: Move it
    why: It is elsewhere.
    files: a.txt
    edits:
      - rename-file: b.txt
    tests:
      - before: |
          a
        path-after: b.txt
  - id: made
    title: Make it
    why: It is missing.
    files: c.txt
    edits:
      - create: |
          new
    tests:
      - absent: before
        after: |
          new
  - id: old
    title: Drop it
    why: It is old.
    files: d.txt
    edits:
      - remove-file: {text: "old\n"}
    tests:
      - before: |
          old
        absent: after
  - id: every-key
    title: What is said of a rule as a whole
    why: "It\nhas two lines."
    links: [https://example.org/1, https://example.org/2]
    upstream: {status: backport, fixed-in: "1.9", link: https://example.org/3}
    versions: "<1.9"
    when: {level: ">=2"}
    when-unknown: apply
    group: pair
    superseded-by: [{file: new.txt, exists: true}, {file: old.txt, exists: false}, {file: a.txt, contains: "#include"}]
    files: ["**/*.cmake", .github/ci.cmake]
    exclude: ["third_party/**", "x.cmake"]
    optional: true
    protected: true
    expect: {files: "<=2", edits: "2..3"}
    edits:
      - match: old($A $B $C)
        where: {A: {regex: '^[0-9]+$'}, B: {not: {regex: 'x'}}, C: {not: {in: [a, b]}}}
        set: {A: "1", B: "2"}
    tests:
      - before: |
          old(1 2 c)
        after: |
          old(1 2 c)
  - id: beside
    title: The other of the pair
    why: w
    group: pair
    files: b.cmake
    expect: {files: 1, edits: ">=1"}
    edits: [{match: "f($$$A)", add-to: {A: b}}, {match: "g($$$A $B)", remove-from: {A: b}}]
END
tpatch show everything --patchsets sets
echo "[$?]"
tpatch show by-text --patchsets sets
echo "[$?]"
for rule in gone shown moved made old every-key beside; do
	tpatch show $rule --patchsets sets
	echo "[$?]"
done
