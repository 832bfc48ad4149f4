#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "lang/language.h"

/* The languages, in the order in which their file names are tried. Each is `language_X` in lang_X.c. */
#define LANGUAGES(ROW)                                                                                                 \
	ROW(cmake)                                                                                                     \
	ROW(python) ROW(c) ROW(starlark) ROW(shell) ROW(batch) ROW(toml) ROW(requirements) ROW(json) ROW(yaml) ROW(text)

#define DECLARE(name) extern const struct language language_##name;
LANGUAGES(DECLARE)

#define POINTER(name) &language_##name,
static const struct language *const languages[] = { LANGUAGES(POINTER) };

/* Does `name` fit `glob`? A glob has at most one `*`, which stands for any bytes. */
static bool glob_fits(const char *glob, struct slice name)
{
	const char *star = strchr(glob, '*');
	if (!star)
		return slice_eq_cstr(name, glob);
	size_t prefix_len = (size_t)(star - glob);
	return name.len >= prefix_len + strlen(star + 1) && memcmp(name.ptr, glob, prefix_len) == 0 &&
	       slice_ends_with(name, star + 1);
}

const struct language *language_find(struct slice name)
{
	for (size_t i = 0; i < COUNT_OF(languages); i++)
		if (slice_eq_cstr(name, languages[i]->name))
			return languages[i];
	return NULL;
}

const struct language *language_of_path(struct slice path)
{
	struct slice name = path_base(path);
	for (size_t i = 0; i < COUNT_OF(languages); i++)
		for (const char *const *glob = languages[i]->filenames; *glob; glob++)
			if (glob_fits(*glob, name))
				return languages[i];
	return &language_text;
}

const struct language *const *language_all(size_t *count)
{
	*count = COUNT_OF(languages);
	return languages;
}
