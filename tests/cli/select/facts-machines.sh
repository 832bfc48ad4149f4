#!/bin/sh
# Facts of machines that are described: every family of GPU, Visual Studio in its three states, CUDA, cuDNN and BLAS wherever they may be.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"

# facts NAMES [OPTION...]: of the machine on standard input, the lines of these facts, known or not.
facts() {
	names=$1
	shift
	cat >machine.yaml
	tpatch facts --machine machine.yaml "$@" 2>&1 | grep -E "^(# )?($names): |^error|^hint" || echo "nothing"
}

echo "--- the families of GPUs, and the oldest of several"
for capability in 2.1 3.5 5.2 6.1 7.0 7.4 7.5 8.0 8.6 8.9 9.0 10.0 11.0 12.0 13.0; do
	echo "{system: linux, cuda_driver: 12090, gpus: [{name: card, capability: \"$capability\"}]}" | facts gpu
done
echo '{system: linux, gpus: [{name: new, capability: "12.0"}, {name: old, capability: "7.5"}, {name: older, capability: "7.0"}, {name: other, capability: "8.0"}]}' | facts gpu
echo '{system: linux, cuda_driver: 12090}' | facts gpu
echo '{system: linux}' | facts gpu

echo "--- Visual C++ of this shell, or what vswhere knows"
windows() {
	env=$1
	shift
	cat <<END
system: windows
env: {PATH: 'C:\\bin;C:\\cl', $env}
files: {'C:\\VS\\VC\\Tools\\MSVC\\14.44.35207\\bin\\Hostx64\\x64\\1033\\clui.dll': "", 'C:\\VS\\VC\\Tools\\MSVC\\14.29.30133\\bin\\Hostx64\\x64\\1033\\clui.dll': ""}
programs:
  - {path: 'C:\\Program Files (x86)\\Microsoft Visual Studio\\Installer\\vswhere.exe', arguments: installationPath, output: "C:\\\\VS\\r\\n"}
END
	for each in "$@"; do printf "  - {path: '%s'}\n" "$each"; done
}
active="VSCMD_VER: '17.10', VCToolsVersion: 14.40.33807, INCLUDE: 'C:\\i', LIB: 'C:\\l'"
windows "$active" 'C:\cl\cl.exe' | facts "msvc|compiler"
windows "$active, VSCMD_ARG_TGT_ARCH: x64, CXX: clang-cl" 'C:\cl\cl.exe' | facts "msvc|compiler"
windows "$active, VSCMD_ARG_TGT_ARCH: x86" 'C:\cl\cl.exe' | facts "msvc|compiler"
windows "$active" | facts "msvc|compiler"
windows "VCToolsVersion: 14.40.33807, INCLUDE: 'C:\\i'" 'C:\cl\cl.exe' | facts "msvc|compiler"
windows "CXX: cl" | facts "msvc|compiler"
windows "CXX: 'C:\\llvm\\CLANG-CL.exe'" | facts "msvc|compiler"
windows "CXX: g++" | facts "msvc|compiler"
printf '%s\n' '{system: windows, env: {PATH: "C:\\bin"}}' | facts "msvc|compiler"

echo "--- the system, and compilers elsewhere"
for cxx in "" "CXX: /usr/bin/other" "CXX: none"; do
	for says in "arguments: -dumpfullversion, output: '12.2.0'" "arguments: --version, output: 'Debian clang version 14.0.6'" "output: 'Acme C 3'"; do
		echo "{system: linux, env: {$cxx}, programs: [{path: /usr/bin/c++, $says}, {path: /usr/bin/g++, $says}, {path: /usr/bin/other, $says}]}" | facts "platform|compiler|gcc|clang"
	done
done
echo "--- a compiler that fails, whatever it says"
echo "{system: linux, programs: [{path: /usr/bin/c++, arguments: -dumpfullversion, output: '12.2.0', code: 1}]}" | facts "compiler|gcc|clang"
echo "--- CUDA and cuDNN"
toolkit() {
	printf "'%s': \"#define CUDA_VERSION %s\\\\n\", " "$1/include/cuda.h" "$2"
}
cudnn() {
	printf "'%s': \"#define CUDNN_MAJOR %s\\\\n#define CUDNN_MINOR %s\\\\n#define CUDNN_PATCHLEVEL %s\\\\n\", " "$1/cudnn_version.h" "$2" "$3" "$4"
}
# on NAMES SYSTEM ENVIRONMENT FILES [OPTION...]
on() {
	names=$1
	printf '%s\n' "{system: $2, env: {$3}, programs: [{path: /c/12.8/bin/nvcc}], files: {$4}}" >machine.in
	shift 4
	facts "$names" "$@" <machine.in
}
on "cuda|cudnn" linux "CUDA_HOME: /c/12.6, CUDA_PATH: /c/11.8" "$(toolkit /c/12.6 12060)$(toolkit /c/11.8 11080)"
on "cuda|cudnn" linux "CUDA_PATH: /c/11.8, CUDNN_ROOT: /dnn" "$(toolkit /c/11.8 11080)$(cudnn /dnn/include 8 9 7)"
on "cuda|cudnn" linux "CUDNN_INCLUDE_DIR: /dnn" "$(toolkit /c/12.8 12080)$(cudnn /dnn 9 1 0)"
on "cuda|cudnn" linux "" "$(toolkit /usr/local/cuda 12090)$(cudnn /usr/local/cuda/include 9 10 2)"
on "cuda" linux "" "$(toolkit /usr/local/cuda-11.8 11080)$(toolkit /usr/local/cuda-12.4 12040)"
on "cuda" windows "CUDA_PATH_V11_8: 'C:\\c11', CUDA_PATH_V12_4: 'C:\\c12'" "$(toolkit 'C:\c12' 12040)"
on "cuda" windows "" "$(toolkit 'C:\Program Files\NVIDIA GPU Computing Toolkit\CUDA\v12.1' 12010)"
on "cuda|cudnn" linux "" ""

echo "--- BLAS"
mkl() {
	printf "'%s/mkl_cblas.h': '', " "$1"
}
blas() {
	printf "'%s/openblas_config.h': '', " "$1"
}
on blas linux "CMAKE_INCLUDE_PATH: /m" "$(mkl /m)"
on blas linux "CMAKE_PREFIX_PATH: /m" "$(mkl /m/include)"
on blas linux "INTEL_MKL_DIR: /m" "$(mkl /m/include)"
on blas linux "MKLProductDir: /m" "$(mkl /m/mkl/include)"
on blas windows "MKLProductDir: /m" "$(mkl /m/mkl/include)"
on blas windows "" "$(mkl 'C:\Program Files (x86)\IntelSWTools\compilers_and_libraries\windows\mkl/include')"
on blas windows "MKLProductDir: /m" "$(mkl 'C:\Program Files (x86)\IntelSWTools\compilers_and_libraries\windows\mkl/include')"
on blas linux "" "$(mkl /opt/intel/oneapi/mkl/latest/include)"
on blas linux "MKLROOT: /m" "$(mkl /m/include)"
on blas linux "BLAS: MKL, CMAKE_PREFIX_PATH: /o" "$(blas /o/include)"
on blas linux "CMAKE_PREFIX_PATH: /o" "$(blas /o/include)"
for below in include include/openblas .; do on blas linux "OpenBLAS_HOME: /o" "$(blas /o/$below)"; done
on blas linux "" "$(blas /opt/OpenBLAS/include)"
on blas windows "" "$(blas /opt/OpenBLAS/include)"
on blas linux "CONDA_PREFIX: /conda" "$(blas /conda/include)"
on blas linux "BLAS: OpenBLAS, OpenBLAS_HOME: /o, CMAKE_INCLUDE_PATH: /m" "$(mkl /m)$(blas /o/include)"
on blas linux "OpenBLAS_HOME: /o, CMAKE_INCLUDE_PATH: /m" "$(mkl /m)$(blas /o/include)"
on blas linux "BLAS: ATLAS" ""
on blas linux "" ""

echo "--- a description that is wrong"
for each in 'gpu: []' 'gpus: [{name: a, capability: big}]' 'gpus: [{names: a}]' 'memory: {totals: 1}' 'programs: [{paths: a}]' 'cores: many' \
	'programs: {a: b}' 'programs: 5' 'gpus: {a: b}' 'gpus: [a]' 'env: [A]' 'files: [a]' 'links: x' 'short_names: [a]' 'real: {a: b}' 'real: [[a]]' 'real: ~' 'system: [a]' \
	'memory: 5' 'bits: 129' 'bits: 0' 'cores: 100001' 'cuda_driver: 100001'; do
	echo "{$each}" >machine.yaml
	t facts --machine machine.yaml
done
echo "[gpus]" >machine.yaml
t facts --machine machine.yaml
