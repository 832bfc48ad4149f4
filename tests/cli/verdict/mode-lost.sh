#!/bin/sh
# A run that edits a file and makes it executable: with the text that it left and without that bit the file is not as it left it. Every command says so.
mkdir -p sets tree/torch/csrc tree/caffe2
cat >sets/x.yaml <<'EOT'
tpatch: 1
name: bits
summary: a text and a bit
target: {project: pytorch, versions: ">=1.0"}
rules:
  - id: both
    title: t
    why: w
    files: tool.sh
    edits:
      - match: echo one
        replace: echo two
      - executable: true
EOT
echo 'echo one' >tree/tool.sh
t() {
	echo "\$ tpatch $*"
	tpatch "$@" --root tree 2>&1
	echo "[$?]"
}
set -- --patchsets sets --use bits --tag 2.0.0
tpatch plan -q "$@" --root tree -o plan.json
t apply -q "$@"
t status "$@" | grep '^ *run\|tool'
chmod -x tree/tool.sh
t status "$@" | grep -A1 '^ *run'
t check -q "$@"
t apply -q --plan plan.json
t rollback
chmod +x tree/tool.sh
t apply -q --plan plan.json
t rollback
stat -c %a tree/tool.sh
