#!/bin/sh
# Does packaging/libtpatch.map name the functions of tpatch.h, each by name, and no other? usage: abi.sh, in the root of the repository.
# Exit: 0 it does, 1 it does not.
set -eu
export LC_ALL=C

api=$(mktemp)
map=$(mktemp)
trap 'rm -f "$api" "$map"' EXIT
sed -nE 's/^TPATCH_API .*[ *](tpatch_[a-z_]+)\(.*/\1/p' engine/api/tpatch.h | sort >"$api"
sed -nE 's/^	(tpatch_[a-z_]+);$/\1/p' packaging/libtpatch.map | sort >"$map"
if ! [ -s "$api" ] || ! cmp -s "$api" "$map"; then
	echo "packaging/libtpatch.map:1: not the functions of engine/api/tpatch.h:"
	diff "$api" "$map" | sed -n 's/^[<>]/   &/p'
	exit 1
fi
