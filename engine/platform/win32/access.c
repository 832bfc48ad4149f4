/* Lists of access rights (DACLs) of files. */
#include "platform/win32/win32.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* The list of the open file, for free(); NULL where the volume has none, or this process may not see it. */
static PSECURITY_DESCRIPTOR access_of(HANDLE handle)
{
	PSECURITY_DESCRIPTOR access = NULL;
	DWORD have = 0, need = 0;
	bool ok = GetKernelObjectSecurity(handle, DACL_SECURITY_INFORMATION, NULL, 0, &need);
	while (!ok && GetLastError() == ERROR_INSUFFICIENT_BUFFER && need > have) {
		have = need;
		free(access);
		access = xmalloc(have);
		ok = GetKernelObjectSecurity(handle, DACL_SECURITY_INFORMATION, access, have, &need);
	}
	if (ok)
		return access;
	free(access);
	return NULL;
}

/* The entries; NULL: everybody may do everything. `is_protected`: nothing is inherited from the folder. */
static ACL *entries_of(PSECURITY_DESCRIPTOR access, bool *is_protected)
{
	SECURITY_DESCRIPTOR_CONTROL control = 0;
	DWORD revision;
	BOOL present = FALSE, defaulted;
	ACL *entries = NULL;
	GetSecurityDescriptorControl(access, &control, &revision);
	*is_protected = control & SE_DACL_PROTECTED;
	return GetSecurityDescriptorDacl(access, &present, &entries, &defaulted) && present ? entries : NULL;
}

static bool same_access(PSECURITY_DESCRIPTOR a, PSECURITY_DESCRIPTOR b)
{
	bool a_protected, b_protected;
	const ACL *left = entries_of(a, &a_protected), *right = entries_of(b, &b_protected);
	if (a_protected != b_protected || !left != !right)
		return false;
	return !left || (left->AclSize == right->AclSize && memcmp(left, right, left->AclSize) == 0);
}

/*
 * Entries keep their marks of having been inherited. Without the request, the system would forget that the list as a
 * whole may inherit (SECURITY_DESCRIPTOR_CONTROL,
 * https://learn.microsoft.com/windows/win32/secauthz/security-descriptor-control).
 */
static void keep_inheritance(PSECURITY_DESCRIPTOR access)
{
	SECURITY_DESCRIPTOR_CONTROL control = 0, request = SE_DACL_AUTO_INHERIT_REQ;
	DWORD revision;
	if (GetSecurityDescriptorControl(access, &control, &revision) && (control & SE_DACL_AUTO_INHERITED))
		SetSecurityDescriptorControl(access, request, request);
}

void win32_copy_access(HANDLE from, HANDLE to)
{
	PSECURITY_DESCRIPTOR theirs = access_of(from), own = theirs ? access_of(to) : NULL;
	if (own && !same_access(theirs, own)) {
		keep_inheritance(theirs);
		SetKernelObjectSecurity(to, DACL_SECURITY_INFORMATION, theirs);
	}
	free(own);
	free(theirs);
}
