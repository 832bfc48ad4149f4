/* What the win32_*.c files of system/ share; of Windows' own header they include what they need themselves. Private to system/. */
#ifndef TBUILD_SYSTEM_WIN32_H
#define TBUILD_SYSTEM_WIN32_H

#include "system/system.h"

/*
 * The command line that starts the program `file` with argv[1] and what follows, for free(); `*application` is what CreateProcessW() gets as
 * the program, for free(). A batch file is started by way of cmd.exe. Words for cmd.exe itself go as they are, since it reads its line as no
 * other program does. NULL with ERR_IO where cmd.exe would make something else of an argument of a batch file ('%', '"', line ends).
 */
wchar_t *win32_command_line(const char *file, const char *const *argv, wchar_t **application, struct err *err);

/* The environment as CreateProcessW() takes it: UTF-16, sorted by name without regard to case, for free(). NULL: a text is no UTF-8. */
wchar_t *win32_environment_block(const struct environment *environment);

#endif
