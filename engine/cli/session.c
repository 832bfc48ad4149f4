#include "cli/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/ask/adopt.h"
#include "cli/ask/choose.h"
#include "cli/option.h"
#include "cmdline/print.h"
#include "patchset/digest.h"
#include "platform/write.h"

/* A progress line appears only when the walk takes longer than this. */
#define PROGRESS_AFTER_NS 500000000u
#define PROGRESS_EVERY_NS 100000000u

static void warn(void *ctx, const char *line)
{
	const struct options *options = ctx;
	struct str text = STR_INIT;
	str_addf(&text, "warning: %s\n", line);
	if (!options->quiet)
		print_if_possible(STREAM_ERR, str_slice(&text));
	str_release(&text);
}

struct session_request session_request_of(const struct options *options)
{
	return (struct session_request){
		.root = options->root,
		.climbs = true,
		.patchsets = options->patchsets,
		.patchsets_are_the_trees =
			options->patchsets && option_is_configured(options, "patchsets", options->patchsets),
		.tag = options->tag,
		.tag_use = options->force_tag ? TAG_FORCED : TAG_CHECKED,
		.use = options->use,
		.expect_digest = options->expect_digest,
		.facts = { .profile = options->profile,
			.file = options->facts_file,
			.pairs = (const char *const *)options->facts },
		.values = (const char *const *)options->settings,
		.choice = { (const char *const *)options->rules, (const char *const *)options->packs,
			(const char *const *)options->skips },
		.globs = (const char *const *)options->globs,
		.globs_are_typed = true,
		/* Who is asked is asked again for what was declined before. */
		.takes_declined = options->declined || options->ask != ASK_NOTHING,
		.n_threads = options->jobs,
		.warn = warn,
		.warn_ctx = (void *)options,
		.places = { option_find_place, (void *)options },
	};
}

static void trace_settings(const struct options *options, const struct trace *trace)
{
	const struct config *config = options->config;
	for (size_t i = 0; trace && config && i < config->n_entries; i++) {
		const struct config_entry *entry = &config->entries[i];
		trace_event(trace, "setting", "%s:%zu: %s %s: %s%s%s", config->path, entry->line, entry->option,
			entry->value, config_use_name(entry->use), entry->overrider ? " by --" : "",
			entry->overrider ? entry->overrider : "");
	}
}

static bool open_session(struct session *session, const struct options *options, struct patchset_library *library,
	bool with_history, struct err *err)
{
	struct session_request request = session_request_of(options);
	request.library = library;
	request.trace = tracing_new(options);
	trace_settings(options, request.trace);
	bool ok = session_begin(session, &request, with_history, err);
	session->options = options;
	if (session->root)
		options_note_tree(options, root_path(session->root));
	return ok;
}

bool session_open(struct session *session, const struct options *options, struct err *err)
{
	return open_session(session, options, NULL, false, err);
}

bool session_open_with_sets(
	struct session *session, const struct options *options, struct patchset_library *library, struct err *err)
{
	return open_session(session, options, library, false, err);
}

bool session_open_with_history(struct session *session, const struct options *options, struct err *err)
{
	return open_session(session, options, NULL, true, err);
}

void session_close(struct session *session)
{
	const struct trace *trace = session->request.trace;
	adopt_release(session);
	session_end(session);
	tracing_end(trace);
}

bool session_recover_first(struct session *session, struct err *err)
{
	if (!journal_needs_recovery(&session->journal))
		return true;
	if (session->options->no_recover)
		return session_require_whole(session, err);
	if (!session_recover(session, err))
		return false;
	struct str text = STR_INIT;
	const struct commit_report *recovery = &session->recovery;
	str_addf(&text, "note: run %lu had been interrupted; the tree was repaired first\n", recovery->run);
	for (size_t i = 0; i < recovery->n_warnings; i++)
		str_addf(&text, "note: %s\n", recovery->warnings[i]);
	if (!session->options->quiet)
		print_if_possible(STREAM_ERR, str_slice(&text));
	str_release(&text);
	return true;
}

struct progress {
	uint64_t begin, last;
	bool shown;
};

static void show_progress(void *ctx, size_t files_seen)
{
	struct progress *progress = ctx;
	uint64_t now = platform_monotonic_ns();
	if (now - progress->begin < PROGRESS_AFTER_NS || now - progress->last < PROGRESS_EVERY_NS)
		return;
	struct str line = STR_INIT;
	str_addf(&line, "\r%zu files searched", files_seen);
	print_progress(str_slice(&line));
	str_release(&line);
	progress->last = now;
	progress->shown = true;
}

static void end_progress(struct progress *progress)
{
	if (progress->shown)
		print_progress(SLICE_LITERAL("\r\033[K"));
	progress->shown = false;
}

struct asking {
	const struct options *options;
	struct progress *progress;
};

static bool ask(void *ctx, struct plan *plan, struct err *err)
{
	const struct asking *asking = ctx;
	end_progress(asking->progress);
	return choose(asking->options, plan, err);
}

bool session_plan(struct session *session, struct err *err)
{
	const struct options *options = session->options;
	struct session_request *request = &session->request;
	struct progress progress = { .begin = platform_monotonic_ns() };
	struct asking asking = { options, &progress };
	if (options->ask != ASK_NOTHING)
		request->answer = ask;
	request->answer_ctx = &asking;
	if (!options->quiet && platform_is_terminal(STREAM_ERR))
		request->progress = show_progress;
	request->progress_ctx = &progress;
	bool ok = session_make_plan(session, err);
	end_progress(&progress);
	return ok;
}

bool session_report_lost(unsigned long run, const char *what, struct err *err)
{
	err->kind = ERR_IO_TORN;
	err_prefix(err, "run %lu was %s, but its report could not be written", run, what);
	return err_hint(err, "the tree is complete: `tpatch status` shows its state");
}
