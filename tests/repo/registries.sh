#!/bin/sh
# Has every lang_X.c, op_X.c, format_X.c and cmd_X.c its row ROW(X) in the registry.c of its kind, and every row its file?
# A file lang_X_PART.c belongs to lang_X.c. Prints `file:line: reason`. usage: registries.sh, in the root of the
# repository. Exit: 0 all is well, 1 something is not.
set -eu

failed=0

complain() {
	echo "$1: $2"
	failed=1
}

# The rows of a registry as `line name`.
rows() {
	awk '{
		while (match($0, /ROW\([a-z0-9_]+\)/)) {
			print FNR, substr($0, RSTART + 4, RLENGTH - 5)
			$0 = substr($0, RSTART + RLENGTH)
		}
	}' "$1"
}

check_module() { # MODULE PREFIX [MODULE...]: the files may be in any of the modules
	registry=$1/registry.c
	prefix=$2
	folders=$*
	folders="$1${folders#"$1 $2"}"
	if ! [ -f "$registry" ]; then
		complain "$registry:1" "no registry"
		return
	fi
	names=$(rows "$registry" | cut -d ' ' -f 2)
	if [ -z "$names" ]; then
		complain "$registry:1" "no row ROW(name) found"
	fi
	# shellcheck disable=SC2086 # the folders are words
	files=$(find $folders -maxdepth 1 -name "${prefix}_*.c" | sort)
	for file in $files; do
		own=${file##*/"$prefix"_}
		own=${own%.c}
		found=
		for name in $names; do
			case $own in
			"$name") found=1 ;;
			"$name"_*) [ -f "${file%/*}/${prefix}_$name.c" ] && found=1 ;;
			esac
		done
		[ -n "$found" ] || complain "$file:1" "no row ROW($own) in $registry"
	done
	rows "$registry" >"$scratch"
	while read -r line name; do
		printf '%s\n' "$files" | grep -q "/${prefix}_$name\.c\$" || complain "$registry:$line" "no file ${prefix}_$name.c in $folders for ROW($name)"
	done <"$scratch"
	for name in $(printf '%s\n' "$names" | sort | uniq -d); do
		complain "$registry:1" "ROW($name) is there more than once"
	done
}

scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
check_module engine/lang lang
check_module engine/op/operation op engine/fileop
check_module engine/report/format format
check_module engine/cli/command cmd
check_module driver/command cmd
exit $failed
