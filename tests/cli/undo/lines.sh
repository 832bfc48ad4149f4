#!/bin/sh
# By which run a line is what it is: of files that a run made, removed, or took lines from; where an original is not as it was left; and where
# somebody edited the files later, or the patch set.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets <<'END'
rules:
  - {id: gone, title: A, why: w, files: gone.txt, edits: [{remove-file: {text: "old\n"}}]}
  - {id: made, title: A, why: w, files: made.txt, edits: [{create: "new\n"}]}
  - {id: moved, title: A, why: w, files: here.txt, edits: [{rename-file: there.txt}]}
  - {id: fewer, title: A, why: w, files: fewer.txt, edits: [{regex: 'two\n', delete: true}]}
  - {id: other, title: A, why: w, files: other.txt, edits: [{regex: two, replace: zwei}]}
END
mkdir tree
echo 1.0 >tree/demo.txt
echo old >tree/gone.txt
printf 'one\ntwo\nthree\n' | tee tree/here.txt tree/fewer.txt >tree/other.txt
mkdir names
for each in gone here fewer; do
	ln tree/$each.txt names
done
t --root tree --patchsets sets
head names/*
for each in gone made here there fewer other demo none; do
	t explain $each.txt --root tree
done
echo "--- from other folders than the root"
mkdir tree/below
cp tree/other.txt tree/below
typed() {
	echo "$PWD: tpatch explain $*"
	tpatch explain "$@" 2>&1 | head -n 1
}
typed tree/other.txt --root tree
typed ./tree/gone.txt --root tree
typed other.txt --root tree
cd tree/below || exit 1
typed ../other.txt --root ..
typed ./../gone.txt --root ..
typed "$PWD/../other.txt" --root ..
typed ./other.txt --root ..
typed other.txt --root ..
typed fewer.txt --root ..
typed ../fewer.txt
typed ../../other.txt
cd ../..
rm -r tree/below
echo four >>tree/other.txt
t explain other.txt --root tree
for how in 's/o/x/' 's/$/ more/'; do
	echo "--- an original is not as it was left: $how"
	for each in tree/.tpatch/runs/000001/old/*; do
		chmod u+w "$each"
		sed "$how" "$each" >text && cat text >"$each"
	done
	t explain fewer.txt --root tree
	t explain fewer.txt --root tree --json=compact
	t explain made.txt --root tree
	t diff 1 --root tree
	t diff --root tree
	t export 1 --root tree
done
rm -f tree/.tpatch/runs/000001/old/0
t diff --root tree
t explain fewer.txt --root tree
echo "--- edited after the run"
demo_set sets <<'END'
rules:
  - {id: made, title: T, why: w, files: made.txt, edits: [{create: "one\ntwo\n"}]}
  - {id: empty, title: T, why: w, files: empty.txt, edits: [{create: ""}]}
  - {id: moved, title: T, why: w, files: here.txt, edits: [{rename-file: there.txt}]}
  - {id: other, title: T, why: w, files: other.txt, edits: [{regex: two, replace: zwei}]}
END
rm -rf tree && mkdir tree
echo 1.0 >tree/demo.txt
printf 'one\ntwo\nthree\n' | tee tree/here.txt >tree/other.txt
tpatch -q --root tree --patchsets sets
for each in made empty there other; do
	{
		echo zero
		cat tree/$each.txt
	} >text
	cat text >tree/$each.txt
done
whose() {
	for each in made empty there other; do
		echo "$each.txt"
		tpatch explain $each.txt --root tree | grep -e ' | ' -e note
	done
}
whose
echo "--- and the set has another rule now"
demo_set sets <<'END'
rules:
  - {id: later, title: T, why: w, files: other.txt, edits: [{regex: three, replace: drei}]}
END
whose
tpatch -q --root tree --patchsets sets
tpatch explain other.txt --root tree | grep -e ' | ' -e note
