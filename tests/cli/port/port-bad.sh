#!/bin/sh
# Input that is not what it should be: one clear message each, and nothing half-written.
mkdir -p old new sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n' >sets/project.yaml
echo 1.0.0 >old/demo.txt
echo 2.0.0 >new/demo.txt
printf 'first\nalpha one\nbeta two\ngamma three\nlast\n' >old/a.txt
printf 'zero\nfirst\nalpha one\nbeta two\ngamma three\nlast\n' >new/a.txt
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -2,3 +2,3 @@\n alpha one\n-beta two\n+Beta two\n gamma three\n' >good.patch
try() {
	echo "-- $1"
	echo "-- $1" >&2
	shift
	tpatch port "$@" --patchsets sets -o out.yaml
	echo "exit $?"
	rm -f out.yaml
}
printf 'not a diff\n' >bad.patch
try 'not a diff' bad.patch --to new
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -2,4 +2,4 @@\n alpha one\n-beta two\n' >bad.patch
try 'half a diff' bad.patch --to new
printf 'diff --cc a.txt\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n' >bad.patch
try 'a merge' bad.patch --to new
printf 'diff --git a/x.png b/x.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ=\n\nliteral 0\nHcmV?d00001\n\n' >bad.patch
try 'a binary patch' bad.patch --to new
sed 's/$/\r/' good.patch >crlf.patch
try 'a diff with CRLF for a tree with LF' crlf.patch --to new
cp -r new crlf
sed -i 's/$/\r/' crlf/a.txt
try 'a diff with LF for a tree with CRLF' good.patch --to crlf
{ sed 's/-2,3/-2,7/' good.patch; printf -- '--- a/none.txt\n+++ b/none.txt\n@@ -1 +1 @@\n-x\n+y\n'; } >bad.patch
try 'wrong counts' bad.patch --to new
mkdir other
echo x >other/x
try 'an old tree that is neither' good.patch --from other --to new
try 'a new tree that is neither' good.patch --from old --to other
try 'swapped trees' good.patch --from new --to old
mkdir parent
cp -r new parent/demo-2.0.0
try 'the folder above the new tree' good.patch --to parent
try 'the folder above the old tree' good.patch --from parent --to new
tpatch --root parent --patchsets sets --dry-run
echo "exit $?"
{ printf -- '--- a/a.txt\n+++ b/a.txt\n'; awk 'BEGIN { for (n = 1; n < 5002; n++) printf "@@ -%d +%d @@\n-x%d\n+y%d\n", n, n, n, n }'; } >bad.patch
try 'thousands of hunks' bad.patch --to new
mkdir many
for i in $(seq 5001); do
	printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n' >"many/$i.patch"
done
try 'thousands of patches' many --to new
echo '-- no project file is needed'
rm old/demo.txt new/demo.txt
tpatch port good.patch --from old --to new --target llvm --tag 19.1.0 -o out.yaml
echo "exit $?"
sed -n 's/^target: //p' out.yaml
tpatch port good.patch --from old --to new -o out.yaml
echo "exit $?"
sed -n '/^#.*project/p;s/^target: //p' out.yaml
