#!/bin/sh
# What the cases share in which a part of an edit is in a file already: rules for $file, trees of that file, and what a run would say.
# usage: . "$TESTS/cli/lib/part.sh"
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
file=a.cmake

# rule EDIT [RULE…]: the set.
rule() {
	printf 'rules:\n  - {id: r, title: T, why: w, files: %s, edits: [%s]}\n' "$file" "$1" >"$HOME/rules"
	[ $# = 1 ] || printf '  - {id: s, title: T, why: w, files: %s, edits: [%s]}\n' "$file" "$2" >>"$HOME/rules"
	demo_set sets <"$HOME/rules"
}

# tree TEXT: a tree without a record.
tree() {
	rm -rf tree
	mkdir tree
	echo 1.0 >tree/demo.txt
	edited "$1"
}

# edited TEXT: somebody has written this.
edited() {
	printf '%b' "$1" >"tree/$file"
}

# says [TEXT]: what a run would say of the tree, or of one with this text.
says() {
	[ $# = 0 ] || tree "$1"
	tpatch check --root tree --patchsets sets | sed -n 's/^  \(.*  [rs]  .*\)/\1/p'
}
