#!/bin/sh
# What becomes of one edit where upstream did this or that around it: the outcome, the evidence and the edit that comes of it, with the old
# tree beside it and without; and the page that shows them.
# shellcheck disable=SC2016 # dollars of sed
mkdir sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n' >sets/project.yaml

# base: 8 blocks of a C file, whose inner lines are alike; on standard output.
base() {
	for i in 1 2 3 4 5 6 7 8; do
		printf 'int block_%s(struct thing *thing, int count)\n{\n\tint sum_%s = 0;\n\tfor (int i = 0; i < count; i++) {\n\t\tsum_%s += thing->values[i] * %s;\n\t}\n\tthing->total_%s = sum_%s;\n\tif (!thing->ready)\n\t\treturn -1;\n\treturn check(thing);\n}\n\n' $i $i $i $i $i $i
	done
}

# port NAME PATCH-SED UPSTREAM-SED [DIFF-OPTION]
port() {
	name=$1
	rm -rf old new && mkdir -p old/src new/src patched/src
	echo 1.0.0 >old/demo.txt
	echo 2.0.0 >new/demo.txt
	base >old/src/a.c
	sed "$2" old/src/a.c >patched/src/a.c
	sed "$3" old/src/a.c >new/src/a.c
	diff "${4--u}" --label a/src/a.c --label b/src/a.c old/src/a.c patched/src/a.c >fix.patch
	echo "=== $name"
	for from in "--from old" ""; do
		echo "--- ${from:-without the old tree}"
		# shellcheck disable=SC2086 # two words
		tpatch port fix.patch $from --to new --patchsets sets -o sets/ported.yaml 2>&1
		echo "[$?]"
		[ -e sets/ported.yaml ] || continue
		cp -r new trial
		tpatch -q --root trial --patchsets sets
		diff new/src/a.c trial/src/a.c
		rm -rf trial sets/ported.yaml
	done
}

three='/sum_3 += /s/values/numbers/'
port "nothing changed" "$three" ''
port "moved down" "$three" '1i\/* a comment */\n#include "thing.h"'
port "the changed line is another one" "$three" '/sum_3 += /s/\* 3/* 3 + 1/'
port "upstream has it" "$three" "$three"
port "the lines above and below are others" "$three" '/int block_3/s/count/number/; /int sum_3/s/0/1/; /total_3 =/s/=/+=/'
port "the block is gone" "$three" '/int block_3/,/^$/d'
port "the block stands twice" "$three" '/int block_3/,/^$/{H;/^$/G}'
port "the line is in another block" "$three" '/sum_3 += /d; /sum_6 += /i\\t\tsum_3 += thing->values[i] * 3;'
port "like lines only" '/block_4(/,/^}/s/return -1;/return -2;/' '/int block_4/,/^}/s/_4/_four/g'
port "between two changes there is more" '/int sum_5/s/0/1/; /total_5 =/s/=/+=/' '/sum_5 += /i\\t\tlog(i);'
port "one of two changes is upstream" '/int sum_5/s/0/1/; /total_5 =/s/=/+=/' '/int sum_5/s/0/1/'
port "only lines that are added" '/int sum_2/a\\tint more = 0;' '/int block_2/i\/* more */'
port "added where upstream added too" '/int sum_2/a\\tint more = 0;' '/int sum_2/a\\tint other = 0;'
port "lines that are removed" '/block_7(/,/^}/{/ready/,+1d}' '/int sum_7/s/0/1/'
port "upstream has the added line elsewhere" '/int sum_2/a\\tint more = 0;' '/total_2 =/a\\tint more = 0;'
port "the added line stands beside already" '/total_2 =/a\\tif (!thing->ready)' '/int sum_2/s/0/1/'
port "no context" "$three" '1i\/* a comment */' -U0
port "no context, added" '/int sum_2/a\\tint more = 0;' '1i\/* a comment */' -U0
port "one line of context" "$three" '1i\/* a comment */' -U1
port "at the end" '$a\/* end */' '1i\/* a comment */'
port "at the begin" '1i\/* begin */' '$a\/* the end */'
port "spaces" "$three" 's/^\t/    /'
port "added below a line that is another one" '/int sum_2/a\\tint more = 0;' '/int sum_2/s/0/1/'
port "the added line is near already, as it was" '/total_2 =/i\\tint sum_2 = 0;' ''
# Lines that stand in each block: which one is meant is told by changes beside.
block_4='/block_4(/,/^}/s/return -1;/return -2;/'
port "between two that agree on the line" "/int sum_3/s/0/1/; $block_4; /int sum_6/s/0/1/" '1i\/* a comment */' -U1
port "between two that do not" "/int sum_3/s/0/1/; $block_4; /int sum_6/s/0/1/" '/block_5/i\/* a comment */' -U1
port "near one, far from another" "/int sum_1/s/0/1/; $block_4; /int sum_3/s/0/1/" '1i\/* a comment */' -U1
port "behind one that is near" "/int sum_3/s/0/1/; $block_4" '1i\/* a comment */' -U1
port "behind one that is far" '/int sum_1/s/0/1/; /block_8(/,/^}/s/return -1;/return -2;/' '1i\/* a comment */' -U1
port "in front of one that is near" "$block_4; /int sum_6/s/0/1/" '1i\/* a comment */' -U1
port "two blocks that change places" '/int sum_3/s/0/1/; /int sum_5/s/0/1/' '/int block_3/,/^$/{H;d}; $G'
port "a copy whose nearest lines are more like the old ones" '/sum_4 +=/s/values/numbers/' '/int block_3/,/int block_6/{/block_6/!H}; /total_4 =/s/=/+=/; $G' -U1

echo "=== files"
rm -rf old new && mkdir -p old/src new/src
echo 1.0.0 >old/demo.txt
echo 2.0.0 >new/demo.txt
base | tee old/src/moved.c old/src/gone.c >new/src/elsewhere.c
cat >fix.patch <<'END'
--- a/src/moved.c
+++ b/src/moved.c
@@ -29,3 +29,3 @@
 	int sum_3 = 0;
 	for (int i = 0; i < count; i++) {
-		sum_3 += thing->values[i] * 3;
+		sum_3 += thing->numbers[i] * 3;
--- a/src/none.c
+++ b/src/none.c
@@ -1,2 +1,2 @@
-a
+b
 c
--- /dev/null
+++ b/src/elsewhere.c
@@ -0,0 +1,1 @@
+new
--- /dev/null
+++ b/src/new.c
@@ -0,0 +1,1 @@
+new
--- a/demo.txt
+++ /dev/null
@@ -1,1 +0,0 @@
-1.0.0
--- a/src/away.c
+++ /dev/null
@@ -1,1 +0,0 @@
-away
END
for from in "--from old" ""; do
	# shellcheck disable=SC2086 # two words
	tpatch port fix.patch $from --to new --patchsets sets -o set.yaml -o html=page 2>&1
	echo "[$?]"
	[ -e set.yaml ] && sed -n '/^rules/,$p' set.yaml && rm set.yaml
	sed -n 's/.*<script[^>]*id="data"[^>]*>//p' page | sed 's,</script>.*,,' | python3 "$TESTS/cli/lib/compact.py"
done

echo "=== lines that are all the same: where one patch cannot be told from its neighbour, both are one rule"
rm -rf old new series && mkdir old new series
echo 1.0.0 >old/demo.txt
echo 2.0.0 >new/demo.txt
yes same | head -n 30 | tee old/same.txt >new/same.txt
printf -- '--- a/same.txt\n+++ b/same.txt\n@@ -9,3 +9,4 @@\n same\n same\n+one\n same\n' >series/one.patch
printf -- '--- a/same.txt\n+++ b/same.txt\n@@ -21,3 +21,4 @@\n same\n same\n+two\n same\n' >series/two.patch
printf -- '--- a/same.txt\n+++ b/same.txt\n@@ -27,3 +27,3 @@\n same\n-same\n+three\n same\n' >series/three.patch
printf 'one.patch\ntwo.patch\nthree.patch\n' >series/series
tpatch port series --from old --to new --patchsets sets -o sets/ported.yaml 2>&1
echo "[$?]"
sed -n '/^rules/,$p' sets/ported.yaml
tpatch -q --root new --patchsets sets
diff old/same.txt new/same.txt
echo "[$?]"
