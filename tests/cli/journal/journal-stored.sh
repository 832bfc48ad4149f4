#!/bin/sh
# Journals as they were once written, byte for byte: those of formats 1 to 4 are read by every tpatch that comes, and undone once
# they are taken over, for nothing in them proves whose they are; one of a format that it
# does not know, older or newer, is refused with the reason and never acted upon, although its checksum is right.
# shellcheck source=tests/cli/lib/case.sh
. "$TESTS/cli/lib/case.sh"

# A tree after the stored run of two files, and the originals.
make_tree() {
	rm -rf tree
	mkdir -p tree/d tree/.tpatch/runs/000001/old
	echo 1.0.0 >tree/stored.txt
	printf 'set(A 2)\r\n# caf\351\r\n' >tree/d/a.cmake
	printf '# b\nset(A 2)' >tree/b.cmake
	chmod 755 tree/b.cmake
	printf '# b\nset(A 1)' >tree/.tpatch/runs/000001/old/0
	printf 'set(A 1)\r\n# caf\351\r\n' >tree/.tpatch/runs/000001/old/1
}

# What the stored run of six files made, removed and renamed besides.
make_files() {
	mkdir tree/new tree/.tpatch/runs/000001/new
	echo made >tree/new/made.txt
	chmod 755 tree/new/made.txt
	echo renamed >'tree/d/new name.txt'
	echo gone >tree/.tpatch/runs/000001/old/2
	cp tree/.tpatch/runs/000001/old/2 tree/.tpatch/runs/000001/new/2
	echo renamed >tree/.tpatch/runs/000001/old/3
	cp tree/.tpatch/runs/000001/old/3 tree/.tpatch/runs/000001/new/3
}

header() {
	cat >tree/.tpatch/runs/000001/header."$1"
}

undo() {
	t log --root tree
	t status --root tree | grep -A 5 'runs$'
	t rollback --root tree
	t recover --adopt --root tree
	t rollback --root tree
	find tree -path tree/.tpatch -prune -o -type f -printf '%P %m %T@\n' | grep -v stored.txt | sort
	od -c tree/d/a.cmake
}

# Nothing is written, and none of what the run could have undone is touched.
refuse() {
	note_state
	t log --root tree
	t rollback --root tree
	t rollback 1 --force --root tree
	mv tree/.tpatch/runs/000001/header.applied tree/.tpatch/runs/000001/header.pending
	t recover --root tree
	t status --root tree | grep -A 5 'run 1'
	as_it_was
	ls tree/.tpatch/runs/000001 tree/.tpatch/runs/000001/old
}

echo "--- format 1"
make_tree
header applied <<'EOF'
tpatch-run 1
run 1
time 1795245681922796483
tool 0.1.0
set stored
target looks%20like%201.0
files 2
file 0 e63afb2c863c4a9a16e71ae278bd31e7 c0b47157965d54de0803cfc8a489caeb 12 12 0755 1400000000000000000 b.cmake raise
file 1 c56e5abe5a080aa5c08b61d1ce29dd00 889132f4506b8e41531c3f4b7330ddf7 18 18 0644 1500000000123456789 d/a.cmake raise
folders 2
folder 1200000000000000000 .
folder 1300000000000000000 d
checksum 2e7068bb80e6bf7776d445e14e07eef0
EOF
undo
echo "--- format 2"
make_tree
make_files
header applied <<'EOF'
tpatch-run 2
run 1
time 1795245703795711698
tool 0.1.0
set stored
target looks%20like%201.0
files 6
file 0 e63afb2c863c4a9a16e71ae278bd31e7 c0b47157965d54de0803cfc8a489caeb 12 12 0755 0755 1400000000000000000 b.cmake raise
file 1 c56e5abe5a080aa5c08b61d1ce29dd00 889132f4506b8e41531c3f4b7330ddf7 18 18 0644 0644 1500000000123456789 d/a.cmake raise
file 2 3e6ad46977c62b2f64aeb9f58778fa71 - 5 0 0640 0000 1100000000500000000 d/gone.txt no-file
file 3 5ce161d3d6ffd947803763ee86082a30 - 8 0 0644 0000 1100000001250000000 d/old%20name.txt another-name
file 4 - 5ce161d3d6ffd947803763ee86082a30 0 8 0000 0644 0 d/new%20name.txt another-name
file 5 - 04f944d93299c1dc429fce2bb936480a 0 5 0000 0755 0 new/made.txt new-file
made 1
made-folder new
folders 2
folder 1200000000000000000 .
folder 1300000000000000000 d
checksum 0e944209ad3fd177d57c18b6b27607d7
EOF
undo
echo "--- format 3"
make_tree
make_files
header applied <<'EOF'
tpatch-run 3
run 1
time 1795245703795711698
tool 0.1.0
set stored
target looks%20like%201.0
files 6
file 0 e63afb2c863c4a9a16e71ae278bd31e7 c0b47157965d54de0803cfc8a489caeb 12 12 0755 0755 1400000000000000000 b.cmake raise
file 1 c56e5abe5a080aa5c08b61d1ce29dd00 889132f4506b8e41531c3f4b7330ddf7 18 18 0644 0644 1500000000123456789 d/a.cmake raise
file 2 3e6ad46977c62b2f64aeb9f58778fa71 - 5 0 0640 0000 1100000000500000000 d/gone.txt no-file
file 3 5ce161d3d6ffd947803763ee86082a30 - 8 0 0644 0000 1100000001250000000 d/old%20name.txt another-name
file 4 - 5ce161d3d6ffd947803763ee86082a30 0 8 0000 0644 0 d/new%20name.txt another-name
file 5 - 04f944d93299c1dc429fce2bb936480a 0 5 0000 0755 0 new/made.txt new-file
made 1
made-folder new
declined 2
left-out other
left-out raise d/b.cmake
folders 2
folder 1200000000000000000 .
folder 1300000000000000000 d
checksum 3529ce8a7b33a821202a39e8d8279699
EOF
undo
echo "--- format 4"
make_tree
make_files
header applied <<'EOF'
tpatch-run 4
run 1
time 1795245703795711698
tool 0.1.0
set stored
target looks%20like%201.0
keeps 0
origin 4
with argument tpatch
with argument --set
with argument floor=a%20b
with value floor=a%20b
files 6
file 0 e63afb2c863c4a9a16e71ae278bd31e7 c0b47157965d54de0803cfc8a489caeb 12 12 0755 0755 1400000000000000000 b.cmake raise
file 1 c56e5abe5a080aa5c08b61d1ce29dd00 889132f4506b8e41531c3f4b7330ddf7 18 18 0644 0644 1500000000123456789 d/a.cmake raise
file 2 3e6ad46977c62b2f64aeb9f58778fa71 - 5 0 0640 0000 1100000000500000000 d/gone.txt no-file
file 3 5ce161d3d6ffd947803763ee86082a30 - 8 0 0644 0000 1100000001250000000 d/old%20name.txt another-name
file 4 - 5ce161d3d6ffd947803763ee86082a30 0 8 0000 0644 0 d/new%20name.txt another-name
file 5 - 04f944d93299c1dc429fce2bb936480a 0 5 0000 0755 0 new/made.txt new-file
made 1
made-folder new
declined 2
left-out other
left-out raise d/b.cmake
folders 2
folder 1200000000000000000 .
folder 1300000000000000000 d
checksum 663a9e63fade28c818364eb1a58c77ed
EOF
undo
t log 1 --root tree
echo "--- format 0"
make_tree
header applied <<'EOF'
tpatch-run 0
run 1
time 1795245681922796483
tool 0.1.0
set stored
target looks%20like%201.0
files 2
file 0 e63afb2c863c4a9a16e71ae278bd31e7 c0b47157965d54de0803cfc8a489caeb 12 12 0755 1400000000000000000 b.cmake raise
file 1 c56e5abe5a080aa5c08b61d1ce29dd00 889132f4506b8e41531c3f4b7330ddf7 18 18 0644 1500000000123456789 d/a.cmake raise
folders 2
folder 1200000000000000000 .
folder 1300000000000000000 d
checksum 2549db751293ff52cefce83f0306aca1
EOF
refuse
echo "--- format 9, of a later tpatch"
make_tree
header applied <<'EOF'
tpatch-run 9
run 1
time 1795245681922796483
tool 9.0.0
host of-a-later-time
set stored
target looks%20like%201.0
files 2
file 0 e63afb2c863c4a9a16e71ae278bd31e7 c0b47157965d54de0803cfc8a489caeb 12 12 0755 1400000000000000000 b.cmake raise
file 1 c56e5abe5a080aa5c08b61d1ce29dd00 889132f4506b8e41531c3f4b7330ddf7 18 18 0644 1500000000123456789 d/a.cmake raise
folders 2
folder 1200000000000000000 .
folder 1300000000000000000 d
checksum e17eaf5dcef33c5f05a06223f4dbeb82
EOF
refuse
