#!/bin/sh
# Variables: what is shown of them, where their values come from, what is recorded, and what is refused.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
cp -r "$FIXTURES/variable/of-a-pack/patchsets" sets
cp -r "$FIXTURES/variable/of-a-pack/before" tree
cp -r tree old
echo 1.6 >tree/demo.txt
set -- --root tree --patchsets sets
t list --patchsets sets | sed -n '/^demo-1/,/^$/p'
t list --patchsets sets --json | sed -n '/"variables"/,/]/p' | sed -n '1,12p'
t show the-rule --patchsets sets
t status "$@"
t status "$@" --profile high --json
t check "$@" --set floor=B
t check "$@" --set flor=3.5
t check "$@" --set floor
t check "$@" --set 'floor=
'
# 3.7 is enough where the floor is 3.5, and not where the version makes it 3.20.
echo 'need(VERSION 3.7)' >old/a.cmake
echo 'need(VERSION 3.7)' >tree/a.cmake
t matrix demo-1 --patchsets sets --trees tree --trees old
echo 'need(VERSION 3.1)' >tree/a.cmake
# The pack has a variable of the same name: what suits both is what can be given.
sed -i 's/  floor:/  letter:/; s/{{floor}}/{{letter}}/' sets/pack.yaml
t check "$@" --set letter=C
t matrix demo-1 --patchsets sets --trees tree --trees old --set floor=3.6
t status "$@" --profile high --json
t apply "$@" --set floor=3.7 --json | sed -n '/"values"/,/}/p'
t log --root tree
t check "$@" --set floor=3.7 -q
