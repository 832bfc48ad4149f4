/* Words of command lines that are proposed to the user. */
#ifndef TPATCH_PLATFORM_SHELL_WORD_H
#define TPATCH_PLATFORM_SHELL_WORD_H

#include "base/str.h"

/* Appends `word` as the shells of this system take it for one: shell_word_for() in base/command_line.h. */
void shell_word(const char *word, struct str *out);

#endif
