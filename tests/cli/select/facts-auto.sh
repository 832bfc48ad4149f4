#!/bin/sh
# Facts of the machine: found as the build will, --fact before them, recorded with the run, and nothing of the tree's is started for it.
# shellcheck disable=SC2016 # the dollars are the programs'
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir sets tree bin toolkit toolkit/include
demo_project sets - <<'END'
facts:
  platform: {type: choice, choices: [windows, linux], help: the system}
  gpu: {type: choice, choices: [none, kepler, ada], help: the GPU}
  cuda: {type: version, help: the CUDA toolkit}
  cudnn: {type: version, help: cuDNN}
  compiler: {type: choice, choices: [gcc, clang], help: the compiler}
  cmake: {type: version, help: CMake}
  python: {type: version, help: Python}
  setuptools: {type: version, help: setuptools}
  colour: {type: text, help: nothing that a machine has}
profiles:
  base: {summary: All of them, versions: ">=1", facts: {gpu: none}}
  card: {summary: A card, extends: base, facts: {gpu: ada, cuda: "11.0"}, cuda: ">=11"}
  narrow: {summary: An older toolkit, extends: card, facts: {cuda: "11.8"}, cuda: ">=11, <12"}
  old-card:
    summary: An old card
    extends: base
    versions: "<1"
    facts: {gpu: kepler}
    when: [{system: windows, facts: {compiler: clang}}]
END
demo_set sets <<'END'
rules:
  - id: raise
    title: Raise A
    why: The case needs it.
    files: '*.cmake'
    when: {cuda: ">=12.8", cmake: ">=4"}
    edits:
      - match: set(A $V)
        set: {V: "2"}
    tests:
      - {before: set(A 1), after: set(A 2)}
END
program() {
	printf '#!/bin/sh\n%s\n' "$2" >"$1"
	chmod +x "$1"
}
program bin/cmake 'echo cmake version 4.1.2'
program bin/c++ 'test "$1" = -dumpfullversion && echo 13.3.0'
program bin/python3 'printf "version 3.12.4\npackage.Setuptools 80.9\n"'
echo '#define CUDA_VERSION 12090' >toolkit/include/cuda.h
echo 1.0 >tree/demo.txt
printf 'set(A 1)\n' >tree/a.cmake
PATH=$PWD/bin:$(dirname "$(command -v sed)"):$(dirname "$(command -v tpatch)")
CUDA_HOME=$PWD/toolkit
export PATH CUDA_HOME
unset CUDA_PATH VIRTUAL_ENV CONDA_PREFIX CXX BLAS CUDNN_ROOT CUDNN_INCLUDE_DIR PYTHONPATH
set -- --root tree --patchsets sets
# The GPU, its driver, and libraries in usual places are this machine's own.
machine() {
	sed -e '/^gpu: /d; /^# gpu: /d; /^cudnn: /d; /^# cudnn: /d; /^# not known/d; /^$/d'
}
tpatch facts "$@" | machine
tpatch facts "$@" --profile card --fact cmake=3.20 | machine
# a profile that this machine cannot serve keeps its value, and that is said; toolkits in usual places are this machine's own
usual() {
	sed "s|, [0-9.]* in '[^']*' (the usual place)||g"
}
tpatch facts "$@" --profile narrow | usual | grep '^cuda'
tpatch facts "$@" --profile narrow --fact cuda=12.9 | grep '^cuda'
tpatch --dry "$@" --profile narrow --facts auto 2>&1 | usual | sed -n '/^but/p'
# a link to a toolkit is that toolkit
ln -s toolkit same
CUDA_PATH=$PWD/same tpatch facts "$@" --profile narrow | usual | grep '^cuda'
CUDA_HOME=$PWD/toolkit/ CUDA_PATH=$PWD/same/../toolkit tpatch facts "$@" --profile narrow | usual | grep '^cuda'
rm same
tpatch list --patchsets sets | sed -n '/^profiles of demo/,/^$/p'
t facts "$@" --profile old-card
t facts "$@" --profile carp
t facts "$@" --facts none --profile card
t facts "$@" --fact platform=windows
t facts "$@" --facts none --json=compact --fact cuda=12
tpatch facts "$@" --facts none --fact cuda=12.9 --fact cmake=4.1 >facts.yaml
t check "$@" --facts facts.yaml -q
# recorded, and taken by later commands
t apply "$@" -q --facts auto --fact gpu=ada --fact cudnn=9.1
tpatch log 1 --root tree | grep '^  facts'
rm bin/cmake
tpatch status "$@" | sed -n '/^options/p; /^facts/,/^values/p' | sed '/^$/,$d'
t check "$@" -q
# the project file asks for it: with every command, and the map goes before what is found
facts_of() {
	printf '%s\n' "$1" >tree/tpatch.yaml
	shift
	tpatch status "$@" | sed -n '/^settings/,/^version/p; /^but/p; /^facts/,/^values/p' | sed '/^$/,$d; /^version/d; /^facts/d; /^         [gc]\(pu\|udnn\) /d'
}
program bin/cmake 'echo cmake version 4.1.2'
facts_of 'facts: auto' "$@"
facts_of 'facts: {from: auto, cmake: "3.20"}' "$@"
facts_of 'facts: {from: auto, cmake: "3.20"}' "$@" --facts none
facts_of 'facts: none' "$@"
t check "$@" --fact platform=windows
facts_of 'facts: auto' "$@" >/dev/null
t check "$@" --fact platform=windows -q
rm tree/tpatch.yaml
cp -r sets tree/sets
t init --root tree --patchsets tree/sets --facts auto -q
sed -n '/^facts/,$p' tree/tpatch.yaml && rm tree/tpatch.yaml
t init --root tree --patchsets tree/sets --facts auto --fact cmake=3.20 -q
sed -n '/^facts/,$p' tree/tpatch.yaml && rm tree/tpatch.yaml
t init "$@" --facts facts.yaml
t init --root tree --patchsets tree/sets -q
grep '^# facts' tree/tpatch.yaml
rm -r tree/sets tree/tpatch.yaml bin/cmake
# a Python that fails has said nothing
program bin/python3 'echo version 3.12.4; exit 1'
tpatch facts "$@" | sed -n '/python/p'
program bin/python3 'printf "version 3.12.4\npackage.Setuptools 80.9\n"'
tpatch facts "$@" | sed -n '/python/p'
# what lies in the tree is not started, whichever way PATH leads there
program tree/cmake 'echo cmake version 3.0.0; echo started >"$0.log"'
program tree/python3 'echo version 3.0.0; echo started >"$0.log"'
mkdir tree/sub
ln -s tree/sub way
usual=$PATH
for first in "$PWD/tree" "$PWD/way/.." "$PWD/bin/../tree" . ""; do
	(cd tree && PATH=$first:$(dirname "$(command -v sed)"):$(dirname "$(command -v tpatch)") && tpatch facts --patchsets ../sets) | grep -E 'cmake: .*tree'
done
# nor by a launcher that CXX names, or by the PATH that it is given
program tree/clang++ 'echo clang version 3.0.0; echo started >"$0.log"'
program bin/launch 'clang++ 2>/dev/null; echo clang version 18.1.0'
for cxx in "launch $PWD/tree/clang++" "$PWD/bin/launch clang++" "launch -x"; do
	env PATH="$PWD/bin:$PWD/tree:$usual" CXX="$cxx" tpatch facts "$@" | grep -E 'c(ompiler|lang):'
done
rm tree/clang++ bin/launch
ln -s ../tree/cmake bin/cmake
env PATH="$PWD/bin:$usual" tpatch facts "$@" | grep -E 'cmake:'
rm bin/cmake
echo 'facts: auto' >tree/tpatch.yaml
(cd tree && PATH=$PWD:.:$(dirname "$(command -v sed)"):$(dirname "$(command -v tpatch)") && tpatch status --patchsets ../sets | grep 3.0.0)
rm tree/tpatch.yaml
ls tree
# who has asked the machine already is not told to
tpatch rollback -q --root tree
sed -i 's/when: .*/when: {colour: red}/' sets/set.yaml
tpatch check "$@" | grep 'depends on'
tpatch check "$@" --facts auto --fact gpu=ada | grep 'depends on'
