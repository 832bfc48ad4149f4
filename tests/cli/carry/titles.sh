#!/bin/sh
# A rule of several patches is called after those that there is room for, and says how many more there are.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p tree sets quilt
demo_project sets
printf '2.3.0\n' >tree/demo.txt
printf 'head\nv0\ntail\n' >tree/a.txt
n=0
# patch TITLE: the next patch of the same line.
patch() {
	printf 'From: A B <a@example.org>\nSubject: %s\n\n' "$1" >quilt/$((n + 1)).patch
	printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n head\n-v%s\n+v%s\n tail\n' $n $((n + 1)) >>quilt/$((n + 1)).patch
	n=$((n + 1))
	echo $n.patch >>quilt/series
	tpatch port quilt --from tree --to tree --patchsets sets 2>/dev/null | grep title:
}
long='with a title that goes on until it has sixty letters or more'
patch "First, $long"
patch Second
patch "Third, $long"
patch Fourth
