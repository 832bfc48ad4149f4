#include "platform/win32/win32.h"

#include <aclapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/digest/hex.h"
#include "base/digest/sha256.h"
#include "platform/identity.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
#define KEY_TEXT_BYTES (2 * USER_KEY_BYTES + 1)

/* Does what the token says of `kind` (its user, or the owner of what it makes) name this owner? */
static bool token_names(HANDLE token, TOKEN_INFORMATION_CLASS kind, PSID owner)
{
	DWORD size = 0;
	GetTokenInformation(token, kind, NULL, 0, &size);
	if (!size)
		return false;
	void *text = xmalloc(size);
	bool same = false;
	if (GetTokenInformation(token, kind, text, size, &size))
		same = EqualSid(
			kind == TokenUser ? ((TOKEN_USER *)text)->User.Sid : ((TOKEN_OWNER *)text)->Owner, owner);
	free(text);
	return same;
}

/* A volume without owners (FAT) belongs to whoever uses it. */
static bool is_mine(HANDLE handle)
{
	PSID owner = NULL;
	PSECURITY_DESCRIPTOR descriptor = NULL;
	HANDLE token;
	if (GetSecurityInfo(handle, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL, NULL,
		    &descriptor) != ERROR_SUCCESS ||
		!owner)
		return true;
	bool mine = false;
	if (OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token)) {
		mine = token_names(token, TokenUser, owner) || token_names(token, TokenOwner, owner);
		CloseHandle(token);
	}
	LocalFree(descriptor);
	return mine;
}

static HANDLE open_for_owner(const wchar_t *path, DWORD access, DWORD disposition, DWORD flags)
{
	FILE_BASIC_INFO info;
	return win32_open(path, access | READ_CONTROL, SHARE_ALL, disposition, flags, &info);
}

bool root_identify(struct root *root, const char *path, struct folder_identity *out, struct err *err)
{
	struct win32_place place;
	FILE_BASIC_INFO basic;
	BY_HANDLE_FILE_INFORMATION info;
	HANDLE handle = INVALID_HANDLE_VALUE;
	if (!path[0]) {
		handle = open_for_owner(root->full, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
	} else if (win32_find(root, path, &place)) {
		handle =
			win32_open_at(&place, FILE_READ_ATTRIBUTES | READ_CONTROL, SHARE_ALL, OPEN_EXISTING, 0, &basic);
		win32_leave(&place);
	}
	bool ok = handle != INVALID_HANDLE_VALUE && GetFileInformationByHandle(handle, &info);
	DWORD reason = GetLastError();
	/* Volumes keep their serial numbers here, and anybody may set the time at which a folder was made. */
	if (ok)
		*out = (struct folder_identity){
			.file_id = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow,
			.volume_id = info.dwVolumeSerialNumber,
			.mount_id = info.dwVolumeSerialNumber,
			.is_mine = is_mine(handle),
			.owner = OWNER_UNKNOWN,
		};
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	return ok ? true : win32_fail(err, reason, "cannot examine '%s'", path[0] ? path : root_path(root));
}

bool platform_has_mounts_in_trees(void)
{
	return false;
}

/* --- the key ------------------------------------------------------------------------------------------------------ */

/* %LOCALAPPDATA%\tpatch, which the system keeps for this user alone; "\key" is to be added. NULL where the environment
 * tells of none. */
static wchar_t *key_folder(void)
{
	char *base = platform_getenv("LOCALAPPDATA");
	if (!base || !base[0]) {
		free(base);
		return NULL;
	}
	struct str path = STR_INIT;
	str_addf(&path, "%s\\tpatch", base);
	wchar_t *wide = win32_absolute(path.ptr);
	str_release(&path);
	free(base);
	return wide;
}

static wchar_t *joined(const wchar_t *folder, const wchar_t *name)
{
	size_t len = wcslen(folder) + wcslen(name) + 2;
	wchar_t *path = xmalloc(len * sizeof(*path));
	wcscpy(path, folder);
	wcscat(path, L"\\");
	wcscat(path, name);
	return path;
}

static bool read_key(const wchar_t *path, struct user_key *out)
{
	char text[KEY_TEXT_BYTES + 1];
	DWORD got = 0;
	HANDLE handle = open_for_owner(path, GENERIC_READ, OPEN_EXISTING, 0);
	if (handle == INVALID_HANDLE_VALUE)
		return false;
	bool ok = is_mine(handle) && ReadFile(handle, text, sizeof(text), &got, NULL) && got == KEY_TEXT_BYTES &&
		  text[KEY_TEXT_BYTES - 1] == '\n' &&
		  hex_read(out->bytes, USER_KEY_BYTES, slice_from(text, KEY_TEXT_BYTES - 1));
	CloseHandle(handle);
	return ok;
}

/* Two processes may do this at the same time: the first one to give its key the name has made it. */
static bool make_key(const wchar_t *folder, const wchar_t *path, struct user_key *out)
{
	char text[KEY_TEXT_BYTES + 1];
	wchar_t name[32];
	DWORD put = 0;
	random_fill(out->bytes, sizeof(out->bytes));
	hex_write(out->bytes, USER_KEY_BYTES, text);
	text[KEY_TEXT_BYTES - 1] = '\n';
	CreateDirectoryW(folder, NULL);
	_snwprintf(name, COUNT_OF(name) - 1, L"key.%lu", GetCurrentProcessId());
	name[COUNT_OF(name) - 1] = 0;
	wchar_t *made = joined(folder, name);
	HANDLE handle = CreateFileW(made, GENERIC_WRITE, 0, NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL);
	bool ok = handle != INVALID_HANDLE_VALUE && WriteFile(handle, text, KEY_TEXT_BYTES, &put, NULL) &&
		  put == KEY_TEXT_BYTES && FlushFileBuffers(handle);
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	ok = ok && MoveFileExW(made, path, 0);
	if (!ok)
		DeleteFileW(made);
	free(made);
	return ok || read_key(path, out);
}

static bool get_key(bool make, struct user_key *out)
{
	wchar_t *folder = key_folder();
	if (!folder)
		return false;
	wchar_t *path = joined(folder, L"key");
	bool ok = read_key(path, out) || (make && make_key(folder, path, out));
	free(path);
	free(folder);
	return ok;
}

bool platform_user_keys(struct user_key keys[USER_KEYS_MAX], size_t *count, struct err *err)
{
	(void)err;
	*count = get_key(false, &keys[0]);
	return true;
}

bool platform_user_key(struct user_key *out, size_t *count, struct err *err)
{
	(void)err;
	*count = get_key(true, out);
	return true;
}
