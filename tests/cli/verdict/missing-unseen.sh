#!/bin/sh
# The line that comes nearest to what a rule looks for is told so that it can be seen, and says nothing to a terminal.
# shellcheck disable=SC2016 # the dollar is a capture
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
printf '\tset(OTHER\0331) # \033[2J \303\251\351 %s\n' "$(printf '\303\251%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40)" >tree/a.cmake
mkdir sets
sed -e 's/match: .*/match: set(OTHER ONE $V)/' -e 's/\*\.cmake/a.cmake/' "$sets/set.yaml" >sets/set.yaml
cp "$sets/project.yaml" sets
tpatch check --root tree --patchsets sets -q 2>&1 | cat -v
