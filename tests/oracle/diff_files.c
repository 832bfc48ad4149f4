/*
 * The engine's diff of two folders, for diff_oracle.py. usage: diff_files BEFORE AFTER CONTEXT < PATHS
 * PATHS: one path per line, relative to both folders. Prints the diffs one after another.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/diff.h"

static bool read_whole(const char *folder, const char *path, struct str *out)
{
	struct str name = STR_INIT;
	str_addf(&name, "%s/%s", folder, path);
	FILE *file = fopen(name.ptr, "rb");
	if (!file)
		perror(name.ptr);
	str_release(&name);
	str_clear(out);
	if (!file)
		return false;
	char buffer[65536];
	for (size_t n; (n = fread(buffer, 1, sizeof(buffer), file)) > 0;)
		str_add_bytes(out, buffer, n);
	bool ok = !ferror(file);
	fclose(file);
	return ok;
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: diff_files BEFORE AFTER CONTEXT < PATHS\n");
		return 2;
	}
	char path[4096];
	struct str before = STR_INIT, after = STR_INIT, diff = STR_INIT;
	int status = 0;
	while (status == 0 && fgets(path, sizeof(path), stdin)) {
		path[strcspn(path, "\n")] = '\0';
		if (!read_whole(argv[1], path, &before) || !read_whole(argv[2], path, &after)) {
			status = 1;
			break;
		}
		diff_unified(path, str_slice(&before), str_slice(&after), strtoul(argv[3], NULL, 10), &diff, NULL);
		if (diff.len && fwrite(diff.ptr, 1, diff.len, stdout) != diff.len)
			status = 1;
		str_clear(&diff);
	}
	str_release(&before);
	str_release(&after);
	str_release(&diff);
	return status;
}
