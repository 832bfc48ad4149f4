#!/bin/sh
# Is no function longer than 80 lines, no file longer than 600, and no folder of code, unit tests, fixtures or command-line cases
# larger than 30 files? Functions are measured by universal-ctags; without it that part is skipped. Prints `file:line: reason`.
# usage: lengths.sh, in the root of the repository. Exit: 0 none, 1 some.
set -eu

max_function=80
max_file=600
max_folder=30
failed=0

for file in engine/*/*.[ch] engine/*/*/*.[ch] driver/*.[ch] driver/*/*.[ch] tests/*/*.[ch] tests/*/*/*.[ch] tests/*.py tests/*/*.py tests/*/*.sh; do
	[ -f "$file" ] || continue
	lines=$(wc -l <"$file")
	if [ "$lines" -gt "$max_file" ]; then
		echo "$file:$max_file: the file has $lines lines, more than $max_file"
		failed=1
	fi
done

large=$({
	find engine driver tests/unit tests/cli -type f ! -path 'driver/tests/*'
	find fixtures -name '*.case'
} | sed 's|/[^/]*$||' | sort | uniq -c |
	awk -v max="$max_folder" '$1 > max { printf "%s:1: the folder has %d files, more than %d: is a part of it a folder of its own?\n", $2, $1, max }')
if [ -n "$large" ]; then
	printf '%s\n' "$large"
	failed=1
fi

if ! ctags --version 2>/dev/null | grep -q '^Universal Ctags'; then
	echo "lengths.sh: universal-ctags is not here: functions not measured"
	exit $failed
fi
long=$(find engine driver -name '*.c' | sort |
	ctags --quiet --options=NONE -x --languages=C --kinds-C=f --fields=+e --_xformat='%F %n %{end} %N' -L - |
	awk -v max="$max_function" '$3 - $2 + 1 > max { printf "%s:%d: the function %s has %d lines, more than %d\n", $1, $2, $4, $3 - $2 + 1, max }')
if [ -n "$long" ]; then
	printf '%s\n' "$long"
	failed=1
fi
exit $failed
