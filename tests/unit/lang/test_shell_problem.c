/* What no shell reads, and what bash does. */
#include "unit.h"

#include "problem_check.h"

TEST(shell_problem_takes_what_bash_takes)
{
	assert_whole("shell", "a; b & c && d || ! e | f |& g\nh &&\n\n  i\nj |\n  k &\n");
	assert_whole("shell", "a >b 2>&1 <<<c > >(d) < <(e) &>f {g}>h 3<&- <<E && i | j\nk ;\nE\n>l\n");
	assert_whole(
		"shell", "if a; then b; elif c\nthen d; else e; fi >f\nwhile a; do b; done | c\nuntil a\ndo b\ndone\n");
	assert_whole("shell",
		"for a in b c; do d; done\nfor a do b; done\nfor ((;;)); do a; done\nselect a in b; do c; done\n"
		"case a in @((b)|c)) d ;; (@(e)) f ;; esac\n");
	assert_whole("shell", "case a in (b|c) d ;; then) e; ;; f) ;& [a-z]) ;;& *) (g) esac\ncase a\nin b) c; esac\n");
	assert_whole("shell", "case a in b|fi|do) c ;; (done|esac) if d; then e; fi ;; esac\n");
	assert_whole("shell", "( case a in b) c ;; esac )\n{ a; }\n{ if b; then c; fi }\n{ { d; } }\n(e); (f) && g\n");
	assert_whole(
		"shell", "f() { a; }\nf ()\n{\n  a\n}\nfunction g { a; }\nfunction h() ( a )\nX=() Y=(1 2) Z+=(a)\n");
	assert_whole("shell", "[[ a && ( b || c ) ]] && d @(e|f) \"g\"\n((1)) || $((2)) $(h; i) echo } in then\n");
}

TEST(shell_problem_operators)
{
	assert_broken("shell", "; a\n", "0: an operator with no command before it");
	assert_broken("shell", "a ; ;\n", "4: an operator with no command before it");
	assert_broken("shell", "a && & b\n", "5: an operator with no command before it");
	assert_broken("shell", "if ; then a; fi\n", "3: an operator with no command before it");
	assert_broken("shell", "case a in b) | c ;; esac\n", "13: an operator with no command before it");
	assert_broken("shell", "a &&\n", "2: an operator with no command after it");
	assert_broken("shell", "(a |)\n", "3: an operator with no command after it");
	assert_broken("shell", "if a; then b ||\nfi\n", "13: an operator with no command after it");
	assert_broken("shell", "case a in b) c && ;; esac\n",
		"15: an operator with no command after it; 18: an operator with no command before it");
	assert_broken("shell", "a >\n", "2: a redirection to nothing");
	assert_broken("shell", "a < | b\n", "2: a redirection to nothing");
	assert_broken("shell", "a ;; b\n", "2: a command where 'case' has a pattern");
}

TEST(shell_problem_blocks)
{
	assert_broken("shell", "case a in b) if c; then d ;; esac\n",
		"0: a block has no end; 26: the end of an arm without its 'case'; "
		"29: a word of another block, or of none");
	assert_broken("shell", "then a\n", "0: a word of another block, or of none");
	assert_broken("shell", "if a; do b; fi\n", "6: a word of another block, or of none");
	assert_broken("shell", "if a; then b; then c; fi\n", "14: a word of another block, or of none");
	assert_broken("shell", "if a; then b; else c; else d; fi\n", "22: a word of another block, or of none");
	assert_broken("shell", "if a; then b; done\n", "14: a word of another block, or of none");
	assert_broken("shell", "if a then b; fi\n", "13: a word of another block, or of none");
	assert_broken("shell", "if a; then b; elif c; fi\n", "22: a word of another block, or of none");
	assert_broken("shell", "until a; done\n", "9: a word of another block, or of none");
	assert_broken("shell", "a; (\n)\n", "5: brackets with no command in them");
	assert_broken("shell", "a )\n", "2: a word of another block, or of none");
	assert_broken("shell", "{ a }\n", "0: a bracket is never closed");
	assert_broken("shell", "a (b)\n", "2: a '(' within a command");
	assert_broken("shell", "a 'b'() { c; }\n", "5: a '(' within a command");
}
