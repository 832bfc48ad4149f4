#!/bin/sh
# Runs every check of the repository itself. usage: all.sh, in the root of the repository, after `make` (BUILD says where to).
# The last line is `repo: N passed, N failed`. Exit: 0 all passed, 1 some failed.
set -eu

build=${BUILD-build}
passed=0
failed=0
for check in tests/repo/*.sh; do
	[ "$check" != tests/repo/all.sh ] || continue
	set --
	if [ "$check" = tests/repo/banned.sh ] && [ -d "$build/obj/engine" ]; then
		set -- "$build/obj/engine"
	elif [ "$check" = tests/repo/hardening.sh ] && [ -f "$build/tpatch" ]; then
		set -- "$build/tpatch"
	fi
	if sh "$check" "$@"; then
		passed=$((passed + 1))
	else
		echo "FAILED $check"
		failed=$((failed + 1))
	fi
done
echo "repo: $passed passed, $failed failed"
[ "$failed" = 0 ]
