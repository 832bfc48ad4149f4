#include "command/option.h"

#include <stdlib.h>
#include <string.h>

#include "profile/profile.h"

void option_add_profiles(const struct options *options, struct str *out)
{
	(void)options;
	const char **names = profile_names();
	for (size_t i = 0; names[i]; i++)
		str_addf(out, "%.*s\n", (int)(strlen(names[i]) - strlen(".profile.yaml")), names[i]);
	free(names);
}

const struct option_row option_rows[OPTION_COUNT] = { OPTIONS(OPTION_ROW) };
