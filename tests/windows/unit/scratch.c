/*
 * tests/unit/scratch.h for Windows. What Windows or Wine does not have (symbolic links, FIFOs, fork) skips the test.
 * Modes come down to the read-only attribute, and times to 100 ns.
 */
#include "scratch.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "base/str.h"
#include "unit.h"

#define UNIX_EPOCH INT64_C(116444736000000000)
#define PATH_UNITS 4096

static void must(bool ok, const char *what, const char *path)
{
	if (!ok)
		fail_msg("cannot %s %s: Windows error %lu", what, path, GetLastError());
}

/* UTF-16 with '\' of a path below the folder; valid until the next call but one. */
static const wchar_t *wide(const struct scratch *scratch, const char *path)
{
	static wchar_t buffers[2][PATH_UNITS];
	static unsigned turn;
	wchar_t *out = buffers[turn ^= 1u];
	/* Names are UTF-16 here: there are none that are no UTF-8. */
	if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, scratch_path(scratch, path), -1, out, PATH_UNITS) <= 0)
		skip();
	for (wchar_t *c = out; *c; c++)
		if (*c == L'/')
			*c = L'\\';
	return out;
}

static void add_utf8(const wchar_t *text, struct str *out)
{
	char bytes[4 * PATH_UNITS];
	must(WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof(bytes), NULL, NULL) > 0, "convert", "a name");
	str_add_cstr(out, bytes);
}

static struct scratch new_in(const wchar_t *parent)
{
	static unsigned count;
	struct str path = STR_INIT;
	struct scratch scratch;
	bool made;
	/* One that a killed run left may have the same name. */
	do {
		str_clear(&path);
		str_add_cstr(&path, "\\\\?\\");
		add_utf8(parent, &path);
		str_addf(&path, "tpatch-test-%lu-%u", GetCurrentProcessId(), ++count);
		scratch.path = path.ptr;
		made = CreateDirectoryW(wide(&scratch, ""), NULL);
	} while (!made && GetLastError() == ERROR_ALREADY_EXISTS);
	must(made, "make", path.ptr);
	scratch.path = str_detach(&path);
	struct err err = ERR_INIT;
	scratch.root = root_open(scratch.path, &err);
	if (!scratch.root)
		fail_msg("%s", err.message);
	return scratch;
}

struct scratch scratch_new(void)
{
	wchar_t temp[MAX_PATH];
	must(GetTempPathW(MAX_PATH, temp) > 0, "find", "the folder for scratch files");
	return new_in(temp);
}

struct scratch scratch_new_in_memory(void)
{
	/* What Linux has, under Wine. */
	static const wchar_t memory[] = L"Z:\\dev\\shm\\";
	DWORD attributes = GetFileAttributesW(memory);
	return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) ? new_in(memory)
												: scratch_new();
}

size_t scratch_stride(void)
{
	const char *given = getenv("FAULTS_STRIDE");
	return given && atoi(given) > 0 ? (size_t)atoi(given) : 11;
}

bool scratch_keeps_modes(void)
{
	return false;
}

/* Calls `visit` for everything in `folder` ("" is the scratch folder), sorted by name. */
static void for_each(const struct scratch *scratch, const char *folder, void *ctx,
	void (*visit)(const struct scratch *, const char *path, const WIN32_FIND_DATAW *, void *ctx));

struct item {
	char *path;
	WIN32_FIND_DATAW found;
};

static int compare_items(const void *a, const void *b)
{
	return strcmp(((const struct item *)a)->path, ((const struct item *)b)->path);
}

static void for_each(const struct scratch *scratch, const char *folder, void *ctx,
	void (*visit)(const struct scratch *, const char *path, const WIN32_FIND_DATAW *, void *ctx))
{
	struct item *items = NULL;
	size_t count = 0, capacity = 0;
	struct str pattern = STR_INIT;
	str_addf(&pattern, "%s%s*", folder, folder[0] ? "/" : "");
	WIN32_FIND_DATAW found;
	HANDLE search = FindFirstFileW(wide(scratch, pattern.ptr), &found);
	must(search != INVALID_HANDLE_VALUE, "list", folder);
	do {
		if (wcscmp(found.cFileName, L".") == 0 || wcscmp(found.cFileName, L"..") == 0)
			continue;
		struct str path = STR_INIT;
		str_addf(&path, "%s%s", folder, folder[0] ? "/" : "");
		add_utf8(found.cFileName, &path);
		struct item item = { str_detach(&path), found };
		VEC_PUSH(items, count, capacity, item);
	} while (FindNextFileW(search, &found));
	FindClose(search);
	str_release(&pattern);
	if (count)
		qsort(items, count, sizeof(*items), compare_items);
	for (size_t i = 0; i < count; i++) {
		visit(scratch, items[i].path, &items[i].found, ctx);
		free(items[i].path);
	}
	free(items);
}

static void remove_entry(const struct scratch *scratch, const char *path, const WIN32_FIND_DATAW *found, void *ctx)
{
	SetFileAttributesW(wide(scratch, path), FILE_ATTRIBUTE_NORMAL);
	if (!(found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)) {
		must(DeleteFileW(wide(scratch, path)), "remove", path);
		return;
	}
	for_each(scratch, path, ctx, remove_entry);
	must(RemoveDirectoryW(wide(scratch, path)), "remove", path);
}

void scratch_clear(struct scratch *scratch)
{
	for_each(scratch, "", NULL, remove_entry);
}

void scratch_free(struct scratch *scratch)
{
	scratch_clear(scratch);
	/* The root holds its folder. */
	root_close(scratch->root);
	must(RemoveDirectoryW(wide(scratch, "")), "remove", scratch->path);
	free(scratch->path);
	*scratch = (struct scratch){ 0 };
}

const char *scratch_path(const struct scratch *scratch, const char *path)
{
	static char full[2][PATH_UNITS];
	static unsigned turn;
	turn ^= 1u;
	snprintf(full[turn], sizeof(full[turn]), "%s%s%s", scratch->path, path[0] ? "/" : "", path);
	return full[turn];
}

void scratch_mkdir(const struct scratch *scratch, const char *path)
{
	char *part = xstrdup(path);
	for (char *slash = part; (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = '\0';
		must(CreateDirectoryW(wide(scratch, part), NULL) || GetLastError() == ERROR_ALREADY_EXISTS, "make",
			part);
		*slash = '/';
	}
	must(CreateDirectoryW(wide(scratch, part), NULL) || GetLastError() == ERROR_ALREADY_EXISTS, "make", part);
	free(part);
}

void scratch_write(const struct scratch *scratch, const char *path, const char *text)
{
	const char *slash = strrchr(path, '/');
	if (slash) {
		char *folder = xstrndup(path, (size_t)(slash - path));
		scratch_mkdir(scratch, folder);
		free(folder);
	}
	/* As root may, elsewhere: a read-only file is written, and stays read-only. */
	DWORD attributes = GetFileAttributesW(wide(scratch, path));
	bool read_only = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY);
	if (read_only)
		SetFileAttributesW(wide(scratch, path), FILE_ATTRIBUTE_NORMAL);
	HANDLE file = CreateFileW(wide(scratch, path), GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, 0, NULL);
	must(file != INVALID_HANDLE_VALUE, "open", path);
	DWORD put;
	must(SetEndOfFile(file) && WriteFile(file, text, (DWORD)strlen(text), &put, NULL), "write", path);
	CloseHandle(file);
	if (read_only)
		SetFileAttributesW(wide(scratch, path), attributes);
}

void scratch_chmod(const struct scratch *scratch, const char *path, unsigned mode)
{
	DWORD attributes = GetFileAttributesW(wide(scratch, path));
	must(attributes != INVALID_FILE_ATTRIBUTES, "examine", path);
	/* Of a folder, the attribute says nothing about who may write in it. */
	if (attributes & FILE_ATTRIBUTE_DIRECTORY) {
		if (!(mode & 0200))
			skip();
		return;
	}
	must(SetFileAttributesW(wide(scratch, path), mode & 0200 ? FILE_ATTRIBUTE_NORMAL : FILE_ATTRIBUTE_READONLY),
		"set attributes of", path);
}

unsigned scratch_mode(unsigned mode)
{
	return mode & 0200 ? 0644 : 0444;
}

unsigned scratch_folder_mode(unsigned mode)
{
	(void)mode;
	return 0755;
}

void scratch_set_mtime(const struct scratch *scratch, const char *path, int64_t mtime_ns)
{
	int64_t units = mtime_ns / 100 - (mtime_ns % 100 < 0) + UNIX_EPOCH;
	FILETIME time = { .dwLowDateTime = (DWORD)units, .dwHighDateTime = (DWORD)((uint64_t)units >> 32) };
	DWORD attributes = GetFileAttributesW(wide(scratch, path));
	SetFileAttributesW(wide(scratch, path), FILE_ATTRIBUTE_NORMAL);
	HANDLE file = CreateFileW(wide(scratch, path), FILE_WRITE_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
		OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
	must(file != INVALID_HANDLE_VALUE && SetFileTime(file, NULL, NULL, &time), "set the time of", path);
	CloseHandle(file);
	SetFileAttributesW(wide(scratch, path), attributes);
}

void scratch_symlink(const struct scratch *scratch, const char *target, const char *path)
{
	(void)scratch, (void)target, (void)path;
	skip();
}

void scratch_fifo(const struct scratch *scratch, const char *path)
{
	(void)scratch, (void)path;
	skip();
}

void scratch_link(const struct scratch *scratch, const char *from, const char *to)
{
	const wchar_t *source = wide(scratch, from);
	must(CreateHardLinkW(wide(scratch, to), source, NULL), "link", to);
}

void scratch_remove(const struct scratch *scratch, const char *path)
{
	/* Windows removes no read-only file. */
	DWORD attributes = GetFileAttributesW(wide(scratch, path));
	if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY))
		SetFileAttributesW(wide(scratch, path), FILE_ATTRIBUTE_NORMAL);
	must(DeleteFileW(wide(scratch, path)), "remove", path);
}

void scratch_rename(const struct scratch *scratch, const char *from, const char *to)
{
	const wchar_t *source = wide(scratch, from);
	DWORD attributes = GetFileAttributesW(source);
	bool is_folder = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
	bool ok = MoveFileExW(source, wide(scratch, to), MOVEFILE_REPLACE_EXISTING);
	/* Nobody can move a folder that a run holds: the case cannot come about. */
	if (!ok && is_folder && GetLastError() == ERROR_SHARING_VIOLATION)
		skip();
	must(ok, "rename", from);
}

bool scratch_exists(const struct scratch *scratch, const char *path)
{
	return GetFileAttributesW(wide(scratch, path)) != INVALID_FILE_ATTRIBUTES;
}

char *scratch_read(const struct scratch *scratch, const char *path)
{
	HANDLE file = CreateFileW(wide(scratch, path), GENERIC_READ,
		FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);
	must(file != INVALID_HANDLE_VALUE, "open", path);
	DWORD size = GetFileSize(file, NULL), got;
	char *text = xcalloc((size_t)size + 1, 1);
	must(ReadFile(file, text, size, &got, NULL) && got == size, "read", path);
	CloseHandle(file);
	return text;
}

struct snapshot {
	struct str *out;
	bool with_mtime;
};

static void add_line(const struct scratch *scratch, const char *path, DWORD attributes, FILETIME time,
	const struct snapshot *snapshot)
{
	bool is_folder = attributes & FILE_ATTRIBUTE_DIRECTORY;
	bool read_only = !is_folder && (attributes & FILE_ATTRIBUTE_READONLY);
	/* As POSIX writes modes: type and permission bits. */
	str_addf(snapshot->out, "%06o ",
		(is_folder ? 0040000u : 0100000u) | (read_only          ? 0444u
							    : is_folder ? 0755u
									: 0644u));
	if (snapshot->with_mtime) {
		int64_t ns = ((int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) - UNIX_EPOCH) * 100;
		str_addf(snapshot->out, "%lld.%09lld ", (long long)(ns / 1000000000), (long long)(ns % 1000000000));
	}
	str_add_cstr(snapshot->out, path);
	if (!is_folder) {
		char *text = scratch_read(scratch, path);
		str_addf(snapshot->out, " [%s]", text);
		free(text);
	}
	str_add_char(snapshot->out, '\n');
}

static void snapshot_entry(const struct scratch *scratch, const char *path, const WIN32_FIND_DATAW *found, void *ctx)
{
	if (strcmp(path, ".tpatch") == 0)
		return;
	add_line(scratch, path, found->dwFileAttributes, found->ftLastWriteTime, ctx);
	if (found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
		for_each(scratch, path, ctx, snapshot_entry);
}

char *scratch_snapshot(const struct scratch *scratch, bool with_mtime)
{
	struct str out = STR_INIT;
	struct snapshot snapshot = { &out, with_mtime };
	WIN32_FILE_ATTRIBUTE_DATA root;
	must(GetFileAttributesExW(wide(scratch, "."), GetFileExInfoStandard, &root) ||
			GetFileAttributesExW(wide(scratch, ""), GetFileExInfoStandard, &root),
		"examine", "the folder");
	if (with_mtime)
		add_line(scratch, ".", root.dwFileAttributes, root.ftLastWriteTime, &snapshot);
	for_each(scratch, "", &snapshot, snapshot_entry);
	return str_detach(&out);
}

int scratch_in_child(void (*work)(void *ctx), void *ctx)
{
	(void)work, (void)ctx;
	skip();
	return 0;
}

int scratch_in_plain_child(const struct scratch *scratch, void (*work)(void *ctx), void *ctx)
{
	(void)scratch;
	return scratch_in_child(work, ctx);
}

void scratch_die(int status)
{
	ExitProcess((UINT)status);
}
