#!/bin/sh
# A system that is interrupted by signals at every other call, and reads and writes a few bytes at a time (lib/stutter.c): everything comes out the same.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
cc -shared -fPIC -o stutter.so "$TESTS/cli/lib/stutter.c" -ldl 2>cc.log || skip "no compiler for a shared library"
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0"
stuttering() {
	echo "--- $*"
	STUTTER_COUNT=$PWD/count LD_PRELOAD=$PWD/stutter.so tpatch "$@" --root tree --patchsets "$sets" >out 2>err
	echo "[$?]"
	[ "$(cat count)" -gt 50 ] || echo "ONLY $(cat count) INTERRUPTIONS"
}
contents() {
	find tree -path tree/.tpatch -prune -o -type f -printf '%p %m ' -exec md5sum {} \; | sort
}

fresh
tpatch --dry --root tree --patchsets "$sets" >plain.diff 2>err
tpatch -q --root tree --patchsets "$sets"
contents >wanted

fresh
stuttering --dry
cmp out plain.diff && as_it_was
stuttering apply
contents >found
cmp wanted found && echo "the tree is as without"
tpatch check -q --root tree --patchsets "$sets" && tpatch log --root tree | sed -n 's/.*\(applied\).*/\1/p'
STUTTER_COUNT=$PWD/count LD_PRELOAD=$PWD/stutter.so tpatch rollback --root tree
as_it_was

# A run that was cut off is put in order all the same.
cut_off
STUTTER_COUNT=$PWD/count LD_PRELOAD=$PWD/stutter.so tpatch recover --root tree
as_it_was
