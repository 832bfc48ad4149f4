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
END
tpatch show everything --patchsets sets
echo "[$?]"
tpatch show by-text --patchsets sets
echo "[$?]"
