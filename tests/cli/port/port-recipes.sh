#!/bin/sh
# shellcheck disable=SC2016 # the dollars are the recipes'
# Packagers' recipes are read without being run: which patches, in which order, under which conditions. What cannot be read is reported.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p tree/third_party/lib sets recipe
demo_project sets
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
        ${CMAKE_CURRENT_LIST_DIR}/lib.patch
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
mkdir ebuild
for name in demo-2.3.0 demo-2.3.0-r0 demo-2.3.0-r9 demo-2.3.0-rc1 demo-2.3.0-r de-mo-2; do
	# shellcheck disable=SC2016 # the variables are the recipe's
	echo 'PATCHES=( "${FILESDIR}/${PN},${PV},${PR},${PVR},${P},${PF}.patch" )' >"ebuild/$name.ebuild"
	port "ebuild/$name.ebuild"
done
cat >recipe/demo-2.3.1_p2.ebuild <<'EOF'
EAPI=8
MY_PN=${PN/de/su}
PATCHES=(
	"${FILESDIR}"/${PN}-$(ver_cut 1-2).0-*.patch
	"${FILESDIR}/${PN}-"{two,none}.patch
	"${FILESDIR}"/of-{lib}.patch
)
src_prepare() {
	default
	if use rocm; then
		eapply -p0 "${FILESDIR}/all"
	else
		eapply "${FILESDIR}/${MY_PN}-one.patch"
	fi
	for p in one two; do
		eapply "${FILESDIR}/sumo-${p}.patch"
	done
	eapply "${DISTDIR}/other.patch"
}
EOF
mkdir recipe/files/all
cp recipe/zero.patch recipe/files/all/01-zero.patch
cp recipe/three.patch recipe/files/sumo-one.patch
cp recipe/lib.patch recipe/files/sumo-two.patch
cp recipe/two.patch recipe/files/demo-none.patch
port recipe/demo-2.3.1_p2.ebuild
cat >recipe/PKGBUILD <<'EOF'
pkgname=demo
_name=${pkgname%mo}
source=("https://example.org/$pkgname.tar.gz"
        one.patch
        "three.patch::https://example.org/other-name.patch"
        "https://example.org/fix.patch"
        "lib.patch")
apply_patches() {
  for _patch in "$@"; do
    patch -Nbp1 -i "${srcdir}/$_patch"
  done
}
prepare() {
  cd "$srcdir/$pkgname" && patch -Np1 -i ../one.patch
  patch -p1 <"$srcdir/$_name-two.patch"
  if [[ $CARCH == arm ]]; then
    patch -p0 --input="${srcdir}/zero.patch"
  fi
  patch -p1 -i ../three.patch
  # patch -p1 -i ../five.patch
  git apply ../fix.patch
  git cherry-pick 0123456
  apply_patches lib.patch
}
EOF
cp recipe/two.patch recipe/de-two.patch
port recipe/PKGBUILD
mkdir arch
printf 'source=(one.patch\n  two.patch x.tar.gz)\nprepare() {\n  for src in "${source[@]}"; do\n    [[ $src = *.patch ]] || continue\n    patch -Np1 <"../$src"\n  done\n}\n' >arch/PKGBUILD
cp recipe/one.patch recipe/two.patch arch
port arch
cat >recipe/demo.spec <<'EOF'
%global short de
Name:     demo
Version:  2.3.0
Source0:  https://example.org/%{name}.tar.gz
Patch0:   one.patch
Patch1:   https://example.org/%{version}/fix.patch
Patch:    %{short}-two.patch
# Patch5: five.patch
%if %{with rocm}
Patch10:  zero.patch
%endif
Patch11:  %{unknown}.patch
Patch12:  three.patch
Patch99:  never.patch

%description
Patch98: this is prose.

%prep
%autosetup -N -n %{name}-%{version}
%patch -P 12 -p1 -b .three
%autopatch  -p1 -M 2
%ifarch x86_64
%patch10
%endif
%patch -P11 -p1
EOF
port recipe/demo.spec
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
cp recipe/lib.patch recipe/none.patch
cat >recipe/default.nix <<'EOF'
{ lib, fetchpatch, cudaSupport ? false }:
buildPythonPackage rec {
  src = ./source.tar.gz;
  patches = [
    ./one.patch # ./three.patch
    (fetchpatch { url = "https://example.org/fix.patch"; hash = "sha256-x"; })
  ]
  ++ lib.optionals cudaSupport [ ./two.patch ]
  ++ lib.optionals (lib.getName blas.provider == "mkl") [ ./three.patch ]
  ++ lib.optional stdenv.isDarwin ./lib.patch
  ++ (if old then [ ./none.patch ] else [ ]);
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
printf 'PATCHES=( "${FILESDIR}"/none/*.patch )\n' >recipe/demo-2.4.ebuild
tpatch port recipe/demo-2.4.ebuild --to tree --patchsets sets
echo "exit $?"
printf 'PATCHES=( "${FILESDIR}"/demo-two.patch ../one.patch )\n' >recipe/demo-2.4.ebuild
tpatch port recipe/demo-2.4.ebuild --to tree --patchsets sets -o set.yaml
echo "exit $?"
# strip COMMAND: how many folders go, however it is said.
strip() {
	printf 'src_prepare() {\n\t%s\n}\n' "$1" >recipe/demo-2.5.ebuild
	port recipe/demo-2.5.ebuild
}
strip 'eapply --strip=0 "${FILESDIR}"/zero.patch'
strip 'eapply --strip=1 "${FILESDIR}"/three.patch'
strip 'eapply -Np0 --posix "${FILESDIR}"/zero.patch'
strip 'eapply --strip=x "${FILESDIR}"/three.patch'
strip 'PATCHES="${FILESDIR}/three.patch"'
mkdir recipe/files/more
cp recipe/files/three.patch recipe/files/more
echo 'It has patches.' >recipe/files/more/README
strip 'eapply "${FILESDIR}"/more/'
strip 'eapply "${FILESDIR}//./more//three.patch"'
strip 'eapply "${FILESDIR}"/../../more/'
rm -r recipe/files/more
title '-- a download that lies beside the recipe is read'
mkdir spack
printf 'class Demo(Package):\n    patch("https://example.org/8fd5.patch?full_index=1", sha256="00", when="@2:")\n    patch("two.patch", when="+cuda", sha256="11")\n' >spack/package.py
cp recipe/one.patch spack/8fd5.patch
cp recipe/two.patch spack
port spack
printf 'patches=[./one.patch];\n' >recipe/tight.nix
port recipe/tight.nix
printf 'patches = [];\n' >recipe/empty.nix
tpatch port recipe/empty.nix --to tree --patchsets sets
echo "exit $?"
title '-- what a recipe, or a series, cannot name'
mkdir -p names/files names/files/sub
cp recipe/one.patch names
cp recipe/one.patch names/files/sub
for each in https://example.org/ 'https://example.org/$x.patch' https://example.org/none.patch https://example.org/files ../one.patch 'files/*.patch' 'files/s?b' 'one.p?tch' '%{x}.patch' none.patch; do
	printf 'Name: demo\nPatch0: %s\n%%prep\n%%autosetup -p1\n' "$each" >names/demo.spec
	tpatch port names/demo.spec --to tree --patchsets sets -o set.yaml 2>&1
	echo "exit $?"
	rm -f set.yaml
done
for each in ../one.patch /one.patch ./one.patch files/sub/one.patch con.patch 'a\b' none.patch 'one.patch -p0' 'one.patch -p10' 'one.patch -pab' 'one.patch -p' "one.patch$(printf '\t')-px" '# one.patch' ''; do
	printf '%s\n' "$each" >names/series
	tpatch port names/series --to tree --patchsets sets -o set.yaml 2>&1
	echo "exit $?"
	rm -f set.yaml
done
title '-- paths without a folder to take off, one of which is new'
change 4.txt 4 plain.patch '' ''
printf -- '--- /dev/null\n+++ sub/new.txt\n@@ -0,0 +1 @@\n+new\n' >>plain.patch
tpatch port plain.patch --from tree --to tree --patchsets sets | sed -n 's/^ *files: //p'
title "-- what the headers of patches say"
# What the header of each patch says of it (author, date, bugs, where it is upstream) is in the set that comes out; of patches that become one
# rule, what can be said of all.
mkdir headers
cd headers || exit 1
mkdir -p old/lib new/lib sets
printf 'tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n' >sets/project.yaml
echo 1.0.0 >old/demo.txt
echo 2.0.0 >new/demo.txt
for name in a b c d e f; do
	printf 'one %s\ntwo %s\nthree %s\n' $name $name $name >old/lib/$name.txt
	{
		echo 'a new line'
		cat old/lib/$name.txt
	} >new/lib/$name.txt
done
# patch NAME: what is read from standard input, before the diff.
patch() {
	{
		cat
		printf -- '--- a/lib/%s.txt\n+++ b/lib/%s.txt\n@@ -1,3 +1,3 @@\n one %s\n-two %s\n+TWO %s\n three %s\n' "$1" "$1" "$1" "$1" "$1" "$1"
	} >"$1.patch"
}
patch a <<'END'
Description: Send it
 It was sent.
Author: Jane Doe <jane@example.org>
Forwarded: https://example.org/pull/1
Bug: https://example.org/bugs/1
Bug-Debian: https://bugs.example.org/2
Last-Update: 2026-01-31
END
patch b <<'END'
Description: Keep it here
Forwarded: not-needed
END
patch c <<'END'
Description: Send it later
Forwarded: no
END
patch d <<'END'
Description: Take it from upstream
Origin: backport, https://example.org/commit/3
END
patch e <<'END'
Description: Send it without a link
Forwarded: yes
END
patch f </dev/null
{
	printf 'Description: Go on where another one ended\n It needs both.\nBug: https://example.org/bugs/9\n'
	printf -- '--- a/lib/b.txt\n+++ b/lib/b.txt\n@@ -1,3 +1,3 @@\n one b\n-TWO b\n+Two b\n three b\n'
} >g.patch
tpatch port a.patch b.patch c.patch d.patch e.patch f.patch g.patch --from old --to new --patchsets sets -o set.yaml
echo "[$?]"
sed -E '/^    (edits|expect):/,/^  - id:/{/^  - id:/!d}' set.yaml
