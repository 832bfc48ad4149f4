#!/bin/sh
# What of a diff cannot become a patch set is named with its place and reason; the rest becomes one.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir tree
demo_project sets
printf '1.0.0\n' >tree/demo.txt
printf 'one\ntwo\nthree\n' >tree/a.txt
# draft FORMAT: of the diff that printf makes of it.
draft() {
	printf '%s\n' "--- $1"
	# shellcheck disable=SC2059 # it is one
	printf -- "$1" >the.patch
	tpatch new --from-diff the.patch --root tree --patchsets sets 2>errors | sed -n '/^rules:/,$p'
	cat errors
	without
}
# The same without a tree: what is said of it, and the edits where that is another one.
without() {
	tpatch new --from-diff the.patch --patchsets sets 2>errors | sed '/^rules:/,$d' >top
	sed 's/^/without: /' errors
	cmp -s top top.before || sed 's/^/without: /' top
	cp top top.before
}
head=$(printf -- '--- a/a.txt\\n+++ b/a.txt\\n')
echo "== files"
draft 'diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n'
draft 'diff --git a/a.txt b/b.txt\nsimilarity index 100%%\ncopy from a.txt\ncopy to b.txt\n'
draft 'diff --git a/link b/link\nnew file mode 120000\n--- /dev/null\n+++ b/link\n@@ -0,0 +1 @@\n+a.txt\n\\ No newline at end of file\n'
draft 'diff --git a/a.txt b/a.txt\nindex 8d14cbf..19acdd8 120000\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n'
draft 'diff --git a/a.txt b/a.txt\ndeleted file mode 160000\n--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-Subproject commit 1\n'
draft '--- a/a\303.txt\n+++ b/a\303.txt\n@@ -1 +1 @@\n-one\n+1\n'
draft '--- a/a*.txt\n+++ b/a*.txt\n@@ -1 +1 @@\n-one\n+1\n'
draft '--- a/none.txt\n+++ b/none.txt\n@@ -1 +1 @@\n-one\n+1\n'
draft '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+one\r\n+two\r\n'
draft '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+a\377\n'
draft '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n\\ No newline at end of file\n'
draft 'diff --git a/new.sh b/new.sh\nnew file mode 100755\n--- /dev/null\n+++ b/new.sh\n@@ -0,0 +1 @@\n+one\n'
draft '--- a/a.txt\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-two\n-three\n'
draft '--- a/a.txt\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\r\n-two\n-three\n'
draft 'diff --git a/a.txt b/c.txt\nsimilarity index 100%%\nrename from a.txt\nrename to c.txt\n'
draft 'diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n'
draft 'diff --git a/a.txt b/a.txt\nold mode 100755\nnew mode 100644\n'
echo "== hunks"
draft "$head"'@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n'
draft "$head"'@@ -1,3 +1,3 @@\n one\n-t\377wo\n+2\n three\n'
draft "$head"'@@ -1,3 +1,3 @@\n one\r\n-two\n+2\n three\n'
draft "$head"'@@ -2,0 +3 @@\n+2.5\n'
draft "$head"'@@ -1,3 +1,3 @@\n one\n-deux\n+2\n three\n'
draft "$head"'@@ -1,2 +1,2 @@\n-one\n+1\n two\n@@ -2,2 +2,2 @@\n two\n-drei\n+3\n'
draft "$head"'@@ -1,3 +1,3 @@\n one\n two\n three\n'
draft "$head"
draft 'nothing of a diff\n'
draft '*** a/a.txt\n--- b/a.txt\n***************\n*** 1,3 ****\n'
draft '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n'
draft "$head"'@@ -1,x +1,3 @@\n one\n'
draft "$head"'@@ -1,3 +1,3 @@\n\\ No newline at end of file\n one\n'
draft "$head"'@@ -1,3 +1,3 @@\n one\n-two\n\\ No newline at end of file\n three\n'
draft "$head"'@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -2,2 +2,2 @@\n-two\n+zwei\n three\n'
draft "$head"'@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n@@ -11,3 +11,3 @@\n one\n-two\n+2\n three\n'
draft "$head"'@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -2,2 +2,2 @@\n-2\n+3\n three\n'
echo "== headers"
git_head='diff --git a/a.txt b/a.txt\n'
draft "$git_head"'old mode \nnew mode 100755\n'
draft "$git_head"'old mode 100644\nnew mode 100855\n'
draft "$git_head"'old mode 100644\nnew mode 1000000000\n'
draft 'diff --combined a.txt\nindex 1,2..3\n'
draft '@@@ -1 -1 +1 @@@\n--one\n++1\n'
draft 'Index: a/a.txt\n===================================================================\nCannot display: file marked as a binary type.\n'
draft 'Binary files a/a.txt and b/a.txt differ\n'
draft 'Index: a.txt\n===================================================================\n--- a/a.txt\t(revision 1)\n+++ b/a.txt\t(working copy)\n@@ -1 +1 @@\n-one\n+1\n'
draft '--- a/a.txt\t1970-01-01 01:00:00.000000000 +0100\n+++ b/new.txt\t2024-01-01 00:00:00.000000000 +0000\n@@ -0,0 +1 @@\n+new\n'
draft '--- a/a.txt 1970-01-01 00:00:01.000000000 +0000\n+++ b/a.txt 2024-01-01 00:00:00.000000000 +0000\n@@ -1 +1 @@\n-one\n+1\n'
echo "== encodings"
draft '\377\376-\000-\000\000\330'
draft "$head"'@@ -1 +1 @@\n-one\n+\342\224\234\342\225\243\n'
draft "$head"'@@ -1 +1 @@\n-one\n+\342\224\234\342\224\200\n'
echo "== the longest text that a set holds, and one byte more"
for n in 196607 196608; do
	{
		printf -- '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+'
		head -c $n /dev/zero | tr '\0' x
		echo
	} >the.patch
	tpatch new --from-diff the.patch --root tree --patchsets sets 2>errors >long.yaml
	echo "$?, $(wc -c <long.yaml)"
	cat errors
done
echo "== what a diff says of itself"
told() {
	{
		# shellcheck disable=SC2059 # it is one
		printf -- "$1"
		printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n'
	} >the.patch
	tpatch new --from-diff the.patch --root tree --patchsets sets 2>errors | sed '/^    files:/,$d; /^tpatch/d; /^name/d; /^target/d'
	cat errors
}
told 'From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: A Person <a@example.org>\nDate: Mon, 6 May 2024 07:08:09 +0000\nSubject: [PATCH 1/2] [tools] Say two\n as it is\nMessage-Id: <1@example.org>\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\nTwo is two. See https://example.org/two, and\n<http://example.org/2>.\n\nSigned-off-by: A Person <a@example.org>\nCo-authored-by: B\nReviewed-by: C\nAcked-by: D\nCc: E\nChange-Id: I01\nFixes: https://example.org/fixed\nCloses: #7\n---\n a.txt | 2 +-\n'
told 'Description: Say two\n Because of this.\n .\n And of that.\nAuthor: A Person\nAuthor: Another\nOrigin: upstream, https://example.org/commit/1\nBug: https://example.org/bug/1\nBug-Debian: https://bugs.debian.org/2\nForwarded: not-needed\nLast-Update: 2024-05-06\nThis patch header follows DEP-3: http://dep.debian.net/deps/dep3/\n'
for field in 'Forwarded: no' 'Forwarded: not-needed' 'Forwarded: yes' 'Forwarded: https://example.org/sent' 'Forwarded: ftp://example.org' 'Origin: backport, https://example.org/1' 'Origin: vendor' 'Applied-Upstream: 2.1, https://example.org/2' 'Link: http:///none' 'X-Tpatch-Rule: as-it-was'; do
	told "Subject: Say two\n$field\n"
done
told 'Subject: [PATCH]\n\nOnly a text.\n'
told 'Subject: a word and another one, and so on until the line has more letters than the title of a rule can have, which is somewhere about here, or there\n'
told 'Subject: \320\230\321\201\320\277\321\200\320\260\320\262\320\270\321\202\321\214\n'
told 'Subject: [PATCH two\n'
told 'Subject: one-word-that-is-longer-than-the-title-of-a-rule-can-be,-and-has-no-blank-at-which-it-could-end-before-that-and-goes-on-and-on-and-on\n'
echo "== files that are not there, or have both line ends"
draft '--- a/none.txt\n+++ b/none.txt\n@@ -1 +1 @@\n-x\n+y\n'
draft '--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\r\n-two\n'
draft '--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\r\n-two\n\\ No newline at end of file\n'
