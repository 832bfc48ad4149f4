#!/bin/sh
# A file with NUL bytes is taken for binary: left alone by a glob, and not what a rule wants that names it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
printf 'set(A 1)\0\n' >tree/c.cmake
note_state
t check -v --root tree --patchsets "$sets"
mkdir sets
cp "$sets/project.yaml" sets
sed -e 's/^    files:.*/    files: c.cmake/' "$sets/set.yaml" >sets/set.yaml
t --root tree --patchsets sets
as_it_was
