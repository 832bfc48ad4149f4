#!/bin/sh
# What `tpatch parse` shows of a file in each language: kinds, bytes, lines and columns, the tree, and the first thing that is wrong.
# shellcheck disable=SC2016 # the dollars are the files'
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"

# both FILE: its tokens and its tree.
both() {
	echo "--- $1"
	tpatch parse "$1"
	tpatch parse --tree "$1"
}
# first FILE TEXT...: the first line, and the trouble, of a file with each of these texts.
first() {
	name=$1
	shift
	for text in "$@"; do
		printf '%b' "$text" >"$name"
		printf '%s\n' "$text"
		tpatch parse "$name" 2>&1 | sed -n -e '1p; /^[^ ]*:[0-9]*:[0-9]*: /p'
	done
}

cat >a.cmake <<'END'
# a comment
if(NOT A VERSION_LESS "1.2" AND "${B}" STREQUAL [=[x]]=]) #[[ in between ]]
  set(X "a;b\"\n" ${Y} $<1:z> CACHE STRING "" FORCE)
else()
endif()
END
both a.cmake
printf '\357\273\277import os  # end\r\n@d(1)\r\ndef f(a, *, b=0x1F, **c) -> "x":\r\n\tif a[1:2] is not None:\r\n\t\treturn f"{a!r}", rb\047\\\047\047, 1_0.5e-3j\r\nclass C: pass\r\n' >a.py
both a.py
cat >a.cpp <<'END'
#include <vector> // why
#define F(x) ((x) + \
  1)
template <class T> struct S : public B { int a[2] = {1, 0x2'0ULL}; };
auto s = R"q(a)")q" "b\"" u8'c';
void f() { if (a->b >>= 1) { return; } else do { g<<<1, 2>>>(x); } while (0); }
END
both a.cpp
cat >a.sh <<'END'
#!/bin/sh
A=1 B="$A ${B:-c} $(d "e")" make -j$((1 + 2)) 'f g' >out 2>&1 && x || y; z &
if [ -f a ]; then echo `b`; fi
cat <<-EOF
	text $A
	EOF
END
both a.sh
printf '@echo off\r\nrem a comment\r\nset "A=%%B%%"\r\nif exist x (call y.bat z) else goto :end\r\n:end\r\n' >a.bat
both a.bat
cat >a.toml <<'END'
# a comment
[project."a.b"]
name = "x\t\u00e9\U0001F600" # why
versions = ['1', """
two
""", 3.0e-1, 0xFF, true, inf, 1979-05-27T07:32:00.5-07:00, 1979-05-27, 07:32:00]
t = {a.b = 1, c = []}
[[tool.x]]
END
both a.toml
cat >requirements.txt <<'END'
# a comment
-r other.txt
numpy[extra, more]>=1.2,<3 ; python_version < "3.9" and (os_name == 'nt' or extra != "x")  # why
six @ https://example.com/six.zip --hash=sha256:0
--index-url https://example.com \
  --no-deps
END
both requirements.txt
printf 'any text\n' >a.txt
both a.txt
printf 'a\a\b\t\v\f\r\0\\"\377\303\244\177\001\n' >odd.txt
tpatch parse odd.txt

echo "--- as JSON"
printf 'set(A (b) "c")\nset(\n' >a.cmake
tpatch parse --json=compact a.cmake
tpatch parse --json a.cmake --tree
printf 'def f(:\n  pass\n' | tpatch parse - --language python --json=compact

echo "--- what is wrong"
first a.cmake 'set(A' 'set(A))' 'set(A "b)' 'set(A [[b)' 'if(A)\n' 'endif()\n' 'set A\n' 'set(A)set(B)\n' 'set(A"b")\n' 'else()\n'
first a.py 'def f(:\n' '(]\n' 'x = "a\n' 'if x:\ny\n' 'if x:\n    y\n  z\n' '"""\n' 'x = $\n' 'else:\n  x\n' 'def f()\n  x\n' 'a b\n' 'x = 0x\n' 'return )\n'
first a.toml '!\n' 'a! = 1\n' '\303\251 = 1\n' '\377 = 1\n' 'a\n' 'a = \n' 'a = 01\n' 'a = 1__0\n' 'a = 1.e3\n' 'a = 1e\n' 'a = +0x1\n' 'a = "b\n' 'a = "\\x"\n' 'a = "\\uD800"\n' 'a = "\\u12"\n' 'a = "\\U00110000"\n' "a = 'b\n" 'a = [1\n' \
	'a = [1,,2]\n' 'a = {b = 1,}\n' 'a = {b = 1\nc = 2}\n' '[a\n' '[a]]\n' '[[a]\n' '[a{b]\n' '[]\n' 'a = 1 b = 2\n' 'a.b.c\n' 'a = 1979-13-01\n' 'a = 1979-02-30\n' 'a = 25:00:00\n' \
	'a = 07:60:00\n' 'a = 1979-05-27T07:32:00+24:00\n' 'a = 1979-05-27T07:32:00+23:60\n' 'a = tru\n' 'a = infx\n' 'a]\n' 'a = 1\na = 2\n' '[a]\n[a]\n' 'a = 1\n[a]\n' 'a = 0b12\n' 'a = 0o8\n' 'a = 1_\n'
first requirements.txt 'a b\n' 'a>=\n' 'a[b\n' 'a]\n' 'a ; \n' 'a ; b\n' 'a ; python_version < \n' 'a ; (python_version < "3"\n' 'a ; python_version < "3\n' 'a-\n' 'a==1,\n' '(a)\n' 'a @\n' 'a ; os_name == "x" and\n' '-\n'
first a.sh 'if x; then\n' 'fi\n' 'echo "a\n' "echo 'a\n" '( a\n' 'a )\n' 'cat <<E\n' '; a\n' '&& a\n' 'case x in\n' 'a $(b\n' 'for x\n' '{ a\n'
first a.cpp '/* a\n' '"a\n' '(]\n' '}\n' '{\n' 'R"(a\n' '#if 1\n' '#endif\n' '#else\n'

echo "--- a language that is not there, and a file"
t parse a.py --language pyton
t parse a.py --language x
t parse none.py
t parse
first x.toml '[a' '# \001\n' 'a = "\001"\n' '[a}\n'
