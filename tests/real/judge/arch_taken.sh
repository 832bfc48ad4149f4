#!/bin/sh
# Does nvcc know every GPU that the tree's list asks for? usage: arch_taken.sh NVCC LIST [NUMBER], in the root of a tree: LIST is what TORCH_CUDA_ARCH_LIST
# would be; with NUMBER only that architecture (101a), where LIST asks for it. Prints nvcc's errors. Exit: 0 it does, 1 it does not.
set -eu
nvcc=$1
list=$2
only=${3-}
here=$(dirname "$0")
version=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
flags=$(cmake -DCUDA_VERSION="$version" -DARCH="$list" -P "$here/arch.cmake" 2>&1 | tr ';' '\n' | sed -n '/^arch=/p')
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
: >"$scratch/a.cu"
status=0
for flag in $flags; do
	case $flag in
	*compute_"$only"*) "$nvcc" --dryrun -gencode "$flag" -c "$scratch/a.cu" -o "$scratch/a.o" 2>&1 | grep "nvcc fatal" && status=1 ;;
	esac
done
exit $status
