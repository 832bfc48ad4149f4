#!/bin/sh
# Prints the C source of the table of all unit tests in the given files. usage: collect.sh FILE.c...
set -eu

names() {
	sed -n 's/^TEST(\([A-Za-z0-9_]*\)).*/\1/p' "$1"
}

echo '#include "unit.h"'
echo
for file in "$@"; do
	names "$file" | sed 's/.*/void test_&(void **state);/'
done
echo
echo 'const struct unit_row unit_rows[] = {'
for file in "$@"; do
	base=${file#tests/unit/}
	names "$file" | sed "s|.*|	{ \"${base%.c}\", \"&\", test_& },|"
done
echo '};'
echo 'const size_t unit_n_rows = sizeof(unit_rows) / sizeof(unit_rows[0]);'
