/*
 * Lets clang-cl read mingw's headers, which take a compiler that calls itself Microsoft's for one that knows no
 * __attribute__. Put in front of each source by clang.sh; what Microsoft's compiler lacks stays lacking in the sources
 * themselves.
 */
#include <_mingw.h>
/* For clang's own headers. */
#undef __attribute__
/* These are declared after functions, where __declspec cannot stand. */
#undef __MINGW_ATTRIB_NORETURN
#define __MINGW_ATTRIB_NORETURN
#undef __MINGW_ATTRIB_DEPRECATED
#define __MINGW_ATTRIB_DEPRECATED
/* clang's <intrin.h> declares another. */
#define _setjmp mingw_setjmp
#include <setjmp.h>
#undef _setjmp
/* The sources say which Windows they want. */
#undef _WIN32_WINNT
