#!/bin/sh
# schema: what the schemas of patch sets and of the project file ask for, whole; and the keys that the tables call required.
for of in sets config; do
	echo "--- $of"
	tpatch schema --of "$of" --json=compact | python3 "$TESTS/cli/lib/schema_shape.py"
done
tpatch schema --markdown | grep -E '^### |\| required \|' | cut -d '|' -f 1-3
