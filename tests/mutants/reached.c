/*
 * Marks each basic block that a program runs, for tests/mutants/: linked into a build with
 * -fsanitize-coverage=trace-pc. In the folder of the program there is then NAME.reached, with a byte for every four
 * bytes of its code. All processes share that file, whatever becomes of them.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const char __ehdr_start[], etext[];

void __sanitizer_cov_trace_pc(void);

static unsigned char *marks;

__attribute__((constructor)) static void open_marks(void)
{
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - sizeof(".reached"));
	if (len <= 0)
		return;
	memcpy(path + len, ".reached", sizeof(".reached"));
	size_t size = (size_t)(etext - __ehdr_start) / 4 + 1;
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		return;
	if (lseek(fd, 0, SEEK_END) == (off_t)size || ftruncate(fd, (off_t)size) == 0) {
		void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
		marks = p == MAP_FAILED ? NULL : p;
	}
	close(fd);
}

void __sanitizer_cov_trace_pc(void)
{
	if (marks)
		marks[((uintptr_t)__builtin_return_address(0) - (uintptr_t)__ehdr_start) / 4] = 1;
}
