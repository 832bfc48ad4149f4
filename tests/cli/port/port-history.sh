#!/bin/sh
# What git tells of the commits between two trees: by which upstream has an edit, which one took away the place of
# another, where a renamed file went. From tags, and from a tree that is a checkout; without harm where git cannot tell.
export GIT_AUTHOR_DATE='2024-05-06T07:08:09Z' GIT_COMMITTER_DATE='2024-05-06T07:08:09Z'
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@y.z GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@y.z
git init -q repo
mkdir sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\ntag-prefixes: [v]\n' >sets/project.yaml
# commit DAY SUBJECT
commit() {
	export GIT_AUTHOR_DATE="2024-05-$1T07:08:09Z" GIT_COMMITTER_DATE="2024-05-$1T07:08:09Z"
	git -C repo add -A
	git -C repo commit -q -m "$2"
}
mkdir repo/old
seq -f 'line %g of the file' 40 >repo/a.txt
seq -f 'word %g of the list' 20 >repo/old/list.txt
printf 'one\ntwo\nthree\n' >repo/gone.txt
echo 1.0.0 >repo/demo.txt
commit 01 'Begin'
git -C repo tag v1.0.0
cp -r repo checkout
sed -i 's/line 20 of the file/line 20, by us/' repo/a.txt
commit 02 'Say who made line 20 (#12)'
sed -i '/^line 30 /d' repo/a.txt
commit 03 'Leave line 30 out (#13)'
mkdir repo/new
git -C repo mv old/list.txt new/entries.txt
commit 04 'Give the list a better name (#14)'
sed -i '1,16s/.*/another & altogether/' repo/new/entries.txt
commit 05 'Rework the list (#15)'
git -C repo rm -q gone.txt
commit 06 'Remove what nobody needs (#16)'
printf 'made\n' >repo/made.txt
sed -i '5,7s/.*/something else entirely/' repo/a.txt
commit 07 'Make it, and rework the beginning (#17)'
echo 1.1.0 >repo/demo.txt
commit 08 '1.1.0'
git -C repo tag v1.1.0
cat >fix.patch <<'END_OF_PATCH'
Description: Many things
--- a/a.txt
+++ b/a.txt
@@ -5,3 +5,3 @@
 line 5 of the file
-line 6 of the file
+line 6, changed
 line 7 of the file
@@ -18,5 +18,5 @@
 line 18 of the file
 line 19 of the file
-line 20 of the file
+line 20, by us
 line 21 of the file
 line 22 of the file
@@ -28,5 +28,4 @@
 line 28 of the file
 line 29 of the file
-line 30 of the file
 line 31 of the file
 line 32 of the file
--- a/gone.txt
+++ b/gone.txt
@@ -1,3 +1,3 @@
 one
-two
+2
 three
--- a/old/list.txt
+++ b/old/list.txt
@@ -17,3 +17,4 @@
 word 17 of the list
 word 18 of the list
+word 18 and a half
 word 19 of the list
--- /dev/null
+++ b/made.txt
@@ -0,0 +1 @@
+made
END_OF_PATCH
tpatch port fix.patch --git repo --from v1.0.0 --to v1.1.0 --patchsets sets -o sets/ported.yaml
echo "exit $?"
cat sets/ported.yaml
echo '-- as JSON'
tpatch port fix.patch --git repo --from v1.0.0 --to v1.1.0 --patchsets sets --json=compact | grep -o '"commit":{[^}]*}'
echo '-- two checkouts'
tpatch port fix.patch --from checkout --to repo --patchsets sets 2>&1 >checkouts.yaml | grep -c 'commit [0-9a-f]\{12\} of'
echo '-- a shallow clone, an export, a broken repository: nothing is told, and the same is carried'
git clone -q --depth 1 "file://$PWD/repo" shallow
git -C repo archive --prefix=export/ v1.1.0 | tar x
cp -r repo broken
rm -r broken/.git/objects
for tree in shallow export broken; do
	tpatch port fix.patch --from checkout --to $tree --patchsets sets 2>&1 >$tree.yaml | grep -E 'commit|edits of'
done
echo '-- one edit in two commits: the one that has most of it'
rm -rf repo sets/ported.yaml
git init -q repo
seq -f 'line %g of the file' 40 >repo/a.txt
echo 1.0.0 >repo/demo.txt
commit 01 'Begin'
git -C repo tag v1.0.0
sed -i '20,22s/of the file/of ours/' repo/a.txt
commit 02 'Say whose lines they are (#22)'
sed -i '24s/of the file/of ours/; 17a line 17 and a half' repo/a.txt
commit 03 'Say it of another (#23)'
echo 1.1.0 >repo/demo.txt
commit 04 '1.1.0'
git -C repo tag v1.1.0
cat >two.patch <<'END_OF_PATCH'
--- a/a.txt
+++ b/a.txt
@@ -17,9 +17,10 @@
 line 17 of the file
+line 17 and a half
 line 18 of the file
 line 19 of the file
-line 20 of the file
-line 21 of the file
-line 22 of the file
+line 20 of ours
+line 21 of ours
+line 22 of ours
 line 23 of the file
-line 24 of the file
+line 24 of ours
 line 25 of the file
END_OF_PATCH
tpatch port two.patch --git repo --from v1.0.0 --to v1.1.0 --patchsets sets
echo "exit $?"
