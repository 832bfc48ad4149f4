/*
 * What the staged libraries import, held against what is there: Windows names only the DLL that it was asked for when
 * one of those that it needs is missing (WinError 126). Tables as in "PE Format",
 * https://learn.microsoft.com/windows/win32/debug/pe-format; what is loaded late is not looked at.
 */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

#define HEAD_BYTES 4096
#define SECTION_BYTES 40
#define DESCRIPTOR_BYTES 20
/* More than any DLL has: a table that has no end is a broken one. */
#define MOST_IMPORTS 1024
#define NAME_BYTES 256

/* A file in parts: PyTorch's largest DLL has gigabytes. */
struct image {
	const char *path;
	unsigned char head[HEAD_BYTES];
	size_t head_length, sections_at, n_sections;
};

/* 0 beyond what was read. */
static uint32_t number_at(const unsigned char *bytes, size_t length, size_t at, size_t size)
{
	uint32_t value = 0;
	for (size_t i = size; i > 0 && at + size <= length; i--)
		value = value << 8 | bytes[at + i - 1];
	return value;
}

/* Where in the file the address is, or 0. */
static uint64_t place_of(const struct image *image, uint32_t address)
{
	for (size_t i = 0; i < image->n_sections; i++) {
		size_t at = image->sections_at + i * SECTION_BYTES;
		uint32_t begin = number_at(image->head, image->head_length, at + 12, 4),
			 length = number_at(image->head, image->head_length, at + 16, 4);
		uint32_t in_file = number_at(image->head, image->head_length, at + 20, 4);
		if (begin && address >= begin && address - begin < length)
			return (uint64_t)in_file + (address - begin);
	}
	return 0;
}

/* What cannot be read says nothing. */
static size_t read_at(const char *path, uint64_t offset, void *buffer, size_t size)
{
	struct err ignored = ERR_INIT;
	size_t got;
	system_read_at(path, offset, buffer, size, &got, &ignored);
	err_release(&ignored);
	return got;
}

/* The address of the table of imports; 0 where there is none, or no program of Windows. */
static uint32_t open_image(const char *path, struct image *image)
{
	*image = (struct image){ .path = path };
	image->head_length = read_at(path, 0, image->head, HEAD_BYTES);
	size_t length = image->head_length, pe = number_at(image->head, length, 0x3c, 4);
	if (length < 0x40 || pe > length - 0x18 || memcmp(image->head, "MZ", 2) != 0 ||
		memcmp(image->head + pe, "PE\0\0", 4) != 0)
		return 0;
	size_t optional = pe + 24;
	image->n_sections = number_at(image->head, length, pe + 6, 2);
	image->sections_at = optional + number_at(image->head, length, pe + 20, 2);
	/* The 64-bit form has its table of directories 16 bytes later; imports are the second of them. */
	bool wide = number_at(image->head, length, optional, 2) == 0x20b;
	size_t directories = optional + (wide ? 112 : 96);
	return number_at(image->head, length, directories - 4, 4) > 1
		       ? number_at(image->head, length, directories + 8, 4)
		       : 0;
}

/* Appends the names, one a line. */
static void add_imports(const char *path, struct str *names)
{
	struct image image;
	uint32_t table = open_image(path, &image);
	for (uint32_t i = 0; table && i < MOST_IMPORTS; i++) {
		unsigned char descriptor[DESCRIPTOR_BYTES];
		char name[NAME_BYTES + 1] = "";
		uint64_t at = place_of(&image, table + i * DESCRIPTOR_BYTES);
		if (!at || read_at(path, at, descriptor, sizeof(descriptor)) < sizeof(descriptor))
			return;
		uint64_t name_at = place_of(&image, number_at(descriptor, sizeof(descriptor), 12, 4));
		if (!name_at)
			return;
		name[read_at(path, name_at, name, NAME_BYTES)] = '\0';
		if (name[0] && !strpbrk(name, "/\\\n"))
			str_addf(names, "%s\n", name);
	}
}

/* Windows' own sets, the Python that loads them all, and what comes with NVIDIA's driver. */
static bool comes_from_elsewhere(struct slice name)
{
	static const char *const beginnings[] = { "api-ms-win-", "ext-ms-", "python3", "nvcuda." };
	for (size_t i = 0; i < COUNT_OF(beginnings); i++)
		if (name.len > strlen(beginnings[i]) &&
			slice_eq_nocase(slice_sub(name, 0, strlen(beginnings[i])), slice_of(beginnings[i])))
			return true;
	return false;
}

static bool is_file(const char *folder, const char *name)
{
	struct str path = STR_INIT;
	struct file_stat st = { 0 };
	struct err ignored = ERR_INIT;
	str_addf(&path, "%s/%s", folder, name);
	bool there = platform_stat(path.ptr, &st, &ignored) && st.type != FILE_NONE && st.type != FILE_DIRECTORY;
	err_release(&ignored);
	str_release(&path);
	return there;
}

static bool is_listed(const struct str *lines, const char *name)
{
	struct slice rest = str_slice(lines), line;
	while (slice_cut(&rest, '\n', &line))
		if (slice_eq_nocase(line, slice_of(name)))
			return true;
	return false;
}

static void check_library(
	struct work *work, const char *folder, const char *system, const char *library, struct str *missing)
{
	struct str path = STR_INIT, names = STR_INIT, text = STR_INIT;
	struct slice rest, line;
	str_addf(&path, "%s/%s", folder, library);
	add_imports(path.ptr, &names);
	rest = str_slice(&names);
	while (slice_cut(&rest, '\n', &line)) {
		char *name = slice_dup(line);
		if (!comes_from_elsewhere(line) && !is_file(folder, name) && !is_file(system, name) &&
			!is_listed(missing, name)) {
			str_addf(missing, "%s\n", name);
			str_clear(&text);
			str_addf(&text,
				"'%s' needs '%s', which is neither in '%s' nor part of Windows: unless it is in PATH, "
				"`import` fails with WinError 126; list it under `stage` in the profile",
				library, name, work->request->recipe->stage_into);
			work_note(work, text.ptr);
		}
		free(name);
	}
	str_release(&path);
	str_release(&names);
	str_release(&text);
}

void check_imports(struct work *work)
{
	const struct recipe *recipe = work->request->recipe;
	const char *windows = environment_get(&work->environment, "SystemRoot");
	struct str folder = STR_INIT, system = STR_INIT, missing = STR_INIT;
	struct dir_list list = { 0 };
	struct err ignored = ERR_INIT;
	str_addf(&folder, "%s/%s", recipe->root, recipe->stage_into);
	str_addf(&system, "%s/System32", windows ? windows : "C:\\Windows");
	if (root_list(work->request->root, recipe->stage_into, &list, &ignored))
		for (size_t i = 0; i < list.count; i++)
			if (slice_ends_with(slice_of(list.entries[i].name), ".dll") ||
				slice_ends_with(slice_of(list.entries[i].name), ".pyd"))
				check_library(work, folder.ptr, system.ptr, list.entries[i].name, &missing);
	if (missing.len == 0)
		log_line(work, SLICE_LITERAL("all libraries that they import were found"));
	dir_list_release(&list);
	err_release(&ignored);
	str_release(&folder);
	str_release(&system);
	str_release(&missing);
}
