#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# Operations that a place does not allow: each reason, whole, with its place and what to do.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
# no FILE TEXT EDIT...: what is said of a rule with these edits in a file of this text.
no() {
	file=$1
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	printf '%b\n' "$2" >"tree/$file"
	printf '== %s\n' "$2"
	shift 2
	{
		printf 'rules:\n  - id: one\n    title: One\n    why: w\n    files: %s\n    edits:\n' "$file"
		for edit; do
			printf -- '-- %s\n' "$edit" >&2
			printf '      - {%s}\n' "$edit"
		done
	} 2>&3 | demo_set sets
	tpatch --root tree --patchsets sets --dry-run 2>&1 | sed '/^tree/d; /^version/d; /^set /d; /^$/d'
}
exec 3>&1
no a.py 'def f(a, *args): pass' "match: 'def f(\$\$\$P):', add-to: {P: '*more'}"
no a.py 'def f(a, **kw): pass' "match: 'def f(\$\$\$P):', add-to: {P: '**more'}"
no a.py 'def f(a, b=1): pass' "match: 'def f(\$\$\$P):', add-to: {P: c}"
no a.py 'f(x=1, **kw)' "match: 'f(\$\$\$P)', add-to: {P: 'b, **more'}" "match: 'f(\$\$\$P)', remove-from: {P: '**kw'}"
no a.py 'def f(a): del a' 'match: del $$$P, remove-from: {P: a}'
no a.py 'from m import a' 'match: from m import $$$P, remove-from: {P: a}'
no a.py 'x()' 'match: x(), replace: "elif a:\n    b()"'
no a.py 'if a: b()\nelse: c()' 'match: b(), insert-after: d()'
no a.py 'if a:\n    b()\nelse:\n    c()' 'match: "if a:\n    b()", insert-after: d()'
no a.py 'x()\ndef f(): pass' 'match: x(), replace: "@d"'
no a.py 'L = ["numpy>=1", "numpy<3"]' "match: 'L = [\$\$\$P]', ensure-requirement: {P: '\"numpy>=2\"'}"
no a.py 'L = ["numpy @ https://example.org/n.whl"]' "match: 'L = [\$\$\$P]', ensure-requirement: {P: '\"numpy>=2\"'}"
no a.c 'void f(void) {\n\tx();\n}' 'match: x();, replace: else y();'
no a.c 'void f(void) {\n\ta(); b();\n}' 'match: b();, replace: "#define X 1"'
no a.c 'void f(void) {\n\ta(); b();\n}' 'match: a();, replace: "// why"'
no a.c '#define M() do { x(); } while (0)' 'match: x();, replace: "#pragma y\nz();"'
no a.c '#define M() do { \\\n\tx(); \\\n} while (0)' 'match: x();, replace: "#pragma y"'
no a.c '#define M() do { \\\n\tx(); \\\n} while (0)' 'match: x();, replace: "// why"'
no a.c '#define M() do { x(); } while (0)' 'match: x();, insert-before: y();'
no a.sh 'a; b' 'match: a, replace: "cat <<E\nx\nE"'
no a.sh 'a; b' 'match: a, replace: c &'
no a.sh 'a "x"' "match: a \$V, set: {V: \"x'y'\"}"
no a.sh "a 'x'" "match: a \$V, set: {V: '\$HOME'}"
no a.sh 'a "x"' "match: a \$V, set: {V: \"'y'\"}"
no a.sh 'a && b' "regex: 'a ', replace: ''"
no a.cmake 'set(A 1)' "match: set(A \$V), set: {V: '('}"
no a.cmake 'f()\nf(1)' 'match: f($$$P), set: {P: 2}'
no a.cmake 'f()\nf(1)' 'match: f($$$P), set: {P: 2}, where: {P: {regex: .}}'
no a.cmake 'set(AB 1)' "regex: 'A\\KB', replace: C"
no a.toml 'a = 1' "regex: '= 1', replace: '1'"
no a.yaml 'a: [1]' "regex: ']', replace: ''"
no a.toml '[a]\nb = 1' "regex: ']', replace: ''"
no a.toml '[a]\nb = 1' "regex: ']', replace: '}'"
no a.toml 'a = 1 # why' 'regex: why, replace: \x01'
no a.toml "a = 'why'" 'regex: why, replace: \x01'
no a.toml 'a = 1\nb = 2' 'regex: \n(?=b), replace: " "'
no a.toml 'a = 1\nb = 2' 'match: a = 1, replace: a = 3 b = 4'
no a.py 'x = 1' 'regex: =, replace: "!"'
no a.toml 'a = "x"\nb = 2' 'regex: \n(?=b), replace: " "'
no a.txt 'x\\c' 'create: x'
no a.txt x 'remove-file: {text: x}'
no a.py 'if a: b()\nelse: c()' 'match: "if a: b()", insert-after: d()'
no a.py 'if a:\n    b()\nelse:\n    c()' 'match: b(), insert-after: "else: d()"'
no a.py 'if a:\n    b()\nelse:\n    c()' 'match: c(), insert-before: "elif d: e()"'
no a.c 'void f(void) { a(); b(); }' 'match: a();, replace: "c(); // why"'
no a.c 'void f(void) { a(); b(); }' 'match: a();, insert-after: "// why"'
no a.c 'void f(void) { a(); b(); }' 'match: a();, wrap: "{\n$MATCH\n} // why"'
no a.sh 'a; b' 'match: a, wrap: "{\n$MATCH\n} # why"'
no a.cmake 'if(A)\n  f()\nendif()' 'match: if(A), wrap: "if(B)\n  $MATCH\nendif()"'
no a.cmake 'if(A)\n  f()\nelse()\n  g()\nendif()' 'match: else(), wrap: "if(B)\n  $MATCH\nendif()"'
no a.cmake 'if(A)\n  f()\nendif()' 'match: endif(), wrap: "if(B)\n  $MATCH\nendif()"'
no a.cmake 'if(A)\n  f()\nelse()\n  g()\nendif()' 'match: "if(A)\n$$$X\nelse()\n$$$Y\nendif()", wrap: "if(B)\n  $MATCH\nendif()"'
no a.c '#ifdef A\nint x;\n#endif' 'match: "#ifdef A", wrap: "#ifdef B\n$MATCH\n#endif"'
no a.c 'void f(void) {\n\tif (x()) {\n\t\ty();\n\t}\n}' 'match: x(), wrap: "#ifdef B\n$MATCH\n#endif"'
no a.bat 'if exist a (\n  b\n)' 'match: if exist a (, wrap: "if exist b (\n  $MATCH\n)"'
no a.c 'if (x) f(); b();' 'match: f($$$A);, replace: $$$A, already: if (x) b();'
