#include "machine/compiler.h"

#include <stdlib.h>

#include "base/alloc.h"

/* A launcher, the compiler, and what it is always given. */
#define COMMAND_MOST_WORDS 16

const char *compiler_command(const struct probe *probe, const char *cxx)
{
	/* CMakeDetermineCXXCompiler.cmake has them in this order. */
	static const char *const usual[] = { "c++", "g++", "clang++" };
	if (cxx && cxx[0])
		return cxx;
	for (size_t i = 0; i < COUNT_OF(usual); i++) {
		char *path = probe->find(probe, usual[i], 0);
		free(path);
		if (path)
			return usual[i];
	}
	return "g++";
}

/* What it prints when it is called with `argument`, by the first group of `pattern`. */
static char *ask(const struct probe *probe, const char *command, const char *argument, const char *pattern)
{
	const char *argv[COMMAND_MOST_WORDS + 2] = { NULL };
	char *words[COMMAND_MOST_WORDS];
	size_t count = 0;
	struct slice rest = slice_of(command), word;
	while (count < COMMAND_MOST_WORDS && slice_cut(&rest, ' ', &word))
		if (word.len)
			argv[count] = words[count] = slice_dup(word), count++;
	argv[count] = argument;
	char *answer = count ? probe_ask(probe, argv, pattern) : NULL;
	while (count > 0)
		free(words[--count]);
	return answer;
}

char *compiler_gcc_version(const struct probe *probe, const char *command)
{
	return ask(probe, command, "-dumpfullversion", "^([0-9]+\\.[0-9.]+)");
}

char *compiler_clang_version(const struct probe *probe, const char *command)
{
	return ask(probe, command, "--version", "clang version ([0-9]+\\.[0-9.]+)");
}

char *compiler_processor(const struct probe *probe, const char *command)
{
	return ask(probe, command, "-dumpmachine", "^([A-Za-z0-9_]+)-");
}
