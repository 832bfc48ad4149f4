/*
 * Is what was wished for what was configured? PyTorch turns off what it does not find, with a warning among thousands of lines, and then builds for
 * hours.
 */
#include "build/work.h"

bool compare_features(struct work *work, struct err *err)
{
	const struct settings *expect = &work->request->recipe->profile->expect;
	struct tree_cache cache;
	struct str wrong = STR_INIT, line = STR_INIT;
	size_t count = 0;
	bool ok = tree_cache_read(work->request->root, "build/CMakeCache.txt", &cache, err);
	if (ok)
		tree_cache_add_summary(&cache, str_slice(&work->configured));
	for (size_t i = 0; ok && i < expect->count; i++) {
		const struct setting *setting = &expect->items[i];
		const char *value = setting->value ? tree_effective(&cache, work->request->tree_options, setting->name) : NULL;
		if (!setting->value)
			continue;
		bool same = value && tree_same_value(setting->value, value);
		str_clear(&line);
		str_addf(&line, "%s is %s, as it should", setting->name, setting->value);
		if (!same) {
			str_clear(&line);
			str_addf(&line, "%s is %s, and should be %s", setting->name, value ? value : "not configured at all", setting->value);
			str_addf(&wrong, "%s%s", wrong.len ? "; " : "", line.ptr);
			count++;
		}
		log_line(work, str_slice(&line));
	}
	if (ok && count) {
		ok = err_set(err, ERR_UNFIT, "configuring turned off what the profile wants: %s", wrong.ptr);
		err_hint(err, "the log says why: %s", work->log_path.ptr);
	}
	tree_cache_release(&cache);
	str_release(&wrong);
	str_release(&line);
	return ok;
}
