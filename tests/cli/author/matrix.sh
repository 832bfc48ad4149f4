#!/bin/sh
# Several trees at once: a grid of words, of letters, as Markdown and JSON, and what follows from it.
# shellcheck disable=SC2016 # the backquote is Markdown's
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p sets trees
cp "$sets/project.yaml" sets/
for series in 1 2; do
	cat >sets/demo-$series.yaml <<END
tpatch: 1
name: demo-$series
summary: Rules for $series
target: {project: demo, versions: "$series.*"}
rules:
  - id: raise-a
    title: Raise A
    why: A must be 2.
    files: a.cmake
    edits:
      - match: set(A 1)
        replace: set(A 2)
END
done
cat >>sets/demo-2.yaml <<'END'
  - id: raise-b
    title: Raise B
    why: B must be 2.
    files: b.cmake
    versions: "<2.2"
    edits:
      - match: set(B 1)
        replace: set(B 2)
END

# tree VERSION A-LINE B-LINE
tree() {
	mkdir "trees/v$1"
	echo "$1" >"trees/v$1/demo.txt"
	echo "$2" >"trees/v$1/a.cmake"
	echo "$3" >"trees/v$1/b.cmake"
}
tree 2.10.0 'set(A 2)' 'set(B 1)'
tree 1.0.0 'set(A 1)' 'set(B 1)'
tree 2.1.0 'set(A 1)' 'set(B 1)'
tree 2.9.0 'set(A 2)' 'set(B 3)'
tree 2.1.1 'set(A 3)' 'set(B 2)'
tree 3.0.0 'set(A 3)' 'set(B 2)'
mkdir trees/unknown
find trees -type f -exec md5sum {} + | sort >before

t matrix --patchsets sets --trees trees/*
t matrix --patchsets sets --trees trees/v1.0.0 --trees trees/v2.1.1/ demo-2 demo-1 --rule raise-a
t matrix --patchsets sets --trees trees/v2.9.0 --trees trees/v2.1.0 --format markdown -o grid.md
cat grid.md
t matrix --patchsets sets --trees trees/v2.1.0 --trees trees/unknown --json
t matrix --patchsets sets --trees trees/v2.1.0 demo-2 --json=compact
mkdir -p other
cp -a trees/v2.1.0 other
t matrix --patchsets sets --trees trees/v2.1.0 --trees other/v2.1.0
echo "--- of one set: what stops, trees that are none, and names that Markdown would take for more"
cp -a trees/v2.1.1 trees/'v2_1`1'
t matrix --patchsets sets --trees trees/'v2_1`1' --trees trees/v2.9.0 --trees trees/unknown demo-2 --format markdown | sed 's,^\(- unknown: .\).*/trees/,\1…/trees/,'
echo "--- a page: on standard output, in a file, and beside the text or the JSON"
page() {
	echo "\$ tpatch matrix $*"
	tpatch matrix --patchsets sets --trees trees/v2.1.0 "$@" | sed '/^<!doctype/q'
	[ ! -e page.html ] || head -n 1 page.html
	rm -f page.html
}
page --format html
page --format html -o page.html
page -o html=page.html
page -o html=page.html --format markdown
page -o html=page.html --json=compact
page -o html=page.html --format html
t matrix --patchsets sets --trees trees/v2.1.0 -o html=
rm -r trees/'v2_1`1'
echo "--- a folder of trees"
t matrix --patchsets sets --trees trees
mkdir -p none/below/below
t matrix --patchsets sets --trees none
t matrix --patchsets sets --trees none --trees trees/v1.0.0
echo "--- tags of a git repository, without a checkout"
git init -q repository
cd repository || exit 1
git config user.name nobody
git config user.email nobody@example.org
for version in 2.1.0 2.9.0; do
	cp ../trees/v$version/* .
	git add .
	git commit -q -m $version
	git tag -a -m $version v$version
done
git rm -q demo.txt
git commit -q -m gone
git tag v2.10
git tag weekly
cd ..
t matrix --patchsets sets --git repository --tags 'v*'
t matrix --patchsets sets --git repository/.git --tags 'v2.1.0' --trees trees/v2.9.0 demo-2
t matrix --patchsets sets --git repository --tags weekly
git -C repository status --short

find trees -type f -exec md5sum {} + | sort | cmp - before && find trees -name .tpatch

echo "--- command line"
t matrix
t matrix --patchsets sets demo-3
t matrix --patchsets sets --trees not-there
t matrix --patchsets sets --trees trees/v2.1.0 --format svg
t matrix --patchsets sets --trees trees/v2.1.0 --rule '['
t matrix --patchsets sets --trees trees/v2.1.0 -g 'b.cmake'
t matrix --patchsets sets --trees trees/v2.1.0 --trees trees/v1.0.0 -g 'no-such/*'
t matrix --patchsets sets --trees trees/v2.1.0 -g 'no-such/*'
t matrix --patchsets sets --trees trees/v2.1.0 sets/demo-1.yaml
t matrix --patchsets sets --git repository
t matrix --patchsets sets --tags 'v*'
t matrix --patchsets sets --git repository --tags 'w?'
t matrix --patchsets sets --git repository --tags '['
t matrix --patchsets sets --git not-there --tags 'v*'
t matrix --patchsets sets --git trees --tags 'v*' | sed 's,: fatal: .*,: fatal: …,'
GIT_DIR=$PWD/elsewhere t matrix --patchsets sets --git repository --tags 'v*'
echo "--- an object is lost"
find repository/.git/objects -type f | while read -r object; do
	[ "$(git -C repository rev-parse v2.1.0:a.cmake)" != "$(echo "$object" | sed 's|.*/\(..\)/|\1|')" ] || rm -f "$object"
done
t matrix --patchsets sets --git repository --tags v2.1.0 | sed 's,: fatal: .*,: fatal: …,'
