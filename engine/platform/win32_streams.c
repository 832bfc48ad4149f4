/* Alternate data streams of files, such as Zone.Identifier, which tells that a file came from the internet. NTFS and
 * ReFS have them. */
#include "platform/win32.h"

#include <stdlib.h>
#include <wchar.h>

#include "base/alloc.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
#define STEP_BYTES ((DWORD)64 << 10)
/* The text itself, among the streams. */
#define UNNAMED L"::$DATA"

static wchar_t *joined(const wchar_t *path, const wchar_t *stream)
{
	size_t path_len = wcslen(path), stream_len = wcslen(stream);
	wchar_t *out = xreallocarray(NULL, path_len + stream_len + 1, sizeof(*out));
	wmemcpy(out, path, path_len);
	wmemcpy(out + path_len, stream, stream_len + 1);
	return out;
}

static bool copy_bytes(HANDLE from, HANDLE to)
{
	char *buffer = xmalloc(STEP_BYTES);
	DWORD got = 0, put = 0;
	bool ok;
	do
		ok = ReadFile(from, buffer, STEP_BYTES, &got, NULL) &&
		     (!got || (WriteFile(to, buffer, got, &put, NULL) && put == got));
	while (ok && got);
	free(buffer);
	return ok && FlushFileBuffers(to);
}

bool win32_copy_stream(const wchar_t *from, const wchar_t *to, const wchar_t *stream)
{
	wchar_t *source_path = joined(from, stream), *target_path = joined(to, stream);
	HANDLE source = CreateFileW(
		source_path, GENERIC_READ, SHARE_ALL, NULL, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, NULL);
	HANDLE target = INVALID_HANDLE_VALUE;
	if (source != INVALID_HANDLE_VALUE)
		target = CreateFileW(
			target_path, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_FLAG_OPEN_REPARSE_POINT, NULL);
	bool made = target != INVALID_HANDLE_VALUE, ok = made && copy_bytes(source, target);
	if (source != INVALID_HANDLE_VALUE)
		CloseHandle(source);
	if (made)
		CloseHandle(target);
	/* Half of it would be worse than none. */
	if (made && !ok)
		DeleteFileW(target_path);
	free(source_path);
	free(target_path);
	return ok;
}

void win32_copy_streams(const wchar_t *from, const wchar_t *to)
{
	WIN32_FIND_STREAM_DATA found;
	HANDLE search = FindFirstStreamW(from, FindStreamInfoStandard, &found, 0);
	if (search == INVALID_HANDLE_VALUE)
		return;
	do {
		if (wcscmp(found.cStreamName, UNNAMED) != 0)
			win32_copy_stream(from, to, found.cStreamName);
	} while (FindNextStreamW(search, &found));
	FindClose(search);
}
