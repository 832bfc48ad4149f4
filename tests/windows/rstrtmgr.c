/*
 * A Restart Manager that knows of two programs which have a file open, for Wine, whose own knows of none. It tells of them only if it is asked
 * in the right order, for one file, by a path that Windows's own takes.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <restartmanager.h>

#include <wchar.h>

#define SESSION 7

static int n_files;

__declspec(dllexport) DWORD WINAPI RmStartSession(DWORD *session, DWORD flags, WCHAR key[])
{
	if (flags || key[0])
		return ERROR_BAD_ARGUMENTS;
	*session = SESSION;
	return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI RmRegisterResources(DWORD session, UINT n, LPCWSTR files[], UINT n_programs, RM_UNIQUE_PROCESS programs[],
	UINT n_services, LPCWSTR services[])
{
	(void)programs, (void)services;
	if (session != SESSION || n != 1 || n_programs || n_services || files[0][1] != L':' || !wcsstr(files[0], L"\\tree\\a.cmake"))
		return ERROR_BAD_ARGUMENTS;
	n_files++;
	return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI RmGetList(DWORD session, UINT *needed, UINT *count, RM_PROCESS_INFO out[], DWORD *reasons)
{
	if (session != SESSION || !n_files || *count < 2)
		return ERROR_BAD_ARGUMENTS;
	*needed = *count = 2;
	*reasons = 0;
	out[0] = (RM_PROCESS_INFO){ .Process = { .dwProcessId = 4711 }, .strAppName = L"B\u00FCro-Editor" };
	out[1] = (RM_PROCESS_INFO){ .Process = { .dwProcessId = 4712 } };
	return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI RmEndSession(DWORD session)
{
	return session == SESSION ? ERROR_SUCCESS : ERROR_BAD_ARGUMENTS;
}
