#!/bin/sh
# What a series or a recipe applies in reverse is carried in reverse. A name of quilt's may hold a '#': a comment begins after a blank.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p tree sets quilt recipe
demo_project sets
printf '2.3.0\n' >tree/demo.txt
printf 'head\nold\ntail\n' >tree/forward.txt
printf 'head\nnew\ntail\n' >tree/back.txt
# change FILE: a patch that makes "new" of "old".
change() {
	printf 'From: A B <a@example.org>\nSubject: Take the new one\n\n'
	printf -- '--- a/%s\n+++ b/%s\n@@ -1,3 +1,3 @@\n head\n-old\n+new\n tail\n' "$1" "$1"
}
change forward.txt >'quilt/fix#12.patch'
change back.txt >quilt/back.patch
printf '# two\nfix#12.patch # why\nback.patch -p1 -R\n' >quilt/series
tpatch port quilt --from tree --to tree --patchsets sets -o sets/quilt.yaml 2>&1
grep -E 'title|^ *[-+]' sets/quilt.yaml
tpatch apply --root tree --patchsets sets --use quilt -q
head tree/*.txt

echo '== a recipe'
printf 'head\nnew\ntail\n' >tree/back.txt
cp quilt/back.patch recipe
printf 'prepare() {\n\tpatch -Rp1 -i back.patch\n}\n' >recipe/PKGBUILD
tpatch port recipe --from tree --to tree --patchsets sets -o set.yaml 2>&1
grep -E 'title|^ *[-+]' set.yaml
