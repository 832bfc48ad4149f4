#include "report/junit.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/shown.h"
#include "base/utf8.h"

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* https://www.w3.org/TR/xml/#charsets */
static bool is_xml_char(uint32_t c)
{
	return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) ||
	       c >= 0x10000;
}

/*
 * A parser turns line ends into LF, and in attributes all white space into spaces, unless they are written as numbers.
 * "::" and "##" begin what the runner of a pipeline obeys that shows the text (base/shown.h).
 */
static bool is_written_as_number(uint32_t c, char next, bool is_attribute)
{
	return (c != '\n' && c != '\t' && shown_is_hidden(c)) || c == '<' || c == '>' || c == '&' || c == '"' ||
	       c == '\r' || (is_attribute && (c == '\n' || c == '\t')) || ((c == ':' || c == '#') && next == (char)c);
}

static void add_text(struct slice text, bool is_attribute, struct str *out)
{
	for (size_t at = 0; at < text.len;) {
		uint32_t c = 0;
		size_t len = utf8_decode(text, at, &c);
		char next = at + 1 < text.len ? text.ptr[at + 1] : '\0';
		if (!len || !is_xml_char(c))
			str_add_cstr(out, REPLACEMENT);
		else if (is_written_as_number(c, next, is_attribute))
			str_addf(out, "&#%u;", (unsigned)c);
		else
			str_add_bytes(out, text.ptr + at, len);
		at += len ? len : 1;
	}
}

static void add_attribute(const char *name, const char *value, struct str *out)
{
	str_addf(out, " %s=\"", name);
	add_text(slice_of(value), true, out);
	str_add_char(out, '"');
}

void junit_begin_case(struct junit *junit, const char *class_name, const char *name, const char *file, size_t line)
{
	junit->tests++;
	str_add_cstr(&junit->cases, "    <testcase");
	add_attribute("classname", class_name, &junit->cases);
	add_attribute("name", name, &junit->cases);
	if (file)
		add_attribute("file", file, &junit->cases);
	if (line)
		str_addf(&junit->cases, " line=\"%zu\"", line);
	str_add_cstr(&junit->cases, ">\n");
}

void junit_fail(struct junit *junit, const char *type, const char *message, struct slice text)
{
	junit->failures++;
	str_add_cstr(&junit->cases, "      <failure");
	add_attribute("type", type, &junit->cases);
	add_attribute("message", message, &junit->cases);
	str_add_char(&junit->cases, '>');
	add_text(text, false, &junit->cases);
	str_add_cstr(&junit->cases, "</failure>\n");
}

void junit_skip(struct junit *junit, const char *message)
{
	junit->skipped++;
	str_add_cstr(&junit->cases, "      <skipped");
	add_attribute("message", message, &junit->cases);
	str_add_cstr(&junit->cases, "/>\n");
}

void junit_tell(struct junit *junit, struct slice text)
{
	str_add_cstr(&junit->cases, "      <system-out>");
	add_text(text, false, &junit->cases);
	str_add_cstr(&junit->cases, "</system-out>\n");
}

void junit_end_case(struct junit *junit)
{
	str_add_cstr(&junit->cases, "    </testcase>\n");
}

static void add_counts(size_t tests, size_t failures, size_t skipped, struct str *out)
{
	str_addf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n", tests, failures, skipped);
}

void junit_add_property(struct junit *junit, const char *name, const char *value)
{
	str_add_cstr(&junit->properties, "      <property");
	add_attribute("name", name, &junit->properties);
	add_attribute("value", value, &junit->properties);
	str_add_cstr(&junit->properties, "/>\n");
}

void junit_end_suite(struct junit *junit, const char *name)
{
	str_add_cstr(&junit->suites, "  <testsuite");
	add_attribute("name", name, &junit->suites);
	add_counts(junit->tests, junit->failures, junit->skipped, &junit->suites);
	if (junit->properties.len)
		str_addf(&junit->suites, "    <properties>\n%s    </properties>\n", junit->properties.ptr);
	str_add(&junit->suites, str_slice(&junit->cases));
	str_add_cstr(&junit->suites, "  </testsuite>\n");
	str_clear(&junit->properties);
	str_clear(&junit->cases);
	junit->all_tests += junit->tests;
	junit->all_failures += junit->failures;
	junit->all_skipped += junit->skipped;
	junit->tests = junit->failures = junit->skipped = 0;
}

void junit_print(struct junit *junit, const char *name, struct str *out)
{
	str_add_cstr(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
	add_attribute("name", name, out);
	add_counts(junit->all_tests, junit->all_failures, junit->all_skipped, out);
	str_add(out, str_slice(&junit->suites));
	str_add_cstr(out, "</testsuites>\n");
	str_release(&junit->suites);
	str_release(&junit->properties);
	str_release(&junit->cases);
}
