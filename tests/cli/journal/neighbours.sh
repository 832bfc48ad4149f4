#!/bin/sh
# explain FILE: lines beside each other that several rules of one run changed, each with its own rule; then with an edit by hand among them.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p sets tree
demo_project sets - <<'END'
tag-prefixes: [v]
END
{
	printf 'tpatch: 1\nname: demo-1\nsummary: The rules of this case\ntarget: {project: demo, versions: "1.*"}\nrules:\n'
	for i in $(seq 1 25); do
		printf '  - {id: rule-%s, title: Raise, why: The case needs it., files: a.cmake, edits: [{match: set(V%s 1), replace: set(V%s 2)}]}\n' "$i" "$i" "$i"
	done
	printf '  - {id: more, title: Add, why: The case needs it., files: a.cmake, edits: [{match: set(W 1), insert-after: "set(X 1)\\nset(Y 1)"}]}\n'
	printf '  - {id: less, title: Remove, why: The case needs it., files: a.cmake, edits: [{match: set(Z 1), delete: true}]}\n'
} >sets/set.yaml
echo 1.0 >tree/demo.txt
for i in $(seq 1 25); do
	echo "set(V$i 1)"
	[ "$i" != 2 ] || echo "set(W 1)"
	[ "$i" != 24 ] || echo "set(Z 1)"
done >tree/a.cmake
tpatch apply -q --root tree --patchsets sets
echo "== as the run left it"
tpatch explain a.cmake --root tree
echo "== changed since: the rules give again what the run left"
sed -i 's/set(V3 2)/set(V3 3)/' tree/a.cmake
tpatch explain a.cmake --root tree | sed -n '4,10p'
echo "== and a rule is another now: a line is not told from its neighbours, and not all rules are named"
sed -i 's/set(V25 2)/set(V25 3)/' sets/set.yaml
tpatch explain a.cmake --root tree | sed -n '4,7p'
