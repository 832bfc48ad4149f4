/* A project file: read, or refused with a place; and what is read can be asked. */
#include <string.h>

#include "base/path.h"
#include "config/config.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = fuzz_open(data, size);
	struct config config;
	struct err err = ERR_INIT;
	if (config_read(&config, "tpatch.yaml", input.rest, &err)) {
		for (size_t i = 0; i < config.n_entries; i++) {
			const struct config_entry *entry = &config.entries[i];
			MUST(config_entry_of(&config, entry->option) && entry->value && entry->line && entry->column);
			MUST((entry->reason != NULL) == (strcmp(entry->option, "skip") == 0));
			if (strcmp(entry->option, "root") == 0 || strcmp(entry->option, "patchsets") == 0)
				MUST(path_is_allowed(slice_of(entry->value)));
		}
	} else {
		MUST(err.kind == ERR_PATCHSET);
		fuzz_check_err(&err);
	}
	config_release(&config);
	return 0;
}
