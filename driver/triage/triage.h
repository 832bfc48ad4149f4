/*
 * What went wrong in a build: the signatures of driver/data/signatures.yaml held against a log, line by line. The last line of a log is never the
 * cause: Ninja goes on with what it has begun, and everything above it then says that something below it failed.
 */
#ifndef TBUILD_TRIAGE_TRIAGE_H
#define TBUILD_TRIAGE_TRIAGE_H

#include "engine.h"

enum signature_level {
	LEVEL_FATAL,   /* stops the build */
	LEVEL_FEATURE, /* a feature turned itself off */
	LEVEL_NOTE,    /* harmless */
	LEVEL_LAST,    /* tells little: said only when no fatal one is found */
	LEVEL_EMPTY    /* tells only that something failed */
};

struct signature {
	const char *id, *step, *system, *sample, *cause, *mend; /* system may be NULL: any */
	const char *const *links;                               /* NULL-terminated, or NULL */
	enum signature_level level;
	bool unsure;
	struct regex *match;
};

struct signatures {
	struct signature *items;
	size_t count, capacity;
	struct arena arena;
	struct regex_scratch *scratch;
};

/* The embedded ones. ERR_PATCHSET with the place of what is wrong in them. Release with signatures_release() in any case. */
bool signatures_load(struct signatures *out, struct err *err);
void signatures_release(struct signatures *signatures);
const char *signature_level_name(enum signature_level level);

#define TRIAGE_MOST 3

struct triage_hit {
	const struct signature *signature;
	size_t line;       /* 1-based, in the log */
	struct slice text; /* borrowed from the log */
};

struct triage {
	struct triage_hit hits[TRIAGE_MOST]; /* the cause first, then what else was found, each signature once */
	size_t count;
	size_t failed_line; /* of Ninja's first "FAILED:", 1-based; 0 = there is none */
};

/*
 * Makes a log of any origin text of lines in UTF-8: UTF-16 with a byte order mark, which PowerShell's > writes, is converted, a byte order mark and
 * terminals' escape sequences (ECMA-48: CSI, OSC) are taken out. To be called before triage_log().
 */
void triage_decode(struct str *log);
/* Reads the log once. Times that tbuild, GitHub Actions or Docker put before a log's lines are not looked at. */
void triage_log(const struct signatures *signatures, struct slice log, struct triage *out);
/* Line `number` (1-based) of the log without its time; empty behind the end. */
struct slice triage_line(struct slice log, size_t number);

#endif
