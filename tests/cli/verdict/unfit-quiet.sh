#!/bin/sh
# What does not fit is an error, and told when told to be quiet too: on standard error, also by a dry run and by check.
case=$FIXTURES/verdict/missing
cp -a "$case/before" tree
for command in "--dry" check ""; do
	echo "--- tpatch $command -q"
	# shellcheck disable=SC2086 # one word or none
	tpatch $command -q --root tree --patchsets "$case/patchsets" 2>err
	echo "exit $?"
	grep -c missing err
	diff -r "$case/before" tree && echo "as it was"
done
echo "--- nothing is said of what fits"
tpatch check -q --root "$FIXTURES/pytorch-1.12.1/before"
echo "exit $?"
