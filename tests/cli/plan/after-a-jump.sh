#!/bin/sh
# shellcheck disable=SC2016 # the dollars are the patterns'
# What is inserted after a statement that leaves its block would never run; beside one that only may leave it, all is well.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
mkdir tree
echo 1.0 >tree/demo.txt
# inserts FILE MATCH TEXT: one insertion after all matches in FILE, whose text is on standard input.
inserts() {
	echo "== $1: '$2' after '$3'"
	cat >"tree/$1"
	printf 'rules:\n  - {id: r, title: T, why: w, files: "%s", edits: [{match: "%s", insert-after: "%s"}]}\n' "$1" "$3" "$2" | demo_set sets
	tpatch --dry-run --root tree --patchsets sets 2>&1 | grep '^[-+][^-+]\|^error'
}
printf 'def f():\n    a(); return 1\n' | inserts a.py 'b()' 'a()'
printf 'def f():\n    if x:\n        raise E\n' | inserts a.py 'b()' 'raise E'
printf 'for x in y:\n    continue # so\n\n' | inserts a.py 'b()' 'continue'
printf 'def f():\n    return\n' | inserts a.py 'yield' 'return'
printf 'if x:\n    raise E\nb()\n' | inserts a.py 'c()' 'if x: $$$B'
printf 'def f():\n    if x: return 1\n    b()\n' | inserts a.py 'c()' 'if x: return 1'
printf 'def f():\n    returned(1); b()\n' | inserts a.py 'c()' 'returned(1)'
printf 'f() {\n\ta; return 1\n}\n' | inserts a.sh b 'a'
printf 'if a; then\n\techo no >&2\n\texit 1 # so\nfi\n' | inserts a.sh b 'exit 1'
printf 'a || exit 1\n' | inserts a.sh b 'a || exit 1'
printf 'a && return\n( exit 1 )\nexit 1 &\necho exit\n' | inserts a.sh b '$A exit'
printf '( exit 1 )\n' | inserts a.sh b '( exit 1 )'
printf 'a\nif(X)\n  message(FATAL_ERROR "no")\nendif()\n' | sed 1d | inserts a.cmake 'b()' 'message(FATAL_ERROR $M)'
printf 'function(f)\n  RETURN()\n\nendfunction()\n' | inserts a.cmake 'b()' 'return()'
printf 'if(X)\n  return()\nendif()\n' | inserts a.cmake 'else()' 'return()'
printf 'message(STATUS FATAL_ERROR)\nb(return)\n' | inserts a.cmake 'c()' '$X(return)'
printf 'set(A 1)\nmessage(STATUS FATAL_ERROR)\n' | inserts a.cmake 'c()' 'message(STATUS FATAL_ERROR)'
printf '@goto end\necho 1\n:end\n' | inserts a.bat 'echo 2' 'goto end'
printf 'if x (\n  exit /b 1\n)\n' | inserts a.bat 'echo 2' 'exit /b 1'
printf 'goto end\necho 1\n:end\n' | inserts a.bat ':one' 'goto end'
printf 'if x goto end\necho 1\n:end\n' | inserts a.bat 'echo 2' 'if x goto end'
for each in a.py a.sh a.cmake a.bat; do
	echo "a()" >"tree/$each"
done
printf 'rules:\n  - {id: r, title: T, why: w, files: "a.*", edits: [{match: a(), insert-before: b()}]}\n' | demo_set sets
tpatch --dry-run --root tree --patchsets sets 2>&1 | grep '^[-+][^-+]\|^error'
