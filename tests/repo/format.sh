#!/bin/sh
# Is all C laid out as .clang-format says, with no line over 120 columns? `make format` lays it out; comments and strings
# that are too long are wrapped by hand. usage: format.sh, in the root of the repository. Exit: 0 all is, 1 not.
set -eu

failed=0
# What has changed since all was laid out well.
well=${BUILD-build}/format.well
touch "$well.now" 2>/dev/null || well=
if [ -n "$well" ] && [ -f "$well" ] && [ -z "$(find .clang-format tests/repo/format.sh -newer "$well")" ]; then
	set -- -newer "$well"
fi
long=$(find engine driver tests -name '*.[ch]' "$@" -exec python3 -c '
import sys
for path in sys.argv[1:]:
    for number, line in enumerate(open(path, encoding="utf-8", errors="replace"), 1):
        if len(line.rstrip("\r\n").expandtabs(8)) > 120:
            print(f"{path}:{number}: more than 120 columns")' {} +)
if [ -n "$long" ]; then
	printf '%s\n' "$long"
	failed=1
fi
# Versions differ in details; the layout is that of Debian 12's.
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
	find engine driver tests -name '*.[ch]' "$@" -print0 | xargs -0 -r -n 40 -P "$(nproc)" clang-format --dry-run --Werror || failed=1
else
	echo "format.sh: clang-format 14 is not here: the layout is not checked"
	well=
fi
[ "$failed" != 0 ] || [ -z "$well" ] || mv "$well.now" "$well"
exit $failed
