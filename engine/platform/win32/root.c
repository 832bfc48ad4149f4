/* A root and the resolution of paths below it, which follows no symbolic link and no junction. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <wchar.h>
#include <winternl.h>

#include "base/alloc.h"

/* About 0.3 s: a scanner has let a file go by then, and a file that stays locked is one of few. */
#define OPEN_TRIES 5
/* For all files that another program has open, when replacing is asked about: twice as long as for one. */
#define WAITS_OF_A_RUN 10

/* A handle with an access that counts when others ask for theirs: one for attributes alone would keep nobody from
 * moving the folder. */
#define FOLDER_ACCESS (FILE_TRAVERSE | FILE_READ_ATTRIBUTES | SYNCHRONIZE)

/* CreateFileW() takes flags and attributes as one number. */
#define ATTRIBUTES_OF_FLAGS 0x7FFFu

bool win32_is_link(DWORD attributes, DWORD reparse_tag)
{
	/* A name surrogate stands for another name (MS-FSCC 2.1.2.1). Wine shows links to folders without a tag. */
	return (attributes & FILE_ATTRIBUTE_REPARSE_POINT) &&
	       (reparse_tag == 0 || IsReparseTagNameSurrogate(reparse_tag));
}

static DWORD reparse_tag_of(HANDLE handle)
{
	FILE_ATTRIBUTE_TAG_INFO tag;
	return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof(tag)) ? tag.ReparseTag : 0;
}

/* What is to be opened, by its path or, where `folder` is not NULL, by its name in that folder. */
struct opening {
	HANDLE folder;
	const wchar_t *path;
	DWORD access, share, disposition, flags;
};

static ULONG options_of(const struct opening *what, DWORD flags)
{
	ULONG options = FILE_OPEN_FOR_BACKUP_INTENT | FILE_SYNCHRONOUS_IO_NONALERT;
	options |= flags & FILE_FLAG_OPEN_REPARSE_POINT ? FILE_OPEN_REPARSE_POINT : 0;
	options |= flags & FILE_FLAG_SEQUENTIAL_SCAN ? FILE_SEQUENTIAL_ONLY : 0;
	options |= flags & FILE_FLAG_WRITE_THROUGH ? FILE_WRITE_THROUGH : 0;
	return options | (what->disposition == CREATE_NEW ? FILE_NON_DIRECTORY_FILE : 0);
}

static ULONG disposition_of(const struct opening *what)
{
	return what->disposition == CREATE_NEW    ? FILE_CREATE
	       : what->disposition == OPEN_ALWAYS ? FILE_OPEN_IF
						  : FILE_OPEN;
}

/*
 * Win32 has no call that opens a name in an open folder; this is what CreateFileW() makes of its arguments
 * (https://learn.microsoft.com/windows/win32/api/winternl/nf-winternl-ntcreatefile).
 */
static HANDLE open_in_folder(const struct opening *what, DWORD flags)
{
	size_t bytes = wcslen(what->path) * sizeof(*what->path);
	if (bytes > USHRT_MAX) {
		SetLastError(ERROR_FILENAME_EXCED_RANGE);
		return INVALID_HANDLE_VALUE;
	}
	UNICODE_STRING name = {
		.Length = (USHORT)bytes, .MaximumLength = (USHORT)bytes, .Buffer = (wchar_t *)what->path
	};
	OBJECT_ATTRIBUTES where;
	InitializeObjectAttributes(&where, &name, OBJ_CASE_INSENSITIVE, what->folder, NULL);
	IO_STATUS_BLOCK status_block;
	HANDLE handle;
	NTSTATUS status = NtCreateFile(&handle, what->access | SYNCHRONIZE | FILE_READ_ATTRIBUTES, &where,
		&status_block, NULL, flags & ATTRIBUTES_OF_FLAGS, what->share, disposition_of(what),
		options_of(what, flags), NULL, 0);
	if (status >= 0)
		return handle;
	SetLastError(RtlNtStatusToDosError(status));
	return INVALID_HANDLE_VALUE;
}

static HANDLE open_patiently(const struct opening *what, DWORD flags)
{
	unsigned tries = 0;
	HANDLE handle;
	do
		handle = what->folder ? open_in_folder(what, flags)
				      : CreateFileW(what->path, what->access, what->share, NULL, what->disposition,
						flags, NULL);
	while (handle == INVALID_HANDLE_VALUE &&
		(GetLastError() == ERROR_SHARING_VIOLATION || GetLastError() == ERROR_LOCK_VIOLATION) &&
		win32_wait(&tries, OPEN_TRIES));
	return handle;
}

/* Attributes and times. GetFileInformationByHandle() would ask the volume as well, at some cost for each folder on the
 * way to a file. */
static bool basic_info_of(HANDLE handle, FILE_BASIC_INFO *info)
{
	return GetFileInformationByHandleEx(handle, FileBasicInfo, info, sizeof(*info));
}

/* Opens what is no link. */
static HANDLE open_itself(const struct opening *what, FILE_BASIC_INFO *info)
{
	DWORD flags = what->flags | FILE_FLAG_BACKUP_SEMANTICS;
	HANDLE handle = open_patiently(what, flags | FILE_FLAG_OPEN_REPARSE_POINT);
	if (handle == INVALID_HANDLE_VALUE)
		return handle;
	bool known = basic_info_of(handle, info);
	bool is_reparse = known && (info->FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT);
	bool is_link = is_reparse && win32_is_link(info->FileAttributes, reparse_tag_of(handle));
	if (known && !is_reparse)
		return handle;
	win32_close(handle);
	if (!known)
		return INVALID_HANDLE_VALUE;
	if (is_link) {
		SetLastError(WIN32_IS_LINK);
		return INVALID_HANDLE_VALUE;
	}
	/* Its bytes are found only through the driver that the tag names. */
	handle = open_patiently(what, flags);
	if (handle != INVALID_HANDLE_VALUE && !basic_info_of(handle, info)) {
		win32_close(handle);
		handle = INVALID_HANDLE_VALUE;
	}
	return handle;
}

HANDLE win32_open(const wchar_t *path, DWORD access, DWORD share, DWORD disposition, DWORD flags, FILE_BASIC_INFO *info)
{
	return open_itself(&(struct opening){ NULL, path, access, share, disposition, flags }, info);
}

HANDLE win32_open_in(HANDLE folder, const wchar_t *name, DWORD access, DWORD share, DWORD flags, FILE_BASIC_INFO *info)
{
	return open_itself(&(struct opening){ folder, name, access, share, OPEN_EXISTING, flags }, info);
}

HANDLE win32_open_at(const struct win32_place *place, DWORD access, DWORD share, DWORD disposition, DWORD flags,
	FILE_BASIC_INFO *info)
{
	return open_itself(&(struct opening){ place->folder, place->name, access, share, disposition, flags }, info);
}

HANDLE win32_create_at(const struct win32_place *place, DWORD access, DWORD flags)
{
	struct opening what = { place->folder, place->name, access, 0, CREATE_NEW, 0 };
	return open_in_folder(&what, flags | FILE_FLAG_OPEN_REPARSE_POINT);
}

/* Holds the folder at `path`, or of that name in `parent` unless that is NULL. `more` is asked for besides
 * FOLDER_ACCESS. */
static HANDLE hold_folder(HANDLE parent, const wchar_t *path, DWORD more)
{
	FILE_BASIC_INFO info;
	HANDLE handle = open_itself(&(struct opening){ parent, path, FOLDER_ACCESS | more,
					    FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING, 0 },
		&info);
	if (handle == INVALID_HANDLE_VALUE || (info.FileAttributes & FILE_ATTRIBUTE_DIRECTORY))
		return handle;
	CloseHandle(handle);
	SetLastError(ERROR_DIRECTORY);
	return INVALID_HANDLE_VALUE;
}

static void leave_folder(struct win32_place *place)
{
	if (place->held)
		win32_held_leave(place->root, place->held);
	else if (place->folder != INVALID_HANDLE_VALUE && place->folder != place->root->handle)
		win32_close(place->folder);
	place->held = NULL;
	place->folder = INVALID_HANDLE_VALUE;
}

/*
 * Holds the folders from the root down to `end` (a separator in `path`, or its end), each until the next is held:
 * Windows moves no folder in which something is open. The last one is the place's.
 */
static bool hold_down_to(struct win32_place *place, wchar_t *path, const wchar_t *end)
{
	wchar_t *part = path + wcslen(place->root->full) + 1;
	place->folder = place->root->handle;
	place->held = part < end ? win32_held_find(place->root, path, end, &part) : NULL;
	if (place->held)
		place->folder = win32_held_handle(place->held);
	while (part < end) {
		wchar_t *separator = part + wcscspn(part, L"\\"), saved = *separator;
		*separator = L'\0';
		HANDLE next = hold_folder(place->folder, part, 0);
		*separator = saved;
		leave_folder(place);
		if (next == INVALID_HANDLE_VALUE)
			return false;
		place->folder = next;
		place->held = win32_held_keep(place->root, path, separator, next);
		part = separator + 1;
	}
	return true;
}

bool win32_find(const struct root *root, const char *path, struct win32_place *place)
{
	*place = (struct win32_place){ .folder = INVALID_HANDLE_VALUE, .root = root };
	if (!path[0]) {
		SetLastError(ERROR_INVALID_PARAMETER);
		return false;
	}
	place->path = win32_below(root, path);
	if (!place->path)
		return false;
	wchar_t *separator = wcsrchr(place->path, L'\\');
	place->name = separator + 1;
	if (hold_down_to(place, place->path, separator))
		return true;
	win32_free(place->path);
	*place = (struct win32_place){ .folder = INVALID_HANDLE_VALUE, .root = root };
	return false;
}

void win32_leave(struct win32_place *place)
{
	leave_folder(place);
	win32_free(place->path);
	*place = (struct win32_place){ .folder = INVALID_HANDLE_VALUE, .root = place->root };
}

HANDLE win32_open_folder(const struct root *root, const char *path, DWORD access)
{
	struct win32_place place;
	HANDLE folder = INVALID_HANDLE_VALUE;
	if (path[0]) {
		if (win32_find(root, path, &place)) {
			folder = hold_folder(place.folder, place.name, access);
			win32_leave(&place);
		}
		return folder;
	}
	wchar_t *full = win32_below(root, path);
	if (full)
		folder = hold_folder(NULL, full, access);
	win32_free(full);
	return folder;
}

HANDLE win32_open_folder_in(HANDLE parent, const wchar_t *name, DWORD access)
{
	return hold_folder(parent, name, access);
}

/* As hold_folder(), but links are followed: a root may be one. */
static HANDLE open_root(wchar_t *full)
{
	size_t len = wcslen(full);
	while (len && full[len - 1] == L'\\')
		full[--len] = L'\0';
	wchar_t *with_separator = xreallocarray(NULL, len + 2, sizeof(*with_separator));
	wmemcpy(with_separator, full, len);
	wmemcpy(with_separator + len, L"\\", 2);
	struct opening what = { NULL, with_separator, FOLDER_ACCESS, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING,
		0 };
	HANDLE handle = open_patiently(&what, FILE_FLAG_BACKUP_SEMANTICS);
	FILE_BASIC_INFO info;
	if (handle != INVALID_HANDLE_VALUE &&
		(!basic_info_of(handle, &info) || !(info.FileAttributes & FILE_ATTRIBUTE_DIRECTORY))) {
		CloseHandle(handle);
		handle = INVALID_HANDLE_VALUE;
		SetLastError(ERROR_DIRECTORY);
	}
	/* Asked for as a folder, a file is "a wrong name" on some systems. */
	DWORD reason = GetLastError(),
	      attributes = handle == INVALID_HANDLE_VALUE ? GetFileAttributesW(full) : INVALID_FILE_ATTRIBUTES;
	bool is_file = attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
	free(with_separator);
	SetLastError(is_file ? ERROR_DIRECTORY : reason);
	return handle;
}

struct root *root_open(const char *path, struct err *err)
{
	wchar_t *full = win32_absolute(path);
	HANDLE handle = full ? open_root(full) : INVALID_HANDLE_VALUE;
	if (handle == INVALID_HANDLE_VALUE) {
		DWORD reason = GetLastError();
		win32_fail_at(err, reason, full, "cannot open the folder '%s'", path);
		free(full);
		if (win32_is_absence(reason))
			err->kind = ERR_USAGE;
		return NULL;
	}
	struct root *root = xmalloc(sizeof(*root));
	*root = (struct root){ .handle = handle,
		.full = full,
		.path = win32_shown(path, full),
		.held = win32_held_new(),
		.waits_left = WAITS_OF_A_RUN };
	return root;
}

void root_close(struct root *root)
{
	if (!root)
		return;
	win32_held_free(root->held);
	CloseHandle(root->handle);
	free(root->full);
	free(root->path);
	free(root);
}

const char *root_path(const struct root *root)
{
	return root->path;
}

char *root_path_below(const struct root *root, const char *typed)
{
	/* "\\x" is on the drive of the working directory, "C:x" in that drive's own. */
	if (!platform_is_separator(typed[0]) && !(typed[0] && typed[1] == ':'))
		return NULL;
	wchar_t *full = win32_absolute(typed);
	size_t len = wcslen(root->full);
	struct str out = STR_INIT;
	if (full && wcslen(full) > len + 1 && full[len] == L'\\' &&
		CompareStringOrdinal(full, (int)len, root->full, (int)len, TRUE) == CSTR_EQUAL) {
		win32_add_utf8(full + len + 1, wcslen(full + len + 1), &out);
		for (char *c = out.ptr; *c; c++)
			if (*c == '\\')
				*c = '/';
	}
	free(full);
	return out.len ? str_detach(&out) : NULL;
}

static bool is_called(const wchar_t *name, const wchar_t *typed, int len)
{
	return CompareStringOrdinal(name, -1, typed, len, TRUE) == CSTR_EQUAL;
}

/*
 * Appends the name by which the folder, `len` units of `full`, knows `typed`; false if nothing is there. All of it is
 * looked through: asked for one name, not every system says how it is written (Wine). In a folder that tells upper from
 * lower case, the name as it was typed goes before others.
 */
static bool add_name(const wchar_t *full, size_t len, const wchar_t *typed, int typed_len, struct str *out)
{
	WIN32_FIND_DATAW entry;
	wchar_t *pattern = xreallocarray(NULL, len + 3, sizeof(*pattern));
	wmemcpy(pattern, full, len);
	wmemcpy(pattern + len, L"\\*", 3);
	HANDLE search = FindFirstFileW(pattern, &entry);
	struct str name = STR_INIT;
	bool is_same = false, more = search != INVALID_HANDLE_VALUE;
	while (more && !is_same) {
		is_same = wcslen(entry.cFileName) == (size_t)typed_len &&
			  wmemcmp(entry.cFileName, typed, (size_t)typed_len) == 0;
		if (is_same || (!name.len && (is_called(entry.cFileName, typed, typed_len) ||
						     is_called(entry.cAlternateFileName, typed, typed_len)))) {
			str_clear(&name);
			win32_add_utf8(entry.cFileName, wcslen(entry.cFileName), &name);
		}
		more = FindNextFileW(search, &entry);
	}
	if (search != INVALID_HANDLE_VALUE)
		FindClose(search);
	free(pattern);
	bool found = name.len != 0;
	if (found)
		str_addf(out, "%s%s", out->len ? "/" : "", name.ptr);
	str_release(&name);
	return found;
}

char *root_spelling(const struct root *root, const char *path)
{
	wchar_t *full = win32_below(root, path);
	struct str out = STR_INIT;
	bool known = full && path[0];
	wchar_t *part = known ? full + wcslen(root->full) + 1 : NULL;
	while (known && part) {
		size_t len = wcscspn(part, L"\\");
		known = add_name(full, (size_t)(part - full) - 1, part, (int)len, &out);
		part = part[len] ? part + len + 1 : NULL;
	}
	free(full);
	if (known)
		return str_detach(&out);
	str_release(&out);
	return xstrdup(path);
}
