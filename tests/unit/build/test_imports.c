#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "windows_build.h"

#define MOST_IMPORTS 4
#define PE_AT 0x80
#define OPTIONAL_BYTES 240
#define SECTIONS_AT (PE_AT + 24 + OPTIONAL_BYTES)
#define TABLE_AT 0x400
#define TABLE_ADDRESS 0x3010
#define NAMES_AT 0x500

/* What is changed in a library that is otherwise well-formed: `size` bytes at `at` are `value`. */
struct damage {
	size_t at, size;
	uint32_t value;
};

static void put(struct str *image, size_t at, size_t size, uint32_t value)
{
	if (image->len < at + size)
		str_add_repeat(image, '\0', at + size - image->len);
	for (size_t i = 0; i < size; i++)
		image->ptr[at + i] = (char)(i < sizeof(value) ? value >> (8 * i) & 0xff : 0);
}

static void put_text(struct str *image, size_t at, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		put(image, at + i, 1, (unsigned char)text[i]);
}

/*
 * `names` are those of the DLLs it imports, each followed by a space. Its first section holds nothing; the second has
 * the table, which begins 16 bytes after it, and the names.
 */
static struct str make_library(const char *names, bool is_wide, const struct damage *damage)
{
	struct str image = STR_INIT;
	size_t directories = PE_AT + 24 + (is_wide ? 112 : 96), n = 0, at = NAMES_AT;
	struct slice rest = slice_of(names), name;
	put_text(&image, 0, "MZ", 2);
	put(&image, 0x3c, 4, PE_AT);
	put_text(&image, PE_AT, "PE\0\0", 4);
	put(&image, PE_AT + 6, 2, 2);
	put(&image, PE_AT + 20, 2, OPTIONAL_BYTES);
	put(&image, PE_AT + 24, 2, is_wide ? 0x20b : 0x10b);
	put(&image, directories - 4, 4, 16);
	put(&image, directories + 8, 4, TABLE_ADDRESS);
	for (size_t i = 0; i < 2; i++) {
		put(&image, SECTIONS_AT + 40 * i + 12, 4, i ? 0x3000 : 0x1000);
		put(&image, SECTIONS_AT + 40 * i + 16, 4, i ? 0x200 : 0x100);
		put(&image, SECTIONS_AT + 40 * i + 20, 4, i ? TABLE_AT - 16 : 0x300);
	}
	put(&image, TABLE_AT, 20 * MOST_IMPORTS, 0);
	while (slice_cut(&rest, ' ', &name) && name.len) {
		put(&image, TABLE_AT + 20 * n++ + 12, 4, (uint32_t)(at - TABLE_AT + TABLE_ADDRESS));
		put_text(&image, at, name.ptr, name.len);
		put(&image, at + name.len, 1, 0);
		at += name.len + 1;
	}
	put(&image, 0x5ff, 1, 0);
	if (damage)
		put(&image, damage->at, damage->size, damage->value);
	return image;
}

static void write_bytes(const struct windows_build *build, const char *path, const struct str *bytes)
{
	struct err err = ERR_INIT;
	scratch_write(&build->scratch, path, "");
	assert_true(platform_save_file(scratch_path(&build->scratch, path), str_slice(bytes), &err));
}

static void write_library(const struct windows_build *build, const char *path, const char *names)
{
	struct str image = make_library(names, true, NULL);
	write_bytes(build, path, &image);
	str_release(&image);
}

/* One whose libraries go to `mini`, where other files are already; Windows is the folder `windows`. */
static struct windows_build build_that_stages(const char **patterns, size_t count)
{
	struct windows_build build = windows_build_new("system: windows\nreal: [/]\n");
	environment_set(&build.probe->environment, "SystemRoot", scratch_path(&build.scratch, "windows"));
	scratch_write(&build.scratch, "windows/System32/KERNEL32.dll", "");
	build.recipe.stage = patterns;
	build.recipe.n_stage = count;
	build.recipe.stage_into = "mini";
	return build;
}

#define NEEDS(library, name)                                                                                           \
	"'" library "' needs '" name                                                                                   \
	"', which is neither in 'mini' nor part of Windows: unless it is in PATH, `import` fails with WinError "       \
	"126; list it under `stage` in the profile\n"
#define ALL_FOUND "all libraries that they import were found\n"

TEST(imports_that_are_nowhere_are_told_once)
{
	struct str pattern = STR_INIT, dlls = STR_INIT;
	const char *patterns[2];
	struct windows_build build = build_that_stages(patterns, 2);
	str_addf(&pattern, "%s/none/cudart*.dll", build.scratch.path);
	str_addf(&dlls, "%s/lib/*.dll", build.scratch.path);
	patterns[0] = pattern.ptr;
	patterns[1] = dlls.ptr;
	write_library(&build, "lib/a.dll", "KERNEL32.dll b.dll gone.dll API-MS-WIN-crt.dll ");
	write_library(&build, "lib/b.dll", "GONE.dll ext-ms-x.dll python311.dll folder.dll ");
	write_library(&build, "lib/c.txt", "never.dll ");
	write_library(&build, "mini/_core.pyd", "nvcuda.dll python3 nvcuda. other.dll ");
	write_library(&build, "mini/notes.txt", "never.dll ");
	scratch_mkdir(&build.scratch, "mini/folder.dll");
	char *log = windows_build_run(&build, STEP_STAGE);
	assert_string_equal(log,
		"== stage begins\nthere is no ROOT/none/cudart*.dll\n+ copy ROOT/lib/a.dll\n+ copy ROOT/lib/b.dll\n"
		"2 libraries in 'mini'\n" NEEDS("_core.pyd", "python3") NEEDS("_core.pyd", "nvcuda.") NEEDS("_core.pyd",
			"other.dll") NEEDS("a.dll", "gone.dll") NEEDS("b.dll", "folder.dll") "== stage done in 0 s\n");
	free(log);
	str_release(&pattern);
	str_release(&dlls);
	windows_build_free(&build);
}

/* What is said of `mini/one.dll`. */
static void assert_said(const char *names, bool is_wide, const struct damage *damage, size_t length, const char *wanted)
{
	static const char *none[] = { "nowhere/*.dll" };
	struct windows_build build = build_that_stages(none, 1);
	struct str image = make_library(names, is_wide, damage), said = STR_INIT;
	image.len = length < image.len ? length : image.len;
	write_bytes(&build, "mini/one.dll", &image);
	char *log = windows_build_run(&build, STEP_STAGE);
	str_addf(&said, "== stage begins\nthere is no nowhere/*.dll\n0 libraries in 'mini'\n%s== stage done in 0 s\n",
		wanted);
	assert_string_equal(log, said.ptr);
	free(log);
	str_release(&said);
	str_release(&image);
	windows_build_free(&build);
}

TEST(imports_of_both_kinds_of_libraries_are_read)
{
	assert_said("x.dll ", true, NULL, SIZE_MAX, NEEDS("one.dll", "x.dll"));
	assert_said("x.dll ", false, NULL, SIZE_MAX, NEEDS("one.dll", "x.dll"));
	assert_said("x.dll y.dll ", true, NULL, SIZE_MAX, NEEDS("one.dll", "x.dll") NEEDS("one.dll", "y.dll"));
	assert_said("KERNEL32.dll ", true, NULL, SIZE_MAX, ALL_FOUND);
	assert_said("", true, NULL, SIZE_MAX, ALL_FOUND);
	assert_said("a/b.dll a\\b.dll x.dll ", true, NULL, SIZE_MAX, NEEDS("one.dll", "x.dll"));
}

TEST(imports_of_what_is_no_library_are_none)
{
	/* All zeroes where a table says there is nothing. */
	static const struct damage none[] = { { 0, 1, 'm' }, { 0x3c, 4, 0x10000 }, { PE_AT + 3, 1, 1 },
		{ PE_AT + 24 + 112 - 4, 4, 1 }, { PE_AT + 24 + 112 + 8, 4, 0 }, { PE_AT + 6, 2, 1 },
		{ PE_AT + 24 + 112 + 8, 4, 0x2fff }, { PE_AT + 24 + 112 + 8, 4, 0x3200 },
		{ SECTIONS_AT + 40 + 12, 4, 0 }, { TABLE_AT + 12, 4, 0x3200 }, { TABLE_AT + 12, 4, 0x2fff } };
	for (size_t i = 0; i < COUNT_OF(none); i++)
		assert_said("x.dll ", true, &none[i], SIZE_MAX, ALL_FOUND);
	for (size_t length = 0; length < NAMES_AT; length += 0x3f)
		assert_said("x.dll ", true, NULL, length, ALL_FOUND);
	assert_said("x.dll ", true, NULL, NAMES_AT + 1, NEEDS("one.dll", "x"));
	/* The last address of a section. */
	static const struct damage last = { TABLE_AT + 12, 4, 0x31ff };
	assert_said("x.dll ", true, &last, SIZE_MAX, ALL_FOUND);
	static const struct damage many = { PE_AT + 24 + 112 - 4, 4, 2 };
	assert_said("x.dll ", true, &many, SIZE_MAX, NEEDS("one.dll", "x.dll"));
}
