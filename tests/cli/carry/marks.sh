#!/bin/sh
# A byte order mark, which no operation adds or removes: a diff that does is never carried without a word. "^": the mark.
mkdir with without
mark() {
	sed "s/\\^/$(printf '\357\273\277')/"
}
printf '^one\ntwo\nthree\n' | mark >with/a.txt
printf 'one\ntwo\nthree\n' >without/a.txt

# port NAME: of the lines of one hunk, on standard input.
port() {
	{
		printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n'
		cat
	} | mark >fix.patch
	for tree in with without; do
		echo "--- $1, in a file $tree a mark"
		tpatch port fix.patch --to $tree -o set.yaml 2>&1
		echo "[$?]"
		[ -e set.yaml ] || continue
		sed -n '/^    edits:/,/^    expect:/p' set.yaml
		rm set.yaml
	done
}
printf -- '-^one\n+one\n two\n three\n' | port removed
printf -- '-one\n+^one\n two\n three\n' | port added
printf -- '-^one\n+ONE\n two\n three\n' | port "removed with more"
printf -- '-one\n+^ONE\n two\n three\n' | port "added with more"
printf -- '-^one\n+^ONE\n two\n three\n' | port kept
printf -- '+^zero\n-^one\n+one\n two\n three\n' | port "kept on another line"
echo "--- the set does not take the place of the diff"
tpatch port fix.patch --to with -o fix.patch 2>&1
echo "[$?]"
tpatch new --from-diff fix.patch -o fix.patch 2>&1
echo "[$?]"
head -n 1 fix.patch
echo "--- created"
printf -- '--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,1 @@\n+^one\n' | mark >fix.patch
tpatch port fix.patch --to with -o set.yaml 2>&1
echo "[$?]"
