/* What the parts of port/ share. */
#ifndef TPATCH_PORT_PRIVATE_H
#define TPATCH_PORT_PRIVATE_H

#include "port/carry/carry.h"
#include "port/port.h"
#include "port/side.h"

struct port_step_file {
	uint32_t patch;
	struct patch_file file;
};

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
/* For the next step of a walk: what the file of the patch does to B as a whole, unless no step follows. `removed`: the
 * file that it removes, with the text that it has in B; NULL: it makes one. */
void port_step_whole(
	struct porter *porter, uint32_t patch, const struct patch_file *file, const struct side_file *removed);
/* The same for one that stays, which was at `old_path` and has not got the splices of `carry` (may be NULL) yet. */
void port_step_changed(struct porter *porter, uint32_t patch, const struct patch_file *file, const char *old_path,
	const struct side_file *there, const struct carry *carry, bool changes_mode);
/* Where one half of a move is to look at, or needs a person, the exact other half is to look at, too. */
void port_doubt_moves(struct porter *porter, uint32_t patch);
void port_note(struct porter *porter, const char *text);
/* The patches that a rule is of, in order. */
struct port_owners {
	const uint32_t *patches;
	size_t count;
};
/* What B became, as a diff whose files are rules to be; in `arena`, as is `*owners`, [out->n_files]. */
void port_compose(struct porter *porter, struct patch *out, struct port_owners **owners, struct arena *arena);
/* The set, proved in B. */
bool port_write(struct porter *porter, struct err *err);

#endif
