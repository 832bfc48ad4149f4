#!/bin/sh
# A patch set cannot name what lies outside of the tree, in .git or .tpatch, or means something else on Windows: exit 2, with the place.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
mkdir sets
cp "$sets/project.yaml" sets
for path in ../a.cmake sub/../../a.cmake ./a.cmake /etc/a.cmake //host/a.cmake C:/a.cmake 'sub\a.cmake' .git/config sub/.GIT/config git~1/config \
	.tpatch/lock a.cmake:stream nul con.cmake sub/aux/x.cmake 'a.cmake ' sub./a.cmake '../*.cmake' '.git/*' 'sub//a.cmake' 'sub/' ''; do
	cat >sets/set.yaml <<END
tpatch: 1
name: demo-1
summary: A path that leads out
target: {project: demo, versions: "1.*"}
rules:
  - id: the-rule
    title: Do what this case is about
    why: The case needs it.
    files: '$path'
    language: cmake
    edits:
      - match: set(A \$V)
        set: {V: "2"}
END
	tpatch --root tree --patchsets sets -q 2>stderr
	printf "'%s' [%d]\n" "$path" $?
	head -n 1 stderr
done
as_it_was
ls -A tree
