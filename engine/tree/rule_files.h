/* Which files a rule takes: one answer for the plan, `explain`, `lint` and the proofs. */
#ifndef TPATCH_TREE_RULE_FILES_H
#define TPATCH_TREE_RULE_FILES_H

#include "format/regex.h"
#include "patchset/patchset.h"

enum taking {
	TAKES_NOT,           /* no entry of `files` fits */
	TAKES_NOT_PROTECTED, /* one does, but the file is protected, and the rule has no `protected: true` */
	TAKES_NOT_EXCLUDED,  /* one does, and one of `exclude` as well */
	TAKES
};

/* What a rule says of files, apart from the paths that it names. Rules that say the same may share one. */
struct rule_globs {
	struct glob_set *files;   /* the entries with wildcards; NULL: none has */
	struct glob_set *exclude; /* NULL: none */
	bool takes_protected;
};

/* Compiles the globs of the rule. False with ERR_PATCHSET. Release with rule_globs_release() in both cases. */
bool rule_globs_compile(const struct rule *rule, struct rule_globs *out, struct err *err);
void rule_globs_release(struct rule_globs *globs);
/* By globs alone: for a path that is an entry of `files`, neither `exclude` nor protection counts. */
enum taking rule_globs_judge(const struct rule_globs *globs, struct regex_scratch *scratch, struct slice path);
/*
 * Does the rule take a test's `path`? It may be a mere file name: the loader makes one of the last part of the first
 * entry where a test gives none, and then the last parts of the entries count.
 */
bool rule_takes_test(const struct rule *rule, const char *path);

#endif
