/*
 * Another program that has a file open, for the tests on Windows. usage: hold.exe HOW FILE MILLISECONDS
 *
 * HOW: `read` opens it as most editors and scanners do (others may read, write and delete it), `alone` for itself
 * alone, `map` maps it into memory, `lock` locks it as another tpatch does. Prints "ready", and lets go after the time
 * or when it is ended. Exit: 0, or 1 if the system refuses.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int wmain(int argc, wchar_t **argv);

static HANDLE open_file(const wchar_t *how, const wchar_t *path)
{
	DWORD share = wcscmp(how, L"alone") == 0 ? 0 : FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
	DWORD access = wcscmp(how, L"lock") == 0 ? GENERIC_READ | GENERIC_WRITE : GENERIC_READ;
	return CreateFileW(path, access, share, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
}

static int hold(const wchar_t *how, HANDLE file)
{
	OVERLAPPED at = { .OffsetHigh = 0x40000000 };
	if (wcscmp(how, L"lock") == 0)
		return LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at);
	if (wcscmp(how, L"map") != 0)
		return 1;
	HANDLE mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
	if (!mapping || !MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0))
		return 0;
	/* The view alone keeps the file. */
	return CloseHandle(mapping) && CloseHandle(file);
}

int wmain(int argc, wchar_t **argv)
{
	if (argc != 4)
		return 2;
	HANDLE file = open_file(argv[1], argv[2]);
	if (file == INVALID_HANDLE_VALUE || !hold(argv[1], file)) {
		fprintf(stderr, "hold: Windows error %lu\n", GetLastError());
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	Sleep((DWORD)_wtoi(argv[3]));
	return 0;
}
