#!/bin/sh
# explain, where nothing matches anywhere: the closest lines of all files are shown; a file with NUL bytes is skipped; a regex that has no fixed word
# is looked for in every file.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets '>=1' <<'END'
rules:
  - id: raise
    title: Raise the version
    why: The case needs it.
    files: "*.cmake"
    language: cmake
    edits:
      - match: need(VERSION 2.8 FATAL)
        replace: need(VERSION 3.5 FATAL)
  - id: digits
    title: Any number
    why: The case needs it.
    files: "*.txt"
    edits:
      - regex: '[0-9]{5,}'
        replace: none
END
mkdir tree
echo 1.0 >tree/demo.txt
printf 'set(A 1)\nneed(VERSION 2.9 FATAL)\n' >tree/near.cmake
printf 'other(VERSION)\n' >tree/far.cmake
t explain raise --patchsets sets --root tree
t explain raise --json=compact --patchsets sets --root tree
t explain digits demo.txt --patchsets sets --root tree
printf 'need(VERSION 2.8 FATAL)\n\0\n' >tree/binary.cmake
t explain raise --patchsets sets --root tree
# A path that is not there: the nearest name of its folder.
demo_set sets '>=1' <<'END'
rules:
  - id: named
    title: Files by name
    why: The case needs it.
    files: [sub/nera.cmake, faar.cmake, sub/deep/none.cmake, gone/near.cmake]
    edits:
      - match: need(VERSION 2.8 FATAL)
        replace: need(VERSION 3.5 FATAL)
END
mkdir -p tree/sub/deep
cp tree/near.cmake tree/sub
t explain named --patchsets sets --root tree
t explain named sub --patchsets sets --root tree
t explain named ../near.cmake --patchsets sets --root tree
t explain named sub/../near.cmake --patchsets sets --root tree
