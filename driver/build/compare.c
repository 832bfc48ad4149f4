/*
 * Is the configuration what was asked for? PyTorch turns off what it does not find, with a warning among thousands
 * of lines, and then builds for hours.
 */
#include "build/work.h"

static void lower_case(struct str *text)
{
	for (size_t i = 0; i < text->len; i++)
		if (text->ptr[i] >= 'A' && text->ptr[i] <= 'Z')
			text->ptr[i] = (char)(text->ptr[i] - 'A' + 'a');
}

/* The first line of what configuring printed that names the feature and something missing; empty if there is none. */
static struct slice reason_of(struct slice configured, const char *name)
{
	static const char *const words[] = { "not ", "disabl", "off", "cannot", "requires", "too old" };
	struct str feature = STR_INIT, lower = STR_INIT;
	struct slice line, found = SLICE_LITERAL("");
	str_add_cstr(&feature, slice_starts_with(slice_of(name), "USE_") ? name + 4 : name);
	lower_case(&feature);
	while (!found.len && slice_cut(&configured, '\n', &line)) {
		str_clear(&lower);
		str_add(&lower, line);
		lower_case(&lower);
		/* A summary tells what is, and not why. */
		bool names_it = slice_find(str_slice(&lower), str_slice(&feature), 0) != (size_t)-1 &&
				slice_find(line, SLICE_LITERAL(" : "), 0) == (size_t)-1;
		for (size_t i = 0; names_it && !found.len && i < COUNT_OF(words); i++)
			if (slice_find(str_slice(&lower), slice_of(words[i]), 0) != (size_t)-1)
				found = slice_trim(line);
	}
	str_release(&feature);
	str_release(&lower);
	return found;
}

/* Not only what the profile expects: whoever reads the log sees what this build will not have. */
static bool tell_features(struct work *work, struct err *err)
{
	struct triage triage;
	struct str text = STR_INIT;
	bool ok = work->signatures.count || signatures_load(&work->signatures, err);
	if (ok) {
		struct triage_reader *reader = triage_reader_new(&work->signatures);
		triage_reader_take(reader, str_slice(&work->configured));
		triage_reader_end(reader, &triage);
		for (size_t i = 0; i < triage.n_features; i++) {
			str_clear(&text);
			str_addf(&text, "off: %s (%s)", triage.features[i].text, triage.features[i].cause);
			work_note(work, text.ptr);
		}
		triage_release(&triage);
	}
	str_release(&text);
	return ok;
}

bool compare_features(struct work *work, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	struct tree_cache cache;
	struct str wrong = STR_INIT, line = STR_INIT;
	size_t count = 0;
	bool ok = tell_features(work, err);
	ok = tree_cache_read(work->request->root, "build/CMakeCache.txt", &cache, err) && ok;
	if (ok)
		tree_cache_add_summary(&cache, str_slice(&work->configured));
	for (size_t i = 0; ok && i < recipe->n_expect; i++) {
		const struct setting *setting = &recipe->expect[i];
		const char *value = tree_effective(&cache, work->request->tree_options, setting->name);
		bool same = value && tree_same_value(setting->value, value);
		str_clear(&line);
		str_addf(&line, "%s is %s, as it should", setting->name, setting->value);
		if (!same) {
			str_clear(&line);
			str_addf(&line, "%s is %s, and should be %s", setting->name,
				value ? value : "not configured at all", setting->value);
			str_addf(&wrong, "\n  %s", line.ptr);
			/* Why something is off tells nothing about what should be off. */
			struct slice reason = tree_same_value(setting->value, "OFF")
						      ? SLICE_LITERAL("")
						      : reason_of(str_slice(&work->configured), setting->name);
			if (reason.len)
				str_addf(&wrong, "\n    CMake said: " SLICE_FMT, SLICE_ARG(reason));
			count++;
		}
		log_line(work, str_slice(&line));
	}
	if (ok && count) {
		ok = err_set(err, ERR_UNFIT, "the configuration is not what the profile asks for:%s", wrong.ptr);
		err_hint(err, "nothing was built; CMake's full output is in %s", work->log_path.ptr);
	}
	tree_cache_release(&cache);
	str_release(&wrong);
	str_release(&line);
	return ok;
}
