#!/bin/sh
# A file that -o or --output names is replaced whole or not at all: what it held is there as long as the new text is not, its mode is kept, and so is a
# link to it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
set -- --root tree --patchsets "$sets"
fresh
mkdir out
echo "tpatch old" >out/x.json
chmod 640 out/x.json
ln -s x.json out/link
echo "--- no room"
(
	ulimit -f 1
	t plan -o out/link "$@"
)
cat out/x.json
ls out
echo "--- room"
t plan -o out/link "$@"
head -c 12 out/x.json
readlink out/link
stat -c %a out/x.json
ls out
echo "--- what is no file"
mkfifo out/fifo
cat out/fifo >through &
t plan -o out/fifo "$@"
wait
cmp through out/x.json && echo "the same text came through"
ls out
