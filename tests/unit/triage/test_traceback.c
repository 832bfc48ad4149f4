#include "triage/traceback.h"

#include <stdio.h>
#include <string.h>

#include "unit.h"

static bool takes(struct traceback *traceback, const char *line)
{
	return traceback_read(traceback, slice_of(line));
}

static void assert_text(const struct traceback *traceback, const char *wanted)
{
	assert_int_equal(traceback->text.len, strlen(wanted));
	assert_memory_equal(traceback->text.ptr, wanted, strlen(wanted));
}

TEST(traceback_has_its_frames_and_the_exception)
{
	struct traceback traceback = { 0 };
	assert_false(takes(&traceback, "RuntimeError: before any traceback"));
	assert_false(takes(&traceback, "Traceback (most recent call last):"));
	assert_false(takes(&traceback, "File \"setup.py\", line 12, in <module>"));
	assert_false(takes(&traceback, ""));
	assert_false(takes(&traceback, "import distutils.msvccompiler"));
	assert_true(takes(&traceback, "ModuleNotFoundError: No module named 'distutils'"));
	assert_text(&traceback, "File \"setup.py\", line 12, in <module>\nimport distutils.msvccompiler\n"
				"ModuleNotFoundError: No module named 'distutils'");
	str_release(&traceback.text);
}

TEST(traceback_leaves_out_the_marks_below_a_statement)
{
	struct traceback traceback = { 0 };
	takes(&traceback, "Traceback (most recent call last):");
	takes(&traceback, "File \"setup.py\", line 60, in <module>");
	takes(&traceback, "major = version.cuda.split(\".\")");
	assert_false(takes(&traceback, "~~~~~~~~^^^^^^^^^"));
	assert_true(takes(&traceback, "AttributeError: 'NoneType' object has no attribute 'split'"));
	assert_text(&traceback, "File \"setup.py\", line 60, in <module>\nmajor = version.cuda.split(\".\")\n"
				"AttributeError: 'NoneType' object has no attribute 'split'");
	str_release(&traceback.text);
}

TEST(traceback_ends_with_its_exception)
{
	struct traceback traceback = { 0 };
	takes(&traceback, "Traceback (most recent call last):");
	assert_true(takes(&traceback, "KeyError: 'CUDA_HOME'"));
	assert_false(takes(&traceback, "ninja: build stopped"));
	assert_false(takes(&traceback, "ValueError: of no traceback"));
	assert_text(&traceback, "KeyError: 'CUDA_HOME'");
	str_release(&traceback.text);
}

TEST(traceback_of_a_second_exception_begins_anew)
{
	struct traceback traceback = { 0 };
	takes(&traceback, "Traceback (most recent call last):");
	takes(&traceback, "first()");
	takes(&traceback, "KeyError: 'a'");
	takes(&traceback, "During handling of the above exception, another exception occurred:");
	takes(&traceback, "Traceback (most recent call last):");
	takes(&traceback, "second()");
	assert_true(takes(&traceback, "OSError: b"));
	assert_text(&traceback, "second()\nOSError: b");
	/* One that was cut off before its exception. */
	takes(&traceback, "Traceback (most recent call last):");
	takes(&traceback, "lost()");
	takes(&traceback, "Traceback (most recent call last):");
	assert_true(takes(&traceback, "SystemExit"));
	assert_text(&traceback, "SystemExit");
	str_release(&traceback.text);
}

TEST(traceback_of_a_notebook_has_frames_as_python_prints_them)
{
	struct traceback traceback = { 0 };
	assert_false(takes(&traceback, "ImportError                     Traceback (most recent call last)"));
	assert_false(takes(&traceback, "<ipython-input-1-aa6997553704> in <module>()"));
	assert_false(takes(&traceback, "1 # what stands around the statement is no frame"));
	assert_false(takes(&traceback, "----> 2 import b"));
	assert_false(takes(&traceback, "3 print(b)"));
	assert_false(takes(&traceback, "/usr/lib/python3.6/dist-packages/b/__init__.py in f(x, *y)"));
	assert_false(takes(&traceback, "---> 19 from .c import d"));
	assert_false(takes(&traceback, "File ~/lib/c.py:310, in g(name)"));
	assert_false(takes(&traceback, "--> 310 raise ImportError(name)"));
	assert_true(takes(&traceback, "ImportError: d"));
	assert_text(&traceback, "File \"<ipython-input-1-aa6997553704>\", line 0, in <module>()\nimport b\n"
				"File \"/usr/lib/python3.6/dist-packages/b/__init__.py\", line 0, in f(x, *y)\n"
				"from .c import d\nFile \"~/lib/c.py\", line 310, in g(name)\n"
				"raise ImportError(name)\nImportError: d");
	/* Without its head, and as pytest prints them. */
	assert_false(takes(&traceback, "/w/e/f.py in <module>"));
	assert_false(takes(&traceback, "----> 1 import g"));
	assert_true(takes(&traceback, "KeyError: 'h'"));
	assert_text(&traceback, "File \"/w/e/f.py\", line 0, in <module>\nimport g\nKeyError: 'h'");
	assert_false(takes(&traceback, "tests/test_i.py:1: in <module>"));
	assert_false(takes(&traceback, "from j import k"));
	assert_true(takes(&traceback, "ImportError: l"));
	assert_text(&traceback, "File \"tests/test_i.py\", line 1, in <module>\nfrom j import k\nImportError: l");
	/* What only looks like one. */
	assert_false(takes(&traceback, "found setup.py in the folder"));
	assert_false(takes(&traceback, "KeyError: 'm'"));
	str_release(&traceback.text);
}

TEST(traceback_knows_exceptions_by_their_names)
{
	static const struct {
		const char *line;
		bool is_one;
	} lines[] = {
		{ "AssertionError", true },
		{ "RuntimeError:", true },
		{ "RuntimeError: text", true },
		{ "subprocess.CalledProcessError: Command failed", true },
		{ "my_package.v2.Error_7: x", true },
		{ "A", true },
		{ "Z: x", true },
		{ "pkg_resources.", false },
		{ "runtimeError: text", false },
		{ "Module.function: text", false },
		{ "[Errno 2]", false },
		{ "Error:text", false },
		{ "Error text", false },
		{ "raise RuntimeError(\"x\")", false },
		{ "RuntimeError(\"x\")", false },
		{ "File \"a.py\", line 1, in f", false },
	};
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct traceback traceback = { 0 };
		takes(&traceback, "Traceback (most recent call last):");
		if (takes(&traceback, lines[i].line) != lines[i].is_one)
			fail_msg("%s", lines[i].line);
		str_release(&traceback.text);
	}
}

/* A traceback of `count` frames of `width` bytes, line ends among them, and an exception. */
static void take_frames(struct traceback *traceback, size_t count, size_t width)
{
	takes(traceback, "Traceback (most recent call last):");
	for (size_t i = 0; i < count; i++) {
		char line[128];
		int n = snprintf(line, sizeof(line), "frame %zu ", i);
		memset(line + n, '.', width - 1 - (size_t)n);
		line[width - 1] = '\0';
		assert_false(takes(traceback, line));
	}
	assert_true(takes(traceback, "E"));
}

TEST(traceback_keeps_the_last_whole_frames)
{
	struct traceback traceback = { 0 };
	/* 48 lines of 64 bytes are as many as there may be. */
	take_frames(&traceback, 48, 64);
	assert_int_equal(traceback.text.len, TRACEBACK_MOST_BYTES + 1);
	assert_memory_equal(traceback.text.ptr, "frame 0 .", 9);
	take_frames(&traceback, 49, 64);
	assert_int_equal(traceback.text.len, TRACEBACK_MOST_BYTES + 1);
	assert_memory_equal(traceback.text.ptr, "frame 1 .", 9);
	/* Of 100 bytes each there is room for 30. */
	take_frames(&traceback, 1000, 100);
	assert_int_equal(traceback.text.len, 30 * 100 + 1);
	assert_memory_equal(traceback.text.ptr, "frame 970 .", 11);
	str_release(&traceback.text);
}

TEST(traceback_leaves_out_what_is_too_long)
{
	struct traceback traceback = { 0 };
	struct str line = STR_INIT;
	while (line.len < TRACEBACK_MOST_BYTES - 1)
		str_add_char(&line, 'x');
	takes(&traceback, "Traceback (most recent call last):");
	takes(&traceback, "first()");
	assert_false(traceback_read(&traceback, str_slice(&line)));
	assert_true(takes(&traceback, "E"));
	assert_int_equal(traceback.text.len, TRACEBACK_MOST_BYTES + 1);
	str_add_char(&line, 'x');
	takes(&traceback, "Traceback (most recent call last):");
	takes(&traceback, "first()");
	assert_false(traceback_read(&traceback, str_slice(&line)));
	assert_true(takes(&traceback, "E"));
	assert_text(&traceback, "first()\nE");
	str_release(&line);
	str_release(&traceback.text);
}
