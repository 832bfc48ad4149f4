/* Requirements: pip's files, and the strings in lists that say the same. */
#include "unit.h"

#include <stdlib.h>

#include "edit_check.h"
#include "lang_check.h"
#include "lang/requirement.h"
#include "pattern_check.h"

extern const struct language language_requirements;

static void expect_lex(const char *code, const char *expected, const char *problem)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	struct str out = STR_INIT;
	language_requirements.lex(bytes, false, &tokens);
	lang_check_lossless(bytes, &tokens);
	lang_check_bytes(&language_requirements, bytes, false);
	lang_check_bytes(&language_requirements, bytes, true);
	for (size_t i = 0; i < tokens.count; i++) {
		struct slice text = slice_sub(bytes, tokens.items[i].begin, tokens.items[i].end);
		if (tokens.items[i].kind == TOKEN_END)
			str_add_cstr(&out, " END");
		else if (!token_is_layout(&tokens.items[i]))
			str_addf(&out, "%s%c:" SLICE_FMT, out.len ? " " : "",
				token_kind_name((enum token_kind)tokens.items[i].kind)[0], SLICE_ARG(text));
	}
	char *found = str_detach(&out);
	assert_string_equal(found, expected);
	assert_string_equal(tokens.problem ? tokens.problem : "", problem);
	free(found);
	token_list_release(&tokens);
}

TEST(requirements_lines)
{
	expect_lex("# c\n\nnumpy\n", "n:numpy END", "");
	expect_lex(
		"a.b-C_d[x, y] >= 1.0, <2.* # c\r\n", "n:a.b-C_d o:[ n:x o:, n:y c:] o:>= n:1.0 o:, o:< n:2.* END", "");
	expect_lex("a (==1!2.0+cpu); python_version<'3.9' and (extra == \"x\")",
		"n:a o:( o:== n:1!2.0+cpu c:) o:; t:python_version o:< s:'3.9' t:and o:( t:extra o:== s:\"x\" c:) END",
		"");
	expect_lex("a==1 \\\n    --hash=sha256:0 \\\n    --hash=sha256:1\nb\n",
		"n:a o:== n:1 t:--hash=sha256:0 t:--hash=sha256:1 END n:b END", "");
	expect_lex("-r other.txt # c\n--index-url https://a/b#c\n",
		"t:-r t:other.txt END t:--index-url t:https://a/b#c END", "");
	expect_lex("a @ https://b/c.whl#d ; x == 'y'\n", "n:a o:@ t:https://b/c.whl#d o:; t:x o:== s:'y' END", "");
	expect_lex(
		"./dir\ngit+https://a/b@c#egg=d\nd.whl\n", "t:./dir END t:git+https://a/b@c#egg=d END t:d.whl END", "");
	expect_lex("a # b \\\nc\nd\n", "n:a END n:d END", "");
	expect_lex("# b \\\nc\n", "n:c END", "");
	expect_lex("a\rb\r\nc", "n:a END n:b END n:c END", "");
	expect_lex("a ==1 \\\r\n, <2\n", "n:a o:== n:1 o:, o:< n:2 END", "");
	expect_lex("a; x == 'y\\\nz' and w == '\\q'\n", "n:a o:; t:x o:== s:'y\\\nz' t:and t:w o:== s:'\\q' END", "");
	expect_lex("a===1/2;x>'1'\n", "n:a o:=== n:1/2 o:; t:x o:> s:'1' END", "");
	expect_lex("../a.zip\n/b\n~/c\na.zip\na.zip==1\nc:\\d\ne+f\n",
		"t:../a.zip END t:/b END t:~/c END t:a.zip END n:a.zip o:== n:1 END t:c:\\d END t:e+f END", "");
	expect_lex("a#b\n", "n:a j:# n:b END", "a byte that a requirement cannot contain");
	expect_lex("-e a\\b -c\\\nd\n", "t:-e t:a\\b t:-c t:d END", "");
}

TEST(requirements_that_are_none)
{
	expect_lex("a>=\n", "n:a o:>= END", "a version is missing");
	expect_lex("a[x\n", "n:a o:[ n:x END", "a bracket is never closed");
	expect_lex("a, <3\n", "n:a o:, o:< n:3 END", "a version is missing");
	expect_lex("a; x == 'y\n", "n:a o:; t:x o:== j:'y END", "a string is never closed");
	expect_lex("a; x == 'y'; z == 'w'\n", "n:a o:; t:x o:== s:'y' o:; t:z o:== s:'w' END",
		"a requirement has one marker");
	expect_lex("a>= <2\n", "n:a o:>= o:< n:2 END", "a version is missing");
	expect_lex("a>=;x>'1'\n", "n:a o:>= o:; t:x o:> s:'1' END", "a version is missing");
	expect_lex("a-\n", "n:a- END", "a name ends in a letter or a digit");
	expect_lex("a[x)\n", "n:a o:[ n:x j:) END", "a bracket is never closed");
	expect_lex("a ? b\n", "n:a j:? n:b END", "a byte that a requirement cannot contain");
	expect_lex("a b\n", "n:a n:b END", "a word that belongs to nothing");
	expect_lex("a[x] (>=1) b\n", "n:a o:[ n:x c:] o:( o:>= n:1 c:) n:b END", "a word that belongs to nothing");
}

TEST(requirements_patterns)
{
	const char *text =
		"Typing.Extensions>=4.8,<5 ; x == 'typing-extensions'\n# typing-extensions\nnumpy==1.2 --hash=a\n";
	check_finds(&language_requirements, "typing_extensions $$$S", text, "Typing.Extensions>=4.8,<5 S=>=4.8,<5");
	check_finds(&language_requirements, "numpy==$V $$$H", text, "numpy==1.2 --hash=a V=1.2 H=--hash=a");
	check_finds(&language_requirements, "numpy", text, "");
	check_finds(&language_requirements, "torch==$V", "torchvision==1\ntor==2\ntorch==3\n", "torch==3 V=3");
	check_finds(&language_requirements, "torch-vision==$V", "torch==1\ntorch--v==2\ntorch._-Vision==3\n",
		"torch._-Vision==3 V=3");
	check_finds(&language_requirements, "a; x == \"y\"", "a; x == 'y'\na; x == 'z'\n", "a; x == 'y'");
	check_finds(&language_requirements, "-r $F", "-r a.txt\n--r b\n", "-r a.txt F=a.txt");
}

TEST(requirements_edits)
{
	struct set_def set = { edit_text("V"), edit_text("2.1") };
	struct edit_def raise = edit_list_op("set", "numpy>=$V $$$", &set);
	check_edit(
		&raise, "requirements", "NumPy >= 1.2, <3 ; a == 'b' # c\r\n", "NumPy >= 2.1, <3 ; a == 'b' # c\r\n");
	struct edit_def other = edit_replace("setuptools $$$", "setuptools>=70.1,<80");
	check_edit(&other, "requirements", "setuptools; a == 'b'\nx\n", "setuptools>=70.1,<80; a == 'b'\nx\n");
	check_edit(&other, "requirements", "setuptools==62 # c\n", "setuptools>=70.1,<80 # c\n");
	struct edit_def add = edit_with_op("ensure-after", "numpy $$$", "typing-extensions>=4.8");
	check_edit(&add, "requirements", "numpy\nx\n", "numpy\ntyping-extensions>=4.8\nx\n");
	check_untouched(&add, "requirements", "Typing_Extensions>=4.8\n");
	struct set_def any = { edit_text("V"), edit_text("9") };
	struct edit_def all = edit_list_op("set", "$N>=$V $$$", &any);
	check_edit(&all, "requirements", "a>=1 ; python_version>='3'\n", "a>=9 ; python_version>='3'\n");
	check_untouched(&all, "requirements", "a ; python_version>='3'\n");
	struct edit_def gone = edit_with_op("delete", "numpy $$$", "");
	gone.text = (struct def_text){ 0 };
	gone.flag = true;
	struct def_text proof = edit_text("x");
	gone.already = &proof;
	gone.n_already = 1;
	check_edit(&gone, "requirements", "numpy>=1 ; a == 'b' # c\nx\n", "x\n");
	struct set_def bound = { edit_text("S"), edit_text("<3") };
	struct edit_def cap = edit_list_op("add-to", "numpy $$$S", &bound);
	check_edit(&cap, "requirements", "numpy>=1.2\n", "numpy>=1.2, <3\n");
}

TEST(ensure_requirement_in_lists)
{
	struct set_def set = { edit_text("R"), edit_text("\"setuptools>=70.1,<80\"") };
	struct edit_def edit = edit_list_op("ensure-requirement", "requires = [$$$R]", &set);
	check_edit(&edit, "toml", "requires = [\n    'wheel',\n    'SetupTools >= 62.3.0, <80',  # why\n]\n",
		"requires = [\n    'wheel',\n    'SetupTools >= 70.1, <80',  # why\n]\n");
	check_edit(&edit, "toml", "requires = ['setuptools']\n", "requires = ['setuptools>=70.1,<80']\n");
	check_edit(&edit, "toml", "requires = [\"setuptools[core]; a == 'b'\"]\n",
		"requires = [\"setuptools[core]>=70.1,<80; a == 'b'\"]\n");
	check_edit(&edit, "toml", "requires = [\n    \"wheel\",\n]\n",
		"requires = [\n    \"wheel\",\n    \"setuptools>=70.1,<80\",\n]\n");
	check_edit(&edit, "toml", "requires = [\"setuptools (>=62)\"]\n", "requires = [\"setuptools (>=70.1,<80)\"]\n");
	check_edit(&edit, "toml", "requires = [\"setuptools-scm>=1\"]\n",
		"requires = [\"setuptools-scm>=1\", \"setuptools>=70.1,<80\"]\n");
	check_edit(&edit, "toml", "requires = ['setuptools==70.*']\n", "requires = ['setuptools>=70.1,<80']\n");
	struct set_def floor = { edit_text("R"), edit_text("'typing_extensions>=4.8', \"ninja\"") };
	struct edit_def floors = edit_list_op("ensure-requirement", "setup(install_requires=[$$$R])", &floor);
	check_edit(&floors, "python", "setup(install_requires=['typing-extensions>=4.10.0'])\n",
		"setup(install_requires=['typing-extensions>=4.10.0', \"ninja\"])\n");
	check_edit(&floors, "python", "setup(install_requires=['typing-extensions==5.*'])\n",
		"setup(install_requires=['typing-extensions==5.*', \"ninja\"])\n");
	check_edit(&floors, "python", "setup(install_requires=['typing-extensions>=3', 'ninja==1'])\n",
		"setup(install_requires=['typing-extensions>=4.8', 'ninja==1'])\n");
}

TEST(requirement_satisfies_floors)
{
	static const struct {
		const char *found, *wanted;
		bool satisfies;
	} cases[] = { { "a>=2", "a>=1.9", true }, { "a>=2,<3", "a>=1", true }, { "a", "a>=1", false },
		{ "a==2.0", "a>=2", true }, { "a<3", "a>=1", false }, { "a>=2", "a>=1,<3", false },
		{ "a >= 1", "a>=1", true }, { "a>=2.0", "a==1", false }, { "a", "A", true },
		{ "a==2.*", "a>=1.9", true }, { "a==2.*", "a>=2.0", true }, { "a==2.*", "a>=2.1", false },
		{ "a~=2.1", "a>=2", true }, { "a~=2.1", "a>=2.2", false }, { "a>2", "a>=2", true },
		{ "a===2.0", "a>=1", true }, { "a!=2", "a>=1", false }, { "a>=2,>=1", "a>=2", true },
		{ "a>=1,>=2", "a>=2", true }, { "a<=3", "a>=1", false }, { "a>=1,==2.*", "a>=2", true },
		{ "a ( >=2 )", "a>=2", true } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct requirement found, wanted;
		assert_true(requirement_read(slice_of(cases[i].found), &found));
		assert_true(requirement_read(slice_of(cases[i].wanted), &wanted));
		if (requirement_satisfies(&found, &wanted) != cases[i].satisfies)
			fail_msg("%s for %s", cases[i].found, cases[i].wanted);
	}
	struct requirement none;
	assert_false(requirement_read(slice_of("-r a"), &none));
	assert_false(requirement_read(slice_of("a>="), &none));
	assert_false(requirement_read(slice_of("a b"), &none));
}
