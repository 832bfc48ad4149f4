#!/bin/sh
# The day of a release for the sets that are shipped: one command from tree to tree, the set that comes out loads, applies, and does what the shipped one does.
mkdir sets
for step in 1.12.1:1.13 2.4:2.6; do
	rm -rf old new again
	cp -a "$FIXTURES/pytorch-${step%:*}/before" old
	cp -a "$FIXTURES/pytorch-${step#*:}/before" new
	cp -a new again
	tpatch port --all --from old --to new -o sets/next.yaml >report 2>&1
	echo "${step%:*} to ${step#*:}: exit $?"
	grep -E '^(rules that do not|every|[0-9])|needs a person|together' report | cut -c1-200
	tpatch --root new -q >/dev/null
	tpatch --root again --patchsets sets --use "$(sed -n 's/^name: //p' sets/next.yaml)" -q >/dev/null
	diff -r --no-dereference -x .tpatch -q new again && echo 'the same files, byte for byte'
done
echo "--- what the new set is called: by the old one and the version of the tree"
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
rm -rf old new sets
mkdir old new
echo 1.0 >old/demo.txt
printf 'one\ntwo\nthree\n' >old/a.txt
printf 'one\ntwo\nthree\nfour\n' >new/a.txt
demo_project sets
for name in demo-1:2.0 demo:0.1 demo-x.1.x:9.2.1 7:2.0 x:2.0 demo-1.x-a:2.0; do
	demo_set sets <<'END'
rules:
  - {id: a, title: A, why: It is a., files: a.txt, language: text, edits: [{match: two, replace: zwei}]}
END
	sed -i "s/^name: .*/name: ${name%:*}/" sets/set.yaml
	echo "${name#*:}" >new/demo.txt
	tpatch port --all --patchsets sets --from old --to new -o out.yaml >report 2>&1
	echo "$name: exit $?"
	sed -n '/^name: \|^target: \|^  versions: /p' out.yaml
	rm -f out.yaml
done
# What can be copied of a set whose pack goes, because a rule of it no longer fits: rules that are items of their own, and not where the pack
# says things of all of its rules.
echo 2.0 >new/demo.txt
mkdir packs
demo_project packs
next() {
	printf '%s\n' "--- $1"
	tpatch port --all --patchsets packs --from old --to new -o out.yaml 2>&1
	echo "[$?]"
	[ ! -e out.yaml ] || sed -n '/^use:/p; /^rules:/,$p' out.yaml
	rm -f out.yaml
}
pack_with() {
	{
		printf 'tpatch: 1\npack: beside\nsummary: A pack\n'
		[ ! "$1" ] || printf '%s\n' "$1"
		cat <<'END'
rules:
  - {id: stays, title: A, why: w, files: a.txt, edits: [{regex: one, replace: eins}]}
  - {id: goes, title: A, why: w, files: a.txt, edits: [{regex: "two\nthree", replace: zwei}]}
END
	} >packs/beside.yaml
}
printf 'one\ntwo\nthree\nfive\n' >old/a.txt
printf 'one\ntwo\nnew\nthree\nfour\n' >new/a.txt
demo_set packs <<'END'
use: beside
END
for each in '' 'exclude: x.txt' 'variables: {v: {help: h, default: x}}' 'when: {os: x}'; do
	[ "${each#when}" = "$each" ] || printf 'facts:\n  os: {help: h, type: text}\n' >>packs/project.yaml
	pack_with "$each"
	next "a pack${each:+ with $each}"
done
demo_set packs <<'END'
use: beside
rules:
  - {id: always, title: A, why: w, files: a.txt, edits: [{regex: one, replace: eins}]}
END
next "a pack for another machine, and a rule for any"
rm packs/beside.yaml
demo_set packs <<'END'
rules: [{id: one, title: A, why: w, files: a.txt, edits: [{regex: one, replace: eins}]},
  {id: two, title: A, why: w, files: a.txt, edits: [{regex: two, replace: zwei}]}]
END
next "rules in brackets"
demo_set packs <<'END'
rules:
# the first
- # is one
  id: one
  title: A
  why: w
  files: a.txt
  edits: [{regex: one, replace: eins}]
# the second
-   id: two
    title: A
    why: w
    files: a.txt
    edits: [{regex: two, replace: zwei}]
END
next "items whose first key is below the dash, and beside it"
demo_set packs <<'END'
rules:
  - {id: fits, title: A, why: w, files: a.txt, edits: [{regex: one, replace: eins}]}
  - {id: shown, title: A, why: w, files: a.txt, edits: [{regex: "two\nthree", replace: drei}], tests: [{before: "two\nthree\nfive\n", after: "drei\nfive\n"}]}
  - {id: unknown, title: A, why: w, files: a.txt, edits: [{regex: "two\nthree", replace: zwei}]}
  - {id: gone, title: A, why: w, files: a.txt, versions: "<2", edits: [{regex: "two\nthree", replace: zwei}]}
END
printf '%s\n' "--- without the old tree"
tpatch port demo-1 --patchsets packs --to new -o out.yaml 2>&1
echo "[$?]"
cat out.yaml
echo "-- packs that use packs: one goes with those that it uses, and in the place of one that goes come those that stay"
rm -r packs old new
mkdir old new
demo_project packs
# pack NAME PATTERN [USE]: a pack of one rule
pack() {
	printf 'tpatch: 1\npack: %s\nsummary: A pack\nuse: [%s]\nrules:\n  - id: of-%s\n    title: A\n    why: w\n    files: a.txt\n    edits: [{regex: %s, replace: new}]\n' \
		"$1" "${3-}" "$1" "$2" >"packs/$1.yaml"
}
pack outer one 'inner, beside'
pack inner two
pack beside three
printf 'use: [outer, beside]\n' | demo_set packs
echo 1.0 >old/demo.txt
echo 2.0 >new/demo.txt
printf 'one\nand\ntwo\nand\nthree\n' >old/a.txt
for goes in one two three; do
	sed "s/^$goes$/gone/" old/a.txt >new/a.txt
	tpatch port demo-1 --patchsets packs --from old --to new 2>&1 | grep "^use:\|^  - id:\|^rules that\|^the pack"
	echo
done
