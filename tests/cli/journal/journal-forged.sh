#!/bin/sh
# A forged record that the user makes theirs: it is told before what it would write, what has another effect under its name than in the journal is
# refused, nothing outside is reached, and no mode of a header gives rights.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"

# forge STATE: a tree with the record, see forge_record, and with two originals, "theirs".
forge() {
	fresh
	forge_record "$1"
	echo theirs >tree/.tpatch/runs/000001/old/0
	echo theirs >tree/.tpatch/runs/000001/old/1
	state >"$HOME/state.before"
}

echo "--- what it would write is told first"
forge pending <<EOF
origin 0
files 2
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 7755 0644 0 a.cmake the-rule
file 1 - 07baf267a0c0ef53ec95a82711cc4758 0 4 0000 0644 0 made.txt the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 3c08a329da239f923951bb5bfad872ee
EOF
echo new >tree/a.cmake
rm tree/.tpatch/runs/000001/old/1
state >"$HOME/state.before"
t recover --root tree
as_it_was
t recover --adopt --root tree
find tree/a.cmake -printf '%m\n'
cat tree/a.cmake
echo "--- applied, and then undone"
forge applied <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 7755 0644 0 a.cmake the-rule
made 0
declined 0
folders 1
folder 0 .
checksum b144842125106a556590659195a9a3d5
EOF
echo new >tree/a.cmake
state >"$HOME/state.before"
t recover --root tree
as_it_was
t recover --adopt --root tree
t rollback --root tree
find tree/a.cmake -printf '%m\n'
cat tree/a.cmake
echo "--- what programs obey"
forge applied <<EOF
origin 0
files 2
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 a.cmake the-rule
file 1 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 .github/workflows/x.yml the-rule
made 0
declined 0
folders 1
folder 0 .
checksum a05cc277acbdcf5a3e96e6649fc3975b
EOF
t recover --root tree
as_it_was
t recover --adopt --root tree
as_it_was
t recover --adopt --force --root tree
echo "--- an original with a set-id bit"
forge applied <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0755 0644 0 a.cmake the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 677b8c74cf43fec69ae90b53dfea52ae
EOF
chmod 6755 tree/.tpatch/runs/000001/old/0
t recover --adopt --root tree
t rollback --root tree
as_it_was
echo "--- through a link of the tree"
forge applied <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 out/victim the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 2189bd7816d46accd148009010ed4d92
EOF
mkdir -p outside
echo new >outside/victim
ln -s ../outside tree/out
t recover --adopt --root tree
t rollback --root tree
t rollback --force --root tree
cat outside/victim
echo "--- a link in the place of an original"
forge applied <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 a.cmake the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 57789992bd2676e6e97b85e91c3951b1
EOF
echo new >tree/a.cmake
echo theirs >secret
ln -sf ../../../../../secret tree/.tpatch/runs/000001/old/0
t recover --adopt --root tree
t rollback --root tree
t rollback --force --root tree
cat secret
echo "--- the path ../x"
forge pending <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 ../x the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 6383fda8a865f9a5d186ff3320ec8595
EOF
t recover --adopt -q --root tree
echo "--- the path /x"
forge pending <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 /x the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 1f1932ace24f7ccf1db0ad2eb28d5c5c
EOF
t recover --adopt -q --root tree
echo "--- the path .git/hooks/x"
forge pending <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 .git/hooks/x the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 79230cc85baf3d00ac8cc687e36a6860
EOF
t recover --adopt -q --root tree
echo "--- the path .GIT/config"
forge pending <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 .GIT/config the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 8758430af08c1643f3738c5e25dccae6
EOF
t recover --adopt -q --root tree
echo "--- the path .tpatch/lock"
forge pending <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 .tpatch/lock the-rule
made 0
declined 0
folders 1
folder 0 .
checksum ea96eff63d2376731b1cb842ec5bff8e
EOF
t recover --adopt -q --root tree
echo "--- the path a/../../x"
forge pending <<EOF
origin 0
files 1
file 0 ad319007c44c216436e1d20a00390bd0 07baf267a0c0ef53ec95a82711cc4758 7 4 0644 0644 0 a/../../x the-rule
made 0
declined 0
folders 1
folder 0 .
checksum 0a121fbe159eedfae0c53c522e8f413f
EOF
t recover --adopt -q --root tree
echo "--- a hundred files hide one"
# All are to be removed.
{
	printf 'origin 0\nfiles 121\n'
	for k in $(seq 0 119); do
		printf 'file %d - 07baf267a0c0ef53ec95a82711cc4758 0 4 0000 0644 0 %03d the-rule\n' "$k" "$k"
	done
	printf 'file 120 - 07baf267a0c0ef53ec95a82711cc4758 0 4 0000 0644 0 setup.py the-rule\nmade 0\ndeclined 0\nfolders 1\nfolder 0 .\n'
	echo "checksum 44de37e8e5c7df72c837f826117d0358"
} | forge applied
t rollback --root tree | sed -n '1,3p;$p'
tpatch log 1 --root tree | tail -n 1
echo "--- names of rules that forge lines"
forge applied <<EOF
origin 0
files 1
file 0 5c7401c0ec22eeeeeaf06c6480b2cd11 d89f1c4509f3b233272b57e6d7c0a9e5 1 1 0644 0644 0 a.cmake a%0Aforged%1B[31m
made 0
declined 1
left-out a%0Aforged%1B[31m
folders 1
folder 0 .
checksum 68a2c0fcb998bcee3a6e05ecacf4c65b
EOF
t log 1 --root tree
