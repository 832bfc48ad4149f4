#!/bin/sh
# explain: each condition on a place by its words, whether it holds there, and the blocks around the place; more blocks than are named.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree
demo_project sets
demo_set sets <<'END'
rules:
  - id: some
    title: Where any of two conditions holds, and a third does not
    why: The case needs it.
    files: a.cmake
    edits:
      - match: set(RUNTIME $V)
        any:
          - inside: if(MSVC)
          - inside: else()
            after: message($$$)
        not: {inside: function(legacy $$$)}
        set: {V: static}
  - id: both
    title: Where two conditions hold, on the place and what it captures
    why: The case needs it.
    files: a.cmake
    edits:
      - match: set(LEVEL $V)
        where: {V: {regex: "^[0-9]+$", not: {in: ["0", "1"]}}}
        all:
          - before: message($$$)
          - not: {after: message($$$)}
        set: {V: "9"}
END
echo 1.0.0 >tree/demo.txt
cat >tree/a.cmake <<'END'
set(RUNTIME dynamic)
if(MSVC)
  set(RUNTIME dynamic)
else()
  set(RUNTIME dynamic)
  message("else")
  set(RUNTIME dynamic)
endif()
function(legacy)
  if(MSVC)
    set(RUNTIME dynamic)
  endif()
endfunction()
set(LEVEL 1)
set(LEVEL 2)
set(LEVEL high)
message("level")
set(LEVEL 3)
END
{
	for i in 0 1 2 3 4 5 6 7 8 9; do
		echo "if(DEEP_$i)"
	done
	echo 'set(RUNTIME dynamic)'
	for i in 0 1 2 3 4 5 6 7 8 9; do
		echo 'endif()'
	done
} >>tree/a.cmake
set -- --root tree --patchsets sets
t explain some "$@"
t explain both "$@"
t check "$@"
