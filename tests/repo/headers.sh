#!/bin/sh
# Does every header of the engine and the driver compile alone, with each compiler that is here, and has it a guard of its own, which lets it
# be included twice? The build itself compiles a header alone where a source begins with it; only the others are compiled here.
# Prints `file:line: reason`. usage: headers.sh, in the root of the repository. Exit: 0 all do, 1 some do not.
set -eu

warnings="-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wvla -Werror"
failed=0
messages=$(mktemp)
trap 'rm -f "$messages" "$messages.first" "$messages.guards"' EXIT
headers=$(find engine driver -name '*.h' ! -path '*/tests/*' | sort)

# The headers that a source begins with, before any other and any definition.
find engine driver -name '*.c' ! -path '*/tests/*' ! -path '*/win32/*' -exec awk '
	FNR == 1 { ended = 0 }
	!ended && /^#[ \t]*[a-z]/ { ended = 1; if (split($0, part, "\"") == 3 && /^#include/) print part[2] }' {} + |
	sort -u >"$messages.first"

for compiler in gcc clang x86_64-w64-mingw32-gcc-posix; do
	if ! command -v "$compiler" >/dev/null; then
		echo "headers.sh: $compiler is not here: skipped"
		continue
	fi
	for header in $headers; do
		name=${header#*/}
		# The Windows headers are there for the Windows compiler alone, and the POSIX ones for the others.
		case $compiler:$name in
		*mingw*:platform/win32*) ;;
		*mingw*) continue ;;
		*:platform/win32*) continue ;;
		*) ! grep -qxF "$name" "$messages.first" || continue ;;
		esac
		# shellcheck disable=SC2086 # the warnings are words
		if ! printf '#include "%s"\n' "$name" |
			"$compiler" -std=c11 $warnings -Iengine -Idriver -fsyntax-only -x c - 2>"$messages"; then
			echo "$header:1: does not compile alone with $compiler:"
			sed 's/^/    /' "$messages" | head -5
			failed=1
		fi
	done
done

# The guard is the first line of the preprocessor, and ends with the file.
for header in $headers; do echo "$header"; done | awk '
	function complain(why) { print header ":1: " why }
	{
		header = $0
		guard = last = ""
		n = 0
		while ((getline line <header) > 0) {
			if (line ~ /^#/ && ++n == 1 && line ~ /^#ifndef T(PATCH|BUILD)_[A-Z0-9_]*_H$/)
				guard = substr(line, 9)
			if (n == 2 && line ~ /^#/ && line != "#define " guard)
				guard = ""
			if (line != "")
				last = line
		}
		close(header)
		if (guard == "" || last != "#endif")
			complain("is not enclosed by #ifndef and #define TPATCH_..._H or TBUILD_..._H, and #endif")
		else if (guard in file)
			complain(file[guard] " has the guard " guard " too")
		file[guard] = header
	}' >"$messages.guards"
if [ -s "$messages.guards" ]; then
	cat "$messages.guards"
	failed=1
fi
exit $failed
