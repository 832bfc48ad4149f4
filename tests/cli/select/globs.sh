#!/bin/sh
# --globs: one that matches nothing is refused with the nearest paths; from the working folder, or absolute below the root.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
mkdir -p tree/torch/csrc tree/third_party/protobuf "tree/a[1]"
for file in torch/CMakeLists.cmake torch/csrc/setup.cmake third_party/protobuf/a.cmake "a[1]/x.cmake"; do
	cp tree/a.cmake "tree/$file"
done
note_state
set -- --root tree --patchsets "$sets"
t check "$@" -g a.cmak
t check "$@" -g third_party/protbuf/
t check "$@" -g 'third_party/protbuf/**/*.cmake'
t check "$@" -g torch/setup.cmake
t check "$@" -g torch
t check "$@" -g zzz
mkdir -p tree/third_party/empty
t check "$@" -g third_party/empty/
t check "$@" -g '!no/such/folder/'
t check "$@" -g a.cmake -g '*.cmkae'
t check "$@" --rule the-rul
t check "$@" --rule ruel
t check "$@" --rule zzzzzz
t apply "$@" -g nosuch -q
as_it_was
files() {
	tpatch check --patchsets "$sets" --json "$@" 2>&1 | sed -n 's/^ *"path": "\(.*\)",$/  \1/p; /^error/p; /^hint/p' | sort -u
}
cd tree || exit 1
echo "--- the root"
files -g a.cmake
echo "--- below"
cd torch || exit 1
files --root .. -g '*.cmake'
echo "--- a path"
files --root .. -g csrc/setup.cmake
echo "--- this folder only"
files --root .. -g './*.cmake'
echo "--- above"
files --root .. -g '../*.cmake'
files --root .. -g ../third_party/
files --root .. -g '../../*.cmake'
echo "--- absolute"
files --root .. -g "$HOME/tree/torch/csrc/*.cmake"
files --root .. -g "$HOME/tree/a.cmake"
files --root .. -g /a.cmake
echo "--- not those"
files --root .. -g '!csrc/' -g '*.cmake'
echo "--- a name with brackets"
cd "../a[1]" || exit 1
files --root .. -g '*.cmake'
files --root .. -g y.cmake
