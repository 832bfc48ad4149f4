/* The walk: what it visits and what not, with any number of threads, and that it ends whatever happens. */
#include "unit.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "scratch.h"
#include "platform/thread.h"
#include "tree/walk.h"

#define MAX_THREADS 8
#define MAX_BYTES ((size_t)1000)

/* What the visitors saw. Each thread has its own lines: the walk itself must not share anything. */
struct seen {
	struct str lines[MAX_THREADS]; /* "PATH=CONTENT" of files, "PATH: MESSAGE" of problem */
	atomic_size_t n_wants, n_files, n_problems;
	atomic_size_t n_wrong; /* calls that should not have been made; a thread must not fail the test itself */
	atomic_bool ended;
	atomic_size_t n_files_at_end; /* once the walk was stopped */
	size_t end_after;             /* end the walk at this many files; 0: never */
	bool ends_on_problem;
	const char *unwanted, *skipped; /* path of a file not to be read, of a folder not to be entered */
	/* Called when the file of that path is asked for. */
	const char *trigger;
	void (*on_trigger)(const struct scratch *scratch);
	const struct scratch *scratch;
};

static bool wants(void *ctx, size_t thread, const char *path)
{
	struct seen *seen = ctx;
	if (thread >= MAX_THREADS)
		atomic_fetch_add(&seen->n_wrong, 1);
	atomic_fetch_add(&seen->n_wants, 1);
	if (seen->trigger && strcmp(path, seen->trigger) == 0)
		seen->on_trigger(seen->scratch);
	return !seen->unwanted || strcmp(path, seen->unwanted) != 0;
}

static bool skips_dir(void *ctx, size_t thread, const char *path)
{
	struct seen *seen = ctx;
	(void)thread;
	return seen->skipped && strcmp(path, seen->skipped) == 0;
}

static bool file(void *ctx, size_t thread, const char *path, struct slice bytes, const struct file_stat *st)
{
	struct seen *seen = ctx;
	if (st->type != FILE_REGULAR || st->size != bytes.len)
		atomic_fetch_add(&seen->n_wrong, 1);
	str_addf(&seen->lines[thread], "%s=" SLICE_FMT "\n", path, SLICE_ARG(bytes));
	return atomic_fetch_add(&seen->n_files, 1) + 1 != seen->end_after;
}

static bool problem(void *ctx, size_t thread, const char *path, const struct err *why)
{
	struct seen *seen = ctx;
	if (why->kind != ERR_IO)
		atomic_fetch_add(&seen->n_wrong, 1);
	str_addf(&seen->lines[thread], "%s: %s\n", path, why->message);
	atomic_fetch_add(&seen->n_problems, 1);
	return !seen->ends_on_problem;
}

struct party {
	struct walk *walk;
	struct seen *seen;
};

/* What one thread does with one item. False ends the walk. */
static bool take_item(struct walker *walker, size_t thread, const struct walk_item *item, struct seen *seen)
{
	struct slice bytes;
	struct file_stat st;
	struct err err = ERR_INIT;
	if (item->kind == WALK_PROBLEM)
		return problem(seen, thread, item->path, item->why);
	if (item->kind == WALK_FOLDER) {
		if (!skips_dir(seen, thread, item->path))
			walk_enter(walker);
		return true;
	}
	if (!wants(seen, thread, item->path))
		return true;
	if (walk_read(walker, MAX_BYTES, &bytes, &st, &err))
		return file(seen, thread, item->path, bytes, &st);
	bool goes_on = problem(seen, thread, item->path, &err);
	err_release(&err);
	return goes_on;
}

static void take_part(void *ctx, size_t thread)
{
	struct party *party = ctx;
	struct walker *walker = walker_new(party->walk);
	struct walk_item item;
	while (walk_next(walker, &item))
		if (!take_item(walker, thread, &item, party->seen)) {
			atomic_store(&party->seen->ended, true);
			walk_stop(party->walk);
			atomic_store(&party->seen->n_files_at_end, party->seen->n_files);
		}
	walker_free(walker);
}

static bool walk_with(struct scratch *scratch, size_t n_threads, struct seen *seen, struct walk_counts *counts)
{
	struct tree tree = tree_of_root(scratch->root);
	struct party party = { walk_new(&tree), seen };
	seen->scratch = scratch;
	thread_run(n_threads, take_part, &party);
	if (counts)
		*counts = walk_count(party.walk);
	walk_free(party.walk);
	assert_int_equal(seen->n_wrong, 0);
	return !seen->ended;
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All lines, sorted; frees them. The caller frees the result. */
static char *sorted_lines(struct seen *seen)
{
	char **lines = NULL;
	size_t count = 0, capacity = 0;
	struct str all = STR_INIT;
	for (size_t i = 0; i < MAX_THREADS; i++) {
		struct slice rest = str_slice(&seen->lines[i]), line;
		while (slice_cut(&rest, '\n', &line))
			if (line.len)
				VEC_PUSH(lines, count, capacity, slice_dup(line));
		str_release(&seen->lines[i]);
	}
	if (count)
		qsort(lines, count, sizeof(*lines), compare_lines);
	for (size_t i = 0; i < count; i++) {
		str_addf(&all, "%s\n", lines[i]);
		free(lines[i]);
	}
	free(lines);
	return str_detach(&all);
}

static void assert_walk(struct scratch *scratch, struct seen *options, const char *expected)
{
	for (size_t n_threads = 1; n_threads <= MAX_THREADS; n_threads++) {
		struct seen seen = { .unwanted = options ? options->unwanted : NULL,
			.skipped = options ? options->skipped : NULL };
		assert_true(walk_with(scratch, n_threads, &seen, NULL));
		char *lines = sorted_lines(&seen);
		assert_string_equal(lines, expected);
		free(lines);
	}
}

TEST(walk_visits_every_regular_file_once)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "a", "1");
	scratch_write(&scratch, "b/c", "");
	scratch_write(&scratch, "b/d/e", "3");
	scratch_write(&scratch, "b/f", "4");
	scratch_write(&scratch, ".hidden/x", "5");
	scratch_write(&scratch, "name with space/\xc3\xa9\xff", "6");
	scratch_mkdir(&scratch, "empty/empty");
	assert_walk(&scratch, NULL, ".hidden/x=5\na=1\nb/c=\nb/d/e=3\nb/f=4\nname with space/\xc3\xa9\xff=6\n");
	scratch_clear(&scratch);
	assert_walk(&scratch, NULL, "");
	scratch_free(&scratch);
}

TEST(walk_leaves_out_what_is_not_the_trees_own)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, ".git/HEAD", "x");
	scratch_write(&scratch, ".tpatch/journal", "x");
	scratch_write(&scratch, "third_party/sub/.git", "gitdir: elsewhere");
	scratch_write(&scratch, "third_party/sub/a", "1");
	scratch_write(&scratch, "third_party/sub2/.GIT/HEAD", "x");
	scratch_write(&scratch, "x/.tpatch", "x");
	scratch_write(&scratch, ".github/x", "2");
	scratch_write(&scratch, ".gitignore", "3");
	scratch_symlink(&scratch, "third_party/sub", "link_to_folder");
	scratch_symlink(&scratch, "third_party/sub/a", "link_to_file");
	scratch_symlink(&scratch, "nowhere", "dangling");
	scratch_symlink(&scratch, "..", "third_party/up");
	scratch_fifo(&scratch, "fifo");
	assert_walk(&scratch, NULL, ".github/x=2\n.gitignore=3\nthird_party/sub/a=1\n");
	scratch_free(&scratch);
}

TEST(walk_asks_before_it_reads_or_enters)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "a", "1");
	scratch_write(&scratch, "b/a", "2");
	scratch_write(&scratch, "b/c/a", "3");
	scratch_write(&scratch, "b/c/d/a", "4");
	assert_walk(&scratch, &(struct seen){ .unwanted = "b/a", .skipped = "b/c" }, "a=1\n");
	struct seen seen = { .unwanted = "b/a", .skipped = "b/c/d" };
	struct walk_counts counts;
	assert_true(walk_with(&scratch, 2, &seen, &counts));
	free(sorted_lines(&seen));
	assert_int_equal(counts.folders, 3);
	assert_int_equal(counts.files_seen, 3);
	assert_int_equal(counts.files_read, 2);
	assert_int_equal(counts.bytes_read, 2);
	scratch_free(&scratch);
}

TEST(walk_tells_of_files_that_are_too_large)
{
	struct scratch scratch = scratch_new();
	struct str large = STR_INIT;
	str_add_repeat(&large, 'x', MAX_BYTES + 1);
	scratch_write(&scratch, "d/large", large.ptr);
	large.ptr[MAX_BYTES] = '\0';
	scratch_write(&scratch, "d/most", large.ptr);
	struct seen seen = { 0 };
	struct walk_counts counts;
	assert_true(walk_with(&scratch, 2, &seen, &counts));
	assert_int_equal(counts.files_seen, 2);
	assert_int_equal(counts.files_read, 1);
	assert_int_equal(seen.n_problems, 1);
	char *lines = sorted_lines(&seen);
	assert_non_null(strstr(lines, "d/large: cannot read 'd/large': it has 1001 bytes"));
	free(lines);
	str_release(&large);
	scratch_free(&scratch);
}

static void remove_listed(const struct scratch *scratch)
{
	scratch_remove(scratch, "b");
	scratch_rename(scratch, "z", "other");
}

/* The root's entries are listed before the first of them is asked for, in any order; its folders are entered after
 * that. */
TEST(walk_tells_of_what_vanishes_under_it)
{
	for (size_t n_threads = 1; n_threads <= 2; n_threads++) {
		struct scratch scratch = scratch_new();
		scratch_write(&scratch, "a", "1");
		scratch_write(&scratch, "b", "2");
		scratch_write(&scratch, "z/c", "3");
		struct seen seen = { .trigger = "b", .on_trigger = remove_listed };
		assert_true(walk_with(&scratch, n_threads, &seen, NULL));
		char *lines = sorted_lines(&seen);
		assert_non_null(strstr(lines, "a=1\n"));
		assert_non_null(strstr(lines, "b: cannot read 'b': "));
		assert_non_null(strstr(lines, "z: cannot list 'z': "));
		assert_int_equal(seen.n_files, 1);
		free(lines);
		scratch_free(&scratch);
	}
}

/* Ends the child with a status of its own for each thing that is wrong. */
static void check_closed_places(void *ctx)
{
	struct seen seen = { 0 };
	bool to_the_end = walk_with(ctx, 2, &seen, NULL);
	char *lines = sorted_lines(&seen);
	int status = !to_the_end                                                  ? 1
		     : !strstr(lines, "closed: cannot list 'closed': ")           ? 2
		     : !strstr(lines, "open/secret: cannot read 'open/secret': ") ? 3
		     : !strstr(lines, "open/b=3\n")                               ? 4
		     : seen.n_problems != 2                                       ? 5
										  : 0;
	free(lines);
	if (status)
		scratch_die(status);
}

TEST(walk_tells_of_what_it_may_not_read)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "closed/a", "1");
	scratch_write(&scratch, "open/secret", "2");
	scratch_write(&scratch, "open/b", "3");
	scratch_chmod(&scratch, "closed", 0);
	scratch_chmod(&scratch, "open/secret", 0);
	assert_int_equal(scratch_in_plain_child(&scratch, check_closed_places, &scratch), 0);
	scratch_free(&scratch);
}

/* `depth` levels of folders, `width` of each in each, and a file in each. */
static size_t make_tree(const struct scratch *scratch, const char *folder, size_t depth, size_t width)
{
	size_t count = 1;
	struct str path = STR_INIT;
	str_addf(&path, "%s%sfile", folder, folder[0] ? "/" : "");
	scratch_write(scratch, path.ptr, folder);
	for (size_t i = 0; depth && i < width; i++) {
		str_clear(&path);
		str_addf(&path, "%s%s%zu", folder, folder[0] ? "/" : "", i);
		count += make_tree(scratch, path.ptr, depth - 1, width);
	}
	str_release(&path);
	return count;
}

TEST(walk_counts_are_the_same_with_any_number_of_threads)
{
	struct scratch scratch = scratch_new();
	size_t n_files = make_tree(&scratch, "", 4, 4);
	assert_int_equal(n_files, 341);
	for (size_t round = 0; round < 48; round++) {
		struct seen seen = { 0 };
		struct walk_counts counts;
		assert_true(walk_with(&scratch, round % MAX_THREADS + 1, &seen, &counts));
		assert_int_equal(counts.folders, n_files);
		assert_int_equal(counts.files_read, n_files);
		assert_int_equal(seen.n_wants, n_files);
		assert_int_equal(seen.n_files, n_files);
		assert_int_equal(seen.n_problems, 0);
		char *lines = sorted_lines(&seen);
		for (char *line = lines, *next; *line; line = next) {
			next = strchr(line, '\n') + 1;
			assert_true(strncmp(line, next, (size_t)(next - line)) != 0); /* none twice */
		}
		free(lines);
	}
	scratch_free(&scratch);
}

TEST(walk_ends_when_a_visitor_says_so)
{
	struct scratch scratch = scratch_new();
	make_tree(&scratch, "", 4, 4);
	for (size_t n_threads = 1; n_threads <= MAX_THREADS; n_threads++)
		for (size_t end_after = 1; end_after < 341; end_after += 57) {
			struct seen seen = { .end_after = end_after };
			assert_false(walk_with(&scratch, n_threads, &seen, NULL));
			/* Each of the others may have had one file at hand. */
			assert_in_range(seen.n_files, end_after, seen.n_files_at_end + n_threads - 1);
			free(sorted_lines(&seen));
		}
	struct str large = STR_INIT;
	str_add_repeat(&large, 'x', MAX_BYTES + 1);
	scratch_write(&scratch, "0/1/large", large.ptr);
	str_release(&large);
	for (size_t n_threads = 1; n_threads <= MAX_THREADS; n_threads++) {
		struct seen seen = { .ends_on_problem = true };
		assert_false(walk_with(&scratch, n_threads, &seen, NULL));
		assert_int_equal(seen.n_problems, 1);
		free(sorted_lines(&seen));
	}
	scratch_free(&scratch);
}

/* A chain: at any time all threads but one wait. */
TEST(walk_reaches_deep_folders)
{
	struct scratch scratch = scratch_new();
	struct str path = STR_INIT;
	for (size_t i = 0; i < 16 + 384 / scratch_stride(); i++)
		str_addf(&path, "%sd%zu", i ? "/" : "", i);
	str_add_cstr(&path, "/file");
	scratch_write(&scratch, path.ptr, "deep");
	str_add_cstr(&path, "=deep\n");
	assert_walk(&scratch, NULL, path.ptr);
	str_release(&path);
	scratch_free(&scratch);
}

TEST(walk_may_be_joined_when_it_is_over)
{
	struct scratch scratch = scratch_new();
	make_tree(&scratch, "", 1, 2);
	struct tree tree = tree_of_root(scratch.root);
	struct walk *walk = walk_new(&tree);
	struct walk_item item;
	for (size_t round = 0; round < 3; round++) {
		struct walker *walker = walker_new(walk);
		size_t n_items = 0;
		for (; walk_next(walker, &item); n_items++)
			if (item.kind == WALK_FOLDER)
				walk_enter(walker);
		assert_false(walk_next(walker, &item));
		assert_int_equal(n_items, round ? 0 : 5);
		walker_free(walker);
	}
	assert_int_equal(walk_count(walk).files_seen, 3);
	walk_free(walk);
	scratch_free(&scratch);
}
