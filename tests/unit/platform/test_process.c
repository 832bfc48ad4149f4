#define _POSIX_C_SOURCE 200809L /* setenv() */

#include "unit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "platform/process.h"
#include "scratch.h"

static struct process *start(const char *const *argv, struct err *err)
{
	struct environment environment = { 0 };
	environment_ours(&environment);
	struct process *process = process_start(argv, &environment, 0, err);
	environment_release(&environment);
	return process;
}

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
	struct process *process = start(argv, &err);
	assert_non_null(process);
	ask(process, "one\n", "one\n");
	ask(process, "two\n", "two\n");
	assert_true(process_end(process, &err));
}

TEST(process_arguments_are_no_shell_words)
{
	static const char *const argv[] = { "printf", "%s|%s|%s", "a b", "$HOME;`x`", "\"\\\"", NULL };
	struct err err = ERR_INIT;
	struct process *process = start(argv, &err);
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
	struct process *process = start(argv, &err);
	if (process)
		assert_false(process_end(process, &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_string_equal(err.message, message);
	err_release(&err);
}

TEST(process_tells_how_it_ended)
{
	static const char *const failing[] = { "sh", "-c", "exit 3", NULL },
				 *const killed[] = { "sh", "-c", "kill -9 $$", NULL },
				 *const absent[] = { "no-such-program-anywhere", NULL };
	expect_end(failing, "'sh' ended with exit code 3");
	expect_end(killed, "'sh' did not finish");
	expect_end(absent, "cannot start 'no-such-program-anywhere': no such file or directory");
}

TEST(process_says_why_it_failed_on_one_line)
{
	static const char *const argv[] = { "sh", "-c", "printf 'one\\n::error::\\033[31mtwo\\n' >&2; exit 3", NULL };
	expect_end(argv, "'sh' ended with exit code 3: one; ::error::\\033[31mtwo");
}

/* More than a pipe holds, of which the one end waits for the other. */
TEST(process_may_complain_as_much_as_it_likes)
{
	static const char *const argv[] = { "sh", "-c", "yes | head -c 300000 >&2; echo done", NULL };
	struct err err = ERR_INIT;
	struct process *process = start(argv, &err);
	assert_non_null(process);
	ask(process, "", "done\n");
	assert_true(process_end(process, &err));
}

TEST(process_that_is_silent_is_ended)
{
	static const char *const argv[] = { "sh", "-c", "echo first; exec sleep 1000", NULL };
	struct environment environment = { 0 };
	struct err err = ERR_INIT;
	char buffer[16];
	size_t n;
	environment_ours(&environment);
	struct process *process = process_start(argv, &environment, 200000000, &err);
	environment_release(&environment);
	assert_non_null(process);
	ask(process, "", "first\n");
	assert_false(process_read(process, buffer, sizeof(buffer), &n, &err));
	assert_non_null(strstr(err.message, "'sh' did not answer"));
	err_release(&err);
	assert_false(process_end(process, &err));
	assert_string_equal(err.message, "'sh' did not finish");
	err_release(&err);
}

TEST(process_that_was_silent_once_is_given_up)
{
	static const char *const argv[] = { "sh", "-c", "read x; echo late; exec sleep 1000", NULL };
	struct environment environment = { 0 };
	struct err err = ERR_INIT;
	char buffer[16];
	size_t n;
	environment_ours(&environment);
	struct process *process = process_start(argv, &environment, 500000000, &err);
	environment_release(&environment);
	assert_non_null(process);
	assert_false(process_read(process, buffer, sizeof(buffer), &n, &err));
	err_release(&err);
	/* What it says now comes too late. */
	assert_true(process_write(process, SLICE_LITERAL("x\n"), &err));
	assert_false(process_read(process, buffer, sizeof(buffer), &n, &err));
	assert_says(&err, "'sh' did not answer for 0 seconds | it may be waiting for a pipe or a network disk; tpatch "
			  "stopped it");
	err_release(&err);
	assert_false(process_end(process, &err));
	err_release(&err);
}

TEST(process_environment_is_ours_without_what_is_dropped)
{
	static const char *const argv[] = { "sh", "-c", "echo ${UNIT_ONE-none} ${UNIT_TWO-none} ${HOME+home}", NULL };
	struct environment environment = { 0 };
	struct err err = ERR_INIT;
	setenv("UNIT_ONE", "one", 1);
	setenv("UNIT_TWO", "one", 1);
	setenv("HOME", "/", 1);
	environment_ours(&environment);
	environment_drop(&environment, "UNIT_");
	environment_set(&environment, "UNIT_TWO", "two");
	struct process *process = process_start(argv, &environment, 0, &err);
	environment_release(&environment);
	assert_non_null(process);
	ask(process, "", "none two home\n");
	assert_true(process_end(process, &err));
}

/* A tree that somebody else wrote may be the folder that we are in. */
TEST(process_is_not_found_in_the_folder_that_we_are_in)
{
	struct environment environment = { 0 };
	environment_set(&environment, "PATH", ".:bin:/bin:");
	char *found = process_find_program(&environment, "sh", 0);
	assert_string_equal(found, "/bin/sh");
	free(found);
	assert_null(process_find_program(&environment, "sh", 1));
	environment_release(&environment);
}

static void gather(void *ctx, struct slice bytes)
{
	str_add(ctx, bytes);
}

TEST(process_run_says_what_cannot_be_started)
{
	struct scratch scratch = scratch_new();
	struct environment environment = { 0 };
	struct process_result result;
	struct str out = STR_INIT, path = STR_INIT;
	struct err err = ERR_INIT;
	/* It may be executed, and is no program. */
	scratch_write(&scratch, "odd",
		"\x7f"
		"ELF, and nothing more");
	str_addf(&path, "%s/odd", scratch.path);
	assert_int_equal(chmod(path.ptr, 0755), 0);
	const char *const argv[] = { path.ptr, NULL };
	environment_set(&environment, "PATH", "/usr/bin:/bin");
	struct process_request request = { .argv = argv, .environment = &environment };
	assert_false(process_run(&request, gather, &out, &result, &err));
	assert_non_null(strstr(err.message, "cannot start '"));
	err_release(&err);
	str_release(&out);
	str_release(&path);
	environment_release(&environment);
	scratch_free(&scratch);
}

TEST(process_is_not_started_without_room_for_its_pipes)
{
	static const char *const argv[] = { "sh", "-c", "echo", NULL };
	struct environment environment = { 0 };
	struct process_request request = { .argv = argv, .environment = &environment };
	struct process_result result;
	struct str out = STR_INIT;
	struct err err = ERR_INIT;
	struct rlimit before, few;
	environment_set(&environment, "PATH", "/usr/bin:/bin");
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	few = before;
	/* None is left, or one: what is open keeps its place. */
	for (int left = 0; left < 2; left++) {
		int next = dup(0);
		assert_true(next >= 0);
		close(next);
		few.rlim_cur = (rlim_t)(next + left);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
		bool ok = process_run(&request, gather, &out, &result, &err);
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
		assert_false(ok);
		assert_non_null(strstr(err.message, "too many open files"));
		err_release(&err);
		int after = dup(0);
		assert_int_equal(after, next); /* nothing stays open */
		close(after);
	}
	request.folder = "/";
	assert_true(process_run(&request, gather, &out, &result, &err));
	assert_string_equal(out.ptr, "\n");
	str_release(&out);
	environment_release(&environment);
}

TEST(process_run_tells_output_and_end)
{
	static const char *const argv[] = { "sh", "-c", "echo out; echo err >&2; pwd; exit 3", NULL };
	struct environment environment = { 0 };
	struct process_result result;
	struct str out = STR_INIT, words = STR_INIT;
	struct err err = ERR_INIT;
	environment_set(&environment, "PATH", "/usr/bin:/bin");
	struct process_request request = { .argv = argv, .folder = "/", .environment = &environment };
	assert_true(process_run(&request, gather, &out, &result, &err));
	assert_string_equal(out.ptr, "out\nerr\n/\n");
	assert_int_equal(result.code, 3);
	process_format_result(&result, &words);
	assert_string_equal(words.ptr, "it ended with exit code 3");
	str_release(&out);
	str_release(&words);
	environment_release(&environment);
}

TEST(process_run_ends_what_takes_too_long)
{
	static const char *const argv[] = { "sh", "-c", "sleep 60 & wait", NULL };
	struct environment environment = { 0 };
	struct process_result result;
	struct str out = STR_INIT;
	struct err err = ERR_INIT;
	environment_set(&environment, "PATH", "/usr/bin:/bin");
	struct process_request request = { .argv = argv, .environment = &environment, .limit_ns = 200 * 1000 * 1000 };
	assert_true(process_run(&request, gather, &out, &result, &err));
	assert_true(result.timed_out && !result.interrupted);
	assert_int_equal(result.code, 128 + SIGTERM);
	assert_true(result.ns >= request.limit_ns);
	str_release(&out);
	environment_release(&environment);
}

/* What a program leaves behind keeps its output open. */
TEST(process_run_does_not_wait_for_a_daemon)
{
	static const char *const argv[] = { "sh", "-c", "sleep 20 & echo done; kill -9 $$", NULL };
	struct environment environment = { 0 };
	struct process_result result;
	struct str out = STR_INIT;
	struct err err = ERR_INIT;
	environment_set(&environment, "PATH", "/usr/bin:/bin");
	struct process_request request = {
		.argv = argv, .environment = &environment, .limit_ns = UINT64_C(15000000000)
	};
	assert_true(process_run(&request, gather, &out, &result, &err));
	assert_string_equal(out.ptr, "done\n");
	assert_int_equal(result.code, 128 + SIGKILL);
	assert_false(result.timed_out || result.interrupted);
	str_release(&out);
	environment_release(&environment);
}

TEST(process_result_in_words)
{
	static const struct {
		struct process_result end;
		const char *words;
	} rows[] = {
		{ { .code = 0 }, "it ended with exit code 0" },
		{ { .code = 128 }, "it ended with exit code 128" },
		{ { .code = 129 }, "a signal ended it (exit code 129)" },
		{ { .code = 137 }, "it was killed (exit code 137), by a user or because memory ran out" },
		{ { .code = 138 }, "a signal ended it (exit code 138)" },
		{ { .code = 130, .interrupted = true }, "it was interrupted" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str words = STR_INIT;
		process_format_result(&rows[i].end, &words);
		assert_string_equal(words.ptr, rows[i].words);
		str_release(&words);
	}
}
