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
echo "# its name is not text; its content is"
demo_set sets <<'END'
rules:
  - {id: moved, title: A, why: w, files: c.cmake, edits: [{rename-file: d.bin}]}
END
cp tree/c.cmake moved
t -q --root tree --patchsets sets
cmp moved tree/d.bin
t check -q --root tree --patchsets sets
tpatch rollback -q --root tree
as_it_was
demo_set sets <<'END'
rules:
  - {id: gone, title: A, why: w, files: c.cmake, edits: [{remove-file: {text: "set(A 1)\n"}}]}
  - {id: sought, title: A, why: w, files: 'c*', note: it is there, if-found: [{regex: set}]}
END
t --root tree --patchsets sets
as_it_was
