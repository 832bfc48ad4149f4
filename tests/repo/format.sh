#!/bin/sh
# Is all C laid out as .clang-format says, with no line over 120 columns? Asked from the commit on that laid it out so, which
# .git-blame-ignore-revs names; `make format` does it. usage: format.sh, in the root of the repository. Exit: 0 all is, or nothing is asked, 1 not.
set -eu

grep -qE '^[0-9a-f]{40}' .git-blame-ignore-revs || exit 0
if ! command -v clang-format >/dev/null; then
	echo "format.sh: clang-format is not here: skipped"
	exit 0
fi
find engine driver tests -name '*.[ch]' -print0 | xargs -0 -n 40 -P "$(nproc)" clang-format --dry-run --Werror
