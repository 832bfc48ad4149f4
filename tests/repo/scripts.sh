#!/bin/sh
# Are the scripts sound? Shell by shellcheck (skipped where it is not), Python by its compiler; each says what it is on its first lines.
# Prints `file:line: reason`. usage: scripts.sh, in the root of the repository. Exit: 0 all are, 1 some are not.
set -eu

failed=0
scripts=$(find engine driver packaging patchsets tests -name '*.sh' | sort)
if command -v shellcheck >/dev/null; then
	# shellcheck disable=SC2086 # one word per script
	shellcheck --external-sources --format=gcc $scripts || failed=1
else
	echo "scripts.sh: shellcheck is not here: skipped"
fi
for script in $(find driver tests -name '*.py' | sort); do
	python3 - "$script" <<'END' || failed=1
import ast, sys
path = sys.argv[1]
with open(path, "rb") as f:
    source = f.read()
try:
    tree = ast.parse(source, path, feature_version=(3, 9))
except SyntaxError as error:
    sys.exit("%s:%d: %s" % (path, error.lineno or 1, error.msg))
if not ast.get_docstring(tree):
    sys.exit("%s:1: no docstring says what it is" % path)
END
done
exit $failed
