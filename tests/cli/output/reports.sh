#!/bin/sh
# Several reports from one run, what goes where, and what is no format.
case=$FIXTURES/verdict/as-expected
cp -a "$case/before" tree
set -- --root tree --patchsets "$case/patchsets"
tpatch check "$@" --format github --output junit=out.xml --output sarif=out.sarif -o text=out.txt
echo "[$?]"
cat out.txt out.xml
grep -c '"level": "warning"' out.sarif
echo "--- quiet, and on standard output"
tpatch check "$@" -q -o sarif=quiet.sarif
echo "[$?]"
cmp out.sarif quiet.sarif && echo same
tpatch check "$@" -q -o github=-
echo "[$?]"
tpatch check "$@" --format json | head -n 3
echo "--- a rule that is found in no file"
tpatch check --root "$FIXTURES/verdict/missing-writes-nothing/before" --patchsets "$FIXTURES/verdict/missing-writes-nothing/patchsets" -q -o github=-
echo "[$?]"
echo "--- dry run: the diff as ever"
tpatch "$@" --dry -q -o sarif=dry.sarif
echo "[$?]"
grep '"exitCode"' dry.sarif
echo "--- what is wrong stops it before anything is written"
for wrong in "--format sarfi" "--output html" "--output sarfi=x" "--output sarif=" "--format github --json" "--json -o sarif=-" "-o text=- -o sarif=-"; do
	# shellcheck disable=SC2086 # words
	tpatch "$@" $wrong
	echo "$wrong [$?]"
done
tpatch plan "$@" --format sarif
echo "[$?]"
tpatch check "$@" -q -o sarif=no-such-folder/x
echo "[$?]"
echo "--- after a change its loss is told"
tpatch "$@" -q -o sarif=no-such-folder/x
echo "[$?]"
tpatch rollback --root tree -q
tpatch "$@" --format github
echo "[$?]"
echo "--- no report, plan or patch takes the place of another file"
echo mine >mine
tpatch test --patchsets sets -o junit=mine 2>&1
echo "[$?]"
tpatch matrix --patchsets sets -o html=mine 2>&1
echo "[$?]"
printf -- '--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-a\n+b\n' >a.diff
tpatch port a.diff --to . -o html=mine 2>&1
echo "[$?]"
for command in plan export; do
	echo "$command"
	tpatch "$command" "$@" -o mine 2>&1
	echo "[$?]"
done
cat mine
for command in plan export; do
	for time in "made" "made anew"; do
		tpatch "$command" "$@" -q -o "$command.out" && echo "$command: $time"
	done
done
for command in list "list --json" "list --format markdown" "matrix --trees tree" "matrix --trees tree --json"; do
	# shellcheck disable=SC2086 # with its options
	tpatch $command --patchsets "$case/patchsets" -o mine 2>&1
	for time in "made" "made anew"; do
		# shellcheck disable=SC2086
		tpatch $command --patchsets "$case/patchsets" -o list.out && echo "$command: $time"
	done
	rm list.out
done
cat mine
tpatch list --patchsets "$case/patchsets" --force -o mine
head -c 4 mine
