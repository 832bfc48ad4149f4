/* Which patches a packager's recipe names, how many folders they strip, and under which conditions. */
#include "unit.h"

#include "recipe_check.h"
#include "series/recipe.h"

TEST(recipe_is_known_by_its_name)
{
	static const char *const names[] = { "a/meta.yaml", "recipe.yaml", "portfile.cmake", "a/b-1.ebuild", "PKGBUILD",
		"x.spec", "package.py", "default.nix" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		assert_non_null(recipe_reader_of(slice_of(names[i])));
	assert_null(recipe_reader_of(SLICE_LITERAL("my-package.py")));
	assert_null(recipe_reader_of(SLICE_LITERAL("meta.yaml/a.patch")));
	assert_null(recipe_reader_of(SLICE_LITERAL("PKGBUILD.orig")));
}

static void check_spec(const char *text, const char *expected)
{
	check_recipe("demo.spec", NULL, text, expected);
}

TEST(recipe_spec_applies_what_prep_says)
{
	check_spec("Patch0: a.patch\nPatch1: b.patch\n", "");
	check_spec("Patch0: a.patch\nPatch1: b.patch\n%patch1 -p2\n%patch0\n", "b.patch -p2\na.patch -p0\n");
	check_spec(
		"Patch0: a.patch\nPatch1: b.patch\n%patch -P 1 -p1\n%patch -P0 -p 3\n", "b.patch -p1\na.patch -p3\n");
	check_spec("Patch0: a.patch\nPatch1: b.patch\n%patch 1\n%patch -p1\n", "b.patch -p0\na.patch -p1\n");
	check_spec("Patch: a.patch\nPatch7: b.patch\npatch: c.patch\n%patch8 -p1\n%patch0\n",
		"c.patch -p1\na.patch -p0\n");
	/* Twice is once. */
	check_spec("Patch0: a.patch\n%patch0 -p1\n%patch0 -p1\n", "a.patch -p1\n");
	check_spec("Patch0: a.patch\nPatch1: \nPatchX: c.patch\n%autosetup -p1\n", "a.patch -p1\n");
	check_spec("Patch0: a.patch\n#%patch0\n%patch10\n", "");
}

TEST(recipe_spec_takes_a_range)
{
	static const char *const names = "Patch1: a\nPatch2: b\nPatch3: c\nPatch4: d\n";
	static const struct {
		const char *line, *expected;
	} rows[] = {
		{ "%autopatch -p1\n", "a -p1\nb -p1\nc -p1\nd -p1\n" },
		{ "%autopatch -m 2 -M 3\n", "b -p0\nc -p0\n" },
		{ "%autopatch -m2 -M3 -p1\n", "b -p1\nc -p1\n" },
		{ "%autopatch -M 1 -p 1\n%autopatch -m4\n", "a -p1\nd -p0\n" },
		{ "%autosetup -N\n%autopatch -p1 3\n", "c -p1\n" },
		{ "%autosetup -n x-%{version} -p1\n", "a -p1\nb -p1\nc -p1\nd -p1\n" },
		{ "%autopatch -p1 3 1\n", "c -p1\na -p1\n" },
		{ "%patch -P 1 -P4 -p1\n%patch 2 3\n", "a -p1\nd -p1\nb -p0\nc -p0\n" },
		{ "%patch -P 2 -F 3 -z 4 -d 1 -o 1 -p1\n", "b -p1 in 1\n" },
		{ "%global sub lib\n%patch 1 -d%{sub}\n%patch 2 -d\n", "a -p0 in lib\nb -p0\n" },
		{ "%autosetup -D -T -S git -p1\n", "a -p1\nb -p1\nc -p1\nd -p1\n" },
		{ "%autosetup -p12\n", "a -p12\nb -p12\nc -p12\nd -p12\n" },
		{ "%setup -q\n%prep\n", "" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str text = STR_INIT;
		str_addf(&text, "%s%s", names, rows[i].line);
		check_spec(text.ptr, rows[i].expected);
		str_release(&text);
	}
}

TEST(recipe_spec_knows_macros_and_conditions)
{
	check_spec("Name: demo\nVERSION: 2.3\n%global short %{name}-%version\n%define more %unknown\n"
		   "Patch0: %{short}.patch\nPatch1: %{?name}%{more}%{name.patch\nPatch2: 100%\n%autosetup\n",
		"demo-2.3.patch -p0\ndemo%{more}%{name.patch -p0\n100% -p0\n");
	/* The last one counts. */
	check_spec("%global a one\n%global a two\nPatch0: %{a}\n%patch0\n", "two -p0\n");
	check_spec(
		"%if A\nPatch0: a\n%if B\nPatch1: b\n%elif C\nPatch2: c\n%else\nPatch3: d\n%endif\n%endif\nPatch4: e\n"
		"%ifarch x\n%autosetup -p1\n%endif\n",
		"a -p1 if %if A and %ifarch x\nb -p1 if %if A and %if B and %ifarch x\n"
		"c -p1 if %if A and %elif C and %ifarch x\nd -p1 if %if A and not (%elif C) and %ifarch x\n"
		"e -p1 if %ifarch x\n");
	check_spec("%endif\n%else\nPatch0: a\n%patch0\n", "a -p0\n");
	check_spec("%patchlist\na.patch\n# b.patch\nc.patch\n\n%description\nd.patch\n%prep\n%autosetup -p1\n",
		"a.patch -p1\nc.patch -p1\n");
	check_spec("%patchlist\na.patch\n%sourcelist\nb.tar.gz\n%prep\n%autosetup -p1\n", "a.patch -p1\n");
	check_spec(
		"Patch1 : a\nPatch20230101: b\nPatch9999999: c\nPatch9999999999: d\n%patch20230101\n%autosetup -p1\n",
		"b -p0\na -p1\nc -p1\n");
}

TEST(recipe_spec_knows_its_parts)
{
	check_spec("%description\nPatch1: is prose\n%patchlist\n%{name}-a.patch\n%global x y\n%x.patch\n"
		   "%build\nPatch9: b\n"
		   "%changelog\n- %patch 9\n%files\nPatch8: c\n%prep\n%autosetup -p1\n",
		"%{name}-a.patch -p1\ny.patch -p1\nb -p1\n");
	check_spec("Patch1: a\nPatch2: b\n%files x\n%patch 1\n%package y\n%patch 2\n", "b -p0\n");
}

/* Words are separated by tabs as well. */
TEST(recipe_spec_words)
{
	check_spec("%global\tx\ty\n%define  z\n%global w  1 2 \nPatch0:\ta\nPatch5:\t%{x}%{z}%{w}\nPatch6: c\n"
		   "%patch5\t-p1\n%autopatch\t-p2\t-m\t6\n",
		"y%{z}1 2 -p1\nc -p2\n");
	check_spec("Patch1: a\nPatch2: b\nPatch3: c\n%patch -P\n%patch -p100 1\n%patch 3 -p x\n%autopatch -N -p1\n",
		"a -p0\nc -p0\nb -p1\n");
	check_spec("Patch1: a\ngit\tapply\t-p2\t%{PATCH1}\n", "a -p2\n");
	check_spec("Patch1: a\nPatch2: b\n%{?x %patch 1}\n%{?x}: y}\n%{?x:%patch 2} z\n%{?x:}\n"
		   "%autosetup\n",
		"a -p0\nb -p0\n");
}

/* One number stands for several patches under conditions. That of a tag and that of a command are told, once if they
 * are one. */
TEST(recipe_spec_numbers_and_conditions)
{
	check_spec("%if A\nPatch1: a\n%else\nPatch1: b\n%endif\nPatch2: c\nPatch1: d\n"
		   "%if A\n%patch 1 -p1\n%endif\n"
		   "%patch2\n",
		"a -p1 if %if A\nb -p1 if not (%if A) and %if A\nd -p1 if %if A\nc -p0\n");
	struct str text = STR_INIT, expected = STR_INIT;
	for (int i = 0; i < 33; i++) {
		str_add_cstr(&text, "%if\n");
		str_add_cstr(&expected, i == 0 ? "a -p0 if %if" : i < 32 ? " and %if" : "\n");
	}
	str_add_cstr(&text, "%elif x\nPatch1: a\n%{?y:%patch1}\n");
	check_spec(text.ptr, expected.ptr);
	str_release(&text);
	str_release(&expected);
}

TEST(recipe_spec_reads_commands)
{
	static const char *const names = "Patch1: a\nPatch2: b\nPatch3: c\nPatch4: d\n";
	static const struct {
		const char *lines, *expected;
	} rows[] = {
		{ "patch -p1 <%{PATCH2}\npatch -R -p0 -i %PATCH1\ncp %{PATCH3} x\n", "b -p1\na -p0 -R\n" },
		{ "%if X\ngit apply %{P:4} %{PATCH3}\n%endif\npatch -i %{PATCHX} -i x\n", "d if %if X\nc if %if X\n" },
		{ "git am %{patches}\n", "a\nb\nc\nd\n" },
		{ "patch -p1 -d sub < %{P:3}\ngit apply -d\n", "c -p1 in sub\n" },
		{ "%{?x:%patch -P 3 -p1}\n%{!?y:%patch 4}\n%patch 1\n", "c -p1 if %{?x}\nd -p0 if %{!?y}\na -p0\n" },
		{ "%{?x:Patch5: e}\n%patch 5\n%{?z}\n", "e -p0 if %{?x}\n" },
		{ "cat %{PATCH3} | patch -p1\n", "c -p1\n" },
		{ "pushd x; %{__patch} -p2 -i %{PATCH2}\n%__patch -R <%{PATCH1}\n", "b -p2\na -R\n" },
		{ "%patch 2 -p1\ngit am %{patches}\npatch -p1 <%{PATCH9}\n", "b -p1\na\nc\nd\n" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str text = STR_INIT;
		str_addf(&text, "%s%s", names, rows[i].lines);
		check_spec(text.ptr, rows[i].expected);
		str_release(&text);
	}
}

TEST(recipe_spec_of_many_macros_and_depths)
{
	struct str text = STR_INIT;
	for (int i = 0; i < 600; i++)
		str_addf(&text, "%%global m%d v%d\n", i, i);
	for (int i = 0; i < 40; i++)
		str_addf(&text, "%%if %d\n", i);
	str_add_cstr(&text, "%else\n");
	for (int i = 0; i < 40; i++)
		str_add_cstr(&text, "%endif\n");
	str_add_cstr(&text, "Patch0: %{m0}-%{m499}-%{m500}\n%patch0\n");
	check_spec(text.ptr, "v0-v499-%{m500} -p0\n");
	str_release(&text);
}

static void check_conda(const char *text, const char *expected)
{
	check_recipe("meta.yaml", NULL, text, expected);
}

TEST(recipe_conda_takes_the_list_below_patches)
{
	check_conda(
		"source:\n  patches:\n    - a.patch\n    - 'b.patch'\n    - \"c.patch\"\n    -\n  sha256: x\n    - d\n",
		"a.patch\nb.patch\nc.patch\n");
	check_conda("source:\n  patches:\n  - a.patch\n  - b.patch\n  url: x\n  - c\n", "a.patch\nb.patch\n");
	check_conda("source:\n  - url: x\n    patches:\n      - a.patch\n  - url: y\n    patches: b.patch\n",
		"a.patch\nb.patch\n");
	check_conda("source:\n  - patches: [a.patch, 'b.patch' ]\n    url: x\n  - patches: [c.patch,\n",
		"a.patch\nb.patch\nc.patch\n");
	check_conda("patches: []\npatches: ''\nmore-patches: a.patch\n", "");
}

TEST(recipe_conda_selectors_and_comments)
{
	check_conda(
		"patches:\n  - a.patch  # [win]\n  - b.patch # win\n  - 'c # d.patch'\n  - e#f.patch\n  # - g.patch\n"
		"  - h.patch\t# [ osx ]\n  - it's.patch # [a]\n",
		"a.patch if win\nb.patch\nc # d.patch\ne#f.patch\nh.patch if  osx \nit's.patch if a\n");
}

TEST(recipe_conda_selectors_among_words)
{
	check_conda("patches:\n  - a.patch  # [win] why\n  - b.patch # why [osx]\n  - c.patch # [\n  - d.patch # ]\n",
		"a.patch if win\nb.patch if osx\nc.patch\nd.patch\n");
}

TEST(recipe_conda_lists_over_lines)
{
	check_conda("source:\n  - patches: [a.patch, # [win]\n  b.patch,\n      c.patch] # [osx]\n    x: [d.patch]\n",
		"a.patch if win\nb.patch\nc.patch if osx\n");
	check_recipe("recipe.yaml", NULL,
		"patches:\n  - if: x\n    then: [a.patch,\n      b.patch]\n    else: [\n c.patch\n]\n  - d.patch\n",
		"a.patch if x\nb.patch if x\nc.patch if not x\nd.patch\n");
}

/* A quote is one where a value begins; what is no item of the list, or no end of a string, is left alone. */
TEST(recipe_conda_quotes_and_lines_that_are_no_items)
{
	check_conda("patches: ['a # b.patch','c # d.patch',\n'e # f.patch',\n\t'g # h.patch']\n",
		"a # b.patch\nc # d.patch\ne # f.patch\ng # h.patch\n");
	check_conda("patches:\n  - 'a.patch\n  - \"b.patch'\n  - \"\n    folded\n  - c.patch\n",
		"'a.patch\n\"b.patch'\n\"\nc.patch\n");
	check_recipe("recipe.yaml", NULL, "patches:\n  - if: x\n  then: a.patch\n  - b.patch\n", "b.patch\n");
}

TEST(recipe_conda_deep_jinja)
{
	struct str text = STR_INIT;
	str_add_cstr(&text, "{% elif x %}\npatches:\n");
	for (int i = 0; i < 33; i++)
		str_addf(&text, "{%% if %d %%}\n", i);
	str_add_cstr(&text, "  - a.patch\n{% elif z %}\n{% else %}\n{% endif %}\n  - b.patch\n");
	check_conda(text.ptr, "a.patch\nb.patch if 31\n");
	str_release(&text);
}

TEST(recipe_conda_jinja_within_lines)
{
	check_conda("patches:\n  {% if x %}- a.patch{% endif %}\n  - b.patch\n{% if y %}{% set a = 1 %}\n"
		    "  - c.patch {% else %} {% if z %}\n  - d.patch\n{% endif %}{% endif %}\n  - e.patch\n{% if\n",
		"a.patch if x\nb.patch\nc.patch if y\nd.patch if z\ne.patch\n");
	check_conda("patches:\n{#\n  - a.patch\n#}\n{# b #}\n  - c.patch\n", "c.patch\n");
}

TEST(recipe_conda_conditions_of_jinja)
{
	check_conda(
		"patches:\n{% if cuda %}\n  - a.patch\n{%- if x -%}\n  - b.patch\n  - c.patch # [win]\n{% elif y %}\n"
		"  - d.patch\n{% else %}\n  - e.patch\n{% endif %}\n  - f.patch\n{% endif %}\n  - g.patch\n"
		"{% set v = 1 %}\n{% endif %}\n{% else %}\n  - h.patch\n",
		"a.patch if cuda\nb.patch if x\nc.patch if win\nd.patch if y\ne.patch if not y\nf.patch if cuda\n"
		"g.patch\nh.patch\n");
}

TEST(recipe_conda_choices)
{
	check_recipe("recipe.yaml", NULL,
		"source:\n  patches:\n    - if: win\n      then: a.patch\n      else: [b.patch, c.patch]\n"
		"    - d.patch\n    - if: osx\n"
		"      then:\n        - e.patch\n        - f.patch\n      else:\n        - g.patch\n"
		"    - h.patch\n  url: x\n",
		"a.patch if win\nb.patch if not win\nc.patch if not win\nd.patch\ne.patch if osx\nf.patch if osx\n"
		"g.patch if not osx\nh.patch\n");
}

static void check_nix(const char *text, const char *expected)
{
	check_recipe("default.nix", NULL, text, expected);
}

TEST(recipe_nix_takes_paths_and_addresses)
{
	check_nix("{ patches = [ ./a.patch ../b-1.0+x_y'.patch ]; other = [ ./c.patch ]; }",
		"./a.patch\n../b-1.0+x_y'.patch\n");
	check_nix("patches=[./a.patch];", "./a.patch\n");
	check_nix("patches\n\t= ./a.patch;", "./a.patch\n");
	check_nix("patches == [ ./a.patch ]", "");
	check_nix("mypatches = [ ./a.patch ]; my.patches = [ ./b.patch ]; $patches = [ ./c ];", "");
	check_nix("patches", "");
	check_nix("patches =", "");
	check_nix("# patches = [ ./a.patch ];\n/* patches = [ ./b.patch ]; */ x = \"patches = [ ./c \\\" ]\"; y = ''\n"
		  "patches = [ ./d.patch ];\n''; patches = [ ./e.patch ];",
		"./e.patch\n");
	check_nix("patches = [ /* ./a ] */ ./b.patch # ]\n ./c.patch \"./d\" "
		  "\"https://x/e.patch\" \"a1234567://\" x./f ];",
		"./b.patch\n./c.patch\nhttps://x/e.patch\nx./f\n");
	check_nix("patches = [ (fetchpatch { url = \"https://x/a.patch\"; hash = \"\"; }) ./b.patch ];",
		"https://x/a.patch\n./b.patch\n");
	check_nix("patches = [ ./a.patch \"x", "./a.patch\n");
}

TEST(recipe_nix_paths_that_are_made)
{
	check_nix("patches = [ ./a-${version}.patch b/c.patch \"${src}/d.patch\" ./${x} e/${x}/y.patch <z/f.patch>\n"
		  "(g { h = \"${src}\"; }) ];",
		"./a-${version}.patch\nb/c.patch\n${src}/d.patch\n./${x}\ne/${x}/y.patch\n");
	check_nix("patches = [ fix (old.x or []) ./b.patch other.patch-2 ]"
		  " ++ lib.optionals (elem x [ y ]) [ ./c.patch ];",
		"fix\n./b.patch\nother.patch-2\n./c.patch if (elem x [ y ])\n");
	check_nix("patches = [ ./a.patch ./${x", "./a.patch\n./\n");
}

TEST(recipe_nix_lists_that_are_made)
{
	check_nix("patches = [ ./a ] ++ common /* ++ x */ ++ (f true) ++ [ ] ++ [ # none\n ] ++ [ ./b ];",
		"./a\ncommon /* ++ x */\n(f true)\n./b\n");
	check_nix("patches = old.patches or [ ];", "old.patches or [ ]\n");
	check_nix("patches = [ ];", "");
	check_nix("patches = optionals x [ ./a ] ++ f {\n x = 1;\n};", "./a if x\nf {\n");
}

TEST(recipe_nix_goes_on_after_let_and_with)
{
	check_nix("patches = with lib; [ ./a ] ++ optional x ./b; y = ./c;", "./a\n./b if x\n");
	check_nix("patches = assert x; with lib; [ ./a ]; y = ./c;", "./a\n");
	check_nix("patches = let fix = ./a; y = with lib; [ ]; in [ fix ./b ] ++ more; y = ./c;",
		"./a\nfix\n./b\nmore\n");
	check_nix("patches = let x = 1; in let y = ./a; in [ ./b ]; y = ./c;", "./a\n./b\n");
	check_nix("patches = let x = 1", "");
}

TEST(recipe_nix_conditions)
{
	check_nix("patches = [ ./a ] ++ lib.optionals cuda [ ./b ./c ] ++ lib.optional isDarwin ./d ++ [ ./e ];",
		"./a\n./b if cuda\n./c if cuda\n./d if isDarwin\n./e\n");
	check_nix("patches = lib.optionals (f x == \"y\") [ ./a (g { url = \"https://x/b\"; }) ];",
		"./a if (f x == \"y\")\nhttps://x/b if (f x == \"y\")\n");
	check_nix("patches = if old then [ ./a ] else [ ./b ];", "./a if if old\n./b if else\n");
	check_nix("patches = (if old then [ ./a ] else [ ./b ]) ++ [ ./c ];", "./a if if old\n./b if else\n./c\n");
}

/* `''$`, `'''` and `''\\` end no string, and what is in `${…}` is code again. */
TEST(recipe_nix_ends_of_strings)
{
	static const char *const strings[] = { "'' a ''${b} ''", "'' it'''s ''", "'' ''\\n''",
		"'' ${f \"}\" { a = ''x''; }} ''", "\"a ${f \"b\"} c\"", "\"\\\" ${\"}\"}\"", "\"$${a\"", "''$${a''",
		"'' ${/* } '' */ b} ''", "\"${f {} # }\n}\"" };
	for (size_t i = 0; i < sizeof(strings) / sizeof(*strings); i++) {
		struct str text = STR_INIT;
		str_addf(&text, "{ x = %s; patches = [ ./a.patch ]; y = \"\"; }", strings[i]);
		check_nix(text.ptr, "./a.patch\n");
		str_release(&text);
	}
	check_nix("x = '' ${ '' patches = [ ./a ]", "");
}

/* Phases run when all of `patches` is applied. */
TEST(recipe_nix_patches_in_phases)
{
	check_nix("postPatch = ''\n  patch -p1 < ${./a.patch}\n  cd x\n  git apply -R ${../b.patch} debian/c.patch\n"
		  "  patch -p2 -i ${d}\n"
		  "'' + lib.optionalString cuda ''\n  patch -d x -p0 < ${./e.patch}\n'';\n"
		  "preBuild = \"patch -p1 < ${./f.patch}; # why\";\n"
		  "description = ''\n  patch is a tool\n''; patches = [ ./g.patch ];",
		"./g.patch\n./a.patch -p1\n../b.patch -R\ndebian/c.patch -R\n${d} -p2\n./e.patch -p0 in x if cuda\n"
		"./f.patch -p1\n");
	check_nix("postPatch = ''\n  ${optionalString x ''\n    patch -p1 < ${./a.patch}\n  ''}\n"
		  "  if y; then\n    patch -p1 < ${./b}\n  fi\n'';",
		"./a.patch -p1 if x\n./b -p1 if if y\n");
}

static void check_spack(const char *of_version, const char *lines, const char *expected)
{
	struct str text = STR_INIT;
	str_addf(&text, "class Demo(Package):\n    version('1')\n%s", lines);
	check_recipe("package.py", of_version, text.ptr, expected);
	str_release(&text);
}

TEST(recipe_spack_calls)
{
	check_spack(NULL, "    patch('a.patch')\n    patch(\"b.patch\", level=0, working_dir='lib', when='+cuda')\n",
		"a.patch\nb.patch -p0 in lib if +cuda\n");
	check_spack(NULL,
		"    patch(\n        url_or_filename='a.patch',\n        level=2,\n        working_dir='.')\n",
		"a.patch -p2\n");
	check_spack(NULL, "    patch('a.patch', level=12, sha256='b.patch', working_dir='')\n", "a.patch -p12\n");
	check_spack(NULL, "    patch('a.patch', level=1000)\n", "a.patch\n");
	check_spack(NULL, "    patch(NAME, when='@1:')\n    patch(f'{x}.patch')\n    patch('a\\\\b')\n",
		"patch(NAME, when='@1:') if @1:\npatch(f'{x}.patch')\npatch('a\\\\b')\n");
	check_spack(
		NULL, "    x.patch('a.patch')\n    def patch(self):\n        pass\n    unpatch('b')\n    patch\n", "");
	check_spack(NULL, "    with when('+x'):\n        patch('a.patch')\n    patch('b.patch')\n",
		"a.patch if class Demo(Package): and with when('+x'):\nb.patch\n");
	check_recipe(
		"package.py", NULL, "patch('a.patch')\nif x:\n    patch('b.patch')\n", "a.patch\nb.patch if if x:\n");
}

TEST(recipe_spack_versions)
{
	static const struct {
		const char *when, *version;
		bool is_other;
	} rows[] = {
		{ "@2.3", "2.3", false },
		{ "@2.3", "2.3.1", false },
		{ "@2.3", "2.4", true },
		{ "@2.3", "2.2", true },
		{ "@=2.3", "2.3", false },
		{ "@2.1:2.3", "2.1", false },
		{ "@2.1:2.3", "2.0", true },
		{ "@2.1:2.3", "2.3.9", false },
		{ "@2.1:2.3", "2.4", true },
		{ "@:1.13", "1.13", false },
		{ "@:1.13", "1.14", true },
		{ "@1.13:", "1.12", true },
		{ "@1.13:", "1.13", false },
		{ "@1.2,1.4:1.5", "1.4", false },
		{ "@1.2,1.4:1.5", "1.3", true },
		{ "@:", "7", false },
		{ "@main", "7", true },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct str line = STR_INIT;
		str_addf(&line, "    patch('a.patch', when='%s')\n", rows[i].when);
		check_spack(
			rows[i].version, line.ptr, rows[i].is_other ? "a.patch, of another version\n" : "a.patch\n");
		str_release(&line);
	}
	check_spack("2.3",
		"    patch('a', when='@2.3 +cuda')\n    patch('b', when='@2.2~rocm')\n    patch('c', when='%gcc')\n",
		"a if @2.3 +cuda\nb if @2.2~rocm, of another version\nc if %gcc\n");
}

TEST(recipe_vcpkg_takes_arguments_and_lists)
{
	check_recipe("portfile.cmake", NULL,
		"set(MORE a.patch b.txt \"c.diff\")\nlist(APPEND MORE d.patch)\n"
		"vcpkg_from_github(REPO x/y.patch PATCHES e.patch ${MORE} ${OTHER} \"f.txt\" HEAD_REF main)\n"
		"if(WIN32)\n  x(PATCHES ${CMAKE_CURRENT_LIST_DIR}/g.patch A ${CURRENT_PORT_DIR}/h.patch)\nendif()\n"
		"y(PATCHES X i.patch)\nvcpkg_apply(i.patch)\n",
		"a.patch\nc.diff\nd.patch\ne.patch\n${MORE}\n${OTHER}\nf.txt\ng.patch if if(WIN32)\nA if if(WIN32)\n"
		"h.patch if if(WIN32)\nX\ni.patch\n");
}

TEST(recipe_vcpkg_lists_that_are_not_known)
{
	check_recipe("portfile.cmake", NULL,
		"file(GLOB MINE \"patches/*.patch\")\nset(D fix)\nset(E)\nset(F \"\")\nlist(APPEND F b.patch)\n"
		"set(G ${F} c.patch)\nset(H ${D})\nset(I a.patch)\nset(I_J x)\n"
		"x(PATCHES ${MINE} ${D} ${E} ${F} ${G} ${H} ${I} ${J} d.patch SHA512 0 HEAD_REF main)\n",
		"b.patch\nc.patch\na.patch\n${MINE}\n${D}\n${H}\n${J}\nd.patch\n");
}

TEST(recipe_vcpkg_lists_in_one_argument)
{
	check_recipe("portfile.cmake", NULL,
		"set(L \"a.patch;b.diff\")\nlist(APPEND M c.patch;d.txt)\n"
		"x(PATCHES ${L} \"e.patch;;${M};${CURRENT_PORT_DIR}/f.patch\" \"\" g.patch SHA512 0)\n",
		"a.patch\nb.diff\nc.patch\ne.patch\n${M}\nf.patch\ng.patch\n");
}

TEST(recipe_applies_patches_in_reverse)
{
	check_spec(
		"Patch0: a.patch\nPatch1: b.patch\n%patch0 -p1 -R\n%patch -P 1 -p1\n", "a.patch -p1 -R\nb.patch -p1\n");
	check_recipe("demo-1.ebuild", NULL,
		"eapply -R a.patch\neapply b.patch\nepatch -R -p0 c.patch\nPATCHES=( d.patch )\n",
		"a.patch -R\nb.patch\nc.patch -p0 -R\nd.patch\n");
	check_recipe("PKGBUILD", NULL,
		"prepare() {\n\tpatch -Rp1 -i a.patch\n\tpatch -p1 -i b.patch\n\tpatch --reverse -p1 <c.patch\n"
		"\tgit apply -R d.patch\n\tgit apply --reverse e.patch\n\tpatch -p1 --reject-file=- -i f.patch\n}\n",
		"a.patch -p1 -R\nb.patch -p1\nc.patch -p1 -R\nd.patch -R\ne.patch -R\nf.patch -p1\n");
	check_recipe("package.py", NULL,
		"class A(Package):\n    patch('a.patch', reverse=True)\n    patch('b.patch', reverse=False)\n"
		"    patch('c.patch')\n    patch('d.patch', level=0, reverse=True, when='+x')\n",
		"a.patch -R\nb.patch\nc.patch\nd.patch -p0 -R if +x\n");
	check_recipe("default.nix", NULL,
		"patches = [ (fetchpatch { url = \"https://x.org/a.patch\"; revert = true; }) ./b.patch\n"
		"  (fetchpatch { revert = true; url = \"https://x.org/c.patch\"; })\n"
		"  (fetchpatch { url = \"https://x.org/d.patch\"; revert = false; }) ];\n",
		"https://x.org/a.patch -R\n./b.patch\nhttps://x.org/c.patch -R\nhttps://x.org/d.patch\n");
}
