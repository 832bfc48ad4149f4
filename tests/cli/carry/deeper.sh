#!/bin/sh
# Lines that upstream moved into a block, deeper than the diff has them: at one place, at two, and too few to be told from others.
mkdir once twice
printf '%s\n' 'void f(void)' '{' >once/f.c
cp once/f.c twice
block() {
	printf '\tif (%s) {\n\t\tfoo(one);\n\t\tbar(two);\n\t\tbaz(four);\n\t}\n' "$1"
}
block a >>once/f.c
{
	block a
	block b
} >>twice/f.c
echo '}' | tee -a once/f.c >>twice/f.c
printf -- '--- a/f.c\n+++ b/f.c\n@@ -3,3 +3,3 @@\n \tfoo(one);\n-\tbar(two);\n+\tbar(three);\n \tbaz(four);\n' >fix.patch
printf -- '--- a/f.c\n+++ b/f.c\n@@ -3,1 +3,1 @@\n-\tbar(two);\n+\tbar(three);\n' >short.patch
for each in "fix once" "fix twice" "short once" "short twice"; do
	echo "--- $each"
	tpatch port "${each% *}.patch" --to "${each#* }" -o set.yaml 2>&1
	echo "[$?]"
	[ -e set.yaml ] || continue
	sed -n '/^    edits:/,/^    expect:/p' set.yaml
	rm set.yaml
done
