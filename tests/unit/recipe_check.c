#include "recipe_check.h"

#include "unit.h"

#include "base/version/version.h"
#include "series/recipe.h"

void check_recipe(const char *path, const char *of_version, const char *text, const char *expected)
{
	struct version version;
	struct str out = STR_INIT;
	struct recipe recipe = { .path = path, .text = slice_of(text) };
	if (of_version) {
		assert_true(version_parse(&version, slice_of(of_version), NULL));
		recipe.version = &version;
	}
	recipe_reader_of(slice_of(path))(&recipe);
	assert_null(recipe.bloat);
	for (size_t i = 0; i < recipe.n_patches; i++) {
		const struct recipe_patch *patch = &recipe.patches[i];
		assert_true(patch->offset < recipe.text.len);
		str_addf(&out, "%s", patch->name);
		if (patch->strip != RECIPE_STRIP_UNSAID)
			str_addf(&out, " -p%zu", patch->strip);
		str_addf(&out, "%s", patch->is_reversed ? " -R" : "");
		str_addf(&out, "%s%s", patch->folder ? " in " : "", patch->folder ? patch->folder : "");
		str_addf(&out, "%s%s", patch->condition ? " if " : "", patch->condition ? patch->condition : "");
		str_addf(&out, "%s\n", patch->is_other_version ? ", of another version" : "");
	}
	assert_string_equal(out.ptr ? out.ptr : "", expected);
	str_release(&out);
	recipe_release(&recipe);
}
