/* Which patches a recipe in the language of the shell names: Gentoo's ebuild, PKGBUILD. */
#include "unit.h"

#include "base/str.h"
#include "recipe_check.h"

static void check_ebuild(const char *text, const char *expected)
{
	check_recipe("x/demo-2.3.1-r4.ebuild", NULL, text, expected);
}

TEST(recipe_ebuild_takes_patches_and_eapply)
{
	check_ebuild(
		"PATCHES=( a.patch \"${FILESDIR}/${P}-b.patch\"\n"
		"  # c.patch\n  '$P.patch' \"${PF}\"/$PV-$PVR-$PN-$PR )\n"
		"src_prepare() {\n\tdefault\n\teapply d.patch \"${FILESDIR}\"/e.patch\n\tepatch f.patch || die\n}\n",
		"a.patch\nfiles/demo-2.3.1-b.patch\n$P.patch\n"
		"demo-2.3.1-r4/2.3.1-2.3.1-r4-demo-r4\nd.patch\nfiles/e.patch\n"
		"f.patch\n");
	check_ebuild("PATCHES=a.patch\nPATCHES+=( b.patch )\n", "a.patch\nb.patch\n");
	check_ebuild("eapply -p0 a.patch b.patch\neapply --strip=2 c.patch\neapply -Np3 d.patch\neapply --p0 e.patch\n"
		     "eapply -p12 f.patch\n",
		"a.patch -p0\nb.patch -p0\nc.patch -p2\nd.patch -p3\ne.patch\nf.patch -p12\n");
	check_ebuild("eapply() { :; }\nMY=x-eapply\necho PATCHES=( a.patch )\n", "");
	check_recipe("demo-2.ebuild", NULL, "eapply $PR-$PVR-$P\n", "r0-2-demo-2\n");
	check_recipe("de-mo-r1.ebuild", NULL, "eapply $PN,$PV,$PR\n", "de,mo,r1\n");
}

TEST(recipe_ebuild_conditions)
{
	check_ebuild(
		"use cuda && eapply a.patch\nif use rocm; then\n  eapply b.patch\nelif use x; then\n  eapply c.patch\n"
		"else\n  eapply d.patch\nfi\neapply e.patch\n"
		"cd x && eapply f.patch\nuse a && use b && eapply g.patch\n",
		"a.patch if use cuda &&\nb.patch if if use rocm\n"
		"c.patch if elif use x\nd.patch if not (elif use x)\ne.patch\n"
		"f.patch\ng.patch if use a && use b &&\n");
	check_ebuild("if A; then\n  if B; then\n    use c && eapply a.patch\n  fi\n  eapply b.patch\nfi\n",
		"a.patch if if A and if B and use c &&\nb.patch if if A\n");
	check_ebuild("for p in a b; do\n  eapply $p.patch\n  eapply \"${p}-2.patch\" c.patch\ndone\neapply $p.patch\n",
		"a.patch\nb.patch\na-2.patch\nb-2.patch\nc.patch\n$p.patch\n");
}

TEST(recipe_ebuild_expands_what_is_known)
{
	static const struct {
		const char *word, *expected;
	} rows[] = {
		{ "${PN/m/s}", "deso" },
		{ "${PN/x/s}", "demo" },
		{ "${PV//./_}", "2_3_1" },
		{ "${PV/.}", "23.1" },
		{ "${PV%.*}", "2.3" },
		{ "${PV%%.*}", "2" },
		{ "${PN%mo}", "de" },
		{ "${PN%de}", "demo" },
		{ "${PV:-x}", "2.3.1" },
		{ "${PN#d}", "${PN#d}" },
		{ "${PV%?}", "${PV%?}" },
		{ "$(ver_cut 1-2)", "2.3" },
		{ "$(ver_cut 1-9)", "2.3.1" },
		{ "$(ver_cut 2)", "$(ver_cut 2)" },
		{ "$(ver_cut 1-0)", "$(ver_cut 1-0)" },
		{ "$(ver_cut 1-x)", "$(ver_cut 1-x)" },
		{ "${PV%}", "${PV%}" },
		{ "${PV%.*1}", "${PV%.*1}" },
		{ "${PV%$PN}", "${PV%$PN}" },
		{ "${PV//}", "2.3.1" },
		{ "=x", "=x" },
		{ "${NONE}", "${NONE}" },
		{ "$", "$" },
		{ "'$PN'\"$PN\"\\$PN", "$PNdemo$PN" },
		{ "a{b,c}d", "abd\nacd" },
		{ "{b}", "{b}" },
		{ "${PN}-{b,${PV}}", "demo-{b,2.3.1}" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str text = STR_INIT, expected = STR_INIT;
		str_addf(&text, "PATCHES=( %s )\n", rows[i].word);
		str_addf(&expected, "%s\n", rows[i].expected);
		check_ebuild(text.ptr, expected.ptr);
		str_release(&text);
		str_release(&expected);
	}
}

/* Parts of a version are numbers and letters, whatever is between them. */
TEST(recipe_ebuild_cuts_versions)
{
	static const struct {
		const char *file, *expected;
	} rows[] = {
		{ "demo-2.3_p1-r4.ebuild", "2,2.3,2.3_p,2.3_p1,2.3_p1\n" },
		{ "demo-2.3b.ebuild", "2,2.3,2.3b,2.3b,2.3b\n" },
		{ "demo-10.ebuild", "10,10,10,10,10\n" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		check_recipe(rows[i].file, NULL,
			"eapply $(ver_cut 1-1),$(ver_cut 1-2),$(ver_cut 1-3),$(ver_cut 1-4),$(ver_cut 1-9)\n",
			rows[i].expected);
}

static void check_pkgbuild(const char *text, const char *expected)
{
	check_recipe("PKGBUILD", NULL, text, expected);
}

TEST(recipe_pkgbuild_takes_what_patch_reads)
{
	check_pkgbuild(
		"prepare() {\n  patch -Np1 -i ../a.patch\n  patch -p1 <\"$srcdir/b.patch\"\n"
		"  patch -p0 --input=\"${srcdir}/c.patch\"\n  patch -p2 -i../d.patch\n  patch --binary -p1 < e.patch\n"
		"  patch -p1\n  # patch -i f.patch\n  git apply ../g.patch\n  git am h.patch\n  git add i.patch\n}\n",
		"a.patch -p1\nb.patch -p1\nc.patch -p0\nd.patch -p2\ne.patch -p1\ng.patch\nh.patch\n");
	check_pkgbuild("apply_it a.patch b.txt c.diff; other d.patch\n", "a.patch\nc.diff\n");
}

TEST(recipe_pkgbuild_knows_its_sources)
{
	check_pkgbuild("pkgname=demo\nsource=(a.patch\n  \"b.patch::https://x/c.patch\"\n"
		       "  \"https://x/$pkgname.patch\"\n  d.txt)\n"
		       "prepare() {\n  patch -i b.patch\n  patch -i demo.patch\n  patch -i c.patch\n}\n",
		"b.patch::https://x/c.patch\nhttps://x/demo.patch\nc.patch\n");
	check_pkgbuild("source=(a.patch x.txt 'b.diff::https://x/c')\n"
		       "for s in \"${source[@]}\"; do\n  patch -Np1 -i \"$s\"\ndone\n",
		"a.patch -p1\nb.diff::https://x/c -p1\n");
	check_pkgbuild("all=(a.patch b.patch)\nall+=(c.patch)\napply \"${all[@]}\"\n", "a.patch\nb.patch\nc.patch\n");
	check_pkgbuild("all=(a.patch)\nall=(b.patch)\nif x; then\n  all+=(c.patch)\nfi\napply \"${all[@]}\"\n"
		       "for p in \"${all[@]}\"; do\n  if y; then\n    patch -i \"$p\"\n  fi\ndone\npatch -i \"$p\"\n",
		"b.patch\nc.patch if if x\nb.patch if if y\nc.patch if if y\n$p\n");
}

/* Where the command is not the first word, and its patch no word behind `-i` or `<`. */
TEST(recipe_shell_finds_the_command_and_its_patch)
{
	check_ebuild("X=1 Y=2 eapply a.patch 2>/dev/null\nnonfatal eapply b.patch >log\n! command eapply c.patch\n",
		"a.patch\nb.patch\nc.patch\n");
	check_ebuild("cd x && use cuda && eapply a.patch\npushd y && cd z || use b && eapply b.patch\n"
		     "pushd y && eapply c.patch\n",
		"a.patch if use cuda &&\nb.patch if use b &&\nc.patch\n");
	check_pkgbuild("use x && cat \"$srcdir\"/a.patch b.patch | LC_ALL=C patch -p1\npatch -p1 -d x file.c c.patch\n"
		       "patch -p1 <<END\ntext\nEND\nsed s/a/b/ d.patch | patch -p0\nzcat x |& patch -i e.patch 2>&1\n"
		       "patch -i ''\ncat -s f.patch | patch --dry-run\n",
		"a.patch -p1 if use x &&\nb.patch -p1 if use x &&\nc.patch -p1 in x\npatch -p1 <<END\n"
		"sed s/a/b/ d.patch | patch -p0\ne.patch\n");
	check_pkgbuild(
		"patch -p 1 -d x --input a.patch\npatch --strip 2 --fuzz 3 file.c b.patch\npatch -Np 3 -i c.patch\n"
		"git -C \"$srcdir/x\" -c a=b apply -p 2 d.patch\ngit apply --directory x e.patch\ngit -C\n",
		"a.patch -p1 in x\nb.patch -p2\nc.patch -p3\nd.patch -p2\ne.patch in x\n");
	check_pkgbuild(
		"patch -p1 -Nd \"$srcdir\"/x -i a.patch\npatch -dx/y -i b.patch\npatch -d $z --input=c.patch\n"
		"git apply --directory=x/y d.patch\npatch -i../e.d x\npatch --input=../f.d x\npatch -i g.patch\n",
		"a.patch -p1 in ./x\nb.patch in x/y\nc.patch\nd.patch in x/y\ne.d\nf.d\ng.patch\n");
	check_ebuild("PATCHES=( a.patch )\neapply \"${PATCHES[@]}\"\neapply -p 0 b.patch\n", "a.patch\nb.patch -p0\n");
	check_pkgbuild("git apply <a.patch 2>&1\ngit apply b.patch >log\n", "a.patch\nb.patch\n");
	struct str text = STR_INIT, expected = STR_INIT;
	for (int i = 0; i < 100; i++) {
		str_addf(&text, "%s%d", i ? "," : "eapply {", i);
		str_addf(&expected, "%d.patch\n", i);
	}
	str_add_cstr(&text, "}.patch\n");
	check_ebuild(text.ptr, expected.ptr);
	str_release(&text);
	str_release(&expected);
}

TEST(recipe_shell_blocks_and_variables)
{
	check_pkgbuild(
		"_v=1\n_v+=.2\n_x=a _y=$_x.b\n_z=\npatch -i a$_v.patch\npatch -i $_y$_z.patch\n"
		"while read p; do\n  patch -i b.patch\ndone\nfor ((i = 0; i < 2; i++)); do patch -i c.patch; done\n"
		"for p in d.patch; do\nelse\n  patch -i $p\nfi\n"
		"if e; then patch -i e.patch; fi\ncase $f in\n  x) patch -i f.patch;;\nesac\n",
		"a$_v.patch\na.b$_z.patch\nb.patch\nc.patch\nd.patch if not ()\ne.patch if if e\nf.patch if case $f\n");
	struct str text = STR_INIT;
	for (int i = 0; i < 33; i++)
		str_add_cstr(&text, "for p in 1; do\n");
	str_add_cstr(&text, "if x; then\npatch -i a.patch\nelse\npatch -i b.patch\nfi\n");
	check_pkgbuild(text.ptr, "a.patch\nb.patch\n");
	str_release(&text);
}

/* What git takes from its history is no file. */
TEST(recipe_shell_tells_what_git_picks)
{
	check_pkgbuild(
		"git cherry-pick -n 0123 \\\n  4567 || die\ncd x && git -C \"$srcdir\" revert 89ab\ngit log\ngit\n",
		"git cherry-pick -n 0123 \\\ngit -C \"$srcdir\" revert 89ab\n");
}

/* Whether a patch could be applied is asked, and it is not. */
TEST(recipe_shell_only_asks)
{
	check_recipe("PKGBUILD", NULL,
		"prepare() {\n\tpatch -Rsfp1 --dry-run -i a.patch || patch -p1 -i a.patch\n"
		"\tgit apply --check -R b.patch\n\tgit apply b.patch\n}\n",
		"a.patch -p1 if patch -Rsfp1 --dry-run -i a.patch ||\nb.patch\n");
}
