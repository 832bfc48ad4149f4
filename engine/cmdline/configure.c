#include "cmdline/configure.h"

#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "cmdline/command.h"
#include "cmdline/print.h"
#include "platform/read.h"

struct configuring {
	struct options *options;
	const struct options_shared *shared;
	const int *taken; /* options of the command, ended by 0 */
};

static const struct option_row *row_of(const struct configuring *c, int id)
{
	return &c->shared->program->options[id];
}

static const struct config_option *config_option_of(const struct configuring *c, const char *name)
{
	const struct config_option *one = c->shared->program->config_options;
	while (one->id && strcmp(row_of(c, one->id)->name, name) != 0)
		one++;
	return one->id ? one : NULL;
}

static bool takes(const struct configuring *c, int id)
{
	for (const int *taken = c->taken; *taken; taken++)
		if (*taken == id)
			return true;
	return false;
}

/* A command without a tree takes what any command takes, and no more. */
static bool may_take(const struct configuring *c, const struct config_option *one)
{
	bool has_tree = takes(c, c->shared->program->config_options[0].id);
	return takes(c, one->id) && (has_tree || one->anywhere);
}

static bool takes_more_than_root(const struct configuring *c)
{
	for (const struct config_option *one = c->shared->program->config_options + 1; one->id; one++)
		if (may_take(c, one))
			return true;
	return false;
}

static const char *const *list_of(const struct configuring *c, const struct option_row *row)
{
	return *(const char *const *const *)((const char *)c->options + row->offset);
}

static bool is_given(const struct configuring *c, const struct option_row *row)
{
	return c->shared->given[row - c->shared->program->options];
}

/* Is one of the typed values the pair of that name, or the same text? */
static bool was_typed(const struct configuring *c, const struct option_row *row, const char *value)
{
	size_t name_len = strcspn(value, "=") + 1;
	const char *const *typed = is_given(c, row) ? list_of(c, row) : NULL;
	for (; typed && *typed; typed++)
		if (row->kind == KIND_PAIRS ? strncmp(*typed, value, name_len) == 0 : strcmp(*typed, value) == 0)
			return true;
	return false;
}

/* The typed option that counts instead of the entry, or NULL. */
static const char *overrider_of(const struct configuring *c, const struct config_option *one, const char *value)
{
	const struct option_row *own = row_of(c, one->id);
	struct slice rest = slice_of(one->yields_to), word;
	while (slice_cut(&rest, ' ', &word)) {
		bool only_same = slice_ends_with(word, "=");
		struct slice name = slice_sub(word, 0, word.len - only_same);
		const struct option_row *row = option_find(c->options, name);
		if (row && is_given(c, row) && (!only_same || was_typed(c, row, value)))
			return row->name;
	}
	return own->kind == KIND_PAIRS && was_typed(c, own, value) ? own->name : NULL;
}

static bool use_entry(const struct configuring *c, struct config *config, struct config_entry *entry, struct err *err)
{
	const struct config_option *one = config_option_of(c, entry->option);
	if (!one || !may_take(c, one))
		return true;
	entry->overrider = overrider_of(c, one, entry->value);
	entry->use = entry->overrider ? CONFIG_OVERRIDDEN : CONFIG_TAKEN;
	if (entry->overrider || option_set(row_of(c, one->id), entry->value, c->options, err))
		return true;
	err->kind = ERR_PATCHSET;
	return config_err_at(config, entry, err);
}

/* A file that says where its tree is says nothing of another one. */
static bool is_about(const struct config *config, const char *typed_root)
{
	const struct config_entry *entry = config_entry_of(config, "root");
	struct err ignored = ERR_INIT;
	struct root *typed = entry && typed_root ? root_open(typed_root, &ignored) : NULL;
	struct root *own = typed ? root_open(entry->value, &ignored) : NULL;
	bool is = !own || strcmp(root_path(own), root_path(typed)) == 0;
	if (typed)
		root_close(typed);
	if (own)
		root_close(own);
	err_release(&ignored);
	return is;
}

static void warn(const struct options *options, const char *text)
{
	struct str line = STR_INIT, shown = STR_INIT;
	str_addf(&line, "warning: %s\n", text);
	shown_add_text(str_slice(&line), &shown);
	if (!options_shared(options)->quiet)
		print_if_possible(STREAM_ERR, str_slice(&shown));
	str_release(&line);
	str_release(&shown);
}

static bool configure(struct configuring *c, struct err *err)
{
	struct options_shared *shared = (struct options_shared *)c->options;
	struct str warning = STR_INIT;
	struct config *config;
	bool ok = config_find(shared->root ? shared->root : ".", &config, &warning, err);
	if (warning.len)
		warn(c->options, warning.ptr);
	str_release(&warning);
	if (config && !is_about(config, shared->root)) {
		config_free(config);
		config = NULL;
	}
	shared->config = config;
	for (size_t i = 0; ok && config && i < config->n_entries; i++)
		ok = use_entry(c, config, &config->entries[i], err);
	return ok;
}

bool options_configure(struct options *options, struct err *err)
{
	const struct options_shared *shared = options_shared(options);
	if (!shared->program->config_options || !shared->command)
		return true;
	struct configuring c = { .options = options, .shared = shared, .taken = shared->command->options };
	bool takes_any = takes(&c, shared->program->config_options[0].id) || takes_more_than_root(&c);
	if (shared->no_config || !takes_any)
		return true;
	struct err failed = ERR_INIT;
	if (configure(&c, &failed))
		return true;
	if (takes_more_than_root(&c)) {
		*err = failed;
		return false;
	}
	/* To look at what was done, and to take it back, must not depend on it. */
	struct str text = STR_INIT;
	str_addf(&text, "%s was not read: %s", failed.file ? failed.file : CONFIG_FILE, failed.message);
	warn(options, text.ptr);
	str_release(&text);
	err_release(&failed);
	return true;
}

static const struct config_entry *taken_entry(const struct options *options, const char *name, const char *value)
{
	const struct config *config = options_shared(options)->config;
	for (size_t i = 0; config && i < config->n_entries; i++) {
		const struct config_entry *entry = &config->entries[i];
		if (entry->use == CONFIG_TAKEN && strcmp(entry->option, name) == 0 && strcmp(entry->value, value) == 0)
			return entry;
	}
	return NULL;
}

bool option_is_configured(const struct options *options, const char *name, const char *value)
{
	return taken_entry(options, name, value) != NULL;
}

/* The message, too, is of the file: there nobody has written "--". */
void option_find_place(void *options, const char *name, const char *value, struct err *err)
{
	const struct config_entry *entry = taken_entry(options, name, value);
	if (!entry)
		return;
	size_t len = strlen(name);
	if (err->message && strncmp(err->message, "--", 2) == 0 && strncmp(err->message + 2, name, len) == 0)
		memmove(err->message, err->message + 2, strlen(err->message + 2) + 1);
	config_err_at(options_shared(options)->config, entry, err);
	if (!err->hint)
		err_hint(err, "--no-config ignores the file");
}
