#!/bin/sh
# shellcheck disable=SC2016 # the dollars are the recipes'
# What is read of a source, or is an error, and is never left out without a word.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p tree sets
demo_project sets
printf '2.3.0\n' >tree/demo.txt
printf 'head\n-- sql\nb\n-\nc\ntail\nm\nn\no\np\n' >tree/a.txt
# port SOURCE…: what is carried of it.
port() {
	echo "== $*"
	tpatch port "$@" --from tree --to tree --patchsets sets -o set.yaml 2>&1
	echo "exit $?"
	[ -e set.yaml ] || return
	grep -E '^ *(files:|[-+])' set.yaml | grep -v '^ *- \(id\|hunk\|before\)'
	rm set.yaml
}

printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -1,7 +1,6 @@\n head\n--- sql\n+++ sql\n b\n--\n c\n-tail\n+Tail\n m\n' >lines.patch
port lines.patch

mkdir links list glob of-recipe
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -9,2 +9,2 @@\n-o\n+O\n p\n' >links/1.patch
mkdir links/folder.patch
port links/
ln -s ../lines.patch links/2.patch
port links
cp links/1.patch list
ln -s ../lines.patch list/link.patch
mkdir list/folder.patch
for each in link.patch folder.patch none.patch; do
	echo $each >list/series
	port list
done
mkdir glob/files
cp links/1.patch glob/files
ln -s ../../lines.patch glob/files/2.patch
echo 'eapply "${FILESDIR}"/*.patch' >glob/demo-1.ebuild
port glob
cp links/1.patch of-recipe
echo 'patch -i 1.patch' >recipe
ln -s ../recipe of-recipe/PKGBUILD
port of-recipe
rm of-recipe/PKGBUILD
printf 'patch -i %s/1.patch\neapply "/1.patch*"\neapply 1.patch* \n' "$PWD" >of-recipe/demo-1.ebuild
port of-recipe

echo "-- letters and backups are no patches"
mkdir mailed ports
cp links/1.patch mailed/v2-0001-x.patch
echo 'Subject: [PATCH v2 0/1] x' >mailed/v2-0000-cover-letter.patch
port mailed
sed 's,[ab]/a.txt,a.txt,' links/1.patch >ports/patch-a.txt
for end in .orig .rej '~' ,v; do
	echo x >"ports/patch-a.txt$end"
done
port ports

echo "-- what a recipe makes, or keeps elsewhere, is reported"
mkdir made
cp links/1.patch made
printf 'prepare() {\n\tpatch -p1 -i 1.patch\n\tsed s/o/p/ 1.patch | patch -p1\n\tpatch -p1 <<END\ntext\nEND\n}\n' >made/PKGBUILD
port made/PKGBUILD
echo '{ patches = [ ./1.patch fix "${src}/2.patch" ./${name}.patch ]; }' >made/default.nix
port made/default.nix
printf '{\n  postPatch = lib.optionalString cuda "patch -p1 <${./1.patch}" + "\n  patch -p1 -i ${fetched}\n  patch -p1 <debian/2.patch";\n}\n' >made/phase.nix
port made/phase.nix
printf 'file(GLOB MORE "*.patch")\nvcpkg_from_github(PATCHES 1.patch ${MORE} SHA512 0)\n' >made/portfile.cmake
port made/portfile.cmake

echo "-- a folder that the paths are below, if the tree has one of them there; else it is what the tree was unpacked to"
mkdir -p tree/lib/x below
cp tree/a.txt tree/lib/x
cp links/1.patch below
printf -- '--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n' >below/new.patch
sed 's/-o$/-p/;s/+O/+P/;s/9,2/10,1/g;/^ p/d' links/1.patch | cat - below/new.patch >below/2.patch
printf 'prepare() {\n\tpatch -d ./lib//x/ -p1 -i 1.patch\n\tpatch -p1 -d demo-2.3.0 <2.patch\n\tpatch -R -p1 -d lib/x -i 3.patch\n}\n' >below/PKGBUILD
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -6,2 +6,2 @@\n-Tail\n+tail\n m\n' >below/3.patch
port below/PKGBUILD
printf 'class Demo(Package):\n    patch("1.patch", working_dir="./lib/x/")\n    patch("new.patch", working_dir="./sub")\n    patch("2.patch", working_dir="..")\n' >below/package.py
port below/package.py
rm below/PKGBUILD below/package.py
