/* Texts as shells read them back. */
#ifndef TBUILD_RECIPE_QUOTE_H
#define TBUILD_RECIPE_QUOTE_H

#include "engine.h"

/* One word for a POSIX shell, in single quotes where it must be. */
void quote_sh(const char *text, struct str *out);
/* The same where '*', '?' and '[' shall stand for names of files. */
void quote_sh_pattern(const char *text, struct str *out);
/* One word of a command in a batch file, for a program that takes its line apart as the C runtime does. */
void quote_batch(const char *text, struct str *out);
/* A text that cmd.exe shall take as it is outside of quotes: for echo. */
void quote_batch_text(const char *text, struct str *out);
/* A text that stands between quotation marks, and has none. */
void quote_batch_inside(const char *text, struct str *out);
/* The line of a batch file that sets a variable. `after` is what comes behind the value as it is ("%NAME%"), or "". */
void quote_batch_set(const char *name, const char *value, const char *after, struct str *out);

#endif
