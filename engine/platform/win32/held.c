/* Folders that stay open while a run writes. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <wchar.h>

#include "base/alloc.h"

/* More than a path of the journal and one of the tree have parts; as many are open at once. */
#define MOST_HELD 32

struct held_folder {
	wchar_t *path; /* from the drive on; NULL: the place is free */
	size_t len;
	HANDLE handle;
	unsigned users;
	uint64_t used; /* when: the one that was not used for the longest time goes first */
};

struct held_folders {
	SRWLOCK lock;
	bool on;
	uint64_t uses;
	struct held_folder items[MOST_HELD];
};

struct held_folders *win32_held_new(void)
{
	struct held_folders *held = xcalloc(1, sizeof(*held));
	InitializeSRWLock(&held->lock);
	return held;
}

static void let_go(struct held_folder *folder)
{
	win32_close(folder->handle);
	free(folder->path);
	*folder = (struct held_folder){ 0 };
}

/* All at `path` (of `len` units) or below; 0: all there are. What somebody uses stays. */
static void let_go_below(struct held_folders *held, const wchar_t *path, size_t len)
{
	for (size_t i = 0; i < MOST_HELD; i++) {
		struct held_folder *folder = &held->items[i];
		bool is_below = folder->path && folder->len >= len && _wcsnicmp(folder->path, path, len) == 0 &&
				(!len || folder->len == len || folder->path[len] == L'\\');
		if (is_below && !folder->users)
			let_go(folder);
	}
}

void win32_held_free(struct held_folders *held)
{
	let_go_below(held, L"", 0);
	free(held);
}

/* FILE_SUPPORTS_POSIX_UNLINK_RENAME, which not every winnt.h has: NTFS says it since Windows 10. */
#define VOLUME_RENAMES_LIKE_POSIX 0x400ul

void win32_hold_folders(struct root *root)
{
	DWORD flags = 0;
	root->renames_like_posix = GetVolumeInformationByHandleW(root->handle, NULL, 0, NULL, NULL, &flags, NULL, 0) &&
				   (flags & VOLUME_RENAMES_LIKE_POSIX);
	AcquireSRWLockExclusive(&root->held->lock);
	root->held->on = true;
	ReleaseSRWLockExclusive(&root->held->lock);
}

void win32_let_folders_go(struct root *root)
{
	AcquireSRWLockExclusive(&root->held->lock);
	root->held->on = false;
	let_go_below(root->held, L"", 0);
	ReleaseSRWLockExclusive(&root->held->lock);
}

void win32_let_go(const struct root *root, const wchar_t *path)
{
	AcquireSRWLockExclusive(&root->held->lock);
	let_go_below(root->held, path, wcslen(path));
	ReleaseSRWLockExclusive(&root->held->lock);
}

/* By the letters that were typed: a folder that is called otherwise is opened once more. */
static bool leads_to(const struct held_folder *folder, const wchar_t *path, size_t len)
{
	return folder->path && folder->len <= len && wcsncmp(folder->path, path, folder->len) == 0 &&
	       (folder->len == len || path[folder->len] == L'\\');
}

struct held_folder *win32_held_find(const struct root *root, wchar_t *path, const wchar_t *end, wchar_t **rest)
{
	struct held_folders *held = root->held;
	struct held_folder *best = NULL;
	AcquireSRWLockExclusive(&held->lock);
	for (size_t i = 0; held->on && i < MOST_HELD; i++) {
		struct held_folder *folder = &held->items[i];
		if (leads_to(folder, path, (size_t)(end - path)) && (!best || folder->len > best->len))
			best = folder;
	}
	if (best) {
		best->users++;
		best->used = ++held->uses;
		*rest = path + best->len + (path + best->len < end);
	}
	ReleaseSRWLockExclusive(&held->lock);
	return best;
}

struct held_folder *win32_held_keep(const struct root *root, const wchar_t *path, const wchar_t *end, HANDLE handle)
{
	struct held_folders *held = root->held;
	struct held_folder *oldest = NULL;
	AcquireSRWLockExclusive(&held->lock);
	for (size_t i = 0; held->on && i < MOST_HELD; i++) {
		struct held_folder *folder = &held->items[i];
		if (!folder->users && (!oldest || folder->used < oldest->used))
			oldest = folder;
	}
	if (oldest) {
		size_t len = (size_t)(end - path);
		if (oldest->path)
			let_go(oldest);
		*oldest = (struct held_folder){ .len = len, .handle = handle, .users = 1, .used = ++held->uses };
		oldest->path = xreallocarray(NULL, len + 1, sizeof(*oldest->path));
		wmemcpy(oldest->path, path, len);
		oldest->path[len] = L'\0';
	}
	ReleaseSRWLockExclusive(&held->lock);
	return oldest;
}

HANDLE win32_held_handle(const struct held_folder *folder)
{
	return folder->handle;
}

void win32_held_leave(const struct root *root, struct held_folder *folder)
{
	AcquireSRWLockExclusive(&root->held->lock);
	folder->users--;
	/* Somebody still used it when all were let go. */
	if (!root->held->on && !folder->users)
		let_go(folder);
	ReleaseSRWLockExclusive(&root->held->lock);
}
