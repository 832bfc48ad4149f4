/*
 * Regular expressions and globs: PCRE2 with JIT where there is one, bounded in work and memory. format/regex.c is the
 * door to PCRE2.
 *
 * In a subject that is UTF-8, `.`, classes and `\x{...}` mean characters, and case is Unicode's. In any other they mean
 * bytes, and a pattern with characters beyond ASCII finds nothing. `\w`, `\d`, `\s` and `\b` are ASCII's in both.
 *
 * `^` and `$` match at lines; "\n" and "\r\n" both end a line, and nothing matches between the two bytes of a "\r\n" by
 * `^`, `$`, or "\n". A "\n" in a pattern, escaped or real, outside of a class takes "\r\n" as well, because Git for
 * Windows checks out CRLF. How that is done: format/newline.h.
 */
#ifndef TPATCH_FORMAT_REGEX_H
#define TPATCH_FORMAT_REGEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct regex;         /* compiled; may be shared between threads */
struct regex_scratch; /* what one thread needs to match */

enum regex_flags {
	REGEX_NOCASE = 1,   /* case does not count */
	REGEX_ANCHORED = 2, /* must match from the first byte to the last */
	REGEX_PLAIN = 4,    /* no line-end translation, and bytes: `pattern` comes from regex_from_glob() */
	REGEX_BYTES = 8     /* bytes in any subject: for logs, whose lines come from many programs */
};

/*
 * Compiles. NULL with ERR_PATCHSET, `*error_offset` being the byte in `pattern`, at most its length. Free with
 * regex_free(). Refused besides what PCRE2 refuses: \G, \K, \C, callouts, and verbs at the start other than
 * (*LIMIT_...), which can only lower a limit.
 */
struct regex *regex_new(struct slice pattern, unsigned flags, size_t *error_offset, struct err *err);
void regex_free(struct regex *regex);
/* True when the pattern can match the empty string. */
bool regex_matches_empty(const struct regex *regex);
/* The number of its last group; 0: it has none. */
size_t regex_group_count(const struct regex *regex);

struct regex_scratch *regex_scratch_new(void);
void regex_scratch_free(struct regex_scratch *scratch);
/*
 * Time for one pass over a subject: all searches with one regex, until one begins at byte 0 again. What takes long is
 * counted in time of the processor, so that a busy machine gives up no sooner. 10 seconds unless set; a pass over an
 * ordinary file takes well under a millisecond.
 */
void regex_scratch_set_budget(struct regex_scratch *scratch, uint64_t budget_ns);

enum regex_result { REGEX_NO_MATCH, REGEX_MATCH, REGEX_LIMIT };

/*
 * Searches `subject` from byte `from`. A search that does not begin at byte 0 goes on in the subject of the one before,
 * if that is there again: its bytes must be the same. A byte order mark in front is no part of the text: `^` fits after
 * it. On REGEX_MATCH the whole match is [*begin, *end), in bytes of `subject`. REGEX_LIMIT: it was given up, because
 *   - one place where a match may begin took more than a million steps (PCRE2's match limit; JIT and interpreter count
 *     differently),
 *   - backtracking took more than 64 MiB, or the pattern calls itself without end,
 *   - or the time for the pass is spent. The clock is looked at between pieces of the subject, so a search may go over
 *     by seconds.
 * A pattern with backtracking verbs such as (*SKIP) cannot be tried in pieces: it has no clock, but fewer steps per
 * place, the fewer the longer the subject.
 */
enum regex_result regex_search(const struct regex *regex, struct regex_scratch *scratch, struct slice subject,
	size_t from, size_t *begin, size_t *end);
/* Group `number` of the last match in `scratch`; false when it took no part. */
bool regex_group(const struct regex_scratch *scratch, size_t number, size_t *begin, size_t *end);
/*
 * Appends the replacement for the last match, in PCRE2's extended substitution syntax ($1, ${name}, ${1:+yes:no},
 * \U$1\E); pcre2_substitute() does it. A group that took no part is empty. `subject` is that of the match.
 */
bool regex_expand(struct regex_scratch *scratch, struct slice subject, struct slice replacement, struct str *out,
	struct err *err);
/*
 * Appends the pattern of what the replacement makes of any match: its text, with what each group of `pattern` says
 * where it names the group; `*has_group`: it names one. What `pattern` asks of the text beside its match is asked
 * of the result as well (`^`, `$`, `(?<=…)`, `(?!…)`; `\b` where both have a letter there). False where the result
 * cannot be told: it is empty, has a line end, a group without any text beside it, or more than plain groups (back
 * references, `\U`, `${1:+x}`, …).
 */
bool regex_result_pattern(struct slice pattern, struct slice replacement, bool *has_group, struct str *out);
/* Checks a replacement at load time, by making it: unknown groups, bad syntax. ERR_PATCHSET with the byte in the
 * message. */
bool regex_check_replacement(const struct regex *regex, struct slice replacement, struct err *err);

/*
 * Appends the PCRE2 pattern for one glob without braces, to be compiled with REGEX_PLAIN: pcre2_pattern_convert(),
 * PCRE2_CONVERT_GLOB. What that does (10.42): `*`, `?` and classes stop at '/'; `**` takes anything; a whole part `**`
 * may be no folder at all; `[!...]` and `[^...]` negate; '\' takes the next byte as it is; bytes, not characters. The
 * result has \A, \z and (*COMMIT) in it, so it is to be searched for, and cannot be made one branch of a larger
 * pattern. ERR_PATCHSET.
 */
bool regex_from_glob(struct slice glob, struct str *pattern, struct err *err);

/*
 * A set of globs, as in .gitignore: `*` and `?` stop at '/', `**` does not, `**` followed by '/' may be nothing,
 * `[...]` is a class, and `{a,b}` are alternatives, which may nest and hold '/' (at most 256 of them). A glob without
 * '/' is matched against the last part of a path; one with a '/' against the whole path, and a '/' in front says only
 * that. A glob that ends in '/' takes everything below that folder, which, unless there is another '/', may be
 * anywhere. Braces do not count for that: `{a/b,c}` has a '/'.
 */
struct glob_set;

/*
 * NULL with ERR_PATCHSET naming the glob. `nocase` is for file systems that fold case (ASCII letters). `globs` are not
 * kept. Free with glob_set_free(). A set of none matches nothing.
 */
struct glob_set *glob_set_new(const char *const *globs, size_t count, bool nocase, struct err *err);
void glob_set_free(struct glob_set *set);
bool glob_set_match(const struct glob_set *set, struct regex_scratch *scratch, struct slice path);
/* Does the set take whatever is below `folder` (no '/' at its end)? Known of globs such as `folder/`; false where it is
 * not known. */
bool glob_set_takes_all_below(const struct glob_set *set, struct slice folder);
/* True when `glob` has no wildcard, braces included, and no '/' at its end: as a path it names one file. */
bool glob_is_literal(struct slice glob);

/* Appends "10.42 2022-12-11, with JIT": the PCRE2 that runs. */
void regex_library_add_version(struct str *out);

#endif
