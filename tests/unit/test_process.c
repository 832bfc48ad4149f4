#define _POSIX_C_SOURCE 200809L /* setenv() */

#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "platform/process.h"

static void ask(struct process *process, const char *question, const char *answer)
{
	struct err err = ERR_INIT;
	char buffer[64];
	size_t n = 0, len = 0;
	assert_true(process_write(process, slice_of(question), &err));
	while (len < strlen(answer)) {
		assert_true(process_read(process, buffer + len, sizeof(buffer) - len, &n, &err));
		assert_true(n > 0);
		len += n;
	}
	assert_int_equal(len, strlen(answer));
	assert_memory_equal(buffer, answer, len);
}

TEST(process_answers_question_by_question)
{
	static const char *const argv[] = { "cat", NULL };
	struct err err = ERR_INIT;
	struct process *process = process_start(argv, NULL, &err);
	assert_non_null(process);
	ask(process, "one\n", "one\n");
	ask(process, "two\n", "two\n");
	assert_true(process_end(process, &err));
}

TEST(process_arguments_are_no_shell_words)
{
	static const char *const argv[] = { "printf", "%s|%s|%s", "a b", "$HOME;`x`", "\"\\\"", NULL };
	struct err err = ERR_INIT;
	struct process *process = process_start(argv, NULL, &err);
	assert_non_null(process);
	ask(process, "", "a b|$HOME;`x`|\"\\\"");
	char byte;
	size_t n = 1;
	assert_true(process_read(process, &byte, 1, &n, &err));
	assert_int_equal(n, 0);
	assert_true(process_end(process, &err));
}

static void expect_end(const char *const *argv, const char *message)
{
	struct err err = ERR_INIT;
	struct process *process = process_start(argv, NULL, &err);
	if (process)
		assert_false(process_end(process, &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_string_equal(err.message, message);
	err_release(&err);
}

TEST(process_tells_how_it_ended)
{
	static const char *const failing[] = { "sh", "-c", "exit 3", NULL }, *const killed[] = { "sh", "-c", "kill -9 $$", NULL },
				 *const absent[] = { "no-such-program-anywhere", NULL };
	expect_end(failing, "'sh' ended with exit code 3");
	expect_end(killed, "'sh' did not come to its end");
	expect_end(absent, "cannot start 'no-such-program-anywhere': no such file or directory");
}

TEST(process_environment_is_ours_without_what_is_dropped)
{
	static const char *const argv[] = { "sh", "-c", "echo ${UNIT_ONE-none} ${UNIT_TWO-none} ${HOME+home}", NULL };
	static const char *const set[] = { "UNIT_TWO=two", NULL };
	static const struct process_environment environment = { .drop = "UNIT_", .set = set };
	struct err err = ERR_INIT;
	setenv("UNIT_ONE", "one", 1);
	setenv("UNIT_TWO", "one", 1);
	setenv("HOME", "/", 1);
	struct process *process = process_start(argv, &environment, &err);
	assert_non_null(process);
	ask(process, "", "none two home\n");
	assert_true(process_end(process, &err));
}
