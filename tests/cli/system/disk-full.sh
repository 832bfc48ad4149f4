#!/bin/sh
# A disk that is full, wherever it happens: exit 4 and the tree as it was, and a run once there is room again.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
seq 2000 | sed 's/.*/set(A 1)/' >tree/a.cmake
mkdir sets disk
cp "$sets/project.yaml" sets
sed -e 's/"<=3"/">=1"/' "$sets/set.yaml" >sets/set.yaml
cat >inside.sh <<'END'
. "$TESTS/cli/lib/case.sh"
mount -t tmpfs -o size=128k none disk || exit 77
cp -a tree disk
cd disk || exit
set -- --root tree --patchsets ../sets
note_state
for room in 0 4 8 16 32 64; do
	rm -f fill
	head -c "$(($(df --output=avail -k . | tail -n 1) * 1024 - room * 1024))" /dev/zero >fill
	in_little_room "$@"
done
rm -f fill
t -q "$@"
t check -q "$@"
t rollback --root tree
as_it_was
END
unshare -m true 2>/dev/null || skip "no file system can be mounted here"
unshare -m sh -u inside.sh
code=$?
[ $code != 77 ] || skip "no file system can be mounted here"
exit $code
