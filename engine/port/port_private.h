/* What the parts of port/ share. */
#ifndef TPATCH_PORT_PRIVATE_H
#define TPATCH_PORT_PRIVATE_H

#include "port/carry.h"
#include "port/port.h"
#include "port/side.h"

struct porter {
	const struct series *series;
	const struct port_options *options;
	struct port_result *result;
	struct line_ids ids;
	struct side a, b;
	bool has_a;
	size_t n_unlike_a; /* files of the series that do not fit A, though A was given */
	size_t n_hunted;   /* bytes that were read to find lines that left their file */
};

/* Carries one file of one patch; adds its edits. False with ERR_IO. */
bool port_carry_file(struct porter *porter, uint32_t patch, const struct patch_file *file, struct err *err);
/* Looks in other files for the places of the edits, from number `first_edit` on, that need a person. False with
 * ERR_IO. */
bool port_carry_elsewhere(
	struct porter *porter, uint32_t patch, const struct patch_file *file, size_t first_edit, struct err *err);
/* Fills in the lines around each place, before and after. */
void port_show_places(struct porter *porter, struct carry *carry, const struct port_text *b);
/* A new edit of the result; valid until the next call. */
struct port_edit *port_add_edit(
	struct porter *porter, uint32_t patch, const struct patch_file *file, const struct patch_hunk *hunk);
void port_note(struct porter *porter, const char *text);
/* What B became, as a diff whose files are rules to be; in `arena`. `owners` tells for each of them the patches that it
 * is of, as a list of n_patches flags. */
void port_compose(struct porter *porter, struct patch *out, unsigned char ***owners, struct arena *arena);
/* The set, proved in B. */
bool port_write(struct porter *porter, struct err *err);

#endif
