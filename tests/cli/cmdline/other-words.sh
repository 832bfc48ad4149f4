#!/bin/sh
# What other tools call commands, options and keys of patch sets: which of ours is meant.
said() {
	"$@" 2>&1 | sed '/^ *[0-9]* |/d; /^ *|/d' | tr '\n' ' '
	echo
}
echo "== commands"
for word in dry-run dry preview fix patch run install verify undo revert restore unapply reset history runs prune ls rules sets packs profile profiles verdict verdicts info \
	describe why blame validate create rebase forward-port backport continue repair version man completion completions build doctor triage chekc xyzzy; do
	said tpatch "$word"
done
echo "== options"
for word in filter only select rules id cuda gpu msvc compiler cudnn gcc clang python cmake numpy setuptools blas magma platform arch exclude ignore except disable without include \
	files file path paths yes assume-yes y no-input non-interactive batch confirm ask prompt fix write in-place inplace apply-fixes preview what-if whatif simulate no-act \
	just-print undo revert reverse unapply no-color no-colour nocolor nocolour plain monochrome directory dir chdir cwd cd source source-dir tree-root version-of pytorch-version \
	torch-version torch release target-version threads parallel workers num-threads silent debug trace outfile output-file report sarif html junit define var variable context \
	lines pager paginate show-completion install-completion completions dyr xyzzy; do
	said tpatch "--$word"
done
echo "== keys of a set, a rule and an edit"
mkdir sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\n' >sets/project.yaml
for word in description reason rationale comment title name summary path paths glob globs include ignore excludes pattern find search code from old re regexp with to new by \
	replacement substitute fix insert add append prepend remove diff patch if condition conditions requires facts url urls references see changes steps patches version count \
	matches includes packs extends tset xyzzy; do
	printf 'tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: "1.0"}\n%s: x\n' "$word" >sets/set.yaml
	said tpatch lint --patchsets sets
	printf 'tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: "1.0"}\nrules:\n  - {id: a, title: t, why: w, files: a.txt, %s: x, edits: [{regex: x, replace: y}]}\n' "$word" >sets/set.yaml
	said tpatch lint --patchsets sets
	printf 'tpatch: 1\nname: s\nsummary: s\ntarget: {project: demo, versions: "1.0"}\nrules:\n  - {id: a, title: t, why: w, files: a.txt, edits: [{regex: x, replace: y, %s: z}]}\n' "$word" >sets/set.yaml
	said tpatch lint --patchsets sets
done
