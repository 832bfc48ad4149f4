#!/bin/sh
# init on a terminal: every question, what is said of answers that do not fit, and the file; cut off, nothing is written.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets - <<'END'
facts:
  gpu: {type: choice, choices: [old, new], help: the card}
profiles:
  new-card: {summary: the new one, facts: {gpu: new}}
  old-card: {summary: the old one, facts: {gpu: old}}
END
demo_set sets <<'END'
rules:
  - id: raise
    title: Raise A
    why: The case needs it.
    files: '*.cmake'
    edits:
      - match: set(A 1)
        replace: set(A 2)
  - id: lower
    title: Lower B
    why: The case needs it.
    files: '*.cmake'
    edits:
      - match: set(B 2)
        replace: set(B 1)
END
mkdir tree
echo 1.0.0 >tree/demo.txt
# Where options are typed nothing is asked, so the patch sets come from a project file above.
printf 'root: tree\npatchsets: sets\n' >tpatch.yaml
# init ANSWERS
init() {
	echo "=== $*"
	rm -f tree/tpatch.yaml
	(cd tree && python3 "$TESTS/cli/lib/typed.py" "$1" tpatch init)
	[ ! -e tree/tpatch.yaml ] || cat tree/tpatch.yaml
}
init "_ _ _ _"
init "kepler new-card perhaps no rise raise _ it's+built+elsewhere:+#2 raise again _ never missing"
init "new-card y _ warnings"
init "_ yes _ changes"
init "_ n _ _"
init "_ n lower first raise second lower _ _"
init "^D"
init "_ ^D"
init "_ _ ^D"
init "_ _ raise ^D"
init "_ _ _ ^D"
echo "=== no facts and no profiles to ask for"
demo_project sets
init "_ _"
