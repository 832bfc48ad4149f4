#!/bin/sh
# lint with a tree: a glob that takes a file of it is right, at whatever depth; one that takes none is told, as is a path that is not there.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
demo_set sets '>=1' <<'END'
rules:
  - id: a-rule
    title: Do it
    why: It fails.
    links: https://example.org/1
    files: ["deep/**/*.cmake", "*.cmake", "*.txt", "*.py", here.sh, not-here.sh]
    language: text
    edits:
      - match: old
        replace: new
    tests:
      - {path: a.cmake, before: old, after: new}
END
mkdir -p tree/deep/er/still
echo 1.0 >tree/demo.txt
echo x >tree/deep/er/still/a.cmake
echo x >tree/here.sh
t lint --patchsets sets --root tree demo-1
rm tree/deep/er/still/a.cmake
t lint --patchsets sets --root tree demo-1
# What is made need not be there, nor what is looked at in other versions or only spoken of; a folder is no file.
mkdir tree/folder
cat >sets/set.yaml <<'SET'
tpatch: 1
name: demo-1
summary: More
target: {project: demo, versions: '>=1'}
rules:
  - {id: optional, title: A, why: w, links: https://example.org/1, optional: true, files: [not-here.sh, '*.py'], edits: [{match: old, delete: true}], tests: &tests [{path: a.sh, before: old, after: ''}]}
  - {id: folder, title: A, why: w, links: https://example.org/1, files: folder, edits: [{match: old, delete: true}], tests: *tests}
  - {id: later, title: A, why: w, links: https://example.org/1, versions: '>=2', files: not-here.sh, edits: [{match: old, delete: true}], tests: *tests}
  - {id: speaks, title: A, why: w, links: https://example.org/1, files: not-here.sh, warn: It is there., if-found: {match: old}}
  - {id: makes, title: A, why: w, links: https://example.org/1, files: not-here.sh, edits: [{create: echo}]}
SET
t lint --patchsets sets --root tree demo-1
