#!/bin/sh
# By which key a user's own journal is known again: with HOME and without, after the key was lost, and where no folder is left that could keep one.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"
mkdir -p outside
cp -rp "$FIXTURES" outside/fixtures
cp "$(command -v tpatch)" outside/tpatch
cat >inside.sh <<'END'
. "$TESTS/cli/lib/case.sh"
unset XDG_STATE_HOME
known=$(getent passwd "$(id -u)" | cut -d: -f6)
# Nothing of this is to get into the real home, and the repository may lie there.
FIXTURES=$PWD/outside/fixtures
PATH=$PWD/outside:$PATH
sets=$FIXTURES/verdict/as-expected/patchsets
set -- --root tree --patchsets "$sets"
scratch=$HOME
for folder in "$known" /var/tmp; do
	case $scratch/ in "$folder"/*) exit 77 ;; esac
	mount -t tmpfs -o mode=1777 none "$folder" && chmod 755 "$known" || exit 77
done
no_keys() {
	mount -o remount,rw "$known" && mount -o remount,rw /var/tmp
	rm -rf "$known/.local" /var/tmp/tpatch-* tree/.tpatch
}
HOME=$known
echo "--- with HOME in one step, without in the next"
fresh
tpatch -q "$@"
(unset HOME && tpatch rollback --root tree)
(unset HOME && tpatch -q "$@")
tpatch rollback --root tree
(cd "$known" && find .local | sort)
ls /var/tmp
echo "--- a home that cannot be written"
no_keys
fresh
mount -o remount,ro "$known"
tpatch -q "$@"
(unset HOME && tpatch rollback --root tree)
ls /var/tmp | sed "s/-$(id -u)\$/-UID/"
echo "--- the key is lost"
no_keys
fresh
tpatch -q "$@"
rm "$known/.local/state/tpatch/key"
t rollback --root tree
t recover --root tree
t recover --root tree --adopt
t rollback --root tree
as_it_was
echo "--- no folder at all"
no_keys
mount -o remount,ro "$known" && mount -o remount,ro /var/tmp
mount --bind /tmp /tmp || exit 77
# A key that something else left in the real /tmp would count.
[ ! -d "/tmp/tpatch-$(id -u)" ] || mount -t tmpfs -o ro none "/tmp/tpatch-$(id -u)" || exit 77
mount --bind "$scratch" "$scratch" && cd "$scratch" && mount -o remount,bind,ro /tmp || exit 77
tpatch "$@" | sed -n '/^notes/,$p'
tpatch rollback --root tree 2>&1
tpatch recover --adopt --root tree 2>&1
mkdir state
XDG_STATE_HOME=$PWD/state
export XDG_STATE_HOME
tpatch recover --adopt --root tree
tpatch rollback --root tree
mount -o remount,rw "$known"
as_it_was
END
unshare -m true 2>/dev/null || skip "no file system can be mounted here"
unshare -m sh -u inside.sh
code=$?
[ $code != 77 ] || skip "no file system can be mounted here"
exit $code
