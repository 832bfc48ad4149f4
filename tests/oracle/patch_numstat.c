/*
 * What the engine reads in a diff, for patch_oracle.py. usage: patch_numstat STRIP < DIFF Prints per file `ADDED TAB
 * REMOVED TAB PATH`, `-` for a binary one, as `git apply --numstat` does, which passes over what GNU diff says of
 * binary files outside of git's own headers; an error as `file:line:col: message`, exit 1.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "text/patch.h"

/* "Binary files X and Y differ" with no header above it. */
static bool is_notice(const struct patch_file *file, struct slice text)
{
	struct slice line;
	for (size_t at = 1; slice_cut(&text, '\n', &line) && at < file->line; at++)
		;
	return file->is_binary && slice_starts_with(line, "Binary files ");
}

static void print_file(const struct patch_file *file)
{
	size_t added = 0, removed = 0;
	struct str path = STR_INIT;
	for (size_t h = 0; h < file->n_hunks; h++)
		for (size_t i = 0; i < file->hunks[h].n_lines; i++) {
			added += file->hunks[h].lines[i].side == PATCH_NEW;
			removed += file->hunks[h].lines[i].side == PATCH_OLD;
		}
	path_quote(slice_of(file->new_path ? file->new_path : file->old_path), &path);
	if (file->is_binary)
		printf("-\t-\t%s\n", path.ptr);
	else
		printf("%zu\t%zu\t%s\n", added, removed, path.ptr);
	str_release(&path);
}

int main(int argc, char **argv)
{
	char buffer[65536];
	struct str text = STR_INIT, message = STR_INIT;
	struct err err = ERR_INIT;
	struct patch patch;
	for (size_t n; (n = fread(buffer, 1, sizeof(buffer), stdin)) > 0;)
		str_add_bytes(&text, buffer, n);
	bool ok = patch_read(&patch, "stdin", str_slice(&text), argc > 1 ? strtoul(argv[1], NULL, 10) : 1, &err);
	for (size_t i = 0; ok && i < patch.n_files; i++)
		if (!is_notice(&patch.files[i], str_slice(&text)))
			print_file(&patch.files[i]);
	if (!ok) {
		err_format(&err, &message);
		fputs(message.ptr, stderr);
	}
	str_release(&message);
	str_release(&text);
	err_release(&err);
	patch_release(&patch);
	return ok ? 0 : 1;
}
