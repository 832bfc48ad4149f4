#!/bin/sh
# Killed at any time: the next command finds the tree as it was or as it was to be, for the whole run.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
for i in 1 2 3 4 5 6 7 8; do
	mkdir -p "tree/d$i"
	for j in 1 2 3 4 5; do
		cp tree/a.cmake "tree/d$i/$j.cmake"
	done
done
mkdir sets
cp "$sets/project.yaml" sets
sed -e 's/^    expect:.*//' "$sets/set.yaml" >sets/set.yaml
note_state
contents() {
	find tree -path tree/.tpatch -prune -o -type f -exec md5sum {} + | sort >"$1"
}
contents unpatched
tpatch -q --root tree --patchsets sets
contents patched
tpatch -q rollback --root tree
for delay in 0.001 0.002 0.003 0.004 0.005 0.006 0.007 0.008 0.009 0.010 0.011 0.012 0.013 0.014 0.015 0.016 0.018 0.020 0.025 0.030; do
	# The shell that tells of the kill is another one.
	sh -c "timeout -s KILL $delay tpatch -q --root tree --patchsets sets; :" 2>/dev/null
	# It may be dying still: it waits for the disk.
	for try in 1 2 3 4 5 6 7 8 9; do
		tpatch -q recover --root tree 2>told && break
		grep -q "is running in" told || cat told
		sleep "0.$try"
	done
	contents now
	if cmp -s now patched; then
		tpatch -q rollback --root tree || echo "rollback: exit $?"
	elif ! cmp -s now unpatched; then
		echo "after $delay s: neither before nor after"
		diff now unpatched
	fi
	as_it_was >told || cat told
done
sort -u told
