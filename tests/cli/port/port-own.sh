#!/bin/sh
# The day of a release for the sets that are shipped: one command from tree to tree, the set that comes out loads, applies, and does what the shipped one does.
mkdir sets
for step in 1.12.1:1.13 2.4:2.6; do
	rm -rf old new again
	cp -a "$FIXTURES/pytorch-${step%:*}/before" old
	cp -a "$FIXTURES/pytorch-${step#*:}/before" new
	cp -a new again
	tpatch port --all --from old --to new -o sets/next.yaml >report 2>&1
	echo "${step%:*} to ${step#*:}: exit $?"
	grep -E '^(rules that do not|every|[0-9])|needs a person|together' report | cut -c1-200
	tpatch --root new -q >/dev/null
	tpatch --root again --patchsets sets --use "$(sed -n 's/^name: //p' sets/next.yaml)" -q >/dev/null
	diff -r --no-dereference -x .tpatch -q new again && echo 'the same files, byte for byte'
done
