/* Recipes of packagers in tests. */
#ifndef TPATCH_TESTS_RECIPE_CHECK_H
#define TPATCH_TESTS_RECIPE_CHECK_H

/* Fails unless the recipe's patches are `expected`, a line each: `NAME -pN -R in FOLDER if CONDITION, of another
 * version`. */
void check_recipe(const char *path, const char *of_version, const char *text, const char *expected);

#endif
