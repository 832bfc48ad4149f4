#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "patchset/embedded.h"
#include "patchset/library.h"

/*
 * The loader under random changes of good files: no crash (the sanitizers watch), and every error is one that can be
 * printed. The generator's seed is fixed, so a failure comes again.
 */

#define N_MUTATIONS 1500

static const char good[] =
	"tpatch: 1\npack: rich\nsummary: all there is\nexclude: [\"**/x/**\", \"*.bak\"]\nrules:\n  - id: one\n "
	"   title: \"Do \xC3\xA9 it\"\n"
	"    why: >-\n      a long\n      text\n    links: [https://a.b/c, http://d]\n    upstream: {status: "
	"pending, fixed-in: \"2.6\", link: \"https://x.y/\"}\n"
	"    files: [\"**/*.cmake\", CMakeLists.txt]\n    exclude: 'a/{b,c}/**'\n    versions: \">=2.1, "
	"<2.6\"\n    optional: true\n    edits:\n"
	"      - match: &m |\n          foo($A\n              $$$REST)\n        where: {A: {version: \"<3.5\", "
	"not: {in: [a, \"b\"]}, regex: '^\\d'}}\n"
	"        set: {A: \"3.5\"}\n        inside: if(MSVC)\n        not-inside: [function(f $$$), "
	"\"macro(m)\"]\n        already: bar()\n"
	"      - regex: \"a\\\\.b'c(?<x>d)\"\n        replace: '${x}it''s'\n        already: [\"x+y\", z]\n     "
	" - match: *m\n        delete: true\n"
	"    expect: {files: 2, edits: \"1..24\"}\n    tests:\n      - {name: n, path: a/b.cmake, before: "
	"\"foo(a)\", after: \"foo(b)\"}\n"
	"      - before: |2\n            foo(x)\n          bar\n";

static const char *const words[] = {
	"&a ",
	"*a",
	"- ",
	"? ",
	": ",
	"|\n",
	"|2-\n",
	">",
	"{",
	"}",
	"[",
	"]",
	",",
	"'",
	"\"",
	"\\",
	"\\x",
	"#",
	" #",
	"\t",
	"\r\n",
	"\r",
	"!!str ",
	"! ",
	"---\n",
	"...\n",
	"<<: ",
	"~",
	"null",
	"\xEF\xBB\xBF",
	"\xC3",
	"\xE2\x80\xA8",
	"1.20",
	"$A",
	"$$$",
	"(",
	")",
	"match: ",
	"regex: ",
	"\n",
	"    ",
	"*",
	"{a,b}",
	"../",
	"delete: true",
	"use: rich\n",
	"tpatch: 2\n",
	"\xF0\x9F\x98\x80",
};

struct random {
	uint64_t state;
};

/* A number below `limit`, which is not 0. */
static size_t pick(struct random *random, size_t limit)
{
	random->state = random->state * 6364136223846793005u + 1442695040888963407u;
	return (size_t)(random->state >> 33) % limit;
}

/* Replaces bytes [begin, end) by `text`. */
static void splice(struct str *s, size_t begin, size_t end, struct slice text)
{
	struct str out = STR_INIT;
	str_add(&out, slice_sub(str_slice(s), 0, begin));
	str_add(&out, text);
	str_add(&out, slice_sub(str_slice(s), end, s->len));
	str_release(s);
	*s = out;
}

static void mutate(struct random *random, struct str *s)
{
	size_t begin = pick(random, s->len + 1), length = pick(random, 80), from = pick(random, s->len + 1);
	size_t end = begin + length < s->len ? begin + length : s->len;
	struct str copy = STR_INIT;
	str_add(&copy, slice_sub(str_slice(s), from, from + length));
	char byte = (char)pick(random, 256);
	switch (pick(random, 5)) {
	case 0:
		splice(s, begin, begin < s->len ? begin + 1 : begin, slice_from(&byte, 1));
		break;
	case 1:
		splice(s, begin, end, slice_of(""));
		break;
	case 2:
		splice(s, begin, begin, str_slice(&copy));
		break;
	default:
		splice(s, begin, begin, slice_of(words[pick(random, COUNT_OF(words))]));
	}
	str_release(&copy);
}

static void assert_printable(const struct err *err, struct slice text)
{
	bool good_error = err->kind == ERR_PATCHSET && err->file && err->line && err->column && err->message &&
			  *err->message && !strchr(err->message, '\n') && (!err->hint || !strchr(err->hint, '\n')) &&
			  (!err->snippet || err->column <= strlen(err->snippet) + 1);
	if (!good_error)
		fail_msg("%zu:%zu: %s; hint: %s; of:\n" SLICE_FMT, err->line, err->column, err->message,
			err->hint ? err->hint : "none", SLICE_ARG(text));
}

/* Loads exactly these bytes, which end where the memory ends. */
static bool survives(const struct str *s)
{
	struct err err = ERR_INIT;
	char *tight = xmalloc(s->len ? s->len : 1);
	memcpy(tight, str_slice(s).ptr, s->len);
	struct patchset_library *library = library_new();
	bool ok = library_add(library, "t.yaml", slice_from(tight, s->len), false, &err) &&
		  library_resolve(library, &err);
	if (!ok)
		assert_printable(&err, str_slice(s));
	patchset_library_free(library);
	err_release(&err);
	free(tight);
	return ok;
}

TEST(load_mutation_of_good_files_never_crashes)
{
	struct random random = { 20240229 };
	size_t n_loaded = 0;
	for (size_t i = 0; i < N_MUTATIONS; i++) {
		struct str text = STR_INIT;
		size_t file = pick(&random, 2 * (embedded_file_count + 1));
		if (file < embedded_file_count)
			str_add(&text, embedded_bytes(&embedded_files[file]));
		else
			str_add_cstr(&text, good);
		for (size_t n = 1 + pick(&random, 3); n; n--)
			mutate(&random, &text);
		n_loaded += survives(&text);
		str_release(&text);
	}
	/* Neither is everything refused, or only the first lines were tested, nor everything let through. */
	assert_in_range(n_loaded, 1, N_MUTATIONS / 2);
}

TEST(load_mutation_of_truncated_files_never_crashes)
{
	for (size_t length = 0; length < sizeof(good); length++) {
		struct str text = STR_INIT;
		str_add(&text, slice_from(good, length));
		survives(&text);
		str_release(&text);
	}
}
