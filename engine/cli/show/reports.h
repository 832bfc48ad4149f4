/*
 * The reports of one run: one on standard output (--format, --json), one for each --output FORMAT=FILE.
 */
#ifndef TPATCH_CLI_REPORTS_H
#define TPATCH_CLI_REPORTS_H

#include "cli/session.h"

/*
 * Are all formats known that the command line asks for, does each file have a name, and does standard output get at
 * most one of them? To be asked before anything is done. False with ERR_USAGE.
 */
bool reports_check(const struct options *options, struct err *err);
/* What standard output gets: text, unless something else was asked for. */
const struct report_format *reports_standard(const struct options *options);
/* Does standard output get something for programs? Then all else goes to standard error, and -q leaves it. */
bool reports_is_machine(const struct options *options);
/* Cuts "html=report.html". False when it is no such thing. */
bool reports_cut(const char *typed, struct slice *format, const char **path);
/* `*page` is the FILE of "html=FILE", for commands whose one report is a page, or NULL. False with ERR_USAGE where FILE
 * is empty. */
bool reports_cut_page(const char *typed, const char **page, struct err *err);
/* Appends the formats that there are, for help. */
void reports_add_help(struct str *out);
/* Prints the report of the session's plan to `stream`: in the format asked for on standard output, as text on standard
 * error. */
bool reports_print(const struct session *session, const struct commit_report *written, int exit_code,
	enum stream stream, struct err *err);
/* Writes the files. False with ERR_IO. */
bool reports_write(const struct session *session, const struct commit_report *written, int exit_code, struct err *err);
/*
 * Plans what the options ask for, writing nothing to the tree: `take` gets a plan that can be made, and of one that is
 * stopped the report goes to standard error. Returns the exit code.
 */
int reports_plan_or_stop(
	const struct options *options, bool (*take)(const struct session *, struct err *), struct err *err);

#endif
