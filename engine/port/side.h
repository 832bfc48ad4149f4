/* A tree while a series is carried: what is read of it, and what the patches so far made of it, in memory. Private to
 * port/. */
#ifndef TPATCH_PORT_SIDE_H
#define TPATCH_PORT_SIDE_H

#include "port/port_text.h"
#include "tree/tree.h"

#define SIDE_NONE SIZE_MAX

enum side_form { SIDE_CODE, SIDE_HUNKS, SIDE_ONE_HUNK, SIDE_LEFT_OUT };

struct side_file {
	const char *original; /* its path in the tree; NULL: a patch made it */
	const char *path;     /* now; NULL: it is gone */
	struct port_text text;
	struct slice bytes; /* as in the tree */
	bool is_binary;
	uint32_t made_by, removed_by, renamed_by, moded_by; /* patches, or PORT_NOBODY */
	bool was_executable, executable;
	unsigned form;       /* enum side_form: how its changes are written */
	bool is_wrong;       /* the set that was drafted does not make it */
	const char *problem; /* why they are not, of SIDE_LEFT_OUT; or what was wrong with the form before */
};

struct side {
	const struct tree *tree;
	struct line_ids *ids;
	struct line_ids paths; /* each path that was asked for */
	size_t *by_path;       /* index into `files`, or SIDE_NONE */
	size_t paths_capacity, n_paths;
	struct side_file **files;
	size_t n_files, files_capacity;
	size_t n_bytes;     /* of the files as they were read */
	const char **names; /* all files of the tree, once they were asked for; sorted */
	size_t n_names, names_capacity;
	bool has_names;
	struct arena arena;
};

/* Of all files together, which are held until the end; and of those among which one that moved is looked for. A small
 * repository may have one large file under many names. */
#define SIDE_MAX_BYTES ((size_t)128 << 20)
#define SIDE_SEARCH_MAX_BYTES ((size_t)64 << 20)

void side_init(struct side *side, const struct tree *tree, struct line_ids *ids);
void side_release(struct side *side);
/* The file that is at the path now; `*out` is NULL where there is none. False with ERR_IO; ERR_USAGE for more than
 * SIDE_MAX_BYTES. */
bool side_get(struct side *side, const char *path, struct side_file **out, struct err *err);
/* A file that a patch makes where none is. */
struct side_file *side_make(
	struct side *side, const char *path, const uint32_t *lines, size_t n, bool is_open, uint32_t owner);
/* The file goes to another path, where none is, or away (`path` NULL). */
void side_move(struct side *side, struct side_file *file, const char *path, uint32_t owner);
/* Where a file that is not at its path any more is likely to be. */
struct side_likely {
	const char *path; /* a file of the same name, or in the same folder, that has most of its lines; or NULL */
	unsigned share;   /* how many of 1000 it has */
	bool is_only;     /* no other has nearly as many */
};

/* Of the file with these lines. False with ERR_IO. */
bool side_find_moved(
	struct side *side, const char *path, const uint32_t *lines, size_t n, struct side_likely *out, struct err *err);

/* Fills `names`; ERR_IO where a folder cannot be listed. */
bool side_list_names(struct side *side, struct err *err);
/* What kind of file it is, by its name: all after the last dot, or a name without one. */
struct slice side_ending(struct slice path);

#endif
