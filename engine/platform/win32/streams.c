/* Alternate data streams of files, such as Zone.Identifier, which tells that a file came from the internet. NTFS and
 * ReFS have them. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <wchar.h>

#include "base/alloc.h"

#define SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
#define STEP_BYTES ((DWORD)64 << 10)
#define FIRST_LIST_BYTES 512u
#define MOST_LIST_BYTES (1u << 20)
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

/* What the system lists of them, for free(); NULL where there is nothing to list, or the volume knows none. */
static FILE_STREAM_INFO *list_streams(HANDLE file)
{
	FILE_STREAM_INFO *streams = NULL;
	DWORD size = FIRST_LIST_BYTES;
	bool ok;
	do {
		streams = xreallocarray(streams, size, 1);
		ok = GetFileInformationByHandleEx(file, FileStreamInfo, streams, size);
		size *= 2;
	} while (!ok && GetLastError() == ERROR_MORE_DATA && size <= MOST_LIST_BYTES);
	if (ok)
		return streams;
	free(streams);
	return NULL;
}

/* The name is in the list without an end. */
static void copy_listed(const FILE_STREAM_INFO *stream, const wchar_t *from, const wchar_t *to)
{
	size_t len = stream->StreamNameLength / sizeof(wchar_t);
	wchar_t *name = xcalloc(len + 1, sizeof(*name));
	wmemcpy(name, stream->StreamName, len);
	if (wcscmp(name, UNNAMED) != 0) {
		DWORD attributes = GetFileAttributesW(to);
		bool is_read_only = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY);
		if (is_read_only)
			SetFileAttributesW(to, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY);
		win32_copy_stream(from, to, name);
		if (is_read_only)
			SetFileAttributesW(to, attributes);
	}
	free(name);
}

void win32_copy_streams(HANDLE source, const wchar_t *from, const wchar_t *to)
{
	FILE_STREAM_INFO *streams = list_streams(source);
	const char *at = (const char *)streams;
	for (bool more = streams != NULL; more;) {
		const FILE_STREAM_INFO *stream = (const void *)at;
		copy_listed(stream, from, to);
		at += stream->NextEntryOffset;
		more = stream->NextEntryOffset != 0;
	}
	free(streams);
}
