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
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -2,3 +2,3 @@\n alpha one\n-beta two\n+beta two\r\n gamma three\n' >bad.patch
try 'a diff that changes line ends' bad.patch --to new
printf -- '--- /dev/null\n+++ b/made.txt\n@@ -0,0 +1 @@\n+made\r\n' >bad.patch
try 'a diff that creates a file with CRLF' bad.patch --to new
sed 's/$/\r/' bad.patch | sed 's/\r\r/\r/' >crlf.patch
try 'the same, where all of the diff has CRLF' crlf.patch --to new
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
for i in $(seq 25); do
	printf -- '--- /dev/null\n+++ b/made-%d.txt\n@@ -0,0 +1,2 @@\n+%090000d\n+%090000d\n' "$i" "$i" "$i"
done >bad.patch
try 'more text than a set can have' bad.patch --to new
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

# What is carried, but cannot become a rule, or only as another one: each file is tried as code, as hunks, and as one hunk, and what is then left
# does not take the rest with it.
mkdir unproved
cd unproved || exit
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
mkdir new series
echo 2.0.0 >new/demo.txt
{
	echo 'project(x)'
	seq 30 | sed 's,.*,set(V& &),'
} >new/CMakeLists.txt
{
	printf 'int f(int a)\n{\n'
	seq -f '	a += %g;' 8
	printf '	/* nine */\n'
	seq -f '	a += %g;' 10 20
	printf '	return a;\n}\n'
} >new/a.c
seq 20 >'new/x[1].txt'

# patch FILE: appends to it what was changed in the folder mod since the last time.
cp -r new now
cp -r new mod
patch() {
	diff -ruN now mod | sed '/^diff /d;/^[-+][-+][-+] /s/\t.*//;s,^--- now/,--- a/,;s,^+++ mod/,+++ b/,' >>"$1"
	rm -rf now
	cp -r mod now
}
port() {
	echo "== $1"
	shift
	tpatch port "$@" --to new --patchsets sets -o sets/out.yaml 2>&1
	echo "exit $?"
	[ -e sets/out.yaml ] || return
	sed -n '/^rules:/,$p' sets/out.yaml | grep -v '^ *\(why\|expect\|tests\|title\):'
	rm -rf made
	cp -r new made
	tpatch --root made --patchsets sets -q
	diff -r -x .tpatch new made
	rm sets/out.yaml
}

sed -i -e '5i if(WIN32)' -e '25i endif()' mod/CMakeLists.txt
patch both.patch
port "a block around other lines" both.patch

sed -i 's/^10$/ten/' mod/x*.txt
patch name.patch
port "nothing that a set can hold" name.patch

rm -rf now mod
cp -r new now
cp -r new mod
sed -i '6i /* from here' mod/a.c
patch series/1.patch
sed -i 's/V7 7/V7 seven/' mod/CMakeLists.txt
patch series/2.patch
sed -i 's,	/. nine .*,	a += 9;,' mod/a.c
patch series/3.patch
printf '1.patch\n2.patch\n3.patch\n' >series/series
port "two patches, of which either goes and both do not" series

echo '== a set whose rules each fit, and do not go together'
cp -r new old
echo 1.0.0 >old/demo.txt
sed -i 's,a += 2;,a += two;,;s,nine,neun,' old/a.c
demo_set own '>=1.0' <<'END'
rules:
  - id: stays
    title: Nine is added
    why: It is between eight and ten.
    files: a.c
    edits: [{hunk: "@@\n-\t/* nine */\n+\ta += 9;\n"}]
  - id: stale
    title: Less is added
    why: It is too much.
    files: a.c
    edits:
      - hunk: |
          @@
           	a += 1;
           	a += two;
           	a += 3;
          +	/* from here
           	a += 4;
           	a += 5;
           	a += 6;
    tests: [{before: "\ta += 1;\n\ta += two;\n\ta += 3;\n\ta += 4;\n\ta += 5;\n\ta += 6;\n/**/\n", after: "\ta += 1;\n\ta += two;\n\ta += 3;\n\t/* from here\n\ta += 4;\n\ta += 5;\n\ta += 6;\n/**/\n"}]
END
demo_project own
tpatch port demo-1 --from old --to new --patchsets own -o out.yaml
echo "exit $?"

echo '== a rule that is carried to what another one changes'
sed -i 's/set(V3 3)/set(V3 three)/' old/CMakeLists.txt
{
	sed '/^  - id: stale/,$d' own/set.yaml | sed 's/id: stays/id: nine/'
	cat <<'END'
  - id: stays
    title: It is X3
    why: It is another name.
    files: CMakeLists.txt
    edits: [{match: set(V3 3), replace: set(X3 3)}]
  - id: stale
    title: It is W3
    why: It is its name.
    files: CMakeLists.txt
    edits:
      - hunk: |
          @@
           set(V2 2)
          -set(V3 three)
          +set(W3 three)
           set(V4 4)
    tests: [{before: "set(V2 2)\nset(V3 three)\nset(V4 4)\n", after: "set(V2 2)\nset(W3 three)\nset(V4 4)\n"}]
END
} >own/other.yaml
mv own/other.yaml own/set.yaml
tpatch port demo-1 --from old --to new --patchsets own --accept -o out.yaml
echo "exit $?"

echo '== more than is held at once'
rm -rf big
mkdir big
echo 2.0 >big/demo.txt
for i in 1 2 3 4 5 6 7 8 9; do
	printf -- '--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-x\n+y\n' $i $i
done >big.patch
for i in 1 2 3 4 5 6 7 8; do
	truncate -s 16M big/$i
done
tpatch port big.patch --to big --patchsets own 2>&1 | tail -n 4
printf x >big/9
tpatch port big.patch --to big --patchsets own
echo "exit $?"
truncate -s 16777217 big/1
tpatch port big.patch --to big --patchsets own
echo "exit $?"
