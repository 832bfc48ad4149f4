#!/bin/sh
# Packs the Windows programs for people: a zip that holds tpatch, tbuild, the library, the patch sets as files, the documents and the licences of
# the libraries inside the program. No link in a document leads out of it. The same sources give the same bytes. usage: dist.sh BUILD VERSION, in the root of the repository, after
# `make windows`; BUILD is that build's folder. Makes BUILD/tpatch-VERSION-windows-x86_64.zip.
set -eu

build=${1:?usage: dist.sh BUILD VERSION}
version=${2:?usage: dist.sh BUILD VERSION}
name=tpatch-$version-windows-x86_64
folder=$build/dist/$name

rm -rf "$folder" "$build/$name.zip"
mkdir -p "$folder/patchsets" "$folder/licences" "$folder/driver" "$folder/library" "$folder/tests/windows"
cp "$build/tpatch.exe" "$build/tbuild.exe" README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE "$folder"
sed 's/$/\r/' tests/windows/tpatch-selftest.cmd >"$folder/tpatch-selftest.cmd"
cp -R docs "$folder"
cp driver/README.md "$folder/driver"
cp tests/README.md "$folder/tests"
cp tests/windows/README.md "$folder/tests/windows"
cp engine/api/tpatch.h "$build/lib/tpatch.dll" "$build/lib/tpatch.def" "$build/lib/libtpatch.dll.a" "$folder/library"
cp patchsets/*.yaml patchsets/*.md "$folder/patchsets"
cp "$build"/deps/licences/*.txt "$folder/licences"
# Of the start-up code and C library parts that are linked in.
cp /usr/share/doc/mingw-w64-x86-64-dev/copyright "$folder/licences/mingw-w64.txt"
# Times that say nothing, and files in the order of their names.
find "$folder" -exec touch -d '2000-01-01 00:00:00 UTC' {} +
(cd "$build/dist" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -X -q -9 "../$name.zip" -@)
(cd "$build" && sha256sum "$name.zip")
