#!/bin/sh
# What other tools call commands and options: which of ours is meant.
echo "== commands"
for word in dry-run dry preview fix patch run install verify undo revert restore unapply reset history runs prune ls rules sets packs profile profiles verdict verdicts info \
	describe why blame validate create rebase forward-port backport continue repair version man completion completions build doctor triage chekc xyzzy; do
	tpatch "$word" 2>&1
done
echo "== options"
for word in filter only select rules id cuda gpu msvc compiler cudnn gcc clang python cmake numpy setuptools blas magma platform arch exclude ignore except disable without include \
	files file path paths yes assume-yes y no-input non-interactive batch confirm ask prompt fix write in-place inplace apply-fixes preview what-if whatif simulate no-act \
	just-print undo revert reverse unapply no-color no-colour nocolor nocolour plain monochrome directory dir chdir cwd cd source source-dir tree-root version-of pytorch-version \
	torch-version torch release target-version threads parallel workers num-threads silent debug trace outfile output-file report sarif html junit define var variable context \
	lines pager paginate show-completion install-completion completions dyr xyzzy; do
	tpatch "--$word" 2>&1
done
