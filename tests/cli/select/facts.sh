#!/bin/sh
# Facts: what is asked for, from where they come, what follows from them, and what is refused.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree
demo_project sets - <<'END'
facts:
  cuda: {type: version, help: the CUDA toolkit}
  gpu: {type: choice, choices: [none, old, middle, young, new], help: the GPU}
  host: {type: choice, choices: [windows, linux], help: the system}
profiles:
  old-card: {summary: The old card, facts: {gpu: old, cuda: "11.8"}}
END
demo_set sets <<'END'
rules:
  - id: old-needs-old
    title: Take a CUDA that knows the old card
    why: nvcc 12 no longer knows it.
    links: [https://example.org/old]
    refuse: CUDA 12 and later have no code for the old card.
    when: {gpu: old, cuda: ">=12"}
  - id: untested
    title: Heed what nobody has tried
    why: Nobody has tried it.
    warn: Nobody has tried the new card on Windows.
    when: {gpu: new, host: windows}
  - id: slow
    title: Heed the slow switch
    why: It is slow.
    files: '*.cmake'
    warn: The slow switch is on.
    if-found: {match: set(SLOW ON)}
    tests:
      - before: set(SLOW ON)
      - {before: set(SLOW OFF), found: false}
  - id: raise
    title: Raise A
    why: The case needs it.
    files: '*.cmake'
    versions: "<2"
    when: {any: [{gpu: [young, new]}, {cuda: ">=12.8"}]}
    edits:
      - match: set(A $V)
        set: {V: "2"}
    tests:
      - {before: set(A 1), after: set(A 2)}
END
echo 1.0 >tree/demo.txt
printf 'set(A 1)\nset(SLOW ON)\n' >tree/a.cmake
printf 'cuda: 12.9\ngpu: new\n' >facts.yaml
printf 'cuda: 12.9\ngpuu: new\n' >typo.yaml
printf -- '- cuda\n' >list.yaml
set -- --root tree --patchsets sets
t check "$@"
t check "$@" --fact cuda=12
t check "$@" --profile old-card --fact cuda=12.4
t check "$@" --json=compact --profile old-card --fact cuda=12.4
t apply "$@" --dry --facts facts.yaml --fact host=windows
t status "$@" --profile old-card --fact host=linux
t status "$@" --profile old-card --fact host=lnux
t explain raise "$@" --profile old-card
t show old-needs-old --patchsets sets
t show slow --patchsets sets
t list --patchsets sets | sed -n '/^demo-1/,/^$/p; /^facts of demo/,/^`/p' | sed '/pytorch/,$d'
t test demo-1 --patchsets sets
t lint demo-1 --patchsets sets
t matrix --trees tree --patchsets sets --profile old-card --fact cuda=12.4
t check "$@" --profile old
t check "$@" --fact cudda=12
mkdir plain
demo_project plain
demo_set plain <<'END'
rules:
  - id: note
    title: Say something
    why: The case needs it.
    warn: There are no facts here.
END
t check --root tree --patchsets plain --fact cuda=12
t check --root tree --patchsets plain --profile old-card
echo "--- a number that is no version of it: of another scale, or without its dot"
sed -i 's/cuda: {type: version,/cuda: {type: version, versions: ">=5, <40",/' sets/project.yaml
t check "$@" --fact cuda=128
t check "$@" --fact cuda=12 -q
sed -i 's/gpu: {type: choice,/gpu: {type: choice, versions: ">=5",/' sets/project.yaml
t check "$@"
sed -i 's/gpu: {type: choice, versions: ">=5",/gpu: {type: choice,/' sets/project.yaml
t check "$@" --facts typo.yaml
t check "$@" --facts list.yaml
for value in '[12.8]' '{a: b}' ''; do
	echo "cuda: $value" >odd.yaml
	t check "$@" --facts odd.yaml
done
t check "$@" --set floor=1
t check "$@" --facts nosuch.yaml
t plan "$@" --fact cuda=12.8 -o x.plan
t apply --plan x.plan --root tree --fact cuda=12.8
t explain slow "$@"
t explain old-needs-old "$@" --profile old-card --fact cuda=12.4
echo "--- a fact that is given, and not exactly enough"
sed -i 's/when: {gpu: new, host: windows}/when: {cuda: "<12.8", gpu: [old, new]}/' sets/set.yaml
t check --root tree --patchsets sets --fact cuda=12 -q
t check --root tree --patchsets sets --fact cuda=12.8 --fact gpu=old -q
t explain untested --root tree --patchsets sets --fact cuda=12
t explain untested --root tree --patchsets sets --fact cuda=12 --fact gpu=old
echo "--- what applies where a fact is not known"
demo_set sets <<'END'
rules:
  - {id: known, title: Known, why: w, warn: w, when: {gpu: [old, new], cuda: "<12"}}
  - {id: unknown, title: Unknown, why: w, warn: w, when: {gpu: old}, when-unknown: apply}
  - {id: skipped, title: Skipped, why: w, warn: w, when: {gpu: old}, when-unknown: skip, versions: "1.0"}
  - {id: always, title: Always, why: w, warn: w, when-unknown: apply}
END
t check --root tree --patchsets sets
for each in known unknown skipped always; do
	t show $each --patchsets sets
done
tpatch list --patchsets sets --format markdown | grep "^| .\(known\|unknown\|skipped\|always\). "
echo "--- outside of a tree"
mkdir none
(cd none && t facts --patchsets ../sets)
