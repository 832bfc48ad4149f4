#!/bin/sh
# A disk that turns read-only while a run writes, as ext4 does after an error: mounted again, the tree is as it was, or is put in order.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
PATH=$PATH:/sbin:/usr/sbin
fresh
mkdir sets disk
cp "$sets/project.yaml" sets
sed -e '/expect:/d' "$sets/set.yaml" >sets/set.yaml
for k in $(seq 12); do
	echo 'set(A 1)' >"tree/$k.cmake"
done
cat >inside.sh <<'END'
. "$TESTS/cli/lib/case.sh"
truncate -s 24M image
mkfs.ext4 -qF image && mount -o loop,errors=remount-ro image disk || exit 77
umount disk
for moment in 05 15 25 30 35 40 45 60; do
	mkfs.ext4 -qF image && mount -o loop,errors=remount-ro image disk
	cp -a tree disk && sync
	(cd disk && note_state)
	# Slowly, so that it is cut off at different places.
	LD_PRELOAD=$HOME/slow.so SLOW_US=4000 tpatch -q --root disk/tree --patchsets sets 2>/dev/null &
	sleep "0.$moment"
	mount -o remount,abort disk 2>/dev/null
	wait $! && echo "it was through" >>through
	umount disk
	mount -o loop image disk
	tpatch recover -q --root disk/tree || echo "recover: $?"
	# Whole before, or whole after.
	[ ! -f disk/tree/.tpatch/runs/000001/header.applied ] || tpatch rollback -q --root disk/tree
	(cd disk && as_it_was)
	umount disk
done | uniq
END
cc -shared -fPIC -o slow.so "$TESTS/crash/slow.c" -ldl 2>/dev/null || skip "no C compiler"
unshare -m true 2>/dev/null || skip "no file system can be mounted here"
unshare -m sh -u inside.sh 2>mount.log
code=$?
[ $code != 77 ] || skip "no loop device or no ext4 here"
exit $code
