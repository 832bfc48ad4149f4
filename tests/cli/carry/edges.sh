#!/bin/sh
# One hunk in a small file, without the old tree: on both sides of the conditions that decide where it comes, and whether it does.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p new sets
demo_project sets
printf '2.0.0\n' >new/demo.txt

# try NAME FILE HEADER: what becomes of a hunk; standard input has the file of the tree, "==", and the lines of the hunk.
try() {
	cat >both
	sed '/^==$/,$d' both >"new/$2"
	{ printf -- '--- a/%s\n+++ b/%s\n%s\n' "$2" "$2" "$3" && awk 'is_hunk { print } /^==$/ { is_hunk = 1 }' both; } >p.diff
	echo "== $1"
	tpatch port p.diff --to new --patchsets sets -o out.yaml --json=compact >out.json
	echo "exit $?"
	python3 - <<'EOF'
import json
for edit in json.load(open("out.json"))["edits"]:
    print(f"{edit['outcome']} {edit.get('line')}")
    print("".join(f"  {line}\n" for line in edit["evidence"]) + edit.get("after", ""), end="")
EOF
	rm -f out.yaml "new/$2"
}

# what_ends LINE...: upstream added a line behind the one that the hunk adds its own to, in front of LINE.
what_ends() {
	for line; do
		try "in front of $line" f.txt '@@ -1,3 +1,4 @@' <<EOF
begin_it()
  set_one()
  set_other()
$line
==
 begin_it()
   set_one()
+  set_own()
 $line
EOF
	done
}
what_ends 'endif()' 'fi' 'done' 'esac' 'else' 'elif x:' '#endif' '#else' '#elif B' ')' ']' '}' 'else_not_at_all' 'other_thing()' '(' 'un#endif'

try "what upstream added ends the block, and begins another one" f.txt '@@ -1,3 +1,4 @@' <<'EOF'
if(A)
  set_one()
endif(A)
if(B)
  set_other()
endif()
==
 if(A)
   set_one()
+  set_own()
 endif()
EOF

try "the line above is there, but deeper" f.txt '@@ -1,4 +1,5 @@' <<'EOF'
begin_it()
if(A)
      set_one()
  set_other()
endif()
==
 begin_it()
 if(A)
   set_one()
+  set_own()
 endif()
EOF

try "the line above is nowhere" f.txt '@@ -1,4 +1,5 @@' <<'EOF'
begin_it()
if(A)
  set_other()
endif()
==
 begin_it()
 if(A)
   set_one()
+  set_own()
 endif()
EOF

try "upstream's lines have what the hunk adds among them" f.txt '@@ -1,3 +1,4 @@' <<'EOF'
begin_it()
  set_one()
  set_other()
  set_own()
  set_third()
endif()
==
 begin_it()
   set_one()
+  set_own()
 endif()
EOF

try "the last import, where upstream added one" f.py '@@ -1,3 +1,4 @@' <<'EOF'
import alpha
import beta
import gamma
VALUE = 1
==
 import alpha
 import beta
+import own
 VALUE = 1
EOF

try "the last import, where upstream added something else" f.py '@@ -1,3 +1,4 @@' <<'EOF'
import alpha
import beta
OTHER = 2
VALUE = 1
==
 import alpha
 import beta
+import own
 VALUE = 1
EOF

try "in front of a line, behind a blank one" f.txt '@@ -1,3 +1,4 @@' <<'EOF'
set_up()

other_thing()
finish_it()
==
 set_up()
 
+own_thing()
 finish_it()
EOF

try "a blank line is replaced, where upstream replaced it" f.txt '@@ -1,3 +1,3 @@' <<'EOF'
first_thing()
other_thing()
last_thing()

far_thing()
==
 first_thing()
-
+own_thing()
 last_thing()
EOF

try "a blank line is replaced, which is at both ends of what upstream added" f.txt '@@ -1,3 +1,3 @@' <<'EOF'
first_thing()

other_thing()

last_thing()
==
 first_thing()
-
+own_thing()
 last_thing()
EOF

try "the same, at one end only" f.txt '@@ -1,3 +1,3 @@' <<'EOF'
first_thing()

other_thing()
last_thing()

far_thing()
==
 first_thing()
-
+own_thing()
 last_thing()
EOF

try "two blank lines are replaced, where upstream left one" f.txt '@@ -1,4 +1,3 @@' <<'EOF'
first_thing()
other_thing()
last_thing()


far_thing()
==
 first_thing()
-
-
+own_thing()
 last_thing()
EOF

try "two places fit, without a paragraph" f.txt '@@ -6,2 +6,3 @@' <<'EOF'
zero()
one_thing()
two_thing()
far_1()
far_2()
far_3()
far_4()
far_5()
far_6()
one_thing()
two_thing()
==
 one_thing()
+own_thing()
 two_thing()
EOF

try "two places fit, each with the paragraph" f.txt '@@ -6,3 +6,4 @@' <<'EOF'
zero()
one_thing()

two_thing()
far_1()
far_2()
far_3()
far_4()
far_5()
one_thing()

two_thing()
==
 one_thing()
 
+own_thing()
 two_thing()
EOF

try "two places fit, neither with the paragraph" f.txt '@@ -6,3 +6,4 @@' <<'EOF'
zero()
one_thing()

far_0()
far_1()
far_2()
far_3()
far_4()
far_5()
one_thing()

far_6()
==
 one_thing()
 
+own_thing()
 two_thing()
EOF

try "a line that is removed is elsewhere, twice: upstream has removed it here" f.txt '@@ -1,5 +1,4 @@' <<'EOF'
alpha_thing()
beta_thing()
gamma_thing()
delta_thing()
far_1()
twice()
far_2()
twice()
==
 alpha_thing()
 beta_thing()
-twice()
 gamma_thing()
 delta_thing()
EOF

try "two lines that are removed are elsewhere, twice: they may have moved" f.txt '@@ -1,6 +1,4 @@' <<'EOF'
alpha_thing()
beta_thing()
gamma_thing()
delta_thing()
far_1()
twice()
each_time()
far_2()
twice()
each_time()
==
 alpha_thing()
 beta_thing()
-twice()
-each_time()
 gamma_thing()
 delta_thing()
EOF

try "nothing old, for the beginning of a file" f.txt '@@ -0,0 +1 @@' <<'EOF'
first_thing()
==
+own_thing()
EOF

try "nothing old, for the beginning of an empty file" f.txt '@@ -0,0 +1 @@' <<'EOF'
==
+own_thing()
EOF

try "nothing old, for the end of a file" f.txt '@@ -2,0 +3 @@' <<'EOF'
first_thing()
second_thing()
==
+own_thing()
EOF

try "nothing old, for what was the end" f.txt '@@ -2,0 +3 @@' <<'EOF'
first_thing()
second_thing()
third_thing()
==
+own_thing()
EOF

try "below #if" f.c '@@ -2,3 +2,3 @@' <<'EOF'
#if defined(B)
int alpha;
int beta;
int gamma;
#endif
==
 #if defined(A)
 int alpha;
-int beta;
+int betas;
 int gamma;
EOF

try "below #else, behind another #if" f.c '@@ -2,3 +2,3 @@' <<'EOF'
#if defined(A)
int none;
#else
#if defined(C)
int some;
#endif
int alpha;
int beta;
int gamma;
#endif
==
 #if defined(A)
 int alpha;
-int beta;
+int betas;
 int gamma;
EOF

try "below the same #if, behind another one" f.c '@@ -2,3 +2,3 @@' <<'EOF'
#if defined(A)
#if defined(C)
int some;
#endif
int alpha;
int beta;
int gamma;
#endif
==
 #if defined(A)
 int alpha;
-int beta;
+int betas;
 int gamma;
EOF

# heading FILE HEADING: the line is the only one of its kind, and not below the heading.
heading() {
	try "not below $2" "$1" "@@ -2,3 +2,3 @@ $2" <<'EOF'
zero
alpha_thing
beta_thing
gamma_thing
==
 alpha_thing
-beta_thing
+betas
 gamma_thing
EOF
}
for each in 'void other(int x)' 'other();' 'class Other:' 'struct other {' 'other'; do
	heading f.c "$each"
done
for each in 'function(other)' 'MACRO (other)' 'if(other)' 'elseif(other)' 'else()' 'foreach(other)' 'while(other)' 'set(other 1)' 'set(other'; do
	heading CMakeLists.txt "$each"
done

try "all of its lines are there, deeper, twice" f.txt '@@ -1,2 +1,3 @@' <<'EOF'
begin_it(A)
    set_one(alpha, beta)
    set_two(gamma, delta)
begin_it(B)
    set_one(alpha, beta)
    set_two(gamma, delta)
end_it(C)
==
   set_one(alpha, beta)
+  set_own()
   set_two(gamma, delta)
EOF

# between FIRST: the line that is replaced is another one here, between FIRST and a line that is the same.
between() {
	try "another line, below $1" f.txt '@@ -1,3 +1,3 @@' <<EOF
zero()
$1
outer(beta, gamma, value, more)
last_thing(one, two)
far_thing()
==
 first_thing(one, two, three)
-middle(beta, gamma, number, few, alpha)
+middle(own, gamma, number, few, alpha)
 last_thing(one, two)
EOF
}
between 'first_thing(one, two, three)'
between 'first_thing(one, two, three, four)'

try "its lines are not all as much deeper" f.txt '@@ -1,2 +1,2 @@' <<'EOF'
begin_it()
    set_alpha(one, two, extra)
      set_beta(one, two)
end_it()
==
-  set_alpha(one, two)
-  set_beta(one, two)
+  set_alpha(one, own)
+  set_beta(one, two)
EOF

try "its lines are all as much deeper" f.txt '@@ -1,2 +1,2 @@' <<'EOF'
begin_it()
    set_alpha(one, two, extra)
    set_beta(one, two)
end_it()
==
-  set_alpha(one, two)
-  set_beta(one, two)
+  set_alpha(one, own)
+  set_beta(one, two)
EOF

try "deeper, and the line below is nowhere" f.txt '@@ -1,2 +1,3 @@' <<'EOF'
begin_it()
    set_alpha(one, two)
    something = else
==
   set_alpha(one, two)
+  set_own()
   set_beta(three, four)
EOF

try "the tree has it, deeper" f.txt '@@ -1,2 +1,2 @@' <<'EOF'
begin_it(one)
    set_alpha(one, own)
finish_it(two)
==
-  set_alpha(one, two)
+  set_alpha(one, own)
 finish_it()
EOF

try "in no block here" f.txt '@@ -1,2 +1,3 @@' <<'EOF'
set_alpha(one, two, three, four)
==
 begin_it()
   set_alpha(one, two, three, four)
+  set_own()
EOF

try "in no block in the diff" f.txt '@@ -1,1 +1,2 @@' <<'EOF'
begin_it()
  set_alpha(one, two, three, four)
==
 set_alpha(one, two, three, four)
+set_own()
 something
EOF

try "lines with the same words, but not like the hunk" f.txt '@@ -1,2 +1,3 @@' <<'EOF'
gamma = one + 1
delta = two - 2
==
 alpha(one)
+own()
 beta(two)
EOF

try "a hunk without a place does not take its neighbour's away" f.txt '@@ -5,1 +5,1 @@' <<'EOF'
zero()
gamma_thing()
far_1()
far_2()
alpha_other(one, two, three)
far_3()
far_4()
far_5()
gamma_thing()
==
-alpha_thing(one, two, three)
+alpha_thing(one, two, own)
@@ -6,0 +7 @@
+own_thing()
@@ -6,1 +8,1 @@
-gamma_thing()
+gamma_own()
EOF

try "two runs, of which the first has little around it" f.txt '@@ -1,6 +1,6 @@' <<'EOF'
{
beta_two(here, there)
}
inserted_one(here)
inserted_two(there)
delta_four(here, there)
epsilon_five(here, there)
zeta_six(here, there)
==
 {
-beta_two(here, there)
+beta_two(here, own)
 }
 delta_four(here, there)
-epsilon_five(here, there)
+epsilon_five(here, own)
 zeta_six(here, there)
EOF

try "two runs, of which the second has little around it" f.txt '@@ -1,6 +1,6 @@' <<'EOF'
delta_four(here, there)
epsilon_five(here, there)
zeta_six(here, there)
inserted_one(here)
inserted_two(there)
{
beta_two(here, there)
}
==
 delta_four(here, there)
-epsilon_five(here, there)
+epsilon_five(here, own)
 zeta_six(here, there)
 {
-beta_two(here, there)
+beta_two(here, own)
 }
EOF

try "two runs, each between its neighbours" f.txt '@@ -1,6 +1,6 @@' <<'EOF'
alpha_one(here, there)
beta_two(here, there)
gamma_three(here, there)
inserted_one(here)
inserted_two(there)
delta_four(here, there)
epsilon_five(here, there)
zeta_six(here, there)
==
 alpha_one(here, there)
-beta_two(here, there)
+beta_two(here, own)
 gamma_three(here, there)
 delta_four(here, there)
-epsilon_five(here, there)
+epsilon_five(here, own)
 zeta_six(here, there)
EOF

echo "== files that the old tree has, or lacks, against what the diff says"
mkdir old
cp new/demo.txt old
printf -- '--- /dev/null\n+++ b/made.txt\n@@ -0,0 +1 @@\n+made\n--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n' >p.diff
echo other >old/made.txt
echo gone >new/gone.txt
tpatch port p.diff --from old --to new --patchsets sets -o out.yaml 2>&1
echo "exit $?"
