#!/bin/sh
# A volume on which inodes run out, wherever it happens: exit 4 and the tree as it was. Times long ago and far ahead come back.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
mkdir sets disk
cp "$sets/project.yaml" sets
sed -e '/expect:/d' "$sets/set.yaml" >sets/set.yaml
for k in $(seq 12); do
	echo 'set(A 1)' >"tree/$k.cmake"
done
touch -d 1901-12-14T00:00:00Z tree/1.cmake
touch -d 2100-01-01T00:00:00.123456789Z tree/2.cmake
touch -d 1969-12-31T23:59:59.999999999Z tree/3.cmake
cat >inside.sh <<'END'
. "$TESTS/cli/lib/case.sh"
mount -t tmpfs -o size=16m,nr_inodes=400 none disk || exit 77
cp -a tree disk
cd disk || exit
set -- --root tree --patchsets ../sets
note_state
free() {
	df --output=iavail . | tail -n 1 | tr -d ' '
}
mkdir fill
for room in 0 1 3 8 15 25 60; do
	(cd fill && seq $(($(free) - room)) | xargs touch)
	in_little_room "$@"
	rm -rf fill tree/.tpatch
	mkdir fill
done | uniq
END
unshare -m true 2>/dev/null || skip "no file system can be mounted here"
unshare -m sh -u inside.sh
code=$?
[ $code != 77 ] || skip "no file system can be mounted here"
exit $code
