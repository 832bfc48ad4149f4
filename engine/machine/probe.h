/*
 * What is asked about a machine, behind a table of functions: probe_system.c asks the machine itself,
 * probe_file.c a YAML file that describes one. So every check can be tried for machines that are not here.
 */
#ifndef TPATCH_MACHINE_PROBE_H
#define TPATCH_MACHINE_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "platform/environment.h"
#include "platform/machine.h"
#include "platform/read.h"

struct probe_facts {
	const char *system;      /* "linux", "windows" */
	const char *description; /* "Linux 6.1.0 x86_64" */
	unsigned bits;
	size_t cores;
	bool knows_memory;
	struct machine_memory memory;
	struct machine_gpus gpus;
	unsigned code_page; /* of the console; 0 where there is none */
};

struct probe {
	struct probe_facts facts;
	struct environment environment;
	const char *tree; /* the source tree's absolute path; borrowed, or NULL */
	/* The programs that are run find none of the tree's by PATH. */
	bool hides_tree;
	/* The whole content of a file; false where it cannot be read. */
	bool (*read)(const struct probe *probe, const char *path, struct str *out);
	enum file_type (*type)(const struct probe *probe, const char *path);
	/* The names in a folder, for dir_list_release(); false where it is none. */
	bool (*list)(const struct probe *probe, const char *path, struct dir_list *out);
	/* The path of a file or folder without links, for free(); NULL where nothing is there. */
	char *(*real_path)(const struct probe *probe, const char *path);
	/* As machine_short_path(). */
	char *(*short_path)(const struct probe *probe, const char *path);
	bool (*disk_free)(const struct probe *probe, const char *path, uint64_t *bytes);
	/* The file that a command starts, for free(); the `skip`-th of that name in PATH. NULL: there is none. */
	char *(*find)(const struct probe *probe, const char *name, size_t skip);
	/* Runs a program for at most 30 seconds; its standard output and standard error go to `out`. False where it
	 * cannot be started. */
	bool (*run)(const struct probe *probe, const char *const *argv, struct str *out, int *code);
	void (*free)(struct probe *probe);
	void *data; /* of the implementation */
};

/* This machine. Free with probe_free(). */
struct probe *probe_system(void);
/* The machine that the YAML file `path` describes (driver/README.md). NULL with ERR_PATCHSET or ERR_IO. */
struct probe *probe_file(const char *path, struct err *err);
void probe_free(struct probe *probe);

/* The value of a variable, or NULL; borrowed. An empty value is none. */
const char *probe_env(const struct probe *probe, const char *name);
bool probe_is_windows(const struct probe *probe);
/* Puts the folder before the others in the PATH of `probe->environment`, which is the caller's own. */
void probe_put_first_in_path(struct probe *probe, const char *folder);
/* A path of the machine, of either system, without its last part and the separator before that. */
struct slice probe_dir(struct slice path);
/* Is the folder `path`, or the file of that path, the tree or below it, whichever links lead there? */
bool probe_is_in_tree(const struct probe *probe, const char *path);
/* Runs and takes the first group of `pattern` out of what is printed, for free(); NULL if it does not run, fails or
 * does not match. */
char *probe_ask(const struct probe *probe, const char *const *argv, const char *pattern);
/* The first group of `pattern` in `text`, for free(); NULL if it does not match. */
char *probe_extract(struct slice text, const char *pattern);
/* The same in a file. */
char *probe_extract_file(const struct probe *probe, const char *path, const char *pattern);

#endif
