/* Reading files and folders below a root. */
#include "platform/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"

/* 1601 to 1970, in units of 100 ns. */
#define UNIX_EPOCH INT64_C(116444736000000000)
#define UNIT_NS 100
#define READ_MAX_BYTES ((size_t)1 << 30)

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

struct dir {
	HANDLE folder; /* held while it is listed and read */
	wchar_t *full; /* with the prefix and a separator at the end */
	char *path;    /* below the root; "" is the root */
};

int64_t win32_unix_ns(FILETIME time)
{
	int64_t units = (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) - UNIX_EPOCH;
	/* 64 bits reach from 1677 to 2262. What lies beyond is told as the end that is near. */
	if (units > INT64_MAX / UNIT_NS || units < -(INT64_MAX / UNIT_NS))
		return units > 0 ? INT64_MAX : -INT64_MAX;
	return units * UNIT_NS;
}

FILETIME win32_filetime(int64_t unix_ns)
{
	/* Rounded down, before 1970 too. */
	int64_t units = unix_ns / UNIT_NS - (unix_ns % UNIT_NS < 0);
	uint64_t value = (uint64_t)(units + UNIX_EPOCH);
	return (FILETIME){ .dwLowDateTime = (DWORD)value, .dwHighDateTime = (DWORD)(value >> 32) };
}

static uint64_t join(DWORD high, DWORD low)
{
	return (uint64_t)high << 32 | low;
}

static enum file_type type_by(DWORD attributes)
{
	return attributes & FILE_ATTRIBUTE_DIRECTORY ? FILE_DIRECTORY : FILE_REGULAR;
}

static uint32_t mode_by(DWORD attributes)
{
	return attributes & FILE_ATTRIBUTE_READONLY ? 0444 : 0644;
}

void win32_fill_stat(const BY_HANDLE_FILE_INFORMATION *info, struct file_stat *out)
{
	*out = (struct file_stat){
		.type = type_by(info->dwFileAttributes),
		.size = join(info->nFileSizeHigh, info->nFileSizeLow),
		.mtime_ns = win32_unix_ns(info->ftLastWriteTime),
		.mode = mode_by(info->dwFileAttributes),
		.links = info->nNumberOfLinks,
		.file_id = join(info->nFileIndexHigh, info->nFileIndexLow),
		.volume_id = info->dwVolumeSerialNumber,
	};
}

/* Nobody's sharing stands in the way of asking for attributes. */
static bool stat_path(const wchar_t *path, BY_HANDLE_FILE_INFORMATION *info)
{
	FILE_BASIC_INFO basic;
	HANDLE handle = win32_open(path, FILE_READ_ATTRIBUTES, SHARE_ALL, OPEN_EXISTING, 0, &basic);
	if (handle == INVALID_HANDLE_VALUE)
		return false;
	bool ok = GetFileInformationByHandle(handle, info);
	win32_close(handle);
	return ok;
}

bool root_stat(struct root *root, const char *path, struct file_stat *out, struct err *err)
{
	struct win32_place place = { .folder = INVALID_HANDLE_VALUE };
	BY_HANDLE_FILE_INFORMATION info;
	*out = (struct file_stat){ .type = FILE_NONE };
	if (!path[0] && GetFileInformationByHandle(root->handle, &info)) {
		win32_fill_stat(&info, out);
		return true;
	}
	bool found = win32_find(root, path, &place);
	bool known = found && stat_path(place.path, &info);
	DWORD reason = GetLastError();
	if (found)
		win32_leave(&place);
	if (known)
		win32_fill_stat(&info, out);
	else if (found && reason == WIN32_IS_LINK)
		out->type = FILE_SYMLINK;
	else if (!win32_is_absence(reason))
		return win32_fail(err, reason, "cannot examine '%s'", path);
	return true;
}

bool root_can_write_in(struct root *root, const char *path)
{
	HANDLE folder = win32_open_folder(root, path);
	if (folder == INVALID_HANDLE_VALUE)
		return false;
	wchar_t *full = win32_below(root, path);
	FILE_BASIC_INFO info;
	HANDLE handle = win32_open(full, FILE_ADD_FILE | FILE_TRAVERSE, SHARE_ALL, OPEN_EXISTING, 0, &info);
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	free(full);
	CloseHandle(folder);
	return handle != INVALID_HANDLE_VALUE;
}

/* What messages call a file: `folder` (may be "") and `name`, joined only when there is something to say. */
struct label {
	const char *folder, *name;
};

#define LABEL_ARG(label) (label).folder, (label).folder[0] ? "/" : "", (label).name

/* Up to `size` bytes; stops early only at the end of the file. False with the reason. */
static bool read_up_to(HANDLE handle, char *buffer, size_t size, size_t *have)
{
	*have = 0;
	while (*have < size) {
		size_t want = size - *have < READ_MAX_BYTES ? size - *have : READ_MAX_BYTES;
		DWORD got;
		if (!ReadFile(handle, buffer + *have, (DWORD)want, &got, NULL))
			return GetLastError() == ERROR_HANDLE_EOF;
		if (got == 0)
			break;
		*have += got;
	}
	return true;
}

/* `size` bytes and not one more: one too many is asked for. */
static bool read_exactly(HANDLE handle, struct label label, size_t size, struct str *out, struct err *err)
{
	size_t have;
	str_clear(out);
	str_reserve(out, size + 1);
	if (!read_up_to(handle, out->ptr, size + 1, &have))
		return win32_fail(err, GetLastError(), "cannot read '%s%s%s'", LABEL_ARG(label));
	if (have != size)
		return err_set(err, ERR_IO, "cannot read '%s%s%s': its size changed meanwhile", LABEL_ARG(label));
	out->len = size;
	out->ptr[size] = '\0';
	return true;
}

static bool stat_handle(HANDLE handle, struct file_stat *out)
{
	BY_HANDLE_FILE_INFORMATION info;
	if (!GetFileInformationByHandle(handle, &info))
		return false;
	win32_fill_stat(&info, out);
	return true;
}

/* The same without the identity: for that, the volume would be asked. */
static bool stat_without_identity(HANDLE handle, struct file_stat *out)
{
	FILE_BASIC_INFO basic;
	FILE_STANDARD_INFO standard;
	if (!GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof(basic)) ||
	    !GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof(standard)))
		return false;
	*out = (struct file_stat){
		.type = type_by(basic.FileAttributes),
		.size = (uint64_t)standard.EndOfFile.QuadPart,
		.mtime_ns = win32_unix_ns((FILETIME){ basic.LastWriteTime.LowPart, (DWORD)basic.LastWriteTime.HighPart }),
		.mode = mode_by(basic.FileAttributes),
		.links = standard.NumberOfLinks,
	};
	return true;
}

static HANDLE open_to_read(const wchar_t *path)
{
	FILE_BASIC_INFO info;
	return win32_open(path, GENERIC_READ, SHARE_ALL, OPEN_EXISTING, FILE_FLAG_SEQUENTIAL_SCAN, &info);
}

static bool read_regular(const wchar_t *path, bool (*stat)(HANDLE, struct file_stat *), struct label label, size_t max_bytes, struct str *out,
	struct file_stat *st_out, struct err *err)
{
	HANDLE handle = open_to_read(path);
	if (handle == INVALID_HANDLE_VALUE)
		return win32_fail_at(err, GetLastError(), path, "cannot read '%s%s%s'", LABEL_ARG(label));
	struct file_stat st = { 0 };
	bool ok = false;
	if (!stat(handle, &st))
		win32_fail(err, GetLastError(), "cannot examine '%s%s%s'", LABEL_ARG(label));
	else if (st.type != FILE_REGULAR)
		err_set(err, ERR_IO, "cannot read '%s%s%s': it is not a regular file", LABEL_ARG(label));
	else if (st.size > max_bytes)
		err_set(err, ERR_IO, "cannot read '%s%s%s': it has %llu bytes, more than the limit of %zu", LABEL_ARG(label),
			(unsigned long long)st.size, max_bytes);
	else
		ok = read_exactly(handle, label, (size_t)st.size, out, err);
	CloseHandle(handle);
	if (ok && st_out)
		*st_out = st;
	return ok;
}

bool root_read(struct root *root, const char *path, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err)
{
	struct win32_place place;
	if (!win32_find(root, path, &place))
		return win32_fail(err, GetLastError(), "cannot read '%s'", path);
	bool ok = read_regular(place.path, stat_handle, (struct label){ "", path }, max_bytes, out, st, err);
	win32_leave(&place);
	return ok;
}

struct dir *root_open_dir(struct root *root, const char *path, struct err *err)
{
	HANDLE folder = win32_open_folder(root, path);
	if (folder == INVALID_HANDLE_VALUE) {
		win32_fail(err, GetLastError(), "cannot list '%s'", path[0] ? path : root->path);
		return NULL;
	}
	struct dir *dir = xmalloc(sizeof(*dir));
	wchar_t *full = win32_below(root, path);
	size_t len = wcslen(full);
	full = xreallocarray(full, len + 2, sizeof(*full));
	if (full[len - 1] != L'\\')
		wmemcpy(full + len, L"\\", 2);
	*dir = (struct dir){ .folder = folder, .full = full, .path = xstrdup(path) };
	return dir;
}

void dir_close(struct dir *dir)
{
	if (!dir)
		return;
	CloseHandle(dir->folder);
	free(dir->full);
	free(dir->path);
	free(dir);
}

/* `name` in the folder, for free(). */
static wchar_t *path_in_dir(const struct dir *dir, const wchar_t *name)
{
	size_t folder_len = wcslen(dir->full), name_len = wcslen(name);
	wchar_t *path = xreallocarray(NULL, folder_len + name_len + 1, sizeof(*path));
	wmemcpy(path, dir->full, folder_len);
	wmemcpy(path + folder_len, name, name_len + 1);
	return path;
}

bool dir_read(struct dir *dir, const char *name, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err)
{
	struct label label = { dir->path, name };
	if (!name[0] || name[strcspn(name, "/\\:")])
		return win32_fail(err, ERROR_INVALID_PARAMETER, "cannot read '%s%s%s'", LABEL_ARG(label));
	wchar_t *wide = win32_wide(name);
	if (!wide)
		return win32_fail(err, GetLastError(), "cannot read '%s%s%s'", LABEL_ARG(label));
	wchar_t *path = path_in_dir(dir, wide);
	bool ok = read_regular(path, stat_without_identity, label, max_bytes, out, st, err);
	free(path);
	free(wide);
	return ok;
}

static int compare_entries(const void *a, const void *b)
{
	return strcmp(((const struct dir_entry *)a)->name, ((const struct dir_entry *)b)->name);
}

static bool is_dot_entry(const wchar_t *name)
{
	return name[0] == L'.' && (!name[1] || (name[1] == L'.' && !name[2]));
}

static enum file_type type_of_entry(const WIN32_FIND_DATAW *found)
{
	if (win32_is_link(found->dwFileAttributes, found->dwReserved0))
		return FILE_SYMLINK;
	return found->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? FILE_DIRECTORY : FILE_REGULAR;
}

/* False with the reason. */
static bool find_all(const struct dir *dir, struct dir_list *out)
{
	wchar_t *pattern = path_in_dir(dir, L"*");
	WIN32_FIND_DATAW found;
	HANDLE search = FindFirstFileExW(pattern, FindExInfoBasic, &found, FindExSearchNameMatch, NULL, FIND_FIRST_EX_LARGE_FETCH);
	win32_free(pattern);
	if (search == INVALID_HANDLE_VALUE)
		return GetLastError() == ERROR_FILE_NOT_FOUND; /* the root of an empty drive */
	do {
		if (is_dot_entry(found.cFileName))
			continue;
		struct dir_entry item = { .type = type_of_entry(&found) };
		win32_add_utf8(found.cFileName, wcslen(found.cFileName), &out->names);
		str_add_bytes(&out->names, "", 1);
		VEC_PUSH(out->entries, out->count, out->capacity, item);
	} while (FindNextFileW(search, &found));
	DWORD reason = GetLastError();
	FindClose(search);
	SetLastError(reason);
	return reason == ERROR_NO_MORE_FILES;
}

bool dir_list(struct dir *dir, struct dir_list *out, struct err *err)
{
	out->count = 0;
	str_clear(&out->names);
	if (!find_all(dir, out))
		return win32_fail(err, GetLastError(), "cannot list '%s'", dir->path[0] ? dir->path : ".");
	const char *name = out->names.ptr; /* only now: it moved while it grew */
	for (size_t i = 0; i < out->count; i++, name += strlen(name) + 1)
		out->entries[i].name = name;
	return true;
}

bool root_list(struct root *root, const char *path, struct dir_list *out, struct err *err)
{
	struct dir *dir = root_open_dir(root, path, err);
	bool ok = dir && dir_list(dir, out, err);
	if (ok && out->count > 1)
		qsort(out->entries, out->count, sizeof(*out->entries), compare_entries);
	dir_close(dir);
	return ok;
}

void dir_list_release(struct dir_list *list)
{
	free(list->entries);
	str_release(&list->names);
	*list = (struct dir_list){ 0 };
}
