#!/bin/sh
# What `tpatch explain` says of code that nearly fits: in which order, how many differences, where patterns do not look, and of an edit
# whose place and whose proof are both there.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - id: call
    title: Call
    why: w
    files: "*.py"
    edits: [{match: "configure(first, second, third=3, fourth=4, fifth=5)", replace: configure()}]
  - id: line
    title: Line
    why: w
    files: "*.py"
    edits: [{regex: "^other = (\\d+)$", replace: "other = 2$1"}]
  - id: both
    title: Both
    why: w
    files: "*.py"
    edits: [{match: old(), delete: true, already: new()}]
  - id: hunk
    title: Hunk
    why: w
    files: "*.py"
    edits:
      - hunk: |
          @@ -1,3 +1,3 @@
           a = 1
          -b = 2
          +b = 3
           c = 3
END
mkdir tree
echo 1.0 >tree/demo.txt
cat >tree/a.py <<'END'
# configure(first, second, third=3, fourth=4, fifth=5)
x = "configure(first, second, third=3, fourth=4, fifth=5)"
configure(first, third=3)
configure(first, second, third=4, fourth=4, fifth=5)
configure(first, second, third=3, fourth=4, fifth=5, sixth=6)
configure(f1, s2, t3, f4, f5, s6, s7, e8)
other = x
old()
new()
a = 1
b  = 2
c = 3
END
printf 'nothing(1)\n' >tree/b.py
set -- --root tree --patchsets sets
for rule in call line both hunk; do
	t explain $rule a.py "$@"
done
t explain call b.py "$@"
t explain call "$@"
