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
}
head=$(printf -- '--- a/a.txt\\n+++ b/a.txt\\n')
echo "== files"
draft 'diff --git a/a.png b/a.png\nindex 1..2 100644\nBinary files a/a.png and b/a.png differ\n'
draft 'diff --git a/a.txt b/b.txt\nsimilarity index 100%%\ncopy from a.txt\ncopy to b.txt\n'
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
