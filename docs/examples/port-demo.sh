#!/bin/sh
# Makes what docs/porting.md carries patches between: two releases of a small project, three patches in Debian's layout, and a patch set.
# usage: port-demo.sh DIR
set -e
cd "${1:?usage: port-demo.sh DIR}"
mkdir -p old new debian/patches sets own

echo 2.6.0 >old/demo.txt
cat >old/CMakeLists.txt <<'END'
project(demo)
option(USE_A "a" ON)
option(USE_B "b" ON)
set(FLAGS -O2)
add_library(demo demo.c)
install(TARGETS demo)
END
echo 2.9.0 >new/demo.txt
cat >new/CMakeLists.txt <<'END'
project(demo)
option(USE_A "a" ON)
option(USE_B "b" ON)
option(USE_C "c" ON)
set(FLAGS -O2 -g)
add_library(demo demo.c)
install(TARGETS demo DESTINATION lib)
END

cat >debian/patches/no-b.patch <<'END'
Description: Leave B out
--- a/CMakeLists.txt
+++ b/CMakeLists.txt
@@ -1,4 +1,4 @@
 project(demo)
 option(USE_A "a" ON)
-option(USE_B "b" ON)
+option(USE_B "b" OFF)
 set(FLAGS -O2)
END
cat >debian/patches/size.patch <<'END'
Description: Compile for size
--- a/CMakeLists.txt
+++ b/CMakeLists.txt
@@ -3,3 +3,3 @@
 option(USE_B "b" OFF)
-set(FLAGS -O2)
+set(FLAGS -Os)
 add_library(demo demo.c)
END
cat >debian/patches/install.patch <<'END'
Description: Install where it belongs
--- a/CMakeLists.txt
+++ b/CMakeLists.txt
@@ -5,2 +5,2 @@
 add_library(demo demo.c)
-install(TARGETS demo)
+install(TARGETS demo DESTINATION lib)
END
printf '%s\n' no-b.patch size.patch install.patch >debian/patches/series

cat >sets/project.yaml <<'END'
tpatch: 1
project: demo
summary: A project
markers: [demo.txt]
version-file: demo.txt
END
cp sets/project.yaml own
cat >own/demo.yaml <<'END'
tpatch: 1
name: demo-2.6
summary: What demo needs
target: {project: demo, versions: "2.*"}
rules:
  - id: no-b
    title: Leave B out
    why: It does not build.
    files: CMakeLists.txt
    edits: [{match: option(USE_B "b" ON), replace: option(USE_B "b" OFF)}]
  - id: size
    title: Compile for size
    why: It is large.
    files: CMakeLists.txt
    edits: [{match: set(FLAGS -O2), replace: set(FLAGS -Os)}]
END
