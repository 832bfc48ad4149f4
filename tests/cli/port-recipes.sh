#!/bin/sh
# shellcheck disable=SC2016 # the dollars are the recipes'
# Packagers' recipes are read without being run: which patches, in which order, under which conditions. What cannot be read is reported.
mkdir -p tree/third_party/lib sets recipe
cat >sets/project.yaml <<'EOF'
tpatch: 1
project: demo
summary: A project
markers: [demo.txt]
version-file: demo.txt
EOF
printf '2.3.0\n' >tree/demo.txt
for n in 1 2 3 4 5 6; do printf 'head\nline %s\ntail\n' "$n" >"tree/$n.txt"; done
printf 'head\nline lib\ntail\n' >tree/third_party/lib/lib.txt
# change FILE TEXT PATCH [PREFIXES]: a patch that appends to the second line of a file.
change() {
	printf -- '--- %s%s\n+++ %s%s\n@@ -1,3 +1,3 @@\n head\n-line %s\n+line %s, changed\n tail\n' "${4-a/}" "$1" "${5-b/}" "$1" "$2" "$2" >"$3"
}
change 1.txt 1 recipe/one.patch
change 2.txt 2 recipe/two.patch
change 3.txt 3 recipe/three.patch
change 4.txt 4 recipe/zero.patch '' ''
change lib.txt lib recipe/lib.patch
mkdir recipe/files
cp recipe/one.patch recipe/files/demo-2.3.0-one.patch
cp recipe/two.patch recipe/files/demo-two.patch
cp recipe/zero.patch recipe/three.patch recipe/files
title() {
	echo "$1"
	echo "$1" >&2
}
port() {
	echo "== $1"
	echo "== $1" >&2
	tpatch port "$@" --from tree --to tree --patchsets sets | sed -n 's/^ *files: //p'
}

cat >recipe/meta.yaml <<'EOF'
{% set version = "2.3.0" %}
package:
  name: demo
  version: {{ version }}
source:
  - url: https://example.org/demo-{{ version }}.tar.gz
    patches:
      - two.patch            # [win]
      # - three.patch
      - 'one.patch'
      - {{ extra }}.patch
{% if cuda %}
      - three.patch
{% endif %}
  - url: https://example.org/other.tar.gz
build:
  number: 0
EOF
port recipe/meta.yaml
cat >recipe/recipe.yaml <<'EOF'
source:
  patches:
    - one.patch
    - if: win
      then:
        - two.patch
      else: three.patch
    - if: unix
      then: lib.patch
  url: https://example.org
EOF
sed -i 's,third_party/lib/,,' recipe/lib.patch
port recipe/recipe.yaml
cat >recipe/portfile.cmake <<'EOF'
set(MORE two.patch)  # PATCHES three.patch
if(VCPKG_TARGET_IS_WINDOWS)
    if("cuda" IN_LIST FEATURES)
        list(APPEND MORE "three.patch")
    endif()
endif()
vcpkg_from_github(
    OUT_SOURCE_PATH SOURCE_PATH
    REPO demo/demo
    PATCHES
        one.patch
        ${MORE}
        ${OTHER}
    HEAD_REF main
)
EOF
port recipe/portfile.cmake
cat >recipe/demo-2.3.0-r1.ebuild <<'EOF'
EAPI=8
# PATCHES=( "${FILESDIR}"/three.patch )
PATCHES=(
	"${FILESDIR}/${P}-one.patch" # why
	"${FILESDIR}"/${PN}-two.patch
	"${WORKDIR}"/made.patch
)
src_prepare() {
	default
	use cuda && eapply -p0 "${FILESDIR}"/zero.patch
	eapply "$FILESDIR/three.patch" \
		|| die
}
EOF
port recipe/demo-2.3.0-r1.ebuild
cat >recipe/package.py <<'EOF'
class Demo(PythonPackage):
    """It says patch("no.patch")."""
    version("2.3.0", tag="v2.3.0")
    patch("one.patch", when="@2.1:2.3")
    patch('two.patch', when='@:2.2')
    patch("lib.patch", working_dir="third_party/lib", when="@2.3: +cuda")
    patch(
        "zero.patch",
        level=0,
    )
    patch("https://example.org/fix.patch", sha256="00")
    patch(f"{name}.patch")
    # patch("three.patch")

    def patch(self):
        filter_file("a", "b", "c")
EOF
port recipe/package.py
cat >recipe/default.nix <<'EOF'
{ lib, fetchpatch, cudaSupport ? false }:
buildPythonPackage rec {
  src = ./source.tar.gz;
  patches = [
    ./one.patch # ./three.patch
    (fetchpatch { url = "https://example.org/fix.patch"; hash = "sha256-x"; })
  ]
  ++ lib.optionals cudaSupport [ ./two.patch ];
  postPatch = ''
    patches = [ ./zero.patch ];
  '';
}
EOF
port recipe/default.nix
title '-- a folder with one recipe, with several, and as FreeBSD has it'
mkdir conda ports
cp recipe/recipe.yaml recipe/*.patch conda
port conda
tpatch port recipe --to tree --patchsets sets
echo "exit $?"
sed 's,^--- .*,&.orig,' recipe/zero.patch >ports/patch-4.txt
port ports
title '-- what cannot be read is not all right'
printf 'PATCHES=( "${FILESDIR}"/none.patch ../one.patch )\n' >recipe/demo-2.4.ebuild
tpatch port recipe/demo-2.4.ebuild --to tree --patchsets sets
echo "exit $?"
printf 'PATCHES=( "${FILESDIR}"/demo-two.patch ../one.patch )\n' >recipe/demo-2.4.ebuild
tpatch port recipe/demo-2.4.ebuild --to tree --patchsets sets -o set.yaml
echo "exit $?"
printf 'patches = [];\n' >recipe/empty.nix
tpatch port recipe/empty.nix --to tree --patchsets sets
echo "exit $?"
