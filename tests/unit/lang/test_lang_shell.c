/* Shell scripts and batch files: tokens and patterns. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "lang_check.h"
#include "pattern_check.h"

extern const struct language language_shell, language_batch, language_starlark;

static void expect_lex(
	const struct language *language, const char *code, bool pattern, const char *expected, const char *problem)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	struct str out = STR_INIT;
	language->lex(bytes, pattern, &tokens);
	lang_check_lossless(bytes, &tokens);
	for (size_t i = 0; i < tokens.count; i++) {
		struct slice text = slice_sub(bytes, tokens.items[i].begin, tokens.items[i].end);
		if (token_is_layout(&tokens.items[i]))
			continue;
		str_add_cstr(&out, out.len ? " " : "");
		if (tokens.items[i].kind == TOKEN_END)
			str_add_cstr(&out, "END");
		else if (tokens.items[i].kind == TOKEN_OPERATOR || tokens.items[i].kind == TOKEN_NAME)
			str_add(&out, text);
		else
			str_addf(&out, "%s:" SLICE_FMT, token_kind_name((enum token_kind)tokens.items[i].kind),
				SLICE_ARG(text));
	}
	char *found = str_detach(&out);
	assert_string_equal(found, expected);
	assert_string_equal(tokens.problem ? tokens.problem : "", problem);
	free(found);
	token_list_release(&tokens);
}

static void expect_shell(const char *code, const char *expected)
{
	expect_lex(&language_shell, code, false, expected, "");
}

static void expect_batch(const char *code, const char *expected)
{
	expect_lex(&language_batch, code, false, expected, "");
}

TEST(shell_words_hold_their_quotes_and_expansions)
{
	expect_shell("a -b \"c $(d \"e\" ')') f\" 'g;h' i\"j k\"l $(m; n) ${o:-p q} `r s` t#u # v\n",
		"a text:-b string:\"c $(d \"e\" ')') f\" string:'g;h' text:i\"j k\"l text:$(m; n) text:${o:-p q} "
		"text:`r s` text:t#u END");
	expect_shell("x=\"${y:-it's}\" z", "text:x=\"${y:-it's}\" z END");
}

TEST(shell_operators_and_lines)
{
	expect_shell("a && b||c; d|&e 2>&1 >>f &\n\n# x\n{ g; }\n(h \\\n i)",
		"a && b || c ; d |& e text:2 >& text:1 >> f & END open:{ g ; close:} END open:( h i close:) END");
	expect_shell("case $x in\n a|b) c;;\nesac", "case text:$x in END a | b close:) c ;; END esac END");
	expect_shell("if ((a << 2)); then b; fi", "if text:((a << 2)) ; then b ; fi END");
}

TEST(shell_here_documents)
{
	expect_shell("cat <<A <<-'B' > c\na $(\nA\n\t\tB\nd\n",
		"cat << A <<- string:'B' > c string:a $(\nA string:\t\tB END d END");
	expect_shell("cat <<< \"x\"\ny", "cat <<< string:\"x\" END y END");
	expect_shell("cat <<\"A'B\"\na\nAB\nA'B\nc", "cat << string:\"A'B\" string:a\nAB\nA'B END c END");
	expect_shell("cat <<'A\"B'\nAB\nA\"B\nc", "cat << string:'A\"B' string:AB\nA\"B END c END");
	expect_shell("cat <<A\\'B\nAB\nA'B\nc", "cat << text:A\\'B string:AB\nA'B END c END");
	expect_shell("cat <<'A\\B'\nAB\nA\\B\nc", "cat << string:'A\\B' string:AB\nA\\B END c END");
	expect_shell("cat <<\"A\\B\\$\"\nAB$\nA\\B$\nc", "cat << string:\"A\\B\\$\" string:AB$\nA\\B$ END c END");
	expect_shell("cat <<$'A'\n$A\nA\nc", "cat << text:$'A' string:$A\nA END c END");
	expect_lex(&language_shell, "cat <<A\nb\n", false, "cat << A string:b\n END", "here-document is never closed");
}

TEST(shell_here_documents_in_expansions_are_part_of_the_word)
{
	expect_shell("x=$(cat <<EOF\nit's a \"\nEOF\n)\ny", "text:x=$(cat <<EOF\nit's a \"\nEOF\n) END y END");
	expect_shell("x=\"$(cat <<-'E F' | z\n( ` ${\n\t\tE F\n)\" y",
		"text:x=\"$(cat <<-'E F' | z\n( ` ${\n\t\tE F\n)\" y END");
	expect_shell("$(a <<A <<B\n'\nA\n)\nB\n) c", "text:$(a <<A <<B\n'\nA\n)\nB\n) c END");
	expect_shell(
		"$(a <<\"A'B\" <<C\\ D\n'\nA'B\n)\nC D\n) c", "text:$(a <<\"A'B\" <<C\\ D\n'\nA'B\n)\nC D\n) c END");
	expect_shell("$(a <<< 'b'\n) $((1 << 2\n)) $(( (1) # 2 )) c",
		"text:$(a <<< 'b'\n) text:$((1 << 2\n)) text:$(( (1) # 2 )) c END");
	expect_lex(&language_shell, "x=$(cat <<A\nb\n)\nc", false, "junk:x=$(cat <<A END b END close:) END c END",
		"quote or expansion is never closed");
}

TEST(shell_case_in_expansions_is_part_of_the_word)
{
	static const char *const words[] = { "$(case $1 in a) b;; c|d) e;; esac)", "$(case $1 in (a) b;; esac)",
		"$(b; case x in\n a) case y in b) (c);; esac;;\n#)'\n*) echo \"${d}\" 'e)';; esac)",
		"$(if a; then case x in b) c;; esac; fi)", "$(for i in a; do case x in b) c;; esac; done)",
		"$({ case x in b) c;; esac; } | d)",
		"$(a && ! case x in b) $(c) `d` $((1)) $(case e in f) g;; esac);; esac)",
		"$(case x in a) cat <<A;;\n)\nA\nesac)", "$(echo case in point)", "$(echo esac)", "$(lowercase a)",
		"$(case)", "$((case))", "`case`", "${x:-$(case y in z) w;; esac)}" };
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct str text = STR_INIT, expected = STR_INIT;
		str_addf(&text, "%s z", words[i]);
		str_addf(&expected, "text:%s z END", words[i]);
		expect_shell(text.ptr, expected.ptr);
		str_release(&text);
		str_release(&expected);
	}
	expect_lex(&language_shell, "$(case x in a) b", false, "junk:$(case x in a) b END",
		"quote or expansion is never closed");
	check_finds(&language_shell, "go\n$$$B", "if a; then\ngo\nx=$(case $1 in\na) b;;\nc) d;;\nesac)\ny\nfi\nz\n",
		"go\nx=$(case $1 in\na) b;;\nc) d;;\nesac)\ny B=x=$(case $1 in\na) b;;\nc) d;;\nesac)\ny");
}

TEST(shell_a_line_of_many_words_costs_no_square)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < 300000; i++)
		str_add_cstr(&text, "a=1 ");
	struct token_list tokens = { 0 };
	language_shell.lex(str_slice(&text), false, &tokens);
	assert_int_equal(tokens.count, 2 * 300000 + 1);
	token_list_release(&tokens);
	str_release(&text);
}

TEST(shell_unclosed_quotes_end_with_their_line)
{
	expect_lex(&language_shell, "a \"b\nc\n", false, "a junk:\"b END c END", "quote or expansion is never closed");
}

TEST(shell_patterns)
{
	check_finds(&language_shell, "make $$$ARGS", "make -j4  all && make x # y\necho make z\n",
		"make -j4  all ARGS=-j4  all|make x ARGS=x");
	check_finds(&language_shell, "pip install $PKG",
		"if x; then pip install a; fi\npip install \"b c\"\npip install d e\n",
		"pip install a PKG=a|pip install \"b c\" PKG=\"b c\"");
	check_finds(&language_shell, "cd ${HOME}", "cd $HOME\ncd ${HOME}\ncd $HOMES\n", "cd $HOME|cd ${HOME}");
	check_finds(&language_shell, "cd ${HOME}", "cd $HOME\n", "cd $HOME");
	check_finds(&language_shell, "cd '${HOME}'", "cd '$HOME'\ncd '${HOME}'\ncd \"${HOME}\"\n", "cd '${HOME}'");
	check_finds(&language_shell, "cd \"a${HOME}\"", "cd \"a$HOME\"\ncd \"a${HOME\"}\"\n", "cd \"a$HOME\"");
	check_finds(&language_shell, "if $A; then\n$$$BODY\nfi", "if a; then\n  b c\n  d\nfi\n",
		"if a; then\n  b c\n  d\nfi A=a BODY=b c\n  d");
	check_refused(&language_shell, "export PATH=$X",
		"pattern is not shell code: a capture takes a whole word; a variable of the shell is "
		"written ${NAME} in a pattern | a pattern is a fragment of the target language with $X "
		"for one argument and $$$XS for any number");
}

TEST(batch_words_lines_and_comments)
{
	expect_batch("@echo off\r\nREM a \"\r\n:: b\r\nset \"A=b c\"& set C=%D:~0,1% ^\r\n e\r\n:label\r\n",
		"@ echo off END set string:\"A=b c\" & set text:C=%D:~0,1% e END :label END");
	expect_batch("if exist a (\n  rem x )\n  b && c>nul 2>&1\n) else (d)\necho :)",
		"if exist a open:( END b && c > nul text:2 >& text:1 END close:) else open:( d close:) END echo "
		"text::) END");
}

TEST(shell_quotes_of_all_kinds)
{
	expect_shell("$'it\\'s' b", "text:$'it\\'s' b END");
	expect_shell("\"a$'b\" c", "string:\"a$'b\" c END");
	expect_shell("'a\\' b", "string:'a\\' b END");
	expect_shell("\"a\\\"b\" \"c\"d \"$(e \")\")\"", "string:\"a\\\"b\" text:\"c\"d string:\"$(e \")\")\" END");
	expect_shell("a\\ b \\\" c", "text:a\\ b text:\\\" c END");
	expect_shell("\xEF\xBB\xBF"
		     "echo a",
		"echo a END");
	expect_shell("((a) b)", "open:( open:( a close:) b close:) END");
	expect_shell("x=$(cat <<  EOF\nit's\nEOF\n) y", "text:x=$(cat <<  EOF\nit's\nEOF\n) y END");
	expect_shell("x=$(cat <<\t\"E F\"\nit's\nE F\n) y", "text:x=$(cat <<\t\"E F\"\nit's\nE F\n) y END");
	expect_shell("x=$(# it's\ny) z", "text:x=$(# it's\ny) z END");
	expect_shell("$(y |# it's\nz) $(y;#'\n) $(y\t#'\n) $((16#'1')) $(y#'z)') ${#y}",
		"text:$(y |# it's\nz) text:$(y;#'\n) text:$(y\t#'\n) text:$((16#'1')) text:$(y#'z)') text:${#y} END");
	expect_shell("\"$(a ${y:-'\"'})\" \"${b:-${c:-it's}}\"",
		"string:\"$(a ${y:-'\"'})\" string:\"${b:-${c:-it's}}\" END");
	/* sh and bash take these quotes for quotes in a pattern, and for letters in a value */
	expect_shell("\"${a#'\"'}\" \"${a%%'}'}\" \"${a[1]//'\"'/b}\" \"${a:-'x'}\" \"${#}${@#'\"'}${#a}\" c",
		"string:\"${a#'\"'}\" string:\"${a%%'}'}\" string:\"${a[1]//'\"'/b}\" string:\"${a:-'x'}\" "
		"string:\"${#}${@#'\"'}${#a}\" c END");
	expect_lex(&language_shell, "a $'b\\'", false, "a junk:$'b\\' END", "quote or expansion is never closed");
}

/* What is nested deeper is no word. */
static void expect_nested(size_t depth, bool is_word)
{
	struct str text = STR_INIT;
	struct token_list tokens = { 0 };
	for (size_t i = 0; i < depth; i++)
		str_add_cstr(&text, i % 2 ? "$(" : "${x:-");
	for (size_t i = depth; i-- > 0;)
		str_add_char(&text, i % 2 ? ')' : '}');
	language_shell.lex(str_slice(&text), false, &tokens);
	assert_int_equal(tokens.items[0].kind, is_word ? TOKEN_TEXT : TOKEN_JUNK);
	assert_true(!is_word || tokens.items[0].end == text.len);
	token_list_release(&tokens);
	str_release(&text);
}

TEST(shell_expansions_are_nested_to_a_depth)
{
	expect_nested(1, true);
	expect_nested(100, true);
	expect_nested(101, false);
}

TEST(batch_words_that_are_no_commands)
{
	expect_batch("echo rem x\nremark\nrem\nrem\ty\nrem", "echo rem x END remark END");
	expect_batch("2>nul (a)\n>nul (a)\n2 (a)\n<b (a)",
		"text:2 > nul open:( a close:) END > nul open:( a close:) END text:2 text:(a) END "
		"< b open:( a close:) END");
	expect_batch("for %%i in (a b) do c (d)", "for text:%%i in open:( a b close:) do c text:(d) END");
	expect_batch("for %%i (a) do(c)", "for text:%%i text:(a) do open:( c close:) END");
	expect_batch("\xEF\xBB\xBF"
		     "echo a",
		"echo a END");
	expect_batch(
		"\"a\"b \"a\" \"a b\" c\"d\" \"e", "text:\"a\"b string:\"a\" string:\"a b\" text:c\"d\" text:\"e END");
}

TEST(batch_patterns)
{
	check_finds(&language_batch, "call $X", "CALL a.bat\nrem call b\nif 1 (call \"c d\") else call e\n",
		"CALL a.bat X=a.bat|call \"c d\" X=\"c d\"|call e X=e");
	check_finds(&language_batch, "goto :$_", "goto :eof", "");
	check_finds(&language_batch, "goto :EOF", "goto :eof", "goto :eof");
}

TEST(batch_value_of_a_word)
{
	static const char *const rows[][2] = { { "\"a b\"", "a b" }, { "\"\"", "" }, { "\"", "\"" } };
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_true(slice_eq_cstr(language_batch.value(slice_of(rows[i][0]), TOKEN_STRING), rows[i][1]));
	assert_true(slice_eq_cstr(language_batch.value(slice_of("%A%"), TOKEN_TEXT), "%A%"));
}

TEST(batch_commands_after_a_condition)
{
	static const char text[] =
		"if exist \"a b\" call c\r\nif /i not \"%A%\" == \"b\" call d\nif %A%==1 if defined B call e\n"
		"if \"%A%\"== b call f\n"
		"if %A% GEQ 3 (call g) else if not errorlevel 1 call h\necho if exist x call no\nif x call no\n"
		"if exist\ncall i\n";
	check_finds(&language_batch, "call $X", text,
		"call c X=c|call d X=d|call e X=e|call f X=f|call g X=g|call h X=h|call i X=i");
	check_finds(&language_batch, "call $X", "if not not not not a==b call c\nif not not not not not a==b call d\n",
		"call c X=c");
	check_finds(&language_batch, "if exist $X", text, "if exist \"a b\" X=\"a b\"");
	check_finds(&language_batch, "if defined $X call $Y", "if defined A call b\nif defined A set b\n",
		"if defined A call b X=A Y=b");
}

/* What `&&` or `|` joins to a command ends with it, and does not hold the lines below. */
TEST(shell_list_of_a_joined_command_ends_with_it)
{
	check_finds(&language_shell, "cd a && $$$B", "cd a && make -j2\necho b\n", "cd a && make -j2 B=make -j2");
	check_finds(&language_shell, "cd a && $$$B", "cd a && make; echo b\n", "cd a && make B=make");
	check_finds(&language_shell, "cd a && $$$B", "cd a && make && make test &\necho b\n",
		"cd a && make && make test B=make && make test");
	check_finds(&language_shell, "cd a && $$$B", "cd a && { make\n make test; }\necho b\n",
		"cd a && { make\n make test; } B={ make\n make test; }");
	check_finds(&language_shell, "cd a && $$$B", "cd a && if b; then c\nd; fi\necho b\n",
		"cd a && if b; then c\nd; fi B=if b; then c\nd; fi");
	check_finds(&language_shell, "a | $$$B", "a | b c | d\necho b\n", "a | b c | d B=b c | d");
	check_finds(&language_shell, "a; $$$B", "a; b\nc\n", "a; b\nc B=b\nc");
	check_finds(&language_shell, "if a; then $$$B", "if a; then b\nc; fi\nd\n", "if a; then b\nc; fi B=b\nc;");
	check_finds(&language_batch, "cd a && $$$B", "cd a && b c\r\nd\r\n", "cd a && b c B=b c");
	check_finds(&language_batch, "cd a && $$$B", "cd a && (b\r\nc)\r\nd\r\n", "cd a && (b\r\nc) B=(b\r\nc)");
	check_finds(&language_batch, "cd a && $$$B", "cd a && b & c\r\nd\r\n", "cd a && b B=b");
	check_finds(&language_batch, "if a==b $$$B", "if a==b c & d\r\ne\r\n", "if a==b c & d B=c & d");
	check_finds(&language_batch, "if a==b $$$B", "if a==b (c\r\nd) else e\r\nf\r\n",
		"if a==b (c\r\nd) else e B=(c\r\nd) else e");
	check_finds(&language_batch, "cd a\n$$$B", "cd a\r\nb\r\nc\r\n", "cd a\r\nb\r\nc B=b\r\nc");
	check_finds(&language_batch, "if a==b ($$$B", "if a==b (c\r\nd)\r\ne\r\n", "if a==b (c\r\nd B=c\r\nd");
}

TEST(shell_list_of_a_case_ends_with_its_branch)
{
	const char *text = "case q in\na) b; c;;\nd) e\nf\n;;\n*) g\nesac\nh\n";
	check_finds(&language_shell, "case $X in\na) $$$B", text, "case q in\na) b; c X=q B=b; c");
	check_finds(&language_shell, "case $X in\na) $$$B;;", text, "case q in\na) b; c;; X=q B=b; c");
	check_finds(&language_shell, "e\n$$$B", text, "e\nf B=f");
	check_finds(&language_shell, "g\n$$$B", text, "g B=");
	check_finds(
		&language_shell, "y\n$$$B", "case q in\na) y\nz;&\nb) y\nc;;&\nd) e ;;\nesac\n", "y\nz B=z|y\nc B=c");
	check_finds(&language_shell, "z\n$$$B", "z\ncase q in\na) b;;\nesac\nd\n",
		"z\ncase q in\na) b;;\nesac\nd B=case q in\na) b;;\nesac\nd");
}

/* A word that opens or closes a block elsewhere is none where a `case` has its patterns. */
TEST(shell_words_of_blocks_as_patterns_of_a_case)
{
	static const char *const arms[] = { "select) b;;", "a) b;;\nfor|while) c;;", "(until) b;;", "(done) b;;",
		"a) b;;\n(fi) c;;", "done) b;;", "a) b;;\ndone) c;;", "a) b;& if|x) c;;", "a) b;;&\n\nelse) c;;",
		"x|case) b;;", "fi) b;;\ncase) c;;" };
	for (size_t i = 0; i < COUNT_OF(arms); i++) {
		struct str text = STR_INIT, expected = STR_INIT;
		str_addf(&text, "if a; then\ngo\ncase $1 in\n%s\nesac\nx\nfi\nz\n", arms[i]);
		str_addf(&expected, "go\ncase $1 in\n%s\nesac\nx B=case $1 in\n%s\nesac\nx", arms[i], arms[i]);
		check_finds(&language_shell, "go\n$$$B", text.ptr, expected.ptr);
		str_release(&text);
		str_release(&expected);
	}
	check_finds(&language_shell, "go\n$$$B", "for i in a; do\ngo\ncd in\ndone | b\nz\n", "go\ncd in B=cd in");
	check_finds(&language_shell, "go\n$$$B", "(if a; then\ngo\ncd in\nfi)\nz\n", "go\ncd in B=cd in");
	check_finds(&language_shell, "go\n$$$B", "(case a in b) c;; esac)\ngo\nz\n", "go\nz B=z");
}

/* A word of a block opens or closes one where a command begins, and is an argument elsewhere. */
TEST(shell_words_of_blocks_as_arguments)
{
	static const char *const lines[] = { "echo do if", "echo then while; b", "echo \"a\" else for", "echo { a",
		"echo }", "printf done %s } {", "coproc while b; do c; done", "coproc D { b; }",
		"if [[ b ]] then c; fi", "for i do c; done", "if ((b)) then { c; }; fi", "function f { b; }",
		"f() { b; }", "if { b; } then c; fi", "{ { b; }; }", "if if b; then c; fi then d; fi",
		"! if b; then c; fi", "time { b; }", "while ! { b; }; do c; done", "if b; then { c; } fi",
		"{ if b; then c; fi }", "{ [[ b ]] }", "{ ((b)) }", "$b {", "a | { b; }" };
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct str text = STR_INIT, expected = STR_INIT;
		str_addf(&text, "if a; then\ngo\n%s\nx\nfi\nz\n", lines[i]);
		str_addf(&expected, "go\n%s\nx B=%s\nx", lines[i], lines[i]);
		check_finds(&language_shell, "go\n$$$B", text.ptr, expected.ptr);
		str_release(&text);
		str_release(&expected);
	}
}

TEST(starlark_is_read_as_python)
{
	check_finds(&language_starlark, "cc_library(name = $N, $$$)",
		"cc_library(\n    name = \"a\",\n    srcs = glob([\"*.c\"]),\n)\n",
		"cc_library(\n    name = \"a\",\n    srcs = glob([\"*.c\"]),\n) N=\"a\"");
	assert_ptr_equal(language_of_path(slice_of("third_party/BUILD")), &language_starlark);
	assert_ptr_equal(language_of_path(slice_of("a/b.bzl")), &language_starlark);
}

TEST(shell_and_batch_take_any_bytes)
{
	static const char text[] =
		"if [ \"$a\" = `b` ]; then\n  cat <<E | $(c \"d${e:-'f'}\") # g\nE\nfi\nx() { y=(1 2); ((z)) }\n"
		"@echo %h% ^\r\n& (rem i\r\n)\r\n:j $X $$$ 'k";
	unsigned seed = 7;
	for (size_t round = 0; round < 2000; round++) {
		char bytes[sizeof(text)];
		memcpy(bytes, text, sizeof(text));
		for (size_t n = 0; n < 1 + round % 6; n++) {
			seed = seed * 1103515245u + 12345u;
			bytes[(seed >> 8) % (sizeof(text) - 1)] =
				round % 3 ? text[(seed >> 20) % (sizeof(text) - 1)] : (char)(seed >> 16);
		}
		seed = seed * 1103515245u + 12345u;
		struct slice slice = slice_from(bytes, (seed >> 8) % sizeof(text));
		lang_check_bytes(&language_shell, slice, round % 2 == 0);
		lang_check_bytes(&language_batch, slice, round % 2 == 0);
	}
}
