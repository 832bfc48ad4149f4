#!/bin/sh
# A folder of more patches than port takes at once: said before anything is carried.
mkdir patches tree
echo a >tree/a.txt
i=0
while [ $i -le 5000 ]; do
	printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n' >"patches/$i.patch"
	i=$((i + 1))
done
tpatch port patches --to tree
echo "[$?]"
