#!/bin/sh
# The digest of a patch set: what show, check and the reports print; --expect-digest refuses any other, with exit code 2 and nothing written.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
cp -r "$sets" sets
set -- --root tree --patchsets sets
digest=$(tpatch show --digest demo-1 --patchsets sets)
# As engine/patchset/digest.h says; 0, 2: a set, a project.
of_file() {
	sha256sum <"sets/$2" | sed "s/\(.*\)  -/$1 \1 $3/"
}
by_hand=$({ of_file 0 set.yaml demo-1; of_file 2 project.yaml demo; } | sha256sum)
[ "$by_hand" = "$digest  -" ] && echo "the digest is what its definition says"
sed -i 's/$/\r/' sets/set.yaml
[ "$(tpatch show --digest demo-1 --patchsets sets)" = "$digest" ] && echo "line ends do not count"
tpatch check "$@" --expect-digest "$digest" -q
echo "exit $?"
tpatch check "$@" -q --expect-digest "$(echo "$digest" | tr a-f A-F)"
echo "exit $? in capitals"
[ "$(tpatch check "$@" | sed -n 's/^digest *//p')" = "$digest" ] && echo "check prints it"
for format in json sarif junit html; do
	tpatch check "$@" --format $format | grep -q "$digest" && echo "$format has it"
done
tpatch check "$@" --expect-digest "$digest" | grep -o "^next: .*--expect-digest $digest" | sed "s/$digest/DIGEST/"
tpatch plan -q "$@" --expect-digest "$digest" -o plan.json
tpatch -q --root tree --plan plan.json --expect-digest "$digest"
tpatch log --root tree -v | grep -q "digest: $digest" && echo "so has the record of a run from a plan"
tpatch rollback -q --root tree

echo '# a comment' >>sets/set.yaml
refused() {
	expected=$1
	shift
	echo "\$ tpatch $1"
	tpatch "$@" --root tree --expect-digest "$expected" 2>err
	echo "[$?]"
	sed "s/$expected/EXPECTED/; s/[0-9a-f]\{64\}/FOUND/" err
}
for command in apply check plan export; do
	refused "$digest" $command --patchsets sets
done
refused "$digest" apply --dry --patchsets sets
refused "$digest" explain the-rule --patchsets sets
refused "$(tpatch show --digest demo-1 --patchsets sets)" apply --plan plan.json
as_it_was
t check "$@" --expect-digest 12ab
t show --digest
t show --digest nosuch --patchsets sets
t show cmake-minimum --profile blackwell

cp -r "$FIXTURES/variable/of-a-pack/patchsets" values
sed -i 's/  floor:/  letter:/; s/{{floor}}/{{letter}}/' values/pack.yaml
one=$(tpatch show --digest demo-1 --patchsets values)
other=$(tpatch show --digest demo-1 --patchsets values --set floor=3.7)
high=$(tpatch show --digest demo-1 --patchsets values --profile high)
[ "$one" != "$other" ] && [ "$other" != "$high" ] && [ "$one" != "$high" ] && echo "values count"
t show --digest demo-1 --patchsets values --set flor=3.7
echo "--- a set that cannot be read has none"
cp -r "$sets" broken
sed -i 's/title:/titel:/' broken/set.yaml
t show --digest demo-1 --patchsets broken
