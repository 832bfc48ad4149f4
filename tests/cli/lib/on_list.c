/*
 * For a test: a library to be preloaded that runs the shell command $ON_LIST when the program has listed its first
 * folder. Where tpatch reads the journal, that is the folder of runs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/types.h>

ssize_t getdents64(int fd, void *buffer, size_t size)
{
	ssize_t (*next)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "getdents64");
	ssize_t got = next(fd, buffer, size);
	const char *command = getenv("ON_LIST");
	if (command && got == 0) {
		unsetenv("LD_PRELOAD");
		if (system(command) != 0)
			return -1;
		unsetenv("ON_LIST");
	}
	return got;
}
