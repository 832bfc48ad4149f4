#!/bin/sh
# Files that belong to somebody else: a project file above the tree is passed over, a link or FIFO is not written to; and where the tree has either.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
[ "$(id -u)" = 0 ] || skip "only root can make files of others"
fresh
set -- check --root tree --patchsets "$sets"
said() {
	tpatch "$@" >told 2>errors
	echo "[$?]"
	sed -n '/^settings/p; s/^  \(would\|not\)/\1/p' told
	cat errors
}
echo "--- a project file above the tree"
printf 'globs: [b.cmake]\n' >tpatch.yaml
said "$@"
chown 12345 tpatch.yaml
said "$@"
chown 12345 tree tpatch.yaml
said "$@"
chown 0 tree
rm tpatch.yaml
echo "--- what -o names"
echo "tpatch old" >old
mkfifo mine theirs tree/fifo
chown 12345 theirs
ln -s old link
ln -s ../old tree/link
ln -s old foreign
chown -h 12345 foreign
for each in old link foreign theirs tree/fifo tree/link tree/new tree/../old theirs/x; do
	t export --root tree --patchsets "$sets" -q -o "$each"
	head -n 1 old
	echo "tpatch old" >old
done
find tree -mindepth 1 -printf '%P %y %l\n' | sort
