#!/bin/sh
# A limit on the size of files stops a run while it writes its journal: exit 4, nothing left behind.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
seq 5000 | sed 's/.*/set(A 1)/' >tree/a.cmake
mkdir sets
cp "$sets/project.yaml" sets
sed -e 's/"<=3"/">=1"/' "$sets/set.yaml" >sets/set.yaml
note_state
(
	ulimit -f 8
	t --root tree --patchsets sets
)
as_it_was
find tree/.tpatch/runs -type f
t -q --root tree --patchsets sets
t rollback --root tree
as_it_was
