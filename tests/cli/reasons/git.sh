#!/bin/sh
# What port asks git, and by which settings nothing of the repository or the user changes its answer; and what it says of answers that are none.
# shellcheck disable=SC2016 # what the stand-in evaluates
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
export GIT_AUTHOR_DATE='2024-05-06T07:08:09Z' GIT_COMMITTER_DATE='2024-05-06T07:08:09Z'
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@y.z GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@y.z
git init -q repo
demo_project sets - <<'END'
tag-prefixes: [v]
END
seq -f 'line %g of the file' 40 >repo/a.txt
echo 1.0.0 >repo/demo.txt
git -C repo add -A
git -C repo commit -q -m Begin
git -C repo tag v1.0.0
sed -i '20s/of the file/of ours/' repo/a.txt
echo 1.1.0 >repo/demo.txt
ln -s a.txt repo/link.txt
git -C repo add -A
git -C repo commit -q -m 'Say whose line it is (#7)'
git -C repo tag v1.1.0
printf -- '--- a/a.txt\n+++ b/a.txt\n@@ -19,3 +19,3 @@\n line 19 of the file\n-line 20 of the file\n+line 20 of ours\n line 21 of the file\n' >fix.patch
# A git that notes how it is called, and answers by WRONG where the command is WHEN.
mkdir programs
REAL=$(command -v git)
export REAL
cat >programs/git <<'END'
#!/bin/sh
{
	for word; do printf '%s ' "$word"; done
	echo
	env | grep '^GIT_' | LC_ALL=C sort | sed 's/^/  /'
} >>"$HOME/asked"
for word; do
	[ "$word" = "${WHEN-}" ] || continue
	eval "$WRONG"
	exit $?
done
exec "$REAL" "$@"
END
chmod +x programs/git
PATH=$PWD/programs:$PATH
port() {
	# shellcheck disable=SC2086 # words
	${with-} tpatch port fix.patch --git repo --from v1.0.0 --to v1.1.0 --patchsets sets "$@" 2>&1
	echo "[$?]"
}
echo "--- what is asked"
port
sed 's/ -C .*/ -C …/' asked | awk '!seen[$0]++'
sed -n 's/^git.* -C [^ ]* //; /^  GIT/d; s/.* -C [^ ]* //p' asked | LC_ALL=C sort | uniq -c # one of them runs beside the others
# wrong COMMAND ANSWER [OPTION...]
wrong() {
	printf -- '--- %s: %s\n' "$1" "$2"
	export WHEN="$1" WRONG="$2"
	shift 2
	port "$@"
	unset WHEN WRONG
}
wrong rev-parse 'echo "fatal: not a git repository" >&2; exit 128'
wrong rev-parse 'kill -9 $$'
wrong for-each-ref 'exit 1'
wrong for-each-ref ':'
wrong ls-tree "printf 'no entry\\0'"
wrong ls-tree "printf '100644 blob 3f786850e387550fdab836ed7e6dc881de23001b 89\\0'"
wrong ls-tree "printf '100644 blob %065d 89\\ta.txt\\0' 0"
wrong ls-tree ':'
wrong ls-tree "yes | head -c 67108865"
wrong ls-tree "yes | head -c 67108864"
wrong cat-file 'while read -r id; do echo "$id missing"; done'
wrong cat-file 'while read -r id; do echo "$id tree 12"; echo 123456789012; done'
wrong cat-file 'while read -r id; do echo "$id blob 12"; echo 123456789012; done'
wrong cat-file 'while read -r id; do case $id in 2e5ca42*) printf "%s blob 1" "$id"; exit ;; esac; echo "$id missing"; done'
# What is only told beside the edits may be left out.
wrong log 'exit 1'
wrong blame 'exit 1'
wrong blame 'echo nonsense'
wrong log 'echo commit'
echo "--- no git"
with="env PATH=$(dirname "$(command -v tpatch)")"
port
echo "--- led away, and tags that are none or too many"
with="env GIT_DIR=elsewhere"
port
with="env GIT_COMMON_DIR=elsewhere"
port
with="env GIT_DIR= GIT_COMMON_DIR="
port -q | tail -n 1
with=
port --tags '['
port --git nowhere
port --git fix.patch
port --to v9
for n in $(seq 1 62); do git -C repo tag "v1.0.$n" v1.0.0; done
port -q | tail -n 1
git -C repo tag v1.0.63 v1.0.0
port
echo "--- a version that neither git nor the files tell"
rm -rf plain
mkdir plain unversioned
demo_project unversioned
sed -i 's/^version-file: .*/version-file: version.txt/' unversioned/project.yaml
demo_set unversioned <<'END'
rules:
  - {id: note, title: Note, why: w, note: It is so.}
END
echo demo >plain/demo.txt
t check --root plain --patchsets unversioned
git init -q plain
git -C plain add -A
git -C plain commit -q -m 'No tag'
t check --root plain --patchsets unversioned
echo none >plain/version.txt
t check --root plain --patchsets unversioned
git -C plain tag v1.2.0
printf 'tag-prefixes: [v]\n' >>unversioned/project.yaml
t check --root plain --patchsets unversioned -q
echo "--- a file that is larger than any that is read"
truncate -s 16777217 repo/large.txt
git -C repo add large.txt
git -C repo commit -q -m Large
git -C repo tag v3.0.0
printf -- '--- a/large.txt\n+++ b/large.txt\n@@ -1 +1 @@\n-a\n+b\n' >large.patch
t port large.patch --git repo --to v3.0.0 --patchsets sets
truncate -s 16777216 repo/large.txt
git -C repo commit -q -a -m 'As large as can be'
git -C repo tag v3.1.0
t port large.patch --git repo --to v3.1.0 --patchsets sets
