#!/bin/sh
# root patched a tree that belongs to a user: each command that needs the journal says whose it is and what to do, also where root's umask closes
# it, and what it says works.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
[ "$(id -u)" = 0 ] || skip "only root can make files of others"
fresh
# The folders above this one are closed to others.
open=$(mktemp -d)
trap 'rm -rf "$open"' EXIT
cp "$(command -v tpatch)" "$open/tpatch"
cp -R tree "$sets" "$open"
mkdir "$open/home"
chmod -R a+rX "$open"
chown -R 1001:1001 "$open/tree" "$open/home"
cd "$open" || exit 1
as_user() {
	echo "\$ tpatch $*"
	setpriv --reuid 1001 --regid 1001 --clear-groups env HOME="$open/home" ./tpatch "$@" --root tree 2>&1 | sed "/^  /d; s|$open|OPEN|"
}
setpriv --reuid 1001 --regid 1001 --clear-groups true 2>/dev/null || skip "no other user can be taken here"
(umask 022 && ./tpatch apply -q --root tree --patchsets patchsets)
as_user rollback
as_user log --prune --keep 0
# Something to do again.
cp -p "$OLDPWD/tree/a.cmake" tree/a.cmake
chown 1001:1001 tree/a.cmake
as_user apply --patchsets patchsets
echo "--- root's journal is closed to others"
chmod -R go-rwx tree/.tpatch
for command in status check apply rollback recover log; do
	as_user "$command" | sed "s/^/$command: /"
done
echo "--- what the hint says"
chown -R 1001:1001 tree/.tpatch
as_user recover --adopt
as_user apply -q --patchsets patchsets
as_user rollback
as_user rollback
diff -r -x .tpatch tree "$OLDPWD/tree" && find tree -not -user 1001
