#!/bin/sh
# One run in every format of reports: all that a plan holds (facts, a profile, values, notes with and without a rule, findings of each
# verdict, files made, removed, renamed and given another mode) before and after the run.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree tree/out
demo_project sets - <<'END'
facts:
  gpu: {type: choice, choices: [none, new], help: the card}
  level: {type: version, help: a number}
profiles:
  card: {summary: A card, facts: {gpu: new}, set: {floor: "7"}}
END
cat >sets/set.yaml <<'END'
tpatch: 1
name: demo-1
summary: A set <b> & "more"
target: {project: demo, versions: ">=1"}
variables: {floor: {default: "5", help: what B becomes}}
rules:
  - id: change
    title: Change A
    why: "It has <angles> & 'quotes'."
    links: ["https://example.com/1"]
    files: "**/*.cmake"
    exclude: "out/**"
    edits: [{match: set(A 1), replace: "set(A {{floor}})"}]
  - {id: level, title: Needs a fact, why: w, files: "*.cmake", when: {level: ">=2"}, edits: [{match: set(B 1), replace: set(B 2)}]}
  - {id: card, title: Needs the card, why: w, files: b.cmake, when: {gpu: new}, edits: [{match: set(B 1), replace: set(B 2)}]}
  - {id: other-card, title: Not for this card, why: w, files: b.cmake, when: {gpu: none}, edits: [{match: set(B 1), replace: set(B 3)}]}
  - {id: done, title: Is done, why: w, files: b.cmake, edits: [{match: set(C 1), replace: set(C 2)}]}
  - {id: create, title: Create, why: w, files: new.cmake, edits: [{create: "set(NEW 1)\n"}]}
  - {id: drop, title: Drop, why: w, files: old.txt, edits: [{remove-file: {text: "gone\n"}}]}
  - {id: move, title: Move, why: w, files: here.txt, edits: [{rename-file: there.txt}]}
  - {id: run, title: Run, why: w, files: run.sh, edits: [{executable: true}]}
  - {id: warn, title: Warn of D, why: w, files: b.cmake, warn: D is there, if-found: [{match: set(D $V)}]}
END
echo 1.0 >tree/demo.txt
printf 'set(A 1)\nset(A 1) # again\n' >tree/a.cmake
printf 'set(B 1)\nset(C 2)\n  set(D 4)\n' >tree/b.cmake
echo gone >tree/old.txt
echo moved >tree/here.txt
echo echo >tree/run.sh
printf '[submodule "x"]\n\tpath = third_party/x\n\turl = https://example.com/x\n' >tree/.gitmodules
truncate -s 17M tree/large.cmake tree/out/excluded.cmake
set -- --root tree --patchsets sets --profile card --facts none
compact() {
	sed "/2[.]1[.]0/!s/\"version\": \"[0-9.]*\"/\"version\": \"<version>\"/" | python3 "$TESTS/cli/lib/compact.py"
}
reports() {
	tpatch "$@" -q -o text=text -o json=json -o sarif=sarif -o github=github -o gitlab=gitlab -o junit=junit -o html=html
	echo "[$?]"
}
reports check "$@"
for each in text github junit; do
	echo "--- $each"
	cat $each
done
for each in json sarif gitlab; do
	echo "--- $each"
	compact <$each
done
data() {
	sed -n 's/.*<script[^>]*id="data"[^>]*>//p' html | sed 's,</script>.*,,' | compact
}
echo "--- html"
data
reports apply "$@"
for each in text json html; do mv $each $each.applied; done
tpatch rollback -q --root tree
reports check "$@" --fact gpu=none
for each in text json html; do mv $each $each.other; done
mv html.applied html
echo "--- applied: text, JSON, HTML"
cat text.applied
compact <json.applied | sed '/"diff"/,$d'
data | sed '/"files": /,$d'
echo "--- for another card: the text"
cat text.other
