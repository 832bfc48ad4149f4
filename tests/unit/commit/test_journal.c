#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit/journal/header.h"
#include "commit/journal/journal.h"
#include "scratch.h"

static const char *const two_rules[] = { "cmake-minimum", "odd, rule%", NULL };
static const char *const one_rule[] = { "cmake-minimum", NULL };
static const char *const no_rules[] = { NULL };

static struct folder_time sample_folders[] = { { "", 1769863000987654321 }, { "a", -5 }, { "odd ,%", 0 } };

static struct run sample_run(struct run_file files[3])
{
	files[0] = (struct run_file){ .path = "a/b.txt",
		.before = hash_of(slice_of("1")),
		.after = hash_of(slice_of("22")),
		.before_size = 1,
		.after_size = 2,
		.mode = 0644,
		.after_mode = 0644,
		.mtime_ns = 1769863000123456789,
		.rules = one_rule };
	files[1] = (struct run_file){ .path = "odd name%,\n\t\x01\x7f \xc3\xa4\xff",
		.before = hash_of(slice_of("3")),
		.after = hash_of(slice_of("")),
		.before_size = 1,
		.mode = 04755,
		.after_mode = 04755,
		.mtime_ns = -1,
		.rules = two_rules };
	files[2] = (struct run_file){ .path = "c",
		.before = hash_of(slice_of("5")),
		.after = hash_of(slice_of("6")),
		.before_size = 1,
		.after_size = 1,
		.rules = no_rules };
	return (struct run){ .number = 7,
		.state = RUN_APPLIED,
		.time_ns = 42,
		.tool = "0.1.0",
		.set = "pytorch-1.12.1",
		.target = "looks like 2.4",
		.files = files,
		.n_files = 3,
		.folders = { sample_folders, 3 } };
}

static void assert_same_run(const struct run *a, const struct run *b)
{
	assert_int_equal(a->number, b->number);
	assert_true(a->time_ns == b->time_ns);
	assert_string_equal(a->tool, b->tool);
	assert_string_equal(a->set, b->set);
	assert_string_equal(a->target, b->target);
	assert_int_equal(a->n_files, b->n_files);
	for (size_t i = 0; i < a->n_files; i++) {
		const struct run_file *x = &a->files[i], *y = &b->files[i];
		assert_string_equal(x->path, y->path);
		assert_true(hash_eq(x->before, y->before) && hash_eq(x->after, y->after));
		assert_true(x->before_size == y->before_size && x->after_size == y->after_size);
		assert_int_equal(x->mode & 0777, y->mode);
		assert_int_equal(x->after_mode & 0777, y->after_mode);
		assert_int_equal(x->is_new, y->is_new);
		assert_int_equal(x->is_gone, y->is_gone);
		assert_true(x->mtime_ns == y->mtime_ns);
		size_t n = 0;
		for (; x->rules[n]; n++)
			assert_string_equal(x->rules[n], y->rules[n]);
		assert_null(y->rules[n]);
	}
	assert_int_equal(a->n_made, b->n_made);
	for (size_t i = 0; i < a->n_made; i++)
		assert_string_equal(a->made[i], b->made[i]);
	assert_int_equal(a->n_declined, b->n_declined);
	for (size_t i = 0; i < a->n_declined; i++) {
		assert_string_equal(a->declined[i].rule, b->declined[i].rule);
		assert_int_equal(a->declined[i].path == NULL, b->declined[i].path == NULL);
		if (a->declined[i].path)
			assert_string_equal(a->declined[i].path, b->declined[i].path);
	}
	assert_int_equal(a->folders.count, b->folders.count);
	for (size_t i = 0; i < a->folders.count; i++) {
		assert_string_equal(a->folders.items[i].path, b->folders.items[i].path);
		assert_true(a->folders.items[i].mtime_ns == b->folders.items[i].mtime_ns);
	}
}

TEST(journal_header_reads_back_what_was_written)
{
	struct run_file files[3];
	struct run run = sample_run(files), back = { .number = 7 };
	struct arena arena = ARENA_INIT;
	struct str text = STR_INIT;
	header_format(&run, &text);
	assert_true(header_parse(str_slice(&text), &arena, &back));
	assert_same_run(&run, &back);
	arena_release(&arena);
	str_release(&text);
}

static const char *sample_made[] = { "new", "new/a b" };

/* The same with a file that is made, one that goes, and one whose mode changes. */
static struct run sample_run_of_files(struct run_file files[3])
{
	struct run run = sample_run(files);
	files[0].is_new = true;
	files[0].before = (struct hash){ { 0 } };
	files[0].before_size = files[0].mode = 0;
	files[0].mtime_ns = 0;
	files[1].is_gone = true;
	files[1].after = (struct hash){ { 0 } };
	files[1].after_mode = 0;
	files[2].after_mode = 0755;
	run.made = sample_made;
	run.n_made = 2;
	return run;
}

TEST(journal_header_of_files_reads_back_what_was_written)
{
	struct run_file files[3];
	struct run run = sample_run_of_files(files), back = { .number = 7 };
	struct arena arena = ARENA_INIT;
	struct str text = STR_INIT;
	header_format(&run, &text);
	assert_true(slice_starts_with(str_slice(&text), "tpatch-run 4\n"));
	assert_non_null(strstr(text.ptr, "\nfile 0 - "));
	assert_non_null(strstr(text.ptr, " - 1 0 0755 0000 -1 odd"));
	assert_non_null(strstr(text.ptr, "\nmade 2\nmade-folder new\nmade-folder new/a%20b\ndeclined 0\nfolders 3\n"));
	assert_true(header_parse(str_slice(&text), &arena, &back));
	assert_same_run(&run, &back);
	arena_release(&arena);
	str_release(&text);
}

TEST(journal_header_of_a_run_with_declined_rules)
{
	struct run_file files[3];
	struct run_declined declined[] = { { "c++17", NULL }, { "a, b", "third party/x" } };
	struct run run = sample_run(files), back = { .number = 7 };
	struct arena arena = ARENA_INIT;
	struct str text = STR_INIT;
	run.declined = declined;
	run.n_declined = 2;
	header_format(&run, &text);
	assert_non_null(strstr(
		text.ptr, "\nmade 0\ndeclined 2\nleft-out c++17\nleft-out a%2C%20b third%20party/x\nfolders 3\n"));
	assert_true(header_parse(str_slice(&text), &arena, &back));
	assert_same_run(&run, &back);
	arena_release(&arena);
	str_release(&text);
}

TEST(journal_header_tells_how_the_run_was_made)
{
	struct run_detail items[] = { { ORIGIN_ARGUMENT, "tpatch" }, { ORIGIN_ARGUMENT, "" },
		{ ORIGIN_FACT, "cuda=12.8" }, { ORIGIN_ARGUMENT, "a b,%\n" } };
	struct run_file files[3];
	struct run run = sample_run(files), back = { .number = 7 };
	struct arena arena = ARENA_INIT;
	struct str text = STR_INIT;
	run.origin = (struct run_origin){ .items = items, .count = COUNT_OF(items) };
	header_format(&run, &text);
	assert_non_null(
		strstr(text.ptr, "\nkeeps 0\norigin 4\nwith argument tpatch\nwith argument \nwith fact cuda=12.8\n"
				 "with argument a%20b%2C%25%0A\nfiles 3\n"));
	assert_true(header_parse(str_slice(&text), &arena, &back));
	assert_same_run(&run, &back);
	assert_int_equal(back.origin.count, COUNT_OF(items));
	const char **arguments = run_origin_texts(&back.origin, ORIGIN_ARGUMENT, &arena);
	assert_string_equal(arguments[0], "tpatch");
	assert_string_equal(arguments[1], "");
	assert_string_equal(arguments[2], "a b,%\n");
	assert_null(arguments[3]);
	assert_string_equal(run_origin_text(&back.origin, ORIGIN_FACT), "cuda=12.8");
	assert_null(run_origin_text(&back.origin, ORIGIN_DIGEST));
	arena_release(&arena);
	str_release(&text);
}

TEST(journal_header_is_lines_of_text)
{
	static const char head[] =
		"tpatch-run 4\nrun 7\ntime 42\ntool 0.1.0\nset pytorch-1.12.1\ntarget looks%20like%202.4\nkeeps 0\n"
		"origin 0\nfiles 1\nfile 0 ";
	struct run_file files[3];
	struct run run = sample_run(files);
	struct str text = STR_INIT;
	run.n_files = 1;
	header_format(&run, &text);
	assert_memory_equal(text.ptr, head, sizeof(head) - 1);
	assert_non_null(strstr(text.ptr,
		" 1 2 0644 0644 1769863000123456789 a/b.txt cmake-minimum\nmade 0\ndeclined 0\nfolders 3\n"
		"folder 1769863000987654321 .\nfolder -5 a\nfolder 0 odd%20%2C%25\nchecksum "));
	assert_int_equal(text.ptr[text.len - 1], '\n');
	str_release(&text);
}

static void refuse_any_wrong_byte(const struct run *run)
{
	struct str text = STR_INIT;
	header_format(run, &text);
	for (size_t i = 0; i < text.len; i++) {
		for (int flip = 1; flip < 256; flip *= 2) {
			struct arena arena = ARENA_INIT;
			struct run back = { .number = 7 };
			text.ptr[i] = (char)(text.ptr[i] ^ flip);
			/* Hex digits count in either case: a flipped case bit in the checksum leaves it the same
			 * number. */
			bool same_number = flip == 0x20 && i > text.len - HASH_HEX_LEN - 2 && (text.ptr[i] & 0x40);
			if (!same_number) {
				assert_false(header_parse(str_slice(&text), &arena, &back));
				assert_non_null(back.problem);
				assert_int_equal(back.n_files, 0);
			}
			text.ptr[i] = (char)(text.ptr[i] ^ flip);
			arena_release(&arena);
		}
	}
	str_release(&text);
}

TEST(journal_header_with_any_wrong_byte_is_refused)
{
	struct run_file files[3];
	struct run run = sample_run(files);
	refuse_any_wrong_byte(&run);
	run = sample_run_of_files(files);
	refuse_any_wrong_byte(&run);
}

static void refuse_cut_off(struct run run)
{
	struct str text = STR_INIT;
	struct arena arena = ARENA_INIT;
	header_format(&run, &text);
	for (size_t len = 0; len < text.len; len++) {
		struct run back = { .number = 7 };
		/* A copy of exactly that length, so that a read beyond it is seen. */
		char *part = xmalloc(len);
		memcpy(part, text.ptr, len);
		assert_false(header_parse(slice_from(part, len), &arena, &back));
		free(part);
	}
	struct run back = { .number = 7 };
	str_add_cstr(&text, "\n");
	assert_false(header_parse(str_slice(&text), &arena, &back));
	arena_release(&arena);
	str_release(&text);
}

TEST(journal_header_cut_off_or_longer_is_refused)
{
	struct run_file files[3];
	refuse_cut_off(sample_run(files));
	refuse_cut_off(sample_run_of_files(files));
}

/* Puts the right checksum under `body`. */
static void sign(struct str *text, const char *body)
{
	char checksum[HASH_HEX_LEN + 1];
	hash_to_hex(hash_of(slice_of(body)), checksum);
	str_clear(text);
	str_addf(text, "%schecksum %s\n", body, checksum);
}

TEST(journal_header_that_is_signed_but_wrong_is_refused)
{
#define REST "run 7\ntime 1\ntool t\nset s\ntarget t\n"
#define HEAD "tpatch-run 1\n" REST
#define NONE "folders 0\n"
#define HASH "00000000000000000000000000000001"
#define HASHES "00000000000000000000000000000000 " HASH
	static const struct {
		const char *body;
		bool good;
	} rows[] = {
		{ HEAD "files 0\n" NONE, true },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a/b r\n" NONE, true },
		{ "tpatch-run 2\nrun 7\n", false },
		{ "tpatch-run 1\nrun 8\ntime 1\ntool t\nset s\ntarget t\nfiles 0\n" NONE, false },
		{ HEAD "files 1\n", false },
		{ HEAD "files 99999999999999\n", false },
		{ HEAD "files 99999999999999\n" NONE, false },
		{ HEAD "files 0\nmore\n" NONE, false },
		{ HEAD "files 0\n" NONE "more\n", false },
		{ HEAD "files 0\n", false },
		{ HEAD "files 0\nfolders 1\nfolder 5 .\n", true },
		{ HEAD "files 0\nfolders 2\nfolder 5 .\nfolder -5 a/b\n", true },
		{ HEAD "files 0\nfolders 1\n", false },
		{ HEAD "files 0\nfolders 99999999999999\nfolder 5 a\n", false },
		{ HEAD "files 0\nfolders 1\nfolder 5 \n", false },
		{ HEAD "files 0\nfolders 1\nfolder 5\n", false },
		{ HEAD "files 0\nfolders 1\nfolder x a\n", false },
		{ HEAD "files 0\nfolders 1\nfolder 5 a b\n", false },
		{ HEAD "files 0\nfolders 1\nfolder 5 ../a\n", false },
		{ HEAD "files 0\nfolders 1\nfolder 5 %2E\n", false },
		{ HEAD "files 0\nfolders 1\nfolder 5 /\n", false },
		{ HEAD "files 0\nfolders 1\nfolder 5 a/.git\n", false },
		{ HEAD "files 1\nfile 1 " HASHES " 1 2 0644 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0844 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a/b r x\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a/b\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a%2 r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a%00b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 ../b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a/%2E%2E/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 /etc/passwd r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a//b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 .git/hooks/post-checkout r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 third_party/x/.GIT/config r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 .tpatch/runs/000001/old/0 r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 -5 a/b r,s\n" NONE, true },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 9223372036854775807 a/b r\n" NONE, true },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 9223372036854775808 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 12345678901234567890 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 - a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 00644 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2  5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 06/4 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " + 2 0644 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 x 0644 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile x " HASHES " 1 2 0644 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 0 " HASH " 1 2 0644 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASH " 0 1 2 0644 5 a/b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a/b r,%4\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a%2Fb r\n" NONE, true },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a%4Gb r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a%G4b r\n" NONE, false },
		{ HEAD "files 1\nfile 0 " HASHES " 1 2 0644 5 a%4fb r\n" NONE, false },
		{ HEAD "files 1\nfolder 5 .\n" NONE, false },
		{ HEAD "made 0\n" NONE, false },
		{ "tpatch-run 1\nrun x\ntime 1\ntool t\nset s\ntarget t\nfiles 0\n" NONE, false },
		{ "tpatch-run 1\nrun 7\ntime x\ntool t\nset s\ntarget t\nfiles 0\n" NONE, false },
		{ "tpatch-run 1\nrun 7\ntime 1\ntool %\nset s\ntarget t\nfiles 0\n" NONE, false },
		{ "tpatch-run 1\nrun 7\ntime 1\ntool t\nset %0\ntarget t\nfiles 0\n" NONE, false },
		{ "tpatch-run 1\nrun 7\ntime 1\ntool t\nset s\ntarget %00\nfiles 0\n" NONE, false },
		{ "tpatch-run 1\nrun 7\ntime 1\nset s\ntool t\ntarget t\nfiles 0\n" NONE, false },
		/* Formats 2 to 4. */
		{ "tpatch-run 2\n" REST "files 1\nfile 0 - - 0 0 0000 0000 0 a/b r\nmade 0\n" NONE, false },
		{ "tpatch-run 2\n" REST "files 1\nfile 0 " HASH " - 0 0 0644 0000 0 a/b r\nmade 0\n" NONE, true },
		{ HEAD "files 1\nfile 0 - " HASH " 1 2 0644 5 a/b r\n" NONE, false },
		{ "tpatch-run 2\n" REST "files 0\nmade x\n" NONE, false },
		{ "tpatch-run 2\n" REST "files 0\nmade 99999999999\nmade-folder a\n" NONE, false },
		{ "tpatch-run 2\n" REST "files 0\nmade 1\nfolder 5 .\n" NONE, false },
		{ "tpatch-run 2\n" REST "files 0\nmade 1\nmade-folder a%\n" NONE, false },
		{ "tpatch-run 3\n" REST "files 0\nmade 0\ndeclined x\n" NONE, false },
		{ "tpatch-run 3\n" REST "files 0\nmade 0\ndeclined 99999999999\nleft-out r a/b\n" NONE, false },
		{ "tpatch-run 3\n" REST "files 0\nmade 0\ndeclined 1\nmade-folder a\n" NONE, false },
		{ "tpatch-run 3\n" REST "files 0\nmade 0\ndeclined 1\nleft-out  a/b\n" NONE, false },
		{ "tpatch-run 3\n" REST "files 0\nmade 0\ndeclined 1\nleft-out % a/b\n" NONE, false },
		{ "tpatch-run 3\n" REST "files 0\nmade 0\ndeclined 1\nleft-out r a%\n" NONE, false },
		{ "tpatch-run 3\n" REST "files 0\nmade 0\ndeclined 1\nleft-out r ../b\n" NONE, false },
		{ "tpatch-run 2\n" REST "files 1\nfile 0 - " HASH
		  " 0 2 0000 0644 0 a/b r\nmade 1\nmade-folder a\n" NONE,
			true },
		{ "tpatch-run 2\n" REST "files 0\nmade 1\nmade-folder ../a\n" NONE, false },
		{ "tpatch-run 2\n" REST "files 0\nmade 0\ndeclined 0\n" NONE, false },
		{ "tpatch-run 3\n" REST "files 0\nmade 0\ndeclined 1\nleft-out r a/b\n" NONE, true },
		{ "tpatch-run 3\n" REST "origin 0\nfiles 0\nmade 0\ndeclined 0\n" NONE, false },
		{ "tpatch-run 4\n" REST "keeps 0\norigin 1\nwith fact a=b\nfiles 0\nmade 0\ndeclined 0\n" NONE, true },
		{ "tpatch-run 4\n" REST "keeps 0\norigin 1\nwith what-is-this a=b\nfiles 0\nmade 0\ndeclined 0\n" NONE,
			true },
		{ "tpatch-run 4\n" REST "keeps 0\nfiles 0\nmade 0\ndeclined 0\n" NONE, false },
		{ "tpatch-run 4\n" REST "keeps 0\norigin 2\nwith fact a=b\nfiles 0\nmade 0\ndeclined 0\n" NONE, false },
		{ "tpatch-run 4\n" REST
		  "keeps 0\norigin 99999999999\nwith fact a=b\nfiles 0\nmade 0\ndeclined 0\n" NONE,
			false },
		{ "tpatch-run 4\n" REST "keeps 6\norigin 0\nfiles 0\nmade 0\ndeclined 0\n" NONE, true },
		{ "tpatch-run 4\n" REST "keeps 7\norigin 0\nfiles 0\nmade 0\ndeclined 0\n" NONE, false },
		{ "tpatch-run 4\n" REST "origin 0\nfiles 0\nmade 0\ndeclined 0\n" NONE, false },
		{ "tpatch-run 4\n" REST "keeps 0\norigin 1\nwith fact\nfiles 0\nmade 0\ndeclined 0\n" NONE, false },
		{ "tpatch-run 4\n" REST "keeps 0\norigin 1\nwith fact a%00\nfiles 0\nmade 0\ndeclined 0\n" NONE,
			false },
	};
#undef REST
#undef HASH
#undef HEAD
#undef HASHES
#undef NONE
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct arena arena = ARENA_INIT;
		struct run back = { .number = 7 };
		struct str text = STR_INIT;
		sign(&text, rows[i].body);
		if (header_parse(str_slice(&text), &arena, &back) != rows[i].good)
			fail_msg("row %zu was %s: %s", i, rows[i].good ? "refused" : "taken", rows[i].body);
		arena_release(&arena);
		str_release(&text);
	}
}

static void write_header(const struct scratch *s, unsigned long number, enum run_state state, const char *const *paths)
{
	static const char *const rules[] = { "r", NULL };
	struct run_file files[4];
	struct run run = { .number = number, .tool = "t", .set = "s", .target = "t", .files = files };
	for (; paths[run.n_files]; run.n_files++)
		files[run.n_files] = (struct run_file){ .path = paths[run.n_files], .rules = rules };
	struct str text = STR_INIT, path = STR_INIT;
	header_format(&run, &text);
	scratch_write(s, journal_header_path(&path, number, state), text.ptr);
	str_release(&text);
	str_release(&path);
}

TEST(journal_numbers_are_written_in_one_way)
{
	static const char *const wrong[] = { "", "1", "00001", "0000001", "000000", "+00001", "00000x", "04294967296",
		"4294967296", "99999999999999999999" };
	unsigned long number = 0;
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_false(journal_run_number(wrong[i], &number));
	assert_true(journal_run_number("000012", &number) && number == 12);
	assert_true(journal_run_number("1234567", &number) && number == 1234567);
	assert_true(journal_run_number("4294967295", &number) && number == UINT32_MAX);
	assert_false(journal_last_number(slice_of("12"), &number));
	assert_false(journal_last_number(slice_of("\n"), &number));
	assert_false(journal_last_number(slice_of("1 2\n"), &number));
	assert_false(journal_last_number(slice_of("4294967296\n"), &number));
	assert_true(journal_last_number(slice_of("4294967295\n"), &number) && number == UINT32_MAX);
	assert_true(journal_last_number(slice_of("12\n"), &number) && number == 12);
}

TEST(journal_of_a_bare_root_is_empty)
{
	struct scratch s = scratch_new();
	struct journal journal;
	struct err err = ERR_INIT;
	assert_true(journal_read(s.root, &journal, &err));
	assert_int_equal(journal.n_runs, 0);
	assert_false(journal_needs_recovery(&journal));
	assert_null(journal_last(&journal, RUN_APPLIED));
	assert_null(journal_find(&journal, 1));
	journal_release(&journal);
	scratch_free(&s);
}

TEST(journal_lists_runs_by_number_and_state)
{
	struct scratch s = scratch_new();
	struct journal journal;
	struct err err = ERR_INIT;
	const struct run_file *file = NULL;
	write_header(&s, 1000000, RUN_APPLIED, (const char *const[]){ "b", NULL });
	write_header(&s, 2, RUN_APPLIED, (const char *const[]){ "a", "b", NULL });
	write_header(&s, 10, RUN_UNDONE, (const char *const[]){ "a", NULL });
	scratch_mkdir(&s, ".tpatch/runs/000003/new");
	scratch_mkdir(&s, ".tpatch/runs/4");
	scratch_mkdir(&s, ".tpatch/runs/000000");
	scratch_write(&s, ".tpatch/runs/000005", "no folder");
	assert_true(journal_read(s.root, &journal, &err));
	assert_int_equal(journal.n_runs, 3);
	assert_int_equal(journal.runs[0].number, 2);
	assert_int_equal(journal.runs[1].number, 10);
	assert_int_equal(journal.runs[2].number, 1000000);
	assert_int_equal(journal.n_unfinished, 1);
	assert_int_equal(journal.unfinished[0], 3);
	assert_int_equal(journal_find(&journal, 10)->state, RUN_UNDONE);
	assert_int_equal(journal_last(&journal, RUN_APPLIED)->number, 1000000);
	assert_int_equal(journal_applied_to(&journal, "a", &file)->number, 2);
	assert_string_equal(file->path, "a");
	assert_int_equal(journal_applied_to(&journal, "b", NULL)->number, 1000000);
	assert_null(journal_applied_to(&journal, "c", &file));
	assert_false(journal_needs_recovery(&journal));
	journal_release(&journal);
	scratch_free(&s);
}

/* Of runs that are undone, the header is not even opened where only what is in force is asked for. */
TEST(journal_in_force_passes_over_what_is_undone)
{
	struct scratch s = scratch_new();
	struct journal journal;
	struct err err = ERR_INIT;
	write_header(&s, 1, RUN_UNDONE, (const char *const[]){ "a", NULL });
	scratch_write(&s, ".tpatch/runs/000002/header.undone", "not a header");
	scratch_write(&s, ".tpatch/runs/000002/old/0", "left over");
	write_header(&s, 3, RUN_APPLIED, (const char *const[]){ "a", "b", NULL });
	scratch_write(&s, ".tpatch/runs/000003/old/0", "original");
	write_header(&s, 4, RUN_APPLIED, (const char *const[]){ "a", NULL });
	write_header(&s, 4, RUN_UNDONE, (const char *const[]){ "a", NULL });
	assert_true(journal_read_in_force(s.root, &journal, &err));
	assert_int_equal(journal.n_runs, 4);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(journal.runs[i].number, i + 1);
		assert_int_equal(journal.runs[i].state, RUN_UNDONE);
		assert_int_equal(journal.runs[i].holds_texts, i == 1);
		assert_int_equal(journal.runs[i].n_files, 0);
	}
	assert_int_equal(journal.runs[2].n_files, 2);
	assert_true(journal.runs[2].holds_texts);
	assert_int_equal(journal.runs[3].state, RUN_BROKEN);
	assert_int_equal(journal_applied_to(&journal, "a", NULL)->number, 3);
	journal_release(&journal);
	assert_true(journal_read(s.root, &journal, &err));
	assert_int_equal(journal.runs[0].n_files, 1);
	assert_int_equal(journal.runs[1].state, RUN_BROKEN);
	journal_release(&journal);
	scratch_free(&s);
}

TEST(journal_broken_headers_are_told_and_not_used)
{
	struct scratch s = scratch_new();
	struct journal journal;
	struct err err = ERR_INIT;
	write_header(&s, 1, RUN_APPLIED, (const char *const[]){ "a", NULL });
	scratch_write(&s, ".tpatch/runs/000002/header.applied", "tpatch-run 1\n");
	scratch_write(&s, ".tpatch/runs/000003/header.applied", "tpatch-run 9\n");
	write_header(&s, 4, RUN_APPLIED, (const char *const[]){ "a", NULL });
	write_header(&s, 4, RUN_UNDONE, (const char *const[]){ "a", NULL });
	assert_true(journal_read(s.root, &journal, &err));
	assert_int_equal(journal.n_runs, 4);
	for (size_t i = 1; i < 4; i++) {
		assert_int_equal(journal.runs[i].state, RUN_BROKEN);
		assert_non_null(journal.runs[i].problem);
	}
	assert_string_equal(journal.runs[2].problem, "its header has format 9, and this tpatch reads formats 1 to 4");
	assert_int_equal(journal_applied_to(&journal, "a", NULL)->number, 1);
	assert_false(journal_needs_recovery(&journal));
	journal_release(&journal);
	scratch_free(&s);
}

TEST(journal_interrupted_runs_are_found_even_if_broken)
{
	struct scratch s = scratch_new();
	struct journal journal;
	struct err err = ERR_INIT;
	write_header(&s, 1, RUN_APPLIED, (const char *const[]){ "a", NULL });
	scratch_write(&s, ".tpatch/runs/000002/header.pending", "torn");
	assert_true(journal_read(s.root, &journal, &err));
	assert_true(journal_needs_recovery(&journal));
	assert_int_equal(journal_interrupted(&journal)->number, 2);
	assert_int_equal(journal_interrupted(&journal)->state, RUN_BROKEN);
	journal_release(&journal);
	write_header(&s, 2, RUN_PENDING, (const char *const[]){ "a", NULL });
	write_header(&s, 3, RUN_ROLLING, (const char *const[]){ "a", NULL });
	assert_true(journal_read(s.root, &journal, &err));
	assert_int_equal(journal_interrupted(&journal)->number, 3);
	assert_int_equal(journal_find(&journal, 2)->state, RUN_PENDING);
	journal_release(&journal);
	scratch_free(&s);
}

TEST(journal_in_a_link_or_file_is_refused)
{
	struct scratch s = scratch_new();
	struct journal journal;
	struct err err = ERR_INIT;
	scratch_mkdir(&s, "elsewhere/runs");
	scratch_symlink(&s, "elsewhere", ".tpatch");
	assert_false(journal_read(s.root, &journal, &err));
	assert_string_equal(err.message, "'.tpatch' is a symbolic link, not a folder");
	scratch_remove(&s, ".tpatch");
	scratch_write(&s, ".tpatch", "");
	assert_false(journal_read(s.root, &journal, &err));
	assert_string_equal(err.message, "'.tpatch' is a file, not a folder");
	scratch_remove(&s, ".tpatch");
	scratch_mkdir(&s, ".tpatch");
	scratch_symlink(&s, "../elsewhere/runs", ".tpatch/runs");
	assert_false(journal_read(s.root, &journal, &err));
	assert_string_equal(err.message, "'.tpatch/runs' is a symbolic link, not a folder");
	err_release(&err);
	scratch_free(&s);
}
