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
echo "--- a file of 16 MiB may change, and not grow"
demo_project sets
for value in 2 22; do
	demo_set sets <<END
rules:
  - id: grows
    title: Set A
    why: The case needs it.
    files: big.cmake
    edits:
      - match: set(A 1)
        replace: set(A $value)
END
	{
		echo 'set(A 1)'
		head -c $((16777216 - 10)) /dev/zero | tr '\0' '#'
		echo
	} >tree/big.cmake
	t -q --root tree --patchsets sets
	head -n 1 tree/big.cmake
done
