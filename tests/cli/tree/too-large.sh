#!/bin/sh
# A file over 16 MiB: taken by a glob it is a note, named by a rule it stops the run.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
truncate -s 17M tree/big.cmake
t check --root tree --patchsets "$sets"
t -q --root tree --patchsets "$sets"
t -q rollback --root tree
mkdir sets
cp "$sets/project.yaml" sets
sed -e 's/^    files:.*/    files: big.cmake/' "$sets/set.yaml" >sets/set.yaml
t --root tree --patchsets sets
cmp -n 17825792 tree/big.cmake /dev/zero && echo "big.cmake is as it was"
rm tree/big.cmake
as_it_was
