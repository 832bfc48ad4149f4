/* What this machine is, on Windows. */
#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "platform/cuda.h"
#include "platform/win32/text.h"

#define SHORT_PATH_MOST 32768

const char *machine_name(void)
{
	return "windows";
}

static cuda_function find_function(void *library, const char *name)
{
	FARPROC symbol = GetProcAddress(library, name);
	cuda_function function;
	memcpy(&function, &symbol, sizeof(function));
	return function;
}

/* GetVersionEx() tells a program what its manifest knows; this tells what is. */
void machine_describe(struct str *out)
{
	LONG(WINAPI * get_version)(RTL_OSVERSIONINFOW *);
	RTL_OSVERSIONINFOW version = { .dwOSVersionInfoSize = sizeof(version) };
	cuda_function function = find_function(GetModuleHandleW(L"ntdll.dll"), "RtlGetVersion");
	memcpy(&get_version, &function, sizeof(get_version));
	if (get_version && get_version(&version) == 0)
		str_addf(out, "Windows %lu.%lu.%lu", (unsigned long)version.dwMajorVersion,
			(unsigned long)version.dwMinorVersion, (unsigned long)version.dwBuildNumber);
	else
		str_add_cstr(out, "Windows");
}

unsigned machine_bits(void)
{
	return (unsigned)(sizeof(void *) * 8);
}

/* SystemRoot is in every process's environment; the drive's root, which all may write to, would not do. */
const char *machine_neutral_folder(void)
{
	static char folder[MAX_PATH + 1];
	UINT length = GetSystemDirectoryA(folder, sizeof(folder));
	return length && length < sizeof(folder) ? folder : "C:\\Windows";
}

unsigned machine_code_page(void)
{
	return GetConsoleOutputCP();
}

char machine_path_separator(void)
{
	return ';';
}

/* Memory may be free that nobody can have: Windows promises no more than the commit limit, which is memory and page
 * file. */
bool machine_memory(struct machine_memory *out)
{
	MEMORYSTATUSEX status = { .dwLength = sizeof(status) };
	if (!GlobalMemoryStatusEx(&status))
		return false;
	out->total = status.ullTotalPhys;
	out->available = status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys : status.ullAvailPageFile;
	return true;
}

bool machine_disk_free(const char *path, uint64_t *bytes)
{
	ULARGE_INTEGER available;
	wchar_t *full = win32_absolute(path), *plain = full ? win32_without_prefix(full) : NULL;
	bool ok = plain && GetDiskFreeSpaceExW(plain, &available, NULL, NULL);
	*bytes = ok ? available.QuadPart : 0;
	free(plain);
	free(full);
	return ok;
}

char *machine_real_path(const char *path)
{
	struct str text = STR_INIT;
	wchar_t *wide = win32_absolute(path), *name = xreallocarray(NULL, SHORT_PATH_MOST, sizeof(*name));
	HANDLE handle = wide ? CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
				       OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL)
			     : INVALID_HANDLE_VALUE;
	DWORD len = handle != INVALID_HANDLE_VALUE ? GetFinalPathNameByHandleW(handle, name, SHORT_PATH_MOST, 0) : 0;
	if (len && len < SHORT_PATH_MOST)
		win32_add_utf8(name, len, &text);
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	free(name);
	free(wide);
	return text.len ? str_detach(&text) : NULL;
}

char *machine_short_path(const char *path)
{
	struct str text = STR_INIT;
	wchar_t *wide = win32_wide(path), *name = xreallocarray(NULL, SHORT_PATH_MOST, sizeof(*name));
	DWORD len = wide ? GetShortPathNameW(wide, name, SHORT_PATH_MOST) : 0;
	if (len && len < SHORT_PATH_MOST)
		win32_add_utf8(name, len, &text);
	free(name);
	free(wide);
	return text.len ? str_detach(&text) : NULL;
}

void machine_gpus(struct machine_gpus *out)
{
	*out = (struct machine_gpus){ 0 };
	HMODULE library = LoadLibraryExW(L"nvcuda.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
	if (!library)
		return;
	cuda_list_gpus(find_function, library, out);
	FreeLibrary(library);
}
