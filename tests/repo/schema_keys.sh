#!/bin/sh
# Does patchsets/README.md tell of every key that the loader takes? The keys come from `tpatch schema --markdown` of the program in $BUILD (default:
# build); without a program nothing is looked at. Prints `file:line: reason`. usage: schema_keys.sh, in the root of the repository. Exit: 0
# all are there, 1 some are not.
set -eu

document=patchsets/README.md
program=${BUILD-build}/tpatch
if ! [ -x "$program" ]; then
	echo "schema_keys.sh: no program $program: skipped"
	exit 0
fi
# shellcheck disable=SC2016 # the backquotes are Markdown's
keys=$("$program" schema --markdown | sed -n 's/^| `\([^`]*\)`.*/\1/p' | sort -u)
if [ -z "$keys" ]; then
	echo "schema_keys.sh: $program names no keys" >&2
	exit 1
fi
failed=0
for key in $keys; do
	# As code: between backquotes or braces, or at the front of an example's line.
	if ! grep -qE "(^|[\`{, -])$key(:|\`|,)" "$document"; then
		echo "$document:1: does not tell of the key '$key'"
		failed=1
	fi
done
exit $failed
