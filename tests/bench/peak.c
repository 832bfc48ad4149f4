/*
 * Runs a command and prints its peak resident set in KiB. A small program, since the kernel counts what the process
 * held before it became the command. The command's own output is thrown away.
 *
 * usage: peak COMMAND [ARGUMENT...]
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	if (argc < 2)
		return 2;
	pid_t child = fork();
	if (child == 0) {
		int nowhere = open("/dev/null", O_WRONLY);
		dup2(nowhere, STDOUT_FILENO);
		dup2(nowhere, STDERR_FILENO);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
		return 1;
	printf("%ld\n", usage.ru_maxrss);
	return 0;
}
