#!/bin/sh
# What patches do to files themselves: that they are there, elsewhere, gone or otherwise in the new tree, with the old tree beside it and
# without; and what git says of it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
fresh_trees() {
	rm -rf old new
	mkdir old new
	echo 1.0.0 >old/demo.txt
	echo 2.0.0 >new/demo.txt
}
# both PATCH: carried with the old tree and without; the rules, and what they make.
both() {
	for from in "--from old" ""; do
		echo "--- $1 ${from:-without the old tree}"
		# shellcheck disable=SC2086 # two words
		tpatch port "$1" $from --to new --patchsets sets -o sets/ported.yaml 2>&1
		echo "[$?]"
		[ -e sets/ported.yaml ] || continue
		sed -n '/^rules:/,$p' sets/ported.yaml | grep -v '^ *\(why\|tests\|title\):'
		cp -r new made
		tpatch -q --root made --patchsets sets
		diff -r -x .tpatch new made
		rm -rf made sets/ported.yaml
	done
}

echo "=== files that are made"
fresh_trees
mkdir -p old/sub old/file new/other
echo old >old/sub/here
echo old >old/file/here
echo a file >new/file
printf 'one\ntwo\nthree\nfour\n' >new/four
printf 'made\n' >new/same
for each in sub/gone other/there none/deep top file/below; do
	printf -- '--- /dev/null\n+++ b/%s\n@@ -0,0 +1,1 @@\n+made\n' "$each"
done >made.patch
both made.patch
{
	printf -- '--- /dev/null\n+++ b/four\n@@ -0,0 +1,4 @@\n+one\n+two\n+three\n+vier\n'
	printf -- '--- /dev/null\n+++ b/same\n@@ -0,0 +1,1 @@\n+made\n'
	printf 'diff --git a/run b/run\nnew file mode 100755\n--- /dev/null\n+++ b/run\n@@ -0,0 +1,1 @@\n+run\n'
	printf 'diff --git a/empty b/empty\nnew file mode 100644\n'
	printf 'diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1,1 @@\n+same\n'
} >made.patch
both made.patch

echo "=== files that are removed"
fresh_trees
mkdir new/a new/b
seq -f 'line %g of it' 20 | tee old/as-it-was old/longer old/moved >new/as-it-was
{ cat old/longer; echo more; } >new/longer
sed '1s/.*/other/' old/moved >new/a/moved
seq -f 'word %g of them' 20 | tee old/twice new/a/twice >new/b/twice
echo one >old/short
echo other >new/short
echo one >old/gone
for each in as-it-was longer moved twice short gone; do
	diff -u --label "a/$each" --label /dev/null "old/$each" /dev/null
done >removed.patch
printf 'diff --git a/module b/module\ndeleted file mode 160000\n--- a/module\n+++ /dev/null\n@@ -1 +0,0 @@\n-Subproject commit 1\n' >>removed.patch
both removed.patch

echo "=== files that are changed, and moved, or no text, or executable"
fresh_trees
mkdir new/a new/b
seq -f 'line %g of it' 20 | tee old/moved old/binary >new/a/moved
seq -f 'word %g of them' 20 | tee old/twice new/a/twice >new/b/twice
printf 'a\0b\n' >new/binary
echo gone >old/gone
for each in on off was-on was-off; do
	echo 'run' | tee "old/$each" >"new/$each"
done
chmod +x old/off new/off old/was-off new/was-on
for each in moved binary twice gone; do
	diff -u --label "a/$each" --label "b/$each" "old/$each" - <<END
$(sed 's/5/five/; s/gone/here/' "old/$each")
END
done >changed.patch
for each in on was-on; do
	printf 'diff --git a/%s b/%s\nold mode 100644\nnew mode 100755\n' $each $each
done >>changed.patch
for each in off was-off; do
	printf 'diff --git a/%s b/%s\nold mode 100755\nnew mode 100644\n' $each $each
done >>changed.patch
both changed.patch

echo "=== what cannot be carried of a file, whatever the tree has"
fresh_trees
cat >not.patch <<'END'
--- a/../up.txt
+++ b/../up.txt
@@ -1 +1 @@
-up
+down
END
printf -- '--- a/mixed\n+++ b/mixed\n@@ -1,2 +1,2 @@\n a\r\n-b\n+c\n' >>not.patch
printf 'diff --git a/demo.txt b/copy.txt\nsimilarity index 100%%\ncopy from demo.txt\ncopy to copy.txt\n' >>not.patch
both not.patch

echo "=== hunks without any line of the old file"
for n in 0 1 2; do
	fresh_trees
	for each in begin end; do
		seq -f 'line %g' 1 >old/$each
		seq -f 'other %g' "$n" >new/$each
	done
	printf -- '--- a/begin\n+++ b/begin\n@@ -0,0 +1,1 @@\n+first\n--- a/end\n+++ b/end\n@@ -1,0 +2,1 @@\n+last\n' >open.patch
	both open.patch
done

echo "=== both halves of a move, of which one has no place"
fresh_trees
{
	seq -f 'begin %g' 5
	echo 'the_first_words(of_a_line, that, moves)'
	echo 'the_second_words(of_another, that, moves)'
	echo 'the_third_words(of_another, that, moves)'
	seq -f 'between %g' 20
	seq -f 'end %g' 5
} >old/a.txt
{
	grep begin old/a.txt
	sed -n '/^the/p' old/a.txt
	grep between old/a.txt
	echo finished
} >new/a.txt
{
	grep begin old/a.txt
	grep between old/a.txt
	sed -n '/end [12]/p' old/a.txt
	sed -n '/^the/p' old/a.txt
	sed -n '/end [3-5]/p' old/a.txt
} | diff -u --label a/a.txt --label b/a.txt old/a.txt - >moves.patch
both moves.patch

echo "=== what git says"
rm -rf repo
export GIT_AUTHOR_DATE='2024-05-06T07:08:09Z' GIT_COMMITTER_DATE='2024-05-06T07:08:09Z'
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@y.z GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@y.z
git init -q repo
demo_project sets - <<'END'
tag-prefixes: [v]
END
mkdir repo/old
seq -f 'line %g of the file' 20 >repo/a.txt
seq -f 'word %g of the list' 20 | tee repo/old/list.txt repo/old/away.txt >repo/old/both.txt
echo 1.0.0 >repo/demo.txt
git -C repo add -A
git -C repo commit -q -m Begin
git -C repo tag v1.0.0
sed -i '9,12s/of the file/of all other files/' repo/a.txt
{ seq 9; echo pair; echo of lines; seq 20 29; echo pair; echo of lines; seq 40 49; } >repo/pairs.txt
git -C repo add pairs.txt
git -C repo commit -q -a -m 'Speak of other files (#7)'
echo 1.1.0 >repo/demo.txt
git -C repo commit -q -a -m '1.1.0'
git -C repo tag v1.1.0
# Without what is between: a commit that has no parents.
git -C repo checkout -q --orphan other
git -C repo mv old/list.txt list-of-all.txt
git -C repo commit -q -m 'Begin anew'
git -C repo tag v2.0.0
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -10,2 +10,3 @@\n line 10 of the file\n+line 10 and a half\n line 11 of the file\n' >git.patch
tpatch port git.patch --git repo --from v1.0.0 --to v1.1.0 --patchsets sets 2>&1
echo "[$?]"
printf -- '--- a/old/list.txt\n+++ b/old/list.txt\n@@ -10,2 +10,3 @@\n word 10 of the list\n+word 10 and a half\n word 11 of the list\n' >git.patch
tpatch port git.patch --git repo --from v1.0.0 --to v2.0.0 --patchsets sets 2>&1
echo "[$?]"
{
	echo '--- a/old/list.txt'
	echo '+++ /dev/null'
	echo '@@ -1,20 +0,0 @@'
	sed 's/^/-/' repo/list-of-all.txt
} >git.patch
tpatch port git.patch --git repo --from v1.0.0 --to v2.0.0 --patchsets sets 2>&1
echo "[$?]"
printf -- '--- a/pairs.txt\n+++ b/pairs.txt\n@@ -16,2 +16,2 @@\n pair\n-of lines\n+of other lines\n' >git.patch
tpatch port git.patch --git repo --to v1.1.0 --patchsets sets 2>&1
echo "[$?]"
