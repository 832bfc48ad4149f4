/*
 * What went wrong in a build: the signatures of driver/data/signatures.yaml and messages.yaml held against a log, line
 * by line, as it comes. The last line of a log is never the cause: Ninja goes on with what it has begun, and everything
 * above it then says that something below it failed.
 */
#ifndef TBUILD_TRIAGE_TRIAGE_H
#define TBUILD_TRIAGE_TRIAGE_H

#include "data/data.h"
#include "triage/expression.h"
#include "triage/facts.h"
#include "triage/packages.h"
#include "triage/phrases.h"

enum signature_level {
	LEVEL_FATAL,   /* stops the build */
	LEVEL_KILL,    /* stops it from outside (memory ran out): an error before it counts first */
	LEVEL_ASIDE,   /* an error that is often harmless: counts where there is no other */
	LEVEL_FEATURE, /* a feature turned itself off */
	LEVEL_NOTE,    /* harmless */
	LEVEL_GENERAL, /* what its own text says, or whose name is in it: counts where no row knows better */
	LEVEL_LAST,    /* tells little: said only when no fatal one is found */
	LEVEL_OUTER,   /* what a program says that may have started others: counts where these have said nothing */
	LEVEL_EMPTY    /* tells only that something failed */
};

/* One of several causes that a row's line may have. */
struct candidate {
	const char *id, *cause, *tell, *fix; /* `tell`: the question or command that decides whether it is this one */
	struct expression *match;            /* what its line looks like then; NULL: like that of the others */
	struct condition_sets when;          /* what the rest of the log tells then */
};

/* How often an answer named the cause, and how often another. */
struct tally {
	unsigned right, wrong;
};

/* What answers of a row were worth that were about one package of its table, or about names that it has whole. */
struct entry_record {
	const char *package; /* NULL: whole names, of any package */
	struct tally tally;
};

struct signature {
	const char *id, *step, *system, *sample, *cause, *fix; /* system may be NULL: any */
	const char *const *yields,
		*const *links; /* NULL-terminated, or NULL; `yields`: the rows that count before it */
	enum signature_level level;
	bool unsure, warns;                 /* `warns`: a line in which a program warns counts as an error */
	struct condition_sets when, unless; /* on the rest of the log */
	/* Of logs that nobody had read for it (record.yaml). */
	struct tally tally;
	struct entry_record *records; /* of what it looks up in its table */
	size_t n_records, records_capacity;
	struct expression *match;
	struct candidate *candidates; /* the likeliest first, in place of `fix`; NULL where the row has one cause */
	size_t n_candidates;
	/*
	 * What the first group that took part is looked up as; PACKAGE_KINDS: as nothing. The row matches where there
	 * is such a package; with `otherwise` everywhere, and that is the remedy where there is none.
	 */
	enum package_kind table;
	const char *otherwise;
	unsigned char groups; /* the bits of its groups of words, see struct group_word */
};

/* A row is worth trying on lines that have a word of each of its groups. */
struct group_word {
	size_t row;
	unsigned char bit; /* of its group */
};

struct signatures {
	struct signature *items;
	size_t count, capacity;
	struct packages packages;
	struct phrases phrases;
	struct facts facts;
	struct arena arena;
	/* One of these words is in each line that a row matches. */
	struct slice *words;
	size_t *word_row; /* [n_words]: index into items */
	size_t n_words, words_capacity, rows_capacity;
	struct word_set *word_set;
	struct slice *group_words;
	struct group_word *group_of; /* [n_group_words] */
	size_t n_group_words, group_words_capacity, groups_capacity;
	struct word_set *group_set;
	struct expression *launcher, *warning, *advice; /* driver/data/lines.yaml */
};

/* The embedded ones. Release with signatures_release() in any case. */
bool signatures_load(struct signatures *out, struct err *err);
/* The same of the tables that `find` finds, with all expressions compiled. ERR_PATCHSET with the place of what is wrong
 * in them. */
bool signatures_load_from(data_finder *find, struct signatures *out, struct err *err);
void signatures_release(struct signatures *signatures);
const char *signature_level_name(enum signature_level level);

/*
 * What an answer promises of logs that nobody has read yet: high - it is right in 9 of 10, medium - in 8 of 10, low -
 * the cause is not known, and the answer is what the line tells. driver/tests/verdicts.txt has how often it held.
 */
enum confidence { CONFIDENCE_HIGH, CONFIDENCE_MEDIUM, CONFIDENCE_LOW };
const char *confidence_name(enum confidence confidence);

#define TRIAGE_MOST 5

/* Of a line no more than this is kept, and "…" where there was more. */
#define TRIAGE_KEPT_BYTES ((size_t)400)
/* Lines that are kept before a hit and after it. */
#define TRIAGE_BEFORE 4
#define TRIAGE_AFTER 12
#define TRIAGE_TAIL 60

struct triage_candidate {
	const struct candidate *candidate;
	char *cause, *tell, *fix; /* the candidate's, with what the line names filled in */
	bool is_raised;           /* the line, or the rest of the log, has what the candidate asks for */
};

struct triage_hit {
	const struct signature *signature;
	enum confidence confidence;
	const struct package *package; /* that the row's table has for what the line names, or NULL */
	bool is_whole;                 /* the table has the whole name, and no beginning alone */
	bool is_guess;     /* what it says rests on less than the signature's text: counts as a general one */
	size_t line;       /* 1-based, in the log */
	char *text;        /* the line, without what was put before it */
	char *cause, *fix; /* the signature's, with what the line names filled in; `fix` may be NULL */
	struct triage_candidate *candidates; /* the likeliest first */
	size_t n_candidates;
	char *before[TRIAGE_BEFORE]; /* the lines before it, the nearest last; NULL where there is none */
	char *after[TRIAGE_AFTER];   /* the lines after it */
	size_t n_after;
};

struct triage_fact {
	const char *name, *what; /* "gcc", "GCC" */
	char *value;             /* "13.2.0"; "yes" of what has no version */
};

struct triage {
	struct triage_hit hits[TRIAGE_MOST]; /* the most likely cause first, each signature once */
	size_t count;
	struct triage_hit *features; /* what turned itself off, each text once, in the order of the log */
	size_t n_features;
	struct triage_fact *facts; /* what the log tells of the machine and its tools */
	size_t n_facts;
	size_t failed_line; /* of Ninja's first "FAILED:", 1-based; 0 = there is none */
	size_t lines;
	struct str tail; /* the last TRIAGE_TAIL lines, as they were */
};
void triage_release(struct triage *triage);

/*
 * Reads a log of any origin and length piece by piece, in memory that does not grow with it. UTF-16 with a byte order
 * mark, which PowerShell's > writes, is converted; terminals' escape sequences (ECMA-48: CSI, OSC), indentation and
 * what pip, tbuild, docker, GitHub, Jenkins, Spack, Nix, loggers and launchers put before a line are passed over.
 */
struct triage_reader;
/* `signatures` must outlive it. */
struct triage_reader *triage_reader_new(const struct signatures *signatures);
void triage_reader_take(struct triage_reader *reader, struct slice bytes);
/* Ends the log, ranks what was found into `out`, and frees the reader. Release with triage_release(). */
void triage_reader_end(struct triage_reader *reader, struct triage *out);

#endif
