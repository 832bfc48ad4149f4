#!/bin/sh
# Are the scripts sound? Shell by shellcheck (skipped where it is not), Python by its compiler; each says what it is on its first lines,
# and one that begins with #! can be run by its name, as the documents do (the cases of tests/cli have a runner).
# Prints `file:line: reason`. usage: scripts.sh, in the root of the repository. Exit: 0 all are, 1 some are not.
set -eu

failed=0
# What has changed since all were sound, and all where one has that others read: shellcheck takes nine seconds for all.
sound=${BUILD-build}/scripts.sound
touch "$sound.now" 2>/dev/null || sound=
if [ -n "$sound" ] && [ -f "$sound" ] && [ -z "$(find tests/repo/scripts.sh tests/cli/lib tests/windows/wine.sh -newer "$sound" -type f)" ]; then
	set -- -newer "$sound"
fi
scripts=$(find engine driver packaging patchsets tests -name '*.sh' "$@" | sort)
if command -v shellcheck >/dev/null; then
	# shellcheck disable=SC2086 # one word per script
	[ -z "$scripts" ] || shellcheck --external-sources --format=gcc $scripts || failed=1
else
	echo "scripts.sh: shellcheck is not here: skipped"
	sound=
fi
find driver tests -name '*.py' | sort | python3 -c '
import ast, sys
failed = 0
for path in sys.stdin.read().split("\n")[:-1]:
    with open(path, "rb") as f:
        source = f.read()
    try:
        tree = ast.parse(source, path, feature_version=(3, 9))
        problem = None if ast.get_docstring(tree) else (1, "no docstring says what it is")
    except SyntaxError as error:
        problem = (error.lineno or 1, error.msg)
    if problem:
        print("%s:%d: %s" % (path, *problem))
        failed = 1
sys.exit(failed)' || failed=1
for script in $(find driver engine packaging tests -name '*.sh' -o -name '*.py' | grep -v '^tests/cli/'); do
	if [ ! -x "$script" ] && [ "$(head -c 2 "$script")" = '#!' ]; then
		echo "$script:1: begins with #!, but is not executable"
		failed=1
	fi
done
[ "$failed" != 0 ] || [ -z "$sound" ] || mv "$sound.now" "$sound"
exit $failed
