#include "tree/rule_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"

static bool compile(
	const char *const *files, size_t n_files, const struct rule *rule, struct rule_globs *out, struct err *err)
{
	size_t n_excludes = texts_count(rule->exclude);
	*out = (struct rule_globs){ .takes_protected = rule->takes_protected };
	if (!n_files)
		return true;
	out->files = glob_set_new(files, n_files, false, err);
	if (out->files && n_excludes)
		out->exclude = glob_set_new(rule->exclude, n_excludes, false, err);
	return out->files && (!n_excludes || out->exclude);
}

bool rule_globs_compile(const struct rule *rule, struct rule_globs *out, struct err *err)
{
	const char **globs = xcalloc(texts_count(rule->files) + 1, sizeof(*globs));
	size_t n = 0;
	for (const char *const *file = rule->files; *file; file++)
		if (!glob_is_literal(slice_of(*file)))
			globs[n++] = *file;
	bool ok = compile(globs, n, rule, out, err);
	free(globs);
	return ok;
}

void rule_globs_release(struct rule_globs *globs)
{
	glob_set_free(globs->files);
	glob_set_free(globs->exclude);
	*globs = (struct rule_globs){ 0 };
}

enum taking rule_globs_judge(const struct rule_globs *globs, struct regex_scratch *scratch, struct slice path)
{
	if (!globs->files || !glob_set_match(globs->files, scratch, path))
		return TAKES_NOT;
	if (!globs->takes_protected && path_is_protected(path))
		return TAKES_NOT_PROTECTED;
	return globs->exclude && glob_set_match(globs->exclude, scratch, path) ? TAKES_NOT_EXCLUDED : TAKES;
}

static bool names_path(const struct rule *rule, const char *path)
{
	for (const char *const *file = rule->files; *file; file++)
		if (strcmp(*file, path) == 0 && glob_is_literal(slice_of(*file)))
			return true;
	return false;
}

bool rule_takes_test(const struct rule *rule, const char *path)
{
	bool is_bare = path_base(slice_of(path)).len == strlen(path);
	const char **globs = xcalloc(2 * texts_count(rule->files) + 1, sizeof(*globs));
	size_t n = 0;
	for (const char *const *file = rule->files; *file; file++) {
		if (glob_is_literal(slice_of(*file)))
			continue;
		globs[n++] = *file;
		if (is_bare)
			globs[n++] = path_base(slice_of(*file)).ptr;
	}
	struct rule_globs compiled;
	struct err err = ERR_INIT;
	struct regex_scratch *scratch = regex_scratch_new();
	bool takes = compile(globs, n, rule, &compiled, &err) &&
		     (names_path(rule, path) || rule_globs_judge(&compiled, scratch, slice_of(path)) == TAKES);
	regex_scratch_free(scratch);
	rule_globs_release(&compiled);
	err_release(&err);
	free(globs);
	return takes;
}
