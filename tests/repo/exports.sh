#!/bin/sh
# How many functions does one file of a module have for one other file of it alone? Less than 15 % of all exported functions, and less than 4.5 % by three and
# more: put the two files together, or make them static. tests/repo/exports.py --list names them. The ceilings are in permille.
# usage: exports.sh, in the root of the repository, after `make` (BUILD says where to). Exit: 0 within the ceilings, 1 above.
set -eu

objects=${BUILD-build}/obj
if ! [ -d "$objects/engine" ]; then
	echo "exports.sh: nothing is built in $objects: not counted"
	exit 0
fi
if ! command -v nm >/dev/null; then
	echo "exports.sh: nm is not here: not counted"
	exit 0
fi
found=$(python3 tests/repo/exports.py --seams 149 --wide 44 "$objects") || {
	printf '%s\n' "$found"
	exit 1
}
