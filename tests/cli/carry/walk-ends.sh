#!/bin/sh
# Through several releases: what a patch says of the end of a file, and of its name, is so after each step.
export GIT_AUTHOR_DATE=2024-05-06T07:08:09Z GIT_COMMITTER_DATE=2024-05-06T07:08:09Z GIT_AUTHOR_NAME=x GIT_COMMITTER_NAME=x
git init -q repo
mkdir sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt, parts/of]\nversion-file: demo.txt\ntag-prefixes: [v]\n' >sets/project.yaml
release() { # VERSION: a commit with a line more above all files
	echo "$1" >repo/demo.txt
	for file in open closed old gone; do sed -i "1i above $1" "repo/$file.txt"; done
	git -C repo add -A
	git -C repo -c user.name=x -c user.email=x@y.z commit -q -m release
	git -C repo tag "v$1"
}
text() { seq -f "$1 %g" 12 | sed '$s/$/ is last/'; }
# What tells the project is a folder, which has no entry of its own in a commit; beside it is a name that sorts between.
mkdir -p repo/parts/of
echo part >repo/parts/of/it.txt
ln -s ../open.txt repo/parts/of-link
text open | head -c -1 >repo/open.txt
text closed >repo/closed.txt
text old >repo/old.txt
text gone | head -c -1 >repo/gone.txt
release 1.0
cp -r repo ours
text open | sed '6i in the middle' >ours/open.txt
text closed | sed '$a one more' | head -c -1 >ours/closed.txt
text old | sed 's/old 6/new 6/; $d' >ours/new.txt
for file in open closed new; do sed -i '1i above 1.0' "ours/$file.txt"; done
rm ours/old.txt ours/gone.txt
git -C ours add -A
git -C ours diff --cached -M --full-index HEAD >ends.patch
grep -c 'No newline' ends.patch
release 1.1
release 1.2
tpatch port ends.patch --git repo --from v1.0 --to v1.2 --patchsets sets -o sets/walked.yaml -v
echo "exit $?"
mkdir tree
git -C repo archive v1.2 | tar x -C tree
tpatch apply -q --root tree --patchsets sets
echo "exit $?"
tpatch check -q --root tree --patchsets sets
echo "exit $?"
cd tree || exit
ls
for file in open closed new; do
	echo "--- $file.txt"
	head -n 3 "$file.txt"
	echo ...
	sed -n '7,$p' "$file.txt" | head -n 3
	echo ...
	tail -n 2 "$file.txt"
	tail -c 1 "$file.txt" | od -An -c
done
