#!/bin/sh
# shellcheck disable=SC2016 # the dollars are captures
# lint FILE, test FILE: one file, beside its project and packs or alone, and what is wrong with it, with place and hint.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets alone
demo_project sets
cat >sets/pack.yaml <<'END'
tpatch: 1
pack: shared
summary: What others share
rules:
  - id: raise
    title: Raise it
    why: It fails.
    files: pyproject.toml
    edits:
      - match: requires = [$$$R]
        inside: "[build-system]"
        ensure-requirement: {R: '"setuptools>=70.1"'}
    tests:
      - before: |
          [build-system]
          requires = ["setuptools>=62", "wheel"]
        after: |
          [build-system]
          requires = ["setuptools>=70.1", "wheel"]
END
cat >sets/set.yaml <<'END'
tpatch: 1
name: demo-1
summary: One rule and a pack
target: {project: demo, versions: "1.*"}
use: [shared]
rules:
  - id: pin
    title: Pin it
    why: It fails.
    files: requirements.txt
    edits:
      - match: numpy $$$
        replace: numpy<2
    tests:
      - before: |
          numpy ; python_version < "3.13"
        after: |
          numpy<2 ; python_version < "3.13"
END
printf 'name: nothing of ours\n' >sets/other.yaml
printf 'tpatch: 1\nname: [\n' >sets/broken.yaml
cp sets/pack.yaml alone/pack.yaml
cp sets/set.yaml alone/set.yaml
t lint sets/set.yaml
t test sets/set.yaml
t lint ./alone/pack.yaml
t test alone/pack.yaml
t lint sets/project.yaml sets/pack.yaml
cd sets || exit
t test set.yaml pack.yaml
cd ..
t lint alone/set.yaml
t test alone/set.yaml --patchsets sets
rm sets/broken.yaml sets/other.yaml
t test alone/set.yaml --patchsets sets
sed 's/replace:/replce:/' sets/set.yaml >alone/key.yaml
t lint alone/key.yaml --patchsets sets
sed 's/numpy<2$/numpy<3/' sets/set.yaml >sets/wrong.yaml
t test sets/wrong.yaml
t test sets/wrong.yaml --update-all
t lint sets/not-there.yaml
t test sets/
mkdir tree
printf '1.0\n' >tree/demo.txt
printf 'numpy\n' >tree/requirements.txt
t lint sets/set.yaml --root tree

# A pack beside the file goes before a shipped one of its name; a folder is no file.
mkdir -p own/folder.yaml
cp sets/project.yaml own
sed 's/pack: shared/pack: cuda-13/' sets/pack.yaml >own/pack.yaml
printf 'tpatch: 1\nname: own\nsummary: A set\ntarget: {project: demo, versions: "1.*"}\nuse: [cuda-13]\n' >own/set.yaml
t lint own/set.yaml
t test own/set.yaml
