#!/bin/sh
# A `delete` that finds nothing is made only where that is proved: by `already`, or by the record of a run and the file as it left it.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
fresh
mkdir sets
cp "$sets/project.yaml" sets
write_set() { # files, then the edits
	printf '%s\n' 'tpatch: 1' 'name: demo-1' 'summary: deletes' 'target: {project: demo, versions: "1.0.*"}' 'rules:' '  - id: nvtx' '    title: Drop NVTX' \
		'    why: It fails.' "    files: $1" '    edits:' >sets/set.yaml
	cat >>sets/set.yaml
}
run() { echo "\$ tpatch $*"; tpatch "$@" --root tree --patchsets sets -q 2>&1; echo "[$?]"; }

echo "== a path, and the line is there in another form"
printf 'find_package(CUDA REQUIRED)\nfind_package(NVTX 3 REQUIRED)\ninclude(cuda)\n' >tree/a.cmake
write_set a.cmake <<'EOF'
      - match: find_package(NVTX REQUIRED)
        delete: true
EOF
run check
tpatch explain nvtx a.cmake --root tree --patchsets sets
tpatch lint demo-1 --patchsets sets 2>&1 | grep -c no-proof

echo "== as it was written for: the record tells that it is made"
printf 'find_package(CUDA REQUIRED)\nfind_package(NVTX REQUIRED)\ninclude(cuda)\n' >tree/a.cmake
run apply
cat tree/a.cmake
run check
echo "== but not that of a file that was changed since"
printf 'find_package(NVTX 3 REQUIRED)\n' >>tree/a.cmake
run check
tpatch rollback --force --root tree -q; echo "[$?]"
rm -rf tree/.tpatch

echo "== globs: a file without it is none of the rule's business, a tree without it is"
write_set '"*.cmake"' <<'EOF'
      - match: find_package(NVTX REQUIRED)
        delete: true
EOF
printf 'find_package(NVTX REQUIRED)\n' >tree/a.cmake
printf '# find_package(NVTX REQUIRED)\n' >tree/b.cmake
tpatch --root tree --patchsets sets --dry -v 2>&1 | grep nvtx
rm tree/a.cmake
run check

echo "== neighbours side by side are proof; both is neither"
write_set a.cmake <<'EOF'
      - match: find_package(NVTX REQUIRED)
        delete: true
        already: |
          find_package(CUDA REQUIRED)
          include(cuda)
EOF
printf 'find_package(CUDA REQUIRED)\ninclude(cuda)\n' >tree/a.cmake
run check
printf 'find_package(NVTX REQUIRED)\n' >>tree/a.cmake
run check
printf 'find_package(CUDA REQUIRED)\nfind_package(NVTX REQUIRED)\ninclude(cuda)\n' >tree/a.cmake
run apply
rm -rf tree/.tpatch
run check
tpatch lint demo-1 --patchsets sets 2>&1 | grep -c no-proof

echo "== one of two edits that finds nothing stops the other"
write_set '"*.cmake"' <<'EOF'
      - match: find_package(NVTX REQUIRED)
        delete: true
      - match: link(nvtx)
        replace: link(nvtx3)
EOF
printf 'find_package(NVTX 3 REQUIRED)\nlink(nvtx)\n' >tree/a.cmake
run apply
cat tree/a.cmake

echo "== a file that was changed since, and shows that it is gone: edited elsewhere, and where it was; with something like it; where it was, by a regex"
# made EDIT: a file in which this was made.
made() {
	rm -rf tree/.tpatch
	printf 'set(A 1)\nfind_package(NVTX REQUIRED)\nset(B 1 2)\nfind_package(NVTX REQUIRED)\nset(C 1)\n' >tree/a.cmake
	printf '      - {%s, delete: true}\n' "$1" | write_set a.cmake
	tpatch apply --root tree --patchsets sets -q
}
# now TEXT: what is said of the file with this.
now() {
	printf '%b' "$1" >tree/a.cmake
	tpatch check --root tree --patchsets sets | sed -n 's/^  \(.*  nvtx  \)/\1/p'
}
made 'match: find_package(NVTX REQUIRED)'
now 'set(A 1)\nset(B 1 2)\nset(C 1)\nset(D 1)\n'
now 'set(A 2)\nset(D 1)\nset(C 1)\n'
now 'set(A 1)\nfind_package(NVTX 3 REQUIRED)\nset(B 1 2)\nset(C 1)\n'
now 'set(A 1)\nset(B 1 2)\nfind_package(NVTX REQUIRED)\nset(C 1)\n'
made 'regex: " 2"'
now 'set(A 3)\nfind_package(NVTX REQUIRED)\n  set(B 1)\nfind_package(NVTX REQUIRED)\n\nset(C 1)\n'
now 'set(A 1)\nfind_package(NVTX REQUIRED)\nset(B 1 3)\nfind_package(NVTX REQUIRED)\nset(C 1)\n'
made 'regex: "set.A 1.\\n"'
now 'find_package(NVTX REQUIRED)\nmessage(B)\n'
now 'set(E 1)\nfind_package(NVTX REQUIRED)\nset(B 1 2)\nfind_package(NVTX REQUIRED)\nset(C 1)\n'
