/* Words in command lines that are proposed, for the shells of both systems. tests/packaging/ci.py lets a shell read
 * them. */
#include "unit.h"

#include "report/shell_line.h"

TEST(shell_line_words)
{
	static const struct {
		const char *word, *posix, *windows;
	} cases[] = {
		{ "/src/pytorch-2.6", "/src/pytorch-2.6", "/src/pytorch-2.6" },
		{ "cuda=12.8", "cuda=12.8", "cuda=12.8" },
		{ "C:\\src\\pytorch", "'C:\\src\\pytorch'", "C:\\src\\pytorch" },
		{ "C:\\a b\\", "'C:\\a b\\'", "\"C:\\a b\\\\\"" },
		{ "", "''", "\"\"" },
		{ "a b", "'a b'", "\"a b\"" },
		{ "cmake|cuda", "'cmake|cuda'", "\"cmake|cuda\"" },
		{ "!third_party/**", "'!third_party/**'", "\"!third_party/**\"" },
		{ "it's", "\"it's\"", "\"it's\"" },
		{ "it's $HOME", "'it'\\''s $HOME'", "\"it's $HOME\"" },
		{ "$(touch a) `touch b` \"c\"", "'$(touch a) `touch b` \"c\"'", "\"$(touch a) `touch b` \\\"c\\\"\"" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct str posix = STR_INIT, windows = STR_INIT;
		shell_word_for(false, cases[i].word, &posix);
		shell_word_for(true, cases[i].word, &windows);
		assert_string_equal(posix.ptr, cases[i].posix);
		assert_string_equal(windows.ptr, cases[i].windows);
		str_release(&posix);
		str_release(&windows);
	}
}
