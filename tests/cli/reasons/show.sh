#!/bin/sh
# All that a rule can say, as `tpatch show` lists it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets - <<'END'
facts:
  cuda: {type: version, help: the CUDA toolkit}
END
demo_set sets <<'END'
variables: {floor: {default: "5", help: what V becomes}}
rules:
  - id: all
    title: Raise V
    why: |
      The compiler refuses it.

      And another paragraph.
    links: ["https://example.com/1", "https://example.com/2"]
    upstream: {status: backport, fixed-in: "1.7", link: "https://example.com/pr/3"}
    versions: ">=1.2, <1.7"
    when: {cuda: ">=12"}
    files: ["*.cmake", "cmake/**"]
    exclude: "cmake/old/**"
    expect: {files: "1..2", edits: ">=1"}
    edits:
      - match: f($N VERSION $V)
        where:
          N: {in: [a, b]}
          V: {version: "<{{floor}}"}
        any: [{inside: if(MSVC)}, {not: {inside: "else()"}}]
        pick: 2
        set: {V: "{{floor}}"}
        already: [g(), h()]
      - {match: k($N), where: {N: {not: {in: [a]}}}, pick: last, delete: true}
      - {match: l($N), where: {N: {not: {regex: "^a"}}}, pick: first, insert-after: m()}
      - {regex: "^# old.*$", replace: "# new"}
  - {id: move, title: Move it, why: w, upstream: {status: pending}, files: a.txt, expect: {files: 1, edits: "<=3"}, edits: [{rename-file: b.txt}]}
  - {id: drop, title: Drop it, why: w, files: c.txt, edits: [{remove-file: {text: "gone\n"}}]}
  - {id: make, title: Make it, why: w, files: d.txt, edits: [{create: "one\n\ntwo\n"}]}
  - {id: mode, title: Let it run, why: w, files: e.sh, edits: [{executable: true}]}
  - {id: look, title: Look out, why: w, files: "*.py", warn: Look at this, if-found: [{match: f($A), inside: def g}, {regex: "^x"}]}
END
for rule in all move drop make mode look; do
	t show $rule --patchsets sets
done
t show al --patchsets sets
t show nothing-like-it --patchsets sets
