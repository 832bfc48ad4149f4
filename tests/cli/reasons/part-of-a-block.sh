#!/bin/sh
# Of the lines that a rule inserts, a part is beside the code already, or all of them are near it: no run writes them a second time.
# shellcheck source=tests/cli/lib/part.sh
. "$TESTS/cli/lib/part.sh"

file=a.cmake
echo "--- a line of two is gone, or another; of those before the code"
rule '{match: set(B 1), insert-after: "first_thing(1)\nsecond_thing(2)"}'
says 'set(B 1)\nsecond_thing(2)\nset(C 1)\n'
says 'set(B 1)\nfirst_thing(1)\nset(C 1)\n'
says 'set(B 1)\nfirst_thing(1) # why\nsecond_thing(3)\nset(C 1)\n'
says 'set(B 1)\n\nfirst_thing(0)\nsecond_thing(2)'
rule '{match: set(B 1), insert-before: "first_thing(1)\nsecond_thing(2)"}'
says 'set(A 1)\nfirst_thing(1)\nset(B 1)\n'
says 'second_thing(2)\nset(B 1)\n'
says 'first_thing(0)\nsecond_thing(2)\nset(B 1)\n'
tpatch explain r --root tree --patchsets sets a.cmake | grep 'patched or not'
rule '{regex: set.B, insert-after: "first_thing(1)\nsecond_thing(2)"}'
says 'set(B 1)\nsecond_thing(2)\nset(C 1)\n'
echo "--- the same, where a run wrote them"
rule '{match: set(B 1), insert-after: "first_thing(1)\nsecond_thing(2)"}'
tree 'set(A 1)\nset(B 1)\nset(C 1)\n'
tpatch apply -q --root tree --patchsets sets
edited 'set(A 1)\nset(B 1)\nsecond_thing(2)\nset(C 1)\n'
says
edited 'set(A 1)\nset(B 1)\nset(C 1)\n'
says
echo "--- the same, where a run of another set has changed the file since"
tree 'set(A 1)\nset(B 1)\nsecond_thing(2)\nset(C 1)\n'
cp -r sets others
sed 's/demo-1/demo-other/; s/id: r/id: other/; s/first_thing/third_thing/' sets/set.yaml >others/set.yaml
sed -i 's/set(B 1)/set(C 1)/; s/second_thing/fourth_thing/' others/set.yaml
tpatch apply -q --root tree --patchsets others
says
echo "--- but not where that run has put there what looks so"
tree 'set(A 1)\nset(B 1)\nset(C 1)\n'
sed -i 's/set(C 1)/set(B 1)/; s/fourth_thing/second_thing/' others/set.yaml
tpatch apply -q --root tree --patchsets others
says
echo "--- and not where another rule of the set has"
rule '{match: set(B 1), insert-after: "first_thing(1)\nsecond_thing(2)"}' '{match: set(B 1), insert-after: "third_thing(1)\nsecond_thing(2)"}'
says 'set(B 1)\nthird_thing(1)\nsecond_thing(2)\n'
says 'set(B 1)\nfirst_thing(1)\nsecond_thing(2)\n'
echo "--- lines that may be anybody's"
rule '{match: set(B 1), insert-after: "if(WIN32)\n  first_thing(1)\nelse()\n  return()\nendif()"}'
says 'set(B 1)\nif(WIN32)\n  other_thing(1)\nelse()\n  return()\nendif()\n'
says 'set(B 1)\nif(WIN32)\n  first_thing(1)\nelse()\n  other_thing()\nendif()\n'
echo "--- a line that is in other places, too"
rule '{match: set(B 1), insert-after: "first_thing(1)\nsecond_thing(2)"}'
says 'set(B 1)\nsecond_thing(2)\nset(C 1)\nsecond_thing(2)\n'
echo "--- somebody's own line is between"
says 'set(B 1)\nown_thing(1)\nfirst_thing(1)\nsecond_thing(2)\nset(C 1)\n'
rule '{match: set(B 1), insert-after: first_thing(1)}'
says 'set(B 1)\nown_thing(1)\nown_thing(2)\nfirst_thing(1)\nset(C 1)\n'
rule '{match: set(B 1), insert-after: first_thing(1)}' '{match: set(B 1), insert-after: "# why\nsecond_thing(2)"}'
says 'set(B 1)\nfirst_thing(1)\nown_thing(1)\nsecond_thing(2)\nset(C 1)\n'
rule '{match: set(B 1), insert-after: first_thing(1)}'
echo "--- too far away, and that of another place"
says 'set(B 1)\nown_thing(1)\nown_thing(2)\nown_thing(3)\nown_thing(4)\nfirst_thing(1)\nset(C 1)\n'
says 'set(B 1)\nset(B 1)\nfirst_thing(1)\nset(B 1)\n'
echo "--- in another block"
says 'set(B 1)\nif(WIN32)\n  first_thing(1)\nendif()\n'
says 'set(B 1)\nif(WIN32)\nfirst_thing(1)\nendif()\n'
rule '{match: set(B 1), insert-after: "if(WIN32)\nfirst_thing(1)\nelse()\nsecond_thing(1)\nendif()"}'
says 'set(B 1)\nif(WIN32)\nfirst_thing(1)\nendif()\n'
echo "--- a comment at the end of a file"
rule '{match: set(B 1), insert-after: "first_thing(1)\n# the second thing"}'
says 'set(A 1)\nset(B 1)\n# the second thing\n'
says 'set(A 1)\nset(B 1)\n# the second thing'
says 'if(X)\nset(B 1)\nendif()\n# the second thing\n'
file=a.sh
rule '{match: b 1, insert-after: "first_thing 1\n# the second thing"}'
says 'a\nb 1\n# the second thing\n'
file=a.py
rule '{match: b(1), insert-after: "first_thing(1)\n# the second thing"}'
says 'a()\nb(1)\n# the second thing\n'
says 'def a():\n    b(1)\n# the second thing\n'
file=a.c
rule '{match: int b;, insert-after: "int first_thing;\n// the second thing"}'
says 'int a;\nint b;\n// the second thing\n'
file=a.cmake
echo "--- the code itself, at the end of a file without a line end"
rule '{match: set(BBB 1), not-inside: if(WIN32), insert-after: "if(WIN32)\nset(BBB 1)\nendif()"}'
says 'set(A 1)\nset(BBB 1)\n'
says 'set(A 1)\nset(BBB 1)'
echo "--- a header under a condition, and one that is not"
file=a.c
rule '{match: "#include <first.h>", insert-after: "#include <second.h>"}'
says '#include <first.h>\n#ifdef _WIN32\n#include <second.h>\n#endif\n'
says '#include <first.h>\n#include <own.h>\n#include <second.h>\n'
echo "--- in a function, and in another one"
file=a.py
rule '{match: first(), insert-after: second_thing(1)}'
says 'def a():\n    first()\n\ndef b():\n    second_thing(1)\n'
says 'def a():\n    first()\n    own()\n    second_thing(1)\n'
file=a.cmake
echo "--- by the other operations that put lines beside code"
rule '{match: set(B 1), replace: "first_thing(1)\nset(B 1)\nsecond_thing(2)\nthird_thing(3)"}'
says 'set(B 1)\nthird_thing(3)\n'
says 'set(A 1)\nfirst_thing(1)\nset(B 1)\nsecond_thing(3)\n'
says 'first_thing(1)\nset(B 1)\nsecond_thing(2)\nthird_thing(3)\n'
says 'if(X)\n  first_thing(1)\nendif()\nset(B 1)\nset(second_thing 2)\n'
rule '{match: set(B 1), ensure-after: "first_thing(1)\nsecond_thing(2)"}'
says 'set(B 1)\nsecond_thing(2)\n'
says 'first_thing(1)\nset(B 1)\n'
rule '{match: set(B 1), ensure-before: "first_thing(1)\nsecond_thing(2)"}'
says 'first_thing(1)\nset(B 1)\n'
