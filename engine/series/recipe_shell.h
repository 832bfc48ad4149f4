/* A recipe in the language of the shell while it is read. Private to series/. */
#ifndef TPATCH_SERIES_RECIPE_SHELL_H
#define TPATCH_SERIES_RECIPE_SHELL_H

#include "series/recipe.h"

#define SHELL_MAX_DEPTH 32

struct array_word {
	size_t code;           /* code token */
	const char *condition; /* under which it is one of them, or NULL */
};

struct variable {
	struct slice name;
	const char *value;        /* NULL: known only when the recipe is run */
	struct array_word *words; /* of an array */
	size_t n_words, capacity;
};

struct shell {
	struct recipe *recipe;
	struct document doc;
	struct variable *variables;
	size_t n_variables, capacity;
	const char *heads[SHELL_MAX_DEPTH]; /* of the blocks around */
	size_t depth;                       /* may be more than are kept */
	uint32_t list;                      /* token that begins the list of commands joined by && and || */
	size_t pipeline;                    /* code token that begins the commands joined by | */
	bool is_joined;                     /* the pipeline is not the first one of the list */
	bool is_piped;                      /* the command is not the first one of the pipeline */
	size_t strip;                       /* of the command at work, or RECIPE_STRIP_UNSAID */
	const char *folder;                 /* of the tree, that it says its patches are for, or NULL */
	bool is_reversed;                   /* the command at work takes out what its patches add */
	bool is_flat;                       /* patches lie beside the recipe, wherever it says that they are */
	struct slice loop;                  /* the variable of the last `for`, and its words */
	size_t loop_begin, loop_end;
};

/* The variable, or NULL; valid until the next one is set. */
struct variable *shell_find_variable(struct shell *sh, struct slice name);
/* Sets it, and returns it; NULL where there are too many. `value` lives as long as the recipe. */
struct variable *shell_set_variable(struct shell *sh, struct slice name, const char *value);
/* Appends a word as it is after quotes and the variables that are known were taken out. */
void shell_expand(struct shell *sh, struct slice word, struct str *out);

#endif
