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
