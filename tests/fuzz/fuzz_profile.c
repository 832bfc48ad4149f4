/* A profile of tbuild: loaded, or refused with a place; and what is loaded can be asked. */
#include <string.h>

#include "fuzz.h"
#include "profile/profile.h"

static void check_settings(const struct settings *settings)
{
	for (size_t i = 0; i < settings->count; i++) {
		MUST(settings->items[i].name && settings->items[i].name[0]);
		MUST(settings_find(settings, settings->items[i].name) == &settings->items[i]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const systems[] = { "linux", "windows" };
	static const char *const versions[] = { NULL, "1.12.1", "2.7.0" };
	struct fuzz_input input = fuzz_open(data, size);
	uint8_t how = fuzz_byte(&input);
	struct str path = STR_INIT;
	struct profile profile = { 0 };
	struct err err = ERR_INIT;
	MUST(fuzz_folder() && fuzz_put("x.yaml", input.rest, 0644));
	str_addf(&path, "%s/x.yaml", root_path(fuzz_folder()));
	if (profile_load(path.ptr, systems[how % 2], versions[how / 2 % 3], &profile, &err)) {
		check_settings(&profile.env);
		check_settings(&profile.expect);
		check_settings(&profile.pip);
		if (!profile_check_version(&profile, "2.7.0", &err))
			fuzz_check_err(&err);
	} else {
		MUST(err.kind == ERR_PATCHSET || err.kind == ERR_USAGE);
		fuzz_check_err(&err);
	}
	profile_release(&profile);
	str_release(&path);
	fuzz_clear();
	return 0;
}
