#!/bin/sh
# Is patchsets/EVIDENCE.md what the patch sets and docs/judged.md say, and has every rule evidence or a reason why there is none? Without Python's yaml
# nothing is looked at. Prints `file:line: reason`. usage: evidence.sh, in the root of the repository. Exit: 0 it is, 1 it is not.
set -eu

document=patchsets/EVIDENCE.md
if ! python3 -c 'import yaml' 2>/dev/null; then
	echo "evidence.sh: no python3 with yaml: skipped"
	exit 0
fi
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
python3 tests/real/evidence.py >"$scratch"
if cmp -s "$scratch" "$document"; then
	exit 0
fi
line=$(cmp "$scratch" "$document" 2>/dev/null | sed -n 's/.*line //p')
echo "$document:${line:-1}: is not what the rules and docs/judged.md say: python3 tests/real/evidence.py >$document"
exit 1
