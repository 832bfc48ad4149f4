#!/bin/sh
# shellcheck disable=SC2016 # the backquotes are Markdown's
# schema: all shipped patch sets and all of the fixtures are valid by a real validator, broken ones are not; --markdown has every key.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
python3 "$TESTS/schema_check.py" "$(command -v tpatch)" "$TESTS/../patchsets" "$FIXTURES" >checked
code=$?
[ "$code" != 77 ] || skip "$(cat checked)"
sed -E 's/[0-9]+ passed/N passed/' checked
echo "[$code]"
tpatch schema --markdown | grep -E '^(### a rule|\| `(match|replace|upstream|where)` )'
[ "$(tpatch schema --json=compact | wc -l)" = 1 ] && echo "one line"
for of in report log list; do
	tpatch schema --of $of | python3 -c 'import json, sys; print(json.load(sys.stdin)["title"])'
	tpatch schema --of $of --json=compact | wc -l
done
t schema --of report --markdown
t schema x
t schema --root .
