#!/bin/sh
# Places that a person would see at once: where both sides added lines, and code that moved within its file or to another one.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p new sets
demo_project sets
printf '2.0.0\n' >new/demo.txt
port() {
	tpatch port "$@" --to new --patchsets sets -o out.yaml --json=compact >out.json
	echo "exit $?"
	python3 - <<'EOF'
import json
for edit in json.load(open("out.json"))["edits"]:
    print(f"{edit['outcome']} {edit.get('path_in_tree') or edit['path']}:{edit.get('line')}")
    print("".join(f"  {line}\n" for line in edit["evidence"]) + edit.get("after", ""), end="")
EOF
}

echo "== the last entry of a list stays the last"
cat >new/imports.py <<'EOF'
from library import (
    first_name,
    second_name,
    third_name,
    fourth_name,
)
EOF
cat >last.diff <<'EOF'
--- a/imports.py
+++ b/imports.py
@@ -1,4 +1,5 @@
 from library import (
     first_name,
     second_name,
+    OWN_NAME,
 )
EOF
port last.diff

echo "== so does the first one"
cat >first.diff <<'EOF'
--- a/imports.py
+++ b/imports.py
@@ -1,4 +1,5 @@
 from library import (
+    OWN_NAME,
     third_name,
     fourth_name,
 )
EOF
port first.diff

echo "== between two lines that are apart now: in the paragraph of the line above"
cat >new/head.py <<'EOF'
import io
import pickle
import sys
from typing import List

import library
import library.parts as parts
EOF
cat >between.diff <<'EOF'
--- a/head.py
+++ b/head.py
@@ -1,5 +1,6 @@
 import io
 import pickle
 import sys
+from unittest import skip
 import library
 import library.parts as parts
EOF
port between.diff

echo "== a function that is to go is not gone because the lines around its old place are neighbours now"
cat >new/storage.c <<'EOF'
static void set_data(void)
{
	END_OF_CALL
}

static void fix(struct storage *storage)
{
	const struct data *data = unpack(storage);
	release(wrap(data));
}

static void swap_bytes(void)
{
	CALL
	END_OF_CALL
}

// the methods of a storage
static struct method methods[] = {
	METHOD(set_data),
};
EOF
cat >gone.diff <<'EOF'
--- a/storage.c
+++ b/storage.c
@@ -2,12 +2,6 @@
 	END_OF_CALL
 }
 
-static void fix(struct storage *storage)
-{
-	const struct data *data = unpack(storage);
-	release(wrap(data));
-}
-
 // the methods of a storage
 static struct method methods[] = {
 	METHOD(set_data),
EOF
port gone.diff

echo "== a piece of a file that moved to another one, while the file stays"
mkdir -p new/test/parts
printf 'import library\n\n\ndef test_other():\n    pass\n' >new/test/test_all.py
cat >new/test/parts/test_bags.py <<'EOF'
import library


class TestBags:
    @skip_meta
    @dtypes(*product((library.int, library.long), (library.float, library.half)))
    def test_bag(self, device, dtypes):
        with default_dtype(library.double):
            self.run_bag(device, dtypes)
EOF
cp new/test/parts/test_bags.py new/test/parts/of_another_kind.txt
cat >split.diff <<'EOF'
--- a/test/test_all.py
+++ b/test/test_all.py
@@ -400,6 +400,6 @@ class TestBags:
         pass
 
     @skip_meta
-    @dtypes(*product((library.int, library.long), (library.float, library.half)))
+    @dtypes(*product((library.int, library.long), (library.float,)))
     def test_bag(self, device, dtypes):
         self.run_bag(device, dtypes)
EOF
port split.diff

echo "== two files that have it: none is taken"
cp new/test/parts/test_bags.py new/test/parts/test_sacks.py
port split.diff

echo "== a file without a line end at its end is removed"
printf 'the first line\nthe last line' >new/open.txt
printf -- 'diff --git a/open.txt b/open.txt\ndeleted file mode 100644\n--- a/open.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-the first line\n-the last line\n\\ No newline at end of file\n' >open.diff
port open.diff

echo "== behind a function, where more functions came in: it stays behind the one that the heading names"
cat >new/vector.h <<'EOF'
Vector inline smallest(
    const Vector& a) {
  return a.smallest();
}

Vector inline plus(const Vector& a) {
  return a.plus();
}

} // namespace parts
} // namespace library
EOF
cat >heading.diff <<'EOF'
--- a/vector.h
+++ b/vector.h
@@ -3,5 +3,7 @@ Vector inline smallest(
   return a.smallest();
 }
 
+DEFINE_SHIFTS(int)
+
 } // namespace parts
 } // namespace library
EOF
port heading.diff

echo "== lines of which none is the only one of its kind stand together in one place, which is not that of the diff"
cat >new/table.py <<'EOF'
entries = [
    Entry(
        'zero',
        supports_all=True,
        supports_half=True,
        has_no_other=True,
    ),
    Entry(
        'one',
        supports_all=True,
        supports_half=True,
    ),
]
others = [
    Other(
        'zero',
        supports_all=True,
        supports_half=False,
    ),
]
EOF
cat >common.diff <<'EOF'
--- a/table.py
+++ b/table.py
@@ -4,4 +4,5 @@
         supports_all=True,
         supports_half=True,
+        skips=(None,),
     ),
 ]
EOF
port common.diff

echo "== a name that upstream changed throughout is changed in the lines that are added; one that is still there is not"
mkdir -p old
printf '1.0.0\n' >old/demo.txt
cat >old/sizes.cc <<'EOF'
bool is_large(const Sizes& sizes) {
  return sizes.sym_count() > sizes.limit();
}

bool is_small(const Sizes& sizes) {
  return sizes.sym_count() < sizes.limit();
}

bool is_empty(const Sizes& sizes) {
  return sizes.empty();
}
EOF
sed 's/sym_count/symbolic_count/' old/sizes.cc >new/sizes.cc
cat >names.diff <<'EOF'
--- a/sizes.cc
+++ b/sizes.cc
@@ -9,3 +9,7 @@
 bool is_empty(const Sizes& sizes) {
   return sizes.empty();
 }
+
+bool is_at_limit(const Sizes& sizes) {
+  return sizes.sym_count() == sizes.limit();
+}
EOF
port names.diff --from old
echo "// what sym_count was" >>new/sizes.cc
port names.diff --from old

echo "== lines that stand deeper now: what is added to them stands as deep"
cat >new/setup.py <<'EOF'
def main():
    install_requires = [
        'first_requirement >= 2',
        'second_requirement',
    ]
    return install_requires
EOF
cat >deeper.diff <<'EOF'
--- a/setup.py
+++ b/setup.py
@@ -10,4 +10,5 @@
 install_requires = [
     'first_requirement',
     'second_requirement',
+    'packaging',
 ]
EOF
port deeper.diff

echo "== the line above is gone, and the two sides are apart now"
cat >new/tools.py <<'EOF'
import io
import sys

import library
import library.parts
EOF
cat >apart.diff <<'EOF'
--- a/tools.py
+++ b/tools.py
@@ -1,5 +1,6 @@
 import io
 import sys
 from typing import List
+from unittest import skip
 import library
 import library.parts
EOF
port apart.diff

echo "== what takes the place of a blank line comes behind the last of the lines that upstream added"
cat >new/unpack.cc <<'EOF'
#include <library/parts.h>
#include <library/range.h>
#include <library/library.h>

#ifdef LIBRARY_HAS_PARTS
#include <library/ops.h>
#else
#include <library/functions.h>
#endif

int register_all();

Tensor Parts::unpack() {
  return parts;
}
EOF
cat >blank.diff <<'EOF'
--- a/unpack.cc
+++ b/unpack.cc
@@ -1,7 +1,9 @@
 #include <library/parts.h>
 #include <library/range.h>
 #include <library/library.h>
-
+#ifdef USE_OWN
+#include <own/own.h>
+#endif
 int register_all();
 
 Tensor Parts::unpack() {
EOF
port blank.diff

echo "== the only place where all of its lines stand, deeper, though its end alone stands at many"
cat >new/find.cmake <<'EOF'
if(WIN32)
  if(A)
    set(threads "own_thread")
    set(runtime "one")
  endif()
    set(faces "own")
  if(D)
    set(threads "own_thread")
    set(runtime "two" "one")
  endif()
    set(faces "own")
endif()
if(UNIX)
  if(B)
    if(C)
      set(threads "own_thread")
      set(runtime "one" "two")
    endif()
    set(faces "own")
  endif()
  set(faces "all")
endif()
EOF
cat >shifted.diff <<'EOF'
--- a/find.cmake
+++ b/find.cmake
@@ -8,5 +8,8 @@
   if(C)
     set(threads "own_thread")
     set(runtime "one" "two")
+    if(MSVC)
+      set(runtime "three")
+    endif()
   endif()
   set(faces "own")
EOF
port shifted.diff

echo "== two places, of which one is in the paragraph"
cat >new/loader.cc <<'EOF'
#include <library/loader.h>

#include <library/errors.h>
#include <library/numbers.h>

#include <sstream>
#include <sys/wait.h>

using namespace library;
EOF
cat >paragraph.diff <<'EOF'
--- a/loader.cc
+++ b/loader.cc
@@ -40,6 +40,7 @@
 #include <sstream>
 #include <sys/wait.h>
 
+#include <cinttypes>
 #include <library/errors.h>
 #include <library/numbers.h>
 #include <other/format.h>
EOF
port paragraph.diff

echo "== the block that it is for is another one now"
cat >new/flags.cmake <<'EOF'
project(demo)
if(CUDA_VERSION VERSION_LESS 12)
  string(APPEND CUDA_FLAGS_DEBUG " --source-in-ptx")
  string(APPEND CUDA_FLAGS_RELEASE " --source-in-ptx")
endif()
EOF
cat >block.diff <<'EOF'
--- a/flags.cmake
+++ b/flags.cmake
@@ -1,5 +1,6 @@
 if(NOT MSVC)
   string(APPEND CUDA_FLAGS_DEBUG " -g --source-in-ptx")
   string(APPEND CUDA_FLAGS_RELEASE " -g --source-in-ptx")
+  append_if_supported("-Wno-own" CXX_FLAGS)
 endif(NOT MSVC)
 
EOF
port block.diff

echo "== a diff without a folder in front of its paths"
cat >whole.diff <<'EOF'
--- new/parts/x.cc	2026-01-01
+++ new/parts/x.cc	2026-01-02
@@ -1,2 +1,2 @@
 int x()
-;
+{ return 1; }
EOF
mkdir -p new/new/parts
printf 'int x()\n;\n' >new/new/parts/x.cc
port whole.diff

echo "== the same, cut off, and for a file that is nowhere"
sed '$d' whole.diff >cut.diff
sed 's,new/parts/,,' whole.diff >nowhere.diff
tpatch port cut.diff --to new --patchsets sets 2>&1
echo "exit $?"
tpatch port nowhere.diff --to new/test --target demo --tag 2.0 --patchsets sets 2>&1
echo "exit $?"

echo "== a place in another block is not the place, whatever heads the block; what heads none does not matter"
lines() {
	printf 'begin_it()\n%s\n    mark_it()\n    change_it()\n    done_with_it()\nend_it()\n' "$1"
}
mkdir a b
cat >p.diff <<'END'
--- a/f.txt
+++ b/f.txt
@@ -3,3 +3,3 @@
     mark_it()
-    change_it()
+    changed_it()
     done_with_it()
END
while IFS='|' read -r from to; do
	lines "$from" >a/f.txt
	lines "$to" >b/f.txt
	echo "== $from -> $to"
	tpatch port p.diff --from a --to b -o s.yaml 2>&1 | sed -n '/^f.txt/,/^[0-9]/p' | grep -v '^[0-9]'
	rm -f s.yaml
done <<'END'
if x:|if y:
if x:|if x:
if (x)|while (x)
else|else if (x)
else|begin
else|else {
} else {|} catch (e) {
elif x:|elif y:
elseif(A)|elseif(B)
except:|finally:
while(A)|while(B)
for a in b:|for a in c:
foreach(a b)|foreach(a c)
case 1:|case 2:
switch (a)|switch (b)
with a:|with b:
try:|with a:
IF(A)|IF(B)
iffy(A)|iffy(B)
if|while
if{|while{
public:|private:
// one|// two
/* one */|/* two */
# one|# two
#define A|#define B
function(a)|function(b)
END

echo "== a function that the patch moves: where its new place is unsure, it is not certain that it leaves the old one"
rm -rf old && mkdir -p old patched
for i in 1 2 3 4 5 6 7 8; do
    printf 'int part_%s(struct thing *thing)\n{\n\tint sum_%s = thing->first_%s;\n\tcheck_%s(thing);\n\treturn sum_%s;\n}\n\n' $i $i $i $i $i
done >old/parts.c
{
    sed '/part_2/,/^$/d; /part_7/,$d' old/parts.c
    sed -n '/part_2/,/^$/p' old/parts.c
    sed -n '/part_7/,$p' old/parts.c
} >patched/parts.c
diff -u --label a/parts.c --label b/parts.c old/parts.c patched/parts.c >moved.diff
sed '/part_6/,/^$/d; /part_7/,/^}/s/_7/_seven/' old/parts.c >new/parts.c
port moved.diff
cp old/parts.c new/parts.c
port moved.diff

echo "== a copy of the function under another name, where the edit is in one of many branches"
rm -rf old new/* && mkdir -p old
printf '2.0.0\n' >new/demo.txt
# branches NAME LINE: a function with 20 branches, of which the last but one has LINE.
branches() {
    printf 'def %s(kind):\n    if kind == "first":\n        yield first(kind)\n' "$1"
    for i in $(seq 1 20); do
        printf '    elif kind == "kind-%s":\n        open_%s(kind)\n' "$i" "$i"
        [ "$i" != 19 ] || printf '%s\n' "$2"
        printf '        close_%s(kind)\n' "$i"
    done
}
branches seeds '        seed_of(kind)' >old/seeds.py
{ branches seeds_old '        seed_of(kind)' && echo && branches seeds '        seed_by_other_means(kind)'; } >new/seeds.py
branches seeds '        seed_of(kind, own)' | diff -u --label a/seeds.py --label b/seeds.py old/seeds.py - >branch.diff
port branch.diff --from old
