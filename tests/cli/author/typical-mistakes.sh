#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# What authors of patch sets get wrong: each error is one message, with its place and what to do.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
demo_project sets
demo_set good <<'END'
rules:
  - id: the-rule
    title: Do what this case is about
    why: The case needs it.
    files: '*.cmake'
    edits:
      - match: set(A $V)
        replace: set(A 2)
END

# wrong SED-OPTIONS: the good set, changed by sed.
wrong() {
	echo "--- $*"
	sed "$@" good/set.yaml >sets/set.yaml
	tpatch check --root tree --patchsets sets -q 2>&1
	echo "[$?]"
}
# Keys as other tools call them. Far words are not taken for one another.
wrong 's/- id:/- name:/'
wrong 's/why:/description:/'
wrong 's/summary:/description:/'
wrong 's/files:/paths:/'
wrong 's/match:/pattern:/'
wrong 's/match:/find:/'
wrong 's/replace:/with:/'
wrong 's/replace:/insert:/'
wrong 's/why:/frobnicate:/'
# Values.
wrong 's/versions: .*}/versions: ">=1.12 <2.1"}/'
wrong 's/versions: .*}/versions: "1.12+"}/'
wrong 's/files: .*/files: cmake\\a.cmake/'
wrong "s|files: .*|files: ['*.cmake', '!old/**']|"
wrong -e "s/match: .*/regex: 'set[(]A (.*)[)]'/" -e 's/replace: .*/replace: set(A ${2})/'
wrong -e "s/match: .*/regex: 'set[(]A .*[)]'/" -e 's/replace: .*/replace: set(A $1)/'
wrong -e "s/match: .*/regex: 'set((A'/"
wrong 's/replace: .*/replace: set(A $W)/'
wrong "s/match: .*/match: 'set(A 'x')'/"
wrong 's/^target: .*/target: demo/'
wrong 's/- match:/  match:/'
wrong 's/versions: .*}/versions: 1.20}/'
# Any command that reads the set says so, on standard error alone.
printf 'tpatch: 1\nname: [\n' >sets/set.yaml
t list --patchsets sets
