#!/bin/sh
# show: everything that a rule can say, as a person reads it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets
demo_project sets
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
END
tpatch show everything --patchsets sets
echo "[$?]"
tpatch show by-text --patchsets sets
echo "[$?]"
for rule in gone shown moved made old; do
	tpatch show $rule --patchsets sets
	echo "[$?]"
done
