#!/bin/sh
# The tree is found above the working directory, or named by --to or as one of several: what is written goes through none of its links.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
mkdir home home/folder
tpatch -q --root tree --patchsets "$sets" # its journal is what tells where the tree begins
ln -s ../home/taken tree/link
ln -s ../home/folder tree/folder
mkdir tree/sub
cd tree/sub || exit 1
t check -q --patchsets "$sets" --output json=../link
t check -q --patchsets "$sets" --output json=../folder/report.json
t plan --patchsets "$sets" -o ../link
t export --patchsets "$sets" -o ../folder/out.diff
TPATCH_TRACE=../link tpatch check -q --patchsets "$sets"
echo "[$?]"
cd ../.. || exit 1
printf 'x = 1\n' >tree/x.py
printf -- '--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n' >some.diff
t port some.diff --to tree -o tree/link
t matrix tree --patchsets "$sets" --output html=tree/folder/page.html
find home
