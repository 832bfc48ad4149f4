#!/bin/sh
# Makes Debian's packages of the working tree: the source package, and from that the binary ones.
#
# usage: packaging/deb.sh OUT, in the root of the repository. Everything lands in the folder OUT, whose former content goes. Needs debhelper and what
# packaging/debian/control names; DEB_BUILD_OPTIONS=nocheck leaves the tests out. Exit: 0 made, 1 something went wrong.
#
# debian/ stays below packaging/: the top of the repository is tpatch's, and a distribution that has a debian/ of its own is not in the way.
set -eu

# Settings of the make that called are not for that of the package.
unset MAKEFLAGS MFLAGS MAKELEVEL

out=$1
version=$(sed -n 's/^VERSION := //p' Makefile)
said=$(sed -n '1s/^[^(]*(\(.*\)-[^-]*).*/\1/p' packaging/debian/changelog)
if [ "$version" != "$said" ]; then
    echo "deb.sh: the Makefile says $version, packaging/debian/changelog says $said" >&2
    exit 1
fi
rm -rf "$out"
mkdir -p "$out"
tree=$out/tpatch-$version

# What git knows of; of a tree without git all but what was built.
mkdir "$tree"
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard
else
    find . -path ./build -prune -o -path './build-*' -prune -o -path ./.git -prune -o -name __pycache__ -prune -o ! -type d -print0
fi | tar -c --null --no-recursion --ignore-failed-read -T - | tar -x -C "$tree"
date=$(date -u -d "$(dpkg-parsechangelog -l packaging/debian/changelog -S Date)" +%s)
tar -cJ --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$date" -C "$out" -f "$out/tpatch_$version.orig.tar.xz" "tpatch-$version"
cp -R packaging/debian "$tree/debian"
(cd "$out" && dpkg-source -b "tpatch-$version")

# The binary packages come from the source package, not from what lies here.
rm -rf "$tree"
(cd "$out" && dpkg-source -x --no-check ./*.dsc "tpatch-$version" && cd "tpatch-$version" && dpkg-buildpackage -us -uc -b)
