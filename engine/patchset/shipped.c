#include "patchset/shipped.h"

#include <string.h>

#include "patchset/embedded.h"
#include "patchset/schema.h"

bool shipped_find(const char *name, struct slice *out)
{
	return embedded_find(embedded_files, embedded_file_count, name, out);
}

size_t profile_key_names(bool in_when, const char *names[PROFILE_MOST_KEYS])
{
	const struct schema *schema = in_when ? &schema_profile_when : &schema_profile;
	size_t count = 0;
	while (count < schema->n_fields && count < PROFILE_MOST_KEYS) {
		names[count] = schema->fields[count].key;
		count++;
	}
	return count;
}

const char *const *profile_key_choices(bool in_when, const char *key)
{
	const struct schema *schema = in_when ? &schema_profile_when : &schema_profile;
	for (size_t i = 0; i < schema->n_fields; i++)
		if (strcmp(schema->fields[i].key, key) == 0)
			return schema->fields[i].choices;
	return NULL;
}
