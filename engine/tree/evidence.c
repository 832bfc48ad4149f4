#include "tree/evidence.h"

#include "text/source.h"

static bool file_contains(const struct tree *tree, const struct fingerprint_test *test, struct regex_scratch *scratch)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	size_t begin, end;
	bool found = tree_read(tree, test->file, SOURCE_MAX_BYTES, &text, NULL, &err) &&
		     regex_search(test->contains, scratch, str_slice(&text), 0, &begin, &end) == REGEX_MATCH;
	err_release(&err);
	str_release(&text);
	return found;
}

bool evidence_holds(const struct tree *tree, const struct fingerprint_test *test, struct regex_scratch *scratch)
{
	struct file_stat st;
	struct err err = ERR_INIT;
	if (test->contains)
		return file_contains(tree, test, scratch);
	bool known = tree_stat(tree, test->file, &st, &err);
	err_release(&err);
	return known && (st.type != FILE_NONE) == test->exists;
}

bool evidence_all_hold(
	const struct tree *tree, const struct fingerprint_test *tests, size_t count, struct regex_scratch *scratch)
{
	for (size_t i = 0; i < count; i++)
		if (!evidence_holds(tree, &tests[i], scratch))
			return false;
	return count > 0;
}

void evidence_format(const struct fingerprint_test *tests, size_t count, struct str *out)
{
	if (tests[0].contains)
		str_addf(out, "'%s' contains %s", tests[0].file, tests[0].contains_text);
	else
		str_addf(out, "'%s' is %sthere", tests[0].file, tests[0].exists ? "" : "not ");
	if (count > 1)
		str_addf(out, " and %zu more", count - 1);
}
