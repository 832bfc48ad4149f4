#!/bin/sh
# port --review on a terminal: every question, answer and help, and what is written then; a set that asks nothing, and what is none.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
demo_project sets
mkdir new
echo 2.0 >new/demo.txt
lines() {
	i=1
	while [ $i -le 60 ]; do
		echo "line $i"
		i=$((i + 1))
	done
}
lines | sed 's/^line [135]0$/& more/' | tee new/a.txt >new/b.txt
# edit FILE LINE...: a diff that changes these.
edit() {
	printf -- '--- a/%s\n+++ b/%s\n' "$1" "$1"
	shift
	for at; do
		printf -- '@@ -%s,3 +%s,3 @@\n line %s\n-line %s\n+LINE %s\n line %s\n' $((at - 1)) $((at - 1)) $((at - 1)) "$at" "$at" $((at + 1))
	done
}
{
	edit a.txt 10 30
	edit b.txt 50
} >all.patch
carry() {
	t port all.patch --to new --patchsets sets -o sets/ported.yaml
	cp sets/ported.yaml carried
}
# review ANSWERS [OPTION...]
review() {
	answers=$1
	shift
	echo "=== $answers $*"
	# shellcheck disable=SC2086 # words
	python3 "$TESTS/cli/lib/typed.py" ${terminal-} "$answers" tpatch port --review sets/ported.yaml "$@"
	diff carried sets/ported.yaml
}
carry
review "k ? x _ w p y k Y w y k N k q"
review "q"
review "y ^D"
review "y q"
echo "--- what was accepted stays so where the set is carried again"
cp sets/ported.yaml again.yaml
tpatch port all.patch --to new --patchsets sets -o again.yaml -o html=page.html --json=compact -q >json
tr "{" "\n" <json | grep -o '"outcome":.*"reviewed":true.*"diff_line":[0-9]*'
tr "{" "\n" <page.html | grep -o '"outcome":.*"reviewed":true.*"diffLine":[0-9]*'
echo "--- what was accepted is not asked again"
review "k ? n"
carry
review "a" -q
carry
review ""
t port --review sets/ported.yaml -q
rm sets/ported.yaml
carry
review "n d"
review "n y"
review ""
t port --review sets/ported.yaml
rm sets/ported.yaml
carry
terminal=--colored
review "y w p d"

echo "=== where nothing was asked"
edit a.txt 20 >all.patch
rm sets/ported.yaml
carry
t port --review sets/ported.yaml
t port --review all.patch
t port --review nowhere.yaml
t port all.patch --to new --patchsets sets --review
t port all.patch --to new --patchsets sets -o sets/ported.yaml --review --json
t port all.patch --to new --patchsets sets -o sets/ported.yaml --review
echo "=== on a terminal, but standard output is none"
python3 "$TESTS/cli/lib/typed.py" "" sh -c 'tpatch port all.patch --to new --patchsets sets -o sets/ported.yaml --review | cat'
