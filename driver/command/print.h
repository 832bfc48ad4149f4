/* Output: the only place of the driver that writes to the standard streams. */
#ifndef TBUILD_COMMAND_PRINT_H
#define TBUILD_COMMAND_PRINT_H

#include "engine.h"

/* Writes all of `text`. False with ERR_IO when the stream cannot take it. */
bool print_text(enum stream stream, struct slice text, struct err *err);
/* Prints the value as JSON, and frees it. */
bool print_json(struct json *value, struct err *err);
/* "error: …" on standard error. */
void print_err(const struct err *err);

#endif
