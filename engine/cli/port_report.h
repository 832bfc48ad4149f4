/* What became of a ported series, as people and programs read it. */
#ifndef TPATCH_CLI_PORT_REPORT_H
#define TPATCH_CLI_PORT_REPORT_H

#include "format/json.h"
#include "port/port.h"

/*
 * Appends one line for each edit that a person should know of, with its evidence below it, and how many there are of each kind. `all`: also what was
 * carried exactly without anything to tell. `quiet`: only what is left for a person.
 */
void port_print_text(const struct series *series, const struct port_result *result, bool all, bool quiet, struct str *out);
/* Adds to a new object from print_new_json(). */
void port_add_json(const struct series *series, const struct port_result *result, struct json *out);

#endif
