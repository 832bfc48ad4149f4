#!/bin/sh
# A rule that does not fit stops the run: exit 3, every rule's verdict is told, and nothing is written, no journal either.
for name in missing ambiguous-too-many conflict not-idempotent; do
	case=$FIXTURES/verdict/$name
	rm -rf tree
	cp -a "$case/before" tree
	tpatch --root tree --patchsets "$case/patchsets"
	echo "$name: exit $?"
	diff -r "$case/before" tree && echo "as it was"
done
