/*
 * Why something cannot go on: filled by the callee only on failure, carried by the caller, printed by cli/ alone.
 *
 * Functions that can fail return bool and take `struct err *` last. What a *rule* found in a file is not an
 * error but a finding (plan/plan.h): the run goes on and the exit code remembers.
 * Message style: what failed first, subject in quotes, no capital, no full stop.
 */
#ifndef TPATCH_BASE_ERR_H
#define TPATCH_BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Each kind has one exit code (cmdline/exit.h). */
enum err_kind {
	ERR_NONE,
	ERR_USAGE,    /* the command line, or a root that is not there */
	ERR_PATCHSET, /* a patch set that cannot be loaded, or none fits the tree */
	ERR_UNFIT,    /* a rule does not hold: stale, ambiguous, conflict, not idempotent */
	ERR_IO,       /* the system said no; the tree is as it was */
	ERR_IO_TORN   /* the system said no and the tree is not as it was; the journal is kept */
};

/* What a hint says of the tree. It holds for the failure alone: who did something before it says so. */
enum err_hint_kind {
	ERR_HINT_OTHER,
	ERR_HINT_UNWRITTEN, /* begins with "nothing was written" */
	ERR_HINT_AS_IT_WAS, /* that the tree is as it was, and no more */
};

struct err {
	enum err_kind kind;
	char *message; /* one line */
	char *file;    /* what the message is about, or NULL */
	size_t line;   /* 1-based; 0 = not known */
	size_t column; /* 1-based, in bytes; 0 = not known */
	char *snippet; /* the text of that line, without its line end, or NULL: printed with a caret under `column` */
	char *hint;    /* what to do about it, or NULL */
	enum err_hint_kind hint_kind;
};

#define ERR_INIT ((struct err){ 0 })

/* Frees what `err` holds; it is ERR_NONE and usable again. */
void err_release(struct err *err);

/* Sets kind and message, dropping what was there before. Always returns false, so `return err_set(...)` reads well. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool err_set(struct err *err, enum err_kind kind, const char *format, ...);

/* Adds where: `file` is copied; line and column are 1-based, 0 if not known. Returns false. */
bool err_at(struct err *err, const char *file, size_t line, size_t column);

/* Adds the source line shown with the caret: the line of `text` that holds byte `offset`. Returns false. */
bool err_snippet(struct err *err, struct slice text, size_t offset);

/* Adds the hint. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool err_hint(struct err *err, const char *format, ...);

/* The same for one that says something of the tree. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool err_hint_of(struct err *err, enum err_hint_kind kind, const char *format, ...);

/* Puts "context: " before the message. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool err_prefix(struct err *err, const char *format, ...);

/* Who knows where a value was written. Zeroed: nobody. */
struct err_places {
	/* Gives `err` the place, where it has one: it is about this value of the option ("fact"). */
	void (*find)(void *ctx, const char *option, const char *value, struct err *err);
	void *ctx;
};

/* Asks for the place of the value that `err` is about; `places` or `value` NULL: of none. Returns false. */
bool err_about(const struct err_places *places, const char *option, const char *value, struct err *err);

/*
 * The whole error as people read it: `file:line:col: message`, caret lines, `hint: ...`, each line ended by "\n". What
 * is hidden in a text is shown as an escape (base/shown.h), a line end too, unless two spaces follow it: with these the
 * message itself begins a line.
 */
void err_format(const struct err *err, struct str *out);

#endif
