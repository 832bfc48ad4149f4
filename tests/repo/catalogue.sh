#!/bin/sh
# Is patchsets/CATALOGUE.md what `tpatch list --format markdown` prints of the patch sets? Asks the program in $BUILD (default: build); without a
# program nothing is looked at. Prints `file:line: reason`. usage: catalogue.sh, in the root of the repository. Exit: 0 it is, 1 it is not.
set -eu

document=patchsets/CATALOGUE.md
program=${BUILD-build}/tpatch
if ! [ -x "$program" ]; then
	echo "catalogue.sh: no program $program: skipped"
	exit 0
fi
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
"$program" list --format markdown -o "$scratch"
if cmp -s "$scratch" "$document"; then
	exit 0
fi
line=$(cmp "$scratch" "$document" 2>/dev/null | sed -n 's/.*line //p')
echo "$document:${line:-1}: is not what the patch sets say: build/tpatch list --format markdown -o $document"
exit 1
