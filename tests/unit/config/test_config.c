#include "unit.h"

#include <string.h>

#include "config/config.h"
#include "scratch.h"

static void expect_entries(const char *text, const char *expected)
{
	struct config config;
	struct err err = ERR_INIT;
	struct str out = STR_INIT;
	if (!config_read(&config, "t.yaml", slice_of(text), &err))
		fail_msg("%s: %s", text, err.message);
	for (size_t i = 0; i < config.n_entries; i++) {
		const struct config_entry *entry = &config.entries[i];
		str_addf(&out, "%zu:%zu %s %s%s%s\n", entry->line, entry->column, entry->option, entry->value,
			entry->reason ? ": " : "", entry->reason ? entry->reason : "");
	}
	assert_string_equal(out.ptr ? out.ptr : "", expected);
	str_release(&out);
	config_release(&config);
}

TEST(config_says_what_options_say)
{
	expect_entries("", "");
	expect_entries("\n# all of it\n\n", "");
	expect_entries("profile: blackwell\nroot: a/b\n", "1:10 profile blackwell\n2:7 root a/b\n");
	expect_entries("packs: [a, 'b-*']\n", "1:9 pack a\n1:12 pack b-*\n");
	expect_entries("packs: a\nuse: pytorch-2.x\ntag: \"2.4\"\n", "1:8 pack a\n2:6 use pytorch-2.x\n3:6 tag 2.4\n");
	expect_entries("facts:\n  cuda: 12.8\n  gpu: ada\n", "2:3 fact cuda=12.8\n3:3 fact gpu=ada\n");
	expect_entries("variables: {a: '', b: x=y}\n", "1:13 set a=\n1:20 set b=x=y\n");
	expect_entries("skip:\n  - rule: a-*\n    reason: it is so\n", "2:11 skip a-*: it is so\n");
	expect_entries("fail-on: warnings\r\nprofile: cpu\r\n", "1:10 fail-on warnings\n2:10 profile cpu\n");
}

TEST(config_globs_are_from_the_root)
{
	expect_entries("globs: '*.py'\n", "1:8 globs /**/*.py\n");
	expect_entries("globs: ['!a/**', /b, c/, '!*.md']\n",
		"1:9 globs !/a/**\n1:18 globs /b\n1:22 globs /**/c/\n1:26 globs !/**/*.md\n");
}

static void expect_refused(const char *text, size_t line, size_t column, const char *message)
{
	struct config config;
	struct err err = ERR_INIT;
	assert_false(config_read(&config, "t.yaml", slice_of(text), &err));
	if (err.line != line || err.column != column)
		fail_msg("%s: %zu:%zu: %s", text, err.line, err.column, err.message);
	assert_says(&err, message);
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_string_equal(err.file, "t.yaml");
	err_release(&err);
	config_release(&config);
}

TEST(config_names_nothing_outside_and_nothing_unknown)
{
	expect_refused("profil: a\n", 1, 1, "unknown key 'profil' in a project file | did you mean 'profile'?");
	expect_refused("output: a\n", 1, 1,
		"unknown key 'output' in a project file | its keys are root, patchsets, use, tag, packs, "
		"profile, facts, variables, skip, globs, fail-on");
	expect_refused("root: ..\n", 1, 7,
		"path '..' is not allowed: it has a '.' or '..' part | name files by their path from the "
		"root of the tree, like cmake/Modules/FindMKL.cmake");
	expect_refused("root: a/../../b\n", 1, 7,
		"path 'a/../../b' is not allowed: it has a '.' or '..' part | name files by their path "
		"from the root of the tree, like cmake/Modules/FindMKL.cmake");
	expect_refused("patchsets: /etc\n", 1, 12,
		"path '/etc' is not allowed: it is absolute | name files by their path from the root of "
		"the tree, like cmake/Modules/FindMKL.cmake");
	expect_refused("patchsets: C:\\x\n", 1, 12,
		"path 'C:\\x' is not allowed: it contains a ':', which names a drive or a stream on "
		"Windows | write '/' between folders, on Windows too");
	expect_refused("patchsets: .git\n", 1, 12,
		"path '.git' is not allowed: it leads into .git or .tpatch | name files by their path "
		"from the root of the tree, like cmake/Modules/FindMKL.cmake");
	expect_refused("profile: a/b.yaml\n", 1, 10,
		"'profile' must be lower-case words joined by '-', not 'a/b.yaml' | profile: facts and "
		"values under one name (--profile); tbuild takes it, too");
	expect_refused("skip: [{rule: a}]\n", 1, 8,
		"a skipped rule lacks 'reason' | reason: why the tree skips it, for those who ask later");
	expect_refused("skip: [{rule: a, reason: ''}]\n", 1, 26, "'reason' is empty");
	expect_refused("skip: a\n", 1, 7,
		"'skip' must be a list, not a text | skip: rules to skip in this tree (--skip), each with its reason");
	expect_refused("facts: cuda\n", 1, 8, "unknown facts 'cuda' | it is one of auto, none");
	expect_refused("facts: {cuda: [1]}\n", 1, 15,
		"'cuda' must be one line of text, not a list | put a text that begins with '[' or '{' in quotes");
	expect_refused("variables: {'a=b': c}\n", 1, 13, "not a name");
	expect_refused("fail-on: never\n", 1, 10, "unknown fail-on 'never' | it is one of changes, missing, warnings");
	expect_refused("profile: a\nprofile: b\n", 2, 1, "the key 'profile' is given twice | it is already in line 1");
	expect_refused("tpatch: 1\nname: s\n", 2, 1,
		"a file named tpatch.yaml holds a tree's settings, and this is a patch set | give it "
		"another name; `tpatch schema --of config` prints the keys of settings");
	expect_refused("- a\n", 1, 1,
		"a project file must be a map, not a list | write lines like 'profile: blackwell'; "
		"`tpatch init` writes one");
}

TEST(config_is_found_above_and_names_folders_that_are_there)
{
	struct scratch scratch = scratch_new();
	struct config *config;
	struct str warning = STR_INIT;
	struct err err = ERR_INIT;
	scratch_write(&scratch, "tree/deep/er/x", "");
	scratch_write(&scratch, "tpatch.yaml", "root: tree\n");
	assert_true(config_find(scratch_path(&scratch, "tree/deep/er"), &config, &warning, &err));
	assert_non_null(config);
	assert_true(slice_ends_with(slice_of(config->path), "tpatch.yaml"));
	assert_true(slice_ends_with(slice_of(config->entries[0].value), "/tree"));
	config_free(config);
	/* The nearest counts. */
	scratch_write(&scratch, "tree/deep/tpatch.yaml", "profile: near\n");
	assert_true(config_find(scratch_path(&scratch, "tree/deep/er"), &config, &warning, &err));
	assert_string_equal(config_entry_of(config, "profile")->value, "near");
	assert_null(config_entry_of(config, "root"));
	config_free(config);
	scratch_write(&scratch, "tree/deep/tpatch.yaml", "root: none\n");
	assert_false(config_find(scratch_path(&scratch, "tree/deep/er"), &config, &warning, &err));
	assert_null(config);
	assert_int_equal(err.line, 1);
	assert_int_equal(err.column, 7);
	assert_int_equal(warning.len, 0);
	err_release(&err);
	scratch_free(&scratch);
}
