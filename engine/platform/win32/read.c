/* Reading files and folders below a root. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "base/path.h"

/* 1601 to 1970, in units of 100 ns. */
#define UNIX_EPOCH INT64_C(116444736000000000)
#define UNIT_NS 100
#define READ_MAX_BYTES ((size_t)1 << 30)

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

/* What Windows fills for one step of a listing. */
#define LISTING_BYTES 65536

struct dir {
	const struct root *root;
	HANDLE folder; /* held while it is listed and read */
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

/* Nobody's sharing blocks  asking for attributes. */
static bool stat_at(const struct win32_place *place, BY_HANDLE_FILE_INFORMATION *info)
{
	FILE_BASIC_INFO basic;
	HANDLE handle = win32_open_at(place, FILE_READ_ATTRIBUTES, SHARE_ALL, OPEN_EXISTING, 0, &basic);
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
	bool known = found && stat_at(&place, &info);
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
	HANDLE folder = win32_open_folder(root, path, FILE_ADD_FILE);
	if (folder == INVALID_HANDLE_VALUE)
		return false;
	CloseHandle(folder);
	return true;
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
		.mtime_ns =
			win32_unix_ns((FILETIME){ basic.LastWriteTime.LowPart, (DWORD)basic.LastWriteTime.HighPart }),
		.mode = mode_by(basic.FileAttributes),
		.links = standard.NumberOfLinks,
	};
	return true;
}

/* Closes `handle`. */
static bool read_regular(HANDLE handle, bool (*stat)(HANDLE, struct file_stat *), struct label label, size_t max_bytes,
	struct str *out, struct file_stat *st_out, struct err *err)
{
	struct file_stat st = { 0 };
	bool ok = false;
	if (!stat(handle, &st))
		win32_fail(err, GetLastError(), "cannot examine '%s%s%s'", LABEL_ARG(label));
	else if (st.type != FILE_REGULAR)
		err_set(err, ERR_IO, "cannot read '%s%s%s': it is not a regular file", LABEL_ARG(label));
	else if (st.size > max_bytes)
		err_set(err, ERR_IO, "cannot read '%s%s%s': it has %llu bytes, more than the limit of %zu",
			LABEL_ARG(label), (unsigned long long)st.size, max_bytes);
	else
		ok = read_exactly(handle, label, (size_t)st.size, out, err);
	CloseHandle(handle);
	if (ok && st_out)
		*st_out = st;
	return ok;
}

bool root_read(
	struct root *root, const char *path, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err)
{
	struct win32_place place;
	if (!win32_find(root, path, &place))
		return win32_fail(err, GetLastError(), "cannot read '%s'", path);
	FILE_BASIC_INFO info;
	HANDLE handle = win32_open_at(&place, GENERIC_READ, SHARE_ALL, OPEN_EXISTING, FILE_FLAG_SEQUENTIAL_SCAN, &info);
	bool ok = handle == INVALID_HANDLE_VALUE
			  ? win32_fail_at(err, GetLastError(), place.path, "cannot read '%s'", path)
			  : read_regular(handle, stat_handle, (struct label){ "", path }, max_bytes, out, st, err);
	win32_leave(&place);
	return ok;
}

static struct dir *new_dir(const struct root *root, HANDLE folder, char *path)
{
	struct dir *dir = xmalloc(sizeof(*dir));
	*dir = (struct dir){ .root = root, .folder = folder, .path = path };
	return dir;
}

struct dir *root_open_dir(struct root *root, const char *path, struct err *err)
{
	HANDLE folder = win32_open_folder(root, path, FILE_LIST_DIRECTORY);
	if (folder != INVALID_HANDLE_VALUE)
		return new_dir(root, folder, xstrdup(path));
	win32_fail(err, GetLastError(), "cannot list '%s'", path[0] ? path : root->path);
	return NULL;
}

/* `name` as one part of a path, for free(). NULL (ERROR_INVALID_PARAMETER) if it is none. */
static wchar_t *wide_part(const char *name)
{
	bool is_dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
	if (name[0] && !is_dots && !name[strcspn(name, "/\\:")])
		return win32_wide(name);
	SetLastError(ERROR_INVALID_PARAMETER);
	return NULL;
}

struct dir *dir_open_dir(const struct dir *parent, const char *name, struct err *err)
{
	struct label label = { parent->path, name };
	wchar_t *wide = wide_part(name);
	HANDLE folder = wide ? win32_open_folder_in(parent->folder, wide, FILE_LIST_DIRECTORY) : INVALID_HANDLE_VALUE;
	win32_free(wide);
	if (folder == INVALID_HANDLE_VALUE) {
		win32_fail(err, GetLastError(), "cannot list '%s%s%s'", LABEL_ARG(label));
		return NULL;
	}
	return new_dir(parent->root, folder, path_join(label.folder, label.name));
}

void dir_close(struct dir *dir)
{
	if (!dir)
		return;
	CloseHandle(dir->folder);
	free(dir->path);
	free(dir);
}

/* Says why, and who holds the file: for that, its whole path is needed. */
static bool fail_to_read(const struct dir *dir, struct label label, struct err *err)
{
	DWORD reason = GetLastError();
	char *path = path_join(label.folder, label.name);
	wchar_t *full = win32_below(dir->root, path);
	win32_fail_at(err, reason, full, "cannot read '%s'", path);
	free(full);
	free(path);
	return false;
}

bool dir_read(
	struct dir *dir, const char *name, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err)
{
	struct label label = { dir->path, name };
	FILE_BASIC_INFO info;
	wchar_t *wide = wide_part(name);
	HANDLE handle =
		wide ? win32_open_in(dir->folder, wide, GENERIC_READ, SHARE_ALL, FILE_FLAG_SEQUENTIAL_SCAN, &info)
		     : INVALID_HANDLE_VALUE;
	win32_free(wide);
	return handle == INVALID_HANDLE_VALUE
		       ? fail_to_read(dir, label, err)
		       : read_regular(handle, stat_without_identity, label, max_bytes, out, st, err);
}

static bool is_dots(const wchar_t *name, size_t len)
{
	return len && name[0] == L'.' && (len == 1 || (len == 2 && name[1] == L'.'));
}

/* The tag of a reparse point is where the size of extended attributes is otherwise (MS-FSCC 2.4.18). */
static enum file_type type_of_entry(const FILE_ID_BOTH_DIR_INFO *entry)
{
	if (win32_is_link(entry->FileAttributes, entry->EaSize))
		return FILE_SYMLINK;
	return type_by(entry->FileAttributes);
}

static void add_entries(const char *listing, struct dir_list *out)
{
	const FILE_ID_BOTH_DIR_INFO *entry;
	size_t at = 0;
	do {
		entry = (const FILE_ID_BOTH_DIR_INFO *)(const void *)(listing + at);
		size_t len = entry->FileNameLength / sizeof(wchar_t);
		at += entry->NextEntryOffset;
		if (is_dots(entry->FileName, len))
			continue;
		struct dir_entry item = { .type = type_of_entry(entry) };
		win32_add_utf8(entry->FileName, len, &out->names);
		str_add_bytes(&out->names, "", 1);
		VEC_PUSH(out->entries, out->count, out->capacity, item);
	} while (entry->NextEntryOffset);
}

/* By the handle that is held: opening the folder again by its path would cost as much as all the rest. False with the
 * reason. */
static bool find_all(const struct dir *dir, struct dir_list *out)
{
	_Alignas(FILE_ID_BOTH_DIR_INFO) char listing[LISTING_BYTES];
	FILE_INFO_BY_HANDLE_CLASS step = FileIdBothDirectoryRestartInfo;
	while (GetFileInformationByHandleEx(dir->folder, step, listing, sizeof(listing))) {
		add_entries(listing, out);
		step = FileIdBothDirectoryInfo;
	}
	/* The root of an empty drive has not even dots. */
	return GetLastError() == ERROR_NO_MORE_FILES || GetLastError() == ERROR_FILE_NOT_FOUND;
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
