#!/bin/sh
# Does every header of the engine compile alone and twice over, with each compiler that is here, and has it a guard of its own?
# Prints `file:line: reason`. usage: headers.sh, in the root of the repository. Exit: 0 all do, 1 some do not.
set -eu

warnings="-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wvla -Werror"
failed=0
messages=$(mktemp)
trap 'rm -f "$messages"' EXIT
for compiler in gcc clang x86_64-w64-mingw32-gcc-posix; do
	if ! command -v "$compiler" >/dev/null; then
		echo "headers.sh: $compiler is not here: skipped"
		continue
	fi
	for header in engine/*.h engine/*/*.h engine/*/*/*.h driver/*/*.h; do
		name=${header#engine/}
		name=${name#driver/}
		# The Windows headers are there for the Windows compiler alone, and the POSIX ones for the others.
		case $compiler:$name in
		*mingw*:platform/win32*) ;;
		*mingw*) continue ;;
		*:platform/win32*) continue ;;
		esac
		# shellcheck disable=SC2086 # the warnings are words
		if ! printf '#include "%s"\n#include "%s"\n' "$name" "$name" |
			"$compiler" -std=c11 $warnings -Iengine -Idriver -fsyntax-only -x c - 2>"$messages"; then
			echo "$header:1: does not compile alone with $compiler:"
			sed 's/^/    /' "$messages" | head -5
			failed=1
		fi
	done
done
guards=$(mktemp)
trap 'rm -f "$messages" "$guards"' EXIT
for header in engine/*.h engine/*/*.h engine/*/*/*.h driver/*/*.h; do
	guard=$(sed -n 's/^#ifndef \(T\(PATCH\|BUILD\)_[A-Z0-9_]*_H\)$/\1/p' "$header" | head -1)
	if [ -z "$guard" ]; then
		echo "$header:1: no guard TPATCH_..._H or TBUILD_..._H"
		failed=1
	elif grep -qx "$guard" "$guards"; then
		echo "$header:1: another header has the guard $guard"
		failed=1
	fi
	echo "$guard" >>"$guards"
done
exit $failed
