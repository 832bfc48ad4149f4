#!/bin/sh
# Of what 'wrap' or a hunk puts into a file a part is there, or lines of others are between: no run writes it a second time.
# shellcheck disable=SC2016 # the dollars are the rules'
# shellcheck source=tests/cli/lib/part.sh
. "$TESTS/cli/lib/part.sh"

# made FROM TO: a run patches a tree of the one text, and somebody makes the other of it.
made() {
	tree "$1"
	tpatch apply -q --root tree --patchsets sets
	edited "$2"
	says
}

# others EDIT: a run of another set patches the tree.
others() {
	rm -rf others
	cp -r sets others
	sed -i "s/demo-1/demo-other/; s/id: r/id: other/; s/edits: .*/edits: [{$1}]}/" others/set.yaml
	tpatch apply -q --root tree --patchsets others
}

file=a.cmake
echo "--- wrap: a line is gone"
rule '{match: set(B 1), wrap: "first_thing(1)\n$MATCH\nsecond_thing(2)"}'
says 'set(A 1)\nset(B 1)\nsecond_thing(2)\n'
says 'first_thing(1)\nset(B 1)\nset(C 1)\n'
echo "--- lines are between"
says 'first_thing(1)\nown_thing(1)\nset(B 1)\nsecond_thing(2)\n'
says 'first_thing(1)\nset(B 1)\nown_thing(1)\nsecond_thing(2)\n'
says 'first_thing(1) # why\nown_thing(1)\nset(B 1)\nown_thing(1)\nsecond_thing(2)\n'
echo "--- a run wrote it"
made 'set(A 1)\nset(B 1)\n' 'set(A 1)\nset(B 1)\nsecond_thing(2)\n'
made 'set(A 1)\nset(B 1)\n' 'set(A 1)\nfirst_thing(1)\nset(B 1)\n'
made 'set(A 1)\nset(B 1)\n' 'set(A 1)\nfirst_thing(1)\nown(1)\nset(B 1)\nsecond_thing(2)\n'
made 'set(A 1)\nset(B 1)\n' 'set(A 1)\nset(B 1)\n'
echo "--- a condition"
rule '{match: set(B 1), wrap: "if(X)\n  $MATCH\nendif()"}'
says 'if(X)\n  own_thing(1)\n  set(B 1)\nendif()\n'
says 'if(X)\n  set(B 1)\n  own_thing(1)\nendif()\n'
says 'if(Y)\n  set(B 1)\nendif()\n'
says 'if(X)\n  own_thing(1)\nendif()\nset(B 1)\nif(X)\n  own_thing(1)\nendif()\n'
made 'set(A 1)\nset(B 1)\n' 'set(A 1)\nif(X)\nown(1)\n  set(B 1)\nendif()\n'
made 'set(A 1)\nset(B 1)\n' 'set(A 1)\nif(X)\nset(B 1)\n  own(1)\n  own(2)\nendif()\n'
file=a.c
rule '{match: int b;, wrap: "#ifdef X\n$MATCH\n#endif"}'
says '#ifdef X\nint a;\nint b;\n#endif\n'
says '#ifdef X\nint a;\n#endif\nint b;\n#ifdef X\nint a;\n#endif\n'
file=a.py
rule '{match: b(1), wrap: "with x:\n    $MATCH"}'
says 'with x:\n    a()\n    b(1)\n'
says 'with x:\n    b(1)\n    a()\n'
says 'with x:\n    a()\nb(1)\n'
file=a.sh
rule '{match: b 1, wrap: "if x; then\n  $MATCH\nfi"}'
says 'if x; then\n  own\n  b 1\nfi\n'
says 'if x; then\n  own\nelse\n  b 1\nfi\n'
says 'if x; then\n  own\nfi\nb 1\nif x; then\n  own\nfi\n'
file=a.cmake
rule '{match: set(B 1), replace: "if(X)\n  set(B 1)\nendif()"}'
says 'if(X)\n  own_thing(1)\n  set(B 1)\nendif()\n'
echo "--- hunks that end or begin with what they add"
rule '{hunk: "@@\n set(A 1)\n+first_thing(1)\n+second_thing(2)\n"}'
says 'set(A 1)\nsecond_thing(2)\n'
says 'set(A 1)\nfirst_thing(1)\n'
says 'set(A 1)\nown_thing(1)\nfirst_thing(1)\nsecond_thing(2)\n'
says 'set(A 1)\nset(B 1)\n'
rule '{hunk: "@@\n+first_thing(1)\n+second_thing(2)\n set(A 1)\n"}'
says 'second_thing(2)\nset(A 1)\n'
says 'first_thing(1)\nset(A 1)\n'
says 'first_thing(1)\nsecond_thing(2)\n\nset(A 1)\n'
made 'set(A 1)\n' 'second_thing(2)\nset(A 1)\n'
rule '{hunk: "@@\n set(A 1)\n+first_thing(1)\n"}'
says 'set(A 1)\nown_thing(1)\nfirst_thing(1)\n'
made 'set(A 1)\n' 'set(A 1)\nown_thing(1)\nfirst_thing(1)\n'
rule '{hunk: "@@\n set(A 1)\n+first_thing(1)\n set(B 1)\n"}'
says 'set(A 1)\nown_thing(1)\nfirst_thing(1)\nset(B 1)\n'
echo "--- at the beginning or at the end"
rule '{hunk: "@@ -0,0 +1,2 @@\n+first_thing(1)\n+second_thing(2)\n"}'
says 'second_thing(2)\nset(A 1)\n'
says 'first_thing(1)\nset(A 1)\n'
says '# own\nfirst_thing(1)\nsecond_thing(2)\n'
made 'set(A 1)\n' '# own\nfirst_thing(1)\nsecond_thing(2)\nset(A 1)\n'
rule '{hunk: "@@ -3,0 +3,2 @@\n+first_thing(1)\n+second_thing(2)\n"}'
says 'set(A 1)\nfirst_thing(1)\nsecond_thing(2)\n'
says 'set(A 1)\nset(B 1)\nsecond_thing(2)\n'
made 'set(A 1)\nset(B 1)\nset(C 1)\n' 'set(A 1)\nfirst_thing(1)\nsecond_thing(2)\n'
echo "--- in another place"
rule '{hunk: "@@ -2,2 +2,3 @@ f(1)\n set(A 1)\n+first_thing(1)\n set(B 1)\n"}'
twice='g(1)\nset(A 1)\nset(B 1)\n'
made "f(1)\nset(A 1)\nset(B 1)\n$twice" "f(1)\nset(A 1)\nfirst_thing(1)\nown(1)\nset(B 1)\n$twice"
made "f(1)\nset(A 1)\nset(B 1)\n$twice" "f(1)\nset(A 1)\nset(B 2)\n$twice"
made "f(1)\nset(A 1)\nset(B 1)\n$twice" "# own\nf(1)\nset(A 1)\nset(B 1)\n$twice"
tree "f(1)\nset(A 1)\nset(B 1)\n$twice"
tpatch apply -q --root tree --patchsets sets
others 'match: first_thing(1), insert-after: own_thing(1)'
says
rule '{hunk: "@@\n set(A 1)\n+first_thing(1)\n@@\n set(B 1)\n-set(C 1)\n+set(C 2)\n@@\n-set(D 1)\n+set(D 2)\n"}'
four='set(A 1)\nset(B 1)\nset(C 1)\nset(D 1)\n'
made "$four" 'set(A 1)\nfirst_thing(1)\nset(B 1)\nset(C 2)\nset(D 1)\n'
made "$four" 'set(A 1)\nset(B 1)\nset(C 2)\nset(D 2)\n'
made "$four" "$four"
made "set(D 2)\n$four" "set(A 1)\nfirst_thing(1)\nset(B 1)\nset(C 2)\nset(B 2)\nset(D 2)\n"
rule '{hunk: "@@ -0,0 +1 @@\n+first_thing(1)\n"}'
made "$four" "# own\n$four"
echo "--- another rule has put a line between since"
rule '{hunk: "@@\n set(A 1)\n+first_thing(1)\n"}'
tree 'set(A 1)\nset(B 1)\n'
tpatch apply -q --root tree --patchsets sets
others 'match: set(A 1), insert-after: own_thing(1)'
cat tree/a.cmake
says

echo "--- two blocks, of which one is there"
# nested BEFORE AFTER INNER OUTER OTHER: neither the inner one alone nor the outer one is what a run has put there.
nested() {
	for part in "$3" "$4" "$5"; do
		says "$part"
		made "$1" "$part"
	done
	made "$1" "$2"
	tpatch rollback -q --root tree && tr '\n' '|' <"tree/$file" && echo
}
file=a.cmake
rule '{match: set(B 1), wrap: "if(X)\n  if(Y)\n    $MATCH\n  endif()\nendif()"}'
nested 'set(B 1)\n' 'if(X)\n  if(Y)\n    set(B 1)\n  endif()\nendif()\n' \
	'if(Y)\n  set(B 1)\nendif()\n' 'if(X)\n  set(B 1)\nendif()\n' 'if(Z)\n  if(Y)\n    set(B 1)\n  endif()\nendif()\n'
file=a.c
rule '{match: f();, wrap: "if (x) {\n\tif (y) {\n\t\t$MATCH\n\t}\n}"}'
nested 'void g()\n{\n\tf();\n}\n' 'void g()\n{\n\tif (x) {\n\t\tif (y) {\n\t\t\tf();\n\t\t}\n\t}\n}\n' \
	'void g()\n{\n\tif (y) {\n\t\tf();\n\t}\n}\n' 'void g()\n{\n\tif (x) {\n\t\tf();\n\t}\n}\n' \
	'void g()\n{\n\tif (z) {\n\t\tif (y) {\n\t\t\tf();\n\t\t}\n\t}\n}\n'
rule '{match: f();, wrap: "if (x)\n\tif (y)\n\t\t$MATCH"}'
nested 'void g()\n{\n\tf();\n}\n' 'void g()\n{\n\tif (x)\n\t\tif (y)\n\t\t\tf();\n}\n' \
	'void g()\n{\n\tif (y)\n\t\tf();\n}\n' 'void g()\n{\n\tif (x)\n\t\tf();\n}\n' 'void g()\n{\n\tif (z)\n\t\tif (y)\n\t\t\tf();\n}\n'
file=a.py
rule '{match: f(), wrap: "if x:\n    if y:\n        $MATCH"}'
nested 'def g():\n    f()\n' 'def g():\n    if x:\n        if y:\n            f()\n' \
	'def g():\n    if y:\n        f()\n' 'def g():\n    if x:\n        f()\n' 'def g():\n    if x:\n        if z:\n            f()\n'
file=a.sh
rule '{match: f 1, wrap: "if x; then\n  if y; then\n    $MATCH\n  fi\nfi"}'
nested 'f 1\n' 'if x; then\n  if y; then\n    f 1\n  fi\nfi\n' \
	'if y; then\n  f 1\nfi\n' 'if x; then\n  f 1\nfi\n' 'if z; then\n  if y; then\n    f 1\n  fi\nfi\n'
