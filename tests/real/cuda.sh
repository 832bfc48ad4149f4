#!/bin/sh
# Does a real nvcc take the .cu files of a PyTorch tree once tpatch has patched it? Makes one row of the table "CUDA, with a real nvcc" in docs/trees.md.
# usage: cuda.sh TPATCH WORK TREE CUDA_HOME sm_N [THIRD_PARTY]...
# In WORK/TREE-sm_N-CUDA: patches a copy of TREE for that toolkit and GPU, makes a build folder of it (unconfigured.py, with the submodules that lie in each
# THIRD_PARTY), and reads all its .cu files (nvcc.py). Called again, it goes on where it was stopped. TOGETHER=N and JOBS=N are nvcc.py's --together (12) and
# --jobs (1). Prints the files that are refused, with the first error of each, and the row. Exit: 0 none is refused, 1 some are or a step failed, 2 usage.
set -eu
if [ $# -lt 5 ]; then
	sed -n '2,6s/^# //p' "$0" >&2
	exit 2
fi
tpatch=$1 work=$2 tree=$3 home=$4 gpu=$5
shift 5
here=$(dirname "$0")
cuda=$("$home/bin/nvcc" --version | sed -n 's/.*release \([0-9.]*\),.*/\1/p')
case $gpu in
sm_3?) family=kepler ;;
sm_5?) family=maxwell ;;
sm_6?) family=pascal ;;
sm_70) family=volta ;;
sm_75) family=turing ;;
sm_8[067]) family=ampere ;;
sm_89) family=ada ;;
sm_90) family=hopper ;;
sm_100 | sm_12?) family=blackwell ;;
*)
	echo "cuda.sh: no GPU family has $gpu" >&2
	exit 2
	;;
esac
work=$work/$(basename "$tree")-$gpu-$cuda
if ! [ -f "$work/build/compile_commands.json" ]; then
	rm -rf "$work"
	mkdir -p "$work"
	cp -R -p "$tree" "$work/tree"
	"$tpatch" --root "$work/tree" -q --facts none --fact platform=linux --fact "gpu=$family" --fact "cuda=$cuda"
	# Files that are read together include a header more than once: those without a guard get one, at the end, so that no line moves.
	ATen=$work/tree/aten/src/ATen
	find "$ATen/cuda" "$ATen/cudnn" "$ATen/native" "$ATen/core/TransformationHelper.h" "$work/tree/c10/cuda" \( -name '*.cuh' -o -name '*.h' \) \
		-exec grep -L 'pragma once' {} + | while read -r header; do printf '\n#pragma once\n' >>"$header"; done
	for folder in "$@"; do
		set -- "$@" --third-party "$folder"
		shift
	done
	"$here/unconfigured.py" --gpu "$gpu" "$@" "$work/tree" "$home" "$work/build"
fi
code=0
"$here/nvcc.py" --together "${TOGETHER:-12}" --jobs "${JOBS:-1}" --include "$here/stubs" --state "$work/state" "$work/build" || code=$?
"$here/nvcc.py" --row --state "$work/state" "$work/build"
exit $code
