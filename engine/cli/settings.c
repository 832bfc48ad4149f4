#include "cli/settings.h"

#include <string.h>

const struct config_option settings_options[] = {
	{ OPTION_ROOT, "root", false },
	{ OPTION_PATCHSETS, "patchsets plan", true },
	{ OPTION_USE, "use plan", false },
	{ OPTION_TAG, "tag plan", false },
	{ OPTION_PACK, "pack rule plan", false },
	{ OPTION_PROFILE, "profile facts plan", false },
	{ OPTION_FACTS, "facts plan", false },
	{ OPTION_FACT, "profile facts plan", false },
	{ OPTION_SET, "plan", false },
	{ OPTION_SKIP, "rule= plan", false },
	{ OPTION_GLOBS, "globs plan", false },
	{ OPTION_FAIL_ON, "fail-on", false },
	{ OPTION_NONE, NULL, false },
};

const char *settings_given_by(const struct options *options, const char *option, const char *name, const char *given_by)
{
	const struct config *config = options->config;
	size_t len = strlen(name);
	bool was_typed = strncmp(given_by, "--", 2) == 0 && strcmp(given_by + 2, option) == 0;
	for (size_t i = 0; config && was_typed && i < config->n_entries; i++) {
		const struct config_entry *entry = &config->entries[i];
		if (entry->use == CONFIG_TAKEN && strcmp(entry->option, option) == 0 &&
			strncmp(entry->value, name, len) == 0 && entry->value[len] == '=')
			return CONFIG_FILE;
	}
	return given_by;
}

static void drop_one(const struct options *options, const char *option, const char **value)
{
	if (*value && option_is_configured(options, option, *value))
		*value = NULL;
}

static void drop_some(
	const struct options *options, const char *option, const char *const **values, struct arena *arena)
{
	size_t count = 0, n_kept = 0;
	while (*values && (*values)[count])
		count++;
	const char **kept = arena_alloc(arena, (count + 1) * sizeof(*kept));
	for (size_t i = 0; i < count; i++)
		if (!option_is_configured(options, option, (*values)[i]))
			kept[n_kept++] = (*values)[i];
	kept[n_kept] = NULL;
	*values = kept;
}

/* Is the folder the root or above it, so that the file is found from there? */
static bool is_found_from(const struct config *config, const char *root)
{
	size_t len = strlen(config->folder);
	while (len && platform_is_separator(config->folder[len - 1]))
		len--;
	return strncmp(config->folder, root, len) == 0 && (!root[len] || platform_is_separator(root[len]));
}

void settings_drop_taken(const struct session *session, struct session_request *request, struct arena *arena)
{
	const struct options *options = session->options;
	if (!options->config || !is_found_from(options->config, root_path(session->root)))
		return;
	drop_one(options, "patchsets", &request->patchsets);
	drop_one(options, "use", &request->use);
	drop_one(options, "tag", &request->tag);
	drop_one(options, "profile", &request->facts.profile);
	drop_one(options, "facts", &request->facts.file);
	drop_some(options, "fact", &request->facts.pairs, arena);
	drop_some(options, "set", &request->values, arena);
	drop_some(options, "pack", &request->choice.packs, arena);
	drop_some(options, "skip", &request->choice.skips, arena);
	drop_some(options, "globs", &request->globs, arena);
}
