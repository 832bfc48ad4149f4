#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# test: what holds and what does not, two rules side by side, and expectations written anew in the author's own layout.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets order update crlf alias
project() {
	printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n' >"$1/project.yaml"
}
for folder in sets order update crlf alias; do
	project "$folder"
done
cat >sets/demo.yaml <<'END'
tpatch: 1
name: demo
summary: One of each
target: {project: demo, versions: ">=1"}
rules:
  - id: good
    title: Raise it
    why: It fails.
    files: "*.cmake"
    edits:
      - match: need($X)
        where: {X: {version: "<3.5"}}
        set: {X: "3.5"}
    tests:
      - before: |
          need(2)
        after: |
          need(3.5)
      - name: a note of several lines, and none
        before: |
          #[[
          ]]
        after: |
          #[[
          ]]
  - id: wrong
    title: Expect what does not come
    why: It fails.
    files: "*.cmake"
    edits:
      - match: old($X)
        replace: new($X)
    tests:
      - name: another word
        before: |
          old(a)
        after: |
          newer(a)
  - id: margin
    title: See the left margin
    why: It fails.
    files: "*.cmake"
    edits:
      - match: list($$$XS)
        where: {XS: {regex: 'a\nb'}}
        replace: set($$$XS)
    tests:
      - before: |
          list(a
          b)
        after: |
          set(a
          b)
  - id: bare
    title: Have no tests
    why: It fails.
    files: "*.cmake"
    edits:
      - match: bare($X)
        delete: true
END
t test demo --patchsets sets -v
t test demo --patchsets sets -j 1 | tail -n 2
t test demo nothing --patchsets sets

# Rules that build on each other, or want different things at one place.
cat >order/order.yaml <<'END'
tpatch: 1
name: order
summary: Rules that care who comes first
target: {project: demo, versions: ">=1"}
rules:
  - id: one-to-two
    title: Call it two
    why: It fails.
    files: "*.cmake"
    edits:
      - match: one($X)
        replace: two($X)
    tests:
      - before: |
          one(a)
        after: |
          two(a)
  - id: two-to-three
    title: Call it three
    why: It fails.
    files: "*.cmake"
    edits:
      - match: two($X)
        replace: three($X)
    tests:
      - before: |
          two(a)
        after: |
          three(a)
  - id: one-to-four
    title: Call it four
    why: It fails.
    files: x.cmake
    edits:
      - match: one($X)
        replace: four($X)
    tests:
      - before: |
          one(b)
        after: |
          four(b)
  - id: last
    title: Mark the last call
    why: It fails.
    files: "*.cmake"
    edits:
      - match: call($X)
        pick: last
        replace: end($X)
        already: end($X)
    tests:
      - before: |
          call(a)
        after: |
          end(a)
  - id: elsewhere
    title: Never together with one-to-two
    why: It fails.
    files: "y.cmake"
    versions: "<1"
    edits:
      - match: one($X)
        replace: five($X)
    tests:
      - before: one(b)
        after: five(b)
END
t test order --patchsets order

# Expectations of every style. What stands around them stays.
cat >update/update.yaml <<'END'
tpatch: 1
name: update   # a set
summary: Expectations
target: {project: demo, versions: ">=1"}

rules:
  - id: rename
    title: Rename it
    why: It fails.
    files: "*.cmake"
    edits:
      - match: old($X)
        replace: new($X)
    # the new word
    tests:
      # a block, deeper than it need be
      - before: |
              old(a)
              old(b)
        after: | # what comes
              older(a)

      - after: 'older(a)' # one line
        before: old(a)
      - before: |
          old(a)
          x()
        after: 'it''s' # a word
      - {before: "old(a)\n", after: "x", name: in braces}
      - {before: "old(b)\n"}
      - before: |
          old(c)

        # nothing may change?
        name: without
      - name: holds
        before: old(d)
        after: new(d)
      - before: old(f)
        after: 'one' # of several lines soon
        path: two.cmake
      - before: |2
            old(e)
        after: x

  # the end
END
cp update/update.yaml was.yaml
t test update --patchsets update --update-all
diff was.yaml update/update.yaml
t test update --patchsets update --update-all
# The same file as a Windows editor saves it.
{
	printf '\357\273\277'
	sed 's/$/\r/' was.yaml
} >crlf/update.yaml
tpatch test update --patchsets crlf --update-all
{
	printf '\357\273\277'
	sed 's/$/\r/' update/update.yaml
} | cmp - crlf/update.yaml && echo "the same"
# A text that others share is not touched; neither is anything else then.
sed "s/after: 'older(a)'/after: \&shared 'older(a)'/; s/after: x/after: *shared/" was.yaml >alias/update.yaml
cp alias/update.yaml was.yaml
t test update --patchsets alias --update-all
cmp was.yaml alias/update.yaml && echo "as it was"
# Neither is a file that could not hold the result.
cat >alias/update.yaml <<'END'
tpatch: 1
name: update
summary: A result that is no text
target: {project: demo, versions: ">=1"}
rules:
  - {id: none, title: Write no letter, why: It fails., files: a.txt, edits: [{regex: x, replace: "\uFFFE"}],
     tests: [{before: "x\n", after: "a\n"}]}
END
cp alias/update.yaml kept.yaml
t test update --patchsets alias --update-all
cmp kept.yaml alias/update.yaml && echo "as it was"
# What becomes of the file itself is proved too: that it is there or not, its path, its executable bit.
mkdir files
cat >files/files.yaml <<'END'
tpatch: 1
name: files
summary: Proofs of what is done to files, each wrong in one thing
target: {project: pytorch, versions: "1.0"}
rules:
  - id: creates
    title: Create a file
    why: The case needs it.
    files: new.txt
    edits: [{create: "new\n"}]
    tests:
      - {absent: before, after: "new\n", executable: after}
  - id: removes
    title: Remove a file
    why: The case needs it.
    files: old.txt
    edits: [{remove-file: {text: "old\n"}}]
    tests:
      - {before: "old\n", after: "old\n"}
  - id: keeps
    title: Keep a file
    why: The case needs it.
    files: kept.txt
    edits: [{match: old, replace: new}]
    tests:
      - {before: "old\n", absent: after}
  - id: renames
    title: Rename a file
    why: The case needs it.
    files: here.txt
    edits: [{rename-file: there.txt}]
    tests:
      - {before: "a\n", after: "a\n", path-after: elsewhere.txt}
      - {before: "a\n", after: "b\n", path-after: there.txt}
  - id: lets-run
    title: Let a file be run
    why: The case needs it.
    files: run.sh
    edits: [{executable: true}]
    tests:
      - {before: "a\n", after: "a\n"}
  - id: keeps-another
    title: Keep what is not its file
    why: The case needs it.
    files: other.txt
    edits: [{remove-file: {text: "old\n"}}]
    tests:
      - {before: "older\n", absent: after}
      - {before: "older\n", after: "older\n"}
  - id: has-none
    title: Have no tests
    why: The case needs it.
    files: new.txt
    edits: [{remove-file: {text: "new\n"}}]
END
t test files --patchsets files
tpatch test files --patchsets files --format junit | tail -n 14
# For a server: which proof fails, and how.
sed "s/after: 'older(a)'/after: 'other(a)'/" was.yaml >update/update.yaml
tpatch test update --patchsets update --format junit
echo "[$?]"
echo "--- a rule that only warns: what it should find, and should not"
rm -rf said
mkdir said
cat >said/set.yaml <<'END'
tpatch: 1
name: said
summary: Warnings
target: {project: pytorch, versions: "1.0"}
rules:
  - id: warns
    title: Warns
    why: It is so.
    files: '*.txt'
    warn: Mind this.
    if-found: {regex: bad}
    tests:
      - {path: a.txt, before: "good\n"}
      - {path: a.txt, before: "bad\n", found: false}
      - {path: a.txt, before: "bad\n"}
      - {path: a.txt, before: "good\n", found: false}
END
t test said --patchsets said
echo "--- rules whose edits are others when both look at the same text"
rm -rf at-once
mkdir at-once
cat >at-once/set.yaml <<'END'
tpatch: 1
name: at-once
summary: Two rules that lead to the same in turn, and to something else at once
target: {project: pytorch, versions: "1.0"}
rules:
  - id: upper
    title: Name the first
    why: It is so.
    files: a.txt
    edits: [{regex: '1(?: (b))?', replace: 'a$1', already: a}]
    tests: [{before: "1 2\n", after: "a 2\n"}]
  - id: lower
    title: Name the second
    why: It is so.
    files: a.txt
    edits: [{regex: '(?<=a) 2|(?<=1 )2', replace: b, already: b}]
    tests: [{before: "1 2\n", after: "1 b\n"}]
END
t test at-once --patchsets at-once
echo "--- what sees the left margin, in each language that has blocks, and what is not tried in one"
rm -rf blocks
mkdir blocks
{
	printf 'tpatch: 1\nname: blocks\nsummary: Blocks\ntarget: {project: pytorch, versions: "1.0"}\nrules:\n'
	for name in a.py a.bzl a.cpp; do
		cat <<END
  - {id: '${name#a.}', title: See the left margin, why: It is so., files: $name,
     edits: [{match: 'f(\$\$\$A);', where: {A: {regex: "a,\\nb"}}, replace: 'g(\$\$\$A);'}],
     tests: [{before: "f(a,\\nb);\\n", after: "g(a,\\nb);\\n"}]}
END
	done
	cat <<'END'
  - {id: bytes, title: Bytes, why: It is so., files: b.py, edits: [{regex: x, replace: y}],
     tests: [{before: "x\n", after: "y\n"}]}
  - {id: lines, title: Lines, why: It is so., files: c.py, edits: [{hunk: "@@\n-x\n+y\n"}],
     tests: [{before: "x\n", after: "y\n"}]}
END
} >blocks/set.yaml
t test blocks --patchsets blocks -v
echo "--- a file that would be broken"
mkdir made
project made
cat >made/demo.yaml <<'END'
tpatch: 1
name: demo
summary: One file
target: {project: demo, versions: ">=1"}
rules:
  - id: settings
    title: Have settings
    why: It fails.
    files: settings.json
    edits:
      - create: |
          { "a": [
    tests:
      - after: |
          { "a": [
        absent: before
END
t test demo --patchsets made
echo "--- an optional rule that finds nothing"
sed -n '1,/^rules/p' made/demo.yaml >made/head
{
	cat made/head
	cat <<'END'
  - {id: maybe, title: T, why: w, files: a.cmake, optional: true, edits: [{match: set(A 1), replace: set(A 2)}],
     tests: [{before: "set(B 1)\n", after: "set(A 2)\n"}]}
END
} >made/demo.yaml
rm made/head
t test demo --patchsets made
