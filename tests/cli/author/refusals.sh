#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# Edits that are refused when they are loaded: what is wrong, where, and what to write instead.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
# refused FILES EDIT: an edit in the flow style of YAML, or lines of a rule.
refused() {
	printf '%s\n' "--- $1: $2"
	demo_set sets <<END
rules:
  - id: the-rule
    title: Do what this case is about
    why: The case needs it.
    files: $1
    edits:
      - $2
END
	tpatch lint demo-1 --patchsets sets -q 2>&1 | sed -n '/^error: /p; /^hint: /p'
}
echo "== what to look for"
refused a.cmake '{match: set(A), regex: x, replace: y}'
refused a.cmake '{replace: y}'
refused a.cmake '{match: set(A)}'
refused a.cmake '{match: "# only a comment", replace: y}'
refused a.cmake '{match: "", replace: y}'
refused a.py '{match: "f($A, $A, $$$A)", replace: g()}'
refused a.py '{match: "f(", replace: g()}'
refused a.py '{match: "f(?)", replace: g()}'
refused a.sh '{match: "a$B", replace: c}'
refused a.txt '{regex: "x*", replace: y}'
refused a.txt '{regex: "\\Gx", replace: y}'
refused a.txt '{regex: "(?<=(a)\\n)x", replace: y}'
refused a.txt '{regex: "a(?C1)b", replace: y}'
refused a.txt '{regex: "(*UTF)a", replace: y}'
refused a.txt '{regex: "(a", replace: y}'
echo "== what becomes of it"
refused a.cmake '{match: set(A $V), replace: set(B $W)}'
refused a.cmake '{match: set(A $_), replace: set(B $_)}'
refused a.py '{match: f($A), replace: "g(\"$A\")"}'
refused a.cmake '{match: set(A $V), replace: ""}'
refused a.py '{match: f($A), replace: "g($A) # why"}'
refused a.txt '{regex: "(a)", replace: "$2"}'
refused a.cmake '{match: set(A $V), set: {W: "1"}}'
refused a.cmake '{match: set(A $V), set: {V: "$V"}}'
refused a.cmake '{match: set(A $V), set: {V: "\"("}}'
refused a.py '{match: f($A), set: {A: "\"("}}'
refused a.cmake '{match: set(A $$$V), add-to: {W: b}}'
refused a.cmake '{match: set(A $V), add-to: {V: b}}'
refused a.cmake '{match: set(A $$$V), add-to: {V: "b)"}}'
refused a.cmake '{match: set(A $$$V), add-to: {V: ""}}'
refused a.py '{match: "f($$$A)", add-to: {A: "(x, y"}}'
refused a.cmake '{match: set(A $V), wrap: "if(X)"}'
refused a.cmake '{match: set(A $V), wrap: "if(X) $MATCH endif()"}'
refused a.cmake '{match: set(A $V), delete: false}'
refused a.cmake '{match: set(A $V), delete: true, replace: x}'
echo "== where"
refused a.cmake '{match: set(A $V), replace: set(B), where: {W: {version: "<3"}}}'
refused a.txt '{regex: "(a)", replace: b, where: {x: {version: "<3"}}}'
refused a.txt '{regex: "(a)", replace: b, where: {"2": {version: "<3"}}}'
refused a.txt '{regex: a, replace: b, inside: if(X)}'
refused a.cmake '{match: set(A $V), replace: set(B), pick: middle}'
refused a.cmake '{match: set(A $V), replace: set(B), pick: 0}'
refused a.cmake '{match: set(A $V), replace: set(B), where: {V: {version: ">=1 <2"}}}'
refused a.cmake '{match: set($V 1), replace: set(B), where: {$V: {version: "<2"}}}'
refused a.cmake '{match: set(A $V), replace: set(B), where: {V: {}}}'
refused a.cmake '{match: set(A $V), replace: set(B), where: {V: {regex: "("}}}'
refused a.cmake '{match: set(A $V), replace: set(B), where: {V: {not: {version: "1"}}}}'
refused a.cmake '{match: set(A $V), replace: set(B), where: {V: {version: "2.4.* <3"}}}'
refused a.cmake '{match: set(A $V), replace: set(B), where: {V: {version: "1!2"}}}'
refused a.cmake '{match: set(A $V), replace: set(B), inside: "set("}'
echo "== pieces of a diff"
refused a.txt '{hunk: "@@\n+new\n"}'
refused a.txt '{hunk: "@@\nline\n"}'
refused a.txt '{hunk: "@@\n context\n"}'
refused a.txt '{hunk: "no hunk\n"}'
refused a.txt '{hunk: "@@ -1,2 +1,2 @@\n-a\n+b\n"}'
echo "== whole files"
refused '"*.txt"' '{create: "x\n"}'
refused '[a.txt, b.txt]' '{rename-file: c.txt}'
refused a.txt '{rename-file: a.txt}'
refused a.txt '{rename-file: A.txt}'
refused a.txt '{remove-file: {text: "x\n", hash: 00000000000000000000000000000000}}'
refused a.txt '{remove-file: {}}'
refused a.txt '{remove-file: {hash: 0}}'
refused a.txt '{match: x, executable: true}'
refused a.txt '{executable: maybe}'
refused 'a{b' '{regex: x, replace: y}'
refused 'a}b' '{regex: x, replace: y}'
refused '../a' '{regex: x, replace: y}'
echo "== requirements and includes"
refused requirements.txt '{match: numpy $$$R, ensure-requirement: {R: "numpy>="}}'
refused requirements.txt '{match: numpy $$$R, ensure-requirement: {R: ""}}'
refused a.cpp '{match: f($A), ensure-include: vector}'
refused a.py '{match: f($A), ensure-include: <vector>}'
refused a.py '{match: f($$$A), ensure-requirement: {A: "numpy>=1"}}'
