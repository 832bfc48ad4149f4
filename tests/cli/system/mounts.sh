#!/bin/sh
# A tree on overlayfs, as containers have it, is patched and undone like any other. A file on another volume, or on a bind mount of this one, is told
# before anything is written: no rename leads there.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
mkdir lower upper joined
cat >inside.sh <<'END'
. "$TESTS/cli/lib/case.sh"
mount -t tmpfs none lower && mount -t tmpfs none upper && mkdir upper/up upper/work || exit 77
cp -a tree lower
mount -t overlay -o lowerdir=lower,upperdir=upper/up,workdir=upper/work none joined || exit 77
cd joined || exit
note_state
echo "--- overlayfs over two volumes"
t -q --root tree --patchsets "$sets"
t check -q --root tree --patchsets "$sets"
t rollback --root tree
as_it_was
cd .. || exit
mkdir tree/sub elsewhere
mv tree/a.cmake elsewhere
for kind in bind tmpfs; do
	echo "--- a file on a mount: $kind"
	case $kind in
	bind) mount --bind elsewhere tree/sub ;;
	tmpfs) mount -t tmpfs none tree/sub && cp elsewhere/a.cmake tree/sub ;;
	esac
	note_state
	t --root tree --patchsets "$sets"
	as_it_was
	umount tree/sub
done
END
unshare -m true 2>/dev/null || skip "no file system can be mounted here"
unshare -m sh -u inside.sh
code=$?
[ $code != 77 ] || skip "no file system can be mounted here"
exit $code
