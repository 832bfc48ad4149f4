#!/bin/sh
# shellcheck disable=SC2016 # the dollars are CMake's
# explain: the version, the files, every place with its conditions, and on a miss the nearest lines with what cannot be seen.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets
demo_project sets
demo_set sets '>=1, <2' <<'END'
rules:
  - id: raise
    title: Raise the version
    why: The case needs it.
    files: ["*.cmake", cmake/named.txt]
    language: cmake
    exclude: old/**
    edits:
      - match: need(VERSION $MIN $$$)
        where: {MIN: {version: "<3.5"}}
        not-inside: if(OLD)
        set: {MIN: "3.5"}
  - id: later
    title: Something for later versions
    why: The case needs it.
    files: "*.cmake"
    versions: ">=1.5"
    edits:
      - match: set(LATER $V)
        delete: true
  - id: named
    title: A path whose file holds neither form
    why: The case needs it.
    files: c.cmake
    edits:
      - match: gone($V)
        replace: here($V)
END
mkdir -p tree/old tree/cmake
echo 1.2.0 >tree/demo.txt
printf 'need(VERSION 2.8)\nif(OLD)\n  need(VERSION 3.0)\nendif()\nneed(VERSION 3.9)\nneed(VERSION ${V})\nneed(VERSION 3.5)\n' >tree/a.cmake
printf '\357\273\277need(\tVERZION 2.8)  \r\n# need(VERSION 2.8)\r\nneed(VERSION\302\2402.8)\r\n' >tree/b.cmake
echo 'need(VERSION 1)' >tree/old/x.cmake
echo 'need(VERSION 1)' >tree/other.txt
set -- --root tree --patchsets sets
t explain raise "$@"
t explain raise b.cmake "$@"
t explain raise ./old/x.cmake "$@"
t explain raise "$PWD/tree/old/x.cmake" "$@"
t explain raise other.txt "$@"
t explain later "$@"
t explain later "$@" --tag 1.6.0 --force-tag
t explain raise a.cmake "$@" --json=compact
echo 'other(x)' >tree/c.cmake
echo "--- five files of a rule are named"
for name in d e f g; do echo >"tree/$name.cmake"; done
t explain later "$@" --tag 1.6.0 --force-tag | grep -A 1 files
rm tree/[defg].cmake
t explain named "$@"
echo "--- the file has nearly that name"
mv tree/c.cmake tree/cc.cmake
t explain named "$@" | grep -A 1 files
mv tree/cc.cmake tree/c.cmake
# Bad input.
t explain rise "$@"
t explain raise nowhere.cmake "$@"
t explain raise cmake "$@"
t explain raise ../sets/demo.yaml "$@"
t explain raise "/tree/a.cmake" "$@"
t explain "$@"
t explain raise a b "$@"
