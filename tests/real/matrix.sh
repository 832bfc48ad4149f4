#!/bin/sh
# Every rule on every tree at hand, as Markdown: without facts, and with those of two machines. usage: matrix.sh TPATCH TREE... >patchsets/MATRIX.md
# A TREE is a folder whose name is what the table calls it (links will do). Nothing is written to them. Exit: 0 every rule fits where it is in
# force, 1 some does not (the table has its verdict in bold).
set -eu
if [ $# -lt 2 ]; then
	sed -n '2,4s/^# //p' "$0" >&2
	exit 2
fi
tpatch=$1
shift
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT

# section TITLE OPTION...: one table, over the trees that are in $trees, one per line
section() {
	title=$1
	shift
	printf '\n## %s\n\n' "$title"
	if [ $# -gt 0 ]; then
		# shellcheck disable=SC2016 # the backquotes are Markdown's
		printf '`%s`\n\n' "$*"
	fi
	printf '%s\n' "$trees" | while IFS= read -r tree; do printf '%s\n%s\n' --trees "$tree"; done >"$scratch.args"
	while IFS= read -r word; do set -- "$@" "$word"; done <"$scratch.args"
	rm -f "$scratch.args"
	"$tpatch" matrix --format markdown --facts none "$@"
}

trees=
for tree in "$@"; do
	trees="$trees${trees:+
}$tree"
done
{
	cat <<'END'
# What each rule finds in each tree

Made by `sh tests/real/matrix.sh build/tpatch TREE…`; not written by hand. `-`: the tree's set does not have the rule. *not-needed*: not for this
version or these facts, or with nothing to do. What stops a run is bold: **refused**, if a release cannot be built with these facts, or a rule that
does not fit a tree. There is none of the latter.

| tree | detected as | files | submodules that are not checked out |
|---|---|---|---|
END
	for tree in "$@"; do
		"$tpatch" check --root "$tree" --facts none --json=compact >"$scratch" || [ $? = 1 ]
		python3 - "$scratch" "$tree" <<'END'
import json, os, sys
report = json.load(open(sys.argv[1]))
files = sum(len(names) for _, _, names in os.walk(sys.argv[2]))
absent = sum("is not checked out" in note["text"] for note in report["notes"])
target = report["target"]
print("| %s | %s, by its %s | %s | %d |" % (os.path.basename(sys.argv[2]), target["version"], target["clues"][0]["source"], format(files, ","), absent))
END
	done
	section "Without facts"
	section "Visual Studio 2022, CUDA 12.8, a GeForce RTX 50" --profile blackwell --fact platform=windows --fact msvc=14.44 --fact cmake=4.3 --fact setuptools=78.1 --fact python=3.10
	section "CUDA 13.0 on Linux, a GeForce RTX 50" --fact platform=linux --fact gpu=blackwell --fact cuda=13.0 --fact compiler=gcc --fact gcc=14 --fact cmake=4.3 \
		--fact setuptools=84 --fact python=3.13
	section "clang-cl and an early Visual Studio 2022, CUDA 11.8, a Tesla K40" --fact gpu=kepler --fact cuda=11.8 --fact platform=windows --fact compiler=clang-cl --fact msvc=14.35 \
		--fact cudnn=8.7.0 --fact cmake=4.3 --fact setuptools=78.1 --fact python=3.10
} >"$scratch.md"
cat "$scratch.md"
stops=$(sed 's/| \*\*refused\*\*//g' "$scratch.md" | grep -c '| \*\*' || true)
rm -f "$scratch.md"
[ "$stops" = 0 ]
