#!/bin/sh
# Through the tags between two releases, step by step: where each edit broke, and since when upstream has it.
# Commits have the same ids in every run.
export GIT_AUTHOR_DATE=2024-05-06T07:08:09Z GIT_COMMITTER_DATE=2024-05-06T07:08:09Z GIT_AUTHOR_NAME=x GIT_COMMITTER_NAME=x
git init -q repo
mkdir sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\ntag-prefixes: [v]\n' >sets/project.yaml
# release VERSION SED...: a commit that makes these changes, and its tag.
release() {
	echo "$1" >repo/demo.txt
	shift
	for change in "$@"; do sed -i "$change" repo/a.txt; done
	git -C repo add -A
	git -C repo -c user.name=x -c user.email=x@y.z commit -q -m release
	git -C repo tag "v$(cat repo/demo.txt)"
}
seq -f 'line %g of the file' 40 >repo/a.txt
printf '#!/bin/sh\n' >repo/run
printf 'one\ntwo\nthree\n' >repo/gone.txt
release 1.0.0
release 1.1.0 's/line 10 .*/line 10 is another/' '5i above'
release 1.2.0-rc1 's/.*/candidate/'
git -C repo reset -q --hard v1.1.0
release 1.2.0 's/line 20 .*/line 20, by us/' 's/line 12 .*/line 12, too/'
git -C repo rm -q gone.txt
release 1.3.0 '/^line 30 /d' 's/line 8 .*/line 8 went/'
release 2.0.0 's/^above$/far above/' '1i first'
git -C repo tag unrelated
cat >fix.patch <<'END'
Description: Many things
diff --git a/run b/run
old mode 100644
new mode 100755
diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -9,4 +9,4 @@
 line 9 of the file
 line 10 of the file
-line 11 of the file
+line 11, by us
 line 12 of the file
@@ -18,5 +18,5 @@
 line 18 of the file
 line 19 of the file
-line 20 of the file
+line 20, by us
 line 21 of the file
 line 22 of the file
@@ -29,3 +29,3 @@
 line 29 of the file
-line 30 of the file
+line 30, by us
 line 31 of the file
END
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -10,3 +10,4 @@\n line 10 of the file\n line 11, by us\n+line 11 and a half\n line 12 of the file\n--- /dev/null\n+++ b/made.txt\n@@ -0,0 +1 @@\n+made\n--- a/gone.txt\n+++ b/gone.txt\n@@ -2 +2 @@\n-two\n+2\n' >more.patch
tpatch port fix.patch more.patch --git repo --from v1.0.0 --to v2.0.0 --patchsets sets -o sets/walked.yaml -v
echo "exit $?"
cat sets/walked.yaml
git -C repo archive --prefix=tree/ v2.0.0 | tar x
tpatch --root tree --patchsets sets -q
git -C repo show v2.0.0:a.txt | diff - tree/a.txt
stat -c %A tree/run
echo '-- some of the tags, and the other way'
tpatch port fix.patch --git repo --from v1.0.0 --to v2.0.0 --tags 'v1.2*' --patchsets sets --json=compact >walk.json
grep -o '"notes":\[[^]]*\]' walk.json
tr ',' '\n' <walk.json | grep -E '"at"|outcome'
tpatch port fix.patch --git repo --from v1.0.0 --to v1.1.0 --patchsets sets -q >up.yaml
echo "exit $?"
rm sets/walked.yaml
tpatch port up.yaml --git repo --from v1.1.0 --to v1.0.0 --patchsets sets | sed -n 's/^target: //p;s/^ *files: //p'
echo "exit $?"
tpatch port fix.patch --git repo --from v1.0.0 --to v9 --patchsets sets
echo "exit $?"
echo '-- a file that is removed, and one whose last line has no end'
printf 'one\ntwo' >repo/gone.txt
printf 'a\nb\nc\nd' >repo/open.txt
release 3.0.0
sed -i '1i above' repo/open.txt
release 3.1.0
release 3.2.0
printf -- '--- a/gone.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n\\ No newline at end of file\n--- a/open.txt\n+++ b/open.txt\n@@ -2,3 +2,3 @@\n b\n c\n-d\n\\ No newline at end of file\n+D\n\\ No newline at end of file\n' >ends.patch
tpatch port ends.patch --git repo --from v3.0.0 --to v3.2.0 --patchsets sets -o sets/ends.yaml 2>&1
echo "exit $?"
rm -rf tree
git -C repo archive --prefix=tree/ v3.2.0 | tar x
tpatch --root tree --patchsets sets -q
ls tree
diff repo/open.txt tree/open.txt
echo "exit $?"
echo '-- what upstream took in, and took back'
rm sets/ends.yaml
seq -f 'line %g of it' 30 >repo/back.txt
release 4.0.0
sed 's/line 9/line nine/' repo/back.txt >nine.txt
diff -u --label a/back.txt --label b/back.txt repo/back.txt nine.txt >back.patch
cp nine.txt repo/back.txt
release 4.1.0
seq -f 'line %g of it' 30 >repo/back.txt
release 4.2.0
cp nine.txt repo/back.txt
release 4.3.0
for to in 1 2 3; do
	tpatch port back.patch --git repo --from v4.0.0 --to v4.$to.0 --patchsets sets --json=compact >out.json
	echo "exit $?"
	sed -n 's/.*"evidence":\(\[[^]]*\]\).*/\1/p' out.json
done
