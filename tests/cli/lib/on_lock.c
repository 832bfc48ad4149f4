/*
 * For a test: a library to be preloaded that runs the shell command $ON_LOCK when the program takes its first lock.
 * tpatch does that when the plan is made and nothing is written yet.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/file.h>

int flock(int fd, int operation)
{
	int (*next)(int, int) = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
	const char *command = getenv("ON_LOCK");
	if (command) {
		unsetenv("LD_PRELOAD");
		if (system(command) != 0)
			return -1;
		unsetenv("ON_LOCK");
	}
	return next(fd, operation);
}
