/*
 * Paths inside a tree: relative, '/' between parts, UTF-8 or raw bytes as the system gave them.
 */
#ifndef TPATCH_BASE_PATH_H
#define TPATCH_BASE_PATH_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

/*
 * May a patch set name this path? Refused, with the reason in `err` (ERR_PATCHSET): empty, absolute, drive or UNC, a
 * `.` or `..` part, backslash, a part that is .git or .tpatch to some file system, NTFS streams, control bytes and what
 * else Windows forbids in names, DOS device names (aux, con, nul, com1 … with or without extension), a part that ends
 * in '.' or ' ', or is longer than 255 bytes, a path longer than 4095. Windows rules hold on every system, so that a
 * set that loads on one loads on all. Source: "Naming Files, Paths, and Namespaces" in Microsoft's Win32 documentation.
 */
bool path_check(struct slice path, struct err *err);
/* The same without the reason. */
bool path_is_allowed(struct slice path);
/* The same for a glob: `*`, `?`, `[...]`, `**`, `{a,b}`, a '/' in front (the tree's root) and one at the end are
 * allowed besides. */
bool path_check_glob(struct slice glob, struct err *err);
/*
 * May a path that was found in a tree, or is read from a journal or a plan, be one of a tree's files? Not if it is
 * empty or absolute, has an empty part, `.` or `..`, ends in '/', holds a NUL, or leads into .git or .tpatch. Names
 * that only a patch set may not choose are fine.
 */
bool path_leads_into_tree(struct slice path);
/*
 * Is one part of a path .git or .tpatch, on any file system: in any case, with dots, spaces or a stream after it, with
 * characters in it that HFS+ does not see, or as a short name that NTFS may give to it (git~1, GI7EBA~1)?
 */
bool path_part_is_reserved(struct slice part);
/*
 * Does git, a CI system or an editor obey the file, or what is in the folder? A part that begins with .git
 * (.gitmodules, .gitattributes, .github, .gitlab-ci.yml), or is one of a list in path.c (.circleci, .vscode,
 * .pre-commit-config.yaml …), in any case and in each form that path_part_is_reserved() knows (GITHUB~1). Of a glob: is
 * such a part written out in it?
 */
bool path_is_protected(struct slice path);
/* The last part. */
struct slice path_base(struct slice path);
/* All before the last '/', or empty. */
struct slice path_dir(struct slice path);
/* Appends `name` to `path` with one '/' between, unless `path` is empty. */
void path_push(struct str *path, struct slice name);
/* "folder/name", or "name" where `folder` is "": for free(). */
char *path_join(const char *folder, const char *name);
/*
 * Appends `path` for people and for diff headers: as it is, or in double quotes with C escapes when it holds '"', '\\',
 * bytes that are not UTF-8 (git's quote.c rule with core.quotePath=false), or what does something else than to be seen
 * (base/shown.h).
 */
void path_quote(struct slice path, struct str *out);

#endif
