/*
 * The journal on disk, formats 1 to 4.
 *
 *   .tpatch/.gitignore        "*": the journal hides itself from git
 *   .tpatch/lock              held (flock) by the tpatch at work; holds its process id and a line end
 *   .tpatch/last              the highest number that a run had when runs were last removed, in decimal, and a line
 *                             end: numbers are not given twice. Made as last.tmp. Missing, or with a wrong byte: none
 *                             were removed
 *   .tpatch/runs/000001/      one folder for each run: decimal, at least six digits, never 0
 *       new/K                 new text of file K (0, 1, …), with its mode; renamed onto the target by the commit. Of a
 *                             file that the run removes: nothing, and then the file itself, renamed to here
 *       old/K                 the original of file K: a hard link to it, or a copy with its mode and mtime; renamed
 *                             back by a rollback. Of a file that the run makes: nothing, and after a rollback the file
 *                             itself, renamed to here
 *       folders.left          the mtimes of the files' folders as the run left them; written before the run becomes
 *                             applied
 *       folders.back          the mtimes that they get at the end of a rollback; written before the run becomes rolling
 *       header.tmp            being written: does not count
 *       header.STATE          the header; renaming it is what changes the run's state
 *
 * STATE is `pending` (written before the first target is replaced), `applied` (pending -> applied is the commit),
 * `rolling` (applied -> rolling begins a rollback) or `undone` (pending or rolling -> undone; old/, new/ and
 * folders.back are then removed). A folder without a header is left from a run that was killed early, before it touched
 * the tree.
 *
 * new/K is there until file K is replaced, old/K until it is put back (where there is nothing to put somewhere, from
 * then on): so for a file that is neither before nor after, these names tell whether the run ever touched it. Where the
 * system can exchange two names, what is replaced has the name new/K or old/K then, and loses it once it was looked at,
 * or with the run. What a cut-off run has there that is neither before nor after, while the file itself is as the run
 * wants it, is somebody else's: it had come to the file's place at the last moment, and recovery puts it back there.
 *
 * The header is text, each line ended by LF, fields separated by one space:
 *
 *   tpatch-run 4                         format version
 *   run 1                                the same number as the folder's
 *   time 1769863000000000000             when it was made, ns since 1970 UTC
 *   tool 0.1.0                           version of tpatch
 *   set pytorch-1.12.1                   name of the patch set
 *   target looks%20like%202.4            label of the target
 *   keeps 0                              else the run whose undoing by force wrote over what this one found, and keeps:
 *                                        it changes nothing
 *   origin 3                             number of `with` lines
 *   with argument tpatch                 how the run was made: enum origin_kind. A word after `with` that is not known
 *                                        is passed over
 *   with fact cuda=12.8
 *   with digest HEX
 *   with edits RULE=HEX,HEX
 *   …
 *   files 2                              number of `file` lines
 *   file K BEFORE AFTER BEFORE-SIZE AFTER-SIZE MODE AFTER-MODE MTIME PATH RULE,RULE
 *   …
 *   made 1                               number of `made-folder` lines
 *   made-folder PATH                     a folder that the run made, outer ones first: a rollback removes it if it is
 *                                        empty then
 *   …
 *   declined 2                           number of `left-out` lines
 *   left-out RULE                        the user did not want this rule, in no file
 *   left-out RULE PATH                   the user did not want this rule in this file
 *   …
 *   folders 2                            number of `folder` lines
 *   folder MTIME PATH                    a folder in which the run changes names ("." is the root), and its mtime
 *                                        before the run
 *   …
 *   checksum HEX                         XXH3-128 of all bytes before this line
 *   seal ROOT JOURNAL HEX                may be missing: which folder this is and which journal (file id, and when it
 *                                        was made or its volume), and a digest of all before it by this user's key:
 *                                        seal.c
 *
 * BEFORE and AFTER are XXH3-128 in hex, or "-" where there is no file; MODE is octal, MTIME is in ns since 1970 (may be
 * negative), both of the original; they are 0 where there was none. Format 4 is written. Earlier ones wrote, and read,
 * formats 1 to 3: format 3 has no lines from `keeps` to `files`; 1 and 2 none from `declined` to `folders` either;
 * format 1 has neither AFTER-MODE, which is MODE then, nor "-", nor the lines from `made` to `declined`. In text,
 * control bytes, space, '%', ',' and DEL are written %XX (upper-case hex). A header with a wrong byte anywhere is never
 * acted upon.
 *
 * folders.left and folders.back are the lines from `folders` on, with a checksum of their own. They are a help only:
 * where one is missing or has a wrong byte, all files are put back all the same, and the folders keep the mtimes that
 * this gave them.
 */
#include "commit/journal/journal.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/str.h"
#include "commit/journal/header.h"
#include "commit/journal/seal.h"
#include "platform/shell_word.h"

#define LAST_MAX_BYTES 32
/* A run at work renames its header; a reader that comes between listing and opening looks again. */
#define READ_TRIES 5

struct reader {
	struct root *root;
	struct journal *journal;
	struct dir_list list;
	struct str path, text;
	struct sealing sealing;
	size_t runs_capacity, unfinished_capacity;
	bool only_in_force;
};

/* What a run's folder holds. */
struct contents {
	size_t n_headers;
	enum run_state state; /* what the last header's name says */
	bool holds_texts;
};

const char *run_state_name(enum run_state state)
{
	static const char *const names[] = {
		[RUN_PENDING] = "pending",
		[RUN_APPLIED] = "applied",
		[RUN_ROLLING] = "rolling",
		[RUN_UNDONE] = "undone",
		[RUN_BROKEN] = "broken",
		[RUN_KEPT] = "kept",
	};
	return names[state];
}

static bool header_state(const char *name, enum run_state *state)
{
	static const enum run_state written[] = { RUN_PENDING, RUN_APPLIED, RUN_ROLLING, RUN_UNDONE };
	static const char prefix[] = "header.";
	if (strncmp(name, prefix, sizeof(prefix) - 1) != 0)
		return false;
	for (size_t i = 0; i < COUNT_OF(written); i++) {
		*state = written[i];
		if (strcmp(name + sizeof(prefix) - 1, run_state_name(written[i])) == 0)
			return true;
	}
	return false;
}

static bool is_text_name(const char *name)
{
	return strcmp(name, "new") == 0 || strcmp(name, "old") == 0 || strcmp(name, ITEM_BACK) == 0;
}

static bool look_into(struct reader *reader, unsigned long number, struct contents *out, struct err *err)
{
	*out = (struct contents){ .state = RUN_PENDING };
	if (!root_list(reader->root, journal_run_path(&reader->path, number), &reader->list, err))
		return false;
	for (size_t i = 0; i < reader->list.count; i++) {
		const char *name = reader->list.entries[i].name;
		out->holds_texts = out->holds_texts || is_text_name(name);
		enum run_state state;
		if (header_state(name, &state)) {
			out->state = state;
			out->n_headers++;
		}
	}
	return true;
}

static void add_run(struct reader *reader, struct run run)
{
	struct journal *journal = reader->journal;
	VEC_PUSH(journal->runs, journal->n_runs, reader->runs_capacity, run);
}

static void add_broken(struct reader *reader, unsigned long number, enum run_state named, const char *why)
{
	char *problem = arena_strdup(&reader->journal->arena, why);
	add_run(reader, (struct run){ .number = number, .state = RUN_BROKEN, .named = named, .problem = problem });
}

static bool is_skipped(const struct reader *reader, const struct contents *contents)
{
	return reader->only_in_force && contents->n_headers == 1 && contents->state == RUN_UNDONE;
}

/* Has somebody removed the run's folder since it was listed? Then there is no such run, and no error. */
static bool is_removed(struct reader *reader, unsigned long number, struct err *err)
{
	struct file_stat st;
	struct err ignored = ERR_INIT;
	bool gone =
		root_stat(reader->root, journal_run_path(&reader->path, number), &st, &ignored) && st.type == FILE_NONE;
	err_release(&ignored);
	if (gone)
		err_release(err);
	return gone;
}

static bool read_run(struct reader *reader, unsigned long number, struct err *err)
{
	struct journal *journal = reader->journal;
	struct contents contents = { 0 };
	bool found = false, skipped = false;
	for (int tries = 0; tries < READ_TRIES && !found && !skipped; tries++) {
		err_release(err);
		if (!look_into(reader, number, &contents, err))
			return is_removed(reader, number, err);
		if (contents.n_headers == 0) {
			VEC_PUSH(journal->unfinished, journal->n_unfinished, reader->unfinished_capacity, number);
			return true;
		}
		skipped = is_skipped(reader, &contents);
		const char *path = journal_header_path(&reader->path, number, contents.state);
		found = !skipped && root_read(reader->root, path, HEADER_MAX_BYTES, &reader->text, NULL, err);
	}
	if (!skipped && (!found || contents.n_headers > 1)) {
		add_broken(reader, number, contents.state, found ? "it has two headers" : err->message);
		err_release(err);
		return true;
	}
	struct run run = {
		.number = number, .state = contents.state, .named = contents.state, .holds_texts = contents.holds_texts
	};
	struct slice text = str_slice(&reader->text);
	if (!skipped)
		run.proof = seal_check(&reader->sealing, &text);
	if (!skipped && !header_parse(text, &journal->arena, &run))
		run.state = RUN_BROKEN;
	else if (run.state == RUN_APPLIED && run.origin.keeps)
		run.state = RUN_KEPT;
	run_index(&run, &journal->arena);
	add_run(reader, run);
	return true;
}

/* `path` must be a folder or not be there; a link or a file in its place is refused, for it could lead anywhere. */
static bool folder_is_there(struct root *root, const char *path, bool *there, struct err *err)
{
	struct file_stat st;
	if (!root_stat(root, path, &st, err))
		return false;
	*there = st.type == FILE_DIRECTORY;
	if (*there || st.type == FILE_NONE)
		return true;
	err_set(err, ERR_IO, "'%s' is %s, not a folder", path, st.type == FILE_SYMLINK ? "a symbolic link" : "a file");
	return err_hint(err, "tpatch keeps its journal there; move it away");
}

static bool read_runs(struct reader *reader, struct err *err)
{
	struct dir_list names = { 0 };
	bool ok = root_list(reader->root, JOURNAL_RUNS, &names, err);
	for (size_t i = 0; ok && i < names.count; i++) {
		unsigned long number;
		if (names.entries[i].type == FILE_DIRECTORY && journal_run_number(names.entries[i].name, &number))
			ok = read_run(reader, number, err);
	}
	dir_list_release(&names);
	return ok;
}

/* It is a help only: what is wrong with it is no error. */
static void read_last_number(struct reader *reader)
{
	struct err ignored = ERR_INIT;
	if (root_read(reader->root, JOURNAL_LAST, LAST_MAX_BYTES, &reader->text, NULL, &ignored))
		journal_last_number(str_slice(&reader->text), &reader->journal->last_pruned);
	err_release(&ignored);
}

/* Root's umask may close it to the user whose tree it is. */
static bool hint_of_another(struct root *root, struct err *err)
{
	struct folder_identity id;
	struct err ignored = ERR_INIT;
	bool is_foreign = root_identify(root, JOURNAL_DIR, &id, &ignored) && !id.is_mine;
	err_release(&ignored);
	return is_foreign && !err->hint ? err_hint(err, JOURNAL_HINT_OF_ANOTHER) : false;
}

static bool find_folders(struct root *root, bool *there, bool *has_runs, struct err *err)
{
	*has_runs = false;
	return folder_is_there(root, JOURNAL_DIR, there, err) &&
	       (!*there || folder_is_there(root, JOURNAL_RUNS, has_runs, err) || hint_of_another(root, err));
}

bool journal_is_there(struct root *root, bool *there, struct err *err)
{
	bool has_runs;
	return find_folders(root, there, &has_runs, err);
}

static bool read_journal(struct root *root, bool only_in_force, struct journal *out, struct err *err)
{
	*out = (struct journal){ .root = root };
	bool there, has_runs;
	if (!find_folders(root, &there, &has_runs, err))
		return false;
	if (!has_runs)
		return true;
	struct reader reader = { .root = root, .journal = out, .only_in_force = only_in_force };
	bool ok = sealing_begin(root, false, &reader.sealing, err) && read_runs(&reader, err);
	if (ok)
		read_last_number(&reader);
	dir_list_release(&reader.list);
	str_release(&reader.path);
	str_release(&reader.text);
	sealing_end(&reader.sealing);
	if (ok)
		journal_index(out);
	else
		journal_release(out);
	return ok || hint_of_another(root, err);
}

bool journal_read(struct root *root, struct journal *out, struct err *err)
{
	return read_journal(root, false, out, err);
}

bool journal_read_in_force(struct root *root, struct journal *out, struct err *err)
{
	return read_journal(root, true, out, err);
}

void journal_release(struct journal *journal)
{
	free(journal->runs);
	free(journal->unfinished);
	free(journal->changed);
	table_release(&journal->newest);
	arena_release(&journal->arena);
	*journal = (struct journal){ 0 };
}

const char *run_proof_problem(const struct run *run)
{
	static const char *const problems[] = {
		[PROOF_NONE] = "has no seal that shows who wrote it",
		[PROOF_OTHER_KEY] =
			"was sealed with another key than yours: by another user, on another machine, or before your "
			"key was lost",
		[PROOF_ELSEWHERE] = "was written for another folder, of which this is a copy",
		[PROOF_OURS] = NULL,
	};
	return run->state == RUN_BROKEN ? NULL : problems[run->proof];
}

bool run_is_users(const struct run *run)
{
	return run->proof == PROOF_OURS || run->proof == PROOF_ELSEWHERE;
}

const struct run *journal_interrupted(const struct journal *journal)
{
	for (size_t i = journal->n_runs; i > 0; i--) {
		const struct run *run = &journal->runs[i - 1];
		if (run->named == RUN_PENDING || run->named == RUN_ROLLING)
			return run;
	}
	return NULL;
}

bool journal_needs_recovery(const struct journal *journal)
{
	return journal_interrupted(journal) != NULL;
}

bool journal_require_whole(const struct journal *journal, const char *root, struct err *err)
{
	const struct run *run = journal_interrupted(journal);
	if (!run)
		return true;
	const char *problem = run_proof_problem(run);
	struct str argument = STR_INIT;
	shell_word(root, &argument);
	if (problem) {
		err_set(err, ERR_IO_TORN, "run %lu in '%s' did not finish, and it %s", run->number, root, problem);
		err_hint(err, "`tpatch recover --root %s` lists what it would write, and writes nothing", argument.ptr);
	} else {
		err_set(err, ERR_IO_TORN, "run %lu in '%s' did not finish: it was interrupted, or is still running",
			run->number, root);
		err_hint(err, "unless another tpatch is running, run `tpatch recover --root %s`: it repairs the tree",
			argument.ptr);
	}
	str_release(&argument);
	return false;
}
