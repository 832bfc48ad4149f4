#!/bin/sh
# The help of every command, whole; the screen of one, and its manual page.
for command in $(tpatch __complete cur= tpatch help | sed '1d; s/\t.*//'); do
	echo "== $command"
	tpatch help "$command"
done
echo "== the screen, and the page"
tpatch help
tpatch apply --help
tpatch help --man rollback
