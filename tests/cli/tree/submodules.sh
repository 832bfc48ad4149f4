#!/bin/sh
# Submodules that are not checked out: told once, with the command that fetches them; never as misses.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
set -- --root tree --patchsets "$sets"
printf '[submodule "one"]\n\tpath = third_party/one\n\turl = https://example.org/one\n' >tree/.gitmodules
echo "# a folder that is not there, in a tree that is no repository"
t "$@" --dry --stat
echo "# an empty folder, in a repository"
mkdir -p tree/third_party/one
mkdir tree/.git
t "$@" --dry --stat
echo "# several: once, and each with --verbose and in JSON"
printf '[submodule "two"]\n\tpath = "third_party/two"\n[submodule "out"]\n\tpath = ../out\n[submodule "three"]\n\tPath=third_party/three\n' >>tree/.gitmodules
t "$@" --dry --stat
t "$@" --dry --stat -v
t "$@" --dry --json | grep -A 3 '"path": "third_party'
echo "# checked out"
touch tree/third_party/one/README
mkdir tree/third_party/two tree/third_party/three
touch tree/third_party/two/README tree/third_party/three/README
t "$@" --dry --stat
echo "# no such file at all"
printf 'path\n=\npath =\n\000path = a\000b\n' >tree/.gitmodules
t check "$@" -q
rm tree/.gitmodules
mkdir tree/.gitmodules
t check "$@" -q
echo "# of rules that name their files, those in force tell"
rm -rf tree/.gitmodules sets
printf '[submodule "one"]\n\tpath = third_party/one\n[submodule "on"]\n\tpath = third_party/on\n[submodule "two"]\n\tpath = third_party/two\n' >tree/.gitmodules
rm -rf tree/third_party
demo_project sets
demo_set sets <<'END'
rules:
  - {id: one, title: A, why: w, files: third_party/one/a.c, optional: true, edits: [{match: a(), replace: b()}]}
  - {id: two, title: A, why: w, files: third_party/two/a.c, versions: ">=1.5", edits: [{match: a(), replace: b()}]}
END
t --dry --root tree --patchsets sets
