/* What a seal proves of a header: written by this user, for this folder, and not changed since. */
#include "scratch.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit/journal/seal.h"

static const char header[] = "tpatch-run 1\nrun 1\nfile 0 a.cmake\nchecksum 0123\n";

/* As if this user had keys of these bytes, and the folder were that one. */
static struct sealing sealing_of(const char *keys, const char *folders)
{
	struct sealing sealing = { .n_keys = strlen(keys) };
	for (size_t i = 0; keys[i]; i++)
		memset(sealing.keys[i].bytes, keys[i], sizeof(sealing.keys[i].bytes));
	str_add_cstr(&sealing.folders, folders);
	return sealing;
}

static void assert_proof(const char *keys, const char *folders, struct slice text, enum run_proof expected)
{
	struct sealing sealing = sealing_of(keys, folders);
	assert_int_equal(seal_check(&sealing, &text), expected);
	sealing_end(&sealing);
}

static struct str sealed(const char *keys, const char *folders)
{
	struct sealing sealing = sealing_of(keys, folders);
	struct str text = STR_INIT;
	str_add_cstr(&text, header);
	seal_add(&sealing, &text);
	sealing_end(&sealing);
	return text;
}

TEST(seal_tells_key_and_folder)
{
	struct str text = sealed("A", " 1.2 3.4");
	assert_proof("A", " 1.2 3.4", str_slice(&text), PROOF_OURS);
	assert_proof("BA", " 1.2 3.4", str_slice(&text), PROOF_OURS);
	assert_proof("A", " 1.2 3.5", str_slice(&text), PROOF_ELSEWHERE);
	assert_proof("A", " 1.2", str_slice(&text), PROOF_ELSEWHERE);
	assert_proof("B", " 1.2 3.4", str_slice(&text), PROOF_OTHER_KEY);
	assert_proof("", " 1.2 3.4", str_slice(&text), PROOF_OTHER_KEY);
	str_release(&text);
}

TEST(seal_is_cut_off)
{
	struct sealing sealing = sealing_of("A", " 1.2 3.4");
	struct str text = sealed("A", " 1.2 3.4");
	struct slice rest = str_slice(&text);
	assert_int_equal(seal_check(&sealing, &rest), PROOF_OURS);
	assert_true(slice_eq_cstr(rest, header));
	assert_int_equal(seal_check(&sealing, &rest), PROOF_NONE);
	assert_true(slice_eq_cstr(rest, header));
	sealing_end(&sealing);
	str_release(&text);
}

/* No byte can be changed, put in, or left out. */
TEST(seal_breaks_with_any_byte)
{
	struct str text = sealed("A", " 1.2 3.4");
	struct sealing sealing = sealing_of("A", " 1.2 3.4");
	for (size_t i = 0; i < text.len; i++) {
		struct str changed = STR_INIT, longer = STR_INIT, shorter = STR_INIT;
		str_add(&changed, str_slice(&text));
		changed.ptr[i] ^= 1;
		str_add(&longer, slice_sub(str_slice(&text), 0, i));
		str_add_char(&longer, '7');
		str_add(&longer, slice_sub(str_slice(&text), i, text.len));
		str_add(&shorter, slice_sub(str_slice(&text), 0, i));
		str_add(&shorter, slice_sub(str_slice(&text), i + 1, text.len));
		struct str *all[] = { &changed, &longer, &shorter };
		for (size_t k = 0; k < COUNT_OF(all); k++) {
			struct slice rest = str_slice(all[k]);
			if (seal_check(&sealing, &rest) == PROOF_OURS)
				fail_msg("byte %zu, change %zu: still ours", i, k);
			str_release(all[k]);
		}
	}
	sealing_end(&sealing);
	str_release(&text);
}

TEST(seal_of_somebody_after_ours_counts)
{
	struct str text = sealed("A", " 1.2 3.4");
	struct sealing other = sealing_of("B", " 1.2 3.4");
	seal_add(&other, &text);
	assert_proof("A", " 1.2 3.4", str_slice(&text), PROOF_OTHER_KEY);
	sealing_end(&other);
	str_release(&text);
}

TEST(seal_without_a_key_is_none)
{
	struct str text = sealed("", " 1.2 3.4");
	assert_string_equal(text.ptr, header);
	assert_proof("A", " 1.2 3.4", str_slice(&text), PROOF_NONE);
	assert_proof("A", " 1.2 3.4", SLICE_LITERAL(""), PROOF_NONE);
	assert_proof("A", " 1.2 3.4", SLICE_LITERAL("\n"), PROOF_NONE);
	assert_proof("A", " 1.2 3.4", SLICE_LITERAL("seal \n"), PROOF_NONE);
	assert_proof("A", " 1.2 3.4", SLICE_LITERAL("seal 1.2 0123456789\n"), PROOF_NONE);
	str_release(&text);
}

static struct str folders_of(const struct scratch *scratch, const char *path)
{
	struct err err = ERR_INIT;
	struct sealing sealing;
	struct root *root = root_open(scratch_path(scratch, path), &err);
	if (!root || !sealing_begin(root, false, &sealing, &err))
		fail_msg("%s", err.message);
	root_close(root);
	return sealing.folders;
}

TEST(seal_knows_a_folder_that_moved_and_no_copy)
{
	struct scratch scratch = scratch_new();
	scratch_mkdir(&scratch, "one/.tpatch");
	scratch_mkdir(&scratch, "two/.tpatch");
	struct str one = folders_of(&scratch, "one"), two = folders_of(&scratch, "two");
	scratch_rename(&scratch, "one", "three");
	struct str moved = folders_of(&scratch, "three");
	assert_false(slice_eq(str_slice(&one), str_slice(&two)));
	assert_string_equal(one.ptr, moved.ptr);
	/* A journal that was put into another folder. */
	scratch_rename(&scratch, "two/.tpatch", "gone");
	scratch_rename(&scratch, "three/.tpatch", "two/.tpatch");
	struct str mixed = folders_of(&scratch, "two");
	assert_false(slice_eq(str_slice(&mixed), str_slice(&one)));
	assert_false(slice_eq(str_slice(&mixed), str_slice(&two)));
	str_release(&one);
	str_release(&two);
	str_release(&moved);
	str_release(&mixed);
	scratch_free(&scratch);
}

TEST(seal_needs_a_journal_to_be_of)
{
	struct scratch scratch = scratch_new();
	struct sealing sealing;
	struct err err = ERR_INIT;
	assert_false(sealing_begin(scratch.root, false, &sealing, &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_int_equal(sealing.n_keys, 0);
	err_release(&err);
	scratch_free(&scratch);
}
