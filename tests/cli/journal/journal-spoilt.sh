#!/bin/sh
# shellcheck disable=SC2016,SC2034 # what is in quotes is for eval
# A record that was changed, cut off or is made for another tpatch is never acted upon, and told of.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
run=tree/.tpatch/runs/000001
for damage in 'echo x >>$header' ': >$header' 'sed -i s/a.cmake/z.cmake/ $header' 'sed -i "s/^tpatch-run 4/tpatch-run 9/" $header' \
	'cp $header $run/header.undone' 'rm $header; mkdir $header' 'mv $run tree/.tpatch/runs/000002' 'truncate -s 100 $header'; do
	echo "--- $damage"
	fresh
	tpatch -q "$@"
	header=$run/header.applied
	eval "$damage"
	note_state
	t rollback --root tree
	t rollback 1 --root tree
	t status "$@"
	t recover --root tree
	t check -q "$@"
	as_it_was
done
# The next run keeps off it.
echo '# more' >>tree/a.cmake
echo 'set(A 1)' >tree/b.cmake
t "$@" -q
t log --root tree
t status --json=compact "$@" | grep -o '"broken":.*'
