#!/bin/sh
# Why port is not sure of a place: each reason, with the old tree beside it and without.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
# lines N TEXT: N lines, of which no two are the same.
lines() {
	i=1
	while [ $i -le "$1" ]; do
		echo "$2 $i of the file;"
		i=$((i + 1))
	done
}
pair() {
	printf 'if (ready)\n\tcall(thing);\n'
}
# port TITLE: of what is in old/a.c, changed/a.c and new/a.c
port() {
	echo "=== $1"
	echo 1.0.0 >old/demo.txt
	echo 2.0.0 >new/demo.txt
	diff "${2--u}" --label a/a.c --label b/a.c old/a.c changed/a.c >fix.patch
	for from in "--from old" ""; do
		echo "--- ${from:-without the old tree}"
		# shellcheck disable=SC2086 # two words
		tpatch port fix.patch $from --to new --patchsets sets -o set.yaml 2>&1
		echo "[$?]"
		rm -f set.yaml
	done
	rm -rf old new changed
	mkdir old new changed
}
mkdir old new changed

{ lines 20 above; pair; lines 20 below; } >old/a.c
sed 's/call(thing)/call(other)/' old/a.c >changed/a.c
{ lines 9 new; pair; lines 18 between; pair; lines 9 last; } >new/a.c
port "two places, and nothing that distinguishes them" -U1

{ lines 5 above; pair; lines 5 between; pair; lines 5 below; } >old/a.c
sed '7s/call(thing)/call(other)/' old/a.c >changed/a.c
{ lines 5 above; lines 5 between; pair; lines 5 below; } >new/a.c
port "of two places upstream took one" -U0

{ lines 5 above; pair; lines 20 between; pair; lines 5 below; } >old/a.c
sed '7s/call(thing)/call(other)/' old/a.c >changed/a.c
{ lines 20 between; pair; lines 3 new; lines 5 above; pair; lines 5 below; } >new/a.c
port "what was beside it is beside another one" -U0

base() {
	for i in 1 2 3; do
		printf 'int block_%s(int count)\n{\n\tint sum = 0;\n\tsum += count;\n\tsum *= 2;\n\treturn sum;\n}\n\n' $i
	done
}
base >old/a.c
sed '12s/count/counts/' old/a.c >changed/a.c
base | sed '/block_2/,/^$/d' >new/a.c
port "the block of the hunk's heading is gone" -up

base >old/a.c
sed '12s/count/counts/' old/a.c >changed/a.c
base | sed '10,14s/sum/total/g' >new/a.c
port "its lines are others there" -up

{ lines 10 above; echo 'the only line;'; lines 10 below; } >old/a.c
sed 's/the only line/the only one/' old/a.c >changed/a.c
{ lines 4 above; lines 6 new; echo 'the only line;'; lines 6 other; lines 4 below; } >new/a.c
port "one line, whose neighbours are others"

{ lines 10 above; lines 10 below; } >old/a.c
sed '10a added by us;' old/a.c >changed/a.c
{ lines 10 above; echo 'added by them;'; lines 10 below; } >new/a.c
port "lines that are added where upstream added others"

{ lines 5 above; lines 4 same; lines 5 between; lines 4 same; lines 5 below; } >old/a.c
sed '7s/same/changed/' old/a.c >changed/a.c
{ lines 5 above; lines 5 between; lines 4 same; lines 5 below; } >new/a.c
port "of two places of several lines upstream took one" -U1

{ lines 5 above; lines 4 same; lines 5 between; lines 4 same; lines 5 below; } >old/a.c
sed '16s/same/changed/' old/a.c >changed/a.c
{ lines 5 above; lines 5 between; lines 4 same; lines 5 below; } >new/a.c
port "of two places of several lines upstream took the other one" -U1

{ lines 5 above; lines 3 in; lines 5 below; } >old/a.c
sed '7s/in/changed/' old/a.c >changed/a.c
{ lines 4 above; echo 'new;'; echo 'in 2 of the file;'; echo 'newer;'; lines 5 below; } >new/a.c
port "one change, of whose lines the middle one is there"
