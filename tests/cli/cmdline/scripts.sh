#!/bin/sh
# Whole: the first screen of help, the manual page of the program, and the script of each shell.
for shell in bash zsh fish powershell; do
	echo "--- $shell"
	tpatch help --completion $shell
done
echo "--- help"
tpatch --help
echo "--- manual"
tpatch help --man
