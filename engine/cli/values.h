/*
 * Values for completion: what the patch sets and the tree that the command line names so far have. Each appends lines
 * as `add_values` of an option does: the word, a tab, what it means. What cannot be read has none; nothing is written,
 * and nothing is said.
 */
#ifndef TPATCH_CLI_VALUES_H
#define TPATCH_CLI_VALUES_H

#include "cli/option.h"

/* Rules of the set that is named or fits the tree; else, and where the command takes no tree, of all sets. */
void values_add_rules(const struct options *options, struct str *out);
void values_add_sets(const struct options *options, struct str *out);
void values_add_packs(const struct options *options, struct str *out);
void values_add_profiles(const struct options *options, struct str *out);
/* Facts as NAME=VALUE, one line for each value that is known; NAME= where any is taken. */
void values_add_facts(const struct options *options, struct str *out);
/* auto and none; files come from the shell. */
void values_add_fact_sources(const struct options *options, struct str *out);
/* Variables of the set, as NAME=VALUE. */
void values_add_variables(const struct options *options, struct str *out);
/* Releases of the projects: "1.12.1". */
void values_add_versions(const struct options *options, struct str *out);
/* Runs that the tree's journal has, newest first. */
void values_add_runs(const struct options *options, struct str *out);

#endif
