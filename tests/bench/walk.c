/*
 * The least that any program must do to look at a tree: list every folder, open and read every file whose name asks for
 * it, by threads. `make bench` measures tpatch against it. It shares no code with the engine.
 *
 * usage: walk THREADS ROOT SUFFIX|!FOLDER|-FOLDER...     prints how many files and bytes it read
 * Files below a FOLDER ("tools/vcpkg") anywhere in the tree are listed and not read; with '-' they are not even listed.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX_BYTES (64u << 20)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static char **folders;
static size_t n_folders, capacity, n_busy;
static size_t n_files, n_bytes;
static char **suffixes;

static void push(char *folder)
{
	pthread_mutex_lock(&lock);
	if (n_folders == capacity)
		folders = realloc(folders, (capacity = capacity ? capacity * 2 : 64) * sizeof(*folders));
	folders[n_folders++] = folder;
	pthread_cond_signal(&wake);
	pthread_mutex_unlock(&lock);
}

/* NULL when all is done. */
static char *pop(void)
{
	char *folder = NULL;
	pthread_mutex_lock(&lock);
	n_busy--;
	while (!n_folders && n_busy)
		pthread_cond_wait(&wake, &lock);
	if (n_folders) {
		folder = folders[--n_folders];
		n_busy++;
	} else {
		pthread_cond_broadcast(&wake);
	}
	pthread_mutex_unlock(&lock);
	return folder;
}

static int is_wanted(const char *name)
{
	size_t length = strlen(name);
	for (char **suffix = suffixes; *suffix; suffix++) {
		size_t tail = strlen(*suffix);
		if (length >= tail && strcmp(name + length - tail, *suffix) == 0)
			return 1;
	}
	return 0;
}

/* Does the path of a folder hold one of those that have this sign? */
static int is_left_out(const char *path, char sign)
{
	for (char **folder = suffixes; *folder; folder++) {
		if ((*folder)[0] != sign)
			continue;
		const char *found = strstr(path, *folder + 1);
		size_t length = strlen(*folder + 1);
		if (found && found > path && found[-1] == '/' && (!found[length] || found[length] == '/'))
			return 1;
	}
	return 0;
}

static size_t read_file(int folder, const char *name, char *buffer)
{
	size_t total = 0;
	ssize_t got = 0;
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return 0;
	while (total < FILE_MAX_BYTES && (got = read(fd, buffer + total, FILE_MAX_BYTES - total)) > 0)
		total += (size_t)got;
	close(fd);
	return total;
}

static void list(const char *path, char *buffer, size_t *files, size_t *bytes)
{
	DIR *folder = opendir(path);
	struct dirent *entry;
	int reads = !is_left_out(path, '!');
	while (folder && (entry = readdir(folder))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
			strcmp(entry->d_name, ".git") == 0)
			continue;
		if (entry->d_type == DT_DIR) {
			char *below = NULL;
			if (asprintf(&below, "%s/%s", path, entry->d_name) > 0 && !is_left_out(below, '-'))
				push(below);
			else
				free(below);
		} else if (reads && entry->d_type == DT_REG && is_wanted(entry->d_name)) {
			*bytes += read_file(dirfd(folder), entry->d_name, buffer);
			++*files;
		}
	}
	if (folder)
		closedir(folder);
}

static void *work(void *unused)
{
	char *buffer = malloc(FILE_MAX_BYTES), *folder;
	size_t files = 0, bytes = 0;
	(void)unused;
	while ((folder = pop())) {
		list(folder, buffer, &files, &bytes);
		free(folder);
	}
	free(buffer);
	pthread_mutex_lock(&lock);
	n_files += files;
	n_bytes += bytes;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	size_t n_threads = (size_t)strtoul(argv[1], NULL, 10);
	pthread_t threads[64];
	if (n_threads < 1 || n_threads > 64)
		return 2;
	suffixes = argv + 3;
	n_busy = n_threads;
	push(strdup(argv[2]));
	for (size_t i = 0; i < n_threads; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (size_t i = 0; i < n_threads; i++)
		pthread_join(threads[i], NULL);
	printf("%zu files, %zu bytes\n", n_files, n_bytes);
	free(folders);
	return 0;
}
