#include "command/option.h"

#include <stdlib.h>
#include <string.h>

#include "checkout/checkout.h"
#include "profile/profile.h"

void option_add_profiles(const struct options *options, struct str *out)
{
	(void)options;
	struct arena arena = ARENA_INIT;
	const char **names = profile_names(&arena);
	for (size_t i = 0; names[i]; i++)
		str_addf(out, "%s\n", names[i]);
	arena_release(&arena);
	free(names);
}

/* The options of the tree's build, as NAME=0 and NAME=1. */
static void option_add_variables(const struct options *options, struct str *out)
{
	struct err ignored = ERR_INIT;
	struct tree_options tree = { 0 };
	struct root *root = root_open(options->root ? options->root : ".", &ignored);
	bool ok = root && tree_options_read(root, &tree, &ignored);
	for (size_t i = 0; ok && i < tree.count; i++)
		str_addf(out, "%s=0\t\n%s=1\t\n", tree.items[i].name, tree.items[i].name);
	tree_options_release(&tree);
	if (root)
		root_close(root);
	err_release(&ignored);
}

const struct option_row option_rows[OPTION_COUNT] = { OPTIONS(OPTION_ROW) };
