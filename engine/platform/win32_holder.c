/* Which programs have a file open, as the Restart Manager knows it. */
#include "platform/win32.h"

#include <restartmanager.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"

#define MOST_NAMED 8

/*
 * The functions of rstrtmgr.dll. It is loaded when it is needed, and only from the system's folder: not every Windows (Nano Server, PE) has it.
 */
struct restart_manager {
	HMODULE library;
	DWORD(WINAPI *start)(DWORD *session, DWORD flags, WCHAR *key);
	DWORD(WINAPI *end)(DWORD session);
	DWORD(WINAPI *add)(DWORD session, UINT n_files, LPCWSTR *files, UINT n_processes, RM_UNIQUE_PROCESS *processes, UINT n_services,
		LPCWSTR *services);
	DWORD(WINAPI *list)(DWORD session, UINT *needed, UINT *count, RM_PROCESS_INFO *out, DWORD *reasons);
};

static void find_function(const struct restart_manager *manager, const char *name, void *function)
{
	FARPROC found = GetProcAddress(manager->library, name);
	memcpy(function, &found, sizeof(found));
}

static bool load(struct restart_manager *manager)
{
	*manager = (struct restart_manager){ .library = LoadLibraryExW(L"rstrtmgr.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32) };
	if (!manager->library)
		return false;
	find_function(manager, "RmStartSession", &manager->start);
	find_function(manager, "RmEndSession", &manager->end);
	find_function(manager, "RmRegisterResources", &manager->add);
	find_function(manager, "RmGetList", &manager->list);
	if (manager->start && manager->end && manager->add && manager->list)
		return true;
	FreeLibrary(manager->library);
	return false;
}

/* At most MOST_NAMED of them; the number found. It asks for files, not for what begins with \\?\. */
static UINT list_holders(const struct restart_manager *manager, const wchar_t *path, RM_PROCESS_INFO *holders)
{
	DWORD session, reasons;
	WCHAR key[CCH_RM_SESSION_KEY + 1] = { 0 };
	UINT needed = 0, count = MOST_NAMED;
	wchar_t *plain = win32_without_prefix(path);
	LPCWSTR file = plain;
	DWORD trouble = manager->start(&session, 0, key);
	if (!trouble) {
		trouble = manager->add(session, 1, &file, 0, NULL, 0, NULL);
		if (!trouble)
			trouble = manager->list(session, &needed, &count, holders, &reasons);
		manager->end(session);
	}
	free(plain);
	return trouble ? 0 : count;
}

static void add_holders(const RM_PROCESS_INFO *holders, UINT count, struct str *out)
{
	for (UINT i = 0; i < count; i++) {
		str_add_cstr(out, i == 0 ? "" : i + 1 < count ? ", " : " and ");
		size_t len = wcslen(holders[i].strAppName);
		if (len)
			win32_add_utf8(holders[i].strAppName, len, out);
		else
			str_add_cstr(out, "a program");
		str_addf(out, " (pid %lu)", (unsigned long)holders[i].Process.dwProcessId);
	}
}

void win32_name_holders(struct err *err, const wchar_t *path)
{
	struct restart_manager manager;
	RM_PROCESS_INFO holders[MOST_NAMED];
	if (!load(&manager))
		return;
	UINT count = list_holders(&manager, path, holders);
	FreeLibrary(manager.library);
	if (!count)
		return;
	struct str text = STR_INIT;
	char *message = xstrdup(err->message);
	add_holders(holders, count, &text);
	err_set(err, err->kind, "%s: %s", message, text.ptr);
	err_hint(err, "close the file there, and run tpatch again");
	free(message);
	str_release(&text);
}
