#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# Files of --patchsets that are no patch sets: exit 2, with the place in the file; nothing is waited for.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
mkdir sets
cp "$sets"/* sets
set -- check --root tree --patchsets sets
mkfifo sets/x.yaml
t "$@"
rm sets/x.yaml
ln -s nowhere sets/x.yaml
t "$@"
rm sets/x.yaml
ln -s /dev/zero sets/x.yaml
t "$@"
rm sets/x.yaml
truncate -s 5M sets/x.yaml
t "$@"
: >sets/x.yaml
t "$@"
printf 'tpatch: 1\nname: caf\351\n' >sets/x.yaml
t "$@"
printf 'tpatch: 1\000\n' >sets/x.yaml
t "$@"
rm sets/x.yaml

# edit TEXT: the set with one edit of its own.
edit() {
	cat >sets/set.yaml <<END
tpatch: 1
name: demo-1
summary: A set with one wrong edit
target: {project: demo, versions: "1.*"}
rules:
  - id: the-rule
    title: Do what this case is about
    why: The case needs it.
    files: '*.cmake'
    edits:
$1
END
}
edit '      - regex: "set(A"
        replace: "x"'
t "$@"
edit '      - match: |
          set(A
            $V
        replace: "x"'
t "$@"
edit '      - match: set(A $V)
        replace: set(A $W)'
t "$@"
edit '      - match: set(A $V)
        where: {V: {version: "<three"}}
        set: {V: "2"}'
t "$@"
edit '      - match: set(A $V)
        rplace: "x"'
t "$@"
edit '      - match: set(A $$$V)
        add-to: {V: "$W"}'
t "$@"
edit '      - match: set(A $$$V)
        add-to: {V: "x) y(z"}'
t "$@"
edit '      - match: requires = [$$$R]
        ensure-requirement: {R: "\"torch @ https://example.org/torch.whl\""}
    language: python'
t "$@"
# The others load again.
edit '      - match: set(A $V)
        set: {V: "2"}'
t "$@" -q
