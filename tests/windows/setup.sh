#!/bin/sh
# Installs what building and testing the Windows program takes on Debian: the cross compiler, Wine and zip. As root or with sudo.
set -eu

packages="gcc-mingw-w64-x86-64-posix wine64 wine zip osslsigncode openssl dpkg-dev ca-certificates"
missing=
for package in $packages; do
	dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
echo "setup.sh: installing$missing"
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
# shellcheck disable=SC2086 # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
