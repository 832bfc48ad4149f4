/* By its digest a run knows an edit again: whatever makes another edit of it makes another digest. */
#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "edit_check.h"

#define MOST 40

/* The digests so far, each with what is special about its edit. */
static struct {
	struct hash digest;
	const char *what;
} known[MOST];
static size_t n_known;

static void add(const char *what, const struct edit_def *edit, const char *language)
{
	struct hash digest = edit_digest(edit, language_find(slice_of(language)));
	for (size_t i = 0; i < n_known; i++)
		if (hash_eq(known[i].digest, digest))
			fail_msg("%s: the digest is that of %s", what, known[i].what);
	assert_true(n_known < MOST);
	known[n_known].digest = digest;
	known[n_known++].what = what;
}

static void add_context(const char *what, enum context_kind kind, const char *pattern)
{
	struct context_def part = { .kind = kind, .pattern = edit_text(pattern) };
	struct edit_def edit = edit_replace("f($X)", "g($X)");
	edit.context = (struct context_def){ .kind = CONTEXT_ALL, .parts = &part, .n_parts = 1 };
	add(what, &edit, "python");
}

static void add_where(const char *what, const char *capture, enum where_kind kind, const char *one, const char *other)
{
	struct def_text values[] = { edit_text(one), edit_text(other ? other : "") };
	struct where_def where = { edit_text(capture), kind, values, other ? 2 : 1 };
	struct edit_def edit = edit_replace("f($X)", "g($X)");
	edit.where = &where;
	edit.n_where = 1;
	add(what, &edit, "python");
}

static void add_sets(const char *what, struct set_def *sets, size_t count)
{
	struct edit_def edit = edit_list_op("set", "f($X, $Y)", sets);
	edit.n_sets = count;
	add(what, &edit, "python");
}

TEST(edit_digest_tells_every_part_of_an_edit)
{
	n_known = 0;
	struct edit_def plain = edit_replace("f($X)", "g($X)"), edit = plain;
	add("a replacement", &plain, "python");
	add("another language", &plain, "cmake");
	edit.match = edit_text("f($Y)");
	add("another match", &edit, "python");
	edit = edit_replace("f($X)", "g($X, 1)");
	add("another text", &edit, "python");
	edit = edit_with_op("insert-after", "f($X)", "g($X)");
	add("another operation", &edit, "python");
	edit = (struct edit_def){ .regex = edit_text("f($X)"), .op = plain.op, .text = edit_text("g($X)") };
	add("a regex", &edit, "python");
	edit = edit_replace("f($X)g", "($X)");
	add("the same bytes, divided in another way", &edit, "python");
	edit = plain;
	edit.pick = PICK_FIRST;
	add("the first", &edit, "python");
	edit.pick = PICK_NTH;
	edit.pick_number = 1;
	add("number 1", &edit, "python");
	edit.pick_number = 2;
	add("number 2", &edit, "python");
	edit = (struct edit_def){ .op = op_find(SLICE_LITERAL("executable")) };
	add("not executable", &edit, "text");
	edit.flag = true;
	add("executable", &edit, "text");
	edit = (struct edit_def){ .op = op_find(SLICE_LITERAL("remove-file")), .text = edit_text("") };
	add("an empty file goes", &edit, "text");
	edit.text = edit_text(NULL);
	edit.has_hash = true;
	edit.hash = hash_of(SLICE_LITERAL("one"));
	add("a file of a hash goes", &edit, "text");
	edit.hash = hash_of(SLICE_LITERAL("two"));
	add("a file of another hash goes", &edit, "text");
	add_context("inside", CONTEXT_INSIDE, "if x:");
	add_context("inside another one", CONTEXT_INSIDE, "if y:");
	add_context("after", CONTEXT_AFTER, "if x:");
	add_context("before", CONTEXT_BEFORE, "if x:");
	struct context_def leaf = { .kind = CONTEXT_INSIDE, .pattern = edit_text("if x:") },
			   parts[] = { { .kind = CONTEXT_NOT, .parts = &leaf, .n_parts = 1 },
				   { .kind = CONTEXT_ANY, .parts = &leaf, .n_parts = 1 } };
	edit = plain;
	edit.context = (struct context_def){ .kind = CONTEXT_ALL, .parts = &parts[0], .n_parts = 1 };
	add("not inside", &edit, "python");
	edit.context.parts = &parts[1];
	add("any: inside", &edit, "python");
	edit.context = (struct context_def){ .kind = CONTEXT_ALL, .parts = parts, .n_parts = 2 };
	add("not inside and any: inside", &edit, "python");
	add_where("where", "X", WHERE_IN, "1", NULL);
	add_where("where of another capture", "Y", WHERE_IN, "1", NULL);
	add_where("where not", "X", WHERE_NOT_IN, "1", NULL);
	add_where("where of another value", "X", WHERE_IN, "2", NULL);
	add_where("where of two values", "X", WHERE_IN, "1", "2");
	add_where("where of an empty value too", "X", WHERE_IN, "1", "");
	struct set_def sets[] = { { edit_text("X"), edit_text("1") }, { edit_text("Y"), edit_text("1") } },
		       other = { edit_text("X"), edit_text("2") };
	add_sets("set X", &sets[0], 1);
	add_sets("set Y", &sets[1], 1);
	add_sets("set both", sets, 2);
	add_sets("set X to 2", &other, 1);
	/* What tells that it was made is no part of it. */
	struct def_text already = edit_text("h()");
	edit = plain;
	edit.already = &already;
	edit.n_already = 1;
	assert_true(hash_eq(edit_digest(&edit, language_find(SLICE_LITERAL("python"))), known[0].digest));
}
