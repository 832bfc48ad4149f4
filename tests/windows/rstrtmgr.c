/*
 * A Restart Manager that knows of two programs which have a.cmake or x.plan open, and eleven b.cmake: Wine's own knows
 * of none. It tells of them only if it is asked in the right order, for one file, by a path that Windows's own takes,
 * and with room for all.
 */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <restartmanager.h>

#include <wchar.h>

#define SESSION 7

static UINT n_programs_known;

__declspec(dllexport) DWORD WINAPI RmStartSession(DWORD *session, DWORD flags, WCHAR key[])
{
	if (flags || key[0])
		return ERROR_BAD_ARGUMENTS;
	*session = SESSION;
	return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI RmRegisterResources(DWORD session, UINT n, LPCWSTR files[], UINT n_programs,
	RM_UNIQUE_PROCESS programs[], UINT n_services, LPCWSTR services[])
{
	(void)programs, (void)services;
	if (session != SESSION || n != 1 || n_programs || n_services || files[0][1] != L':')
		return ERROR_BAD_ARGUMENTS;
	n_programs_known = wcsstr(files[0], L"\\tree\\a.cmake") || wcsstr(files[0], L"\\tree\\x.plan") ? 2
			   : wcsstr(files[0], L"\\tree\\b.cmake")                                      ? 11
												       : 0;
	return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI
	RmGetList(DWORD session, UINT *needed, UINT *count, RM_PROCESS_INFO out[], DWORD *reasons)
{
	if (session != SESSION || !n_programs_known)
		return ERROR_BAD_ARGUMENTS;
	*needed = n_programs_known;
	if (*count < n_programs_known)
		return ERROR_MORE_DATA;
	*count = n_programs_known;
	*reasons = 0;
	out[0] = (RM_PROCESS_INFO){ .Process = { .dwProcessId = 4711 }, .strAppName = L"B\u00FCro-Editor" };
	for (UINT i = 1; i < n_programs_known; i++)
		out[i] = (RM_PROCESS_INFO){ .Process = { .dwProcessId = 4711 + i } };
	return ERROR_SUCCESS;
}

__declspec(dllexport) DWORD WINAPI RmEndSession(DWORD session)
{
	return session == SESSION ? ERROR_SUCCESS : ERROR_BAD_ARGUMENTS;
}
