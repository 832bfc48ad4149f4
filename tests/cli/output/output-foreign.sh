#!/bin/sh
# In a container that does not know the owner of the file that -o names, the file is written all the same.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
[ "$(id -u)" = 0 ] || skip "only root can make files of others"
setpriv --reuid 1001 --regid 1001 --clear-groups unshare -r true 2>unshare.log || skip "no namespaces of users here"
fresh
# The folders above this one are closed to others.
open=$(mktemp -d)
trap 'rm -rf "$open"' EXIT
cp "$(command -v tpatch)" "$open/tpatch"
cp -R tree "$sets" "$open"
tpatch export -q --root tree --patchsets "$sets" -o "$open/x.patch"
echo old >>"$open/x.patch"
chmod -R a+rwX "$open"
chown 1000:1000 "$open/x.patch"
cd "$open" || exit 1
setpriv --reuid 1001 --regid 1001 --clear-groups unshare -r ./tpatch export --root tree --patchsets patchsets -o x.patch
echo "[$?]"
head -n 1 x.patch
grep -c old x.patch
ls
