#!/bin/sh
# A folder above that somebody else made look like a source tree is not taken for the tree.
[ "$(id -u)" = 0 ] || exit 77
mkdir -p shared/mine/sub shared/.tpatch
printf "*\n" >shared/.tpatch/.gitignore
chmod 1777 shared
cd shared/mine/sub || exit 1
tell() {
	echo "$1"
	tpatch status 2>&1 | sed -n "s/^tree  *//p"
}
tell "a journal of this user, in a folder of this user"
chown 12345 ../../.tpatch
tell "of another user"
chown 12345 ../..
tell "and so is the folder"
chown 12345 . ..
tell "and so are those below"
