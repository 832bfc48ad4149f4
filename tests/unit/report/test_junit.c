#include "report/junit.h"

#include "unit.h"

TEST(junit_whole_document)
{
	struct junit junit = { 0 };
	struct str out = STR_INIT;
	junit_begin_case(&junit, "set", "passes", NULL, 0);
	junit_end_case(&junit);
	junit_begin_case(&junit, "set", "fails", "a.cmake", 12);
	junit_fail(&junit, "missing", "not there", SLICE_LITERAL("line 1\nline 2"));
	junit_tell(&junit, SLICE_LITERAL("more"));
	junit_end_case(&junit);
	junit_begin_case(&junit, "set", "waits", NULL, 0);
	junit_skip(&junit, "needs a fact");
	junit_end_case(&junit);
	junit_add_property(&junit, "profile", "p");
	junit_end_suite(&junit, "first");
	junit_begin_case(&junit, "other", "waits", NULL, 0);
	junit_skip(&junit, "is off");
	junit_end_case(&junit);
	junit_end_suite(&junit, "second");
	junit_print(&junit, "tpatch", &out);
	assert_string_equal(out.ptr,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<testsuites name=\"tpatch\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"2\">\n"
		"  <testsuite name=\"first\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\">\n"
		"    <properties>\n"
		"      <property name=\"profile\" value=\"p\"/>\n"
		"    </properties>\n"
		"    <testcase classname=\"set\" name=\"passes\">\n"
		"    </testcase>\n"
		"    <testcase classname=\"set\" name=\"fails\" file=\"a.cmake\" line=\"12\">\n"
		"      <failure type=\"missing\" message=\"not there\">line 1\nline 2</failure>\n"
		"      <system-out>more</system-out>\n"
		"    </testcase>\n"
		"    <testcase classname=\"set\" name=\"waits\">\n"
		"      <skipped message=\"needs a fact\"/>\n"
		"    </testcase>\n"
		"  </testsuite>\n"
		"  <testsuite name=\"second\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\">\n"
		"    <testcase classname=\"other\" name=\"waits\">\n"
		"      <skipped message=\"is off\"/>\n"
		"    </testcase>\n"
		"  </testsuite>\n"
		"</testsuites>\n");
	str_release(&out);
}

static void assert_written(struct slice text, const char *in_attribute, const char *in_text)
{
	struct junit junit = { 0 };
	struct str out = STR_INIT, wanted = STR_INIT;
	junit_tell(&junit, text);
	junit_add_property(&junit, "n", text.ptr);
	str_addf(&wanted, "      <system-out>%s</system-out>\n", in_text);
	assert_string_equal(junit.cases.ptr, wanted.ptr);
	str_clear(&wanted);
	str_addf(&wanted, "      <property name=\"n\" value=\"%s\"/>\n", in_attribute);
	assert_string_equal(junit.properties.ptr, wanted.ptr);
	str_release(&wanted);
	junit_print(&junit, "x", &out);
	str_release(&out);
}

TEST(junit_texts_are_what_xml_can_hold)
{
	assert_written(SLICE_LITERAL("a < b > c & \"d\" 'e'"), "a &#60; b &#62; c &#38; &#34;d&#34; 'e'",
		"a &#60; b &#62; c &#38; &#34;d&#34; 'e'");
	/* Line ends and tabs are kept where a parser would change them. */
	assert_written(SLICE_LITERAL("a\tb\nc\rd"), "a&#9;b&#10;c&#13;d", "a\tb\nc&#13;d");
	assert_written(SLICE_LITERAL("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"),
		"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80", "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80");
	/* The last before the surrogates, U+D7FF; the last of the first plane that is one, U+FFFD. */
	assert_written(
		SLICE_LITERAL("\xED\x9F\xBF\xEF\xBF\xBD"), "\xED\x9F\xBF\xEF\xBF\xBD", "\xED\x9F\xBF\xEF\xBF\xBD");
	/* Control characters, bytes that are no UTF-8, and what Unicode calls no character. */
	assert_written(SLICE_LITERAL("\x01\x1B[m\xFFx"), "\xEF\xBF\xBD\xEF\xBF\xBD[m\xEF\xBF\xBDx",
		"\xEF\xBF\xBD\xEF\xBF\xBD[m\xEF\xBF\xBDx");
	assert_written(
		SLICE_LITERAL("\xEF\xBF\xBE\xEF\xBF\xBF"), "\xEF\xBF\xBD\xEF\xBF\xBD", "\xEF\xBF\xBD\xEF\xBF\xBD");
	/* What turns the direction of the text, and cannot be seen. */
	assert_written(SLICE_LITERAL("\xE2\x80\xAEx"), "&#8238;x", "&#8238;x");
}
