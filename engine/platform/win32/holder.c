/* Which programs have a file open, as the Restart Manager knows it. */
#include "platform/win32/win32.h"

#include <restartmanager.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"

#define MOST_NAMED 8u
/* Programs come and go between two questions. */
#define MOST_QUESTIONS 4

/*
 * The functions of rstrtmgr.dll. It is loaded when it is needed, and only from the system's folder: not every Windows
 * (Nano Server, PE) has it.
 */
struct restart_manager {
	HMODULE library;
	DWORD(WINAPI *start)(DWORD *session, DWORD flags, WCHAR *key);
	DWORD(WINAPI *end)(DWORD session);
	DWORD(WINAPI *add)
	(DWORD session, UINT n_files, LPCWSTR *files, UINT n_processes, RM_UNIQUE_PROCESS *processes, UINT n_services,
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
	*manager = (struct restart_manager){ .library = LoadLibraryExW(
						     L"rstrtmgr.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32) };
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

/* All of a session, for free(); their number goes to `count`. NULL where it does not tell. */
static RM_PROCESS_INFO *ask(const struct restart_manager *manager, DWORD session, UINT *count)
{
	RM_PROCESS_INFO *holders = NULL;
	UINT needed = MOST_NAMED;
	DWORD reasons, problem = ERROR_MORE_DATA;
	for (unsigned i = 0; problem == ERROR_MORE_DATA && i < MOST_QUESTIONS; i++) {
		*count = needed;
		holders = xreallocarray(holders, needed, sizeof(*holders));
		problem = manager->list(session, &needed, count, holders, &reasons);
	}
	if (!problem)
		return holders;
	free(holders);
	return NULL;
}

/* It asks for files, not for what begins with \\?\. */
static RM_PROCESS_INFO *list_holders(const struct restart_manager *manager, const wchar_t *path, UINT *count)
{
	DWORD session;
	WCHAR key[CCH_RM_SESSION_KEY + 1] = { 0 };
	wchar_t *plain = win32_without_prefix(path);
	LPCWSTR file = plain;
	RM_PROCESS_INFO *holders = NULL;
	if (!manager->start(&session, 0, key)) {
		if (!manager->add(session, 1, &file, 0, NULL, 0, NULL))
			holders = ask(manager, session, count);
		manager->end(session);
	}
	free(plain);
	return holders;
}

static void add_holders(const RM_PROCESS_INFO *holders, UINT count, struct str *out)
{
	UINT named = count <= MOST_NAMED ? count : MOST_NAMED;
	for (UINT i = 0; i < named; i++) {
		str_add_cstr(out, i == 0 ? "" : i + 1 < count ? ", " : " and ");
		size_t len = wcslen(holders[i].strAppName);
		if (len)
			win32_add_utf8(holders[i].strAppName, len, out);
		else
			str_add_cstr(out, "a program");
		str_addf(out, " (pid %lu)", (unsigned long)holders[i].Process.dwProcessId);
	}
	if (named < count)
		str_addf(out, " and %u more", count - named);
}

void win32_name_holders(struct err *err, const wchar_t *path)
{
	struct restart_manager manager;
	UINT count = 0;
	if (!load(&manager))
		return;
	RM_PROCESS_INFO *holders = list_holders(&manager, path, &count);
	FreeLibrary(manager.library);
	if (!holders || !count) {
		free(holders);
		return;
	}
	struct str text = STR_INIT;
	char *message = xstrdup(err->message);
	add_holders(holders, count, &text);
	err_set(err, err->kind, "%s: %s", message, text.ptr);
	err_hint(err, "close the file there, and run tpatch again");
	free(message);
	free(holders);
	str_release(&text);
}
