#!/bin/sh
# What looks like the edit, or like its place, and belongs to other code: a twin that has always had the new lines, a function that took
# the place of another, a condition between two changes.
# shellcheck disable=SC2016 # dollars of sed
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets
demo_project sets
# port NAME FILE HEADING PATCH-SED UPSTREAM-SED: with the old tree, and without.
port() {
	rm -rf old new patched && mkdir old new patched
	echo 1.0.0 >old/demo.txt
	echo 2.0.0 >new/demo.txt
	cp "$2" old/
	sed "$4" "$2" >patched/"$2"
	sed "$5" "$2" >new/"$2"
	diff -u --label "a/$2" --label "b/$2" old/"$2" patched/"$2" | sed "s/^@@.*/& $3/" >fix.diff
	for from in "--from old" ""; do
		echo "== $1, ${from:-without the old tree}"
		# shellcheck disable=SC2086 # two words
		tpatch port fix.diff $from --to new --patchsets sets -o out.yaml --json=compact >out.json
		echo "exit $?"
		python3 - <<'EOF'
import json
for edit in json.load(open("out.json"))["edits"]:
    print(f"{edit['outcome']} {edit['path']}:{edit.get('line')}")
    print("".join(f"  {line}\n" for line in edit["evidence"]), end="")
EOF
	done
}
body() { printf 'def %s(x):\n    check(x)\n    measure(x)\n    weigh(x)\n    begin(x)\n    run(%s)\n    end(x)\n    return x\n\n\n' "$1" "$2"; }
{
	body first x
	body second 'x + 1'
} >twins.py
{
	body first x
	body second y
} >like.py
cat >one.c <<'EOF'
static bool is_alpha(int x)
{
	prepare(x);
	other(x);
	return false;
}

static int beta(void)
{
	return 3;
}
EOF
cat >two.py <<'EOF'
def run(x):
    one(x)
    two(x)
    three(x)
    if x.ready:
        four(x)
        five(x)
        six(x)
    seven(x)
    return x
EOF
fix='s/run(x)/run(x + 1)/'
port "the twin had it before, and the line beside is another one" twins.py 'def first(x):' "$fix" '1,8s/begin(x)/begin_it(x)/'
port "the twin had it before, and the line is another one" twins.py 'def first(x):' "$fix" '1,8s/run(x)/run(x, y)/'
port "upstream has it, and the twin as before" twins.py 'def first(x):' "$fix" "$fix"
port "a copy of upstream has it" like.py 'def first(x):' "$fix" \
	'1,8{s/begin(x)/begin_it(x)/; s/weigh(x)/weigh_it(x)/}; $a\def third(x):\n    weigh(x)\n    begin(x)\n    run(x + 1)\n    end(x)\n    return x'
port "another function took its place" one.c '' s/false/true/ '1,4{s/is_alpha(int x)/gamma(double y)/; s/prepare.*/y \/= 2;/; s/other.*/y += 3;/}'
port "it has another name" one.c '' s/false/true/ 's/is_alpha/is_gamma/; s/prepare/prepared/'
port "the condition between two changes" two.py '' 's/two(x)/two(x, 1)/; s/five(x)/five(x, 1)/' 's/if x/if not x/'
{
	echo '#if ONE'
	seq -f 'int filler_%g;' 5000
	printf 'int target = 1;\nint second;\nint third;\nint fourth;\n#endif\n'
} >far.c
port "a condition far above" far.c '' 's/target = 1/target = 2/' 's/#if ONE/#if TWO/'

echo "== hunks that are not in the order of the lines"
rm -rf old new && mkdir old new
echo 1.0.0 >old/demo.txt
echo 2.0.0 >new/demo.txt
seq -f 'line %g of it' 60 | tee old/a.txt | sed '1i\head' >new/a.txt
hunk() { printf '@@ -%s,3 +%s,3 @@\n line %s of it\n-line %s of it\n+line %s of them\n line %s of it\n' "$1" "$1" "$1" "$2" "$2" "$3"; }
{
	printf -- '--- a/a.txt\n+++ b/a.txt\n'
	hunk 50 51 52
	hunk 20 21 22
} >order.diff
for from in "--from old" ""; do
	# shellcheck disable=SC2086 # two words
	tpatch port order.diff $from --to new --patchsets sets -o out.yaml
done
