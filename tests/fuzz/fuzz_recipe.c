/* The first byte chooses a kind of recipe, the rest is its text: any bytes are read, and every patch that is named
 * is where the reader says. */
#include <stdlib.h>

#include "base/alloc.h"
#include "fuzz.h"
#include "series/recipe.h"

/* As the list in fuzz.py has them. */
static const char *const names[] = { "meta.yaml", "portfile.cmake", "demo-2.3.0-r1.ebuild", "package.py", "default.nix",
	"PKGBUILD", "demo.spec" };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	const char *name = names[fuzz_byte(&input) % COUNT_OF(names)];
	struct version version;
	MUST(version_parse(&version, SLICE_LITERAL("2.3.0"), NULL));
	struct slice text = fuzz_exact(input.rest);
	struct recipe recipe = { .path = name, .text = text, .version = &version };
	recipe_reader *read = recipe_reader_of(slice_of(name));
	MUST(read);
	read(&recipe);
	for (size_t i = 0; i < recipe.n_patches; i++) {
		MUST(recipe.patches[i].offset < text.len);
		MUST(recipe.patches[i].strip == RECIPE_STRIP_UNSAID || recipe.patches[i].strip <= 999);
	}
	recipe_release(&recipe);
	free((void *)(uintptr_t)text.ptr);
	return 0;
}
