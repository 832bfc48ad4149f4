#!/bin/sh
# The run as patches, one per rule, for git am, git apply and quilt. (That they give the tree of `apply` is proved for every fixture by
# tests/run_fixtures.py.)
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree
cp "$sets/project.yaml" sets/
cat >sets/set.yaml <<'END'
tpatch: 1
name: demo-1
summary: Two rules in one file
target: {project: demo, versions: "1.*"}
rules:
  - id: first
    title: Raise A – twice
    why: |
      The first line.

      --- a/line.that.looks.like/a.patch
      From here on the text is a long one, so long that it has to go on in a line of its own, and then in another.
    links: [https://example.org/issues/1, https://example.org/doc]
    upstream: {status: backport, fixed-in: "2.0", link: https://example.org/pull/2}
    files: ['*.cmake']
    edits:
      - match: set(A 1)
        replace: set(A 2)
  - id: second
    title: Raise B
    why: B must be 2.
    upstream: {status: submitted, link: https://example.org/pull/3}
    files: ['*.cmake']
    edits:
      - match: set(B 1)
        replace: set(B 2)
END
echo 1.0 >tree/demo.txt
printf 'set(A 1)\r\nset(B 1)\r\nset(A 1)' >tree/crlf.cmake
printf 'set(B 1)\nset(A 1)\n# caf\351\n' >tree/lf.cmake
cp -a tree amended
cp -a tree wanted
tpatch -q --root wanted --patchsets sets && rm -r wanted/.tpatch
note_state
t export --root tree --patchsets sets
tpatch export -q --root tree --patchsets sets >made.mbox
t export --root tree --patchsets sets --format quilt -o patches
cat patches/series patches/0001-first.patch
head -n 8 patches/0002-second.patch
as_it_was

echo "--- git am"
cd amended || exit 1
git init -q .
git config user.name nobody
git config user.email nobody@example.org
git config core.autocrlf false
git add .
git commit -q -m start
git am -q --keep-cr <../made.mbox 2>/dev/null || echo "git am refused it"
git log --format='%an: %s'
cd ..
diff -r -x .git wanted amended && echo "as wanted"

echo "--- refused"
t export --root tree --patchsets sets --format quilt
t export --root tree --patchsets sets --format quilt -o patches
t export --root tree --patchsets sets --format quilt -o tree/demo.txt
t export --root tree --patchsets sets --format svn
t export -q --root wanted --patchsets sets
t export -q --root "$FIXTURES/verdict/missing/before" --patchsets "$FIXTURES/verdict/missing/patchsets"
