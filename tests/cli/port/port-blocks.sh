#!/bin/sh
# port: a place in another block is not the place, whatever heads the block; what heads none does not matter.
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
