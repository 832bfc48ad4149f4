/* Paths between UTF-8 with '/' and UTF-16 with '\' and the prefix \\?\. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/alloc.h"
#include "base/utf8.h"

#define PREFIX L"\\\\?\\"
#define PREFIX_LEN 4
#define UNC_PREFIX L"\\\\?\\UNC\\"

static bool is_surrogate(uint32_t code)
{
	return code >= 0xD800 && code <= 0xDFFF;
}

/* As utf8_decode(), and half a surrogate pair in three bytes besides. */
static size_t decode(struct slice text, size_t at, uint32_t *code)
{
	size_t len = utf8_decode(text, at, code);
	if (len || text.len - at < 3 || (unsigned char)text.ptr[at] != 0xED)
		return len;
	unsigned char second = (unsigned char)text.ptr[at + 1], third = (unsigned char)text.ptr[at + 2];
	if ((second & 0xE0) != 0xA0 || (third & 0xC0) != 0x80)
		return 0;
	*code = 0xD000u | (second & 0x3Fu) << 6 | (third & 0x3Fu);
	return 3;
}

wchar_t *win32_wide(const char *text)
{
	struct slice bytes = slice_of(text);
	/* No character has more units than bytes. */
	wchar_t *wide = xreallocarray(NULL, bytes.len + 1, sizeof(*wide));
	size_t len = 0;
	for (size_t at = 0; at < bytes.len;) {
		uint32_t code;
		size_t step = decode(bytes, at, &code);
		if (!step) {
			free(wide);
			SetLastError(ERROR_NO_UNICODE_TRANSLATION);
			return NULL;
		}
		if (code >= 0x10000) {
			wide[len++] = (wchar_t)(0xD800 + ((code - 0x10000) >> 10));
			code = 0xDC00 + ((code - 0x10000) & 0x3FF);
		}
		wide[len++] = (wchar_t)code;
		at += step;
	}
	wide[len] = L'\0';
	return wide;
}

void win32_add_utf8(const wchar_t *wide, size_t len, struct str *out)
{
	for (size_t i = 0; i < len; i++) {
		uint32_t code = wide[i];
		bool is_pair = is_surrogate(code) && code < 0xDC00 && i + 1 < len && wide[i + 1] >= 0xDC00 &&
			       wide[i + 1] <= 0xDFFF;
		if (is_pair)
			code = 0x10000 + ((code - 0xD800) << 10) + (wide[++i] - 0xDC00u);
		utf8_add(code, out);
	}
}

static bool is_separator(wchar_t c)
{
	return c == L'\\' || c == L'/';
}

bool platform_is_separator(char c)
{
	return c == '/' || c == '\\';
}

/* GetFullPathNameW() of any length; for free(). NULL with the reason. */
static wchar_t *full_path(const wchar_t *path)
{
	wchar_t *full = NULL;
	DWORD have = 0, need = MAX_PATH;
	while (need > have) {
		have = need;
		full = xreallocarray(full, have, sizeof(*full));
		need = GetFullPathNameW(path, have, full, NULL);
	}
	if (need)
		return full;
	DWORD reason = GetLastError();
	free(full);
	SetLastError(reason ? reason : ERROR_INVALID_NAME);
	return NULL;
}

/* `full` with the prefix in front, unless it has one. Takes `full`. */
static wchar_t *with_prefix(wchar_t *full)
{
	size_t len = wcslen(full);
	if (len >= PREFIX_LEN && (wcsncmp(full, PREFIX, PREFIX_LEN) == 0 || wcsncmp(full, L"\\\\.\\", PREFIX_LEN) == 0))
		return full;
	bool unc = len >= 2 && is_separator(full[0]) && is_separator(full[1]);
	const wchar_t *prefix = unc ? UNC_PREFIX : PREFIX;
	size_t prefix_len = wcslen(prefix), skip = unc ? 2 : 0;
	wchar_t *out = xreallocarray(NULL, prefix_len + len - skip + 1, sizeof(*out));
	memcpy(out, prefix, prefix_len * sizeof(*out));
	memcpy(out + prefix_len, full + skip, (len - skip + 1) * sizeof(*out));
	free(full);
	return out;
}

wchar_t *win32_absolute(const char *path)
{
	wchar_t *typed = win32_wide(path);
	if (!typed)
		return NULL;
	if (!typed[0]) {
		free(typed);
		SetLastError(ERROR_PATH_NOT_FOUND);
		return NULL;
	}
	/* After the prefix, '/' would be a character like any other. */
	for (wchar_t *c = typed; *c; c++)
		if (*c == L'/')
			*c = L'\\';
	wchar_t *full = full_path(typed);
	win32_free(typed);
	return full ? with_prefix(full) : NULL;
}

/* Units of a full path that say which volume it is on: \\?\C:, or \\?\UNC\server\share. */
static size_t volume_len(const wchar_t *full)
{
	bool unc = wcsncmp(full, UNC_PREFIX, wcslen(UNC_PREFIX)) == 0;
	size_t len = unc ? wcslen(UNC_PREFIX) : PREFIX_LEN;
	len += wcscspn(full + len, L"\\");
	return unc && full[len] ? len + 1 + wcscspn(full + len + 1, L"\\") : len;
}

bool platform_is_elsewhere(const char *path, const char *base)
{
	wchar_t *full = win32_absolute(path), *ours = win32_absolute(base);
	size_t len = full ? volume_len(full) : 0;
	bool is_drive = len == PREFIX_LEN + 2 && wcsncmp(full, PREFIX, PREFIX_LEN) == 0 && full[len - 1] == L':';
	bool is_ours = full && ours && len == volume_len(ours) &&
		       CompareStringOrdinal(full, (int)len, ours, (int)len, TRUE) == CSTR_EQUAL;
	free(full);
	free(ours);
	return !is_drive && !is_ours;
}

wchar_t *win32_without_prefix(const wchar_t *full)
{
	size_t len = wcslen(full), unc_len = wcslen(UNC_PREFIX);
	bool unc = wcsncmp(full, UNC_PREFIX, unc_len) == 0, has_prefix = wcsncmp(full, PREFIX, PREFIX_LEN) == 0;
	size_t skip = unc ? unc_len - 2 : has_prefix ? PREFIX_LEN : 0;
	skip = len - skip < MAX_PATH ? skip : 0;
	wchar_t *out = xreallocarray(NULL, len - skip + 1, sizeof(*out));
	wmemcpy(out, full + skip, len - skip + 1);
	/* \\?\UNC\server is \\server. */
	if (unc && skip)
		out[0] = L'\\';
	return out;
}

bool win32_is_absolute(struct slice path)
{
	bool slashes = path.len > 2 && platform_is_separator(path.ptr[0]) && platform_is_separator(path.ptr[1]);
	bool drive = path.len > 2 && path.ptr[1] == ':' && platform_is_separator(path.ptr[2]);
	return slashes || drive;
}

char *win32_shown(const char *path, const wchar_t *full)
{
	struct str out = STR_INIT;
	bool unc = wcsncmp(full, UNC_PREFIX, wcslen(UNC_PREFIX)) == 0;
	if (win32_is_absolute(slice_of(path))) {
		str_add_cstr(&out, path);
	} else if (unc) {
		str_add_cstr(&out, "\\\\");
		full += wcslen(UNC_PREFIX);
		win32_add_utf8(full, wcslen(full), &out);
	} else {
		win32_add_utf8(full + PREFIX_LEN, wcslen(full + PREFIX_LEN), &out);
	}
	while (out.len > 1 && (out.ptr[out.len - 1] == '\\' || out.ptr[out.len - 1] == '/'))
		out.ptr[--out.len] = '\0';
	/* "C:" alone would be the working directory of that drive. */
	if (out.ptr[out.len - 1] == ':')
		str_add_char(&out, '\\');
	return str_detach(&out);
}

static bool is_plain_path(const char *path)
{
	for (;;) {
		size_t len = strcspn(path, "/");
		if (len == 0 || (len == 1 && path[0] == '.') || (len == 2 && path[0] == '.' && path[1] == '.'))
			return false;
		/* ':' would name a stream, and '\' would be a separator that nobody has looked at. */
		if (memchr(path, ':', len) || memchr(path, '\\', len))
			return false;
		if (!path[len])
			return true;
		path += len + 1;
	}
}

wchar_t *win32_below(const struct root *root, const char *path)
{
	if (path[0] && !is_plain_path(path)) {
		SetLastError(ERROR_INVALID_PARAMETER);
		return NULL;
	}
	wchar_t *rest = win32_wide(path);
	if (!rest)
		return NULL;
	size_t root_len = wcslen(root->full), rest_len = wcslen(rest);
	wchar_t *out = xreallocarray(NULL, root_len + 1 + rest_len + 1, sizeof(*out));
	memcpy(out, root->full, root_len * sizeof(*out));
	/* For the root itself, too: \\?\C: without it is the volume and not its folder. */
	out[root_len] = L'\\';
	memcpy(out + root_len + 1, rest, (rest_len + 1) * sizeof(*out));
	free(rest);
	for (wchar_t *c = out + root_len; *c; c++)
		if (*c == L'/')
			*c = L'\\';
	return out;
}
