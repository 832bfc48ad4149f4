/* What became of patches that were carried to another tree, for people and programs. */
#ifndef TPATCH_REPORT_PORT_REPORT_H
#define TPATCH_REPORT_PORT_REPORT_H

#include "format/json.h"
#include "port/port.h"

/* All of it is borrowed. */
struct port_report {
	const struct series *series;
	const struct port_result *result;
	const char *source;    /* as it was typed */
	const char *from, *to; /* trees; `from` may be NULL */
	size_t n_kept;         /* rules of the set before that stay */
	const char *next;      /* the command to go on with, or NULL */
	const char *tool;      /* version of tpatch */
};

/*
 * Appends one line for each edit that a person should know of, with its evidence below it, and how many there are of
 * each kind. `all`: also what was carried exactly without anything to report. `quiet`: only what is left for a person.
 */
void port_print_text(const struct port_report *report, bool all, bool quiet, struct str *out);
/* Adds to a new object from print_new_json(): engine/report/schema/port.schema.json. */
void port_add_json(const struct port_report *report, struct json *out);
/* Appends the page on which they are reviewed: engine/report/html/port.js. */
void port_print_html(const struct port_report *report, struct str *out);

#endif
